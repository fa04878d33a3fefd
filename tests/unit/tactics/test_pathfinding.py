"""Paths and reachable positions: costs, ties, characters in the way, and unbounded maps."""

from __future__ import annotations

import pytest

from ludotome.space import hex_range
from ludotome.tactics import (
    CharacterToken,
    GridType,
    MapItem,
    MapState,
    Position,
    build_item_position_map,
    build_wall_map,
    find_path,
    get_move_cost,
    get_reachable_positions,
)

HEX, SQUARE = GridType.HEX, GridType.SQUARE


def drawn(*rows: str) -> tuple[MapState, dict[str, Position]]:
    """Return a square map from a drawing: `#` wall, `t` table, `~` difficult, capitals characters; and where letters
    are.
    """
    types = {"#": "wall", "t": "table", "~": "difficult"}
    items, characters, places = [], [], {}
    for y, row in enumerate(rows):
        for x, sign in enumerate(row):
            if sign in types:
                items.append(MapItem(f"{sign}{x},{y}", types[sign], Position(x, y)))
            elif sign.isupper():
                characters.append(CharacterToken(sign, Position(x, y), team="friends" if sign < "M" else "foes"))
            if sign.isalpha() and sign not in types:
                places[sign] = Position(x, y)
    return MapState(items, characters, bounds=(len(rows[0]), len(rows))), places


def walked(rows: tuple[str, ...], state: MapState, path: tuple[Position, ...] | None) -> list[str]:
    """Return the drawing with the path in it."""
    lines = [list(row) for row in rows]
    for at in path or ():
        lines[at.y][at.x] = "*"
    return ["".join(line) for line in lines]


def path_in(rows, start, goal, budget=None, mover=None, **options):
    state, at = drawn(*rows)
    found = find_path(at[start], at[goal], build_wall_map(state, SQUARE), state, SQUARE, budget, mover, **options)
    return None if found is None else walked(rows, state, found)


def test_a_way_leads_round_walls_and_tables_and_does_not_squeeze_between_them():
    assert path_in((".#...", "at.#b", "....."), "a", "b") == [".#...", "*t.#*", ".***."]
    assert path_in((".#b", "at.", "##."), "a", "b") is None


def test_a_diagonal_passes_between_characters():
    assert path_in((".Xb", "aY."), "a", "b") is None
    assert path_in((".X.", "aYb", "..."), "a", "b") == [".X.", "*Y*", ".*."]
    assert path_in(("Xb", "aY"), "a", "b") == ["X*", "*Y"]


def test_difficult_terrain_costs_one_to_enter_and_one_to_leave():
    state, at = drawn("a~~b")
    walls = build_wall_map(state, SQUARE)
    assert [cell.distance for cell in get_reachable_positions(at["a"], 9, walls, state, SQUARE).values()] == [
        0,
        2,
        5,
        7,
    ]
    assert find_path(at["a"], at["b"], walls, state, SQUARE, 6) is None
    assert path_in(("a~b", "..."), "a", "b") == ["*~*", ".*."]


def test_a_step_costs_as_ruled():
    state, _ = drawn("a~~b")
    items = build_item_position_map(state)
    costs = [get_move_cost(Position(x, 0), Position(x + 1, 0), SQUARE, items) for x in range(3)]
    assert costs == [2, 3, 2]
    assert get_move_cost(Position(0, 0), Position(1, 1), SQUARE) == 1
    assert get_move_cost(Position(0, 0), Position(1, -1), HEX) == 1
    assert get_move_cost(Position(1, 0), Position(1, 0), SQUARE, items) == 0
    with pytest.raises(ValueError, match=r"`to` is \(1, 1\), 2 away from \(0, 0\)"):
        get_move_cost(Position(0, 0), Position(1, 1), HEX)


def test_other_characters_stop_and_the_mover_does_not():
    assert path_in(("aXb",), "a", "b") is None
    assert path_in(("X.b",), "X", "b", mover="X") == ["***"]
    assert path_in(("X.b",), "X", "b") == ["***"]


def test_friends_may_be_walked_through_but_not_stopped_on():
    assert path_in(("aFb",), "a", "b", passable_team="friends") == ["***"]
    assert path_in(("aFb",), "a", "b", passable_team="foes") is None
    assert path_in(("a.F",), "a", "F", passable_team="friends") is None
    state, at = drawn("aF.")
    found = get_reachable_positions(at["a"], 5, build_wall_map(state, SQUARE), state, SQUARE, passable_team="friends")
    assert list(found) == ["0,0", "2,0"]


def test_an_occupied_goal_is_reached_only_when_allowed():
    assert path_in(("a.X",), "a", "X") is None
    assert path_in(("a.X",), "a", "X", goal_occupied=True) == ["***"]


def test_from_a_position_to_itself_the_way_is_that_position():
    state, at = drawn("a.")
    assert find_path(at["a"], at["a"], build_wall_map(state, SQUARE), state, SQUARE, 0) == (at["a"],)


