"""Token effects: create, move, change and destroy tokens.

Invariants:
    * no zone exceeds its capacity, and no type its `max`: an effect that would exceed them is a
      document fault;
    * `top` is the end from which the next draw takes, `bottom` the other end; without a position a token goes on top of
      a stack and to the back of a queue or set;
    * every arrival raises `tokenEntered`, even of a new token or in the same zone.

This module does not know when events are dispatched.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ludotome.gamedef import TOKENS_AT_MOST, PropDef, Stored, Token
from ludotome.gamedef import effects as fx
from ludotome.gamedef import expressions as ex
from ludotome.kernel.chance_mode import close_if_single, draw_number, next_token, shuffle
from ludotome.kernel.context import Context, Evaluator, asking, make, plain
from ludotome.kernel.effects import Performer, Place, performs, run_of
from ludotome.kernel.faults import DocumentFault, NotAdjacentFault
from ludotome.kernel.run import Event
from ludotome.kernel.tables import Tables
from ludotome.kernel.working import Handle, Working

# ── moving ─────────────────────────────────────────────────────────────────────────────────────────────────────────


def leave(context: Context, slot: int) -> int:
    """Remove the token from its zone; return the zone."""
    state = context.state
    token = state.tokens[slot]
    assert token is not None
    slots = state.zones[token.zone]
    place = slots.index(slot)
    state.zones[token.zone] = slots[:place] + slots[place + 1 :]
    if state.open_order:
        state.open_order -= {slot}
        close_if_single(state, token.zone)
    return token.zone


def enter(
    context: Context,
    tables: Tables,
    handles: list[Handle],
    zone: int,
    position: str | None,
    from_: int | None,
    path: str,
) -> None:
    """Put tokens that are in no zone into *zone*, one after the other, and raise their events."""
    state = context.state
    slots = state.zones[zone]
    capacity = tables.capacity_of_zone[zone]
    if capacity is not None and len(slots) + len(handles) > capacity:
        message = f"zone `{tables.board.zone_ids[zone]}` is full: it holds {capacity} of {capacity}"
        raise DocumentFault("full-zone", message, path)
    if position == "random":
        place = draw_number(context, len(slots) + 1) if slots else 0
    elif position is None or (position == "top") == tables.is_stack[zone]:
        place = len(slots)
    else:
        place = 0
    state.zones[zone] = (*slots[:place], *(handle.slot for handle in handles), *slots[place:])
    for handle in handles:
        token = state.tokens[handle.slot]
        assert token is not None
        if token.zone != zone:
            state.tokens[handle.slot] = Token(token.type, token.owner, zone, token.props)
        _raise_entered(context, handle, zone, from_)


def _raise_entered(context: Context, handle: Handle, zone: int, from_: int | None) -> None:
    bindings = {"$token": handle, "$zone": zone, "$from": from_, "$player": context.actor}
    run_of(context).raise_event(Event("tokenEntered", zone, bindings, context.actor))


def move(context: Context, tables: Tables, handle: Handle, zone: int, position: str | None, path: str) -> None:
    """Move a token to *zone*, even if it is already there."""
    from_ = leave(context, handle.slot)
    enter(context, tables, [handle], zone, position, from_, path)


def move_each(context: Context, tables: Tables, handles: list[Handle], source: int, zone: int, path: str) -> None:
    """Move tokens from one zone to another one by one; all at once if no order is open, with the same result."""
    if context.state.open_order or len(handles) < 2:
        for handle in handles:
            move(context, tables, handle, zone, None, path)
        return
    gone = {handle.slot for handle in handles}
    context.state.zones[source] = tuple(slot for slot in context.state.zones[source] if slot not in gone)
    enter(context, tables, handles, zone, None, source, path)


def _is_elsewhere(context: Context, tables: Tables, handle: Handle, from_: Evaluator | None, path: str) -> bool:
    """Return whether a given `from` is `none`; raise a fault if it is not the token's zone."""
    if from_ is None:
        return False
    zone, token = from_(context), context.state.tokens[handle.slot]
    assert token is not None
    if zone is None:
        return True
    if token.zone != zone:
        ids = tables.board.zone_ids
        message = f"the token is in `{ids[token.zone]}`, not in `{ids[zone]}` as `from` says"
        raise DocumentFault("not-there", message, path)
    return False


@performs(fx.MoveToken)
def move_token(node: fx.MoveToken, place: Place) -> Performer:
    """Move a token to a zone."""
    tables, path, position = place.tables, place.path, node.position
    token, to = make(node.token, tables), make(node.to, tables)
    from_ = None if node.from_ is None else make(node.from_, tables)

    def perform(context: Context) -> None:
        handle, zone = token(context), to(context)
        if handle is None or zone is None or _is_elsewhere(context, tables, handle, from_, path):
            return
        move(context, tables, handle, zone, position, path)

    return perform


