"""Kernel: the reference implementation of games, in plain Python on immutable states.

Invariants:
    * every function is pure: the same definition, state and decision give the same result in every process;
    * an illegal decision changes nothing;
    * clarity before speed; `native` is the fast kernel and must agree with this one.

This package does not know documents, files or players' strategies.
"""

from ludotome.kernel import conditions, moves, properties, queries, senses, spatial, token_effects, values  # noqa: F401  (each enters its nodes)
from ludotome.kernel.check_state import check_state
from ludotome.kernel.evaluation import apply_effects, current_scores, eval_condition, eval_query, eval_value
from ludotome.kernel.explain import Refusal
from ludotome.kernel.graph_functions import (
    EffectContext,
    EffectResult,
    EvalContext,
    FoundToken,
    apply_move_token_adjacent,
    eval_adjacent_condition,
    eval_connected_condition,
    query_connected_zones,
    query_tokens_in_adjacent_zones,
)
from ludotome.kernel.hashing import compute_full_hash, compute_position_hash
from ludotome.kernel.naming import decision_order, named_decision, spelt_decision, unnamed_decision
from ludotome.kernel.notation import (
    decisions_written,
    is_told_by_values,
    legal_forms,
    legal_notations,
    notation_for,
    notation_of,
    places_written,
)
from ludotome.kernel.observation import asked, observation, sees_zone_id
from ludotome.kernel.random_player import random_move
from ludotome.kernel.redaction import redacted_decision
from ludotome.kernel.resampling import resample
from ludotome.kernel.run import TriggerFiring
from ludotome.kernel.tensor import observation_tensor
from ludotome.kernel.transitions import (
    ApplyMoveResult,
    apply_move,
    asked_type,
    canonical_move,
    current_player,
    dice_rolled,
    dice_rolled_at_start,
    initial_state,
    legal_moves,
    terminal_result,
    view_state,
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
    "dice_rolled",
    "dice_rolled_at_start",
    "asked_type",
    "why_illegal",
    "Refusal",
    "canonical_move",
    "check_state",
    "legal_notations",
    "legal_forms",
    "notation_of",
    "notation_for",
    "is_told_by_values",
    "places_written",
    "decisions_written",
    "random_move",
    "observation",
    "asked",
    "observation_tensor",
    "sees_zone_id",
    "redacted_decision",
    "view_state",
    "resample",
    "named_decision",
    "unnamed_decision",
    "spelt_decision",
    "decision_order",
    "current_scores",
    "eval_value",
    "eval_condition",
    "eval_query",
    "apply_effects",
    "query_tokens_in_adjacent_zones",
    "query_connected_zones",
    "eval_adjacent_condition",
    "eval_connected_condition",
    "apply_move_token_adjacent",
    "EvalContext",
    "EffectContext",
    "EffectResult",
    "FoundToken",
    "compute_full_hash",
    "compute_position_hash",
]
