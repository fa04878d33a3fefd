"""Occupants: the cells where characters stand in the way of one who moves.

Invariants:
    * the mover is left out; members of a passable team can be walked through but not stopped on;
    * where several stand, one who blocks is enough.

This module does not know walls or costs.
"""

from __future__ import annotations

from dataclasses import dataclass

from ludotome.space import Cell, Lattice
from ludotome.tactics.grid import Grid
from ludotome.tactics.map_state import MapState


@dataclass(frozen=True, slots=True)
class Occupants:
    """The cells nobody may enter (`busy`), and those that may be crossed only (`passing`)."""

    busy: tuple[Cell, ...]
    passing: tuple[Cell, ...]

    def inside(self, lattice: Lattice) -> Occupants:
        """Return those that stand on *lattice*."""
        return Occupants(*(tuple(cell for cell in some if cell in lattice) for some in (self.busy, self.passing)))


def occupants_of(
    map_state: MapState, grid: Grid, exclude_character_id: str | None = None, passable_team: str | None = None
) -> Occupants:
    """Return where the characters of *map_state* stand in the way."""
    busy: list[Cell] = []
    passing: list[Cell] = []
    for character in map_state.characters:
        if character.id != exclude_character_id:
            is_friend = passable_team is not None and character.team == passable_team
            (passing if is_friend else busy).append(grid.cell(character.position))
    return Occupants(tuple(busy), tuple(passing))
