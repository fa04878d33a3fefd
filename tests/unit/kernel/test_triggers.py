"""Triggers run after the list that raised their event, in order, depth first, and are logged."""

# ruff: noqa: E501  (one case a line reads as a table)

from __future__ import annotations

from typing import Any

import pytest

from ludotome.gamedef import Decision, PlayError
from ludotome.kernel import TriggerFiring, apply_move, initial_state
from tests.support.kernel_world import token, world
from tests.support.small_games import cards, game, n_of, note, play

ENTERED = {"type": "tokenEntered"}


def on(event: dict[str, Any], *effects: Any, id_: str = "t", **fields: Any) -> dict[str, Any]:
    return {"id": id_, "event": event, "effects": list(effects), **fields}


def test_events_wait_for_the_end_of_their_list() -> None:
    small = game(
        [{"id": "go", "effects": [*cards("row", 1), note(1)]}],
        triggers=[on(ENTERED, note(2)), on({"type": "actionResolved"}, note(3), id_="after")],
    )
    assert n_of(play(small, "go")) == 123


def test_cost_and_effects_are_one_list() -> None:
    small = game([{"id": "go", "cost": cards("row", 1), "effects": [note(1)]}], triggers=[on(ENTERED, note(2))])
    assert n_of(play(small, "go")) == 12


def test_what_a_trigger_raises_comes_before_the_next_trigger() -> None:
    """The action creates one card: trigger 1 (which draws it to a hand), then what that sets off (2), then trigger 3."""
    draw = {"draw": {"from": "row", "to": {"ref": "ownedZone", "zone": "hand", "player": "actor"}, "count": 1}}
    small = game(
        [{"id": "go", "effects": cards("row", 1)}],
        triggers=[
            on({"type": "tokenEntered", "zone": "row"}, note(1), draw, id_="one"),
            on({"type": "tokenEntered", "zone": "hand"}, note(2), id_="two"),
            on({"type": "tokenEntered", "zone": "row"}, note(3), id_="three"),
        ],
    )
    result = apply_move(small, initial_state(small, 1), Decision("go"))
    assert n_of(result.state) == 123
    assert result.trigger_firings == (
        TriggerFiring("one", "tokenEntered", 0),
        TriggerFiring("two", "tokenEntered", 1),
        TriggerFiring("three", "tokenEntered", 0),
    )


def test_a_chain_is_cut_at_the_greatest_depth_and_the_cut_is_logged() -> None:
    again = on({"type": "tokenEntered", "zone": "row"}, note(1), *cards("row", 1))
    small = game([{"id": "go", "effects": cards("row", 1)}], triggers=[again], metadata={"maxTriggerDepth": 2})
    result = apply_move(small, initial_state(small, 1), Decision("go"))
    assert n_of(result.state) == 111  # depths 0, 1 and 2
    assert result.trigger_firings[-1] == TriggerFiring(None, "tokenEntered", 3, truncated=True)


def test_an_event_tells_what_happened_and_its_guard_is_asked_when_it_fires() -> None:
    rank = {"ref": "tokenProp", "token": "$token", "prop": "rank"}
    small = game(
        [{"id": "go", "effects": [*cards("row", 4), {"moveToken": {"token": {"ref": "top", "zone": "row"}, "to": "hand:1"}}]}],
        triggers=[
            on(ENTERED, {"setVar": {"var": "n", "value": rank}}, when={"op": "isNone", "arg": "$from"}, id_="made"),
            on(ENTERED, note(5), when={"op": "==", "left": "$from", "right": {"ref": "zone", "zone": "row"}}, id_="moved"),
            on(ENTERED, note(6), when={"op": "==", "left": "$zone", "right": {"ref": "zone", "zone": "hand:1"}}, id_="there"),
            on(ENTERED, note(7), when={"op": "==", "left": "$player", "right": {"ref": "seat", "seat": 0}}, id_="who"),
        ],
    )  # fmt: skip
    result = apply_move(small, initial_state(small, 1), Decision("go"))
    assert [firing.trigger for firing in result.trigger_firings] == ["made", "who", "moved", "there", "who"]


