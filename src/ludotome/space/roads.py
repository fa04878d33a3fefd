"""Roads: boards written by hand, as lists of zones joined one after the other, and rings.

Invariants:
    * neighbour order is the order of first mention;
    * adjacency is symmetric even where a road has no way back: only the direction name is missing then;
    * a direction leads from a zone to one place only.

This module does not know coordinates or games.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise

import msgspec

from ludotome.space.making import check_size
from ludotome.space.numbers import integer
from ludotome.space.zones import RING_DIRECTIONS, BoardDef, Direction, ZoneDef, ZoneId


class Line(msgspec.Struct, frozen=True, rename="camel", omit_defaults=True):
    """Roads of one kind: each list of `zones` is walked in direction `along`, and the other way in `back` if named.

    `closed` joins the last zone of each list to its first.
    """

    along: Direction
    zones: tuple[tuple[ZoneId, ...], ...]
    back: Direction | None = None
    closed: bool = False


def lay_roads(zones: Sequence[ZoneDef], lines: Iterable[Line]) -> tuple[ZoneDef, ...]:
    """Return *zones*, in their order, joined by *lines*; edges they already have stay in front.

    Raises `ValueError` naming the zones if a line names an unknown zone, joins a zone to itself, or gives a direction
    of a zone a second meaning.
    """
    adjacent = {zone.id: dict.fromkeys(zone.adjacent_to) for zone in zones}
    directions = {zone.id: dict(zone.directions) for zone in zones}
    for line in lines:
        for here, there in _steps(line):
            for zone in (here, there):
                if zone not in adjacent:
                    raise ValueError(f"a line `{line.along}` names `{zone}`; no zone has this id")
            if here == there:
                raise ValueError(f"a line `{line.along}` joins `{here}` to itself")
            adjacent[here].setdefault(there)
            adjacent[there].setdefault(here)
            _name(directions[here], here, line.along, there)
            if line.back is not None:
                _name(directions[there], there, line.back, here)
    return tuple(
        msgspec.structs.replace(zone, adjacent_to=tuple(adjacent[zone.id]), directions=directions[zone.id])
        for zone in zones
    )


def generate_graph(
    zones: Iterable[str], lines: Iterable[Line] = (), *, board: str = "board", capacity: int | None = None
) -> tuple[ZoneDef, ...]:
    """Return the zones of a board written by hand, in the order given, joined by *lines*."""
    made = tuple(ZoneDef(id=zone, board=board, capacity=capacity) for zone in zones)
    return lay_roads(made, lines)


def generate_ring(
    count: int, *, board: str = "board", capacity: int | None = None, prefix: str = "ring"
) -> tuple[ZoneDef, ...]:
    """Return *count* zones `ring_0`, `ring_1`, … in a circle: `cw` counts up, `ccw` down; a single one has neither."""
    count = integer("count", count, least=1)
    check_size("count", count)
    zones = tuple(f"{prefix}_{place}" for place in range(count))
    along, back = RING_DIRECTIONS
    ring = Line(along=along, back=back, closed=True, zones=(zones,))
    # Forwards over all zones first would make the neighbour order of zone 0 differ from the others'.
    made = generate_graph(zones, (ring,) if count > 1 else (), board=board, capacity=capacity)
    return tuple(
        msgspec.structs.replace(
            zone,
            adjacent_to=tuple(dict.fromkeys(zone.directions[way] for way in RING_DIRECTIONS if way in zone.directions)),
        )
        for zone in made
    )


def graph_board(lines: Iterable[Line], *, board: str = "board") -> BoardDef:
    """Return the board definition for *lines*, with the directions in the order of first mention."""
    opposite: dict[Direction, Direction] = {}
    for line in lines:
        opposite[line.along] = opposite.get(line.along) or line.back or ""
        if line.back is not None:
            opposite[line.back] = opposite.get(line.back) or line.along
    return BoardDef(id=board, shape="graph", directions=tuple(opposite), opposites=tuple(opposite.values()))


def _steps(line: Line) -> Iterator[tuple[ZoneId, ZoneId]]:
    for road in line.zones:
        yield from pairwise(road)
        if line.closed and len(road) > 1:
            yield road[-1], road[0]


def _name(directions: dict[Direction, ZoneId], here: ZoneId, way: Direction, there: ZoneId) -> None:
    before = directions.setdefault(way, there)
    if before != there:
        raise ValueError(f"direction `{way}` of `{here}` leads to `{before}` already; it cannot lead to `{there}` too")
