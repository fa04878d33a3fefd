"""Squares: distance, neighbours, lines, rings and ranges of square cells (row, col), on a plane without a rim.

Invariants:
    * integers only: a line is exact, and a line drawn backwards is the same line reversed;
    * neighbours come in the order of `SQUARE_DIRECTIONS`, sets of cells row by row;
    * diagonal steps count as one unless *directions* is 4.

This module does not know boards, zones or walls.
"""

from __future__ import annotations

from ludotome.space.hexes import Cell, Step
from ludotome.space.numbers import MAX_LINE, integer, line_length, pair
from ludotome.space.zones import SQUARE_DIRECTIONS, square_directions


def square_distance(a: Cell, b: Cell, directions: int = 8) -> int:
    """Return the number of steps from *a* to *b*.

    >>> square_distance((0, 0), (3, 2)), square_distance((0, 0), (3, 2), directions=4)
    (3, 5)
    """
    (a_row, a_col), (b_row, b_col) = pair("a", a), pair("b", b)
    down, right = abs(b_row - a_row), abs(b_col - a_col)
    return max(down, right) if len(square_directions(directions)) == 8 else down + right


def square_neighbors(cell: Cell, directions: int = 8) -> tuple[Cell, ...]:
    """Return the cells around *cell*, in neighbour order."""
    row, col = pair("cell", cell)
    steps = (SQUARE_DIRECTIONS[name] for name in square_directions(directions))
    return tuple((row + down, col + right) for down, right in steps)


def square_range(center: Cell, radius: int, directions: int = 8) -> tuple[Cell, ...]:
    """Return every cell within *radius* steps of *center*, itself included, row by row."""
    n = integer("radius", radius, least=0, most=MAX_LINE // 1000)
    center = pair("center", center)
    cells = ((center[0] + down, center[1] + right) for down in range(-n, n + 1) for right in range(-n, n + 1))
    return tuple(cell for cell in cells if square_distance(center, cell, directions) <= n)


def square_ring(center: Cell, radius: int, directions: int = 8) -> tuple[Cell, ...]:
    """Return every cell exactly *radius* steps from *center*, row by row; radius 0 is the centre."""
    cells = square_range(center, radius, directions)
    return tuple(cell for cell in cells if square_distance(center, cell, directions) == radius)


def square_line_draw(a: Cell, b: Cell) -> tuple[Cell, ...]:
    """Return the thin line from *a* to *b*, both included: one cell per row or column, at a tie the smaller one.

    >>> square_line_draw((0, 0), (1, 2))
    ((0, 0), (0, 1), (1, 2))
    """
    a, b = pair("a", a), pair("b", b)
    down, right = b[0] - a[0], b[1] - a[1]
    n = line_length(a, b, max(abs(down), abs(right)))
    # Rounding a half down makes the smaller cell win from either end.
    return (
        tuple((a[0] + -((n - 2 * i * down) // (2 * n)), a[1] + -((n - 2 * i * right) // (2 * n))) for i in range(n + 1))
        if n
        else (a,)
    )


def square_steps(a: Cell, b: Cell) -> tuple[Step, ...]:
    """Return the cells that the line from *a* to *b* crosses strictly between them, in order (supercover).

    Two cells together are those beside a corner the line passes exactly through, the smaller (row, col) first.

    >>> square_steps((0, 0), (1, 1))
    (((0, 1), (1, 0)),)
    """
    row, col = a
    down, right = b[0] - row, b[1] - col
    line_length(a, b, max(abs(down), abs(right)))
    south, east = (1 if down > 0 else -1), (1 if right > 0 else -1)
    rows, cols = abs(down), abs(right)
    steps: list[Step] = []
    crossed_rows = crossed_cols = 0
    while crossed_rows < rows or crossed_cols < cols:
        # Which edge of the cell does the line cross first? Compare the two fractions of the way, times 2·rows·cols.
        first = (1 + 2 * crossed_rows) * cols - (1 + 2 * crossed_cols) * rows
        if first == 0:
            beside = sorted(((row + south, col), (row, col + east)))
            steps.append((beside[0], beside[1]))
        if first <= 0:
            row, crossed_rows = row + south, crossed_rows + 1
        if first >= 0:
            col, crossed_cols = col + east, crossed_cols + 1
        steps.append(((row, col),))
    return tuple(steps[:-1])
