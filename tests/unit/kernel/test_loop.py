"""Turn, phase and decision: the twenty lines of `docs/kernel.md`, one by one."""

# ruff: noqa: E501  (one case a line reads as a table)

from __future__ import annotations

from typing import Any

import pytest

from ludotome.gamedef import Decision, PlayError
from ludotome.kernel import apply_move, current_player, initial_state, legal_moves
from tests.support.small_games import N, game, ids, n_of, note, play


def trigger(event: str, number: int, **fields: Any) -> dict[str, Any]:
    return {"id": f"on-{event}-{number}", "event": {"type": event, **fields}, "effects": [note(number)]}


def test_the_first_turn_is_that_of_seat_0_or_of_the_seat_named_in_setup() -> None:
    assert play(game([{"id": "go"}])).active == 0
    assert play(game([{"id": "go"}], setup=[{"setActivePlayer": {"player": {"id": 1}}}])).active == 1


def test_a_turn_walks_its_phases_with_effects_before_triggers() -> None:
    """onEnter 1, phaseEnter 2, the action 3, actionResolved 4, onExit 5, phaseExit 6, turnEnd 7, turnStart 8."""
    small = game(
        [{"id": "go", "effects": [note(3)]}],
        phases=[{"id": "main", "onEnter": [{"setVar": {"var": "n", "value": 1}}], "onExit": [note(5)]}],
        triggers=[
            {"id": "stop", "event": {"type": "turnStart"}, "effects": [note(8)]},
            trigger("phaseEnter", 2), trigger("actionResolved", 4), trigger("phaseExit", 6), trigger("turnEnd", 7),
        ],
        globalVars=[{"name": "seen", "type": "int", "min": 0, "max": 10**9, "init": 0}],
    )  # fmt: skip
    state = play(small)
    assert n_of(state) == 12  # turnStart wrote 8, onEnter set 1, phaseEnter wrote 2
    after = apply_move(small, state, Decision("go"))
    assert [(firing.trigger, firing.depth) for firing in after.trigger_firings] == [
        ("on-actionResolved-4", 0),
        ("on-phaseExit-6", 0),
        ("on-turnEnd-7", 0),
        ("stop", 0),
        ("on-phaseEnter-2", 0),
    ]


def test_two_phases_are_two_decisions_of_one_player() -> None:
    small = game(
        [{"id": "first", "phases": ["one"]}, {"id": "second", "phases": ["two"]}],
        phases=[{"id": "one"}, {"id": "two"}],
    )
    state = play(small)
    assert ids(small, state) == ["first"]
    state = play(small, "first")
    assert (state.active, state.turn, ids(small, state)) == (0, 0, ["second"])
    state = play(small, "first", "second")
    assert (state.active, state.turn, ids(small, state)) == (1, 1, ["first"])


def test_a_phase_whose_when_is_false_is_passed_without_a_trace() -> None:
    small = game(
        [{"id": "go", "phases": ["main"]}, {"id": "odd", "phases": ["extra"]}],
        phases=[{"id": "extra", "when": {"op": "==", "left": N, "right": 9}, "onEnter": [note(1)]}, {"id": "main"}],
    )
    state = play(small, "go")
    assert (ids(small, state), n_of(state)) == (["go"], 0)


def test_a_phase_no_action_belongs_to_is_passed_through() -> None:
    small = game(
        [{"id": "go", "phases": ["main"]}],
        phases=[{"id": "income", "onEnter": [note(1)], "onExit": [note(2)]}, {"id": "main"}],
        ends=[{"when": {"op": "noLegalMoves"}, "result": {"type": "draw"}}],
    )
    state = play(small)
    assert (ids(small, state), n_of(state)) == (["go"], 12)  # noLegalMoves is false in `income`


def test_a_manual_phase_continues_until_asked_to_end() -> None:
    small = game([{"id": "go"}, {"id": "stop", "effects": ["endPhase"]}], phases=[{"id": "main", "ends": "manual"}])
    state = play(small, "go", "go")
    assert (state.active, state.turn, state.ply) == (0, 0, 2)
    assert play(small, "go", "stop").active == 1


def test_ending_the_turn_wins_over_ending_the_phase_and_the_rest_of_the_list_still_runs() -> None:
    small = game(
        [
            {"id": "go", "phases": ["one"], "effects": ["endPhase", "endTurn", note(1)]},
            {"id": "two", "phases": ["two"]},
        ],
        phases=[{"id": "one", "ends": "manual", "onExit": [note(2)]}, {"id": "two", "onEnter": [note(3)]}],
        triggers=[trigger("turnEnd", 4)],
    )
    state = play(small, "go")
    assert (state.active, state.turn, n_of(state)) == (1, 1, 124)  # phase two was not entered


