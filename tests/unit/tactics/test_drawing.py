"""Maps as text."""

from __future__ import annotations

import pytest

from ludotome.tactics import CharacterToken, GridType, MapItem, MapState, Position, draw_map

HEX, SQUARE = GridType.HEX, GridType.SQUARE
ITEMS = [
    MapItem("a", "wall", (0, 0)),
    MapItem("b", "table", (1, 0)),
    MapItem("c", "smoke", (2, 0)),
    MapItem("d", "difficult", (0, 1)),
    MapItem("e", "computer", (1, 1)),
]


def test_squares_are_drawn_row_by_row_with_a_sign_for_each_thing():
    state = MapState(ITEMS, [CharacterToken("ninja", (2, 1))], bounds=(4, 3))
    assert draw_map(state, SQUARE).split("\n") == ["# t % .", "~ c N .", ". . . ."]


def test_marks_lie_over_everything_but_obstacles_and_characters():
    state = MapState(ITEMS, [CharacterToken("ninja", (2, 1))], bounds=(4, 3))
    marks = [Position(x, y) for x in range(4) for y in range(2)]
    assert draw_map(state, SQUARE, marks).split("\n") == ["# t % *", "* * N *", ". . . ."]
    assert draw_map(state, SQUARE, ["3,2"], sign="x").split("\n")[2] == ". . . x"


def test_neighbouring_hexes_touch_and_the_outside_is_blank():
    state = MapState([MapItem("w", "wall", (1, -1))], [CharacterToken("ninja", (0, 0))], bounds=1)
    assert draw_map(state, HEX, [(0, 1)]).split("\n") == [" . #", ". N .", " . *"]


def test_without_bounds_the_map_is_as_big_as_what_is_on_it():
    assert draw_map(MapState([MapItem("w", "wall", (7, 7)), MapItem("x", "wall", (9, 8))]), SQUARE) == "# . .\n. . #"
    assert draw_map(MapState(), HEX) == "."


def test_a_map_too_big_to_draw_is_refused():
    with pytest.raises(ValueError, match="this map is 1000 × 1000 cells; at most 10000 are drawn"):
        draw_map(MapState(bounds=(1000, 1000)), SQUARE)
