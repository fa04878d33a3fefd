"""Values: literals, who and where, variables and properties, arithmetic and aggregates.

Invariants:
    * a property of nothing is nothing, and so is arithmetic with nothing;
    * division floors, as Python's does.

This module does not know conditions (`conditions`), sets (`queries`) or the board (`spatial`).
"""

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import Any

from ludotome.gamedef import PropDef, Stored, VarDef
from ludotome.gamedef import expressions as ex
from ludotome.kernel.chance_mode import next_token
from ludotome.kernel.context import Context, Evaluator, Value, asking, evaluates, make, make_set
from ludotome.kernel.tables import Tables
from ludotome.kernel.working import Handle, Working

# ── literals and bindings ──────────────────────────────────────────────────────────────────────────────────────────


def constant(value: Value) -> Evaluator:
    """Return the function that always gives *value*."""
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
    """Nothing."""
    return constant(None)


@evaluates(ex.NameLiteral)
def name_literal(node: ex.NameLiteral, tables: Tables) -> Evaluator:
    """The number of a name."""
    return constant(tables.symbols.name_index[node.name])


@evaluates(ex.ZoneLiteral)
def zone_literal(node: ex.ZoneLiteral, tables: Tables) -> Evaluator:
    """A zone; nothing when it belongs to a seat nobody plays."""
    zone = tables.symbols.zone_index[node.zone]
    owner = tables.symbols.owner_of_zone[zone]
    if owner is None:
        return constant(zone)
    return lambda context: zone if owner < context.state.players else None


@evaluates(ex.SeatLiteral)
def seat_literal(node: ex.SeatLiteral, _: Tables) -> Evaluator:
    """A player; nothing when fewer play."""
    seat = node.seat
    return lambda context: seat if seat < context.state.players else None


@evaluates(ex.Binding)
def binding(node: ex.Binding, _: Tables) -> Evaluator:
    """What the name is bound to, tokens destroyed since left out."""
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


# ── who, where, when ───────────────────────────────────────────────────────────────────────────────────────────────


@evaluates(ex.Actor)
def actor(_: ex.Actor, __: Tables) -> Evaluator:
    """Whoever acts."""
    return operator.attrgetter("actor")


@evaluates(ex.Active)
def active(_: ex.Active, __: Tables) -> Evaluator:
    """Whoever has the turn."""
    return lambda context: context.state.active


@evaluates(ex.LastActor)
def last_actor(_: ex.LastActor, __: Tables) -> Evaluator:
    """Whoever took the last action."""
    return lambda context: context.state.last_actor


@evaluates(ex.CurrentPhase)
def current_phase(_: ex.CurrentPhase, tables: Tables) -> Evaluator:
    """The name of the phase."""
    names = tuple(tables.symbols.name_index[phase] for phase in tables.symbols.phase_index)
    return lambda context: names[context.state.phase]


@evaluates(ex.TurnNumber)
def turn_number(_: ex.TurnNumber, __: Tables) -> Evaluator:
    """How many turns are over."""
    return lambda context: context.state.turn


# ── variables and properties ───────────────────────────────────────────────────────────────────────────────────────


def reader(declared: VarDef | PropDef) -> Callable[[Working, Stored], Value]:
    """Return how a stored number of this type is read as a value."""
    if declared.type == "token":
        return lambda state, stored: None if stored is None else state.handles[stored]
    if declared.type == "bool":
        return lambda _, stored: bool(stored)
    return lambda _, stored: stored


@evaluates(ex.GlobalVar)
def global_var(node: ex.GlobalVar, tables: Tables) -> Evaluator:
    """The value of a global variable."""
    place, declared = tables.symbols.global_var[node.var]
    read = reader(declared)
    return lambda context: read(context.state, context.state.global_vars[place])


@evaluates(ex.PlayerVar)
def player_var(node: ex.PlayerVar, tables: Tables) -> Evaluator:
    """The value of one player's variable."""
    place, declared = tables.symbols.player_var[node.var]
    read, player = reader(declared), make(node.player, tables)

    def evaluate(context: Context) -> Value:
        seat = player(context)
        return None if seat is None else read(context.state, context.state.player_vars[place][seat])

    return evaluate


