"""Field: what one key of a mapping may hold.

This module does not know any particular key.
"""

from __future__ import annotations

import re
from typing import Literal, TypeAlias

from msgspec import Struct

NAME = re.compile(r"[A-Za-z][A-Za-z0-9_]*")
BINDING = re.compile(r"\$[A-Za-z][A-Za-z0-9_]*")

Kind: TypeAlias = Literal[
    "id",  # a name that may have hyphens
    "name",  # a name an expression can write
    "label",  # a name of something declared elsewhere, checked where it is resolved
    "binding",  # `$name`
    "zone",  # a zone written as text
    "word",  # one of `choices`
    "text",  # any text
    "int",
    "bool",
    "scalar",  # one value: a number, a boolean, a name, none
    "expr",  # an expression, as text or tree
    "template",  # text with `{expressions}`
    "effects",  # a list of effects
    "mapping",  # a mapping from names to `of`
    "list",  # a list of `of`
    "either",  # one of `options`, distinguished by YAML type
    "shape",  # a mapping with the fields of `shape`
    "place",  # seat → token type → zones, a condition, or zone → count
    "any",
]


class Field(Struct, frozen=True):
    """One field: its kind, whether it must be written, and what its kind needs to know."""

    kind: Kind
    required: bool = False
    choices: tuple[str, ...] = ()
    shape: Shape | None = None
    of: Field | None = None
    options: tuple[Field, ...] = ()
    least: int | None = None
    constants: bool = True  # whether a number may be the name of a constant, or an expression of them


class Shape(Struct, frozen=True):
    """A mapping: what it is called in messages, its fields, and a short example of it."""

    name: str
    fields: dict[str, Field]
    example: str
