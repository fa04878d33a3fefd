"""Veil: a state with everything one player cannot see put in a fixed order, and worlds drawn from it.

Invariants:
    * two states the player cannot tell apart have the same veil, so whatever is drawn from a veil tells nothing that
      the player does not know;
    * a world drawn from the veil of a state has the observation of that state;
    * which tokens are in play, and how far the order of a shuffled zone is open, count as known to all; where hidden
      tokens lie, which of them a variable holds, and the generator do not.

Where every token is made by setup before anything is random and none is changed or destroyed, everybody knows which id
is which card; else what hidden tokens are is dealt out anew together with their places.

This module does not know pending choices (`resampling`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import TypeVar

import msgspec

from ludotome.chance import Generator, bounded, mix, seed_generator, shuffled
from ludotome.gamedef import GameDef, GameState, Node, Stored, Token, facts, position_key, region_key, walk
from ludotome.kernel.observation import sees_zone
from ludotome.kernel.tables import Tables

T = TypeVar("T")
Swaps = tuple[tuple[int, int], ...]
Content = tuple[int, int | None, tuple[Stored, ...]]  # a token's type, owner and properties

_NOW = 0  # stands in a veiled history for the position of the state itself


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

    def generator(self) -> Generator:
        """Return a generator for somebody else, which this stream does not follow."""
        return seed_generator(self.below(2**63))


def renamed(slot: int, swaps: Swaps) -> int:
    """Return what *slot* is called after the two of each pair have changed names, one pair after the other."""
    for one, other in swaps:
        slot = other if slot == one else one if slot == other else slot
    return slot


# ── the veil ───────────────────────────────────────────────────────────────────────────────────────────────────────


def veiled(tables: Tables, state: GameState, player: int) -> GameState:
    """Return *state*, in which nothing is pending, with what *player* cannot see in a fixed order."""
    hidden = _hidden_zones(tables, state, player)
    zone_of = {slot: zone for zone in hidden for slot in state.zones[zone]}
    ordered = _placed(state, hidden, sorted(zone_of))
    ordered = msgspec.structs.replace(ordered, generator=(0, 1), **_veiled_history(tables, state, hidden))
    first_of = {zone: slots[0] for zone, slots in enumerate(ordered.zones) if slots}
    ordered = _repointed(tables, ordered, lambda slot: first_of[zone_of[slot]] if slot in zone_of else slot)
    if identities_are_known(tables):
        return ordered
    contents = sorted(_contents(ordered, sorted(zone_of)), key=repr)
    return _with_contents(ordered, dict(zip(sorted(zone_of), contents, strict=True)))


def drawn_world(
    tables: Tables, veil: GameState, player: int, lot: Lot, swaps: Swaps = (), contents: Swaps = ()
) -> GameState:
    """Return a world that looks like *veil* to *player*, with everything hidden placed by *lot*.

    Then the tokens of each pair of *swaps* change places, and those of *contents* what they are; a pair is hidden, or
    neither of the two is in the veil.
    """
    hidden = _hidden_zones(tables, veil, player)
    places = [slot for zone in hidden for slot in veil.zones[zone]]
    world = _placed(veil, hidden, [renamed(slot, swaps) for slot in lot.order(places)])
    if not identities_are_known(tables):
        dealt = lot.order(_contents(veil, places))
        world = _with_contents(world, {renamed(slot, contents): dealt[place] for place, slot in enumerate(places)})
    zone_of = {slot: zone for zone in hidden for slot in veil.zones[zone]}

    def any_there(slot: int) -> int:
        there = world.zones[zone_of[slot]] if slot in zone_of else (slot,)
        return there[lot.below(len(there))]

    world = _repointed(tables, world, any_there)
    generator = lot.generator()
    return _with_history(tables, msgspec.structs.replace(world, generator=(generator.state, generator.increment)))


def identities_are_known(tables: Tables) -> bool:
    """Whether everybody knows which id is which token; see the module."""
    return tables.rules.identities_are_known


def makes_tokens_openly(game_def: GameDef) -> bool:
    """Whether every token is made by setup before anything is random, and none is changed or destroyed."""
    started = False
    for effect in game_def.setup:
        is_uncertain = any(map(facts.is_uncertain, walk(effect)))
        started = started or is_uncertain
        if started and any(map(facts.creates, walk(effect))):
            return False
    later = (game_def.actions, game_def.triggers, game_def.turn_structure)
    return not (any(map(facts.creates, walk(later))) or any(map(_varies, walk((game_def.setup, later)))))


def _varies(node: Node) -> bool:
    """Whether *node* changes what a token is, or takes it out of the game."""
    return facts.property_set(node) is not None or facts.destroyed(node) is not None


# ── parts of a state ───────────────────────────────────────────────────────────────────────────────────────────────


def _hidden_zones(tables: Tables, state: GameState, player: int) -> tuple[int, ...]:
    return tuple(zone for zone in range(len(state.zones)) if not sees_zone(tables, zone, player))


def _placed(state: GameState, hidden: tuple[int, ...], order: list[int]) -> GameState:
    """Return *state* with the tokens of hidden zones in *order*, zone after zone; what is open is a matter of place."""
    zones, tokens = list(state.zones), list(state.tokens)
    was_open, is_open = set(state.open_order), set(state.open_order) - set(order)
    coming = iter(order)
    for zone in hidden:
        taken = [next(coming) for _ in state.zones[zone]]
        open_places = [place for place, slot in enumerate(state.zones[zone]) if slot in was_open]
        for place, slot in zip(open_places, sorted(taken[place] for place in open_places), strict=True):
            taken[place] = slot  # open tokens stand in slot order at their places
            is_open.add(slot)
        zones[zone] = tuple(taken)
        for slot in taken:
            token = tokens[slot]
            assert token is not None
            tokens[slot] = Token(token.type, token.owner, zone, token.props)
    return msgspec.structs.replace(state, zones=tuple(zones), tokens=tuple(tokens), open_order=tuple(sorted(is_open)))


def _contents(state: GameState, slots: Sequence[int]) -> list[Content]:
    tokens = [state.tokens[slot] for slot in slots]
    return [(token.type, token.owner, token.props) for token in tokens if token is not None]


def _with_contents(state: GameState, content_of: dict[int, Content]) -> GameState:
    tokens = list(state.tokens)
    for slot, (kind, owner, props) in content_of.items():
        token = tokens[slot]
        assert token is not None
        tokens[slot] = Token(kind, owner, token.zone, props)
    return msgspec.structs.replace(state, tokens=tuple(tokens))


def _repointed(tables: Tables, state: GameState, new: Callable[[int], int]) -> GameState:
    """Return *state* with every token that a variable or property holds put through *new*."""
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


# ── recorded positions ─────────────────────────────────────────────────────────────────────────────────────────────


def _veiled_history(tables: Tables, state: GameState, hidden: tuple[int, ...]) -> dict[str, tuple[object, ...]]:
    """Return the recorded positions with what is hidden taken out of them: which were equal stays, and no more."""
    if not hidden or not tables.symbols.records_positions:
        return {}
    seen = set(hidden)
    regions = tuple(
        keys if seen.isdisjoint(zones) else _numbered(keys, region_key(tables.symbols, state, zones))
        for keys, zones in zip(state.region_history, _seen_regions(tables, state), strict=True)
    )
    return {"history": _numbered(state.history, position_key(tables.symbols, state)), "region_history": regions}


def _numbered(keys: tuple[int, ...], now: int) -> tuple[int, ...]:
    number_of = {now: _NOW}
    return tuple(number_of.setdefault(key, len(number_of)) for key in keys)


def _with_history(tables: Tables, world: GameState) -> GameState:
    """Return *world* with its own position in its history, where its veil left a place for it."""
    if not tables.symbols.records_positions:
        return world
    key = position_key(tables.symbols, world)
    history = tuple(key if entry == _NOW else entry for entry in world.history)
    regions = tuple(
        tuple(region_key(tables.symbols, world, zones) if entry == _NOW else entry for entry in keys)
        for keys, zones in zip(world.region_history, _seen_regions(tables, world), strict=True)
    )
    return msgspec.structs.replace(world, history=history, region_history=regions)


def _seen_regions(tables: Tables, state: GameState) -> Iterator[tuple[int, ...]]:
    return (tables.region(name, None, state.players) for name in tables.symbols.seen_regions)
