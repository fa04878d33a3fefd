"""Initial values: the initial value of a variable or property, and clamping of values to their declaration.

This module does not know where values are stored.
"""

from __future__ import annotations

from ludotome.gamedef.definition import PropDef, VarDef
from ludotome.gamedef.state import Stored
from ludotome.gamedef.symbols import Symbols


def initial_value(symbols: Symbols, declared: VarDef | PropDef) -> Stored:
    """Return the initial value of a variable or property.

    Without `init` it is 0 (or the nearest number in range), false, the first name, or None.
    """
    if declared.type == "zone" and isinstance(declared.init, str):
        return symbols.zone_index[declared.init]
    if declared.type == "player" and isinstance(declared.init, str):
        return symbols.game_def.metadata.seats.index(declared.init)
    if isinstance(declared.init, str):
        return symbols.name_index[declared.init]
    return clamped_value(symbols, declared, None if declared.init is None else int(declared.init))


def clamped_value(symbols: Symbols, declared: VarDef | PropDef, value: Stored) -> Stored:
    """Return *value* as *declared* stores it: clamped to its range, or a default if None cannot be stored."""
    if isinstance(declared.type, tuple):
        return symbols.name_index[declared.type[0]] if value is None else value
    if declared.type == "bool":
        return 0 if value is None else int(bool(value))
    if declared.type != "int":
        return value
    number = 0 if value is None else int(value)
    if declared.min is not None and number < declared.min:
        return declared.min
    if declared.max is not None and number > declared.max:
        return declared.max
    return number
