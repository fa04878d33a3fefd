"""Grids: the zones of square boards.

Invariants:
    * zones come row by row, `cell_R_C` with row 0 on top; neighbours in the order of `SQUARE_DIRECTIONS`;
    * adjacency is symmetric; a wrapped board makes no self loops and lists no neighbour twice, though two directions
      may lead to the same zone;
    * a removed cell leaves a hole: nothing leads to it and nothing leads over it.

This module does not know hexagons or games.
"""

from __future__ import annotations

from typing import Literal

from ludotome.space.cell_names import CellNames, cell_name
from ludotome.space.coordinates import cell_id
from ludotome.space.making import Removed, check_size, edges, is_removed
from ludotome.space.numbers import integer
from ludotome.space.zones import SQUARE_DIRECTIONS, ZoneDef, ZoneId, square_directions

Wrap = Literal["none", "rows", "cols", "both"]


def generate_grid(
    rows: int,
    cols: int,
    *,
    directions: int = 4,
    wrap: Wrap = "none",
    removed: Removed = (),
    names: CellNames | None = None,
    board: str = "board",
    capacity: int | None = None,
    prefix: str = "cell",
) -> tuple[ZoneDef, ...]:
    """Return the zones of a square board of *rows* × *cols*, row by row from the top left.

    With *directions* 8 the diagonals count as adjacent too. *wrap* joins the last row to the first (`rows`), the last
    column to the first (`cols`) or both. *removed* leaves cells out: a predicate on (row, col) or a container of such
    pairs. *names* gives display names, as `cell_name` has them.
    """
    rows = integer("rows", rows, least=1)
    cols = integer("cols", cols, least=1)
    check_size("rows × cols", rows * cols)
    ways = {name: SQUARE_DIRECTIONS[name] for name in square_directions(directions)}
    if wrap not in ("none", "rows", "cols", "both"):
        raise ValueError(f"`wrap` is {wrap!r}; write none, rows, cols or both")
    gone = is_removed(removed)
    ids = {(row, col): cell_id(row, col, prefix) for row in range(rows) for col in range(cols) if not gone(row, col)}

    def at(row: int, col: int) -> ZoneId | None:
        if wrap in ("rows", "both"):
            row %= rows
        if wrap in ("cols", "both"):
            col %= cols
        return ids.get((row, col))

    return tuple(
        ZoneDef(
            id=zone,
            **edges(zone, {name: at(row + down, col + right) for name, (down, right) in ways.items()}),
            capacity=capacity,
            board=board,
            row=row,
            col=col,
            name=None if names is None else cell_name(names, row, col, rows),
        )
        for (row, col), zone in ids.items()
    )