@performs(fx.MoveTokenAdjacent)
def move_token_adjacent(node: fx.MoveTokenAdjacent, place: Place) -> Performer:
    """Move a token to a neighbouring zone; any other target raises `NotAdjacentFault`."""
    tables, path = place.tables, place.path
    token = make(node.token, tables)
    from_ = None if node.from_ is None else make(node.from_, tables)
    target = _target(node, tables, path)

    def perform(context: Context) -> None:
        handle = token(context)
        held = context.state.token(handle)
        if handle is None or held is None or _is_elsewhere(context, tables, handle, from_, path):
            return
        zone = target(context, held.zone)
        if zone is None:
            return
        if zone not in tables.is_neighbor[held.zone]:
            ids = tables.board.zone_ids
            raise NotAdjacentFault("not-adjacent", f"`{ids[zone]}` is not adjacent to `{ids[held.zone]}`", path)
        move(context, tables, handle, zone, None, path)

    return perform


def _target(node: fx.MoveTokenAdjacent, tables: Tables, path: str) -> Callable[[Context, int], int | None]:
    """Return a function that finds the target: the named zone, or the one in the named direction."""
    if node.to is not None:
        to = make(node.to, tables)
        return lambda context, _: to(context)
    assert node.direction is not None
    direction = make(node.direction, tables)

    def that_way(context: Context, here: int) -> int | None:
        name = direction(context)
        if name is None:
            return None
        there = tables.board.neighbor_by_direction[here][tables.way_of_name[name]]
        if there < 0:
            from_, way = tables.board.zone_ids[here], tables.symbols.names[name]
            raise NotAdjacentFault("not-adjacent", f"there is no zone `{way}` of `{from_}`", path)
        return there

    return that_way


@performs(fx.MoveAll)
def move_all(node: fx.MoveAll, place: Place) -> Performer:
    """Move all or some tokens of a zone, in order."""
    tables, path, bind = place.tables, place.path, node.bind
    from_, to = make(node.from_, tables), make(node.to, tables)
    filter_ = None if node.filter is None else make(node.filter, tables)

    def perform(context: Context) -> None:
        source, zone = from_(context), to(context)
        if source is None or zone is None:
            return
        _settle_order(context, tables, source)
        handles: list[Any] = [context.state.handles[slot] for slot in context.state.zones[source]]
        if filter_ is not None:
            handles = list(filter(asking(context, bind, filter_), handles))
        move_each(context, tables, handles, source, zone, path)

    return perform


def _settle_order(context: Context, tables: Tables, zone: int) -> None:
    """Decide the whole open order of a zone, next token first."""
    state = context.state
    while state.open_order.intersection(state.zones[zone]):
        slots = state.zones[zone]
        places = range(len(slots) - 1, -1, -1) if tables.is_stack[zone] else range(len(slots))
        first = next(place for place in places if slots[place] in state.open_order)
        next_token(context, zone, tables.is_stack[zone], first)


@performs(fx.SwapTokens)
def swap_tokens(node: fx.SwapTokens, place: Place) -> Performer:
    """Exchange the places of two tokens; no zone gets more tokens, so there is always room."""
    tables = place.tables
    a, b = make(node.a, tables), make(node.b, tables)

    def perform(context: Context) -> None:
        one, other = a(context), b(context)
        if one is None or other is None or one is other:
            return
        zone_of_one, zone_of_other = _zone_of(context, one), _zone_of(context, other)
        # a place in an open order is unknown, so the order is decided first
        _settle_order(context, tables, zone_of_one)
        _settle_order(context, tables, zone_of_other)
        _exchange(context.state, one, other)
        _raise_entered(context, one, zone_of_other, zone_of_one)
        _raise_entered(context, other, zone_of_one, zone_of_other)

    return perform


def _zone_of(context: Context, handle: Handle) -> int:
    token = context.state.token(handle)
    assert token is not None
    return token.zone


def _exchange(state: Working, one: Handle, other: Handle) -> None:
    """Put each of two tokens exactly where the other is."""
    first, second = state.tokens[one.slot], state.tokens[other.slot]
    assert first is not None
    assert second is not None
    new_slot = {one.slot: other.slot, other.slot: one.slot}
    for zone in {first.zone, second.zone}:
        state.zones[zone] = tuple(new_slot.get(slot, slot) for slot in state.zones[zone])
    state.tokens[one.slot] = Token(first.type, first.owner, second.zone, first.props)
    state.tokens[other.slot] = Token(second.type, second.owner, first.zone, second.props)


@performs(fx.Draw)
def draw(node: fx.Draw, place: Place) -> Performer:
    """Move up to a number of tokens, in the order in which they are taken."""
    tables, path = place.tables, place.path
    from_, to, count = make(node.from_, tables), make(node.to, tables), make(node.count, tables)

    def perform(context: Context) -> None:
        source, zone, wanted = from_(context), to(context), count(context)
        if source is None or zone is None or wanted is None:
            return
        move_each(context, tables, _next_tokens(context, tables, source, wanted), source, zone, path)

    return perform


def _next_tokens(context: Context, tables: Tables, zone: int, count: int) -> list[Handle]:
    """Return the next *count* tokens of a zone, or all of them; chance decides open ones."""
    slots, is_stack = context.state.zones[zone], tables.is_stack[zone]
    places = list(range(len(slots) - 1, -1, -1) if is_stack else range(len(slots)))[: max(0, count)]
    found = [next_token(context, zone, is_stack, place) for place in places]
    return [handle for handle in found if handle is not None]