@evaluates(ex.ZoneVar)
def zone_var(node: ex.ZoneVar, tables: Tables) -> Evaluator:
    """The value of one zone's variable; nothing for a zone of no board."""
    place, declared = tables.symbols.zone_var[node.var]
    read, zone, on_board = reader(declared), make(node.zone, tables), tables.symbols.place_on_board

    def evaluate(context: Context) -> Value:
        where = on_board.get(zone(context))
        return None if where is None else read(context.state, context.state.zone_vars[place][where])

    return evaluate


@evaluates(ex.TokenProp)
def token_prop(node: ex.TokenProp, tables: Tables) -> Evaluator:
    """A property of a token."""
    token = make(node.token, tables)
    if node.prop in ("owner", "type", "zone"):
        field: Callable[[Any], Value] = operator.attrgetter(node.prop)

        def evaluate_built_in(context: Context) -> Value:
            found = context.state.token(token(context))
            return None if found is None else field(found)

        return evaluate_built_in

    by_type = {
        kind: (place, reader(declared))
        for (kind, name), (place, declared) in tables.symbols.prop_index.items()
        if name == node.prop
    }

    def evaluate(context: Context) -> Value:
        found = context.state.token(token(context))
        where = None if found is None else by_type.get(found.type)
        if found is None or where is None:
            return None
        place, read = where
        return read(context.state, found.props[place])

    return evaluate


@evaluates(ex.ZoneProp)
def zone_prop(node: ex.ZoneProp, tables: Tables) -> Evaluator:
    """A property of a zone; nothing where the zone has none."""
    zone, values = make(node.zone, tables), _zone_property(node.prop, tables)

    def evaluate(context: Context) -> Value:
        where = zone(context)
        return None if where is None else values[where]

    return evaluate


def _zone_property(name: str, tables: Tables) -> tuple[Value, ...]:
    if name == "owner":
        return tables.symbols.owner_of_zone
    names = tables.symbols.name_index
    found = []
    for zone in tables.game_def.zones:
        built_in = name in ("row", "col", "q", "r", "terrain")
        value = getattr(zone, name) if built_in else zone.props.get(name)
        found.append(names[value] if isinstance(value, str) else value)
    return tuple(found)


@evaluates(ex.PlayerProp)
def player_prop(node: ex.PlayerProp, tables: Tables) -> Evaluator:
    """A property of a player."""
    player = make(node.player, tables)
    ask = {"opponent": _opponent, "next": _next, "previous": _previous, "seat": _seat, "out": _out}.get(node.prop)
    if ask is None:
        facing = tables.rules.facing(node.prop)
        ask = lambda _, seat: facing[seat]  # noqa: E731

    def evaluate(context: Context) -> Value:
        seat = player(context)
        return None if seat is None else ask(context.state, seat)

    return evaluate


def seat_not_out(state: Working, seat: int, step: int) -> int | None:
    """Return the nearest seat from *seat* that is not out, going round by *step*; itself last, None if all are out."""
    for away in range(1, state.players + 1):
        other = (seat + step * away) % state.players
        if not state.out[other]:
            return other
    return None


def _opponent(state: Working, seat: int) -> int:
    return (seat + 1) % state.players


def _next(state: Working, seat: int) -> int | None:
    return seat_not_out(state, seat, 1)


def _previous(state: Working, seat: int) -> int | None:
    return seat_not_out(state, seat, -1)


def _seat(_: Working, seat: int) -> int:
    return seat


def _out(state: Working, seat: int) -> bool:
    return state.out[seat]


@evaluates(ex.OwnedZone)
def owned_zone(node: ex.OwnedZone, tables: Tables) -> Evaluator:
    """The zone of this name of one player."""
    player, zones = make(node.player, tables), tables.symbols.owned_zones[node.zone]

    def evaluate(context: Context) -> Value:
        seat = player(context)
        return None if seat is None else zones[seat]

    return evaluate