def test_on_enter_may_end_its_phase_or_turn() -> None:
    small = game(
        [{"id": "go", "phases": ["main"]}, {"id": "never", "phases": ["skip"]}],
        phases=[{"id": "skip", "onEnter": ["endPhase"]}, {"id": "main"}],
    )
    assert ids(small, play(small)) == ["go"]
    passing = game(
        [{"id": "go"}],
        phases=[{"id": "main", "onEnter": [{"if": {"when": {"op": "==", "left": {"ref": "active"}, "right": {"ref": "seat", "seat": 0}}, "then": ["endTurn"]}}]}],
    )  # fmt: skip
    assert play(passing).active == 1


def test_a_named_player_has_the_next_turn_and_order_continues_from_there() -> None:
    small = game(
        [{"id": "go"}, {"id": "again", "effects": ["extraTurn"]}, {"id": "name2", "effects": [{"setActivePlayer": {"player": {"id": 2}}}]}],
    )  # fmt: skip
    assert play(small, "again", players=3).active == 0
    assert play(small, "name2", players=3).active == 2
    assert play(small, "name2", "go", players=3).active == 0


def test_the_last_to_be_named_counts_and_the_name_waits_for_the_end_of_the_turn() -> None:
    small = game(
        [{"id": "name", "effects": [{"setActivePlayer": {"player": {"id": 2}}}, {"setActivePlayer": {"player": {"id": 1}}}]}, {"id": "end", "effects": ["endTurn"]}],
        phases=[{"id": "main", "ends": "manual"}],
    )  # fmt: skip
    state = play(small, "name", players=3)
    assert (state.active, state.next_player) == (0, 1)
    state = play(small, "name", "end", players=3)
    assert (state.active, state.next_player) == (1, None)


def test_fixed_order_keeps_the_player_until_out() -> None:
    small = game(
        [{"id": "go"}, {"id": "leave", "effects": [{"eliminate": {"player": "actor"}}]}],
        turnStructure={"activePlayerOrder": "fixed"},
    )
    assert play(small, "go", "go", players=3).active == 0
    assert play(small, "go", "leave", players=3).active == 1


def test_an_eliminated_player_is_skipped_and_their_turn_ends() -> None:
    small = game(
        [{"id": "go"}, {"id": "leave", "effects": [{"eliminate": {"player": "actor"}}]}],
        phases=[{"id": "main", "ends": "manual", "onExit": [note(1)]}],
    )
    state = play(small, "leave", players=3)
    assert (state.active, state.out, n_of(state)) == (1, (True, False, False), 1)


def test_when_nobody_is_left_the_game_stalls() -> None:
    small = game(
        [{"id": "leave", "effects": [{"eliminate": {"player": {"id": 0}}}, {"eliminate": {"player": {"id": 1}}}]}]
    )
    outcome = play(small, "leave").outcome
    assert outcome is not None
    assert (outcome.type, outcome.returns, outcome.winners) == ("stall", (0.0, 0.0), ())


def test_a_whole_round_without_a_decision_is_a_stall() -> None:
    below = {"op": "<", "left": N, "right": 2}
    small = game([{"id": "go", "pre": below, "effects": [{"addVar": {"var": "n", "delta": 1}}]}])
    state = play(small, "go", "go")
    assert state.outcome is not None
    assert (state.outcome.type, state.outcome.condition) == ("stall", None)
    assert current_player(small, state) == -4
    with pytest.raises(PlayError) as caught:
        apply_move(small, state, Decision("go"))
    assert caught.value.code == "game-over"


def test_a_player_who_cannot_decide_is_passed_through_the_phase() -> None:
    rich = {"op": ">", "left": {"ref": "pvar", "player": "actor", "var": "money"}, "right": 2}
    poor = {"setVar": {"var": "money", "value": 0, "scope": "player", "player": {"id": 1}}}
    small = game([{"id": "go", "pre": rich}], setup=[poor])
    state = play(small, "go")
    assert (state.active, state.turn) == (0, 2)


