"""Hash features: exactly which integers both kernels hash, so that they agree number by number.

A feature is a tuple of integers that begins with its kind (`Feature`). Its number is `chance.mix(*feature)`, and

    hash = chance.finish_hash(sum of the numbers of all features, modulo 2**64)

so the order of features does not matter, and a hash can be updated by subtracting and adding features.
Integers are taken modulo 2**64; `none` is −1, true is 1, false is 0.

    position_hash    TOKEN       each token: zone + (place << 32), type + ((owner + 1) << 32), properties in order
                                 place: its index in the zone's list + 1 in a stack or queue, 0 in a set
                                 owner + 1: 0 for nobody's
                     GLOBAL_VAR  index, value                      each variable with `position: true`
                     PLAYER_VAR  index, seat, value                the same, for each seat that plays
                     ZONE_VAR    index, place on board, value      the same, for each zone of a board (`board_zones`)
                     ACTIVE      seat
                     NEXT        the player named to be next
                     PHASE       index of the phase
                     OUT         seat                              each player who is out
                     USAGE       index in `usage`, count           each counter of a limited action
                     A variable or property that holds a token counts, instead of the slot, the number of that token's
                     TOKEN feature, in which properties that hold tokens count 0 (−1 if they hold none).

    region key       TOKEN features of the tokens in the zones of the region in play, and nothing else

    state_hash       SLOT        each token: slot, zone + ((index + 1) << 32), type + ((owner + 1) << 32), properties
                     GLOBAL_VAR, PLAYER_VAR, ZONE_VAR              all variables, a token as its slot
                     ACTIVE, NEXT, PHASE, OUT, USAGE               as above
                     CLOCK       players, turn, ply, lastActor, recorded
                     GENERATOR   state >> 64, state & WORD, increment >> 64, increment & WORD
                     HISTORY     all recorded position keys, oldest first; left out when there are none
                     REGION      index in `seen_regions`, its recorded keys; left out when there are none
                     EXPLICIT    only under explicit chance
                     OPEN        slot                              each token whose place is open
                     OUTCOME     place in `OUTCOMES`, condition, winners as bits, scores; only when the game is over

    pending          mix(hash of the state before, words of the decision, words of each answer), for both hashes:
                     an action is 0, its index, its parameters in declaration order; a choice 1, value; a chance outcome
                     2, value; setup 3. A zone or name counts its number; a text that is both counts as the zone.

Owned zones of absent seats are empty, so they contribute nothing. This module does not know play.
"""

# ruff: noqa: D102  (the fields of `Position` are explained in `GameState`)

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from enum import IntEnum
from functools import lru_cache
from typing import Protocol

from ludotome.chance import finish_hash, mix
from ludotome.gamedef.state import Decision, GameState, Stored, Token
from ludotome.gamedef.symbols import Symbols

_WORD = 2**64 - 1
OUTCOMES = ("win", "draw", "lossAll", "score", "rank", "stall", "truncated")


class Feature(IntEnum):
    """The kinds of features; their numbers are part of every recorded hash."""

    TOKEN = 1
    GLOBAL_VAR = 2
    PLAYER_VAR = 3
    ZONE_VAR = 4
    ACTIVE = 5
    NEXT = 6
    PHASE = 7
    OUT = 8
    USAGE = 9
    SLOT = 10
    CLOCK = 11
    GENERATOR = 12
    HISTORY = 13
    REGION = 14
    EXPLICIT = 15
    OPEN = 16
    OUTCOME = 17


class Position(Protocol):
    """The fields that a position hash needs, of a `GameState` or a kernel's own state."""

    @property
    def global_vars(self) -> Sequence[Stored]: ...
    @property
    def player_vars(self) -> Sequence[Sequence[Stored]]: ...
    @property
    def zone_vars(self) -> Sequence[Sequence[Stored]]: ...
    @property
    def zones(self) -> Sequence[tuple[int, ...]]: ...
    @property
    def tokens(self) -> Sequence[Token | None]: ...
    @property
    def active(self) -> int: ...
    @property
    def next_player(self) -> int | None: ...
    @property
    def phase(self) -> int: ...
    @property
    def out(self) -> Sequence[bool]: ...
    @property
    def usage(self) -> Sequence[int]: ...


