"""Queries: sets that need no geometry: filters, lists, ranges, players, zones and tokens.

Invariants:
    * orders are those defined in `docs/kernel.md`;
    * a set is a tuple or a range, never contains `none`, and contains each element once.

This module does not know the board; `spatial` does.
"""

from __future__ import annotations

from typing import Any

from ludotome.gamedef import expressions as ex
from ludotome.kernel.context import Context, Evaluator, Value, asking, elements, evaluates, make, make_set, on_two
from ludotome.kernel.tables import Tables
from ludotome.kernel.working import Handle
from ludotome.space import SQUARE_DIRECTIONS, BoardDef


@evaluates(ex.Where)
def where(node: ex.Where, tables: Tables) -> Evaluator:
    """The elements for which a condition holds."""
    of, holds, bind = make_set(node.of, tables), make(node.where, tables), node.bind
    return lambda context: tuple(filter(asking(context, bind, holds), of(context)))


@evaluates(ex.ListOf)
def list_of(node: ex.ListOf, tables: Tables) -> Evaluator:
    """The values as written."""
    items = tuple(make(item, tables) for item in node.items)

    def evaluate(context: Context) -> tuple[Value, ...]:
        values = (item(context) for item in items)
        return tuple(dict.fromkeys(value for value in values if value is not None))

    return evaluate


@evaluates(ex.IntsInRange)
def ints_in_range(node: ex.IntsInRange, tables: Tables) -> Evaluator:
    """The integers between two numbers, ascending."""
    return on_two(make(node.min, tables), make(node.max, tables), lambda low, high: range(low, high + 1), range(0))


@evaluates(ex.AllPlayers)
def all_players(_: ex.AllPlayers, __: Tables) -> Evaluator:
    """All players, by seat."""
    return lambda context: range(context.state.players)


@evaluates(ex.AllOther)
def all_other(_: ex.AllOther, __: Tables) -> Evaluator:
    """All players except the actor, from the actor's left."""

    def evaluate(context: Context) -> tuple[int, ...]:
        actor, players = context.actor, context.state.players
        return () if actor is None else tuple((actor + away) % players for away in range(1, players))

    return evaluate


@evaluates(ex.AllZones)
def all_zones(_: ex.AllZones, tables: Tables) -> Evaluator:
    """Every zone in play."""
    return lambda context: tables.zones_in_play(context.state.players)


@evaluates(ex.RegionZones)
def region_zones(node: ex.RegionZones, tables: Tables) -> Evaluator:
    """The zones of a region."""
    name = node.name
    if node.player is None:
        return lambda context: tables.region(name, None, context.state.players)
    player = make(node.player, tables)

    def evaluate(context: Context) -> tuple[int, ...]:
        seat = player(context)
        return () if seat is None else tables.region(name, seat, context.state.players)

    return evaluate


@evaluates(ex.OwnedZones)
def owned_zones(node: ex.OwnedZones, tables: Tables) -> Evaluator:
    """The zones of this name of several players."""
    players, zones = make(node.players, tables), tables.symbols.owned_zones[node.zone]
    return lambda context: tuple(zones[seat] for seat in elements(players(context)))


@evaluates(ex.DirectionSet)
def direction_set(node: ex.DirectionSet, tables: Tables) -> Evaluator:
    """All, the orthogonal or the diagonal directions of the board."""
    found = dict.fromkeys(
        name
        for board in tables.game_def.boards
        for name in board.directions
        if node.which == "directions" or (node.which == "diagonal") == _is_diagonal(board, name)
    )
    names = tuple(tables.symbols.name_index[name] for name in found)
    return lambda _: names


def _is_diagonal(board: BoardDef, name: str) -> bool:
    """Return whether a direction changes both coordinates of a square; other boards have none."""
    return board.shape == "square" and 0 not in SQUARE_DIRECTIONS[name]


@evaluates(ex.Tokens)
def tokens(node: ex.Tokens, tables: Tables) -> Evaluator:
    """All tokens of these types, by slot."""
    if not node.types:
        return lambda context: tuple(handle for handle in context.state.handles if handle is not None)
    types = frozenset(tables.symbols.name_index[name] for name in node.types)

    def evaluate(context: Context) -> tuple[Handle | None, ...]:
        state = context.state
        return tuple(
            handle
            for handle, token in zip(state.handles, state.tokens, strict=True)
            if token is not None and token.type in types
        )

    return evaluate


def in_order(state: Any, zone: int, tables: Tables) -> tuple[Handle, ...]:
    """Return the tokens of *zone* in the order in which a draw would take them."""
    slots = state.zones[zone]
    handles = state.handles
    return tuple(handles[slot] for slot in (reversed(slots) if tables.is_stack[zone] else slots))


@evaluates(ex.TokensInZone)
def tokens_in_zone(node: ex.TokensInZone, tables: Tables) -> Evaluator:
    """The tokens of a zone, next to be drawn first."""
    zone = make(node.zone, tables)

    def evaluate(context: Context) -> tuple[Handle, ...]:
        place = zone(context)
        return () if place is None else in_order(context.state, place, tables)

    return evaluate


@evaluates(ex.TokensInAdjacentZones)
def tokens_in_adjacent_zones(node: ex.TokensInAdjacentZones, tables: Tables) -> Evaluator:
    """The tokens of the neighbours, in neighbour order."""
    zone = make(node.zone, tables)

    def evaluate(context: Context) -> tuple[Handle, ...]:
        place = zone(context)
        near = () if place is None else tables.neighbors[place]
        return tuple(handle for other in near for handle in in_order(context.state, other, tables))

    return evaluate
