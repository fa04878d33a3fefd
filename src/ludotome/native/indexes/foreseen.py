"""Foreseen trials: the value of `post` after an action, computed in the state before it.

    effects: [createToken stone at $at, for $n next to $at: if not alive($n): capture …]     post: alive($at) and …

If none of the branches is taken, a trial only puts one token on an empty zone, and the values of conditions
after that are known before: the zone is occupied by that token, and every other zone is unchanged.

Invariant: if no condition of `loud` holds, a trial changes only the placed token among the data read here, and
`post` is the result of the trial.

This module does not know C.
"""

from __future__ import annotations

from collections.abc import Callable

from msgspec import Struct
from msgspec.structs import replace

from ludotome.gamedef import Effects
from ludotome.gamedef import effects as fx
from ludotome.gamedef import expressions as ex
from ludotome.native.indexes.groups import ELEMENT, KeptGroups
from ludotome.native.lower import ir
from ludotome.native.lower.ir import Local, Scalar
from ludotome.native.lower.lowering import Lowering, Scope
from ludotome.native.lower.plan import Plan
from ludotome.native.lower.scalars import lower
from ludotome.native.lower.sources import lower_source
from ludotome.native.lower.trial import Trial

Asked = Callable[[Scalar], tuple[int, KeptGroups, Scalar] | None]
_FIXED = ("last_actor", "active")  # fields that no effect of a trial writes


class Placing(Struct, frozen=True):
    """The placement of a token of a type on a zone for an owner, with initial properties."""

    type: int
    zone: Local
    owner: Scalar


class Foreseen(Struct, frozen=True):
    """The placement, the conditions under which more happens, and `post` if nothing more happens.

    `groups` are the numbers of the kept groups it uses, which must be known.
    """

    placing: Placing
    loud: tuple[Scalar, ...]
    post: Scalar
    groups: tuple[int, ...]


class _UnforeseenError(Exception):
    """Raised for something that must be tried."""


def foresee(low: Lowering, plan: Plan, trial: Trial, scope: Scope, asked: Asked) -> Foreseen | None:
    """Return what can be foreseen of the trials of *plan*; None if each must be run.

    *scope* is that of the effects; *asked* returns the kept groups that answer a condition.
    """
    if plan.action.post is None:
        return None
    writer = _Foresight(low, asked)
    try:
        loud = writer.loud(trial.effects, scope)
        post = writer.after(lower(low, plan.action.post, scope))
    except _UnforeseenError:
        return None
    return None if writer.placing is None else Foreseen(writer.placing, loud, post, tuple(sorted(writer.groups)))


