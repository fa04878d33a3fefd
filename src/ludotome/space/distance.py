"""Distance: the number of steps between two zones, ignoring tokens and walls.

Invariants:
    * steps over neighbours, so holes, wraps and roads count; on a full grid or hexagon it is the geometric distance;
    * zones come in definition order.

This module does not know costs or walls; that is `paths`.
"""

from __future__ import annotations

from ludotome.space.board import Board
from ludotome.space.numbers import integer
from ludotome.space.search import UNLIMITED, flood
from ludotome.space.zones import ZoneId


def distances_from(board: Board, zone: int) -> tuple[int, ...]:
    """Return the number of steps from the zone of index *zone* to every zone, -1 if there is no path; cached."""
    found = board.distance_rows.get(zone)
    if found is None:
        steps, _ = flood(board.plain_terrain, [zone], (), UNLIMITED)
        found = board.distance_rows[zone] = tuple(steps)
    return found


def distance(board: Board, a: ZoneId, b: ZoneId) -> int | None:
    """Return the number of steps from *a* to *b*, None when they are not connected."""
    steps = distances_from(board, board.index(a, "a"))[board.index(b, "b")]
    return None if steps < 0 else steps


def zones_in_range(board: Board, zone: ZoneId, most: int, least: int = 0) -> tuple[ZoneId, ...]:
    """Return the zones from *least* to *most* steps away from *zone* (itself is 0), in definition order.

    With both equal this is the ring at that distance.
    """
    low, high = integer("least", least, least=0), integer("most", most, least=0)
    steps = distances_from(board, board.index(zone))
    return tuple(other for other, away in zip(board.zone_ids, steps, strict=True) if low <= away <= high)
