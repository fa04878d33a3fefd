"""Wall and item maps: what blocks, the items of each position, and that no outdated map is used."""

from __future__ import annotations

from dataclasses import replace

import pytest

from ludotome.tactics import (
    CharacterToken,
    GridType,
    MapItem,
    MapState,
    Position,
    Rectangle,
    WallMap,
    build_item_position_map,
    build_wall_map,
    find_path,
    get_cover_at,
    get_items_in_range,
    get_reachable_positions,
    has_line_of_sight,
    is_blocked,
    is_occupied_by_character,
)

HEX, SQUARE = GridType.HEX, GridType.SQUARE
WALL = MapItem("w", "wall", Position(1, 0))


@pytest.mark.parametrize(
    ("type_", "stops", "hides", "covers"),
    [
        ("wall", True, True, False),
        ("table", True, False, True),
        ("smoke", False, True, False),
        ("difficult", False, False, True),
        ("security-guard", False, False, False),
        ("computer", False, False, False),
        ("never heard of", False, False, False),
    ],
)
def test_what_each_type_does(type_, stops, hides, covers):
    state = MapState([MapItem("i", type_, (3, -5))], [])
    walls, items = build_wall_map(state, HEX), build_item_position_map(state)
    assert is_blocked(Position(3, -5), walls) is stops
    assert ("3,-5" in walls, "3,-5" in walls.sight) == (stops, hides)
    assert bool(get_cover_at(Position(3, -5), items)) is covers


def test_an_item_says_itself_whether_it_covers():
    state = MapState([MapItem("a", "crate", (0, 0), cover=True), MapItem("b", "table", (0, 0), cover=False)], [])
    assert [item.id for item in get_cover_at(Position(0, 0), build_item_position_map(state))] == ["a"]


def test_an_item_map_keeps_every_item_of_a_position_in_order():
    items = [MapItem("a", "computer", (1, 1)), MapItem("b", "smoke", (1, 1)), MapItem("c", "camera", (0, 1))]
    found = build_item_position_map(MapState(items, []))
    assert {key: [item.id for item in there] for key, there in found.items()} == {"1,1": ["a", "b"], "0,1": ["c"]}


def test_cover_at_a_position_is_its_own_then_that_of_its_neighbours_in_their_order():
    places = [(-1, 1), (1, -1), (0, 0), (2, 0), (1, 0)]
    items = build_item_position_map(MapState([MapItem(f"{x},{y}", "table", (x, y)) for x, y in places], []))
    assert [item.id for item in get_cover_at(Position(0, 0), items)] == ["0,0", "1,0", "1,-1", "-1,1"]
    assert [item.id for item in get_cover_at(Position(0, 0), items, SQUARE)] == ["0,0", "1,0", "1,-1", "-1,1"]
    assert [item.id for item in get_cover_at(Position(1, 1), items, SQUARE)] == ["1,0", "0,0", "2,0"]


def test_a_position_is_occupied_by_others_only():
    state = MapState([], [CharacterToken("a", (0, 0)), CharacterToken("b", (1, 0)), CharacterToken("c", (1, 0))])
    assert is_occupied_by_character(Position(0, 0), state)
    assert not is_occupied_by_character(Position(0, 0), state, "a")
    assert is_occupied_by_character(Position(1, 0), state, "b")
    assert not is_occupied_by_character(Position(5, 5), state)


@pytest.mark.parametrize(
    ("bounds", "grid", "inside", "outside"),
    [
        (2, HEX, [(2, 0), (0, -2), (-1, 2)], [(2, 1), (3, 0), (-2, -1)]),
        (2, SQUARE, [(2, 2), (-2, 1)], [(3, 0), (0, -3)]),
        ((3, 2), SQUARE, [(0, 0), (2, 1)], [(3, 0), (0, 2), (-1, 0)]),
        (Rectangle(-1, -1, 1, 2), SQUARE, [(-1, 2), (1, -1)], [(2, 0), (0, 3)]),
        (Rectangle(-1, -1, 1, 2), HEX, [(-1, 2), (1, 2)], [(2, 0), (0, 3)]),
        (None, HEX, [(10**9, -(10**9))], []),
    ],
)
def test_bounds_say_what_is_off_the_board(bounds, grid, inside, outside):
    walls = build_wall_map(MapState([], [], bounds=bounds), grid)
    assert [is_blocked(Position(*at), walls) for at in inside] == [False] * len(inside)
    assert [is_blocked(Position(*at), walls) for at in outside] == [True] * len(outside)


