"""Decisions: convert values to their form in decisions and files, and back.

Zones are written as ids, names as strings, players as seat numbers, tokens as slot numbers, numbers and booleans as
themselves. Writing a value requires its static type, since in the kernel most values are numbers.

This module does not know which decisions are legal.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ludotome.gamedef import Type, checked
from ludotome.kernel.context import plain
from ludotome.kernel.faults import Question
from ludotome.kernel.tables import Tables
from ludotome.kernel.working import Handle


def to_json_value(tables: Tables, value: Any, type_: Type) -> Any:
    """Return *value* of the given type as JSON; a set becomes a tuple."""
    if value is None:
        return None
    if isinstance(value, (tuple, range)):
        element = type_.element if type_.element is not None else type_
        return tuple(to_json_value(tables, item, element) for item in value)
    if isinstance(value, Handle):
        return value.slot
    match type_.kind:
        case "zone":
            return str(tables.board.zone_ids[value])
        case "name":
            return tables.symbols.names[value]
        case "bool":
            return bool(value)
        case _:
            return value


def spelt(tables: Tables, value: Any, type_: Type, names: Mapping[int, str] | None = None) -> str:
    """Return a value as written in notation: a token as its slot, or as its name in *names*."""
    return checked(tables.game_def).spelling.of(type_, (), names)[plain(value)]


def from_json_value(tables: Tables, given: Any, type_: Type) -> Any:
    """Return the number that *given* stands for (a slot for a token); None if it is not a value of the type.

    Zones are found by id and by display name. The exact JSON type matters: `true` is not 1.
    """
    match type_.kind:
        case "zone":
            if not isinstance(given, str):
                return None
            found = tables.symbols.zone_index.get(given)
            return tables.symbols.zone_of_display_name.get(given) if found is None else found
        case "name":
            return tables.symbols.name_index.get(given) if isinstance(given, str) else None
        case "bool":
            return given if isinstance(given, bool) else None
    if not isinstance(given, int) or isinstance(given, bool):
        return None
    is_nobody = type_.kind == "player" and not 0 <= given < len(tables.game_def.metadata.seats)
    return None if is_nobody else given


def find_value(tables: Tables, question: Question, given: Any) -> int | None:
    """Return the index of the option that *given* names, or None."""
    wanted = from_json_value(tables, given, question.type)
    if wanted is None:
        return None
    for place, option in enumerate(question.options):
        if (option.slot if isinstance(option, Handle) else option) == wanted:
            return place
    return None
