"""Conditions: logic, comparison, membership, and simple tests of zones.

Invariants:
    * a comparison with `none` is false, even for `!=` and `notIn`; a test of `none` is false;
    * `none` as a condition is false.

This module does not know the purpose of a condition.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterable
from typing import Any

from ludotome.gamedef import expressions as ex
from ludotome.kernel.context import Context, Evaluator, Value, asking, evaluates, make, make_set, on_two
from ludotome.kernel.tables import Tables

_COMPARISONS: dict[str, Callable[[Any, Any], bool]] = {
    "==": operator.eq,
    "!=": operator.ne,
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}


@evaluates(ex.And)
def and_(node: ex.And, tables: Tables) -> Evaluator:
    """All conditions hold."""
    return _joined(node.args, all, tables)


@evaluates(ex.Or)
def or_(node: ex.Or, tables: Tables) -> Evaluator:
    """Some condition holds."""
    return _joined(node.args, any, tables)


def _joined(nodes: tuple[ex.Expr, ...], join: Callable[[Iterable[Value]], bool], tables: Tables) -> Evaluator:
    args = tuple(make(arg, tables) for arg in nodes)
    return lambda context: join(arg(context) for arg in args)


@evaluates(ex.Not)
def not_(node: ex.Not, tables: Tables) -> Evaluator:
    """The condition does not hold."""
    arg = make(node.arg, tables)
    return lambda context: not arg(context)


@evaluates(ex.Compare)
def compare(node: ex.Compare, tables: Tables) -> Evaluator:
    """Compare two values."""
    return on_two(make(node.left, tables), make(node.right, tables), _COMPARISONS[node.op], nothing=False)


@evaluates(ex.IsNone)
def is_none(node: ex.IsNone, tables: Tables) -> Evaluator:
    """The value is `none`."""
    arg = make(node.arg, tables)
    return lambda context: arg(context) is None


@evaluates(ex.In)
def in_(node: ex.In, tables: Tables) -> Evaluator:
    """The value is an element of the set."""
    item, within = make(node.item, tables), make_set(node.set, tables)

    def evaluate(context: Context) -> bool:
        value = item(context)
        return value is not None and value in within(context)

    return evaluate


@evaluates(ex.NotIn)
def not_in(node: ex.NotIn, tables: Tables) -> Evaluator:
    """The value is not `none` and not an element of the set."""
    item, within = make(node.item, tables), make_set(node.set, tables)

    def evaluate(context: Context) -> bool:
        value = item(context)
        return value is not None and value not in within(context)

    return evaluate


@evaluates(ex.Exists)
def exists(node: ex.Exists, tables: Tables) -> Evaluator:
    """The set has an element."""
    if isinstance(node.query, ex.Where):  # stop at the first match
        of, where, bind = make_set(node.query.of, tables), make(node.query.where, tables), node.query.bind
        return lambda context: any(map(asking(context, bind, where), of(context)))
    query = make_set(node.query, tables)
    return lambda context: len(query(context)) > 0


@evaluates(ex.All)
def all_(node: ex.All, tables: Tables) -> Evaluator:
    """The condition holds for every element."""
    query, where, bind = make_set(node.query, tables), make(node.where, tables), node.bind
    return lambda context: all(map(asking(context, bind, where), query(context)))


@evaluates(ex.Empty)
def empty(node: ex.Empty, tables: Tables) -> Evaluator:
    """The zone holds no token."""
    zone = make(node.zone, tables)

    def evaluate(context: Context) -> bool:
        where = zone(context)
        return where is not None and not context.state.zones[where]

    return evaluate


@evaluates(ex.Occupied)
def occupied(node: ex.Occupied, tables: Tables) -> Evaluator:
    """The zone holds a token."""
    zone = make(node.zone, tables)

    def evaluate(context: Context) -> bool:
        where = zone(context)
        return where is not None and bool(context.state.zones[where])

    return evaluate


@evaluates(ex.NoLegalMoves)
def no_legal_moves(_: ex.NoLegalMoves, __: Tables) -> Evaluator:
    """The active player has no legal decision in this phase."""

    def evaluate(context: Context) -> Value:
        return context.legality is not None and context.legality.is_stuck()

    return evaluate


@evaluates(ex.CanTake)
def can_take(node: ex.CanTake, tables: Tables) -> Evaluator:
    """The player would have a legal instance of the action now."""
    action = tables.symbols.action_index[node.action]
    player = None if node.player is None else make(node.player, tables)

    def evaluate(context: Context) -> bool:
        if player is not None:
            who = player(context)
        else:
            who = context.state.active if context.actor is None else context.actor
        return who is not None and tables.rules.actions[action].can_be_taken(context, who)

    return evaluate
