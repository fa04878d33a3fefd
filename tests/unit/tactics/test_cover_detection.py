"""Cover: when a target has it, and the best position for it."""

from __future__ import annotations

import pytest

from ludotome.tactics import (
    CharacterToken,
    CoverResult,
    GridType,
    MapItem,
    MapState,
    Position,
    build_item_position_map,
    build_wall_map,
    find_best_cover_position,
    get_reachable_positions,
    has_cover,
)

HEX, SQUARE = GridType.HEX, GridType.SQUARE
NONE = CoverResult(False, "none", 0)


def cover(a, b, grid, **things):
    items = [MapItem(f"{type_}{i}", type_, at) for type_ in things for i, at in enumerate(things[type_])]
    state = MapState(items, ())
    return has_cover(Position(*a), Position(*b), build_wall_map(state, grid), build_item_position_map(state), grid)


@pytest.mark.parametrize("type_", ["table", "difficult"])
def test_cover_beside_the_target_on_the_line_is_partial_and_worth_one(type_):
    assert cover((0, 0), (3, 0), HEX, **{type_: [(2, 0)]}) == CoverResult(True, "partial", 1, (Position(2, 0),))
    assert cover((0, 0), (3, 1), SQUARE, **{type_: [(2, 1)]}).defense_bonus == 1


@pytest.mark.parametrize(
    ("why", "things"),
    [
        ("not next to the target", {"table": [(1, 0)]}),
        ("not on the line", {"table": [(2, 1)]}),
        ("the target stands on it", {"difficult": [(3, 0)]}),
        ("behind the target", {"table": [(4, 0)]}),
        ("the line is blocked", {"table": [(2, 0)], "wall": [(1, 0)]}),
        ("a wall is no cover", {"wall": [(2, 0)]}),
        ("smoke is no cover", {"smoke": [(2, 0)]}),
    ],
)
def test_no_cover(why, things):
    assert cover((0, 0), (3, 0), HEX, **things) == NONE, why


def test_one_who_stands_on_difficult_ground_may_still_be_covered_by_the_next():
    assert cover((0, 0), (3, 0), HEX, difficult=[(2, 0), (3, 0)]).covered_by == (Position(2, 0),)


def test_next_to_each_other_nobody_has_cover():
    assert cover((0, 0), (1, 0), HEX, table=[(0, 0), (1, 0)]) == NONE


@pytest.mark.parametrize("table", [(0, 1), (1, 0)])
def test_either_cell_of_a_tie_covers(table):
    assert cover((0, 0), (1, 1), HEX, table=[table]).covered
    assert cover((0, 0), (1, 1), SQUARE, table=[table]).covered


def best(start, threats, budget, grid=HEX, **things):
    items = [MapItem(f"{type_}{i}", type_, at) for type_ in things for i, at in enumerate(things[type_])]
    who = CharacterToken("who", start)
    state = MapState(items, (who,))
    walls, there = build_wall_map(state, grid), build_item_position_map(state)
    reach = get_reachable_positions(Position(*start), budget, walls, state, grid, "who")
    return find_best_cover_position(who, [Position(*threat) for threat in threats], reach, walls, there, grid)


def test_most_threats_covered_wins():
    tables = [(2, 0), (0, 3)]
    assert best((0, 0), [(6, 0)], 3, table=tables) == (1, 0)
    assert best((0, 0), [(6, 0), (0, 8), (0, 9)], 3, table=tables) == (0, 2)


def test_then_the_cheapest_then_reading_order():
    assert best((0, 0), [(6, 0)], 4, table=[(1, 0), (3, 0)]) == (0, 0)
    assert best((0, 0), [(0, 6), (0, -6)], 3, table=[(0, 2), (0, -2)]) == (0, -1)
    assert best((0, 0), [(6, 0), (-6, 0)], 3, SQUARE, table=[(2, 0), (-2, 0)]) == (-1, 0)


def test_nothing_when_nowhere_is_covered():
    assert best((0, 0), [(6, 0)], 4) is None
    assert best((0, 0), [], 4, table=[(1, 0)]) is None
    assert best((0, 0), [(6, 0)], 1, table=[(4, 0)]) is None
