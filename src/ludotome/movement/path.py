"""Paths: the roads of a board, and a walk along some of them.

Invariants:
    * a path is made of the board's own relation objects, end to end, so identity can be compared;
    * a path remembers the pattern that made it, because the pattern says what may be passed and landed on;
    * relations and paths never change.

This module does not know what is on a tile.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

import msgspec

from ludotome.movement.patterns import Pattern
from ludotome.space import Direction, ZoneId

TileId: TypeAlias = ZoneId


@dataclass(frozen=True, slots=True)
class Relation:
    """One road: from a tile to another, in one direction, with its own length (`distance`, a positive integer)."""

    from_: TileId
    to: TileId
    direction: Direction
    distance: int = 1

    def __str__(self) -> str:
        return f"{self.from_} -{self.direction}-> {self.to}"


class Path(msgspec.Struct, frozen=True):
    """A walk of at least one relation, and the pattern that made it (None if no pattern did).

    This is a msgspec struct, which is created in C, because every result of a resolver creates one.
    """

    relations: tuple[Relation, ...]
    pattern: Pattern | None = None

    @property
    def tiles(self) -> tuple[TileId, ...]:
        """The tiles in the order they are met, both ends included."""
        return (self.relations[0].from_, *(relation.to for relation in self.relations))

    @property
    def from_(self) -> TileId:
        """The tile the walk starts on."""
        return self.relations[0].from_

    @property
    def to(self) -> TileId:
        """The tile the walk ends on."""
        return self.relations[-1].to

    @property
    def directions(self) -> tuple[Direction, ...]:
        """The direction of each step."""
        return tuple(relation.direction for relation in self.relations)

    @property
    def distance(self) -> int:
        """The sum of the relations' lengths; the number of steps is `len(path.relations)`."""
        return sum(relation.distance for relation in self.relations)

    def __str__(self) -> str:
        return " ".join(self.tiles)
