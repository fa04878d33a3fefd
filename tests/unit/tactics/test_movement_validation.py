"""Moves: the range of each kind, and readable reasons with numbers."""

from __future__ import annotations

from dataclasses import replace

import pytest

from ludotome.tactics import (
    MOVE_RULES,
    CharacterToken,
    GridType,
    MapItem,
    MapState,
    MoveRule,
    Position,
    get_effective_movement,
    validate_move,
    validate_move_and_attack,
)

HEX, SQUARE = GridType.HEX, GridType.SQUARE
NINJA = CharacterToken("ninja", (0, 0), team="blue", movement=5)


@pytest.mark.parametrize(
    ("kind", "steps", "slots"),
    [
        ("move", 6, 1),
        ("hustle", 8, 2),
        ("sprint", 10, 3),
        ("ninja-vanish", 3, 2),
        ("cqc-technique", 3, 1),
        ("all-according-to-plan", 1, 3),
        ("go-over-there", 1, 2),
    ],
)
def test_how_far_each_kind_of_move_leads_and_its_slots(kind, steps, slots):
    assert get_effective_movement(replace(NINJA, movement_bonus=1), kind) == steps
    assert MOVE_RULES[kind].slots == slots


def test_a_negative_bonus_never_makes_less_than_no_movement():
    assert get_effective_movement(replace(NINJA, movement_bonus=-9), "move") == 0


@pytest.mark.parametrize("kind", ["hustle", "sprint"])
def test_hustle_and_sprint_need_an_overt_character_and_say_so(kind):
    hidden = replace(NINJA, state="hidden")
    told = f"`{kind}` needs a character that is overt, but `ninja` is hidden"
    with pytest.raises(ValueError, match=told):
        get_effective_movement(hidden, kind)
    assert validate_move(hidden, Position(1, 0), MapState((), (hidden,)), HEX, action_type=kind).reason == told
    assert validate_move(hidden, Position(1, 0), MapState((), (hidden,)), HEX).valid


def test_a_character_that_is_not_awake_does_not_move():
    told = validate_move(replace(NINJA, state="stunned"), Position(1, 0), MapState(), HEX)
    assert told.reason == "`move` needs a character that is overt or hidden or disguised, but `ninja` is stunned"


def test_a_game_may_bring_its_own_table():
    rules = {**MOVE_RULES, "sprint": MoveRule(slots=1, bonus=7, needs=("hidden",)), "blink": MoveRule(slots=9, fixed=2)}
    hidden = replace(NINJA, state="hidden")
    assert get_effective_movement(hidden, "sprint", rules=rules) == 12
    far = validate_move(hidden, Position(3, 0), MapState((), (hidden,)), HEX, action_type="blink", rules=rules)
    assert far.reason == "destination is 3 away but movement is 2"
    with pytest.raises(ValueError, match="`action_type` is 'blink'; write one of move, hustle, sprint"):
        get_effective_movement(hidden, "blink")


def test_a_longer_action_leads_further():
    state = MapState((), (NINJA,))
    assert not validate_move(NINJA, Position(9, 0), state, HEX).valid
    assert validate_move(NINJA, Position(9, 0), state, HEX, action_type="sprint").distance == 9


@pytest.mark.parametrize(
    ("destination", "reason"),
    [
        ((1, 0), "destination (1, 0) is blocked by the wall `w`"),
        ((0, 1), "destination (0, 1) is blocked by the table `t`"),
        ((-1, 0), "destination (-1, 0) is occupied by `guard`"),
        ((9, 0), "destination (9, 0) is off the board, whose bounds are radius 8"),
        ((-6, 0), "destination is 6 away but movement is 5"),
        ((5, 0), "destination is 5 away but the cheapest way there costs 8 and movement is 5"),
    ],
)
def test_every_refusal_says_why_with_the_numbers(destination, reason):
    items = [MapItem("w", "wall", (1, 0)), MapItem("t", "table", (0, 1)), MapItem("d", "difficult", (1, -1))]
    state = MapState(items, (NINJA, CharacterToken("guard", (-1, 0))), bounds=8)
    told = validate_move(NINJA, Position(*destination), state, HEX)
    assert (told.valid, told.reason, told.path) == (False, reason, None)


def test_where_no_way_is_open_it_says_so():
    ring = [MapItem(f"w{i}", "wall", at) for i, at in enumerate([(1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1)])]
    for bounds in (6, None):
        told = validate_move(NINJA, Position(3, 0), MapState(ring, (NINJA,), bounds=bounds), HEX)
        assert told.reason == "destination is 3 away but no way there is open, not even for 105"


@pytest.mark.parametrize(
    ("at", "reason"),
    [
        ((9, 9), "start (9, 9) is off the board, whose bounds are (0, 0, 4, 3)"),
        ((1, 1), "start (1, 1) is blocked by the wall `w`"),
    ],
)
def test_a_bad_start_says_why(at, reason):
    lost = replace(NINJA, position=at)
    state = MapState([MapItem("w", "wall", (1, 1))], (lost,), bounds=(5, 4))
    assert validate_move(lost, Position(0, 0), state, SQUARE).reason == reason


def test_staying_is_a_move_of_cost_0():
    told = validate_move(NINJA, NINJA.position, MapState((), (NINJA,)), HEX)
    assert (told.valid, told.distance, told.path) == (True, 0, (Position(0, 0),))


def test_difficult_ground_counts():
    state = MapState([MapItem("d", "difficult", (1, 0))], (NINJA,), bounds=(4, 1))
    assert validate_move(NINJA, Position(3, 0), state, SQUARE).distance == 5
    slow = replace(NINJA, movement=4)
    told = validate_move(slow, Position(3, 0), state, SQUARE)
    assert told.reason == "destination is 3 away but the cheapest way there costs 5 and movement is 4"


def test_move_and_attack_needs_a_target_next_to_the_destination():
    state = MapState((), (NINJA, CharacterToken("foe", (4, 0))))
    told = validate_move_and_attack(NINJA, Position(3, 0), Position(4, 0), 3, state, HEX)
    assert (told.valid, told.distance, len(told.path or ())) == (True, 3, 4)
    told = validate_move_and_attack(NINJA, Position(2, 0), Position(4, 0), 3, state, HEX)
    assert (told.valid, told.reason) == (False, "target is 2 away from the destination but must be 1 away")
    told = validate_move_and_attack(NINJA, Position(3, 0), Position(3, 0), 3, state, HEX)
    assert told.reason == "target is 0 away from the destination but must be 1 away"
    told = validate_move_and_attack(NINJA, Position(3, 0), Position(4, 0), 2, state, HEX)
    assert told.reason == "destination is 3 away but movement is 2"
    told = validate_move_and_attack(NINJA, Position(4, 0), Position(4, 0), 5, state, HEX)
    assert told.reason == "destination (4, 0) is occupied by `foe`"
