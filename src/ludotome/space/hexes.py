"""Hexes: distance, neighbours, lines, rings and ranges of axial hexagons (q, r), on a plane without a rim.

Invariants:
    * integers only: a line is exact, and a line drawn backwards is the same line reversed;
    * neighbours come in the order of `HEX_DIRECTIONS`, sets of cells q outer, r inner, both ascending.

This module does not know boards, zones or walls.
"""

from __future__ import annotations

from typing import TypeAlias

from ludotome.space.numbers import MAX_LINE, integer, line_length, pair
from ludotome.space.zones import HEX_DIRECTIONS

Cell: TypeAlias = tuple[int, int]
Step: TypeAlias = tuple[Cell] | tuple[Cell, Cell]


def hex_distance(a: Cell, b: Cell) -> int:
    """Return the number of steps from *a* to *b*.

    >>> hex_distance((0, 0), (3, 2))
    5
    """
    (aq, ar), (bq, br) = pair("a", a), pair("b", b)
    dq, dr = bq - aq, br - ar
    return max(abs(dq), abs(dr), abs(dq + dr))


def hex_neighbors(cell: Cell) -> tuple[Cell, ...]:
    """Return the six hexagons around *cell*, in neighbour order."""
    q, r = pair("cell", cell)
    return tuple((q + dq, r + dr) for dq, dr in HEX_DIRECTIONS.values())


def hex_range(center: Cell, radius: int) -> tuple[Cell, ...]:
    """Return every hexagon within *radius* steps of *center*, itself included, q outer and r inner.

    >>> hex_range((0, 0), 1)
    ((-1, 0), (-1, 1), (0, -1), (0, 0), (0, 1), (1, -1), (1, 0))
    """
    n = integer("radius", radius, least=0, most=MAX_LINE // 1000)
    q0, r0 = pair("center", center)
    return tuple((q0 + q, r0 + r) for q in range(-n, n + 1) for r in range(max(-n, -n - q), min(n, n - q) + 1))


def hex_ring(center: Cell, radius: int) -> tuple[Cell, ...]:
    """Return every hexagon exactly *radius* steps from *center*, q outer and r inner; radius 0 is the centre."""
    return tuple(cell for cell in hex_range(center, radius) if hex_distance(center, cell) == radius)


def hex_line_draw(a: Cell, b: Cell) -> tuple[Cell, ...]:
    """Return the hexagons of the straight line from *a* to *b*, both included; at a tie the smaller (q, r).

    >>> hex_line_draw((0, 0), (2, -1))
    ((0, 0), (1, -1), (2, -1))
    """
    a, b = pair("a", a), pair("b", b)
    return (a, *(cells[0] for cells in hex_steps(a, b)), b) if a != b else (a,)


def hex_steps(a: Cell, b: Cell) -> tuple[Step, ...]:
    """Return what the line from *a* to *b* crosses strictly between them: one hexagon per step, or two at an exact tie.

    Of N steps, step i lies where one cube axis has moved by exactly i; along the other two the line is at the fraction
    i·d/N, so there is a tie exactly where twice (i·d mod N) equals N. The smaller (q, r) of a tie comes first.
    """
    (q, r), dq, dr = a, b[0] - a[0], b[1] - a[1]
    n = line_length(a, b, max(abs(dq), abs(dr), abs(dq + dr)))
    steps: list[Step] = []
    for i in range(1, n):
        # The free axis is r where q is the major one, else q: then base and base + 1 are in (q, r) order.
        if abs(dq) == n:
            major = q + i * dq // n
            base, rest = divmod(i * dr, n)
            pair = ((major, r + base), (major, r + base + 1))
        else:
            base, rest = divmod(i * dq, n)
            if abs(dr) == n:
                major = r + i * dr // n
                pair = ((q + base, major), (q + base + 1, major))
            else:  # the third cube axis, -q - r, is the major one
                total = q + r + i * (dq + dr) // n
                pair = ((q + base, total - q - base), (q + base + 1, total - q - base - 1))
        steps.append(pair if 2 * rest == n else (pair[2 * rest > n],))
    return tuple(steps)
