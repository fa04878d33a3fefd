"""Pending choices: one apply is run again from the state before, with the answers so far."""

# ruff: noqa: E501  (one case a line reads as a table)

from __future__ import annotations

from typing import Any

import pytest

from ludotome.gamedef import Decision, PlayError, Symbols, state_from_json, state_to_json
from ludotome.kernel import (
    apply_move,
    check_state,
    compute_full_hash,
    compute_position_hash,
    current_player,
    initial_state,
    legal_moves,
    observation,
    why_illegal,
)
from tests.support.small_games import cards, game, n_of, note, play

ROW = {"query": "tokensInZone", "zone": "row"}


def choose(*options: Any, bind: str = "$c", **fields: Any) -> dict[str, Any]:
    return {"chooseOne": {"bind": bind, "options": {"query": "list", "items": list(options)}, **fields}}


def store(value: Any = "$c") -> dict[str, Any]:
    return {"setVar": {"var": "n", "value": value}}


def picks(n: Any) -> list[dict[str, Any]]:
    taken = {"forEach": {"bind": "$t", "over": {"ref": "binding", "name": "$c"}, "effects": [{"moveToken": {"token": "$t", "to": "deck"}}]}}  # fmt: skip
    return [{"chooseN": {"bind": "$c", "options": ROW, "n": n}}, taken]


def answers(game_def: Any, state: Any) -> list[Any]:
    return [move.choose for move in legal_moves(game_def, state)]


def test_a_choice_suspends_the_decision_and_its_answer_completes_it() -> None:
    small = game([{"id": "go", "effects": [choose(4, 7), store()]}])
    waiting = play(small, "go")
    assert waiting.pending is not None
    assert waiting.pending.decision == Decision("go")
    assert (current_player(small, waiting), answers(small, waiting)) == (0, [4, 7])
    done = apply_move(small, waiting, Decision(choose=7)).state
    assert (n_of(done), done.active, done.pending) == (7, 1, None)


def test_the_chooser_may_be_another_player() -> None:
    small = game([{"id": "go", "effects": [choose(4, 7, chooser={"id": 1}), store()]}])
    assert current_player(small, play(small, "go")) == 1


def test_every_answer_is_a_ply_and_triggers_are_told_once() -> None:
    small = game(
        [{"id": "go", "effects": [choose(4, 7), choose(1, 2, bind="$d"), store("$d")]}],
        triggers=[{"id": "t", "event": {"type": "actionResolved"}, "effects": []}],
    )
    state = initial_state(small, 1)
    plies, firings = [], []
    for move in (Decision("go"), Decision(choose=4), Decision(choose=2)):
        result = apply_move(small, state, move)
        state = result.state
        plies.append(state.ply)
        firings.append(len(result.trigger_firings))
    assert plies == [1, 2, 3]
    assert firings == [0, 0, 1]
    assert n_of(state) == 2


def test_one_option_is_still_asked_and_none_is_not() -> None:
    small = game([{"id": "go", "effects": [choose(4), store()]}, {"id": "none", "effects": [{"chooseOne": {"bind": "$c", "options": ROW}}]}])  # fmt: skip
    assert answers(small, play(small, "go")) == [4]
    assert play(small, "none").pending is None


def test_choose_n_takes_options_in_order_leaving_enough_for_the_rest() -> None:
    small = game([{"id": "go", "effects": picks(2)}], setup=cards("row", 1, 2, 3))
    state = play(small, "go")
    assert answers(small, state) == [0, 1]  # the last one alone would leave nothing for the second
    assert answers(small, play(small, "go", Decision(choose=0))) == [1, 2]
    assert answers(small, play(small, "go", Decision(choose=1))) == [2]
    done = play(small, "go", Decision(choose=0), Decision(choose=2))
    assert done.zones[0] == (0, 2)


def test_choose_n_takes_all_there_are_and_still_asks() -> None:
    small = game([{"id": "go", "effects": picks(9)}], setup=cards("row", 1, 2))
    assert answers(small, play(small, "go")) == [0]
    assert play(small, "go", Decision(choose=0), Decision(choose=1)).zones[0] == (0, 1)


