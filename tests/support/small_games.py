"""Small games written as JSON data, for tests of turns, triggers, choices and chance: a deck, a row, hands, a counter."""

# ruff: noqa: E501  (one case per line reads as a table)

from __future__ import annotations

from typing import Any

from ludotome.gamedef import Decision, GameDef, GameState, from_data, validate_game_def
from ludotome.kernel import apply_move, initial_state, legal_moves

NEVER: dict[str, Any] = {"when": False, "result": {"type": "draw"}}
N: dict[str, Any] = {"ref": "gvar", "var": "n"}


def game(
    actions: list[dict[str, Any]],
    *,
    ends: list[dict[str, Any]] | None = None,
    phases: list[dict[str, Any]] | None = None,
    players: tuple[int, int] = (2, 3),
    check: bool = True,
    **sections: Any,
) -> GameDef:
    """Return a game with variable `n` (0 … 1000), per-player `money`, `log` and cards; actions default to phase main."""
    phases = phases or [{"id": "main"}]
    every = [phase["id"] for phase in phases]
    data: dict[str, Any] = {
        "metadata": {
            "id": "small", "players": {"min": players[0], "max": players[1]},
            "seats": [f"P{seat + 1}" for seat in range(players[1])], **sections.pop("metadata", {}),
        },
        "zones": [
            {"id": "deck", "ordering": "stack", "visibility": "hidden"},
            {"id": "row", "ordering": "set"},
            *({"id": f"hand:{seat}", "owner": "player", "visibility": "owner"} for seat in range(players[1])),
        ],
        "globalVars": [{"name": "n", "type": "int", "min": 0, "max": 1000, "init": 0}, *sections.pop("globalVars", [])],
        "perPlayerVars": [{"name": "money", "type": "int", "min": 0, "max": 20, "init": 3}],
        "tokenTypes": [{"id": "card", "props": [{"name": "rank", "type": "int", "min": 0, "max": 99, "init": 0}], "max": 60}],
        "turnStructure": {"phases": phases, **sections.pop("turnStructure", {})},
        "actions": [{"phases": every, "effects": [], **action} for action in actions],
        "endConditions": ends or [NEVER],
        **sections,
    }  # fmt: skip
    made = from_data(data)
    if check:
        faults = [found for found in validate_game_def(made) if found.severity == "error"]
        assert not faults, faults
    return made


def note(number: int) -> dict[str, Any]:
    """Return the effect that appends a digit to `n`, so that `n` shows the order of events."""
    shifted = {"op": "*", "left": N, "right": 10}
    return {"setVar": {"var": "n", "value": {"op": "+", "left": shifted, "right": number}}}


def cards(zone: str, *ranks: int) -> list[dict[str, Any]]:
    """Return the effects that create a card of each rank in *zone*."""
    return [{"createToken": {"type": "card", "zone": zone, "props": {"rank": rank}}} for rank in ranks]


def play(
    game_def: GameDef, *moves: Any, seed: int = 1, players: int | None = None, chance: Any = "sampled"
) -> GameState:
    """Return the state after *moves*: action ids, (action, params), or decisions."""
    state = initial_state(game_def, seed, players, chance)
    for move in moves:
        state = apply_move(game_def, state, decision(move)).state
    return state


def decision(move: Any) -> Decision:
    """Return a decision from an action id, an (action, params) pair, or itself."""
    if isinstance(move, Decision):
        return move
    if isinstance(move, str):
        return Decision(move)
    action, params = move
    return Decision(action, tuple(params.items()))


def ids(game_def: GameDef, state: GameState) -> list[str | None]:
    """Return the actions of the legal decisions."""
    return [move.action for move in legal_moves(game_def, state)]


def n_of(state: GameState) -> int | None:
    """Return the variable `n`."""
    return state.global_vars[0]
