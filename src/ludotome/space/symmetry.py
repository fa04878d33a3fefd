"""Symmetry: the 8 ways to turn and mirror a square board, the 12 of a hex board.

Invariants:
    * a symmetry is a 2 × 2 integer matrix on (row, col) or (q, r); the first of each tuple changes nothing;
    * rotations come first, clockwise as drawn (row 0 on top, hex r downwards), then the mirrored ones;
    * distance, adjacency and sight are the same before and after; the order of neighbours is not.

This module does not know boards: the caller must know whether a board maps onto itself.
"""

from __future__ import annotations

from typing import TypeAlias

from ludotome.space.hexes import Cell

Symmetry: TypeAlias = tuple[tuple[int, int], tuple[int, int]]

_IDENTITY: Symmetry = ((1, 0), (0, 1))
_SQUARE_QUARTER: Symmetry = ((0, 1), (-1, 0))  # (row, col) -> (col, -row): north turns to east
_SQUARE_MIRROR: Symmetry = ((1, 0), (0, -1))  # left and right change places
_HEX_SIXTH: Symmetry = ((0, -1), (1, 1))  # (q, r) -> (-r, q + r): east turns to south-east
_HEX_MIRROR: Symmetry = ((0, 1), (1, 0))  # q and r change places


def transform(symmetry: Symmetry, cell: Cell, center: Cell = (0, 0)) -> Cell:
    """Return where *symmetry* about *center* takes *cell*."""
    a, b = cell[0] - center[0], cell[1] - center[1]
    (aa, ab), (ba, bb) = symmetry
    return center[0] + aa * a + ab * b, center[1] + ba * a + bb * b


def compose(second: Symmetry, first: Symmetry) -> Symmetry:
    """Return the symmetry that does *first*, then *second*."""
    columns = [transform(second, (first[0][i], first[1][i])) for i in (0, 1)]
    return ((columns[0][0], columns[1][0]), (columns[0][1], columns[1][1]))


def _turns(turn: Symmetry, count: int, mirror: Symmetry) -> tuple[Symmetry, ...]:
    rotations = [_IDENTITY]
    while len(rotations) < count:
        rotations.append(compose(turn, rotations[-1]))
    return (*rotations, *(compose(rotation, mirror) for rotation in rotations))


SQUARE_SYMMETRIES: tuple[Symmetry, ...] = _turns(_SQUARE_QUARTER, 4, _SQUARE_MIRROR)
"""The 8 symmetries of squares: 4 rotations by quarter turns, then each after a mirror of left and right."""

HEX_SYMMETRIES: tuple[Symmetry, ...] = _turns(_HEX_SIXTH, 6, _HEX_MIRROR)
"""The 12 symmetries of hexagons: 6 rotations by sixths, then each after a mirror that swaps q and r."""
