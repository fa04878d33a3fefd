"""Components: conditions with the same value for every zone of a group.

    count($z in board where exists($e in group($z, empty(it)) where …))

tests the group of each zone, and the result does not depend on which zone of the group `$z` is. So it is evaluated
once per group.

This module does not know C.
"""

from __future__ import annotations

from ludotome.native.lower import ir
from ludotome.native.lower.ir import Local, Scalar


def walked_zones(node: Scalar) -> Local | None:
    """Return the element of *node*, if it is a loop over a static list of zones."""
    if not isinstance(node, ir.Reduce) or node.element.kind != "zone":
        return None
    row = _unfiltered(node.source)
    return node.element if isinstance(row, ir.Row) and row.index is None and row.size > 1 else None


def group_asked(node: Scalar, zone: Local) -> ir.Flood | None:
    """Return the group of *zone*, if the value of *node* is the same for all zones of the group.

    The group must be an equivalence class: its condition does not use *zone*, or is `f(it) == f(zone)`. The first
    zone of a group does depend on the start of the search.
    """
    if not isinstance(node, ir.Reduce) or node.how == "first":
        return None
    flood = _unfiltered(node.source)
    if not isinstance(flood, ir.Flood) or flood.zone != zone or flood.where is None:
        return None
    whole = flood.test_start and flood.include_start and flood.max_depth is None
    asked = [node.body, *_filters(node.source)]
    if not whole or not _is_equivalence(flood.where, flood.element, zone):
        return None
    return None if any(zone in ir.free_locals(part) for part in asked if part is not None) else flood


def _is_equivalence(where: Scalar, element: Local, zone: Local) -> bool:
    if zone not in ir.free_locals(where):
        return True
    match where:
        case ir.Compare(op="==", left=left, right=right):
            sides = ((left, right), (right, left))
            return any(
                zone not in ir.free_locals(one) and ir.substitute(one, element.name, zone) == other
                for one, other in sides
            )
    return False


def _unfiltered(source: ir.Source) -> ir.Source:
    while isinstance(source, ir.Filtered):
        source = source.source
    return source


def _filters(source: ir.Source) -> list[Scalar]:
    found: list[Scalar] = []
    while isinstance(source, ir.Filtered):
        found.append(source.where)
        source = source.source
    return found
