"""Drawing: a map as text, for people, tests and documents.

Invariants:
    * every cell is one mark wide; marks of more characters widen all cells alike;
    * squares row by row; hexagons row by row of r, each row half a cell further right than the one above it;
    * a missing cell is blank; lines have no trailing blanks.

This module does not know what the marks mean.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from ludotome.space.board import Board
from ludotome.space.hexes import Cell
from ludotome.space.lattice import Lattice
from ludotome.space.terrain import Place, Space, Terrain


def draw(space: Board | Lattice | Terrain, mark: Mapping[Place, str] | Callable[[Place], str], blank: str = ".") -> str:
    """Return the map as text, with the *mark* of each cell, or *blank* if it has none.

    On a board only zones with coordinates are drawn, several boards one below the other.

    >>> print(draw(Lattice.hexagon(1), {(0, 0): "@", (1, 0): "#"}))
     . .
    . @ #
     . .
    """
    asked = mark if callable(mark) else lambda place: mark.get(place, blank)
    return "\n\n".join(
        _picture(shape, {cell: asked(place) or blank for cell, place in cells})
        for shape, cells in _sheets(space.space if isinstance(space, Terrain) else space)
    )


def _sheets(space: Space) -> list[tuple[str, list[tuple[Cell, Place]]]]:
    """Return each flat part of *space*: its shape, and its coordinates with the cell or zone there."""
    if isinstance(space, Lattice):
        return [(space.shape, [(cell, cell) for cell in map(space.cell, space.indices)])]
    if not isinstance(space, Board):
        raise TypeError(f"`space` is {space!r}; it must be a Board, a Lattice or a Terrain of one")
    sheets = {id(sheet): sheet for sheet in space.sheet_of_zone.values()}
    return [
        (sheet.lattice.shape, [(cell, space.zone_ids[zone]) for cell, zone in sheet.zone_of_cell.items()])
        for sheet in sheets.values()
    ]


def _picture(shape: str, marks: dict[Cell, str]) -> str:
    """Return the marks as lines: a square stands at (row, col), a hexagon at row r, half column 2q + r."""
    if not marks:
        return ""
    width = max(map(len, marks.values()))
    spots = {(r, 2 * q + r): text for (q, r), text in marks.items()}
    if shape == "square":
        spots = {(row, 2 * col): text for (row, col), text in marks.items()}
    top, left = min(row for row, _ in spots), min(half for _, half in spots)
    lines: dict[int, str] = dict.fromkeys(range(top, max(row for row, _ in spots) + 1), "")
    for (row, half), text in sorted(spots.items()):
        # Two half columns are one cell and one blank.
        lines[row] = lines[row].ljust((half - left) * (width + 1) // 2) + text.rjust(width)
    return "\n".join(line.rstrip() for line in lines.values())
