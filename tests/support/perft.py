"""Counting sequences of decisions on the reference kernel, for tests that compare with published counts."""

from __future__ import annotations

from ludotome.gamedef import GameDef, GameState
from ludotome.kernel import apply_move, legal_moves


def perft(game_def: GameDef, state: GameState, depth: int) -> int:
    """Return how many sequences of exactly *depth* decisions there are from *state*."""
    moves = legal_moves(game_def, state)
    if depth <= 1:
        return len(moves) if depth else 1
    return sum(perft(game_def, apply_move(game_def, state, move).state, depth - 1) for move in moves)
