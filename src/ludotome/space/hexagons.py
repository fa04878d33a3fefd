"""Hexagons: the zones of hex boards, in axial coordinates.

Invariants:
    * zones come q outer, r inner, both ascending; a zone is `hex_Q_R`, with `n` for a minus sign;
    * neighbours in the order of `HEX_DIRECTIONS`; adjacency is symmetric;
    * offset coordinates exist only in `generate_hex_rectangle`, which turns them into axial ones at once.

This module does not know squares or games.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from ludotome.space.cell_names import CellNames, cell_name
from ludotome.space.coordinates import axial_to_offset, hex_id, offset_to_axial
from ludotome.space.making import Removed, check_size, edges, is_removed
from ludotome.space.numbers import integer
from ludotome.space.zones import HEX_DIRECTIONS, ZoneDef


def generate_hex(
    radius: int,
    *,
    removed: Removed = (),
    names: CellNames | None = None,
    board: str = "board",
    capacity: int | None = None,
    prefix: str = "hex",
) -> tuple[ZoneDef, ...]:
    """Return the 3·radius·(radius+1)+1 zones of a hexagon with (0, 0) in the middle; radius 0 is one zone.

    *names* gives display names, as `cell_name` has them, with r as the row and q, whose lines slant, as the column.
    """
    radius = integer("radius", radius, least=0)
    check_size("radius", 3 * radius * (radius + 1) + 1)
    cells = (
        (q, r)
        for q in range(-radius, radius + 1)
        for r in range(max(-radius, -radius - q), min(radius, radius - q) + 1)
    )
    called = _named(names, 2 * radius + 1, lambda q, r: (r + radius, q + radius))
    return _zones(cells, removed, called, board, capacity, prefix)


def generate_hex_rhombus(
    side: int,
    *,
    removed: Removed = (),
    names: CellNames | None = None,
    board: str = "board",
    capacity: int | None = None,
    prefix: str = "hex",
) -> tuple[ZoneDef, ...]:
    """Return the zones of a rhombus, q and r from 0 to *side* − 1; *names* has r for the row and q for the column."""
    side = integer("side", side, least=1)
    check_size("side × side", side * side)
    called = _named(names, side, lambda q, r: (r, q))
    return _zones(((q, r) for q in range(side) for r in range(side)), removed, called, board, capacity, prefix)


def generate_hex_rectangle(
    width: int,
    height: int,
    *,
    removed: Removed = (),
    names: CellNames | None = None,
    board: str = "board",
    capacity: int | None = None,
    prefix: str = "hex",
) -> tuple[ZoneDef, ...]:
    """Return the zones of *height* straight rows of *width* hexagons, every odd row half a cell to the right.

    Row and column of that picture turn into axial coordinates by `offset_to_axial`; *removed* uses the axial ones,
    *names* the row and column.
    """
    width = integer("width", width, least=1)
    height = integer("height", height, least=1)
    check_size("width × height", width * height)
    cells = sorted(offset_to_axial(row, col) for row in range(height) for col in range(width))
    return _zones(cells, removed, _named(names, height, axial_to_offset), board, capacity, prefix)


def _named(
    names: CellNames | None, rows: int, place: Callable[[int, int], tuple[int, int]]
) -> Callable[[int, int], str | None]:
    """Return a function that gives a cell its display name; *place* returns its row and column in the picture."""
    return lambda q, r: None if names is None else cell_name(names, *place(q, r), rows)


def _zones(
    cells: Iterable[tuple[int, int]],
    removed: Removed,
    called: Callable[[int, int], str | None],
    board: str,
    capacity: int | None,
    prefix: str,
) -> tuple[ZoneDef, ...]:
    gone = is_removed(removed)
    ids = {(q, r): hex_id(q, r, prefix) for q, r in cells if not gone(q, r)}
    return tuple(
        ZoneDef(
            id=zone,
            **edges(zone, {name: ids.get((q + dq, r + dr)) for name, (dq, dr) in HEX_DIRECTIONS.items()}),
            capacity=capacity,
            board=board,
            q=q,
            r=r,
            name=called(q, r),
        )
        for (q, r), zone in ids.items()
    )
