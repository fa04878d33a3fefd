"""Line of sight: blockers, ties, corners, explanations, and the field of view."""

from __future__ import annotations

import pytest

from ludotome.tactics import (
    GridType,
    MapItem,
    MapState,
    Position,
    build_item_position_map,
    build_wall_map,
    get_visible_positions,
    has_line_of_sight,
    hex_line_draw,
)

HEX, SQUARE = GridType.HEX, GridType.SQUARE


def look(a, b, grid, policy="conservative", bounds=None, **things):
    items = [
        MapItem(f"{type_}{i}", type_.replace("_", "-"), at) for type_ in things for i, at in enumerate(things[type_])
    ]
    state = MapState(items, (), bounds=bounds)
    maps = build_wall_map(state, grid), build_item_position_map(state)
    return has_line_of_sight(Position(*a), Position(*b), *maps, grid, policy=policy)


@pytest.mark.parametrize(
    ("walls", "blocked_by", "permissive"),
    [([], None, True), ([(0, 1)], (0, 1), True), ([(1, 0)], (1, 0), True), ([(1, 0), (0, 1)], (0, 1), False)],
)
def test_at_an_exact_tie_either_hex_blocks_or_permissively_only_both(walls, blocked_by, permissive):
    seen = look((0, 0), (1, 1), HEX, wall=walls)
    assert (seen.clear, seen.blocked_by) == (not walls, blocked_by)
    assert seen.ties == ((Position(0, 1), Position(1, 0)),)
    assert look((0, 0), (1, 1), HEX, "permissive", wall=walls).clear is permissive


@pytest.mark.parametrize("policy", ["conservative", "permissive"])
def test_a_corner_of_squares_is_closed_only_by_both(policy):
    assert look((0, 0), (1, 1), SQUARE, policy, wall=[(0, 1)]).clear
    seen = look((0, 0), (1, 1), SQUARE, policy, wall=[(0, 1), (1, 0)])
    assert (seen.clear, seen.blocked_by) == (False, Position(1, 0))


def test_on_squares_x_is_the_column_and_y_the_row():
    seen = look((0, 0), (3, 1), SQUARE, wall=[(2, 1)], table=[(1, 0)])
    assert (seen.blocked_by, seen.cover_positions) == ((2, 1), ())
    assert seen.line == ((0, 0), (1, 0), (2, 1), (3, 1))
    seen = look((0, 0), (3, 1), SQUARE, table=[(1, 0), (2, 1), (1, 1)])
    assert seen.cover_positions == ((1, 0), (1, 1), (2, 1))


def test_the_first_blocker_in_line_order_is_named_from_either_side():
    assert look((0, 0), (4, 0), HEX, wall=[(3, 0), (1, 0)]).blocked_by == (1, 0)
    assert look((4, 0), (0, 0), HEX, wall=[(3, 0), (1, 0)]).blocked_by == (3, 0)


def test_smoke_blocks_and_tables_and_guards_do_not():
    assert not look((0, 0), (2, 0), HEX, smoke=[(1, 0)]).clear
    assert look((0, 0), (2, 0), HEX, table=[(1, 0)], security_guard=[(1, 0)]).clear


def test_the_two_ends_never_block_nor_cover():
    seen = look((0, 0), (2, 0), HEX, wall=[(0, 0), (2, 0)], table=[(0, 0), (2, 0)])
    assert (seen.clear, seen.cover_positions) == (True, ())
    seen = look((1, 1), (1, 1), HEX, wall=[(1, 1)])
    assert (seen.clear, seen.line, seen.ties) == (True, (Position(1, 1),), ())


def test_a_blocked_line_has_no_cover():
    assert look((0, 0), (4, 0), HEX, wall=[(1, 0)], table=[(3, 0)]).cover_positions == ()


