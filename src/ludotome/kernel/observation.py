"""Observation: what one seat may see of a state, with the pending choice.

`gamedef.Sight` computes what a seat sees; this module finds the state and the pending choice.

This module does not know what players conclude from an observation.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ludotome.gamedef import Asked, GameDef, GameState, PlayError, checked
from ludotome.gamedef import sees_zone as sees
from ludotome.kernel.context import plain
from ludotome.kernel.faults import CHANCE
from ludotome.kernel.rules import tables_of
from ludotome.kernel.tables import Tables
from ludotome.kernel.transitions import view_of, view_state


def observation(
    game_def: GameDef, state: GameState, player: int, names: Mapping[int, str] | None = None
) -> dict[str, Any]:
    """Return what *player* may see of *state*; a token's `id` is its slot, or its name in *names*."""
    if type(player) is not int or not 0 <= player < state.players:
        raise PlayError("bad-argument", f"there is no player {player!r}; players are 0 to {state.players - 1}")
    shown = view_state(game_def, state)
    return checked(game_def).sight(state.players).observation(shown, state.ply, player, asked(game_def, state), names)


def asked(game_def: GameDef, state: GameState) -> Asked | None:
    """Return the pending choice of *state*, or None."""
    if state.pending is None or state.outcome is not None:
        return None
    question = view_of(tables_of(game_def), state).question
    kind = "int" if question.player == CHANCE else question.type.kind
    return Asked(question.player, kind, tuple(plain(option) for option in question.options))


def sees_zone(tables: Tables, zone: int, player: int) -> bool:
    """Return whether *player* sees the tokens of *zone*."""
    return sees(tables.symbols, zone, player)


def sees_zone_id(game_def: GameDef, zone: str, player: int | None) -> bool:
    """Return whether *player* (None: a spectator) sees the tokens of the zone of this id."""
    symbols = checked(game_def).symbols
    return sees(symbols, symbols.zone_index[zone], player)
