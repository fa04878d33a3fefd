"""Value words: a value of a game in the terms of its document.

Zones are written by name, players by seat, tokens by type and zone, truth values and the null value as `true`, `false`
and `none`.

This module does not know where a value comes from; the caller knows its type.
"""

from __future__ import annotations

from typing import Any

from ludotome.gamedef import GameDef, GameState, Symbols, Type, checked
from ludotome.play.reference import kernel


def value_in_words(game_def: GameDef, state: GameState, value: Any, type_: Type) -> str:
    """Return *value*, which is JSON of the given type in *state*, in the terms of the document."""
    if value is None:
        return "none"
    if isinstance(value, tuple | list):
        element = type_.element or type_
        return f"[{', '.join(value_in_words(game_def, state, item, element) for item in value)}]"
    match type_.kind:
        case "bool":
            return "true" if value else "false"
        case "player":
            return str(game_def.metadata.seats[value])
        case "zone":
            symbols = checked(game_def).symbols
            return place_in_words(symbols, symbols.zone_index[value])
        case "token":
            token = kernel.view_state(game_def, state).tokens[value]
            symbols = checked(game_def).symbols
            return "none" if token is None else f"{symbols.names[token.type]} on {place_in_words(symbols, token.zone)}"
        case _:
            return str(value)


def place_in_words(symbols: Symbols, place: int) -> str:
    """Return the display name of the zone at index *place*."""
    zone, owner = symbols.game_def.zones[place], symbols.owner_of_zone[place]
    if zone.name or owner is None:
        return zone.name or str(zone.id)
    return f"{zone.id.rpartition(':')[0]} of {symbols.game_def.metadata.seats[owner]}"
