"""A small world for tests of the reference kernel: every kind of zone, token and variable, written by hand.

board      a 3 × 3 grid with eight directions and display names a1 … c3, two tokens per cell
road       four zones p – q – r – s in a row, directions `east` and `west`, and `island`, joined to nothing
deck       a hidden stack        line   a public queue        pile   a public set        hand   each player's own
"""

# ruff: noqa: E501  (one case per line reads as a table)

from __future__ import annotations

from functools import cache
from typing import Any

import msgspec

from ludotome.gamedef import GameDef, GameState, from_data
from ludotome.gamedef import expressions as ex
from ludotome.gamedef.codec import Decoder, encode
from ludotome.gamedef.effects import Effect
from ludotome.kernel import apply_effects, eval_value, initial_state
from ludotome.space import Line, generate_graph, generate_grid, graph_board, square_board

_ROAD = Line(along="east", back="west", zones=(("p", "q", "r", "s"),))

_REST: dict[str, Any] = {
    "metadata": {"id": "world", "players": {"min": 2, "max": 3}, "seats": ["Ann", "Ben", "Cid"]},
    "constants": {},
    "orientation": ["n", "s", "e"],
    "regions": [
        {"id": "corners", "zones": ["cell_0_0", "cell_0_2", "cell_2_0", "cell_2_2"]},
        {"id": "home", "zones": [], "ofSeat": [["cell_2_0", "cell_2_1", "cell_2_2"], ["cell_0_0"], ["cell_1_1"]]},
    ],
    "terrain": [
        {"id": "wall", "blocks": ["move", "sight"]},
        {"id": "table", "blocks": ["move"], "cover": True},
        {"id": "mud", "cost": 1},
    ],
    "globalVars": [
        {"name": "count", "type": "int", "min": 0, "max": 10, "init": 3},
        {"name": "flag", "type": "bool", "init": False},
        {"name": "who", "type": "player"},
        {"name": "where", "type": "zone"},
        {"name": "held", "type": "token"},
        {"name": "mode", "type": ["low", "high"], "init": "high"},
        {"name": "noise", "type": "int", "min": 0, "max": 9, "init": 0, "position": False},
    ],
    "perPlayerVars": [
        {"name": "money", "type": "int", "min": 0, "max": 20, "init": 5},
        {"name": "pet", "type": "token"},
    ],
    "perZoneVars": [{"name": "seeds", "type": "int", "min": 0, "max": 99, "init": 0}],
    "tokenTypes": [
        {
            "id": "pawn",
            "props": [
                {"name": "power", "type": "int", "min": 0, "max": 9, "init": 1},
                {"name": "fresh", "type": "bool", "init": True},
                {"name": "hue", "type": ["red", "blue"]},
                {"name": "friend", "type": "token"},
            ],
            "movement": [
                {"name": "walk", "patterns": [{"kind": "step", "directions": ["forward"], "onto": ["empty"]}]},
                {
                    "name": "take",
                    "patterns": [{"kind": "step", "directions": ["forwardLeft", "forwardRight"], "onto": ["enemy"]}],
                },
            ],
        },
        {
            "id": "rook",
            "props": [{"name": "power", "type": "int", "min": 0, "max": 5, "init": 5}],
            "movement": [{"name": "", "patterns": [{"kind": "slide", "directions": ["n", "s", "w", "e"]}]}],
        },
        {"id": "card", "props": [{"name": "rank", "type": "int", "min": 0, "max": 99, "init": 0}], "short": "c"},
        {"id": "stone", "max": 4, "blocks": ["move", "sight"]},
        {"id": "crate", "cover": True},
    ],
    "turnStructure": {"phases": [{"id": "main"}]},
    "actions": [{"id": "wait", "effects": [], "phases": ["main"]}],
    "endConditions": [{"when": {"op": "<", "left": {"ref": "gvar", "var": "count"}, "right": 0}, "result": {"type": "draw"}}],
}  # fmt: skip


def world_data() -> dict[str, Any]:
    """Return the world as JSON data, as a fresh copy."""
    zones: list[dict[str, Any]] = [
        *encode(generate_grid(3, 3, directions=8, names="algebraic", capacity=2)),
        *encode(generate_graph(("p", "q", "r", "s", "island"), (_ROAD,), board="road")),
        {"id": "deck", "ordering": "stack", "visibility": "hidden"},
        {"id": "line", "ordering": "queue"},
        {"id": "pile", "ordering": "set"},
        *({"id": f"hand:{seat}", "owner": "player", "visibility": "owner", "ordering": "set"} for seat in range(3)),
    ]
    boards = encode((square_board(8), graph_board((_ROAD,), board="road")))
    copied: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(_REST))
    return copied | {"zones": zones, "boards": boards}


def world(**changes: Any) -> GameDef:
    """Return the world with some sections replaced."""
    return from_data(world_data() | changes)


@cache
def plain_world() -> GameDef:
    """Return the unchanged world; always the same object, so that its tables are built once."""
    return world()


def expr(data: Any) -> Any:
    """Return the expression encoded by JSON *data*."""
    return _decoded(data, ex.Expr)


def effects(*data: Any) -> tuple[Effect, ...]:
    """Return the effects encoded by JSON *data*."""
    return tuple(_decoded(item, Effect) for item in data)


def _decoded(data: Any, wanted: Any) -> Any:
    decoder = Decoder()
    made = decoder.decode(data, wanted)
    assert made is not None, decoder.faults
    return made


def state_with(*data: Any, game_def: GameDef | None = None, players: int = 2, actor: int | None = 0) -> GameState:
    """Return the world's first state after some effects."""
    game_def = game_def or plain_world()
    start = initial_state(game_def, 1, players)
    return apply_effects(game_def, start, effects(*data), actor=actor)


def ask(data: Any, state: GameState | None = None, *, actor: int | None = 0, **bindings: Any) -> Any:
    """Return what an expression evaluates to in *state* (the first state by default); `x=1` binds `$x`."""
    named = {f"${name}": value for name, value in bindings.items()}
    return eval_value(plain_world(), state or state_with(), expr(data), actor=actor, bindings=named)


def token(kind: str, zone: str, owner: int | None = None, count: int = 1, **props: Any) -> dict[str, Any]:
    """Return the effect that creates tokens."""
    made: dict[str, Any] = {"type": kind, "zone": zone, "count": count, "props": props}
    return {"createToken": made if owner is None else made | {"owner": {"id": owner}}}
