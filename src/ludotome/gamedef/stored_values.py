"""Stored values: convert the numbers that kernels store to the values in decisions, and back.

This module does not know which values are legal.
"""

from __future__ import annotations

from typing import Any

from ludotome.gamedef.symbols import Symbols


def json_value(symbols: Symbols, value: int, kind: str) -> int | bool | str:
    """Return the value in decisions of a stored number of this kind."""
    match kind:
        case "zone":
            return str(symbols.game_def.zones[value].id)
        case "name":
            return symbols.names[value]
        case "bool":
            return bool(value)
        case _:
            return value


def stored_value(symbols: Symbols, given: Any, kind: str) -> int | None:
    """Return the stored number of *given*, a value in a decision; None if it is not of this kind."""
    match kind:
        case "zone":
            if not isinstance(given, str):
                return None
            found = symbols.zone_index.get(given)
            return symbols.zone_of_display_name.get(given) if found is None else found
        case "name":
            return symbols.name_index.get(given) if isinstance(given, str) else None
        case "bool":
            return int(given) if isinstance(given, bool) else None
        case _:
            return given if isinstance(given, int) and not isinstance(given, bool) else None