@performs(fx.Shuffle)
def shuffle_(node: fx.Shuffle, place: Place) -> Performer:
    """Put the tokens of a zone in random order."""
    zone = make(node.zone, place.tables)

    def perform(context: Context) -> None:
        where = zone(context)
        if where is not None:
            shuffle(context, where)

    return perform


# ── Creating, changing, destroying ───────────────────────────────────────────────────────────────────────────────────


@performs(fx.CreateToken)
def create_token(node: fx.CreateToken, place: Place) -> Performer:
    """Create tokens of a type in a zone."""
    tables, path = place.tables, place.path
    type_, zone, count = make(node.type, tables), make(node.zone, tables), make(node.count, tables)
    owner = None if node.owner is None else make(node.owner, tables)
    given = {name: make(value, tables) for name, value in node.props.items()}
    is_for_a_seat = isinstance(node.owner, ex.SeatLiteral)

    def perform(context: Context) -> None:
        kind, where, number = type_(context), zone(context), count(context)
        whose = None if owner is None else owner(context)
        if whose is None and is_for_a_seat:
            return  # nobody plays this seat
        values = {name: plain(value(context)) for name, value in given.items()}
        if kind is None or where is None or number is None:
            return
        props = tuple(
            _clamped(context, tables, prop, values[prop.name]) if prop.name in values else tables.initial(prop)
            for prop in tables.symbols.token_type[kind].props
        )
        room = _room(context, tables, kind)
        token = Token(kind, whose, where, props)
        made = [context.state.create(token) for _ in range(min(number, room))]
        enter(context, tables, made, where, None, None, path)
        if number > room:
            raise _too_many(tables, kind, path)

    return perform


def _room(context: Context, tables: Tables, kind: int) -> int:
    """Return how many more tokens of a type can exist."""
    tokens = [token for token in context.state.tokens if token is not None]
    most = tables.symbols.token_type[kind].max
    of_kind = TOKENS_AT_MOST if most is None else most - sum(token.type == kind for token in tokens)
    return max(0, min(of_kind, TOKENS_AT_MOST - len(tokens)))


def _too_many(tables: Tables, kind: int, path: str) -> DocumentFault:
    definition = tables.symbols.token_type[kind]
    most = TOKENS_AT_MOST if definition.max is None else definition.max
    return DocumentFault("no-slot", f"one more `{definition.id}` than the {most} tokens there can be", path)


def _clamped(context: Context, tables: Tables, prop: PropDef, value: Stored) -> Stored:
    stored = tables.clamped(prop, value)
    if prop.type == "int" and stored != (value or 0):
        run_of(context).clamped = True
    return stored


@performs(fx.SetTokenProp)
def set_token_prop(node: fx.SetTokenProp, place: Place) -> Performer:
    """Change the owner, the type or a property of a token."""
    tables, path, prop = place.tables, place.path, node.prop
    token, value = make(node.token, tables), make(node.value, tables)

    def perform(context: Context) -> None:
        handle, new = token(context), plain(value(context))
        held = context.state.token(handle)
        if handle is None or held is None:
            return
        context.state.tokens[handle.slot] = _changed(context, tables, held, prop, new, path)

    return perform


def _changed(context: Context, tables: Tables, token: Token, prop: str, value: Stored, path: str) -> Token:
    if prop == "owner":
        return Token(token.type, value, token.zone, token.props)
    if prop == "type":
        if value is None or value == token.type:
            return token
        if tables.symbols.token_type[value].max is not None and not _room(context, tables, value):
            raise _too_many(tables, value, path)
        return Token(value, token.owner, token.zone, _props_of_new_type(context, tables, token, value))
    found = tables.symbols.prop_index.get((token.type, prop))
    if found is None:
        return token
    index, declared = found
    stored = _clamped(context, tables, declared, value)
    return Token(token.type, token.owner, token.zone, (*token.props[:index], stored, *token.props[index + 1 :]))


def _props_of_new_type(context: Context, tables: Tables, token: Token, kind: int) -> tuple[Stored, ...]:
    """Return the properties under a new type: those that both types have are kept, the others get initial values."""
    index = tables.symbols.prop_index
    kept = []
    for prop in tables.symbols.token_type[kind].props:
        before = index.get((token.type, prop.name))
        if before is not None and before[1].type == prop.type:
            kept.append(_clamped(context, tables, prop, token.props[before[0]]))
        else:
            kept.append(tables.initial(prop))
    return tuple(kept)


@performs(fx.DestroyToken)
def destroy_token(node: fx.DestroyToken, place: Place) -> Performer:
    """Remove a token; every variable and property that held it becomes `none`."""
    tables = place.tables
    token, holders = make(node.token, tables), tables.rules.token_holders

    def perform(context: Context) -> None:
        handle = token(context)
        if handle is not None and context.state.is_alive(handle):
            leave(context, handle.slot)
            context.state.destroy(handle.slot)
            holders.forget(context.state, handle.slot)

    return perform
