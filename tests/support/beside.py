"""Beside: play a game and the same game of an independent engine in parallel, step by step.

At every step the two must agree on who decides, the set of legal moves, whether the game is over, and the returns of
each player. Ludotome's moves are *spoken*: the action, then its parameters by name, a token by its zone; an
oracle spells them in its engine's notation.

This module knows no game. The oracle describes house rules of its engine (`settled`, `excused`).
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Mapping
from copy import copy
from dataclasses import dataclass
from functools import cache
from typing import Any, ClassVar, Protocol

import pytest

import ludotome as lt
from ludotome.gamedef import Decision, GameState
from ludotome.native import (
    NativeGame,
    compile_game,
    decode_decision,
    decode_outcome,
    decode_state,
    encode_state,
    supports,
)
from ludotome.native.run.codec import flat_field

Spoken = tuple[str, ...]

OVER = -4
REFERENCE_DECISIONS, REFERENCE_SECONDS = 3_000, 15.0  # whichever comes first
NATIVE_GAMES = 1_000


# ── Ludotome
# ───────────────────────────────────────────────────────────────────────────────────────────────────────────


class Ours(Protocol):
    """A running Ludotome game, on one of the two kernels."""

    def player(self) -> int:
        """Return who decides, −4 if the game is over."""

    def moves(self) -> list[Spoken]:
        """Return the legal decisions as spoken, in definition order."""

    def play(self, index: int) -> None:
        """Take the decision at *index* of the last `moves`."""

    def returns(self) -> tuple[float, ...]:
        """Return the returns of a game that is over."""

    def copy(self) -> Ours:
        """Return an independent copy of the game."""

    def position_hash(self) -> int:
        """Return the hash of the position."""

    @property
    def state(self) -> GameState:
        """The state as plain data."""

    @property
    def game(self) -> lt.Game:
        """The game of the state."""


class Reference:
    """A running game on the reference kernel."""

    def __init__(self, game: lt.Game, seed: int = 1, state: GameState | None = None) -> None:
        self.game = game
        at = game.new_initial_state(seed, backend="reference") if state is None else game.state_of(state, "reference")
        self._at = at
        self._legal: tuple[Decision, ...] = ()

    @property
    def state(self) -> GameState:
        return self._at.game_state

    def player(self) -> int:
        return self._at.current_player()

    def moves(self) -> list[Spoken]:
        self._legal = self._at.legal_actions()
        return [spoken(self.game, self.state, decision) for decision in self._legal]

    def play(self, index: int) -> None:
        self._at.apply_action(self._legal[index])

    def returns(self) -> tuple[float, ...]:
        return self._at.returns()

    def copy(self) -> Reference:
        twin = copy(self)
        twin._at = self._at.clone()
        return twin

    def position_hash(self) -> int:
        return self._at.position_hash()


class Native:
    """A running game on the native kernel; the meaning of each row of numbers is cached."""

    def __init__(self, game: lt.Game, seed: int = 1, state: GameState | None = None) -> None:
        self.game = game
        self._native, self._tokens, self._known = compiled(game)
        self._flat = self._native.new_state(seed) if state is None else encode_state(self._native, state)
        self._rows: Any = None
        layout = self._native.layout
        self._active = layout.field[layout.decides].entry

    @property
    def state(self) -> GameState:
        return decode_state(self._native, self._flat)

    def player(self) -> int:
        return OVER if decode_outcome(self._native, self._flat) is not None else int(self._flat[self._active])

    def moves(self) -> list[Spoken]:
        self._rows = self._native.legal(self._flat)
        placed = self._rows.copy()
        for action, column in self._tokens:
            of_action, zones = placed[:, 0] == action, flat_field(self._native, self._flat, "token_zone")
            placed[of_action, column] = zones[1 + placed[of_action, column]]
        return [
            self._known.get(key) or self._learn(key, row)
            for key, row in zip(map(tuple, placed.tolist()), self._rows, strict=True)
        ]

    def _learn(self, key: tuple[int, ...], row: Any) -> Spoken:
        said = self._known[key] = spoken(self.game, self.state, decode_decision(self._native, row))
        return said

    def play(self, index: int) -> None:
        self._flat = self._native.apply(self._flat, self._rows[index])

    def returns(self) -> tuple[float, ...]:
        outcome = decode_outcome(self._native, self._flat)
        assert outcome is not None
        return outcome.returns

    def copy(self) -> Native:
        return copy(self)  # a flat state is never changed

    def position_hash(self) -> int:
        return self._native.hashes(self._flat)[0]


Kernel = type[Reference] | type[Native]
KERNELS: list[Kernel] = [Reference, Native]


def spoken(game: lt.Game, state: GameState, decision: Decision) -> Spoken:
    """Return a decision as its action and the names of its parameters; a token (a number) by its zone."""
    if decision.action is None:
        value = decision.choose if decision.kind == "choose" else decision.chance
        return (decision.kind, repr(value))
    return (decision.action, *(_name(game, state, value) for _, value in decision.params))


def _name(game: lt.Game, state: GameState, value: object) -> str:
    if isinstance(value, int):
        token = state.tokens[value]
        assert token is not None
        zone = game.game_def.zones[token.zone]
        return zone.name or str(zone.id)
    return _display_names(game).get(str(value), str(value))


@cache
def _display_names(game: lt.Game) -> Mapping[str, str]:
    return {str(zone.id): zone.name or str(zone.id) for zone in game.game_def.zones}


Compiled = tuple[NativeGame, tuple[tuple[int, int], ...], dict[tuple[int, ...], Spoken]]


@cache
def compiled(game: lt.Game) -> Compiled:
    """Return the compiled game, the columns of its rows with tokens (action, column), and the rows seen so far."""
    native = compile_game(game.game_def, game.num_players)
    tokens = tuple(
        (action, column)
        for action, plan in enumerate(native.code.plans)
        for column, param in enumerate(plan.params, start=1)
        if param.kind == "token"
    )
    return native, tokens, {}


@cache
def shipped(name: str) -> lt.Game:
    """Return a shipped game, loaded once."""
    return lt.load(name)


@cache
def why_not_native(name: str) -> tuple[str, ...]:
    """Return why a shipped game cannot be compiled; empty if it can."""
    try:
        return supports(shipped(name).game_def) or (compiled(shipped(name)) and ())
    except lt.ToolError as error:
        return (str(error),)


# ── The other engine
# ─────────────────────────────────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True, slots=True)
class Difference:
    """A difference in legal moves: the Ludotome game, and the moves that only one side allows."""

    ours: Ours
    only_ours: set[str]
    only_theirs: set[str]


class Oracle:
    """The same game in an OpenSpiel state; a subclass defines the engine's notation of moves and its house rules."""

    engine = ""
    parameters: ClassVar[Mapping[str, int | float | bool]] = {}

    def __init__(self) -> None:
        self._texts: dict[tuple[int, int], str] = texts_of(type(self))
        self.at = engine_of(type(self)).new_initial_state()

    def spell(self, move: Spoken) -> str:
        """Return a spoken move in the engine's notation; subclasses implement this."""
        raise NotImplementedError

    def hear(self, text: str) -> str:
        """Return the engine's text of a move without parts that Ludotome's notation lacks."""
        return text

    def settled(self) -> bool:
        """Return whether a house rule of the engine ended the game here, so that comparison stops."""
        return False

    def excused(self, difference: Difference) -> bool:
        """Return whether a house rule explains the moves that only one side allows."""
        return not (difference.only_ours or difference.only_theirs)

    def deal(self, ours: Ours) -> None:
        """Make the chance decisions as in the Ludotome game."""

    def player(self) -> int:
        return int(self.at.current_player())

    def moves(self) -> dict[str, Any]:
        """Return the argument of `play` for each legal move, by its text."""
        player = self.at.current_player()
        texts = self._texts
        found = {}
        for action in self.at.legal_actions():
            text = texts.get((player, action))
            if text is None:
                text = texts[player, action] = self.hear(self.at.action_to_string(player, action))
            found[text] = action
        return found

    def play(self, move: Any) -> None:
        self.at.apply_action(move)

    def returns(self) -> tuple[float, ...]:
        return tuple(self.at.returns())

    def __str__(self) -> str:
        return str(self.at)


