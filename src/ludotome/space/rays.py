"""Rays: straight walks over a board, one direction at a time.

Invariants:
    * a ray never holds its start, nor any zone twice (wrapped boards and rings included);
    * nearest first, so the first blocker is found by position;
    * nothing here knows what stands on a zone.

This module does not know coordinates: straight means "the same direction again".
"""

from __future__ import annotations

from ludotome.space.board import Board
from ludotome.space.numbers import integer
from ludotome.space.zones import Direction, ZoneId


def step(board: Board, zone: ZoneId, direction: Direction, count: int = 1) -> ZoneId | None:
    """Return the zone *count* steps from *zone* in *direction*, None when an edge is missing; 0 steps give *zone*.

    Zones may be met again on the way, so sowing round a ring works.
    """
    at, way = board.index(zone), board.way(direction)
    for _ in range(integer("count", count, least=0)):
        at = board.neighbor_by_direction[at][way]
        if at < 0:
            return None
    return board.zone_ids[at]


def ray(board: Board, start: ZoneId, direction: Direction, limit: int | None = None) -> tuple[ZoneId, ...]:
    """Return the zones in *direction* from *start*, nearest first, without *start*.

    The walk ends at the rim, after *limit* steps, or when it would meet a zone again. An empty tuple means that the
    first step already leaves the board.
    """
    if not isinstance(board, Board):
        raise TypeError(f"`board` is {board!r}; write a `Board`")
    most = None if limit is None else integer("limit", limit, least=0)
    return tuple(
        board.zone_ids[at] for at in ray_indices(board, board.index(start, "start"), board.way(direction), most)
    )


def between(board: Board, a: ZoneId, b: ZoneId) -> tuple[ZoneId, ...]:
    """Return the zones strictly between *a* and *b* on the first direction whose ray from *a* meets *b*, near to far.

    Empty when no ray does, and when they are neighbours on that ray.
    """
    start, goal = board.index(a, "a"), board.index(b, "b")
    for way in range(len(board.direction_names)):
        met = ray_indices(board, start, way)
        if goal in met:
            return tuple(board.zone_ids[at] for at in met[: met.index(goal)])
    return ()


def ray_indices(board: Board, start: int, way: int, limit: int | None = None) -> tuple[int, ...]:
    """Return the ray of direction *way* from zone *start* as indices; the raw form of `ray`, nothing checked."""
    met: dict[int, None] = {start: None}
    at = board.neighbor_by_direction[start][way]
    while at >= 0 and at not in met and (limit is None or len(met) <= limit):
        met[at] = None
        at = board.neighbor_by_direction[at][way]
    return tuple(met)[1:]