def test_smoke_is_gone_when_its_turn_comes():
    state = MapState([MapItem("s", "smoke", (1, 0), expires_turn=4)], [], turn=3)
    ends = Position(0, 0), Position(2, 0)

    def is_seen(now: MapState) -> bool:
        return has_line_of_sight(*ends, build_wall_map(now, HEX), build_item_position_map(now), HEX).clear

    assert (is_seen(state), is_seen(state.with_turn(4)), is_seen(state)) == (False, True, False)
    assert get_items_in_range(Position(0, 0), 3, state.with_turn(4), HEX) == ()


def test_a_map_is_built_once_for_each_version_and_grid():
    state = MapState([WALL], [CharacterToken("a", (0, 0))])
    walls = build_wall_map(state, HEX)
    assert build_wall_map(state, HEX) is walls
    assert build_wall_map(state, SQUARE) is not walls
    moved = state.with_characters([CharacterToken("a", (0, 1))])
    assert (moved.version, build_wall_map(moved, HEX) is walls) == (state.version, True)
    changed = state.with_items([])
    assert (changed.version, build_wall_map(changed, HEX)) == (state.version + 1, set())
    assert build_wall_map(state, HEX) is walls


@pytest.mark.parametrize(
    "change",
    [
        lambda state: state.with_items([]),
        lambda state: replace(state, items=(), version=9),
        lambda state: replace(state, items=()),
        lambda _: MapState([], []),
        lambda state: state.with_turn(5),
    ],
    ids=["with_items", "a new version", "the same version", "another state", "a later turn"],
)
def test_a_stale_wall_map_is_never_used(change):
    old = MapState([replace(WALL, expires_turn=5)], [])
    stale, now = build_wall_map(old, HEX), change(old)
    straight = tuple(Position(x, 0) for x in range(4))
    assert find_path(Position(0, 0), Position(3, 0), stale, old, HEX, 9) != straight
    assert find_path(Position(0, 0), Position(3, 0), stale, now, HEX, 9) == straight
    assert "1,0" not in get_reachable_positions(Position(0, 0), 1, stale, old, HEX)
    assert "1,0" in get_reachable_positions(Position(0, 0), 1, stale, now, HEX)


def test_a_wall_map_of_the_other_grid_is_not_used_either():
    state = MapState([], [], bounds=1)
    hexagon = build_wall_map(state, HEX)
    assert len(get_reachable_positions(Position(0, 0), 5, hexagon, state, HEX)) == 7
    assert len(get_reachable_positions(Position(0, 0), 5, hexagon, state, SQUARE)) == 9


def test_walls_made_by_hand_are_taken_as_they_are():
    empty = MapState([], [], bounds=3)
    for walls in (WallMap({"1,0"}), {"1,0"}, frozenset({"1,0"})):
        assert len(get_reachable_positions(Position(0, 0), 1, walls, empty, HEX)) == 6
        assert has_line_of_sight(Position(0, 0), Position(2, 0), walls, {}, HEX).blocked_by == (1, 0)
    glass = WallMap({"1,0"}, sight=())
    assert has_line_of_sight(Position(0, 0), Position(2, 0), glass, {}, HEX).clear
    slow = MapState([MapItem("d", "difficult", (0, 1))], [], bounds=3)
    assert get_reachable_positions(Position(0, 0), 2, WallMap(), slow, HEX)["0,1"].distance == 2
