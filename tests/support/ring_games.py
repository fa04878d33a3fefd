"""A game on a wrapped board, which lists the value of every expression about lines from every zone."""

# ruff: noqa: E501  (one case per line reads as a table)

from __future__ import annotations

from typing import Any

from ludotome.gamedef import GameDef, from_data, validate_game_def
from ludotome.gamedef.codec import encode
from ludotome.space import generate_grid, square_board

ANY = {"query": "zones"}
IT = {"ref": "binding", "name": "$it"}
EMPTY = {"op": "empty", "zone": IT}
N: dict[str, Any] = {"ref": "gvar", "var": "n"}
ZONE = {"name": "$a", "domain": ANY}


def torus(wrap: Any) -> GameDef:
    """Return a game on a board that wraps: each action lists the value of one expression from every zone."""
    count = {
        "aggregate": "count",
        "query": {"query": "ray", "from": "$a", "direction": {"query": "directions"}, "while": EMPTY},
    }
    every = {"query": "directions"}
    words = {
        "ray": {"query": "ray", "from": "$a", "direction": every},
        "while": {"query": "ray", "from": "$a", "direction": {"query": "directions", "which": "diagonal"}, "while": EMPTY},
        "then": {"query": "ray", "from": "$a", "direction": every, "while": EMPTY, "then": {"op": "occupied", "zone": IT}},
        "ends": {"query": "ray", "from": "$a", "direction": every, "then": EMPTY},
        "deep": {"query": "connectedZones", "zone": "$a", "via": EMPTY, "maxDepth": N},
        "start": {"query": "connectedZones", "zone": "$a", "via": EMPTY, "maxDepth": {"op": "-", "left": N, "right": 2}, "includeStart": True},
    }  # fmt: skip
    listed = [{"id": name, "params": [ZONE, {"name": "$b", "domain": word}]} for name, word in words.items()]
    actions = [
        *listed,
        {"id": "between", "params": [ZONE, {"name": "$b", "domain": ANY}, {"name": "$c", "domain": {"query": "between", "from": "$a", "to": "$b"}}]},
        {"id": "run", "params": [ZONE, {"name": "$n", "domain": {"query": "intsInRange", "min": 1, "max": {"ref": "run", "zone": "$a", "where": EMPTY}}}]},
        {"id": "joined", "params": [ZONE, {"name": "$b", "domain": ANY}], "pre": {"op": "connected", "from": "$a", "to": "$b", "via": EMPTY, "maxDepth": 2}},
        {"id": "endless", "params": [ZONE, {"name": "$n", "domain": {"query": "intsInRange", "min": {"ref": "distance", "from": "$a", "to": "away"}, "max": 3}}]},
        {"id": "near", "params": [ZONE, {"name": "$n", "domain": {"query": "intsInRange", "min": 1, "max": {"ref": "distance", "from": "$a", "to": "cell_0_0"}}}]},
        {"id": "put", "params": [ZONE], "pre": {"op": "empty", "zone": "$a"}, "effects": [{"createToken": {"type": "stone", "zone": "$a"}}, {"setVar": {"var": "n", "value": count}}]},
    ]  # fmt: skip
    game_def = from_data(
        {
            "metadata": {"id": "torus", "players": {"min": 2, "max": 2}, "seats": ["A", "B"], "maxPlies": 40},
            "zones": [*encode(generate_grid(4, 3, directions=8, wrap=wrap)), {"id": "away", "capacity": 1}],
            "boards": encode((square_board(8),)),
            "globalVars": [{"name": "n", "type": "int", "min": 0, "max": 9, "init": 3}],
            "tokenTypes": [{"id": "stone", "max": 20}],
            "turnStructure": {"phases": [{"id": "main"}]},
            "actions": [{"phases": ["main"], "effects": [], **action} for action in actions],
            "endConditions": [{"when": False, "result": {"type": "draw"}}],
        }
    )
    assert not [found for found in validate_game_def(game_def) if found.severity == "error"]
    return game_def
