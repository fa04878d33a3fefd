"""Choices: a decision that waits for answers is the same suspended state on both kernels, answer by answer."""

# ruff: noqa: E501  (one case a line reads as a table)

from __future__ import annotations

from typing import Any

import pytest

from ludotome.gamedef import Decision, GameDef, PlayError
from ludotome.kernel import apply_move, initial_state
from ludotome.native import decode_state, encode_state
from tests.support.small_games import cards, game, note
from tests.support.twins import Pair, check_every_line, check_random_lines

ROW = {"query": "tokensInZone", "zone": "row"}
CHOSEN = {"ref": "binding", "name": "$c"}
LATER = {"op": ">", "left": {"ref": "turn"}, "right": 0}
COUNTED = {"setVar": {"var": "n", "value": {"aggregate": "count", "query": CHOSEN}}}


def listed(*items: Any) -> dict[str, Any]:
    return {"query": "list", "items": list(items)}


def choose(options: Any, bind: str = "$c", **fields: Any) -> dict[str, Any]:
    return {"chooseOne": {"bind": bind, "options": options, **fields}}


def choose_n(options: Any, n: Any, bind: str = "$c", **fields: Any) -> dict[str, Any]:
    return {"chooseN": {"bind": bind, "options": options, "n": n, **fields}}


def store(value: Any = "$c") -> dict[str, Any]:
    return {"setVar": {"var": "n", "value": value}}


def each(*effects: Any, over: Any = CHOSEN) -> dict[str, Any]:
    return {"forEach": {"bind": "$t", "over": over, "effects": list(effects)}}


def move(token: Any, to: str) -> dict[str, Any]:
    return {"moveToken": {"token": token, "to": to}}


def every_kind_of_choice() -> GameDef:
    """Return a game that asks for every kind of thing, one and several, in actions and in their triggers."""
    actions = [
        {"id": "number", "effects": [choose(listed(4, 7, 4)), store()]},
        {"id": "other", "effects": [choose(listed(4, 7), chooser={"id": 1}), store(), choose(listed(1, 2), bind="$d"), note(5)]},
        {"id": "truth", "effects": [choose(listed(True, False)), {"if": {"when": "$c", "then": [note(1)], "else": [note(2)]}}]},
        {"id": "player", "effects": [choose({"query": "players"}), {"setActivePlayer": {"player": "$c"}}]},
        {"id": "place", "effects": [choose(listed({"ref": "zone", "zone": "deck"}, {"ref": "zone", "zone": "row"})), {"shuffle": {"zone": "$c"}}]},
        {"id": "card", "effects": [{"roll": {"bind": "$d", "sides": 6}}, note(3), choose(ROW), move("$c", "deck"), store("$d")]},
        {"id": "lose", "params": [{"name": "$p", "domain": ROW}], "effects": [choose(ROW), {"destroyToken": {"token": "$p"}}, move("$c", "deck")]},
        {"id": "two", "effects": [choose_n(ROW, 2), each(move("$t", "deck")), COUNTED]},
        {"id": "gone", "effects": [choose_n(ROW, 9), {"destroyToken": {"token": {"aggregate": "first", "query": ROW}}}, COUNTED, each(move("$t", "deck"))]},
        {"id": "twice", "effects": [choose_n(listed(3, 1, 2), 2), {"setVar": {"var": "n", "value": {"aggregate": "sum", "query": CHOSEN, "bind": "$x", "of": "$x"}}}]},
        {"id": "nobody", "effects": [choose(listed(4, 7), chooser={"ref": "none"}), choose({"query": "tokensInZone", "zone": "hand:0"}, bind="$d"), note(6)]},
        {"id": "none", "effects": [choose_n(ROW, 0), choose_n(ROW, -1, bind="$d"), COUNTED]},
    ]  # fmt: skip
    return game(actions, setup=cards("row", 1, 2, 3))


