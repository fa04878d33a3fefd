"""Segments: place them on a board, move them, remove them.

Invariants: a call that fails does not change the board; one that succeeds updates only the cells it touches.

This module does not know texts: a `Ref` says where in a text, if any, a segment was defined.
"""

from __future__ import annotations

from collections.abc import Mapping

from ludotome.boardstate.board import BoardState, footprint
from ludotome.boardstate.checks import check_coord, check_id, check_inside, check_rotation, get_part, patched
from ludotome.boardstate.faults import Faults, Ref, one_of, shown
from ludotome.boardstate.index import NOTHING, Rect
from ludotome.boardstate.parts import Id, SegmentInstance


def add_segment(state: BoardState, segment: SegmentInstance) -> None:
    """Place *segment* on the board, last in board order; raise `BoardError` and change nothing if it does not fit."""
    if not isinstance(segment, SegmentInstance):
        raise TypeError(f"`segment` is {shown(segment)}; write a `SegmentInstance`")
    faults = Faults()
    lay_segment(state, segment, faults, Ref(f"segments.{segment.instance_id}"))
    faults.check()


def update_segment(state: BoardState, id: Id, patch: Mapping[str, object]) -> None:  # noqa: A002 - the public name
    """Change the fields in *patch* of the segment *id*, keeping its place in board order.

    `instance_id` can be changed too. Raises `BoardError` and changes nothing if the result does not fit.
    """
    faults = Faults()
    old = get_part(state.segment_roster, id, "segment")
    ref = Ref(f"segments.{id}")
    new = patched(old, patch, faults, ref)
    if new is not None:
        old_rect = _rect(state, old)
        # Removed during the check, so that the segment does not overlap its own old cells.
        state.segment_index.fill(old_rect, NOTHING)
        rect = None
        try:
            rect = check_segment(state, new, faults, ref, own_id=id)
        finally:
            if rect is None:
                state.segment_index.fill(old_rect, state.segment_roster.ordinal(id))
        if rect is not None:
            state.segment_index.fill(rect, state.segment_roster.replace(id, new.instance_id, new))
    faults.check()


def remove_segment(state: BoardState, id: Id) -> None:  # noqa: A002 - the public name
    """Remove the segment *id* from the board; tokens stay where they are. Raises `BoardError` if there is none."""
    segment = get_part(state.segment_roster, id, "segment")
    state.segment_index.fill(_rect(state, segment), NOTHING)
    state.segment_roster.remove(id)


def lay_segment(state: BoardState, segment: SegmentInstance, faults: Faults, ref: Ref) -> bool:
    """Place *segment* on the board and return True; or record why not, change nothing and return False."""
    rect = check_segment(state, segment, faults, ref)
    if rect is None:
        return False
    state.segment_index.fill(rect, state.segment_roster.add(segment.instance_id, segment))
    return True


def check_segment(
    state: BoardState, segment: SegmentInstance, faults: Faults, ref: Ref, *, own_id: Id | None = None
) -> Rect | None:
    """Return the cells *segment* would cover; record all faults and return None if it does not fit.

    *own_id* names the segment that it replaces, whose cells count as free.
    """
    usable = check_id(state, segment.instance_id, own_id, faults, ref)
    turned = check_rotation(segment.rot, faults, ref)
    placed = check_coord(segment.origin, "origin", faults, ref)
    known = _check_known(state, segment, faults, ref)
    if not (turned and placed and known):
        return None
    rect = footprint(state.definition_of_id[segment.segment_id], segment)
    x, y, width, height = rect
    right, bottom = x + width - 1, y + height - 1
    inside = x >= 0 and y >= 0 and right < state.size and bottom < state.size
    cells = f"({x},{y}) to ({right},{bottom})"
    if not check_inside(state, cells, inside, "origin", faults, ref) or not _check_free(state, rect, faults, ref):
        return None
    return rect if usable else None


def _check_known(state: BoardState, segment: SegmentInstance, faults: Faults, ref: Ref) -> bool:
    segment_id: object = segment.segment_id
    if isinstance(segment_id, str) and segment_id in state.definition_of_id:
        return True
    near = faults.near(str(segment_id), state.definition_of_id)
    suggestion = one_of(near, "add it to the segment library")
    message = f"the segment library has no {shown(segment_id)}"
    place = ref.place("segment_id")
    faults.error("LT676", f"{ref.path}.segment_id", message, suggestion, place, alternatives=near)
    return False


def _check_free(state: BoardState, rect: Rect, faults: Faults, ref: Ref) -> bool:
    taken = state.segment_index.within(rect)
    if not taken:
        return True
    others = [state.segment_roster.thing(ordinal).instance_id for ordinal in taken]
    names = ", ".join(shown(other) for other in others[:5]) + (" and more" if len(others) > 5 else "")
    faults.error(
        "LT678",
        f"{ref.path}.origin",
        f"it would cover cells of {names}; segments may not overlap",
        "move it, or remove the other first",
        ref.place("origin"),
        labels=[(faults.place_of_id(other), "covers some of the same cells") for other in others[:5]],
    )
    return False


def _rect(state: BoardState, segment: SegmentInstance) -> Rect:
    return footprint(state.definition_of_id[segment.segment_id], segment)
