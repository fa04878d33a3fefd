"""Links: which cells are adjacent, as indices, in the form that both searches read.

Invariants:
    * neighbours are in neighbour order; an index that is not a cell (`exists` is 0) is never entered;
    * a diagonal step of a square board has the two cells beside it, so that a search can refuse to pass between two
      walls; a missing cell does not count as a wall;
    * a lattice stores offsets, which need no memory per cell; any other graph stores a table.

This module does not know zones, coordinates or what a step costs.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TypeAlias

Sides: TypeAlias = tuple[int, int] | None


@dataclass(frozen=True, slots=True, eq=False, weakref_slot=True)
class Links:
    """The neighbours of every index from 0 to `count` − 1, by `offsets` or by `table`, with the `sides` of each step.

    `sides` is parallel: one entry per offset, or one row per row of the table (no rows: no diagonals). `shifts` are the
    offsets as rows and columns of `stride` indices.
    """

    count: int
    exists: bytes
    offsets: tuple[int, ...] = ()
    offset_sides: tuple[Sides, ...] = ()
    shifts: tuple[tuple[int, int], ...] = ()
    stride: int = 0
    table: tuple[tuple[int, ...], ...] = ()
    table_sides: tuple[tuple[Sides, ...], ...] = ()

    def steps(self, here: int) -> Iterator[tuple[int, Sides]]:
        """Yield each neighbour index of *here* with the cells beside the step, in neighbour order."""
        if self.offsets:
            for offset, sides in zip(self.offsets, self.offset_sides, strict=True):
                yield here + offset, sides and (here + sides[0], here + sides[1])
        elif self.table_sides:
            yield from zip(self.table[here], self.table_sides[here], strict=True)
        else:
            for there in self.table[here]:
                yield there, None
