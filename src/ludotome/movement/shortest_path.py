"""Shortest path: the cheapest path between two tiles in any directions, which `AnyPattern` does not give.

Invariants:
    * ordered by sum of distances, then number of steps, then the earliest directions in board order;
    * pieces are ignored: to consider them, apply the filter to the path, or use `space` with a mask.
"""

from __future__ import annotations

from heapq import heappop, heappush

from ludotome.movement.board import Board
from ludotome.movement.path import Path, Relation


def shortest_path(board: Board, from_: str, to: str) -> Path | None:
    """Return the cheapest path from *from_* to *to*; None if there is none, a tile is unknown, or they are equal."""
    start, end = board.index_of_tile.get(from_), board.index_of_tile.get(to)
    if start is None or end is None or start == end:
        return None
    rest_of_tile = _rest_to(board, end)
    walk: list[Relation] = []
    tile = start
    while tile != end:
        # The first road, in direction order, that stays on a cheapest path.
        for relation in (roads[tile] for roads in board.relation_of):
            if relation is None or tile not in rest_of_tile:
                continue
            cost, steps = rest_of_tile[tile]
            if rest_of_tile.get(board.index_of_tile[relation.to]) == (cost - relation.distance, steps - 1):
                walk.append(relation)
                tile = board.index_of_tile[relation.to]
                break
        else:
            return None
    return Path(tuple(walk))


def _rest_to(board: Board, end: int) -> dict[int, tuple[int, int]]:
    """Return the remaining distance and steps to *end* from every tile that leads there (Dijkstra, backwards)."""
    roads_into: dict[int, list[tuple[int, int]]] = {}
    for relation in board.relations:
        into = roads_into.setdefault(board.index_of_tile[relation.to], [])
        into.append((board.index_of_tile[relation.from_], relation.distance))
    rest_of_tile: dict[int, tuple[int, int]] = {}
    waiting = [(0, 0, end)]
    while waiting:
        cost, steps, tile = heappop(waiting)
        if tile not in rest_of_tile:
            rest_of_tile[tile] = (cost, steps)
            for origin, distance in roads_into.get(tile, ()):
                heappush(waiting, (cost + distance, steps + 1, origin))
    return rest_of_tile
