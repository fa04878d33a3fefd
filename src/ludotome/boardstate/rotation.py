"""Rotation: quarter turns, clockwise.

Invariants:
    * a turn maps the cells of a height × width block one to one onto those of the turned block;
    * turning by *a* and then by *b* is turning by *a + b*; four quarter turns change nothing.

This module does not know the position of the block on a board.
"""

from __future__ import annotations

ROTATIONS = (0, 90, 180, 270)


def rotated_size(width: int, height: int, rot: int) -> tuple[int, int]:
    """Return the width and height of a block after turning it by *rot*."""
    return (width, height) if rot in (0, 180) else (height, width)


def rotate_cell(row: int, col: int, height: int, width: int, rot: int) -> tuple[int, int]:
    """Return the row and column of the cell at *row*, *col* of a *height* × *width* block after turning it.

    The cell at the top left of a block of two rows and five columns ends at the top right of the turned one:

    >>> rotate_cell(0, 0, height=2, width=5, rot=90)
    (0, 1)
    """
    match rot:
        case 0:
            return row, col
        case 90:
            return col, height - 1 - row
        case 180:
            return height - 1 - row, width - 1 - col
        case 270:
            return width - 1 - col, row
    raise ValueError(f"`rot` is {rot!r}; a rotation is 0, 90, 180 or 270")


def unrotate_cell(row: int, col: int, height: int, width: int, rot: int) -> tuple[int, int]:
    """Return the cell of the *height* × *width* block that is at *row*, *col* after turning it by *rot*.

    >>> unrotate_cell(*rotate_cell(1, 3, 2, 5, 270), height=2, width=5, rot=270)
    (1, 3)
    """
    turned_width, turned_height = rotated_size(width, height, rot)
    return rotate_cell(row, col, turned_height, turned_width, (360 - rot) % 360)
