"""Kernel: what a game means, in plain Python on immutable states.

Invariants:
    * every function is pure: the same definition, state and decision give the same result in every process;
    * a refused decision changes nothing;
    * obvious before fast; `native` is the fast one and must agree.

This room knows the definition and nothing of documents, files or players' strategies.
"""

from ludotome.kernel import conditions, moves, queries, spatial, token_effects, values  # noqa: F401  (each enters its nodes)
from ludotome.kernel.explain import Refusal
from ludotome.kernel.hashing import compute_full_hash, compute_position_hash
from ludotome.kernel.run import TriggerFiring
from ludotome.kernel.transitions import (
    ApplyMoveResult,
    apply_move,
    current_player,
    initial_state,
    legal_moves,
    terminal_result,
    why_illegal,
)

__all__ = [
    "initial_state",
    "legal_moves",
    "apply_move",
    "ApplyMoveResult",
    "TriggerFiring",
    "terminal_result",
    "current_player",
    "why_illegal",
    "Refusal",
    "compute_full_hash",
    "compute_position_hash",
]
