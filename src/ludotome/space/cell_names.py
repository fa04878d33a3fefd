"""Cell names: display names of cells, with a letter for the column and a number for the row.

Invariants:
    * two cells of a board never share a name; past the last letter the letters double;
    * a name says where a cell is in the picture, rows from the top and columns from the left, whatever its coordinates.

This module does not know shapes: a board says which row and column of its picture a cell is in.
"""

from __future__ import annotations

from typing import Literal, get_args

CellNames = Literal["algebraic", "algebraicDown", "go"]
CELL_NAMES: tuple[CellNames, ...] = get_args(CellNames)


def cell_name(names: CellNames, row: int, col: int, rows: int) -> str:
    """Return the display name of the cell at *row*, *col* of a picture with *rows* rows; past z the letters double.

    `algebraic` counts rows from the bottom (a1 bottom left), `algebraicDown` from the top (a1 top left), `go` is
    algebraic in capitals without I.
    """
    if names not in CELL_NAMES:
        raise ValueError(f"`names` is {names!r}; write {', '.join(CELL_NAMES[:-1])} or {CELL_NAMES[-1]}")
    letters = "ABCDEFGHJKLMNOPQRSTUVWXYZ" if names == "go" else "abcdefghijklmnopqrstuvwxyz"
    doubled, letter = divmod(col, len(letters))
    number = row + 1 if names == "algebraicDown" else rows - row
    return f"{letters[letter] * (doubled + 1)}{number}"
