"""The scenarios of the specification's section "Testing", with its two errors corrected by rulings."""

from __future__ import annotations

from ludotome.tactics import (
    CharacterToken,
    GridType,
    MapItem,
    MapState,
    Position,
    build_item_position_map,
    build_wall_map,
    can_target,
    find_path,
    has_cover,
    has_line_of_sight,
    validate_move,
)

HEX = GridType.HEX


def maps(*items: MapItem):
    state = MapState(items, ())
    return build_wall_map(state, HEX), build_item_position_map(state), state


def test_the_path_round_one_wall_on_five_hexes_in_a_line_is_six_hexes():
    walls, _, state = maps(MapItem("w", "wall", Position(2, 0)))
    path = find_path(Position(0, 0), Position(4, 0), walls, state, HEX, 10)
    assert path is not None
    assert (len(path), path[0], path[-1]) == (6, (0, 0), (4, 0))
    assert Position(2, 0) not in path
    assert find_path(Position(0, 0), Position(4, 0), walls, state, HEX, 5) == path
    assert find_path(Position(0, 0), Position(4, 0), walls, state, HEX, 4) is None


def test_a_wall_blocks_the_line():
    walls, items, _ = maps(MapItem("w", "wall", Position(1, 0)))
    seen = has_line_of_sight(Position(0, 0), Position(3, 0), walls, items, HEX)
    assert (seen.clear, seen.blocked_by, seen.cover_positions) == (False, Position(1, 0), ())
    assert seen.line == ((0, 0), (1, 0), (2, 0), (3, 0))


def test_a_table_leaves_the_line_clear_and_covers():
    walls, items, _ = maps(MapItem("t", "table", Position(2, 0)))
    seen = has_line_of_sight(Position(0, 0), Position(3, 0), walls, items, HEX)
    assert (seen.clear, seen.blocked_by, seen.cover_positions) == (True, None, (Position(2, 0),))
    assert has_cover(Position(0, 0), Position(3, 0), walls, items, HEX).defense_bonus == 1


def test_both_at_once_the_wall_blocks_and_the_table_stops_movement_only():
    walls, items, _ = maps(MapItem("w", "wall", Position(1, 0)), MapItem("t", "table", Position(2, 0)))
    assert (walls, walls.sight) == ({"1,0", "2,0"}, {"1,0"})
    assert has_line_of_sight(Position(0, 0), Position(3, 0), walls, items, HEX).blocked_by == (1, 0)


def test_a_ninja_of_movement_five_reaches_three_two_which_is_five_hexes_away():
    ninja = CharacterToken("ninja", Position(0, 0), movement=5)
    told = validate_move(ninja, Position(3, 2), MapState((), (ninja,)), HEX)
    assert (told.valid, told.reason, told.distance) == (True, None, 5)
    assert told.path is not None
    assert (len(told.path), told.path[0], told.path[-1]) == (6, (0, 0), (3, 2))


def test_a_ninja_of_movement_five_does_not_reach_six_hexes():
    ninja = CharacterToken("ninja", Position(0, 0), movement=5)
    told = validate_move(ninja, Position(6, 0), MapState((), (ninja,)), HEX)
    assert (told.valid, told.path, told.distance) == (False, None, 6)
    assert told.reason == "destination is 6 away but movement is 5"


def test_a_long_gun_of_range_twenty_reaches_fifteen_and_sight_is_asked_too():
    walls, items, _ = maps()
    told = can_target(Position(0, 0), Position(15, 0), 20, walls, items, HEX)
    assert (told.in_range, told.has_los, told.has_cover, told.distance) == (True, True, False, 15)
    walls, items, _ = maps(MapItem("w", "wall", Position(7, 0)))
    told = can_target(CharacterToken("a", Position(0, 0)), Position(15, 0), 20, walls, items, HEX)
    assert (told.in_range, told.has_los, told.distance) == (True, False, 15)
