"""keys: every key of the language, wherever it is allowed.

A key that is correct elsewhere is not a misspelling: `then` beside `result` is not `when` with two wrong letters.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from functools import cache

from ludotome.gamedef import NODE_OF_JSON, fields_of
from ludotome.spec.shapes.field import Field, Shape
from ludotome.spec.shapes.table import BOARD_MACROS, EFFECT_MACROS, SECTION_FIELDS, ZONE


def is_key(word: str) -> bool:
    """Whether any part of a document has a key *word*."""
    return word in _keys()


def the_missing_one(value: Collection[str], known: Collection[str], required: Iterable[str]) -> str | None:
    """Return the field that the only unknown key of *value* must mean: the only missing required one.

    This needs no list of words of other languages: whatever the key is called, a value for that field is needed.
    """
    missing = [key for key in required if key not in value]
    unknown = [key for key in value if key not in known]
    return missing[0] if len(missing) == len(unknown) == 1 else None


@cache
def _keys() -> frozenset[str]:
    keys = set(SECTION_FIELDS)
    for (family, name), info in NODE_OF_JSON.items():
        if family == "effect":
            keys.add(name)
            keys.update(field.json_name for field in fields_of(info.cls))
    for shape in (ZONE, *BOARD_MACROS.values(), *EFFECT_MACROS.values()):
        _add(shape, keys)
    for field in SECTION_FIELDS.values():
        _add_field(field, keys)
    return frozenset(keys)


def _add(shape: Shape, keys: set[str]) -> None:
    keys.update(shape.fields)
    for field in shape.fields.values():
        _add_field(field, keys)


def _add_field(field: Field, keys: set[str]) -> None:
    if field.shape is not None:
        _add(field.shape, keys)
    for below in (*((field.of,) if field.of is not None else ()), *field.options):
        _add_field(below, keys)
