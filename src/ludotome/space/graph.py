"""Graph: which zones are adjacent: build the graph, validate it, and search it.

Invariants:
    * the graph is symmetric: what a zone lists comes first and in its order, the edges only the other side lists
      follow in declaration order;
    * building never raises: dangling, self and duplicate edges are dropped here and reported by `validate_adjacency`;
    * every zone has an entry; a search visits each zone once, so it terminates.

This module does not know directions, coordinates or what stands on a zone.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

from ludotome.space.numbers import integer
from ludotome.space.zones import ZoneDef, ZoneId, zones_of


@dataclass(frozen=True, slots=True)
class AdjacencyGraph:
    """The neighbours of every zone, in neighbour order."""

    neighbors: Mapping[ZoneId, tuple[ZoneId, ...]]

    def require(self, zone: ZoneId, name: str = "zone") -> tuple[ZoneId, ...]:
        """Return the neighbours of *zone*; for an unknown zone raise `ValueError` naming the argument."""
        try:
            return self.neighbors[zone]
        except (KeyError, TypeError):
            raise ValueError(f"`{name}` is {zone!r}; no zone has this id") from None


def build_adjacency_graph(zones: Iterable[ZoneDef]) -> AdjacencyGraph:
    """Return the symmetric graph of *zones*.

    Listed edges keep their order; a missing reverse edge is added after them, in the order in which the zones that
    list it are declared. Edges to unknown zones, self loops and repeated edges are dropped.
    """
    zones = zones_of(zones)
    # Dictionaries as ordered sets: the first mention of a neighbour fixes its place.
    neighbors: dict[ZoneId, dict[ZoneId, None]] = {zone.id: {} for zone in zones}
    for zone in zones:
        for other in zone.adjacent_to:
            if other in neighbors and other != zone.id:
                neighbors[zone.id][other] = None
    listed = {zone: tuple(others) for zone, others in neighbors.items()}
    for zone_id, others in listed.items():
        for other in others:
            neighbors[other].setdefault(zone_id)
    return AdjacencyGraph(MappingProxyType({zone: tuple(others) for zone, others in neighbors.items()}))


def query_adjacent_zones(graph: AdjacencyGraph, zone: ZoneId) -> tuple[ZoneId, ...]:
    """Return the zones adjacent to *zone*, in neighbour order."""
    return _graph(graph).require(zone)


def connected_zones(
    graph: AdjacencyGraph,
    zone: ZoneId,
    via: Callable[[ZoneId], bool] | None = None,
    max_depth: int | None = None,
    *,
    include_start: bool = False,
) -> tuple[ZoneId, ...]:
    """Return the zones that can be reached from *zone*, in breadth-first order, each once.

    Every entered zone, the last one included, must satisfy *via*; the start is not tested. At most *max_depth* steps
    are taken: 0 gives nothing. The start itself is left out unless *include_start*.
    """
    _graph(graph).require(zone)
    limit = len(graph.neighbors) if max_depth is None else integer("max_depth", max_depth, least=0)
    depth = {zone: 0}
    queue = deque([zone])
    while queue:
        here = queue.popleft()
        if depth[here] >= limit:
            break  # breadth first: nothing behind it in the queue is nearer
        for neighbor in graph.neighbors[here]:
            if neighbor not in depth and (via is None or via(neighbor)):
                depth[neighbor] = depth[here] + 1
                queue.append(neighbor)
    found = tuple(depth)
    return found if include_start else found[1:]


def region(
    zones: Sequence[ZoneDef], condition: Callable[[ZoneDef], bool], board: str | None = None
) -> tuple[ZoneId, ...]:
    """Return the ids of the board zones where *condition* holds, in definition order.

    Only zones of a board take part (of board *board*, when given): a deck has no row.
    """
    return tuple(
        zone.id for zone in zones if zone.board is not None and board in (None, zone.board) and condition(zone)
    )


def _graph(graph: AdjacencyGraph) -> AdjacencyGraph:
    if not isinstance(graph, AdjacencyGraph):
        raise TypeError(f"`graph` is {graph!r}; write what `build_adjacency_graph` returns")
    return graph
