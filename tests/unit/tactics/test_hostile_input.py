"""Invalid arguments: each is refused by name and value; nothing crashes, hangs or gives a wrong result."""

from __future__ import annotations

import math
import pickle

import msgspec
import pytest

from ludotome.tactics import (
    CharacterToken,
    GridType,
    ItemMap,
    MapItem,
    MapState,
    Position,
    Rectangle,
    WallMap,
    build_item_position_map,
    build_wall_map,
    can_target,
    find_best_cover_position,
    find_path,
    get_adjacent_characters,
    get_characters_in_range,
    get_move_cost,
    get_reachable_positions,
    get_visible_positions,
    has_line_of_sight,
    hex_line_draw,
    is_blocked,
    is_occupied_by_character,
    position_of_key,
    validate_move,
    validate_move_and_attack,
)

HEX = GridType.HEX
O = Position(0, 0)  # noqa: E741
WHO = CharacterToken("who", O, movement=3)
STATE = MapState((), (WHO,))
WALLS, ITEMS = build_wall_map(STATE, HEX), build_item_position_map(STATE)
BAD = [None, 3, "0,0", (1,), (1, 2, 3), (1.5, 0), (math.nan, 0), (True, 0), ("1", "2"), Position(0.5, 0)]


@pytest.mark.parametrize("bad", BAD, ids=repr)
@pytest.mark.parametrize(
    ("name", "call"),
    [
        ("position", lambda bad: is_blocked(bad, WALLS)),
        ("position", lambda bad: is_occupied_by_character(bad, STATE)),
        ("start", lambda bad: find_path(bad, O, WALLS, STATE, HEX, 3)),
        ("goal", lambda bad: find_path(O, bad, WALLS, STATE, HEX, 3)),
        ("start", lambda bad: get_reachable_positions(bad, 3, WALLS, STATE, HEX)),
        ("from_", lambda bad: get_move_cost(bad, O, HEX)),
        ("from_", lambda bad: has_line_of_sight(bad, O, WALLS, ITEMS, HEX)),
        ("to", lambda bad: has_line_of_sight(O, bad, WALLS, ITEMS, HEX)),
        ("to", lambda bad: hex_line_draw(O, bad)),
        ("from_", lambda bad: get_visible_positions(bad, 3, WALLS, ITEMS, HEX)),
        ("position", lambda bad: get_characters_in_range(bad, 3, STATE, HEX)),
        ("position", lambda bad: get_adjacent_characters(bad, STATE, HEX)),
        ("target_position", lambda bad: can_target(O, bad, 3, WALLS, ITEMS, HEX)),
        ("threats_from", lambda bad: find_best_cover_position(WHO, [bad], {}, WALLS, ITEMS, HEX)),
        ("destination", lambda bad: validate_move(WHO, bad, STATE, HEX)),
        ("target_pos", lambda bad: validate_move_and_attack(WHO, O, bad, 3, STATE, HEX)),
        ("i.position", lambda bad: MapItem("i", "wall", bad)),
        ("c.position", lambda bad: CharacterToken("c", bad)),
    ],
)
def test_what_is_not_a_position_is_refused_by_name(name, call, bad):
    with pytest.raises(TypeError, match=rf"`{name}(\.[xy])?` is "):
        call(bad)


@pytest.mark.parametrize("bad", [-1, 1.0, math.nan, math.inf, "3", True])
@pytest.mark.parametrize(
    ("name", "call"),
    [
        ("max_distance", lambda bad: find_path(O, O, WALLS, STATE, HEX, bad)),
        ("max_distance", lambda bad: get_reachable_positions(O, bad, WALLS, STATE, HEX)),
        ("max_range", lambda bad: get_visible_positions(O, bad, WALLS, ITEMS, HEX)),
        ("range_", lambda bad: get_characters_in_range(O, bad, STATE, HEX)),
        ("weapon_range", lambda bad: can_target(O, O, bad, WALLS, ITEMS, HEX)),
        ("move_distance", lambda bad: validate_move_and_attack(WHO, O, O, bad, STATE, HEX)),
        ("bounds", lambda bad: MapState((), (), bounds=bad)),
        ("c.movement", lambda bad: CharacterToken("c", O, movement=bad)),
    ],
)
def test_what_is_not_a_count_is_refused_by_name(name, call, bad):
    with pytest.raises((TypeError, ValueError), match=f"`{name}` is "):
        call(bad)


@pytest.mark.parametrize("bad", ["octagon", None, 6, []])
def test_what_is_not_a_grid_is_refused(bad):
    for call in (
        lambda: build_wall_map(STATE, bad),
        lambda: find_path(O, O, WALLS, STATE, bad, 3),
        lambda: has_line_of_sight(O, O, WALLS, ITEMS, bad),
        lambda: validate_move(WHO, O, STATE, bad),
    ):
        with pytest.raises(ValueError, match=r"`grid_type` is .*; write `GridType.HEX` or `GridType.SQUARE`"):
            call()


