"""Index: the content of each cell, updated incrementally.

Invariants:
    * adding, moving or removing a thing changes only the cells it covers; nothing is ever rebuilt;
    * a segment covers a rectangle, and no two segments share a cell, so one number per cell is enough;
    * the tokens of a cell are in board order, regardless of when they moved.

This module knows the ordinals of things (their places in board order), not the things.
"""

from __future__ import annotations

from array import array
from bisect import bisect_left, insort
from collections.abc import Iterable
from typing import NamedTuple

from ludotome.boardstate.parts import Coord

NOTHING = -1


class Rect(NamedTuple):
    """A rectangle of cells, by its top left cell and size."""

    x: int
    y: int
    width: int
    height: int


class SegmentIndex:
    """Which segment covers each cell of a board."""

    def __init__(self, size: int) -> None:
        self.size = size
        self._ordinal_of_cell = array("i", [NOTHING]) * (size * size)

    def at(self, x: int, y: int) -> int:
        """Return the ordinal of the segment that covers the cell, or `NOTHING`; outside the board it is `NOTHING`."""
        if 0 <= x < self.size and 0 <= y < self.size:
            return self._ordinal_of_cell[y * self.size + x]
        return NOTHING

    def fill(self, rect: Rect, ordinal: int) -> None:
        """Record that *ordinal*, or `NOTHING`, covers every cell of *rect*, which must be on the board."""
        row = array("i", [ordinal]) * rect.width
        for start in self._row_starts(rect):
            self._ordinal_of_cell[start : start + rect.width] = row

    def within(self, rect: Rect) -> tuple[int, ...]:
        """Return the ordinals that cover cells of *rect*, which must be on the board, in reading order."""
        free = array("i", [NOTHING]) * rect.width
        found: dict[int, None] = {}
        for start in self._row_starts(rect):
            row = self._ordinal_of_cell[start : start + rect.width]
            if row != free:
                found.update(dict.fromkeys(row))
        found.pop(NOTHING, None)
        return tuple(found)

    def _row_starts(self, rect: Rect) -> range:
        first = rect.y * self.size + rect.x
        return range(first, first + rect.height * self.size, self.size)


class TokenIndex:
    """Which tokens are on each cell."""

    def __init__(self) -> None:
        self._ordinals_of_cell: dict[Coord, list[int]] = {}

    def at(self, cell: Coord) -> tuple[int, ...]:
        """Return the ordinals of the tokens on *cell*, in board order."""
        return tuple(self._ordinals_of_cell.get(cell, ()))

    def put(self, cells: Iterable[Coord], ordinal: int) -> None:
        """Record that the token *ordinal* covers *cells*."""
        for cell in cells:
            insort(self._ordinals_of_cell.setdefault(cell, []), ordinal)

    def lift(self, cells: Iterable[Coord], ordinal: int) -> None:
        """Record that the token *ordinal* no longer covers *cells*."""
        for cell in cells:
            ordinals = self._ordinals_of_cell[cell]
            del ordinals[bisect_left(ordinals, ordinal)]
            if not ordinals:
                del self._ordinals_of_cell[cell]