@cache
def engine_of(kind: type[Oracle]) -> Any:
    """Return the engine's game, loaded once."""
    import pyspiel  # heavy

    return pyspiel.load_game(kind.engine, dict(kind.parameters))


@cache
def texts_of(kind: type[Oracle]) -> dict[tuple[int, int], str]:
    """Return the texts of moves by player and number, collected while playing."""
    return {}


# ── Comparison ───────────────────────────────────────────────────────────────────────────────────────────────────


@dataclass
class Tally:
    """How many games, decisions and exceptions were compared."""

    games: int = 0
    decisions: int = 0
    settled: int = 0  # games that a house rule of the engine ended early
    excused: int = 0  # steps at which a house rule explained a move that only one side allows


def check_beside(ours: Ours, theirs: Oracle, chooser: random.Random, tally: Tally) -> None:
    """Play one random game on both sides and fail at the first difference."""
    spelled: dict[Spoken, str] = _spellings(type(theirs))
    tally.games += 1
    while True:
        theirs.deal(ours)
        if theirs.settled():
            tally.settled += 1
            return
        player = ours.player()
        if player != theirs.player():
            _fail(ours, theirs, f"our player {player} decides, theirs is {theirs.player()}")
        if player == OVER:
            if ours.returns() != theirs.returns():
                _fail(ours, theirs, f"we pay {ours.returns()}, they pay {theirs.returns()}")
            return
        said = ours.moves()
        texts = [spelled.get(move) or spelled.setdefault(move, theirs.spell(move)) for move in said]
        moves = theirs.moves()
        if len(texts) != len(moves) or moves.keys() != set(texts):
            _compare(ours, theirs, texts, moves, tally)
        shared = [index for index, text in enumerate(texts) if text in moves]
        index = chooser.choice(shared)
        ours.play(index)
        theirs.play(moves[texts[index]])
        tally.decisions += 1


