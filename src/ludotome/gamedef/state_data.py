"""State data: the parts of a state that have the same form in its JSON and in observations.

Numbers are written as names and zone ids. The caller passes the function that writes values, and so controls what is
visible.

This module does not know formats or visibility.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from ludotome.gamedef.definition import PropDef, VarDef
from ludotome.gamedef.state import GameState, Stored
from ludotome.gamedef.symbols import Symbols

WriteValue = Callable[[VarDef | PropDef, Stored], Any]


def turn_to_data(symbols: Symbols, state: GameState) -> dict[str, Any]:
    """Return the active player, the phase, and the eliminated players."""
    return {
        "players": state.players,
        "phase": symbols.game_def.turn_structure.phases[state.phase].id,
        "active": state.active,
        "lastActor": state.last_actor,
        "nextPlayer": state.next_player,
        "out": [seat for seat, is_out in enumerate(state.out) if is_out],
        "turn": state.turn,
    }


def variables_to_data(symbols: Symbols, state: GameState, write: WriteValue) -> dict[str, Any]:
    """Return every variable by name; those of players as a list by seat, those of zones by zone id."""
    game = symbols.game_def
    ids = [game.zones[zone].id for zone in symbols.board_zones]
    return {
        "globalVars": _named(game.global_vars, state.global_vars, write),
        "playerVars": {
            var.name: [write(var, value) for value in row]
            for var, row in zip(game.per_player_vars, state.player_vars, strict=True)
        },
        "zoneVars": {
            var.name: {zone: write(var, value) for zone, value in zip(ids, row, strict=True)}
            for var, row in zip(game.per_zone_vars, state.zone_vars, strict=True)
        },
    }


def properties_to_data(symbols: Symbols, kind: int, values: Iterable[Stored], write: WriteValue) -> dict[str, Any]:
    """Return the properties of a token of type *kind* by name."""
    return _named(symbols.token_type[kind].props, values, write)


def _named(declared: Iterable[VarDef | PropDef], values: Iterable[Stored], write: WriteValue) -> dict[str, Any]:
    return {one.name: write(one, value) for one, value in zip(declared, values, strict=True)}


def value_to_data(symbols: Symbols, declared: VarDef | PropDef, value: Stored) -> Any:
    """Return a stored value by its declared type; a token is its slot."""
    if value is None:
        return None
    if isinstance(declared.type, tuple):
        return symbols.names[value]
    if declared.type == "zone":
        return symbols.game_def.zones[value].id
    return bool(value) if declared.type == "bool" else value
