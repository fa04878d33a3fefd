"""Stored: initial values of variables and properties, as stored in a state."""

from __future__ import annotations

from ludotome.gamedef import PropDef, VarDef
from ludotome.native.lower.lowering import Lowering


def initial_stored(low: Lowering, declared: VarDef | PropDef) -> int:
    """Return the initial value of a variable or property, as stored in a state."""
    if isinstance(declared.init, str):
        if declared.type == "zone":
            return low.symbols.zone_index[declared.init]
        if declared.type == "player":
            return low.game_def.metadata.seats.index(declared.init)
        return low.symbols.name_index[declared.init]
    if declared.init is not None:
        number = int(declared.init)
    elif isinstance(declared.type, tuple):
        return low.symbols.name_index[declared.type[0]]
    else:
        number = 0 if declared.type in ("int", "bool") else -1
    if declared.type != "int":
        return number
    return max(min(number, declared.max or 0), declared.min or 0)
