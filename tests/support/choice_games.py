"""Games with choices: of every kind, single and multiple, in every place where effects run."""

# ruff: noqa: E501  (one case per line reads as a table)

from __future__ import annotations

from typing import Any

from ludotome.gamedef import GameDef
from tests.support.small_games import N, cards, game, note

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
    """Return a game with choices of every kind, single and multiple, in actions and in their triggers."""
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
        {"id": "either", "effects": [choose_n(ROW, 2), each(move("$t", "deck"), over={"op": "if", "when": {"op": ">", "left": N, "right": 4}, "then": CHOSEN, "else": ROW})]},
        {"id": "hands", "effects": [choose_n({"query": "players"}, 1), {"setVar": {"var": "n", "value": {"aggregate": "count", "query": {"query": "ownedZones", "zone": "hand", "players": CHOSEN}}}}]},
        {"id": "none", "effects": [choose_n(ROW, 0), choose_n(ROW, -1, bind="$d"), COUNTED]},
    ]  # fmt: skip
    return game(actions, setup=cards("row", 1, 2, 3))


def asked_everywhere() -> GameDef:
    """Return a game with choices in setup, on entering and leaving a phase, at turns and when a token enters."""
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
