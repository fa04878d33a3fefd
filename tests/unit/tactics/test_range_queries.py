"""Range: nearby characters and items, in the order of the map, and possible targets."""

from __future__ import annotations

import pytest

from ludotome.tactics import (
    CharacterToken,
    GridType,
    MapItem,
    MapState,
    Position,
    TargetResult,
    build_item_position_map,
    build_wall_map,
    can_target,
    get_adjacent_characters,
    get_characters_in_range,
    get_enemies_in_range,
    get_items_in_range,
)

HEX, SQUARE = GridType.HEX, GridType.SQUARE
HERE = Position(0, 0)
STATE = MapState(
    [
        MapItem("guard", "security-guard", (3, 0)),
        MapItem("wall", "wall", (1, 0)),
        MapItem("elite", "elite", (1, 1)),
        MapItem("camera", "camera", (0, -2)),
        MapItem("computer", "computer", (0, 0)),
        MapItem("turret", "turret", (0, 1)),
    ],
    [
        CharacterToken("far", (4, 0), team="red"),
        CharacterToken("here", (0, 0), team="blue"),
        CharacterToken("corner", (1, 1), team="red", state="hidden"),
        CharacterToken("beside", (0, 1), team="blue"),
    ],
)


def ids(things):
    return [thing.id for thing in things]


def test_a_range_is_inclusive_and_answers_come_in_the_order_of_the_map():
    assert ids(get_characters_in_range(HERE, 4, STATE, HEX)) == ["far", "here", "corner", "beside"]
    assert ids(get_characters_in_range(HERE, 3, STATE, HEX)) == ["here", "corner", "beside"]
    assert ids(get_characters_in_range(HERE, 1, STATE, HEX)) == ["here", "beside"]
    assert ids(get_characters_in_range(HERE, 1, STATE, SQUARE)) == ["here", "corner", "beside"]
    assert ids(get_characters_in_range(HERE, 0, STATE, HEX)) == ["here"]


def test_a_filter_chooses():
    assert ids(get_characters_in_range(HERE, 9, STATE, HEX, lambda who: who.team == "red")) == ["far", "corner"]
    assert ids(get_characters_in_range(HERE, 9, STATE, HEX, lambda who: who.state == "overt")) == [
        "far", "here", "beside",
    ]  # fmt: skip
    assert ids(get_items_in_range(HERE, 9, STATE, HEX, lambda it: it.type == "computer")) == ["computer"]


def test_items_and_enemies_in_range():
    assert ids(get_items_in_range(HERE, 1, STATE, HEX)) == ["wall", "computer", "turret"]
    assert ids(get_enemies_in_range(HERE, 2, STATE, HEX)) == ["elite", "camera"]
    assert ids(get_enemies_in_range(HERE, 3, STATE, HEX)) == ["guard", "elite", "camera"]


def test_adjacent_is_one_step_away_and_not_the_very_position():
    assert ids(get_adjacent_characters(HERE, STATE, HEX)) == ["beside"]
    assert ids(get_adjacent_characters(HERE, STATE, SQUARE)) == ["corner", "beside"]


@pytest.mark.parametrize(
    ("target", "range_", "result"),
    [
        ((3, 0), 5, TargetResult(in_range=True, has_los=False, has_cover=False, distance=3)),
        ((0, 4), 3, TargetResult(in_range=False, has_los=True, has_cover=False, distance=4)),
        ((0, -4), 4, TargetResult(in_range=True, has_los=True, has_cover=True, distance=4)),
    ],
)
def test_range_sight_and_cover_are_distinguished(target, range_, result):
    state = STATE.with_items([*STATE.items, MapItem("table", "table", (0, -3))])
    maps = build_wall_map(state, HEX), build_item_position_map(state)
    assert can_target(STATE.characters[1], Position(*target), range_, *maps, HEX) == result
    assert can_target(HERE, Position(*target), range_, *maps, HEX) == result