class _Foresight:
    def __init__(self, low: Lowering, asked: Asked) -> None:
        self.low, self.asked = low, asked
        self.placing: Placing | None = None
        self.groups: set[int] = set()
        self.apart: set[Local] = set()  # neighbours of the placed zone, which differ from it

    # ── effects ────────────────────────────────────────────────────────────────────────────────────────────────────

    def loud(self, effects: Effects, scope: Scope) -> tuple[Scalar, ...]:
        """Return the conditions under which *effects* do more than place a token and set variables."""
        found: list[Scalar] = []
        for effect in effects:
            match effect:
                case fx.SetVar() | fx.AddVar():
                    continue  # conditions that read variables are not foreseen
                case fx.CreateToken() if self.placing is None and not found:
                    self.placing = self._placing(effect, scope)
                case fx.If(else_=()) if self.placing is not None:
                    found.append(self.after(lower(self.low, effect.when, scope)))
                case fx.ForEach(limit=None) if self.placing is not None:
                    found.append(self._loud_round(effect, scope))
                case _:
                    raise _UnforeseenError  # any other effect: it must be tried
        return tuple(found)

    def _loud_round(self, effect: fx.ForEach, scope: Scope) -> Scalar:
        """Return the condition under which some iteration of a loop is loud."""
        source = lower_source(self.low, effect.over, scope)
        element = self.low.local(effect.bind, source.kind)
        source = self._source(source, element)
        loud = self.loud(effect.effects, scope.bind(effect.bind, element))
        return ir.Reduce("exists", source, element, loud[0] if len(loud) == 1 else ir.AnyOf(loud), "bool")

    def _placing(self, effect: fx.CreateToken, scope: Scope) -> Placing:
        zone = lower(self.low, effect.zone, scope)
        owner = ir.Const(-1, "player", optional=True) if effect.owner is None else lower(self.low, effect.owner, scope)
        if isinstance(effect.owner, ex.SeatLiteral) and effect.owner.seat >= self.low.players:
            raise _UnforeseenError  # nobody plays this seat, so no token is placed
        if not isinstance(effect.type, ex.NameLiteral) or effect.count != ex.IntLiteral(1) or effect.props:
            raise _UnforeseenError
        if not isinstance(zone, Local) or zone.optional or not isinstance(owner, Local | ir.Const):
            raise _UnforeseenError
        return Placing(self.low.symbols.name_index[effect.type.name], zone, owner)

    # ── conditions ─────────────────────────────────────────────────────────────────────────────────────────────────

    def after(self, node: Scalar) -> Scalar:
        """Return the value of *node* after the placement, in terms of the state before."""
        group = self.asked(node)
        if group is not None:
            return self._group_after(*group)
        match node:
            case ir.Const() | Local():
                return node
            case ir.Field() if node.name in _FIXED:
                return node
            case ir.Call(function="lt_seen_region", args=(region,)):
                placing, nothing = self._placed(), ir.Const(0, "int")
                return ir.Call(
                    f"lt_seen_region_with_{placing.type}", (region, placing.zone, placing.owner, nothing), "int"
                )
            case ir.Call(function="lt_empty" | "lt_occupied", args=(zone,)):
                filled = ir.Const(int(node.function == "lt_occupied"), "bool")
                return self._where_placed(zone, filled, node)
            case ir.Load(array="token_owner", index=ir.Call(function="lt_top", args=(zone,))):
                return self._where_placed(zone, self._placed().owner, node)
            case ir.Load(array="token_type", index=ir.Call(function="lt_top", args=(zone,))):
                return self._where_placed(zone, ir.Const(self._placed().type, "name"), node)
            case ir.Call(function="lt_next" | "lt_previous"):
                return replace(node, args=tuple(map(self.after, node.args)))
            case ir.Lookup():
                return replace(node, index=tuple(map(self.after, node.index)))
            case ir.AllOf() | ir.AnyOf():
                return replace(node, args=tuple(map(self.after, node.args)))
            case ir.Negation() | ir.Missing():
                return replace(node, arg=self.after(node.arg))
            case ir.Compare() | ir.Arithmetic():
                return replace(node, left=self.after(node.left), right=self.after(node.right))
            case ir.Reduce():
                source = self._source(node.source, node.element)
                return replace(node, source=source, body=None if node.body is None else self.after(node.body))
        raise _UnforeseenError

    def _source(self, source: ir.Source, element: Local) -> ir.Source:
        """Return the elements of *source* after the placement; they are bound to *element*."""
        match source:
            case ir.Filtered():
                where = ir.substitute(source.where, source.element.name, element)
                inner = self._source(source.source, element)
                return replace(source, source=inner, element=element, where=self.after(where))
            case ir.Row():
                if source.index == self._placed().zone and _leads_away(source.table):
                    self.apart.add(element)
                return source if source.index is None else replace(source, index=self.after(source.index))
        raise _UnforeseenError

    def _placed(self) -> Placing:
        if self.placing is None:
            raise _UnforeseenError
        return self.placing

    def _where_placed(self, zone: Scalar, value: Scalar, node: Scalar) -> Scalar:
        """Return *value* if *zone* is the placed zone, otherwise the current value of *node*."""
        at = self._placed().zone
        if zone == at:
            return value
        if zone in self.apart:
            return node
        if not isinstance(zone, Local | ir.Lookup):
            raise _UnforeseenError
        here = ir.Compare("==", self.after(zone), at)
        return ir.Either(here, value, node, node.kind, value.optional or node.optional)

    def _group_after(self, number: int, groups: KeptGroups, zone: Scalar) -> Scalar:
        """Return whether the group of a zone will touch an open zone; the placed zone has a kind and is not open."""
        at = self._placed().zone
        kind, opened = (self.after(ir.substitute(part, ELEMENT.name, at)) for part in (groups.kind, groups.open))
        if not _is_false(opened) or not isinstance(kind, Local | ir.Const):
            raise _UnforeseenError
        self.groups.add(number)
        return ir.Call(f"group_{number}_with", (self.after(zone), at, kind), "bool")


def _leads_away(table: ir.Table) -> bool:
    """Return whether no zone is in its own row."""
    return table.shape == "lists" and all(zone not in row for zone, row in enumerate(table.rows, start=-1))


def _is_false(node: Scalar) -> bool:
    match node:
        case ir.Compare(op="==", left=ir.Const() as left, right=ir.Const() as right):
            return left.value != right.value or left.value < 0
        case ir.Const():
            return node.value == 0
        case ir.AllOf():
            return any(map(_is_false, node.args))
        case ir.AnyOf():
            return all(map(_is_false, node.args))
    return False
