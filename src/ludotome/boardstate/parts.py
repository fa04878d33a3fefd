"""Parts: the parts of a board, as values.

Invariants:
    * every part is frozen plain data; to change one, replace it by a new part;
    * `x` grows to the right, `y` downwards, both from 0; a grid is read row by row, top row first;
    * nothing is checked here: a part may be invalid until a function of this package has accepted it.

This module does not know any board: `segments` and `tokens` check whether a part fits.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeAlias

import msgspec

Id: TypeAlias = str
CellType: TypeAlias = int
JsonObject: TypeAlias = dict[str, Any]

MAX_SIZE = 4096
"""Limit on the side of a board, and so of a segment: 16.8 million cells, 64 MB of index."""


class Coord(msgspec.Struct, frozen=True, order=True):
    """One cell of the board: column `x`, row `y`, both from 0 at the top left."""

    x: int
    y: int


class Dimensions(msgspec.Struct, frozen=True):
    """How many columns and rows a board has."""

    width: int
    height: int


class SegmentDef(msgspec.Struct, frozen=True):
    """A rectangular block of terrain in a library: `grid[row][column]` holds cell types.

    `legend` gives each cell type its name, by name; `metadata` is stored unchanged.
    """

    segment_id: Id
    name: str
    width: int
    height: int
    grid: tuple[tuple[CellType, ...], ...]
    legend: Mapping[str, CellType] | None = None
    metadata: JsonObject | None = None


class SegmentInstance(msgspec.Struct, frozen=True):
    """A segment on the board, rotated clockwise by `rot`; `origin` is the top left cell of its rotated footprint."""

    instance_id: Id
    segment_id: Id
    origin: Coord
    rot: int


class TokenTypeDef(msgspec.Struct, frozen=True):
    """A token type, with its author's notes."""

    type: str
    notes: str | None = None


class Token(msgspec.Struct, frozen=True):
    """A thing on the board that covers `cells`, in the given order, and faces `rot`; `attrs` is a JSON object or None.

    The board stores a copy of `attrs`. Change them with `update_token`, never in place.
    """

    token_id: Id
    type: str
    rot: int
    cells: tuple[Coord, ...]
    attrs: JsonObject | None = None
