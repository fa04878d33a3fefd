"""Dress: apply the `look` of a document to the look of a type.

What the document does not specify keeps its default. Path data becomes a shape named by its content, so that pictures
of several games can be on one page.

This module does not know games.
"""

from __future__ import annotations

import zlib

import msgspec

from ludotome.diagnostics import one_line
from ludotome.gamedef import SHAPES, TypeLookDef
from ludotome.picture.scene import Look, ShapePart, TypeLook
from ludotome.picture.svg_parts import OWN_SHAPE

_TURNS = {"n": 0, "ne": 45, "e": 90, "se": 135, "s": 180, "sw": 225, "w": 270, "nw": 315}
_ARROWS = {
    "▲": 0,
    "▶": 90,
    "▼": 180,
    "◀": 270,
    "↑": 0,
    "→": 90,
    "↓": 180,
    "←": 270,
    "^": 0,
    ">": 90,
    "v": 180,
    "<": 270,
}


def dressed(kind: TypeLook, wanted: TypeLookDef | None, shapes: dict[str, tuple[ShapePart, ...]]) -> TypeLook:
    """Return *kind* changed as *wanted*; shapes made from path data are added to *shapes*."""
    if wanted is None:
        return kind
    color = None if wanted.color is None else (wanted.color, wanted.color)
    shape = wanted.shape
    if wanted.path is not None:
        shape = f"{OWN_SHAPE}{zlib.crc32(wanted.path.encode()):08x}"
        shapes[shape] = (ShapePart("body", wanted.path),)
    look = kind.look
    if shape is not None or wanted.mark is not None:
        mark = None if wanted.mark is None else one_line(wanted.mark)
        look = Look(shape or "disc", mark)
    look = msgspec.structs.replace(look, color=color)
    seats = () if shape is not None or wanted.mark is not None else kind.seats
    is_own = shape is not None
    values = {value: _by_value(look, value, drawn, is_own=is_own) for value, drawn in wanted.values.items()}
    return msgspec.structs.replace(
        kind,
        look=look,
        seats=tuple(one if one is None else msgspec.structs.replace(one, color=color) for one in seats),
        by=None if wanted.by is None else one_line(wanted.by),
        values={one_line(value): found for value, found in values.items()},
        value_texts={one_line(v): one_line(d) for v, d in wanted.values.items() if d not in SHAPES},
        card=kind.card and shape is None and not values,
    )


def _by_value(look: Look, value: str, drawn: str, *, is_own: bool) -> Look:
    """Return the look for one value of a property: another shape, a mark, or for an arrow a turn.

    If the document has a shape of its own, it is rotated; otherwise an arrow is drawn.
    """
    if drawn in SHAPES:
        return msgspec.structs.replace(look, shape=drawn, mark=None)
    if drawn in _ARROWS:
        turn = _TURNS.get(value.lower(), _ARROWS[drawn])
        return msgspec.structs.replace(look, turn=turn) if is_own else Look("arrow", None, look.color, turn)
    return msgspec.structs.replace(look, mark=one_line(drawn))
