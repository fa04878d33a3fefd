"""Planning: an action's parameters as a nest of loops, with each condition in the outermost possible loop.

    action move                          actions[0]
      where not canTake(jump)            tested once, before any loop
      for pawn in tokens(pawn)
        where owner == actor             tested before the inner loop is entered
        for to in destinations(pawn)

A property that must equal a value of an outer loop can only do so if its range holds the value, which is tested there.

Expressions are pure and total, so the place of a condition affects only time; the order of the
decisions is that of the loops, which does not change.

This module does not know C.
"""

from __future__ import annotations

from msgspec import Struct

from ludotome.gamedef import ActionDef, is_tried_for_steps
from ludotome.native.lower import ir
from ludotome.native.lower.describe import describe
from ludotome.native.lower.ir import Local, Scalar, Source
from ludotome.native.lower.lowering import Lowering, Scope
from ludotome.native.lower.scalars import lower
from ludotome.native.lower.sources import lower_source

ACTOR = Local("actor", "player")


class Level(Struct, frozen=True):
    """One loop: a parameter, its domain, and the conditions on it and the earlier ones."""

    param: Local
    source: Source
    guards: tuple[Scalar, ...]


class Plan(Struct, frozen=True):
    """How the pseudo-legal instances of one action are listed."""

    action: ActionDef
    index: int
    guards: tuple[Scalar, ...]
    levels: tuple[Level, ...]
    scope: Scope

    @property
    def params(self) -> tuple[Local, ...]:
        """The parameters in declaration order."""
        return tuple(level.param for level in self.levels)

    @property
    def tried(self) -> bool:
        """Whether an instance is tried: for its `post`, or because it moves a token to a neighbour."""
        return self.action.post is not None or is_tried_for_steps(self.action)

    @property
    def filtered(self) -> bool:
        """Whether a pseudo-legal instance may still be illegal."""
        return bool(self.action.cost) or self.tried or self.action.longest is not None

    def __str__(self) -> str:
        """Return the plan as text, one loop or condition per line."""
        lines = [f"action {self.action.id}"]
        lines += [f"  where {describe(guard)}" for guard in self.guards]
        for depth, level in enumerate(self.levels, start=1):
            lines.append(f"{'  ' * depth}for {level.param.name} in {describe(level.source)}")
            lines += [f"{'  ' * depth}  where {describe(guard)}" for guard in level.guards]
        return "\n".join(lines) + "\n"


def plan_action(low: Lowering, index: int, *, push_down: bool = True) -> Plan:
    """Return the plan of the action at *index*; without *push_down* its `pre` is tested in the innermost loop."""
    action = low.game_def.actions[index]
    scope = Scope(actor=ACTOR)
    params: list[Local] = []
    sources: list[Source] = []
    conditions: list[Scalar] = []
    for param in action.params:
        source, where = _unfiltered(lower_source(low, param.domain, scope))
        local = low.local(param.name, source.kind)
        conditions += [ir.substitute(one, name, local) for name, one in where]
        params.append(local)
        sources.append(source)
        scope = scope.bind(param.name, local)
    if action.pre is not None:
        conditions += ir.conjuncts(lower(low, action.pre, scope))
    guards: list[list[Scalar]] = [[] for _ in range(len(params) + 1)]
    for condition in conditions:
        depth = _depth(condition, params) if push_down else len(params)
        for implied in _in_range(low, condition) if push_down else ():
            if _depth(implied, params) < depth:
                guards[_depth(implied, params)].append(implied)
        guards[depth].append(condition)
    levels = tuple(
        Level(param, source, tuple(held)) for param, source, held in zip(params, sources, guards[1:], strict=True)
    )
    return Plan(action, index, tuple(guards[0]), levels, scope)


def _unfiltered(source: Source) -> tuple[Source, list[tuple[str, Scalar]]]:
    """Return *source* without its filters, and the conjuncts of these filters with their name of the element."""
    found: list[tuple[str, Scalar]] = []
    while isinstance(source, ir.Filtered):
        found = [(source.element.name, one) for one in ir.conjuncts(source.where)] + found
        source = source.source
    return source, found


def _in_range(low: Lowering, condition: Scalar) -> list[Scalar]:
    """Return what follows from an int property of a token being equal to a value: that its range holds the value."""
    if not isinstance(condition, ir.Compare) or condition.op != "==":
        return []
    for prop, value in ((condition.left, condition.right), (condition.right, condition.left)):
        if isinstance(prop, ir.Load) and prop.array == "token_props" and prop.kind == "int" and prop.row is not None:
            name = low.layout.props[prop.row]
            declared = [one for kind in low.game_def.token_types for one in kind.props if one.name == name]
            least, most = [one.min for one in declared], [one.max for one in declared]
            return [
                ir.Compare(">=", value, ir.Const(min(bound for bound in least if bound is not None), "int")),
                ir.Compare("<=", value, ir.Const(max(bound for bound in most if bound is not None), "int")),
            ]
    return []


def _depth(condition: Scalar, params: list[Local]) -> int:
    names = [param.name for param in params]
    used = {local.name for local in ir.free_locals(condition)}
    return max((place + 1 for place, name in enumerate(names) if name in used), default=0)
