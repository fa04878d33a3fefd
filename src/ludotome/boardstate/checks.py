"""Checks: checks shared by segments and tokens that are put on a board.

Invariants: each check records at most one fault per cause, and returns whether the value is usable.

This module does not know where the values come from: a program, a mission or a save; a `Ref` knows that.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeVar

import msgspec

from ludotome.boardstate.board import BoardState
from ludotome.boardstate.faults import Faults, Ref, one_of, shown
from ludotome.boardstate.lines import unknown_key
from ludotome.boardstate.names import check_name
from ludotome.boardstate.parts import MAX_SIZE, Coord, SegmentInstance, Token
from ludotome.boardstate.roster import Roster
from ludotome.boardstate.rotation import ROTATIONS

FAR = 10**9
"""Larger coordinates are on no board and may be too long for a message."""

Part = TypeVar("Part", SegmentInstance, Token)


def check_size(size: object, faults: Faults, ref: Ref) -> bool:
    """Return whether *size* is a valid board size; otherwise record a fault."""
    if _is_integer(size) and 1 <= size <= MAX_SIZE:  # type: ignore[operator]
        return True
    message = f"the board's size is {shown(size)}; it must be a whole number from 1 to {MAX_SIZE}"
    faults.error("LT672", ref.path, message, "write a size such as 40", ref.place("size"))
    return False


def check_id(state: BoardState, id_: object, own_id: str | None, faults: Faults, ref: Ref) -> bool:
    """Return whether *id_* is a name that nothing on the board has, except the thing named *own_id*."""
    if not check_name(id_, "id", faults, ref, "id") or not isinstance(id_, str):
        return False
    if id_ == own_id or not (id_ in state.segment_roster or id_ in state.token_roster):
        faults.ref_of_id[id_] = ref
        return True
    kind = "a segment" if id_ in state.segment_roster else "a token"
    faults.error(
        "LT679",
        ref.path,
        f"the id {shown(id_)} is taken by {kind}",
        "choose another id; segments and tokens share one name space",
        ref.place("id"),
        labels=[(faults.place_of_id(id_), "taken here")],
    )
    return False


def check_rotation(rot: object, faults: Faults, ref: Ref) -> bool:
    """Return whether *rot* is 0, 90, 180 or 270; otherwise record a fault."""
    if _is_integer(rot) and rot in ROTATIONS:
        return True
    message = f"the rotation is {shown(rot)}; it must be 0, 90, 180 or 270"
    faults.error("LT675", f"{ref.path}.rot", message, "write 0, 90, 180 or 270", ref.place("rot"))
    return False


def check_coord(coord: object, field: str, faults: Faults, ref: Ref) -> bool:
    """Return whether *coord* is a cell with integer coordinates; it need not be on the board."""
    if isinstance(coord, Coord) and all(_is_integer(number) and abs(number) < FAR for number in (coord.x, coord.y)):
        return True
    message = f"`{field}` is {shown(coord)}, not a cell of two whole numbers"
    place = ref.place(field)
    faults.error("LT673", f"{ref.path}.{field}", message, "write a cell such as `Coord(3, 4)`", place)
    return False


def check_inside(state: BoardState, cells: str, inside: bool, field: str, faults: Faults, ref: Ref) -> bool:
    """Unless *inside*, record that *field* reaches *cells* outside the board; return *inside*."""
    if not inside:
        message = f"{cells} is outside the board, whose cells are (0,0) to ({state.size - 1},{state.size - 1})"
        place = ref.place(field)
        faults.error("LT677", f"{ref.path}.{field}", message, "move it inside, or make the board larger", place)
    return inside


def patched(part: Part, patch: Mapping[str, object], faults: Faults, ref: Ref) -> Part | None:
    """Return *part* with the fields of *patch* replaced; record a fault and return None if it has no such field."""
    if not isinstance(patch, Mapping):
        raise TypeError(f"`patch` is {shown(patch)}; write a mapping of field names, such as `{{'rot': 90}}`")
    known = tuple(part.__struct_fields__)
    unknown = [name for name in patch if name not in known]
    for name in unknown:
        unknown_key(faults, ref.path, str(name), known)
    return None if unknown else msgspec.structs.replace(part, **patch)


def get_part(roster: Roster[Part], id_: object, what: str) -> Part:
    """Return the part with this id; raise `BoardError` naming *what* is missing if there is none."""
    part = roster.find(id_)
    if part is None:
        faults = Faults()
        near = faults.near(str(id_), roster.ids())
        suggestion = one_of(near, f"add a {what} first")
        faults.error("LT684", what, f"there is no {what} with the id {shown(id_)}", suggestion, alternatives=near)
        faults.check()
    assert part is not None
    return part


def _is_integer(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)
