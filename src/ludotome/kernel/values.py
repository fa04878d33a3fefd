"""Values: literals, bindings, players, turns, arithmetic and aggregates.

Invariants:
    * a property of `none` is `none`, and so is arithmetic with `none`;
    * division floors, as Python's does.

This module does not know properties, conditions, sets or the board; each has a module of its name.
"""

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import Any

from ludotome.gamedef import expressions as ex
from ludotome.kernel.context import Context, Evaluator, Value, asking, evaluates, make, make_set, on_one, on_two
from ludotome.kernel.tables import Tables
from ludotome.kernel.working import Handle

# ── literals and bindings ──────────────────────────────────────────────────────────────────────────────────────────


def constant(value: Value) -> Evaluator:
    """Return a function that always returns *value*."""
    return lambda _: value


@evaluates(ex.IntLiteral)
def int_literal(node: ex.IntLiteral, _: Tables) -> Evaluator:
    """A whole number."""
    return constant(node.value)


@evaluates(ex.BoolLiteral)
def bool_literal(node: ex.BoolLiteral, _: Tables) -> Evaluator:
    """True or false."""
    return constant(node.value)


@evaluates(ex.NoneLiteral)
def none_literal(_: ex.NoneLiteral, __: Tables) -> Evaluator:
    """The value `none`."""
    return constant(None)


@evaluates(ex.NameLiteral)
def name_literal(node: ex.NameLiteral, tables: Tables) -> Evaluator:
    """The number of a name."""
    return constant(tables.symbols.name_index[node.name])


@evaluates(ex.ZoneLiteral)
def zone_literal(node: ex.ZoneLiteral, tables: Tables) -> Evaluator:
    """A zone; `none` if it belongs to a seat that nobody plays."""
    zone = tables.symbols.zone_index[node.zone]
    owner = tables.symbols.owner_of_zone[zone]
    if owner is None:
        return constant(zone)
    return lambda context: zone if owner < context.state.players else None


@evaluates(ex.SeatLiteral)
def seat_literal(node: ex.SeatLiteral, _: Tables) -> Evaluator:
    """A player; `none` if fewer play."""
    seat = node.seat
    return lambda context: seat if seat < context.state.players else None


@evaluates(ex.Binding)
def binding(node: ex.Binding, _: Tables) -> Evaluator:
    """The value bound to a name, without tokens that were destroyed since."""
    name = node.name

    def evaluate(context: Context) -> Value:
        value = context.bindings.get(name)
        if isinstance(value, Handle):
            return value if context.state.is_alive(value) else None
        if isinstance(value, tuple):
            alive = context.state.is_alive
            return tuple(item for item in value if not isinstance(item, Handle) or alive(item))
        return value

    return evaluate


# ── Players and turns ───────────────────────────────────────────────────────────────────────────────────────────────


@evaluates(ex.Actor)
def actor(_: ex.Actor, __: Tables) -> Evaluator:
    """The player who acts."""
    return operator.attrgetter("actor")


@evaluates(ex.Active)
def active(_: ex.Active, __: Tables) -> Evaluator:
    """The player whose turn it is."""
    return lambda context: context.state.active


@evaluates(ex.LastActor)
def last_actor(_: ex.LastActor, __: Tables) -> Evaluator:
    """The player who took the last action."""
    return lambda context: context.state.last_actor


@evaluates(ex.CurrentPhase)
def current_phase(_: ex.CurrentPhase, tables: Tables) -> Evaluator:
    """The name of the phase."""
    names = tuple(tables.symbols.name_index[phase] for phase in tables.symbols.phase_index)
    return lambda context: names[context.state.phase]


@evaluates(ex.TurnNumber)
def turn_number(_: ex.TurnNumber, __: Tables) -> Evaluator:
    """The number of completed turns."""
    return lambda context: context.state.turn


# ── arithmetic ─────────────────────────────────────────────────────────────────────────────────────────────────────

_OPERATORS: dict[str, Callable[[int, int], int]] = {
    "+": operator.add,
    "-": operator.sub,
    "*": operator.mul,
    "//": operator.floordiv,
    "%": operator.mod,
}


@evaluates(ex.Arithmetic)
def arithmetic(node: ex.Arithmetic, tables: Tables) -> Evaluator:
    """Combine two numbers; `none` if either is."""
    return on_two(make(node.left, tables), make(node.right, tables), _OPERATORS[node.op])


@evaluates(ex.Negate)
def negate(node: ex.Negate, tables: Tables) -> Evaluator:
    """The negated number."""
    return on_one(make(node.arg, tables), operator.neg)


@evaluates(ex.Absolute)
def absolute(node: ex.Absolute, tables: Tables) -> Evaluator:
    """The absolute value."""
    return on_one(make(node.arg, tables), operator.abs)


@evaluates(ex.Minimum)
def minimum(node: ex.Minimum, tables: Tables) -> Evaluator:
    """The minimum; `none` if any argument is."""
    return _on_all(node.args, min, tables)


@evaluates(ex.Maximum)
def maximum(node: ex.Maximum, tables: Tables) -> Evaluator:
    """The maximum; `none` if any argument is."""
    return _on_all(node.args, max, tables)


def _on_all(nodes: tuple[ex.Expr, ...], pick: Any, tables: Tables) -> Evaluator:
    args = tuple(make(arg, tables) for arg in nodes)

    def evaluate(context: Context) -> Value:
        values = [arg(context) for arg in args]
        return None if None in values else pick(values)

    return evaluate


@evaluates(ex.IfExpr)
def if_expr(node: ex.IfExpr, tables: Tables) -> Evaluator:
    """One of two values, selected by a condition."""
    when, then, else_ = make(node.when, tables), make(node.then, tables), make(node.else_, tables)
    return lambda context: then(context) if when(context) else else_(context)


# ── aggregates ─────────────────────────────────────────────────────────────────────────────────────────────────────


@evaluates(ex.Count)
def count(node: ex.Count, tables: Tables) -> Evaluator:
    """The number of elements."""
    query = make_set(node.query, tables)
    return lambda context: len(query(context))


@evaluates(ex.First)
def first(node: ex.First, tables: Tables) -> Evaluator:
    """The first element, or `none`."""
    if isinstance(node.query, ex.Where):  # stop at the first match
        of, where, bind = make_set(node.query.of, tables), make(node.query.where, tables), node.query.bind
        return lambda context: next(filter(asking(context, bind, where), of(context)), None)
    query = make_set(node.query, tables)
    return lambda context: next(iter(query(context)), None)


@evaluates(ex.Sum)
def sum_(node: ex.Sum, tables: Tables) -> Evaluator:
    """The sum over a set."""
    return _over(node, sum, tables)


@evaluates(ex.Lowest)
def lowest(node: ex.Lowest, tables: Tables) -> Evaluator:
    """The minimum over a set; 0 if it is empty."""
    return _over(node, lambda values: min(values, default=0), tables)


@evaluates(ex.Highest)
def highest(node: ex.Highest, tables: Tables) -> Evaluator:
    """The maximum over a set; 0 if it is empty."""
    return _over(node, lambda values: max(values, default=0), tables)


def _over(node: ex.Sum | ex.Lowest | ex.Highest, join: Callable[[list[int]], int], tables: Tables) -> Evaluator:
    query, of, bind = make_set(node.query, tables), make(node.of, tables), node.bind

    def evaluate(context: Context) -> Value:
        values = map(asking(context, bind, of), query(context))
        return join([value for value in values if value is not None])

    return evaluate
