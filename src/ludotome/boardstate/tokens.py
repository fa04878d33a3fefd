"""Tokens: place them on a board, move them, remove them.

Invariants: a call that fails does not change the board; one that succeeds updates only the cells it touches. Tokens may
share cells with anything and may be where there is no segment, but must be on the board.

This module does not know texts: a `Ref` says where in a text, if any, a token was defined.
"""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from ludotome.boardstate.board import BoardState
from ludotome.boardstate.checks import check_coord, check_id, check_inside, check_rotation, get_part, patched
from ludotome.boardstate.faults import Faults, Ref, one_of, shown
from ludotome.boardstate.json_text import JsonFault, copy_json
from ludotome.boardstate.names import check_name
from ludotome.boardstate.parts import Id, Token


def add_token(state: BoardState, token: Token) -> None:
    """Place *token* on the board, last in board order; raise `BoardError` and change nothing if it is invalid."""
    if not isinstance(token, Token):
        raise TypeError(f"`token` is {shown(token)}; write a `Token`")
    faults = Faults()
    lay_token(state, token, faults, Ref(f"tokens.{token.token_id}"))
    faults.check()


def update_token(state: BoardState, id: Id, patch: Mapping[str, object]) -> None:  # noqa: A002 - the public name
    """Change the fields in *patch* of the token *id*, keeping its place in board order.

    `token_id` can be changed too. `attrs` is replaced as a whole. Raises `BoardError` and changes nothing if the result
    is invalid.
    """
    faults = Faults()
    old = get_part(state.token_roster, id, "token")
    ref = Ref(f"tokens.{id}")
    new = patched(old, patch, faults, ref)
    checked = new and check_token(state, new, faults, ref, own_id=id)
    if checked:
        ordinal = state.token_roster.replace(id, checked.token_id, checked)
        state.token_index.lift(old.cells, ordinal)
        state.token_index.put(checked.cells, ordinal)
    faults.check()


def remove_token(state: BoardState, id: Id) -> None:  # noqa: A002 - the public name
    """Remove the token *id* from the board; raise `BoardError` if there is none."""
    token = get_part(state.token_roster, id, "token")
    state.token_index.lift(token.cells, state.token_roster.remove(id))


def lay_token(state: BoardState, token: Token, faults: Faults, ref: Ref) -> bool:
    """Place *token* on the board and return True; or record why not, change nothing and return False."""
    checked = check_token(state, token, faults, ref)
    if checked is None:
        return False
    state.token_index.put(checked.cells, state.token_roster.add(checked.token_id, checked))
    return True


def check_token(state: BoardState, token: Token, faults: Faults, ref: Ref, *, own_id: Id | None = None) -> Token | None:
    """Return *token* as the board would store it; record all faults and return None if it is invalid.

    *own_id* names the token that it replaces.
    """
    before = faults.error_count
    check_id(state, token.token_id, own_id, faults, ref)
    check_rotation(token.rot, faults, ref)
    check_type(state, token.type, faults, ref)
    _check_cells(state, token, faults, ref)
    attrs = check_attrs(token.attrs, faults, ref)
    if faults.error_count > before:
        return None
    return msgspec.structs.replace(token, cells=tuple(token.cells), attrs=attrs)


def check_type(state: BoardState, name: object, faults: Faults, ref: Ref) -> bool:
    """Return whether *name* is a valid token type; on a strict board it must be in the token library."""
    if not check_name(name, "token type", faults, ref, "type"):
        return False
    if not state.token_type_strict or name in state.type_of_name:
        return True
    near = faults.near(str(name), state.type_of_name)
    suggestion = one_of(near, "add it to the token library")
    message = f"the token library has no type {shown(name)}, and this board is strict"
    faults.error("LT680", f"{ref.path}.type", message, suggestion, ref.place("type"), alternatives=near)
    return False


def check_attrs(attrs: object, faults: Faults, ref: Ref) -> dict[str, object] | None:
    """Return a copy of *attrs*, a JSON object or None; otherwise record a fault and return None."""
    if attrs is None:
        return None
    try:
        copy = copy_json(attrs)
        if isinstance(copy, dict):
            return copy
        problem = f"it is {shown(copy)}, not an object"
    except JsonFault as fault:
        problem = fault.problem
    attrs_fault(problem, faults, ref)
    return None


def attrs_fault(problem: str, faults: Faults, ref: Ref) -> None:
    """Record that a token's attributes are not a JSON object, because of *problem*."""
    suggestion = 'write a JSON object on the same line, such as `{"open": true}`'
    message = f"cannot read the attributes: {problem}"
    faults.error("LT683", f"{ref.path}.attrs", message, suggestion, ref.place("attrs"))


def _check_cells(state: BoardState, token: Token, faults: Faults, ref: Ref) -> None:
    cells: object = token.cells
    if not isinstance(cells, tuple | list) or not cells:
        message = f"token {shown(token.token_id)} covers no cell"
        place = ref.place("cells")
        faults.error("LT681", f"{ref.path}.cells", message, "give it at least one cell", place)
        return
    seen = set()
    size = state.size
    for number, cell in enumerate(cells):
        field = f"cells[{number}]"
        if not check_coord(cell, field, faults, ref):
            continue
        inside = 0 <= cell.x < size and 0 <= cell.y < size
        check_inside(state, f"({cell.x},{cell.y})", inside, field, faults, ref)
        if cell in seen:
            message = f"token {shown(token.token_id)} names the cell ({cell.x},{cell.y}) twice"
            faults.error("LT682", f"{ref.path}.{field}", message, "name it once", ref.place(field))
        seen.add(cell)
