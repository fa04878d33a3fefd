"""Grid: hexes or squares, with what differs between them: distance, neighbours, the cells of `space`.

Invariants:
    * the cell of a position is what `space` calls it: axial (q, r) on hexes, (row, col) on squares;
    * neighbours come in neighbour order; reading order is the order of the cells;
    * diagonals on squares count as one step.

This module does not know what is on a cell.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from typing import Literal

from ludotome.space import Cell, hex_distance, hex_neighbors, integer, square_distance, square_neighbors
from ludotome.tactics.positions import Pair, Position, as_position


class GridType(StrEnum):
    """The two forms of a map; the plain strings "hex" and "square" are accepted as well."""

    HEX = "hex"
    SQUARE = "square"


@dataclass(frozen=True, slots=True)
class Grid:
    """One form of grid, as functions over its positions."""

    shape: Literal["hex", "square"]
    cell: Callable[[tuple[int, int]], Cell]
    position: Callable[[Cell], Position]
    distance: Callable[[tuple[int, int], tuple[int, int]], int]
    cells_around: Callable[[Cell], tuple[Cell, ...]]

    def neighbors(self, position: Position) -> tuple[Position, ...]:
        """Return the positions around *position*, in neighbour order."""
        return tuple(map(self.position, self.cells_around(self.cell(position))))


def _cell_of_square(position: Pair) -> Cell:
    return position[1], position[0]


def _square_of_cell(cell: Cell) -> Position:
    return Position(cell[1], cell[0])


_GRIDS = {
    "hex": Grid("hex", lambda position: position, Position._make, hex_distance, hex_neighbors),
    "square": Grid("square", _cell_of_square, _square_of_cell, square_distance, square_neighbors),
}


def create_grid_utils(grid_type: GridType) -> Grid:
    """Return the functions of a grid: `distance(a, b)`, `neighbors(position)`, and the cells that `space` knows.

    >>> create_grid_utils(GridType.HEX).distance((0, 0), (2, 1))
    3
    """
    return grid_of(grid_type)


def get_neighbors(position: Pair, grid_type: GridType) -> tuple[Position, ...]:
    """Return the positions around *position*, in neighbour order, ignoring the board's bounds."""
    return grid_of(grid_type).neighbors(as_position("position", position))


def get_distance(a: Pair, b: Pair, grid_type: GridType) -> int:
    """Return how many steps *a* and *b* are apart on an empty grid; a diagonal of squares is one step."""
    return grid_of(grid_type).distance(as_position("a", a), as_position("b", b))


get_cell_distance = get_distance


def is_within_hex_bounds(position: Pair, radius: int) -> bool:
    """Return whether *position* is at most *radius* steps from the middle of a hex map, (0, 0)."""
    return hex_distance((0, 0), as_position("position", position)) <= integer("radius", radius, least=0)


def grid_of(grid_type: object) -> Grid:
    """Return the grid of *grid_type*; raise `ValueError` if it is neither hex nor square."""
    found = _GRIDS.get(grid_type) if isinstance(grid_type, str) else None
    if found is None:
        raise ValueError(f"`grid_type` is {grid_type!r}; write `GridType.HEX` or `GridType.SQUARE`")
    return found