@evaluates(ex.ZoneCount)
def zone_count(node: ex.ZoneCount, tables: Tables) -> Evaluator:
    """How many tokens a zone holds; nothing of nothing."""
    zone = make(node.zone, tables)

    def evaluate(context: Context) -> Value:
        where = zone(context)
        return None if where is None else len(context.state.zones[where])

    return evaluate


@evaluates(ex.Top)
def top(node: ex.Top, tables: Tables) -> Evaluator:
    """The token a draw would take next."""
    zone, is_stack = make(node.zone, tables), tables.is_stack

    def evaluate(context: Context) -> Value:
        where = zone(context)
        if where is None:
            return None
        state = context.state
        slots = state.zones[where]
        if not slots:
            return None
        if state.open_order:
            return next_token(context, where, is_stack[where])
        return state.handles[slots[-1] if is_stack[where] else slots[0]]

    return evaluate


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
    """Two numbers joined; nothing if one is."""
    left, right, join = make(node.left, tables), make(node.right, tables), _OPERATORS[node.op]

    def evaluate(context: Context) -> Value:
        a, b = left(context), right(context)
        return None if a is None or b is None else join(a, b)

    return evaluate


@evaluates(ex.Negate)
def negate(node: ex.Negate, tables: Tables) -> Evaluator:
    """The sign turned."""
    return _on_one(node.arg, operator.neg, tables)


@evaluates(ex.Absolute)
def absolute(node: ex.Absolute, tables: Tables) -> Evaluator:
    """The sign dropped."""
    return _on_one(node.arg, operator.abs, tables)


def _on_one(node: ex.Expr, change: Callable[[int], int], tables: Tables) -> Evaluator:
    arg = make(node, tables)

    def evaluate(context: Context) -> Value:
        value = arg(context)
        return None if value is None else change(value)

    return evaluate


@evaluates(ex.Minimum)
def minimum(node: ex.Minimum, tables: Tables) -> Evaluator:
    """The smallest; nothing if one is."""
    return _on_all(node.args, min, tables)


@evaluates(ex.Maximum)
def maximum(node: ex.Maximum, tables: Tables) -> Evaluator:
    """The greatest; nothing if one is."""
    return _on_all(node.args, max, tables)


def _on_all(nodes: tuple[ex.Expr, ...], pick: Any, tables: Tables) -> Evaluator:
    args = tuple(make(arg, tables) for arg in nodes)

    def evaluate(context: Context) -> Value:
        values = [arg(context) for arg in args]
        return None if None in values else pick(values)

    return evaluate


@evaluates(ex.IfExpr)
def if_expr(node: ex.IfExpr, tables: Tables) -> Evaluator:
    """One of two, as a condition says."""
    when, then, else_ = make(node.when, tables), make(node.then, tables), make(node.else_, tables)
    return lambda context: then(context) if when(context) else else_(context)


# ── aggregates ─────────────────────────────────────────────────────────────────────────────────────────────────────


@evaluates(ex.Count)
def count(node: ex.Count, tables: Tables) -> Evaluator:
    """How many elements."""
    query = make_set(node.query, tables)
    return lambda context: len(query(context))


@evaluates(ex.First)
def first(node: ex.First, tables: Tables) -> Evaluator:
    """The first element, or nothing."""
    if isinstance(node.query, ex.Where):  # no need to look past the first that fits
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
    """The smallest over a set, 0 over nothing."""
    return _over(node, lambda values: min(values, default=0), tables)


@evaluates(ex.Highest)
def highest(node: ex.Highest, tables: Tables) -> Evaluator:
    """The greatest over a set, 0 over nothing."""
    return _over(node, lambda values: max(values, default=0), tables)


def _over(node: ex.Sum | ex.Lowest | ex.Highest, join: Callable[[list[int]], int], tables: Tables) -> Evaluator:
    query, of, bind = make_set(node.query, tables), make(node.of, tables), node.bind

    def evaluate(context: Context) -> Value:
        values = map(asking(context, bind, of), query(context))
        return join([value for value in values if value is not None])

    return evaluate