def asked_everywhere() -> GameDef:
    """Return a game that asks in setup, on entering and leaving a phase, at turns and when a token enters."""
    entered = {
        "id": "e",
        "event": {"type": "tokenEntered", "zone": "deck"},
        "effects": [
            choose(listed(1, 2), chooser={"ref": "playerProp", "player": {"ref": "active"}, "prop": "next"}),
            note(7),
        ],
    }
    started = {
        "id": "s",
        "event": {"type": "turnStart"},
        "when": LATER,
        "effects": [choose(listed(8, 9)), {"addVar": {"var": "n", "delta": "$c"}}],
    }
    phases = [
        {"id": "main", "onExit": [choose(listed(5, 6)), {"addVar": {"var": "n", "delta": "$c"}}]},
        {"id": "rest", "onEnter": [choose(ROW, chooser={"id": 1}), move("$c", "hand:1")]},
    ]  # fmt: skip
    actions = [
        {"id": "put", "params": [{"name": "$p", "domain": ROW}], "cost": [{"addVar": {"var": "money", "scope": "player", "player": {"ref": "actor"}, "delta": -1}}], "effects": [move("$p", "deck")], "phases": ["main"]},
        {"id": "wait", "effects": [note(1)], "phases": ["main", "rest"], "limits": [{"max": 2, "scope": "game"}]},
    ]  # fmt: skip
    over = {"when": {"op": ">=", "left": {"ref": "turn"}, "right": 3}, "result": {"type": "draw"}}
    return game(
        actions,
        phases=phases,
        triggers=[entered, started],
        ends=[over],
        setup=[
            *cards("row", 1, 2, 3, 4),
            choose(listed(3, 4), chooser={"id": 1}),
            store(),
            {"shuffle": {"zone": "row"}},
        ],
    )


@pytest.fixture(scope="module")
def every_kind() -> Pair:
    return Pair(every_kind_of_choice())


@pytest.fixture(scope="module")
def everywhere() -> Pair:
    return Pair(asked_everywhere(), 2)


def test_every_kind_of_thing_is_chosen_alike(every_kind: Pair) -> None:
    """One and several, by the actor, by another and by nobody; what is destroyed meanwhile is gone."""
    assert check_every_line(every_kind, seed=1, depth=3) > 100


def test_every_place_asks_alike(everywhere: Pair) -> None:
    """Setup, phases, turns and triggers suspend the decision that led there."""
    assert check_random_lines(everywhere, seeds=range(8), plies=40) > 60


def test_what_answers_nothing_is_refused_in_the_same_words(every_kind: Pair) -> None:
    """Another kind of decision, another kind of thing, or a thing that is not among the options."""
    start = every_kind.begin(1)
    assert start is not None
    every_kind.check_refused(start, [Decision(choose=4)])
    waiting = every_kind.apply(start, 0)
    assert waiting is not None
    wrong = [Decision("number"), Decision(choose=5), Decision(choose=True), Decision(choose="4"), Decision(chance=4)]
    every_kind.check_refused(waiting, wrong)


def test_a_record_that_play_could_not_have_written_is_refused(every_kind: Pair) -> None:
    """A state whose pending decision or answers do not lead to it cannot be held."""
    import msgspec

    game_def = every_kind.game_def
    waiting = apply_move(game_def, initial_state(game_def, 1), Decision("other")).state
    assert waiting.pending is not None
    replace = msgspec.structs.replace
    for pending in (
        replace(waiting.pending, answers=(Decision(choose=5),)),
        replace(waiting.pending, answers=(Decision(choose=4), Decision(choose=1))),
        replace(waiting.pending, decision=Decision("nonsense")),
        replace(waiting.pending, decision=None),
        replace(waiting.pending, before=replace(waiting.pending.before, turn=7)),
        replace(waiting.pending, before=waiting),
    ):
        with pytest.raises(PlayError) as caught:
            encode_state(every_kind.native, replace(waiting, pending=pending))
        assert caught.value.code == "invalid-state"
    assert decode_state(every_kind.native, encode_state(every_kind.native, waiting)) == waiting
