"""After any sequence of calls the board equals a model that recomputes everything from scratch."""

from __future__ import annotations

from typing import Any

import msgspec
import numpy as np
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from ludotome.boardstate import (
    ROTATIONS,
    BoardError,
    Coord,
    SegmentInstance,
    Token,
    add_segment,
    add_token,
    export_mission,
    export_save,
    find_by_id,
    get_cell_type,
    get_cells_in_same_segment,
    get_segment_instances,
    get_tokens,
    get_tokens_at,
    import_mission,
    import_save,
    remove_segment,
    remove_token,
    replace_segment_library,
    set_token_type_strict,
    update_segment,
    update_token,
)
from tests.support.boards import SEGMENTS, board

SIZE = 7
GRIDS = {
    "L_room_5x5": np.array([[0, 0, 1, 0, 0], [0, 1, 1, 1, 0], [1, 1, 1, 1, 0], [0, 1, 1, 1, 0], [0, 0, 0, 0, 0]]),
    "strip": np.array([[0, 1, 1, 1, 2], [1, 0, 1, 1, 1]]),
    "dot": np.array([[1]]),
}
TYPES = ("door", "marine", "blip")

ids = st.sampled_from([*"abcdefghijkl" * 2, "m 1", ""])
coords = st.builds(Coord, st.integers(-1, SIZE), st.integers(-1, SIZE))
# Few cells, so that tokens often share one: the order of those is part of the law.
crowded = st.builds(Coord, st.integers(0, 1), st.integers(0, 1))
rotations = st.sampled_from([*ROTATIONS * 4, 45])
segment_ids = st.sampled_from([*GRIDS, *["dot"] * 6, *["strip"] * 3, "nowhere"])
segments = st.builds(SegmentInstance, ids, segment_ids, coords, rotations)
tokens = st.builds(
    Token,
    ids,
    st.sampled_from([*TYPES, "stranger"]),
    rotations,
    st.lists(crowded, min_size=1, max_size=2).map(tuple) | st.lists(coords, max_size=3).map(tuple),
    st.none()
    | st.dictionaries(st.text(max_size=3), st.integers(-(2**65), 2**65) | st.floats(allow_nan=False), max_size=1),
)


def patches(
    part: type[SegmentInstance] | type[Token], parts: st.SearchStrategy[Any]
) -> st.SearchStrategy[dict[str, Any]]:
    """Return some fields of another part, by name."""
    fields = st.sets(st.sampled_from(part.__struct_fields__), min_size=1, max_size=2)
    return st.builds(lambda names, other: {name: getattr(other, name) for name in sorted(names)}, fields, parts)


