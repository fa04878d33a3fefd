"""Bounds: the extent of the board: unlimited, a rectangle, or a radius around the centre.

Invariants:
    * bounds are None, a number of steps from (0, 0) (on hexes a hexagon of that radius), or a `Rectangle`;
    * a rectangle includes both its corners; on hexes it is a rhombus, since its sides follow the axes q and r;
    * a `Box` is a pair of cells, its first and its last, both included.

This module does not know what is on the board.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple, TypeAlias

from ludotome.space import Cell, integer
from ludotome.tactics.grid import Grid
from ludotome.tactics.positions import Position


class Rectangle(NamedTuple):
    """All positions from one corner to the other, both included."""

    min_x: int
    min_y: int
    max_x: int
    max_y: int


Bounds: TypeAlias = int | Rectangle | None

BoundsLike: TypeAlias = Bounds | tuple[int, int] | tuple[int, int, int, int]
"""Accepted forms of bounds: also (width, height) and (min x, min y, max x, max y)."""


class Box(NamedTuple):
    """The cells from *first* to *last* along both axes of `space`, both included."""

    first: Cell
    last: Cell

    @property
    def rows(self) -> int:
        """How many rows (or q) it has."""
        return self.last[0] - self.first[0] + 1

    @property
    def cols(self) -> int:
        """How many columns (or r) it has."""
        return self.last[1] - self.first[1] + 1

    @property
    def size(self) -> int:
        """How many cells it has, including the rim that `space` adds."""
        return (self.rows + 2) * (self.cols + 2)

    def covers(self, other: Box) -> bool:
        """Return whether every cell of *other* is a cell of this one."""
        return self.holds(other.first) and self.holds(other.last)

    def holds(self, cell: Cell) -> bool:
        """Return whether *cell* is one of its cells."""
        (top, left), (bottom, right) = self
        return top <= cell[0] <= bottom and left <= cell[1] <= right

    def clipped(self, other: Box) -> Box:
        """Return the intersection of both boxes."""
        (a, b), (c, d) = zip(self.first, other.first, strict=True), zip(self.last, other.last, strict=True)
        return Box((max(a), max(b)), (min(c), min(d)))

    def grown(self, by: int) -> Box:
        """Return the box with *by* more cells on each side."""
        return Box((self.first[0] - by, self.first[1] - by), (self.last[0] + by, self.last[1] + by))


def as_bounds(value: object) -> Bounds:
    """Return *value* as bounds: None, a radius, (width, height) from (0, 0), or (min x, min y, max x, max y)."""
    if value is None:
        return None
    if not isinstance(value, tuple | list):
        return integer("bounds", value, least=0)
    numbers = [integer("bounds", number) for number in value]
    if len(numbers) == 2:
        numbers = [0, 0, numbers[0] - 1, numbers[1] - 1]
    if len(numbers) != 4 or numbers[0] > numbers[2] or numbers[1] > numbers[3]:
        raise ValueError(
            f"`bounds` is {value!r}; write a radius, (width, height), `Rectangle(min_x, min_y, max_x, max_y)` or None"
        )
    return Rectangle(*numbers)


def is_on_board(position: Position, bounds: Bounds, grid: Grid) -> bool:
    """Return whether *position* is inside *bounds*."""
    if bounds is None:
        return True
    if isinstance(bounds, int):
        return grid.distance((0, 0), position) <= bounds
    return bounds.min_x <= position.x <= bounds.max_x and bounds.min_y <= position.y <= bounds.max_y


def box_of_bounds(bounds: Bounds, grid: Grid) -> Box | None:
    """Return the smallest box around the board, or None if it is unlimited."""
    if bounds is None:
        return None
    if isinstance(bounds, int):
        return Box((-bounds, -bounds), (bounds, bounds))
    return Box(grid.cell(bounds[:2]), grid.cell(bounds[2:]))


def box_around(cells: Iterable[Cell]) -> Box:
    """Return the smallest box that holds all of *cells*, which must not be empty."""
    rows, cols = zip(*cells, strict=True)
    return Box((min(rows), min(cols)), (max(rows), max(cols)))
