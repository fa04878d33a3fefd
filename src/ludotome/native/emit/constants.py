"""Constants: what the shared headers of `native/c` are compiled with for a game: sizes, bounds and switches.

This module does not know what the headers do with them.
"""

from __future__ import annotations

from ludotome.files import package_text
from ludotome.gamedef import BUDGET, MOST_DECISIONS, VarDef, facts, is_uncertain, walk
from ludotome.native.codes import CHANCE_ANSWER, CHOICES, MOST_OUTCOMES
from ludotome.native.emit import draws as emit_draws
from ludotome.native.emit import longest as emit_longest
from ludotome.native.emit.dispatch import longest_plans, most_decisions
from ludotome.native.emit.emitter import Emitter
from ludotome.native.emit.trials import copies
from ludotome.native.lower.code_size import FEW_ON_STACK
from ludotome.native.lower.plan import Plan


def constants(emit: Emitter, plans: tuple[Plan, ...], ids: int) -> str:
    """Return the definitions of all constants, and what they declare; *ids* is the number of decisions with an id."""
    layout, game = emit.low.layout, emit.low.game_def
    effects = tuple(walk(game))
    values = {
        "LT_PLAYERS": layout.players,
        "LT_PLAYERS1": layout.players + 1,
        "LT_ZONES": layout.zones,
        "LT_ZONES1": layout.zones + 1,
        "LT_TOKENS": layout.tokens,
        "LT_FEW": FEW_ON_STACK,
        "LT_TOKENS1": layout.tokens + 1,
        "LT_SLOT_WORDS": layout.slot_words,
        "LT_ZONE_WORDS": (layout.zones + 63) // 64,
        "LT_SINGLE": int(layout.single),
        "LT_PROPS": len(layout.props),
        "LT_TYPES": len(game.token_types),
        "LT_WORLDS": int(is_uncertain(game)),
        "LT_PHASES": len(game.turn_structure.phases),
        "LT_COUNTERS": len(layout.symbols.usage_counters),
        "LT_MAX_PLIES": game.metadata.max_plies,
        "LT_HISTORY": layout.history,
        "LT_KEYS": layout.keys,
        "LT_SEEN_REGIONS": max(layout.keys - 1, 0),
        "LT_HALTS": int(halts(emit, plans)),
        "LT_MANY": MOST_DECISIONS,
        "LT_ENDS_PARTS": int(any(map(facts.ends_part, effects))),
        "LT_ELIMINATES": int(any(map(facts.puts_out, effects))),
        "LT_NAMES_NEXT": int(any(map(facts.names_next, effects))),
        "LT_FIXED_ORDER": int(game.turn_structure.active_player_order == "fixed"),
        "LT_WIDTH": layout.width,
        "LT_FILTERED": int(any(plan.filtered for plan in plans)),
        "LT_UNDO": int(_undoes(emit)),
        "LT_WATCHES": len(emit.watches) + emit_longest.BAR_WORDS * len(longest_plans(plans)),
        "LT_UNPAID": len(emit.unpaid),
        "LT_GROUPS": len(emit.kept.groups.kept),
        "LT_FORESEEN": int(emit_draws.foreseen_sets(emit)),
        "LT_GATHERED": int(emit_draws.gathered(emit)),
        "LT_PLANES": emit_draws.planes(emit),
        "LT_RECALLED": int(emit_draws.recalled(emit)),
        "LT_STILL_BITS": int(emit_draws.still_bits(emit)),
        "LT_OPEN": int(emit.kept.open_count.is_kept),
        "LT_MOST_DECISIONS": most_decisions(emit, plans),
        "LT_IDS": ids,
        "LT_NUMBERED": int(emit.ids is not None),
        "LT_ENTRY": layout.width if emit.ids is None else 1,
        "LT_FIRST_ROOM": 64,
        "LT_DRAWN_WORDS": sum(one.words for one in emit.drawn),
        "LT_OPEN_SET": emit.kept.open_sets.sets[0].name if emit.kept.open_sets.sets else "none",
        "LT_OPEN_WORDS": (layout.zones + 63) // 64,
        "LT_BUDGET_STEPS": BUDGET,
        "LT_ACTIONS": len(game.actions),
        "LT_SCORED": int(game.scoring is not None),
        "LT_ASKS": int(layout.answers > 0),
        "LT_MOST_ANSWERS": layout.answers,
        "LT_NAME_CHOICE": CHOICES.index("name"),
        "LT_TOKEN_CHOICE": CHOICES.index("token"),
        "LT_GLOBAL_VARS": len(game.global_vars),
        "LT_PLAYER_VARS": len(game.per_player_vars),
        "LT_ZONE_VARS": len(game.per_zone_vars),
        "LT_GLOBAL_HOLDERS": _holders(game.global_vars),
        "LT_PLAYER_HOLDERS": _holders(game.per_player_vars),
        "LT_ZONE_HOLDERS": _holders(game.per_zone_vars),
        "LT_EXPLICIT": int(layout.explicit),
        "LT_OPENS": int(layout.opens),
        "LT_CHANCE_ANSWER": CHANCE_ANSWER,
        "LT_MOST_OUTCOMES": MOST_OUTCOMES,
    }
    return "".join(f"#define {name} {value}\n" for name, value in values.items()) + package_text(
        "native", "c", "play.h"
    )


def _holders(variables: tuple[VarDef, ...]) -> int:
    """Return how many of *variables* store tokens."""
    return sum(var.type == "token" for var in variables)


def _undoes(emit: Emitter) -> bool:
    """Return whether a trial can run in place: all indexes are functions of the state, so they can be restored."""
    return emit.low.layout.single and emit.kept.is_function_of_state


def halts(emit: Emitter, plans: tuple[Plan, ...]) -> bool:
    """Return whether a call may have to stop early: it may be long, or lack memory for the copy used by a trial."""
    tried_on_copies = any(plan.filtered for plan in plans) and not _undoes(emit)
    return emit.long or emit.has_rooms or tried_on_copies or any(copies(emit, plan) for plan in plans)
