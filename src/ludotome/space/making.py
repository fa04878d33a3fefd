"""Making: shared by all board generators: remove cells, join a zone to its neighbours, limit the size.

This module does not know any shape.
"""

from __future__ import annotations

from collections.abc import Callable, Container
from typing import TypeAlias, TypedDict

from ludotome.space.zones import Direction, ZoneId

Removed: TypeAlias = Callable[[int, int], bool] | Container[tuple[int, int]]

LARGEST_BOARD = 1 << 18
"""Limit on the zones a generator makes; a larger request raises `ValueError` before any memory is allocated."""


class Edges(TypedDict):
    """The fields of a `ZoneDef` that make it a node."""

    adjacent_to: tuple[ZoneId, ...]
    directions: dict[Direction, ZoneId]


def edges(zone: ZoneId, ways: dict[Direction, ZoneId | None]) -> Edges:
    """Return the edge fields of *zone*: the directions that lead to another zone, and each such neighbour once."""
    directions = {name: other for name, other in ways.items() if other is not None and other != zone}
    return {"adjacent_to": tuple(dict.fromkeys(directions.values())), "directions": directions}


def is_removed(removed: Removed) -> Callable[[int, int], bool]:
    """Return *removed* as a predicate on the two coordinates of a cell."""
    if callable(removed):
        return removed
    return lambda a, b: (a, b) in removed


def check_size(name: str, count: int) -> None:
    """Raise `ValueError` for a board of more than `LARGEST_BOARD` zones."""
    if count > LARGEST_BOARD:
        raise ValueError(f"`{name}` is {count}; a generated board has at most {LARGEST_BOARD} zones")