@lru_cache(maxsize=1 << 16)
def feature_number(feature: tuple[int, ...]) -> int:
    """Return the number of *feature*; cached, because features recur."""
    return mix(*feature)


def hash_of(features: Iterable[tuple[int, ...]]) -> int:
    """Return the hash of *features*."""
    return finish_hash(sum(map(feature_number, features)) & _WORD)


# ── position ───────────────────────────────────────────────────────────────────────────────────────────────────────


def position_key(symbols: Symbols, state: Position) -> int:
    """Return the `position_hash` of a state without a pending choice."""
    return hash_of((*_placed_tokens(symbols, state, range(len(state.zones))), *_rest_of_position(symbols, state)))


def region_key(symbols: Symbols, state: Position, zones: Iterable[int]) -> int:
    """Return the key of the content of *zones*, which `seen(region)` compares."""
    return hash_of(_placed_tokens(symbols, state, zones))


def _placed_tokens(symbols: Symbols, state: Position, zones: Iterable[int]) -> Iterator[tuple[int, ...]]:
    holds_token = symbols.token_props
    for zone in zones:
        for index, slot in enumerate(state.zones[zone]):
            token = state.tokens[slot]
            assert token is not None
            holding = holds_token.get(token.type)
            props = token.props if holding is None else _props_with_tokens(symbols, state, token, holding)
            yield _token(symbols, token, index, props)


def _token(symbols: Symbols, token: Token, index: int, props: Iterable[Stored]) -> tuple[int, ...]:
    place = index + 1 if symbols.is_ordered_zone[token.zone] else 0
    owner = 0 if token.owner is None else token.owner + 1
    return (Feature.TOKEN, token.zone + (place << 32), token.type + (owner << 32), *_numbers(props))


def _props_with_tokens(symbols: Symbols, state: Position, token: Token, holding: tuple[int, ...]) -> Iterator[Stored]:
    for place, value in enumerate(token.props):
        yield _token_number(symbols, state, value) if place in holding else value


def _token_number(symbols: Symbols, state: Position, slot: Stored) -> Stored:
    """Return the contribution of a stored token to a position: the number of its feature, not its slot."""
    token = None if slot is None else state.tokens[slot]
    if slot is None or token is None:
        return None
    holding = symbols.token_props.get(token.type, ())
    props = (0 if place in holding and value is not None else value for place, value in enumerate(token.props))
    return feature_number(_token(symbols, token, state.zones[token.zone].index(slot), props))


def _rest_of_position(symbols: Symbols, state: Position) -> Iterator[tuple[int, ...]]:
    game_def = symbols.game_def
    sections = (
        (Feature.GLOBAL_VAR, game_def.global_vars, [(value,) for value in state.global_vars]),
        (Feature.PLAYER_VAR, game_def.per_player_vars, state.player_vars),
        (Feature.ZONE_VAR, game_def.per_zone_vars, state.zone_vars),
    )
    for kind, declared, rows in sections:
        for index, (var, row) in enumerate(zip(declared, rows, strict=True)):
            if var.position:
                values = (_token_number(symbols, state, value) for value in row) if var.type == "token" else row
                yield from _variable(kind, index, values)
    yield from _whose_turn(state)


def _variable(kind: Feature, index: int, values: Iterable[Stored]) -> Iterator[tuple[int, ...]]:
    for place, value in enumerate(_numbers(values)):
        yield (kind, index, value) if kind is Feature.GLOBAL_VAR else (kind, index, place, value)


