"""Tokens: putting them on a board, moving them, taking them away.

Invariants: a call that fails leaves the board as it was; one that succeeds patches the cells it touches and no others.
Tokens may share cells with anything, also lie where no segment is; they must lie on the board.

This module does not know texts: a `Ref` says where in one, if in any, a token was written.
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
    """Put *token* on the board, last in board order; raises `BoardError` and changes nothing if it cannot be there."""
    if not isinstance(token, Token):
        raise TypeError(f"`token` is {shown(token)}; write a `Token`")
    faults = Faults()
    lay_token(state, token, faults, Ref(f"tokens.{token.token_id}"))
    faults.check()


def update_token(state: BoardState, id: Id, patch: Mapping[str, object]) -> None:  # noqa: A002 - the public name
    """Give the token *id* the fields of *patch*, by their names, keeping its place in board order.

    Also `token_id` may be changed. `attrs` are replaced whole. Raises `BoardError` and changes nothing if the outcome
    cannot be on the board.
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
    """Take the token *id* off the board; raises `BoardError` if there is none."""
    token = get_part(state.token_roster, id, "token")
    state.token_index.lift(token.cells, state.token_roster.remove(id))


def lay_token(state: BoardState, token: Token, faults: Faults, ref: Ref) -> bool:
    """Put *token* on the board and return True; or note why not, change nothing and return False."""
    checked = check_token(state, token, faults, ref)
    if checked is None:
        return False
    state.token_index.put(checked.cells, state.token_roster.add(checked.token_id, checked))
    return True


def check_token(state: BoardState, token: Token, faults: Faults, ref: Ref, *, own_id: Id | None = None) -> Token | None:
    """Return *token* as the board would keep it; None, with every fault noted, if it cannot be on the board.

    *own_id* names the token that it takes the place of.
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
    """Whether *name* can be a token's type; in a strict board it must be in the token library."""
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
    """Return a copy of *attrs*, a JSON object or None; None, with a fault, if it is something else."""
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
    """Note that a token's attributes are not a JSON object, because of *problem*."""
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
