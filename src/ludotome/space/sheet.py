"""Sheet: the flat map of one board of zones, for line of sight.

Invariants:
    * each zone of the sheet has its own lattice cell; a coordinate without a zone never blocks;
    * wrapped boards are unwrapped: line of sight does not wrap around.

This module does not know what blocks.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ludotome.space.hexes import Cell
from ludotome.space.lattice import Lattice

if TYPE_CHECKING:
    from ludotome.space.board import Board


class Sheet:
    """One board of zones as a lattice: `index_of_zone` and back."""

    def __init__(self, board: Board, zones: list[int], cells: list[Cell]) -> None:
        self.board = board
        hexes = board.zones[zones[0]].q is not None
        rows, cols = [cell[0] for cell in cells], [cell[1] for cell in cells]
        first = (min(rows), min(cols))
        zone_of_cell = dict(zip(cells, zones, strict=True))
        self.lattice = Lattice(
            "hex" if hexes else "square",
            max(rows) - first[0] + 1,
            max(cols) - first[1] + 1,
            first,
            removed=lambda a, b: (a, b) not in zone_of_cell,
        )
        self.zone_of_cell = zone_of_cell
        self.index_of_zone = {zone: self.lattice.index(cell) for cell, zone in zone_of_cell.items()}
        self.zone_of_index = {index: zone for zone, index in self.index_of_zone.items()}


def sheets_of(board: Board) -> dict[int, Sheet]:
    """Return the sheet of each zone with coordinates; zones of one board id share a sheet.

    Raises `ValueError` if two zones of one board have the same coordinates, since sight would be undefined.
    """
    grouped: dict[tuple[str | None, bool], list[int]] = {}
    for index, zone in enumerate(board.zones):
        if board.coordinates[index] is not None:
            grouped.setdefault((zone.board, zone.q is not None), []).append(index)
    found: dict[int, Sheet] = {}
    for zones in grouped.values():
        cells = [cell for cell in (board.coordinates[index] for index in zones) if cell is not None]
        if len(set(cells)) != len(cells):
            twice = next(cell for place, cell in enumerate(cells) if cell in cells[:place])
            raise ValueError(f"two zones of board `{board.zones[zones[0]].board}` have the coordinates {twice}")
        found.update(dict.fromkeys(zones, Sheet(board, zones, cells)))
    return found