def test_the_plain_name_of_a_grid_will_do():
    assert build_wall_map(STATE, "hex") is WALLS


@pytest.mark.parametrize("bad", [(1,), (0, 3), (1, 2, 3), (3, 0, 2, 0), (0, 3, 0, 2), (-1, 5)])
def test_bounds_that_hold_nothing_are_refused(bad):
    with pytest.raises(ValueError, match=r"`bounds` is .*; write a radius"):
        MapState((), (), bounds=bad)


@pytest.mark.parametrize(
    ("make", "told"),
    [
        (lambda: MapItem("", "wall", O), "the `id` of an item is ''"),
        (lambda: MapItem("i", None, O), "the `type` of item `i` is None"),
        (lambda: CharacterToken(7, O), "the `id` of a character is 7"),
        (lambda: CharacterToken("c", O, state="asleep"), "`c.state` is 'asleep'; write one of overt, hidden"),
        (lambda: MapItem("i", "smoke", O, expires_turn=1.5), "`i.expires_turn` is 1.5"),
        (lambda: MapState(3, ()), "`items` is 3; write a list of MapItem"),
        (lambda: MapState((WHO,), ()), "`items` holds CharacterToken"),
        (lambda: MapState((), (None,)), "`characters` holds None"),
        (lambda: MapState((), (WHO, WHO)), "two characters have the id `who`"),
        (lambda: MapState(version=1.5), "`version` is 1.5"),
        (lambda: build_wall_map([], HEX), r"`map_state` is \[\]; write a `MapState`"),
        (lambda: find_path(O, O, "walls", STATE, HEX, 3), "`wall_map` is 'walls'"),
        (lambda: has_line_of_sight(O, O, {"1;0"}, ITEMS, HEX), "'1;0' is not the key of a position"),
        (lambda: has_line_of_sight(O, O, WALLS, [], HEX), r"`item_map` is \[\]"),
        (lambda: has_line_of_sight(O, O, WALLS, ITEMS, HEX, policy="kind"), "`policy` is 'kind'"),
        (lambda: position_of_key("1, 2"), "'1, 2' is not the key of a position; write two integers"),
        (lambda: find_best_cover_position(None, [], {}, WALLS, ITEMS, HEX), "`character` is None"),
    ],
)
def test_bad_data_is_refused_where_it_is_made(make, told):
    with pytest.raises((TypeError, ValueError), match=told):
        make()


def test_an_empty_map_has_its_documented_answers():
    empty = MapState()
    assert (build_wall_map(empty, HEX), build_item_position_map(empty)) == (WallMap(), ItemMap())
    assert get_characters_in_range(O, 9, empty, HEX) == ()
    assert list(get_reachable_positions(O, 0, WallMap(), empty, HEX)) == ["0,0"]
    assert get_visible_positions(O, 0, WallMap(), {}, HEX) == {"0,0"}


def test_plain_pairs_and_lists_are_taken_as_positions():
    item = MapItem("i", "wall", [1, 2])
    assert (item.position, type(item.position)) == (Position(1, 2), Position)
    assert find_path((0, 0), (1, 0), WALLS, STATE, HEX, 3, "who") == ((0, 0), (1, 0))


def test_a_state_goes_through_json_unchanged():
    state = MapState(
        [MapItem("w", "wall", (1, 0), properties={"hp": 3})], [WHO], bounds=Rectangle(-1, -1, 4, 4), turn=2
    )
    build_wall_map(state, HEX)
    assert msgspec.json.decode(msgspec.json.encode(state), type=MapState) == state


def test_what_was_made_cannot_be_changed():
    with pytest.raises(AttributeError):
        STATE.items = ()
    with pytest.raises(AttributeError):
        WHO.position = O
    with pytest.raises(AttributeError):
        WALLS.add("1,0")


def test_states_and_maps_go_to_another_process_without_what_was_worked_out():
    state = MapState([MapItem("w", "wall", (1, 0))], [WHO], bounds=3)
    walls = build_wall_map(state, HEX)
    before = get_reachable_positions(O, 2, walls, state, HEX)
    there, sent = pickle.loads(pickle.dumps(state)), pickle.loads(pickle.dumps(walls))
    assert (there, sent, sent.sight, sent.bounds) == (state, walls, walls.sight, 3)
    assert set(vars(there)) == {"items", "characters", "bounds", "version", "turn"}
    assert get_reachable_positions(O, 2, sent, there, HEX) == before
