"""Shapes: the fields of each part of a document and what each may contain, as data.

One table drives the check of shapes, the near names of fields and the reference pages. Shapes of effects and of tree
expressions are not here: those are `gamedef`'s nodes.
"""

from ludotome.spec.shapes.field import BINDING, NAME, Field, Shape
from ludotome.spec.shapes.keys import is_key
from ludotome.spec.shapes.table import BOARD_MACROS, EFFECT_MACROS, EFFECT_SHORTHANDS, MACRO_ARGS, SECTION_FIELDS, ZONE

__all__ = [
    "Field",
    "Shape",
    "NAME",
    "BINDING",
    "SECTION_FIELDS",
    "BOARD_MACROS",
    "MACRO_ARGS",
    "EFFECT_MACROS",
    "EFFECT_SHORTHANDS",
    "ZONE",
    "is_key",
]
