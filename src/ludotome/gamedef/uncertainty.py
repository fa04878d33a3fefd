"""Uncertainty: whether a game has chance or hidden information.

This module does not know what is hidden, nor from whom.
"""

from __future__ import annotations

from ludotome.gamedef import facts
from ludotome.gamedef.definition import GameDef
from ludotome.gamedef.symbols import walk


def is_uncertain(game_def: GameDef) -> bool:
    """Return whether anything is hidden from a player or left to chance."""
    hidden = any(zone.visibility != "public" for zone in game_def.zones)
    return hidden or any(map(facts.is_random, walk(game_def)))
