"""Veil: a state reduced to what one player can know, and worlds sampled from it.

A player knows the observation, the tokens of fixed types (`possible`), the recorded positions in which
nothing is hidden, and which part of a shuffled order is open under explicit chance. The veil keeps this and replaces
everything else by an arrangement that depends on nothing else:

* tokens of fixed types keep their slots; the other hidden tokens, *blanks*, get the lowest free slots;
* hidden tokens are in slot order, moved to where the rules can bring them;
* a variable that holds a hidden token holds the first one of its zone;
* the generator is a fixed one.

Invariants:
    * states that look alike to the player have equal veils, so a sample from a veil reveals nothing
      new;
    * a world drawn from the veil of a state has the observation of that state.

`docs/kernel.md` defines the order of the draws; the search in C draws the same way. This module does not know pending
choices (`resampling`), nor how likely a world is.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TypeVar

import msgspec
from msgspec import Struct

from ludotome.chance import Generator, bounded, mix, seed_generator, shuffled
from ludotome.gamedef import OWNER, GameState, Possible, Stored, Token, position_key, region_key
from ludotome.kernel.arrangement import arranged, rearranged
from ludotome.kernel.observation import sees_zone
from ludotome.kernel.tables import Tables

T = TypeVar("T")
Swaps = tuple[tuple[int, int], ...]
Content = tuple[int, int | None, tuple[Stored, ...]]  # a token's type, owner and properties

_NOW = 0  # in a veiled history, the position of the state itself


class Lot:
    """A stream of random numbers that starts from a seed."""

    def __init__(self, *seed: int) -> None:
        self._generator = seed_generator(mix(*seed))

    def below(self, n: int) -> int:
        """Return a number from 0 up to, not including, *n*."""
        value, self._generator = bounded(self._generator, n)
        return value

    def order(self, items: Sequence[T]) -> list[T]:
        """Return *items* in random order."""
        drawn, self._generator = shuffled(self._generator, tuple(items))
        return list(drawn)

    def one_of(self, options: Sequence[T]) -> T:
        """Return one of *options*; a single one is not drawn."""
        return options[self.below(len(options))] if len(options) > 1 else options[0]

    def generator(self) -> Generator:
        """Return an independent generator."""
        return seed_generator(self.below(2**63))


def renamed(slot: int, swaps: Swaps) -> int:
    """Return the new name of *slot* after swapping the two of each pair, one pair after the other."""
    for one, other in swaps:
        slot = other if slot == one else one if slot == other else slot
    return slot


class Veil(Struct, frozen=True):
    """A state as *player* knows it, with its hidden zones; `blanks` are the slots of tokens of unknown type."""

    player: int
    state: GameState
    zones: tuple[int, ...]
    blanks: frozenset[int]

    @property
    def slots(self) -> tuple[int, ...]:
        """The hidden tokens, zone after zone, in stored order."""
        return tuple(slot for zone in self.zones for slot in self.state.zones[zone])

    @property
    def places(self) -> tuple[int, ...]:
        """The zone of each of `slots`."""
        return tuple(zone for zone in self.zones for _ in self.state.zones[zone])


# ── Creating a veil ──────────────────────────────────────────────────────────────────────────────────────────────────


def veiled(tables: Tables, state: GameState, player: int) -> Veil:
    """Return the veil of *state* for *player*; no choice may be pending."""
    zones = tuple(zone for zone in range(len(state.zones)) if not sees_zone(tables, zone, player))
    bare = msgspec.structs.replace(state, generator=(0, 1), **_veiled_history(tables, state, zones))
    places = [zone for zone in zones for _ in state.zones[zone]]
    if not places:
        return Veil(player, bare, zones, frozenset())
    hidden = {slot: zone for zone in zones for slot in state.zones[zone]}
    fixed = [slot for slot in sorted(hidden) if tables.rules.possible.is_fixed(_token(state, slot).type)]
    blanks = _lowest_free(state, hidden, fixed)
    tokens = _tokens(tables.rules.possible, state, hidden, fixed, blanks)
    allowed = _allowed(tables, tokens, frozenset(blanks))
    placed = _placed(bare, zones, arranged([*fixed, *blanks], places, allowed), tokens)
    first_of = {zone: placed.zones[zone][0] for zone in zones if placed.zones[zone]}
    known = _repointed(tables, placed, lambda slot: first_of[hidden[slot]] if slot in hidden else slot)
    return Veil(player, known, zones, frozenset(blanks))


def _lowest_free(state: GameState, hidden: dict[int, int], fixed: list[int]) -> list[int]:
    """Return slots for the hidden tokens that are not *fixed*: the lowest ones not taken by known tokens."""
    taken = {slot for slot, token in enumerate(state.tokens) if token is not None and slot not in hidden} | set(fixed)
    free = (slot for slot in range(len(state.tokens) + len(hidden)) if slot not in taken)
    return [next(free) for _ in range(len(hidden) - len(fixed))]


def _tokens(
    possible: Possible, state: GameState, hidden: dict[int, int], fixed: list[int], blanks: list[int]
) -> list[Token | None]:
    """Return the tokens of the veil by slot; blanks, and fields that rules may have changed, are drawn later."""
    size = max((slot + 1 for slot, token in enumerate(state.tokens) if token and slot not in hidden), default=0)
    tokens: list[Token | None] = [None] * max([size, *(slot + 1 for slot in (*fixed, *blanks))])
    for slot, token in enumerate(state.tokens):
        if token is not None and slot not in hidden:
            tokens[slot] = token
    for slot in fixed:
        tokens[slot] = possible.settled(_token(state, slot))
    for slot in blanks:
        tokens[slot] = Token(0, None, 0, ())
    return tokens


def _token(state: GameState, slot: int) -> Token:
    token = state.tokens[slot]
    assert token is not None
    return token


def _allowed(tables: Tables, tokens: Sequence[Token | None], blanks: frozenset[int]) -> Callable[[int, int], bool]:
    """Return a cached function that tells whether the token of a slot can be in a zone."""
    possible = tables.rules.possible
    known: dict[tuple[int, int | None, int], bool] = {}

    def is_allowed(slot: int, zone: int) -> bool:
        token = tokens[slot] if slot < len(tokens) else None
        if token is None or slot in blanks:
            return bool(possible.open_types(zone))
        key = (token.type, token.owner, zone)
        if key not in known:
            known[key] = possible.may_lie(token, zone)
        return known[key]

    return is_allowed


# ── Sampling a world ────────────────────────────────────────────────────────────────────────────────────────────────


def drawn_world(
    tables: Tables, veil: Veil, lot: Lot, swaps: Swaps = (), contents: dict[int, Content] | None = None
) -> GameState:
    """Return a world that looks like *veil* to its player, with all hidden information drawn by *lot*.

    Then the slots of each pair of *swaps* are exchanged, and the slots in *contents* get the given content.
    """
    state, zones, slots, places = veil.state, veil.zones, veil.slots, veil.places
    allowed = _allowed(tables, state.tokens, veil.blanks)
    order = [renamed(slot, swaps) for slot in rearranged(slots, places, allowed, lot)]
    tokens = _drawn_tokens(tables, veil, order, lot, contents or {})
    world = _placed(state, zones, order, tokens)
    zone_of = dict(zip(slots, places, strict=True))

    def any_there(slot: int) -> int:
        return lot.one_of(world.zones[zone_of[slot]]) if slot in zone_of else slot

    world = _repointed(tables, world, any_there)
    generator = lot.generator()
    return _with_history(tables, msgspec.structs.replace(world, generator=(generator.state, generator.increment)))


def _drawn_tokens(
    tables: Tables, veil: Veil, order: list[int], lot: Lot, contents: dict[int, Content]
) -> list[Token | None]:
    """Return all tokens by slot, the hidden ones drawn place after place."""
    known, hidden = veil.state.tokens, set(veil.slots)
    tokens = [token if slot not in hidden else None for slot, token in enumerate(known)]
    tokens += [None] * (max(order, default=-1) + 1 - len(tokens))
    room = _Room(tables, (known[slot] for slot in range(len(known)) if slot not in veil.blanks))
    for slot, zone in zip(order, veil.places, strict=True):
        kept = known[slot] if slot in hidden and slot not in veil.blanks else None
        token = _drawn(tables, kept, zone, veil.state.players, lot, room)
        if slot in contents:
            kind, owner, props = contents[slot]
            token = Token(kind, owner, zone, props)
        tokens[slot] = token
    return tokens


class _Room:
    """How many more tokens of each type can exist."""

    def __init__(self, tables: Tables, there: Iterable[Token | None]) -> None:
        self._tables = tables
        self._number: dict[int, int] = {}
        for token in there:
            if token is not None:
                self.take(token.type)

    def take(self, kind: int) -> None:
        self._number[kind] = self._number.get(kind, 0) + 1

    def with_room(self, kinds: tuple[int, ...]) -> tuple[int, ...]:
        """Return those of *kinds* that have room for one more; all if none has."""
        most = ((kind, self._tables.symbols.token_type[kind].max) for kind in kinds)
        return tuple(kind for kind, limit in most if limit is None or self._number.get(kind, 0) < limit) or kinds


def _drawn(tables: Tables, kept: Token | None, zone: int, players: int, lot: Lot, room: _Room) -> Token:
    """Return the token at a place of *zone*: *kept* with changeable fields drawn, or a random one."""
    possible = tables.rules.possible
    if kept is None:
        kind = lot.one_of(room.with_room(possible.open_types(zone) or tuple(tables.symbols.token_type)))
        room.take(kind)
        owner, props = None, [tables.initial(prop) for prop in tables.symbols.token_type[kind].props]
    else:
        kind, owner, props = kept.type, kept.owner, list(kept.props)
    for choice in possible.choices(kind, zone, players):
        value = lot.one_of(choice.options)
        if choice.field == OWNER:
            owner = value
        else:
            props[choice.field] = value
    return Token(kind, owner, zone, tuple(props))


# ── Parts of a state ───────────────────────────────────────────────────────────────────────────────────────────────


def _placed(state: GameState, hidden: tuple[int, ...], order: list[int], tokens: Sequence[Token | None]) -> GameState:
    """Return *state* with these *tokens*, those of hidden zones in *order*, zone after zone.

    Under explicit chance, places stay open or closed regardless of their tokens.
    """
    zones, placed = list(state.zones), list(tokens)
    was_open = set(state.open_order)
    is_open = was_open - {slot for zone in hidden for slot in state.zones[zone]}
    coming = iter(order)
    for zone in hidden:
        taken = [next(coming) for _ in state.zones[zone]]
        open_places = [place for place, slot in enumerate(state.zones[zone]) if slot in was_open]
        for place, slot in zip(open_places, sorted(taken[place] for place in open_places), strict=True):
            taken[place] = slot  # open tokens are in slot order at their places
            is_open.add(slot)
        zones[zone] = tuple(taken)
        for slot in taken:
            token = placed[slot]
            assert token is not None
            placed[slot] = Token(token.type, token.owner, zone, token.props)
    return msgspec.structs.replace(state, zones=tuple(zones), tokens=tuple(placed), open_order=tuple(sorted(is_open)))


def _repointed(tables: Tables, state: GameState, new: Callable[[int], int]) -> GameState:
    """Return *state* with *new* applied to every token in a variable or property."""
    holders = tables.rules.token_holders

    def row(values: tuple[Stored, ...], places: Sequence[int]) -> tuple[Stored, ...]:
        return tuple(
            new(value) if place in places and value is not None else value for place, value in enumerate(values)
        )

    def rows(table: tuple[tuple[Stored, ...], ...], places: Sequence[int]) -> tuple[tuple[Stored, ...], ...]:
        return tuple(
            row(values, range(len(values))) if place in places else values for place, values in enumerate(table)
        )

    def token(held: Token | None) -> Token | None:
        places = () if held is None else holders.props.get(held.type, ())
        if held is None or not places:
            return held
        return Token(held.type, held.owner, held.zone, row(held.props, places))

    return msgspec.structs.replace(
        state,
        global_vars=row(state.global_vars, holders.global_vars),
        player_vars=rows(state.player_vars, holders.player_vars),
        zone_vars=rows(state.zone_vars, holders.zone_vars),
        tokens=tuple(token(held) for held in state.tokens) if holders.props else state.tokens,
    )


# ── Recorded positions ─────────────────────────────────────────────────────────────────────────────────────────────


def _veiled_history(tables: Tables, state: GameState, hidden: tuple[int, ...]) -> dict[str, tuple[object, ...]]:
    """Return the recorded positions without those that contain hidden information; the last one is the state's own.

    Equality among them would reveal whether hidden information was the same.
    """
    if not hidden or not tables.symbols.records_positions:
        return {}
    unseen = set(hidden)
    regions = tuple(
        keys if unseen.isdisjoint(zones) else _forgotten(keys, is_now=state.recorded)
        for keys, zones in zip(state.region_history, _seen_regions(tables, state), strict=True)
    )
    return {"history": _forgotten(state.history, is_now=state.recorded), "region_history": regions}


def _forgotten(keys: tuple[int, ...], *, is_now: bool) -> tuple[int, ...]:
    """Return the same number of distinct positions; the last is that of the state if *is_now*."""
    return (*range(1, len(keys)), _NOW if is_now else len(keys)) if keys else ()


def _with_history(tables: Tables, world: GameState) -> GameState:
    """Return *world* with its own position in its history, where the veil left a placeholder."""
    if not tables.symbols.records_positions:
        return world
    key = position_key(tables.symbols, world)
    history = tuple(key if entry == _NOW else entry for entry in world.history)
    regions = tuple(
        tuple(region_key(tables.symbols, world, zones) if entry == _NOW else entry for entry in keys)
        for keys, zones in zip(world.region_history, _seen_regions(tables, world), strict=True)
    )
    return msgspec.structs.replace(world, history=history, region_history=regions)


def _seen_regions(tables: Tables, state: GameState) -> Iterable[tuple[int, ...]]:
    return (tables.region(name, None, state.players) for name in tables.symbols.seen_regions)
