"""Near sets: conditions on the neighbours of a placed zone, tested for all neighbours at once by bits.

    exists($n next to $at where top($n).owner == X and occupied($n) and not alive($n), once a token stands on $at)

Kept groups store the zones of each kind, the open zones and the weak ones as bits. So the neighbours for which all
conditions hold are the intersection of these sets with the neighbours of the zone.

This module does not know loops: conditions without a set are tested neighbour by neighbour.
"""

from __future__ import annotations

from ludotome.native.indexes.groups import ELEMENT, OPEN_IF_EMPTY, Groups, KeptGroups, exists_asked
from ludotome.native.indexes.index import Writer
from ludotome.native.lower import ir
from ludotome.native.lower.ir import Local, Scalar


def near_words(c: Writer, kept_groups: Groups, node: Scalar, placed: Local) -> list[str] | None:
    """Return the C of the words of a set that contains a neighbour of *placed* exactly if *node* holds.

    None if *node* is another condition, or its parts have no sets.
    """
    words = range((c.low.layout.zones + 63) // 64)
    match node:
        case ir.Call(function=function, args=(zone, _, kind)) if zone == placed and function.endswith("_with"):
            # The placed token touches an open zone, or joins a group that touches one besides the placed zone.
            name = function.removeprefix("group_").removesuffix("_with")
            kept = f"s->groups[{name}]"
            of_kind = f"{kept}.of_kind[{c.value(kind)}]"
            plain = not kind.optional and name.isdigit()
            return [f"({kept}.open[{w}] | ({of_kind}[{w}] & ~{kept}.weak[{w}]))" for w in words] if plain else None
    asked = exists_asked(node)
    if asked is None:
        return None
    element, row, conditions = asked
    if not isinstance(row, ir.Row) or row.table.name != "neighbours" or row.index != placed:
        return None
    for number, groups in enumerate(kept_groups.kept):
        sets = [_set(c, groups, number, one, element, conditions) for one in conditions]
        if sets and None not in sets:
            return [" & ".join(f"{one}[{word}]" for one in sets) for word in words]
    return None


def _set(
    c: Writer, groups: KeptGroups, number: int, node: Scalar, element: Local, beside: tuple[Scalar, ...]
) -> str | None:
    """Return the C of the words of the zones for which *node* holds, given that those *beside* it hold too."""
    kept = f"s->groups[{number}]"
    match node:
        case ir.Call(function="lt_empty", args=(zone,)) if zone == element and groups.open == OPEN_IF_EMPTY:
            return f"{kept}.open"
        case ir.Call(function="lt_occupied", args=(zone,)) if zone == element and groups.open == OPEN_IF_EMPTY:
            return f"~{kept}.open"
        case ir.Compare():
            kind = _kind_asked(groups, node, element)
            return None if kind is None else f"{kept}.of_kind[{c.value(kind)}]"
        case ir.Negation(arg=ir.Call(function=function, args=(zone, _, placed))):
            # A weak group of another kind loses its last open zone when that zone is taken.
            kinds = (_kind_asked(groups, one, element) for one in beside)
            others = any(kind is not None and _differ(kind, placed) for kind in kinds)
            return f"{kept}.weak" if function == f"group_{number}_with" and zone == element and others else None
    return None


def _kind_asked(groups: KeptGroups, node: Scalar, element: Local) -> Scalar | None:
    """Return the kind that *node* requires of *element*; never `none`."""
    if not isinstance(node, ir.Compare) or node.op != "==":
        return None
    own = ir.substitute(groups.kind, ELEMENT.name, element)
    for one, other in ((node.left, node.right), (node.right, node.left)):
        if one == own and not other.optional and element not in ir.free_locals(other):
            return other
    return None


def _differ(one: Scalar, other: Scalar) -> bool:
    """Return whether two kinds are known to differ: one is the opponent of the other, for example."""
    match one:
        case ir.Const():
            return isinstance(other, ir.Const) and one.value != other.value
        case ir.Lookup(table=table, index=(index,)):
            return index == other and table.flat and all(i != value for i, value in enumerate(table.rows[0][1:]))
    return False
