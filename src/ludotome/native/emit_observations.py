"""C for observations: the tables `c/observe.h` reads, and what each number of an observation is.

This module does not know where the numbers stand in a state (`layout`).
"""

from __future__ import annotations

from ludotome.native.layout import Layout
from ludotome.native.text import c_array

SEEN_BY_ALL, SEEN_BY_NOBODY = -1, -2


def observation_names(layout: Layout) -> tuple[str, ...]:
    """Return what each number is: part by part that of every zone, then the variables, who is active and the phase."""
    game, seats = layout.game_def, range(layout.players)
    parts = ("count", "type", "owner", *layout.props)
    zones = [f"{zone.id}.{part}" for part in parts for zone in game.zones]
    variables = [var.name for var in game.global_vars]
    own = [f"{var.name}:{seat}" for var in game.per_player_vars for seat in seats]
    return (*zones, *variables, *own, "active", "phase")


def observation_tables(layout: Layout) -> str:
    """Return who sees which zone, and how many variables there are."""
    game = layout.game_def
    seers = [
        SEEN_BY_ALL if zone.visibility == "public" else owner if zone.visibility == "owner" else SEEN_BY_NOBODY
        for zone, owner in zip(game.zones, layout.symbols.owner_of_zone, strict=True)
    ]
    numbers = [SEEN_BY_NOBODY if seer is None else seer for seer in seers]
    values = {
        "LT_DECIDES": layout.decides,
        "LT_ALL_SEEN": int(set(numbers) <= {SEEN_BY_ALL}),
        "LT_GLOBAL_VARS": len(game.global_vars),
        "LT_PLAYER_VARS": len(game.per_player_vars),
    }
    defines = [f"#define {name} {value}" for name, value in values.items()]
    return "\n".join([*defines, *c_array("int16_t", "seer_of_zone", numbers), ""])