class Model:
    """The same rules, storing nothing but the two lists."""

    def __init__(self) -> None:
        self.segments: list[SegmentInstance] = []
        self.tokens: list[Token] = []
        self.strict = False

    def covered(self, segment: SegmentInstance) -> dict[Coord, int]:
        turned = np.rot90(GRIDS[segment.segment_id], -segment.rot // 90)
        corner = segment.origin
        return {Coord(corner.x + x, corner.y + y): int(cell) for (y, x), cell in np.ndenumerate(turned)}

    def cells(self) -> dict[Coord, tuple[str, int]]:
        """Return the content of each covered cell; None if two segments share one."""
        return {
            cell: (segment.instance_id, type_)
            for segment in self.segments
            for cell, type_ in self.covered(segment).items()
        }

    def is_sound(self) -> bool:
        names = [segment.instance_id for segment in self.segments] + [token.token_id for token in self.tokens]
        parts = [*self.segments, *self.tokens]
        if len(set(names)) < len(names) or "" in names or any(part.rot not in ROTATIONS for part in parts):
            return False
        if any(segment.segment_id not in GRIDS for segment in self.segments):
            return False
        covered = [cell for segment in self.segments for cell in self.covered(segment)]
        if len(set(covered)) < len(covered):
            return False
        footprints = [token.cells for token in self.tokens]
        if any(not cells or len(set(cells)) < len(cells) for cells in footprints):
            return False
        if self.strict and any(token.type not in TYPES for token in self.tokens):
            return False
        all_cells = covered + [cell for cells in footprints for cell in cells]
        fits = all(0 <= cell.x < SIZE and 0 <= cell.y < SIZE for cell in all_cells)
        return fits and all(_is_64_bit(token) for token in self.tokens)


def _is_64_bit(token: Token) -> bool:
    values = (token.attrs or {}).values()
    return all(
        -(2**63) <= value < 2**63 if isinstance(value, int) else abs(value) != float("inf") for value in values
    ) and not any("\ud800" <= letter <= "\udfff" for key in token.attrs or {} for letter in key)


class Mutations(RuleBasedStateMachine):
    def __init__(self) -> None:
        super().__init__()
        self.state = board(SIZE)
        self.model = Model()

    def attempt(self, call: Any, wish: Model, *, possible: bool = True) -> None:
        """The call succeeds exactly if its request is valid; otherwise the save does not change by a byte."""
        before = export_save(self.state)
        try:
            call()
            refused = False
        except BoardError:
            refused = True
        assert refused == (not possible or not wish.is_sound())
        if refused:
            assert export_save(self.state) == before
        else:
            self.model = wish

    def wish(self) -> Model:
        copy = Model()
        copy.segments, copy.tokens, copy.strict = list(self.model.segments), list(self.model.tokens), self.model.strict
        return copy

    def some_id(self, data: st.DataObject, present: list[str]) -> str:
        """Return an id, usually an existing one."""
        return data.draw(st.sampled_from([*present * 3, "a", "nobody"]))

    @initialize(token_list=st.lists(tokens, min_size=2, max_size=6), segment_list=st.lists(segments, max_size=5))
    def furnish(self, token_list: list[Token], segment_list: list[SegmentInstance]) -> None:
        for token in token_list:
            self.add_token(token)
        for segment in segment_list:
            self.add_segment(segment)

    @rule(segment=segments)
    def add_segment(self, segment: SegmentInstance) -> None:
        wish = self.wish()
        wish.segments.append(segment)
        self.attempt(lambda: add_segment(self.state, segment), wish)

    @rule(token=tokens)
    def add_token(self, token: Token) -> None:
        wish = self.wish()
        wish.tokens.append(token)
        self.attempt(lambda: add_token(self.state, token), wish)

    @rule(data=st.data(), patch=patches(SegmentInstance, segments))
    def update_segment(self, data: st.DataObject, patch: dict[str, Any]) -> None:
        id_ = self.some_id(data, [segment.instance_id for segment in self.model.segments])
        wish = self.wish()
        known = [segment.instance_id == id_ for segment in wish.segments]
        wish.segments = [
            msgspec.structs.replace(segment, **patch) if segment.instance_id == id_ else segment
            for segment in wish.segments
        ]
        self.attempt(lambda: update_segment(self.state, id_, patch), wish, possible=any(known))

    @rule(data=st.data(), patch=patches(Token, tokens))
    def update_token(self, data: st.DataObject, patch: dict[str, Any]) -> None:
        id_ = self.some_id(data, [token.token_id for token in self.model.tokens])
        wish = self.wish()
        known = [token.token_id == id_ for token in wish.tokens]
        wish.tokens = [
            msgspec.structs.replace(token, **patch) if token.token_id == id_ else token for token in wish.tokens
        ]
        self.attempt(lambda: update_token(self.state, id_, patch), wish, possible=any(known))

    @rule(data=st.data())
    def remove_segment(self, data: st.DataObject) -> None:
        id_ = self.some_id(data, [segment.instance_id for segment in self.model.segments])
        wish = self.wish()
        wish.segments = [segment for segment in wish.segments if segment.instance_id != id_]
        possible = len(wish.segments) < len(self.model.segments)
        self.attempt(lambda: remove_segment(self.state, id_), wish, possible=possible)

    @rule(data=st.data())
    def remove_token(self, data: st.DataObject) -> None:
        id_ = self.some_id(data, [token.token_id for token in self.model.tokens])
        wish = self.wish()
        wish.tokens = [token for token in wish.tokens if token.token_id != id_]
        possible = len(wish.tokens) < len(self.model.tokens)
        self.attempt(lambda: remove_token(self.state, id_), wish, possible=possible)

    @rule(strict=st.booleans())
    def set_strict(self, strict: bool) -> None:
        wish = self.wish()
        wish.strict = strict
        self.attempt(lambda: set_token_type_strict(self.state, strict), wish)

    @rule()
    def replace_library(self) -> None:
        self.attempt(lambda: replace_segment_library(self.state, SEGMENTS), self.wish())

    @rule()
    def go_round_as_a_mission(self) -> None:
        text = export_mission(self.state)
        import_mission(self.state, text)
        assert export_mission(self.state) == text

    @rule()
    def go_round_as_a_save(self) -> None:
        text = export_save(self.state)
        self.state = import_save(text)
        assert export_save(self.state) == text

    @invariant()
    def the_lists_are_the_model_s(self) -> None:
        assert get_segment_instances(self.state) == tuple(self.model.segments)
        assert get_tokens(self.state) == tuple(self.model.tokens)
        for part in self.model.segments:
            assert find_by_id(self.state, part.instance_id) == part
        for token in self.model.tokens:
            assert find_by_id(self.state, token.token_id) == token

    @invariant()
    def the_indices_are_the_model_s(self) -> None:
        cells = self.model.cells()
        for cell in (Coord(x, y) for x in range(-1, SIZE + 1) for y in range(-1, SIZE + 1)):
            owner, type_ = cells.get(cell, (None, -1))
            assert get_cell_type(self.state, cell) == type_
            assert set(get_cells_in_same_segment(self.state, cell)) == {
                other for other, (name, _) in cells.items() if owner is not None and name == owner
            }
            assert get_tokens_at(self.state, cell) == tuple(token for token in self.model.tokens if cell in token.cells)


TestMutations = Mutations.TestCase
TestMutations.settings = settings(max_examples=80, stateful_step_count=40)
