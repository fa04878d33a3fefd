"""Takings: the value of `post` after placing a token that captures the groups it leaves without an open zone.

    for $n next to $at where top($n).owner == X: if occupied($n) and not alive($n): for $s in group($n): capture $s

The captured groups are all of one kind, so they do not touch, and the order of captures does not matter. Each is
next to the placed zone, which therefore touches an open zone in the end. The content of a region is the old one plus
the placed token and minus the captured tokens.

This module does not know C, nor what is foreseen without captures (`foreseen`).
"""

from __future__ import annotations

from msgspec import Struct
from msgspec.structs import replace

from ludotome.gamedef import effects as fx
from ludotome.gamedef import expressions as ex
from ludotome.native.indexes.foreseen import Asked, Foreseen
from ludotome.native.indexes.groups import OPEN_IF_EMPTY, group_kind
from ludotome.native.lower import ir
from ludotome.native.lower.ir import Local, Scalar
from ludotome.native.lower.lowering import Lowering, Scope
from ludotome.native.lower.plan import Plan
from ludotome.native.lower.scalars import lower
from ludotome.native.lower.sources import lower_source
from ludotome.native.lower.trial import Trial


class Taking(Struct, frozen=True):
    """The kept groups that are captured from, and the value of `post` then.

    It reads `gone(region)`: the sum of the numbers of the tokens captured in a region.
    """

    groups: int
    post: Scalar
    regions: tuple[int, ...]


def gone(region: int) -> Local:
    """Return the local for the contribution removed from a region."""
    return Local(f"gone_{region}", "int")


def taking(low: Lowering, plan: Plan, trial: Trial, scope: Scope, asked: Asked, found: Foreseen) -> Taking | None:
    """Return what is foreseen if something is captured; None if it must be tried."""
    match [effect for effect in trial.effects if isinstance(effect, fx.ControlEffect)]:
        case [fx.ForEach() as loop]:
            number = _taken(low, loop, scope, asked)
        case _:
            return None  # any other list of effects: it must be tried
    if number is None or plan.action.post is None or not low.layout.single or found.placing.owner.optional:
        return None
    post = _after(lower(low, plan.action.post, scope), asked, number, found)
    if post is None:
        return None
    regions = {int(node.name.removeprefix("gone_")) for node in ir.free_locals(post) if node.name.startswith("gone_")}
    return Taking(number, post, tuple(sorted(regions)))


def _taken(low: Lowering, loop: fx.ForEach, scope: Scope, asked: Asked) -> int | None:
    """Return the number of the kept groups from which an iteration of *loop* captures, if that is all it does."""
    match loop.effects:
        case (fx.If(then=(fx.ForEach(limit=None) as each,), else_=(), when=when),) if _takes(each):
            near = low.local(loop.bind, "zone")
            inner = scope.bind(loop.bind, near)
            group = lower_source(low, each.over, inner)
            found = (asked(node) for node in ir.walk(lower(low, when, inner)) if isinstance(node, ir.Reduce))
            for number, groups, zone in (one for one in found if one is not None):
                whole = isinstance(group, ir.Flood) and group.zone == near and group_kind(group) == groups.kind
                if whole and zone == near and groups.open == OPEN_IF_EMPTY:
                    return number
            return None
        case _:
            return None  # any other list of effects: it must be tried


def _takes(each: fx.ForEach) -> bool:
    """Return whether the loop only destroys the tokens on each element."""
    match each.effects:
        case (fx.ForEach(limit=None, over=ex.TokensInZone(zone=zone), effects=(fx.DestroyToken(token=token),)) as of,):
            return bool(zone == ex.Binding(each.bind) and token == ex.Binding(of.bind))
        case _:
            return False  # any other list of effects: it may do more


def _after(node: Scalar, asked: Asked, number: int, found: Foreseen) -> Scalar | None:
    """Return the value of *node* afterwards, in terms of the state before and of `gone`; None if unknown."""
    group = asked(node)
    if group is not None:
        # The zones of a captured group are open, and one of them is next to the placed zone.
        return ir.Const(1, "bool") if group[0] == number and group[2] == found.placing.zone else None
    match node:
        case ir.Const():
            return node
        case ir.Call(function="lt_seen_region", args=(ir.Const(value=region),)):
            placing = found.placing
            seen = f"lt_seen_region_with_{placing.type}"
            return ir.Call(seen, (node.args[0], placing.zone, placing.owner, gone(region)), "int")
        case ir.AllOf() | ir.AnyOf():
            args = [_after(arg, asked, number, found) for arg in node.args]
            known = tuple(arg for arg in args if arg is not None)
            return replace(node, args=known) if len(known) == len(args) else None
        case ir.Negation():
            arg = _after(node.arg, asked, number, found)
            return None if arg is None else replace(node, arg=arg)
        case ir.Compare():
            left, right = (_after(side, asked, number, found) for side in (node.left, node.right))
            return None if left is None or right is None else replace(node, left=left, right=right)
    return None
