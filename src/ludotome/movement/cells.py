"""Cells: the coordinates of tiles, for leaps by offset.

Invariants:
    * coordinates belong to one board each: a leap never crosses from one board of a game to another;
    * a square board is wrapped along an axis if each step lands on its target or exactly one board size away.

This module does not know patterns or pieces.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final, TypeAlias

from ludotome.space import SQUARE_DIRECTIONS, ZoneDef

NO_TILE: Final = -1

Cell: TypeAlias = tuple[int, int]
BoardName: TypeAlias = str | None
Road: TypeAlias = tuple[int, int, str]


@dataclass(frozen=True, slots=True)
class Cells:
    """The coordinates of each tile, and the tile at each coordinate; empty for a board without coordinates."""

    place_of_tile: tuple[tuple[BoardName, Cell | None], ...] = ()
    tile_at: Mapping[tuple[BoardName, Cell], int] = field(default_factory=dict)
    size_round: Mapping[BoardName, tuple[int, int]] = field(default_factory=dict)
    """Rows and columns of each wrapped board; 0 for an axis that is not wrapped."""

    def landing(self, start: int, offset: Cell) -> int:
        """Return the tile at *offset* from the tile *start*, or `NO_TILE`."""
        if not self.place_of_tile:
            return NO_TILE
        board, cell = self.place_of_tile[start]
        if cell is None:
            return NO_TILE
        row, col = cell[0] + offset[0], cell[1] + offset[1]
        rows, cols = self.size_round.get(board, (0, 0))
        return self.tile_at.get((board, (row % rows if rows else row, col % cols if cols else col)), NO_TILE)


def cells_of(zones: Sequence[ZoneDef], cells: Sequence[Cell | None], roads: Iterable[Road]) -> Cells:
    """Return the coordinates of *zones*, whose *cells* and *roads* are given by dense indices."""
    if not any(cell is not None for cell in cells):
        return Cells()
    places = tuple((zone.board, cell) for zone, cell in zip(zones, cells, strict=True))
    tile_at = {(board, cell): tile for tile, (board, cell) in enumerate(places) if cell is not None}
    overshoots: dict[BoardName, set[Cell]] = {}
    for start, end, direction in roads:
        (board, here), (other, there) = places[start], places[end]
        step = SQUARE_DIRECTIONS.get(direction)
        if zones[start].row is None or here is None or there is None or step is None or board != other:
            continue
        over = (abs(there[0] - here[0] - step[0]), abs(there[1] - here[1] - step[1]))
        overshoots.setdefault(board, set()).add(over)
    size_round = {board: _size_round(found, board, tile_at) for board, found in overshoots.items()}
    return Cells(places, tile_at, size_round)


def _size_round(overshoots: set[Cell], board: BoardName, tile_at: Mapping[tuple[BoardName, Cell], int]) -> Cell:
    """Return the size of each axis along which steps overshoot by exactly the board's size, otherwise 0."""
    sizes = []
    for axis in (0, 1):
        size = 1 + max(cell[axis] for name, cell in tile_at if name == board)
        sizes.append(size if {over[axis] for over in overshoots} == {0, size} else 0)
    return sizes[0], sizes[1]
