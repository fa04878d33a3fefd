"""Kept groups: zones of one kind that touch, kept joined, with how many open zones each group touches.

    exists($s in group($z, top(it).owner == top($z).owner) where exists(adjacentZones($s) where empty(it)))

asks whether the group of a zone touches an open zone. Every group keeps, added up over the pairs of a member and an
open neighbour, 1, the number of the neighbour and the square of that: so it is known at once whether there is such a
pair, and whether all are of one neighbour. A zone that changes tells the groups next to it, and two groups that come to
touch are joined; a group that loses a zone may fall apart, so nothing is known of it until somebody walks it again.

This module does not know C.
"""

from __future__ import annotations

from msgspec import Struct

from ludotome.native.indexes.kept import zones_read
from ludotome.native.lower import ir
from ludotome.native.lower.ir import Local, Scalar
from ludotome.native.lower.lowering import Lowering

ELEMENT = Local("zone", "zone")
OPEN_IF_EMPTY = ir.AllOf((ir.Call("lt_empty", (ELEMENT,), "bool"),))


class KeptGroups(Struct, frozen=True):
    """Zones are of one kind where `kind` is the same and not nothing; they are open where `open` holds.

    Both are said of `ELEMENT`, and read nothing but what stands there.
    """

    kind: Scalar
    open: Scalar


def kinds(low: Lowering, groups: KeptGroups) -> int:
    """Return how many kinds there may be, numbered from 0."""
    return {"player": low.players, "bool": 2}.get(groups.kind.kind, len(low.symbols.name_index))


def group_touching(low: Lowering, node: Scalar) -> tuple[KeptGroups, Scalar] | None:
    """Return the groups and the zone asked about, if *node* asks whether the group of a zone touches an open zone."""
    member = exists_asked(node)
    if member is None or worth_bits(low) is None or not _even(low):
        return None
    element, flood, asked = member
    near = exists_asked(asked[0]) if len(asked) == 1 else None
    if near is None or not isinstance(flood, ir.Flood):
        return None
    other, row, wanted = near
    if not isinstance(row, ir.Row) or row.table.name != "neighbours" or row.index != element or not wanted:
        return None
    kind, open_ = group_kind(flood), ir.substitute(ir.AllOf(wanted), other.name, ELEMENT)
    return (KeptGroups(kind, open_), flood.zone) if kind is not None and _is_local(kind) and _is_local(open_) else None


def exists_asked(node: Scalar) -> tuple[Local, ir.Source, tuple[Scalar, ...]] | None:
    """Return the element, the source and the conditions of a question whether something exists."""
    if not isinstance(node, ir.Reduce) or node.how != "exists":
        return None
    conditions = ir.conjuncts(node.body)
    source = node.source
    while isinstance(source, ir.Filtered):
        conditions += ir.conjuncts(ir.substitute(source.where, source.element.name, node.element))
        source = source.source
    return node.element, source, conditions


def group_kind(flood: ir.Flood) -> Scalar | None:
    """Return what is the same for all zones of a group, said of `ELEMENT`; None where the group is another."""
    if not (flood.test_start and flood.include_start) or flood.max_depth is not None:
        return None
    match flood.where:
        case ir.Compare(op="==", left=left, right=right) if left.kind in ("player", "bool", "name"):
            for one, other in ((left, right), (right, left)):
                if flood.element not in ir.free_locals(other):
                    same = ir.substitute(one, flood.element.name, flood.zone) == other
                    return ir.substitute(one, flood.element.name, ELEMENT) if same else None
    return None


def _is_local(node: Scalar) -> bool:
    """Whether *node* reads only what stands on `ELEMENT`, and no token that something there holds."""
    held = any(
        isinstance(part, ir.Field) or (isinstance(part, ir.Load) and part.kind == "token") for part in ir.walk(node)
    )
    return not held and zones_read(node, ELEMENT.name) == {()}


def _even(low: Lowering) -> bool:
    """Whether all roads are two-way, and no zone is its own neighbour or one twice."""
    near = low.board.neighbors
    even = all(zone != other and zone in near[other] for zone, row in enumerate(near) for other in row)
    return even and all(len({*row}) == len(row) for row in near)


def worth_bits(low: Lowering) -> tuple[int, int] | None:
    """Return at which bit the sums and the sums of squares of what groups touch begin; None where 64 are too few."""
    pairs, last = sum(map(len, low.board.neighbors)), low.layout.zones - 1
    widths = [(pairs * last**power).bit_length() for power in range(3)]
    return (widths[0], widths[0] + widths[1]) if sum(widths) <= 64 else None