@pytest.mark.parametrize(
    ("start", "goal"), [((1, 0), (0, 0)), ((0, 0), (1, 0)), ((9, 9), (0, 0)), ((0, 0), (9, 9))],
    ids=["start in a wall", "goal in a wall", "start off the board", "goal off the board"],
)  # fmt: skip
def test_from_or_to_a_blocked_position_there_is_no_way(start, goal):
    state, _ = drawn("a#.", "...")
    walls = build_wall_map(state, SQUARE)
    assert find_path(Position(*start), Position(*goal), walls, state, SQUARE, 99) is None
    if start != (0, 0):
        assert get_reachable_positions(Position(*start), 99, walls, state, SQUARE) == {}


def test_among_equal_ways_the_smallest_sequence_of_neighbour_order_is_taken():
    """Hexes: e w se nw ne sw; squares: n s w e nw ne sw se."""
    state = MapState([], [])
    path = find_path(Position(0, 0), Position(2, 2), build_wall_map(state, HEX), state, HEX, 9)
    assert path == ((0, 0), (1, 0), (2, 0), (2, 1), (2, 2))
    path = find_path(Position(0, 0), Position(1, 3), build_wall_map(state, SQUARE), state, SQUARE, 9)
    assert path == ((0, 0), (0, 1), (0, 2), (1, 3))


def test_the_reach_is_in_reading_order_with_the_start_at_cost_0():
    state = MapState([], [], bounds=1)
    found = get_reachable_positions(Position(0, 0), 1, build_wall_map(state, HEX), state, HEX)
    assert list(found) == ["-1,0", "-1,1", "0,-1", "0,0", "0,1", "1,-1", "1,0"]
    assert (found["0,0"].distance, found["0,0"].path) == (0, (Position(0, 0),))
    state = MapState([], [], bounds=(2, 2))
    assert list(get_reachable_positions(Position(0, 0), 1, build_wall_map(state, SQUARE), state, SQUARE)) == [
        "0,0", "1,0", "0,1", "1,1",
    ]  # fmt: skip


def test_without_a_budget_a_map_with_bounds_is_searched_whole():
    state = MapState([], [], bounds=4)
    walls = build_wall_map(state, HEX)
    assert len(get_reachable_positions(Position(0, 0), None, walls, state, HEX)) == 61
    assert len(find_path(Position(-4, 0), Position(4, 0), walls, state, HEX, None) or ()) == 9


def test_without_a_budget_a_map_without_bounds_is_refused():
    state = MapState([], [])
    walls = build_wall_map(state, HEX)
    with pytest.raises(ValueError, match="`max_distance` is None; on an unbounded map, write how far to look"):
        find_path(Position(0, 0), Position(1, 0), walls, state, HEX, None)
    with pytest.raises(ValueError, match="`max_distance` is None"):
        get_reachable_positions(Position(0, 0), None, walls, state, HEX)


def test_a_huge_budget_on_an_unbounded_map_does_not_hang():
    """A path is found in a window around the contents of the map; a flood that would fill the plane is refused."""
    ring = [MapItem(f"w{i}", "wall", at) for i, at in enumerate([(1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1)])]
    state = MapState(ring, [CharacterToken("far", (10**8, 0))])
    walls = build_wall_map(state, HEX)
    assert find_path(Position(0, 0), Position(5, 0), walls, state, HEX, 10**6) is None
    assert len(find_path(Position(-5, 0), Position(5, 0), walls, state, HEX, 10**6) or ()) == 13
    with pytest.raises(ValueError, match="`max_distance` is 1000000; this would look at 2000001 × 2000001 cells"):
        get_reachable_positions(Position(5, 0), 10**6, walls, state, HEX)
    with pytest.raises(ValueError, match="at most 1048576 are looked at"):
        find_path(Position(0, 0), Position(10**5, 10**5), walls, state, HEX, 10**6)


def test_a_board_too_big_to_lay_out_is_searched_within_the_budget():
    state = MapState([], [], bounds=10**6)
    walls = build_wall_map(state, HEX)
    rim = get_reachable_positions(Position(10**6, 0), 2, walls, state, HEX)
    near = hex_range((10**6, 0), 2)
    assert list(rim) == [f"{q},{r}" for q, r in near if max(abs(q), abs(r), abs(q + r)) <= 10**6]


def test_several_starts_and_goals_mean_any_of_them_earlier_starts_first():
    state = MapState([], [], bounds=(9, 1))
    walls = build_wall_map(state, SQUARE)
    ends = [Position(0, 0), Position(8, 0)]
    assert find_path(ends, Position(5, 0), walls, state, SQUARE, 9) == ((8, 0), (7, 0), (6, 0), (5, 0))
    assert find_path(Position(3, 0), ends, walls, state, SQUARE, 9) == ((3, 0), (2, 0), (1, 0), (0, 0))
    assert find_path(ends, [Position(4, 0)], walls, state, SQUARE, 9)[0] == (0, 0)
    assert find_path(ends[::-1], [Position(4, 0)], walls, state, SQUARE, 9)[0] == (8, 0)
    assert find_path(ends, [Position(4, 0)], walls, state, SQUARE, 3) is None
    assert find_path([], ends, walls, state, SQUARE, 9) is None
    assert list(get_reachable_positions([*ends, Position(99, 0)], 1, walls, state, SQUARE)) == [
        "0,0",
        "1,0",
        "7,0",
        "8,0",
    ]
    assert get_reachable_positions([], 1, walls, state, SQUARE) == {}