def test_end_conditions_are_tried_in_order_after_the_turn_has_advanced() -> None:
    seat1 = {"op": "==", "left": {"ref": "active"}, "right": {"ref": "seat", "seat": 1}}
    ends = [
        {"when": {"op": "==", "left": N, "right": 5}, "result": {"type": "draw"}},
        {"when": seat1, "result": {"type": "win", "player": {"ref": "lastActor"}}},
    ]
    small = game([{"id": "go"}, {"id": "five", "effects": [{"setVar": {"var": "n", "value": 5}}]}], ends=ends)
    for move, type_, index in (("go", "win", 1), ("five", "draw", 0)):
        outcome = play(small, move).outcome
        assert outcome is not None
        assert (outcome.type, outcome.condition) == (type_, index)


def test_no_legal_moves_speaks_of_the_next_player() -> None:
    mine = {"op": "==", "left": {"ref": "actor"}, "right": {"ref": "seat", "seat": 0}}
    ends = [{"when": {"op": "noLegalMoves"}, "result": {"type": "win", "player": {"ref": "lastActor"}}}]
    small = game([{"id": "go", "pre": mine}], ends=ends)
    outcome = play(small, "go").outcome
    assert outcome is not None
    assert outcome.winners == (0,)


def test_too_long_a_game_is_a_truncated_draw() -> None:
    small = game([{"id": "go"}], metadata={"maxPlies": 3})
    assert play(small, "go", "go").outcome is None
    outcome = play(small, "go", "go", "go").outcome
    assert outcome is not None
    assert (outcome.type, outcome.returns) == ("truncated", (0.0, 0.0))


def test_an_actor_filter_says_whose_turn_it_must_be() -> None:
    small = game([{"id": "go"}, {"id": "mine", "actor": {"ref": "seat", "seat": 1}}])
    assert ids(small, play(small)) == ["go"]
    assert ids(small, play(small, "go")) == ["go", "mine"]


@pytest.mark.parametrize(
    ("result", "scoring", "winners", "returns", "scores"),
    [
        ({"type": "win", "player": {"ref": "seat", "seat": 1}}, None, (1,), (-1.0, 1.0, -1.0), None),
        ({"type": "win", "player": "all"}, None, (0, 1, 2), (1.0, 1.0, 1.0), None),
        ({"type": "draw"}, None, (), (0.0, 0.0, 0.0), None),
        ({"type": "lossAll"}, None, (), (-1.0, -1.0, -1.0), None),
        ({"type": "score"}, "highest", (1, 2), (1.0, 7.0, 7.0), (1, 7, 7)),
        ({"type": "score"}, "lowest", (0,), (-1.0, -7.0, -7.0), (1, 7, 7)),
        ({"type": "rank"}, "highest", (1, 2), (-1.0, 0.5, 0.5), (1, 7, 7)),
        ({"type": "rank"}, "lowest", (0,), (1.0, -0.5, -0.5), (1, 7, 7)),
        ({"type": "rank", "by": [{"ref": "pvar", "player": "$player", "var": "money"}, {"ref": "playerProp", "player": "$player", "prop": "seat"}]}, None, (2,), (-1.0, 0.0, 1.0), (1, 7, 7)),
    ],
)  # fmt: skip
def test_results_tell_who_won_and_what_everybody_gets(
    result: dict[str, Any], scoring: str | None, winners: Any, returns: Any, scores: Any
) -> None:
    money = [{"setVar": {"var": "money", "value": value, "scope": "player", "player": {"id": seat}}} for seat, value in enumerate((1, 7, 7))]  # fmt: skip
    sections: dict[str, Any] = {"setup": money}
    if scoring is not None:
        sections["scoring"] = {"value": {"ref": "pvar", "player": "$player", "var": "money"}, "method": scoring}
    small = game([{"id": "go"}], ends=[{"when": True, "result": result}], **sections)
    outcome = initial_state(small, 1, 3).outcome
    assert outcome is not None
    assert (outcome.winners, outcome.returns, outcome.scores) == (winners, returns, scores)


def test_the_player_count_and_the_seed_are_checked() -> None:
    small = game([{"id": "go"}])
    for seed, players, chance in ((1, 4, "sampled"), (1, 1, "sampled"), (-1, 2, "sampled"), (2**64, 2, "sampled"), ("x", 2, "sampled"), (1, 2, "loaded"), (1, True, "sampled")):  # fmt: skip
        with pytest.raises(PlayError) as caught:
            initial_state(small, seed, players, chance)  # type: ignore[arg-type]
        assert caught.value.code == "bad-argument"
    assert len(legal_moves(small, initial_state(small, 0))) == 1
