"""Sightlines: whether the line between two cells is clear, in plain Python. The reference for `core.c`.

Invariants:
    * integers only; the two ends never block their own line; A sees B exactly when B sees A;
    * hexes: at an exact tie either cell blocks (conservative) or only both together (permissive);
    * squares: every crossed cell blocks; where the line passes exactly through a corner only both cells beside it do;
    * cells off the map never block.

This module does not know zones, nor who looks; `sight` is its public interface.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal

from ludotome.space.hexes import Cell, Step, hex_distance, hex_steps
from ludotome.space.lattice import Lattice
from ludotome.space.squares import square_distance, square_steps
from ludotome.space.terrain import Mask

Policy = Literal["conservative", "permissive"]


def steps_between(shape: Literal["square", "hex"], a: Cell, b: Cell) -> tuple[Step, ...]:
    """Return the cells that the line from *a* to *b* crosses strictly between them, in order."""
    return hex_steps(a, b) if shape == "hex" else square_steps(a, b)


def first_blocker(
    shape: Literal["square", "hex"], a: Cell, b: Cell, is_opaque: Callable[[Cell], bool], policy: Policy
) -> Cell | None:
    """Return the cell that ends sight from *a* to *b*, the first in line order; None when the line is clear."""
    either = shape == "hex" and policy == "conservative"
    for step in steps_between(shape, a, b):
        opaque = [cell for cell in step if is_opaque(cell)]
        if opaque and (either or len(opaque) == len(step)):
            return opaque[0]
    return None


def is_clear(lattice: Lattice, opaque: Mask, a: int, b: int, policy: Policy) -> bool:
    """Return whether the line from index *a* to index *b* is clear."""
    blocker = first_blocker(lattice.shape, lattice.cell(a), lattice.cell(b), _opaque_at(lattice, opaque), policy)
    return blocker is None


def field(lattice: Lattice, opaque: Mask, origin: int, radius: int, policy: Policy) -> bytearray:
    """Return a byte per index: 1 for the cells within *radius* of *origin* whose line is clear; one line per cell."""
    seen = bytearray(lattice.count)
    center = lattice.cell(origin)
    distance = hex_distance if lattice.shape == "hex" else square_distance
    for index in lattice.indices:
        if distance(center, lattice.cell(index)) <= radius:
            seen[index] = is_clear(lattice, opaque, origin, index, policy)
    return seen


def _opaque_at(lattice: Lattice, opaque: Mask) -> Callable[[Cell], bool]:
    flags = opaque.flags
    (a0, b0), rows, cols, stride = lattice.first, lattice.rows, lattice.cols, lattice.stride

    def is_opaque(cell: Cell) -> bool:
        row, col = cell[0] - a0, cell[1] - b0
        return 0 <= row < rows and 0 <= col < cols and flags[(row + 1) * stride + col + 1] != 0

    return is_opaque