@cache
def _spellings(kind: type[Oracle]) -> dict[Spoken, str]:
    return {}


def _compare(ours: Ours, theirs: Oracle, texts: list[str], moves: Mapping[str, Any], tally: Tally) -> None:
    found = Difference(ours, set(texts) - moves.keys(), set(moves) - set(texts))
    if len(set(texts)) != len(texts) or not theirs.excused(found):
        lists = f"ours   {' '.join(sorted(texts))}\ntheirs {' '.join(sorted(moves))}"
        difference = f"only ours {sorted(found.only_ours)}, only theirs {sorted(found.only_theirs)}"
        _fail(ours, theirs, f"the legal moves differ\n{lists}\n{difference}")
    tally.excused += 1


def _fail(ours: Ours, theirs: Oracle, what: str) -> None:
    drawn = ours.game.state_of(ours.state, "reference")
    pytest.fail(f"{ours.game.name}, ply {ours.state.ply}: {what}\n\nours\n{drawn}\n\ntheirs\n{theirs}", pytrace=False)


def check_reference(name: str, oracle: Callable[[], Oracle], seed: int = 1) -> Tally:
    """Compare random games on the reference kernel until the share of `oracles.md` is done."""
    tally, chooser, started = Tally(), random.Random(seed), time.perf_counter()
    while tally.decisions < REFERENCE_DECISIONS and time.perf_counter() - started < REFERENCE_SECONDS:
        check_beside(Reference(shipped(name), seed + tally.games), oracle(), chooser, tally)
    return tally


def check_native(name: str, oracle: Callable[[], Oracle], games: int = NATIVE_GAMES, seed: int = 2) -> Tally:
    """Compare *games* random games of the machine code; a game that cannot be compiled fails."""
    assert why_not_native(name) == (), f"`{name}` is not compiled: {why_not_native(name)}"
    tally, chooser = Tally(), random.Random(seed)
    while tally.games < games:
        check_beside(Native(shipped(name), seed + tally.games), oracle(), chooser, tally)
    return tally