def test_setup_raises_events_too_done_by_nobody() -> None:
    small = game(
        [{"id": "go"}], setup=cards("row", 1), triggers=[on(ENTERED, note(1), when={"op": "isNone", "arg": "$player"})]
    )
    assert n_of(play(small)) == 1


def test_filters_name_a_phase_an_action_or_anybodys_zone() -> None:
    small = game(
        [{"id": "a", "phases": ["one"]}, {"id": "b", "phases": ["two"]}],
        phases=[{"id": "one"}, {"id": "two"}],
        triggers=[
            on({"type": "actionResolved", "action": "b"}, note(1), id_="action"),
            on({"type": "phaseEnter", "phase": "two"}, note(2), id_="phase"),
        ],
    )
    assert n_of(play(small, "a", "b")) == 21


def test_a_token_that_is_gone_when_the_trigger_fires_is_none() -> None:
    burn = {"destroyToken": {"token": {"ref": "top", "zone": "row"}}}
    small = game(
        [{"id": "go", "effects": [*cards("row", 1), burn]}],
        triggers=[on(ENTERED, note(1), when={"op": "isNone", "arg": "$token"})],
    )
    assert n_of(play(small, "go")) == 1


def test_a_fault_in_a_trigger_names_the_trigger() -> None:
    full = {"createToken": {"type": "card", "zone": "deck", "count": 61}}
    small = game(
        [{"id": "go", "effects": cards("row", 1)}], triggers=[on(ENTERED, full, id_="flood", when=True)], check=False
    )
    with pytest.raises(PlayError, match="`flood`") as caught:
        apply_move(small, initial_state(small, 1), Decision("go"))
    assert caught.value.details["chain"] == ("triggers[0] `flood`", "triggers[0].effects[0].createToken")


TOP_ROW = {"ref": "top", "zone": "row"}


@pytest.mark.parametrize(
    ("effects", "entered"),
    [
        ([{"createToken": {"type": "card", "zone": "deck", "count": 3}}], 3),
        ([{"moveToken": {"token": TOP_ROW, "to": "deck"}}], 1),
        ([{"moveToken": {"token": TOP_ROW, "to": "row"}}], 1),  # leaves and enters
        ([{"moveAll": {"from": "row", "to": "deck"}}], 2),
        ([{"draw": {"from": "row", "to": "deck", "count": 5}}], 2),
        (
            [
                {
                    "forEach": {
                        "bind": "$t",
                        "over": {"query": "tokensInZone", "zone": "row"},
                        "effects": [{"moveToken": {"token": "$t", "to": "deck"}}],
                    }
                }
            ],
            2,
        ),
        ([{"shuffle": {"zone": "row"}}], 0),
        ([{"setTokenProp": {"token": TOP_ROW, "prop": "rank", "value": 3}}], 0),
        ([{"destroyToken": {"token": TOP_ROW}}], 0),
    ],
)
def test_every_arrival_is_an_event_and_nothing_else_is(effects: list[Any], entered: int) -> None:
    counted = {"addVar": {"var": "n", "delta": 1}}
    late = {"op": "not", "arg": {"op": "isNone", "arg": "$player"}}  # not those of setup
    small = game(
        [{"id": "go", "effects": effects}], setup=cards("row", 1, 2), triggers=[on(ENTERED, counted, when=late)]
    )
    assert n_of(play(small, "go")) == entered


def test_a_step_to_a_neighbour_is_an_arrival_too() -> None:
    step = {"moveTokenAdjacent": {"token": {"ref": "top", "zone": "p"}, "to": "q"}}
    heard = {
        "id": "t",
        "event": {"type": "tokenEntered", "zone": "q"},
        "effects": [{"setVar": {"var": "count", "value": 9}}],
    }
    small = world(
        actions=[{"id": "go", "phases": ["main"], "effects": [step]}], setup=[token("pawn", "p")], triggers=[heard]
    )
    assert apply_move(small, initial_state(small, 1), Decision("go")).state.global_vars[0] == 9
