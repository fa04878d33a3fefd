"""The order of the checks of a definition.

This module does not know when they are run (`gamedef.validate`).
"""

from __future__ import annotations

from collections.abc import Callable

from ludotome.gamedef.checks import (
    bounds_of_play,
    can_take_chains,
    can_take_cycles,
    clashing_names,
    duplicate_ids,
    effect_budget,
    event_filters,
    far_moves,
    full_zones,
    impossible_texts,
    initial_values,
    limits,
    listed_zones,
    long_questions,
    loop_limits,
    many_outcomes,
    movement_cycles,
    movement_patterns,
    names_and_places,
    notation_size,
    orientation,
    owned_zones,
    player_counts,
    property_kinds,
    results,
    state_bytes,
    token_bounds,
    trial_uncertainty,
    type_maximum,
    uncertain_costs,
    wrong_sources,
)
from ludotome.gamedef.infer import Inference
from ludotome.gamedef.proofs import Proofs

FIRST: tuple[Callable[[Inference], None], ...] = (
    player_counts.check,
    bounds_of_play.check,
    duplicate_ids.check,
    clashing_names.check,
    property_kinds.check,
    initial_values.check,
    owned_zones.check,
    listed_zones.check,
    limits.check,
    orientation.check,
    movement_patterns.check,
    event_filters.check,
    results.check,
    names_and_places.check,
    notation_size.check,
)

# These walk effects and references, so they run only if there have been no errors so far.
THEN: tuple[Callable[[Inference], None], ...] = (
    trial_uncertainty.check,
    can_take_cycles.check,
    can_take_chains.check,
    movement_cycles.check,
    token_bounds.check,
    state_bytes.check,
    impossible_texts.check,
)
# These warn about possible faults during play.
FAULTS: tuple[Callable[[Proofs], None], ...] = (
    full_zones.check,
    wrong_sources.check,
    far_moves.check,
    effect_budget.check,
    type_maximum.check,
    loop_limits.check,
    many_outcomes.check,
    uncertain_costs.check,
    long_questions.check,
)