def test_off_the_board_nothing_is_seen():
    seen = look((0, 0), (3, 0), HEX, bounds=2)
    assert (seen.clear, seen.blocked_by, seen.line, seen.ties) == (False, None, (), ())
    walls = build_wall_map(MapState([], [], bounds=2), HEX)
    assert get_visible_positions(Position(3, 0), 5, walls, {}, HEX) == frozenset()
    assert len(get_visible_positions(Position(0, 0), 5, walls, {}, HEX)) == 19


def test_a_line_drawn_backwards_is_the_line_reversed():
    line = hex_line_draw(Position(0, 0), Position(4, -2))
    assert line == ((0, 0), (1, -1), (2, -1), (3, -2), (4, -2))
    assert hex_line_draw(Position(4, -2), Position(0, 0)) == line[::-1]
    assert all(isinstance(position, Position) for position in line)


def test_what_is_seen_past_a_wall_as_a_drawing():
    """`#` wall, `@` the observer, `*` visible, `.` not visible."""
    rows = ["......", "..#...", "@.#...", "......", "....#."]
    at = {(x, y): sign for y, row in enumerate(rows) for x, sign in enumerate(row)}
    state = MapState([MapItem(f"{p}", "wall", p) for p, s in at.items() if s == "#"], (), bounds=(6, 5))
    seen = get_visible_positions(Position(0, 2), None, build_wall_map(state, SQUARE), {}, SQUARE)
    shown = [
        "".join(s if s != "." else "*" if f"{x},{y}" in seen else "." for x, s in enumerate(row))
        for y, row in enumerate(rows)
    ]
    assert shown == ["***...", "**#...", "@*#...", "****..", "****#."]


def test_how_far_must_be_said_on_a_map_without_bounds():
    walls = build_wall_map(MapState([], []), HEX)
    assert len(get_visible_positions(Position(0, 0), 3, walls, {}, HEX)) == 37
    with pytest.raises(ValueError, match="`max_range` is None; on an unbounded map"):
        get_visible_positions(Position(0, 0), None, walls, {}, HEX)
    with pytest.raises(ValueError, match="`max_range` is 99999; this would look at"):
        get_visible_positions(Position(0, 0), 99999, walls, {}, HEX)


def test_a_line_without_end_is_refused_not_drawn():
    with pytest.raises(
        ValueError, match=r"`to` is \(1000000000, 0\), 1000000000 away from \(0, 0\); a line is at most"
    ):
        look((0, 0), (10**9, 0), HEX)
    with pytest.raises(ValueError, match="a line is at most 10000 long"):
        hex_line_draw(Position(0, 0), Position(10**9, 0))


@pytest.mark.parametrize("grid", [HEX, SQUARE])
def test_far_apart_the_line_is_walked_without_laying_out_the_land(grid):
    """The same rules as for near positions: only things on the line block or give cover."""
    far = (4000, 4000)
    assert look((0, 0), far, grid, wall=[(1, 3)]).clear
    seen = look((0, 0), far, grid, table=[(2000, 2000)])
    assert (seen.clear, seen.cover_positions) == (True, ((2000, 2000),))
    assert look((0, 0), far, grid, wall=[(2000, 2000), (3, 3)]).blocked_by == (3, 3)


@pytest.mark.parametrize("bounds", [None, 400])
def test_looking_here_and_there_on_a_great_map_gives_the_answers_of_a_new_map(bounds):
    state = MapState([MapItem(f"w{x}", "wall", (x, 0)) for x in range(0, 400, 7)], (), bounds=bounds)
    walls = build_wall_map(state, HEX)
    for x in (0, 300, 5, 150, -80, 399, 2):
        again = build_wall_map(MapState(state.items, bounds=bounds), HEX)
        a, b = Position(x, -2), Position(x - 3, 4)
        assert has_line_of_sight(a, b, walls, {}, HEX) == has_line_of_sight(a, b, again, {}, HEX)
        assert get_visible_positions(a, 6, walls, {}, HEX) == get_visible_positions(a, 6, again, {}, HEX)
