"""Validate adjacency: check the edges that the zones list.

Invariants:
    * findings come in declaration order, one per wrong entry; one missing reverse edge is reported once;
    * nothing is raised or changed; the graph at run time is symmetric anyway.

This module does not know the document the zones came from; `spec` puts spans on the paths.
"""

from __future__ import annotations

from collections.abc import Sequence

from ludotome.diagnostics import Diagnostic, near_names, nearest
from ludotome.space.graph import AdjacencyGraph
from ludotome.space.zones import ZoneDef, ZoneId, zones_of


def validate_adjacency(graph: AdjacencyGraph, zones: Sequence[ZoneDef]) -> tuple[Diagnostic, ...]:
    """Return the problems in the `adjacentTo` lists of *zones*, in declaration order.

    Dangling references and self loops are errors; a missing reverse edge and a neighbour written twice are warnings.
    """
    zones = zones_of(zones)
    listed = {zone.id: frozenset(zone.adjacent_to) for zone in zones}
    found = []
    for index, zone in enumerate(zones):
        met: set[ZoneId] = set()
        for place, other in enumerate(zone.adjacent_to):
            # On a large board nearly every edge is correct; only the others need a closer look.
            if other == zone.id or other in met or zone.id not in listed.get(other, ()):
                found.append(_fault(graph, zone, other, f"zones[{index}].adjacentTo[{place}]", repeated=other in met))
            met.add(other)
    return tuple(found)


def _fault(graph: AdjacencyGraph, zone: ZoneDef, other: ZoneId, path: str, *, repeated: bool) -> Diagnostic:
    if other not in graph.neighbors:
        return _dangling(zone, other, path, tuple(graph.neighbors))
    if other == zone.id:
        return Diagnostic(
            code="LT603",
            severity="error",
            path=path,
            message=f"zone `{zone.id}` lists itself as a neighbour",
            suggestion=f"remove `{zone.id}` from its own `adjacentTo`",
        )
    if repeated:
        return Diagnostic(
            code="LT604",
            severity="warning",
            path=path,
            message=f"zone `{zone.id}` lists its neighbour `{other}` more than once",
            suggestion=f"keep `{other}` once",
        )
    return Diagnostic(
        code="LT601",
        severity="warning",
        path=path,
        message=f"zone `{zone.id}` lists `{other}` as adjacent, but `{other}` does not list `{zone.id}`",
        suggestion=f"add `{zone.id}` to `adjacentTo` of `{other}`",
    )


def _dangling(zone: ZoneDef, other: ZoneId, path: str, names: tuple[ZoneId, ...]) -> Diagnostic:
    others = tuple(name for name in names if name != zone.id)
    near = nearest(other, others)
    return Diagnostic(
        code="LT602",
        severity="error",
        path=path,
        message=f"zone `{zone.id}` lists `{other}` as adjacent, but there is no zone `{other}`",
        suggestion=f"write `{near[0]}`, or declare a zone `{other}`" if near else f"declare a zone `{other}`",
        alternatives=near_names(other, others),
    )
