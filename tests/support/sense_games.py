"""A game about sight and movement: every pair of zones that see each other is a decision, and so is every walk.

Two boards (squares with diagonals, hexes), a queue without coordinates, terrain that blocks, gives cover and costs, and
tokens that do the same. So one list of decisions compares sight, cover and reach over the whole of both boards.
"""

# ruff: noqa: E501  (one case per line reads as a table)

from __future__ import annotations

from typing import Any

from ludotome.gamedef import GameDef, from_data
from ludotome.gamedef.codec import encode
from ludotome.space import generate_grid, generate_hex, hex_board, square_board

TERRAIN = [
    {"id": "wall", "blocks": ["move", "sight"]},
    {"id": "table", "blocks": ["move"], "cover": True},
    {"id": "mud", "cost": 2},
    {"id": "hedge", "blocks": ["sight"], "cover": True},
]
OF_ZONE = {
    "cell_0_2": "wall", "cell_1_1": "table", "cell_1_3": "hedge", "cell_2_2": "mud", "cell_2_3": "wall", "cell_3_1": "mud",
    "hex_0_1": "wall", "hex_1_n1": "table", "hex_n1_0": "mud",
}  # fmt: skip
KINDS = [
    {"id": "walker", "max": 4},
    {"id": "block", "blocks": ["move"], "max": 4},
    {"id": "smoke", "blocks": ["sight"], "max": 4},
    {"id": "crate", "cover": True, "max": 4},
]
ANY = {"query": "zones"}


def senses(op: str) -> dict[str, Any]:
    return {"op": op, "from": "$a", "to": "$b"}


def drop(kind: str) -> dict[str, Any]:
    empty = {"op": "<", "left": {"ref": "zoneCount", "zone": "$z"}, "right": 2}
    few = {"op": "<", "left": {"aggregate": "count", "query": {"query": "tokens", "types": [kind]}}, "right": 4}
    made = {"createToken": {"type": kind, "zone": "$z"}}
    return {
        "id": f"drop-{kind}",
        "params": [{"name": "$z", "domain": ANY}],
        "pre": {"op": "and", "args": [empty, few]},
        "effects": [made],
    }


def game_of_senses() -> GameDef:
    """Return the game."""
    pairs = [{"name": "$a", "domain": ANY}, {"name": "$b", "domain": ANY}]
    walks = [
        {"name": "$t", "domain": {"query": "tokens", "types": ["walker", "block"]}},
        {"name": "$n", "domain": {"query": "intsInRange", "min": -1, "max": 4}},
        {"name": "$z", "domain": {"query": "reachable", "token": "$t", "budget": "$n"}},
    ]
    nowhere = {"query": "reachable", "token": {"ref": "top", "zone": "line"}, "budget": 3}
    zones = [
        *encode(generate_grid(4, 5, directions=8, capacity=2, board="floor", removed=[(0, 4)])),
        *encode(generate_hex(2, capacity=2, board="comb")),
        {"id": "line", "ordering": "queue"},
    ]
    for zone in zones:
        if zone["id"] in OF_ZONE:
            zone["terrain"] = OF_ZONE[zone["id"]]
    actions = [
        *(drop(kind["id"]) for kind in KINDS),
        {"id": "see", "params": pairs, "pre": senses("lineOfSight")},
        {"id": "hide", "params": pairs, "pre": senses("hasCover")},
        {
            "id": "walk",
            "params": walks,
            "effects": [{"moveToken": {"token": "$t", "to": "$z"}}],
            "pre": {"op": "<", "left": {"ref": "zoneCount", "zone": "$z"}, "right": 2},
        },
        {"id": "far", "params": [{"name": "$z", "domain": nowhere}]},
    ]
    return from_data(
        {
            "metadata": {"id": "senses", "players": {"min": 2, "max": 2}, "seats": ["A", "B"], "maxPlies": 60},
            "terrain": TERRAIN,
            "zones": zones,
            "boards": encode((square_board(8, board="floor"), hex_board(board="comb"))),
            "tokenTypes": KINDS,
            "turnStructure": {"phases": [{"id": "main"}]},
            "actions": [{"phases": ["main"], "effects": [], **action} for action in actions],
            "endConditions": [{"when": False, "result": {"type": "draw"}}],
        }
    )
