"""Occupants: the cells where characters block a moving one.

Invariants:
    * the mover is ignored; members of a passable team can be walked through but not stopped on;
    * where several share a cell, one that blocks is enough.

This module does not know walls or costs.
"""

from __future__ import annotations

from dataclasses import dataclass

from ludotome.space import Cell, Lattice
from ludotome.tactics.grid import Grid
from ludotome.tactics.map_state import MapState


@dataclass(frozen=True, slots=True)
class Occupants:
    """The cells that cannot be entered (`busy`), and those that can only be crossed (`passing`)."""

    busy: tuple[Cell, ...]
    passing: tuple[Cell, ...]

    def inside(self, lattice: Lattice) -> Occupants:
        """Return those on *lattice*."""
        return Occupants(*(tuple(cell for cell in some if cell in lattice) for some in (self.busy, self.passing)))


def occupants_of(
    map_state: MapState, grid: Grid, exclude_character_id: str | None = None, passable_team: str | None = None
) -> Occupants:
    """Return the cells that the characters of *map_state* occupy."""
    busy: list[Cell] = []
    passing: list[Cell] = []
    for character in map_state.characters:
        if character.id != exclude_character_id:
            is_friend = passable_team is not None and character.team == passable_team
            (passing if is_friend else busy).append(grid.cell(character.position))
    return Occupants(tuple(busy), tuple(passing))
