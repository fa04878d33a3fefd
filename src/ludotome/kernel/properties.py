"""Properties: variables, and properties of tokens, zones and players.

Invariants:
    * a property of `none` is `none`, and so is a missing property;
    * a stored number is read by its declared type: a slot as a handle, 0 and 1 as booleans.

This module does not know how values are written (`effects`, `token_effects`).
"""

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import Any

from ludotome.gamedef import PropDef, Stored, VarDef
from ludotome.gamedef import expressions as ex
from ludotome.kernel.chance_mode import next_token
from ludotome.kernel.context import Context, Evaluator, Value, evaluates, make, on_one
from ludotome.kernel.tables import Tables
from ludotome.kernel.working import Working


def reader(declared: VarDef | PropDef) -> Callable[[Working, Stored], Value]:
    """Return a function that converts a stored number of this type to a value."""
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
    """The value of one zone's variable; `none` for a zone that is not on a board."""
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
    """A property of a zone; `none` if the zone lacks it."""
    return on_one(make(node.zone, tables), _zone_property(node.prop, tables).__getitem__)


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
    """Return the nearest seat after *seat*, in steps of *step*, that is not eliminated; *seat* itself last, or None."""
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
    return on_one(make(node.player, tables), tables.symbols.owned_zones[node.zone].__getitem__)


@evaluates(ex.ZoneCount)
def zone_count(node: ex.ZoneCount, tables: Tables) -> Evaluator:
    """The number of tokens in a zone; `none` for `none`."""
    zone = make(node.zone, tables)

    def evaluate(context: Context) -> Value:
        where = zone(context)
        return None if where is None else len(context.state.zones[where])

    return evaluate


@evaluates(ex.Top)
def top(node: ex.Top, tables: Tables) -> Evaluator:
    """The token that a draw would take next."""
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
