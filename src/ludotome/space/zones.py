"""Zones: the definition of a zone, and of a board's directions.

Invariants:
    * a zone is plain frozen data with a JSON form in camelCase; its container fields (owner, visibility, ordering,
      capacity) are passed through unchanged: this package uses only the fields that make it a node;
    * `directions` names where each named step leads; a one-way step has no name on the
      other side, while `adjacent_to` stays symmetric;
    * a square cell has `row` and `col`, a hexagon axial `q` and `r`; other zones have neither.

This module does not know how zones are joined (`graph`), made (`grids`, `hexagons`, `roads`) or compiled (`board`).
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal, TypeAlias

import msgspec

ZoneId: TypeAlias = str
Direction: TypeAlias = str
PropValue: TypeAlias = bool | int | str
Owner = Literal["none", "player"]
Visibility = Literal["public", "owner", "hidden"]
Ordering = Literal["stack", "queue", "set"]
Shape = Literal["square", "hex", "graph"]


class ZoneDef(msgspec.Struct, frozen=True, rename="camel", omit_defaults=True):
    """One zone: a container of tokens and a node of the board.

    `adjacent_to` is in neighbour order. `board` is the id of the zone's board (None for a deck or a hand), `name` the
    display name (`e4`), `terrain` the terrain type, `at` the position in a drawing of a graph.
    """

    id: ZoneId
    owner: Owner = "none"
    visibility: Visibility = "public"
    ordering: Ordering = "set"
    adjacent_to: tuple[ZoneId, ...] = ()
    props: dict[str, PropValue] = {}
    capacity: int | None = None
    directions: dict[Direction, ZoneId] = {}
    board: str | None = None
    row: int | None = None
    col: int | None = None
    q: int | None = None
    r: int | None = None
    terrain: str | None = None
    name: str | None = None
    at: tuple[int, int] | None = None


class BoardDef(msgspec.Struct, frozen=True, rename="camel", omit_defaults=True):
    """What the zones of a board share: its shape, its direction names in board order, and which are opposite.

    `opposites` is parallel to `directions`; an empty name means that no direction leads back (a one-way road).
    """

    id: str = "board"
    shape: Shape = "graph"
    directions: tuple[Direction, ...] = ()
    opposites: tuple[Direction, ...] = ()
    layout: str | None = None  # how it is drawn: a graph as `ring` or `rows`, hexes with a `flat` top


# Neighbour order, never to be changed: documents, hashes and move lists depend on it.
SQUARE_DIRECTIONS: dict[Direction, tuple[int, int]] = {
    "n": (-1, 0),
    "s": (1, 0),
    "w": (0, -1),
    "e": (0, 1),
    "nw": (-1, -1),
    "ne": (-1, 1),
    "sw": (1, -1),
    "se": (1, 1),
}
"""Each square direction with its step (row, column), in neighbour order; the first four are the orthogonal ones."""

HEX_DIRECTIONS: dict[Direction, tuple[int, int]] = {
    "e": (1, 0),
    "w": (-1, 0),
    "se": (0, 1),
    "nw": (0, -1),
    "ne": (1, -1),
    "sw": (-1, 1),
}
"""Each hex direction with its axial step (q, r), in neighbour order."""

RING_DIRECTIONS: tuple[Direction, ...] = ("cw", "ccw")


def opposite_names(steps: dict[Direction, tuple[int, int]]) -> dict[Direction, Direction]:
    """Return for each direction of *steps* the one that steps the other way."""
    name_of_step = {step: name for name, step in steps.items()}
    return {name: name_of_step[-a, -b] for name, (a, b) in steps.items()}


def square_board(directions: int = 4, *, board: str = "board") -> BoardDef:
    """Return the definition of a square board with 4 or 8 directions."""
    names = square_directions(directions)
    opposite = opposite_names(SQUARE_DIRECTIONS)
    return BoardDef(id=board, shape="square", directions=names, opposites=tuple(opposite[name] for name in names))


def hex_board(*, board: str = "board") -> BoardDef:
    """Return the definition of a hex board with its six directions."""
    opposite = opposite_names(HEX_DIRECTIONS)
    return BoardDef(id=board, shape="hex", directions=tuple(opposite), opposites=tuple(opposite.values()))


def ring_board(*, board: str = "board") -> BoardDef:
    """Return the definition of a ring with its two directions."""
    return BoardDef(id=board, shape="graph", directions=RING_DIRECTIONS, opposites=RING_DIRECTIONS[::-1])


def square_directions(count: int) -> tuple[Direction, ...]:
    """Return the first *count* square directions, which must be the 4 orthogonal ones or all 8."""
    if count not in (4, 8):
        raise ValueError(f"`directions` is {count!r}; a square board has 4 or 8")
    return tuple(SQUARE_DIRECTIONS)[:count]


def zones_of(zones: Iterable[ZoneDef]) -> tuple[ZoneDef, ...]:
    """Return *zones* as a tuple; raise `TypeError` naming an element that is not a zone."""
    if not isinstance(zones, Iterable):
        raise TypeError(f"`zones` is {zones!r}; write a list of `ZoneDef`")
    found = tuple(zones)
    for place, zone in enumerate(found):
        if not isinstance(zone, ZoneDef):
            raise TypeError(f"`zones[{place}]` is {zone!r}; write a `ZoneDef`")
    return found