def test_dice_thrown_before_the_question_stay_thrown() -> None:
    small = game([{"id": "go", "effects": [{"roll": {"bind": "$d", "sides": 1000}}, store("$d"), choose(1, 2)]}])
    waiting = play(small, "go", seed=5)
    rolled = observation(small, waiting, 0)["globalVars"]["n"]
    outcomes = {n_of(apply_move(small, waiting, Decision(choose=value)).state) for value in (1, 2)}
    assert outcomes == {rolled}
    assert n_of(waiting) == 0  # the state itself is the one before; the view shows the dice


def test_a_choice_in_setup_waits_before_the_first_turn() -> None:
    small = game([{"id": "go"}], setup=[choose(4, 7, chooser={"id": 1}), store()])
    state = initial_state(small, 1)
    assert state.pending is not None
    assert state.pending.decision is None
    assert current_player(small, state) == 1
    done = apply_move(small, state, Decision(choose=7)).state
    assert (n_of(done), done.ply, done.active) == (7, 1, 0)


def test_a_choice_in_a_turn_trigger_belongs_to_the_decision_that_led_there() -> None:
    trigger = {"id": "t", "event": {"type": "turnStart"}, "effects": [choose(4, 7), store()], "when": {"op": ">", "left": {"ref": "turn"}, "right": 0}}  # fmt: skip
    small = game([{"id": "go", "effects": [note(9)]}], triggers=[trigger])
    waiting = play(small, "go")
    assert waiting.pending is not None
    assert waiting.pending.decision == Decision("go")
    assert current_player(small, waiting) == 1


def test_only_the_chooser_sees_the_options() -> None:
    small = game([{"id": "go", "effects": [choose(4, 7, chooser={"id": 1}), store()]}])
    waiting = play(small, "go")
    assert observation(small, waiting, 1)["choice"] == {"player": 1, "options": [4, 7]}
    assert observation(small, waiting, 0)["choice"] == {"player": 1}


@pytest.mark.parametrize(
    "move", [Decision("go"), Decision(choose=5), Decision(choose=True), Decision(choose="4"), Decision(chance=4)]
)
def test_anything_but_an_answer_is_refused(move: Decision) -> None:
    small = game([{"id": "go", "effects": [choose(4, 1), store()]}])
    waiting = play(small, "go")
    with pytest.raises(PlayError, match="has to answer") as caught:
        apply_move(small, waiting, move)
    assert caught.value.code == "illegal-decision"
    refusal = why_illegal(small, waiting, move)
    assert refusal is not None
    assert refusal.by == "choice"


def test_hashes_distinguish_pending_states() -> None:
    small = game([{"id": "go", "effects": [choose(4, 7), choose(4, 7, bind="$d"), store()]}, {"id": "on", "effects": [choose(4, 7), store()]}])  # fmt: skip
    states = [
        initial_state(small, 1),
        play(small, "go"),
        play(small, "on"),
        play(small, "go", Decision(choose=4)),
        play(small, "go", Decision(choose=7)),
    ]
    assert len({compute_full_hash(small, state) for state in states}) == len(states)
    assert len({compute_position_hash(small, state) for state in states}) == len(states)


def test_a_pending_state_survives_json() -> None:
    small = game([{"id": "go", "effects": [choose(4, 7), choose(1, 2, bind="$d"), store()]}])
    waiting = play(small, "go", Decision(choose=4))
    symbols = Symbols(small)
    again = state_from_json(symbols, state_to_json(symbols, waiting))
    assert again == waiting
    check_state(small, again)
    assert legal_moves(small, again) == legal_moves(small, waiting)


def test_a_pending_state_that_nothing_leads_to_is_refused() -> None:
    small = game([{"id": "go", "effects": [choose(4, 7), store()]}, {"id": "stay"}])
    symbols = Symbols(small)
    text = state_to_json(symbols, play(small, "go"))
    for wrong in (text.replace('"decision":{"action":"go"}', '"decision":{"action":"stay"}'), text.replace('"answers":[]', '"answers":[{"choose":5}]'), text.replace('"decision":{"action":"go"}', '"decision":null')):  # fmt: skip
        assert wrong != text
        with pytest.raises(PlayError):
            check_state(small, state_from_json(symbols, wrong))
