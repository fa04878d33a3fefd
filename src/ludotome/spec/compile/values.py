"""values: read checked YAML values: lists, mappings, whole numbers that may be constants.

This module reports nothing: its inputs have the right shape.
"""

from __future__ import annotations

from typing import Any

from ludotome.spec.blocks import YamlValue
from ludotome.spec.settings import Values, whole_value


def entries(value: YamlValue) -> list[dict[str, Any]]:
    """Return the mappings of a list; none if it was not written."""
    return [entry for entry in value if isinstance(entry, dict)] if isinstance(value, list) else []


def mapping(value: YamlValue) -> dict[str, Any]:
    """Return a mapping; an empty one if it was not written."""
    return value if isinstance(value, dict) else {}


def listed(value: Any) -> list[Any]:
    """Return a list; a single value is a list of one, a missing value an empty list."""
    if value is None:
        return []
    return value if isinstance(value, list) else [value]


def whole(value: Any, constants: Values) -> Any:
    """Return a whole number; names of constants, and expressions of them, are replaced by their values."""
    found = whole_value(value, constants) if isinstance(value, str) else None
    return value if found is None else found
