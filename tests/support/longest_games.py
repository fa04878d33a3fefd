"""A game of climbs: actions with `longest`, in every way in which a series can end."""

# ruff: noqa: E501  (one case per line reads as a table)

from __future__ import annotations

from typing import Any

from ludotome.gamedef import GameDef
from tests.support.small_games import N, cards, game, note

RANK = {"ref": "tokenProp", "token": "$c", "prop": "rank"}
PICK = [{"name": "$c", "domain": {"query": "tokensInZone", "zone": "row"}}]
HIGHER = {"op": ">", "left": RANK, "right": N}
CLIMB = {"setVar": {"var": "n", "value": RANK}}
PAY = {"addVar": {"var": "money", "delta": -1, "scope": "player", "player": "actor"}}
SPENT = {"op": ">=", "left": {"ref": "pvar", "player": "actor", "var": "money"}, "right": 1}


def climb(name: str, up_to: Any, *effects: Any, **fields: Any) -> dict[str, Any]:
    longest = {"upTo": up_to} | ({"prefer": fields.pop("prefer")} if "prefer" in fields else {})
    return {"id": name, "params": PICK, "pre": HIGHER, "effects": [CLIMB, *effects], "longest": longest} | fields


def game_of_climbs() -> GameDef:
    """Return the game; `take` and `fall` change what can be climbed."""
    numbers = [{"name": "$a", "domain": {"query": "intsInRange", "min": 1, "max": 2}}]
    stops = {"if": {"when": {"op": "==", "left": "$a", "right": 1}, "then": ["endTurn"]}}
    actions = [
        climb("four", 4),
        climb("three", 3, prefer=RANK),
        climb("far", 9, prefer={"op": "%", "left": RANK, "right": 3}),
        climb("changing", {"op": "min", "args": [N, 7]}, limits=[{"max": 2, "scope": "game"}]),
        climb("never", 0),
        climb("paid", 6, cost=[PAY], prefer=RANK),
        climb("asked", 5, post=SPENT, cost=[PAY]),
        climb("take", 4, {"destroyToken": {"token": "$c"}}, prefer=RANK),
        climb("drop", 4, {"moveToken": {"token": "$c", "to": "deck"}}),
        climb("faulty", 4, {"forEach": {"bind": "$x", "over": {"query": "tokensInZone", "zone": "row"}, "effects": [], "limit": 3}}),
        {"id": "stop", "params": numbers, "effects": [stops, note(1)], "longest": {"upTo": 5}},
        {"id": "fall", "effects": [{"setVar": {"var": "n", "value": 0}}], "pre": {"op": "canTake", "action": "four"}},
        {"id": "rest", "effects": [{"setVar": {"var": "n", "value": 2}}]},
    ]  # fmt: skip
    listening = [
        {
            "id": "t",
            "event": {"type": "tokenEntered", "zone": "deck"},
            "effects": [{"addVar": {"var": "n", "delta": 1}}],
        }
    ]
    return game(actions, setup=cards("row", 5, 1, 2, 9, 4), triggers=listening)