def _whose_turn(state: Position) -> Iterator[tuple[int, ...]]:
    yield (Feature.ACTIVE, state.active)
    yield (Feature.NEXT, -1 if state.next_player is None else state.next_player)
    yield (Feature.PHASE, state.phase)
    yield from ((Feature.OUT, seat) for seat, is_out in enumerate(state.out) if is_out)
    yield from ((Feature.USAGE, index, count) for index, count in enumerate(state.usage))


# ── the whole state ────────────────────────────────────────────────────────────────────────────────────────────────


def position_hash(symbols: Symbols, state: GameState) -> int:
    """Return a 64-bit hash of the position as a player sees it."""
    if state.pending is not None:
        return mix(position_hash(symbols, state.pending.before), *_pending_words(symbols, state))
    return position_key(symbols, state)


def state_hash(symbols: Symbols, state: GameState) -> int:
    """Return a 64-bit hash of the whole state."""
    if state.pending is not None:
        return mix(state_hash(symbols, state.pending.before), *_pending_words(symbols, state))
    return hash_of(state_features(state))


def state_features(state: GameState) -> Iterator[tuple[int, ...]]:
    """Yield the features of the whole state, except pending choices."""
    for zone, slots in enumerate(state.zones):
        for index, slot in enumerate(slots):
            token = state.tokens[slot]
            assert token is not None
            owner = 0 if token.owner is None else token.owner + 1
            place, kind = zone + (index + 1 << 32), token.type + (owner << 32)
            yield (Feature.SLOT, slot, place, kind, *_numbers(token.props))
    for index, value in enumerate(_numbers(state.global_vars)):
        yield (Feature.GLOBAL_VAR, index, value)
    for kind_, rows in ((Feature.PLAYER_VAR, state.player_vars), (Feature.ZONE_VAR, state.zone_vars)):
        for index, row in enumerate(rows):
            yield from _variable(kind_, index, row)
    yield from _whose_turn(state)
    last = -1 if state.last_actor is None else state.last_actor
    yield (Feature.CLOCK, state.players, state.turn, state.ply, last, int(state.recorded))
    yield from _memory(state)


def _memory(state: GameState) -> Iterator[tuple[int, ...]]:
    now, increment = state.generator
    yield (Feature.GENERATOR, now >> 64, now & _WORD, increment >> 64, increment & _WORD)
    if state.history:
        yield (Feature.HISTORY, *state.history)
    yield from ((Feature.REGION, index, *keys) for index, keys in enumerate(state.region_history) if keys)
    if state.chance == "explicit":
        yield (Feature.EXPLICIT,)
    yield from ((Feature.OPEN, slot) for slot in state.open_order)
    outcome = state.outcome
    if outcome is not None:
        condition = -1 if outcome.condition is None else outcome.condition
        winners = sum(1 << seat for seat in outcome.winners)
        yield (Feature.OUTCOME, OUTCOMES.index(outcome.type), condition, winners, *(outcome.scores or ()))


def _pending_words(symbols: Symbols, state: GameState) -> Iterator[int]:
    assert state.pending is not None
    if state.pending.decision is None:
        yield 3
    else:
        yield from decision_words(symbols, state.pending.decision)
    for answer in state.pending.answers:
        yield from decision_words(symbols, answer)


def decision_words(symbols: Symbols, decision: Decision) -> tuple[int, ...]:
    """Return the integers a decision adds to the hash of a pending state."""
    if decision.kind == "action":
        assert decision.action is not None
        values = (_word(symbols, value) for _, value in decision.params)
        return (0, symbols.action_index[decision.action], *values)
    value = decision.choose if decision.kind == "choose" else decision.chance
    return (1 if decision.kind == "choose" else 2, _word(symbols, value))


def _word(symbols: Symbols, value: object) -> int:
    if isinstance(value, str):
        return symbols.zone_index[value] if value in symbols.zone_index else symbols.name_index[value]
    return int(value) if isinstance(value, int) else -1


def _numbers(values: Iterable[Stored]) -> Iterator[int]:
    return (-1 if value is None else int(value) for value in values)
