"""Parity: compare one game on both kernels at every step of every line of play, or of random ones.

Compared at every step: the whole state both ways, both hashes, the deciding player, the decisions in order with their
notation, and faults; with a state that was played on, and with a rebuilt one, whose indexes are recomputed. Random
games are then played again without stops; their hashes show whether indexes are updated correctly while
no decisions are listed.

This module knows no game.
"""

from __future__ import annotations

import itertools
import random
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

import msgspec

from ludotome.gamedef import Chance, Decision, GameDef, GameState, PlayError
from ludotome.kernel import (
    apply_move,
    asked,
    compute_full_hash,
    compute_position_hash,
    current_player,
    initial_state,
    legal_forms,
    legal_moves,
    legal_notations,
    view_state,
)
from ludotome.native import (
    ALL_ON,
    NativeGame,
    Options,
    compile_game,
    decode_decision,
    decode_state,
    encode_answer,
    encode_decision,
    encode_state,
    supports,
)
from ludotome.play.native_backend import NativeBackend
from tests.support.generated_games import random_game
from tests.support.native_games import WARNINGS, reference_trace

SEEDS, PLIES = (1, 2, 3), 25
QUICK = ("-O0",)
"""For games that are not played for long: compiles in a third of the time."""


@dataclass(frozen=True)
class Twins:
    """One state in both kernels, with the decisions of each, computed once."""

    native: NativeGame
    state: GameState
    flat: Any

    @cached_property
    def decisions(self) -> tuple[Decision, ...]:
        """The decisions listed by the reference kernel."""
        return legal_moves(self.native.game_def, self.state)

    @cached_property
    def rows(self) -> Any:
        """The decisions listed by machine code, as numbers."""
        return self.native.legal(self.flat)


class Pair:
    """A definition and its machine code."""

    def __init__(self, native: NativeGame) -> None:
        self.native, self.game_def, self.players = native, native.game_def, native.players
        self.chance: Chance = "explicit" if native.layout.explicit else "sampled"
        self.backend = NativeBackend(native)

    def begin(self, seed: int) -> Twins | None:
        """Return both initial states, or None if both meet a fault."""
        return self._both(
            or_fault(initial_state, self.game_def, seed, self.players, self.chance),
            or_fault(self.native.new_state, seed),
        )

    def check(self, twins: Twins) -> tuple[Decision, ...]:
        """Compare the two and return the decisions."""
        native, state, flat, decisions = self.native, twins.state, twins.flat, twins.decisions
        assert decode_state(native, flat) == state
        assert (native.flat(encode_state(native, state)) == native.flat(flat)).all()
        assert native.hashes(flat) == (
            compute_position_hash(self.game_def, state),
            compute_full_hash(self.game_def, state),
        )
        assert tuple(decode_decision(native, row) for row in twins.rows) == decisions
        anew = self.backend.from_state(state)
        assert self.backend.current_player(anew) == current_player(self.game_def, state)
        assert self.backend.decisions(anew) == decisions
        self._check_shown(anew, state)
        return decisions

    def _check_shown(self, position: Any, state: GameState) -> None:
        """Check that both show the same state and choice, and write every legal decision alike, in every form."""
        shown = self.backend.shown(position)
        # In the middle of a decision the ply is not compared; the state itself has it.
        assert shown == msgspec.structs.replace(view_state(self.game_def, state), ply=shown.ply)
        assert self.backend.asked(position) == asked(self.game_def, state)
        assert self.backend.notations(position) == legal_notations(self.game_def, state)
        assert self.backend.forms(position) == legal_forms(self.game_def, state)

    def apply(self, twins: Twins, place: int) -> Twins | None:
        """Return both states after the decision at *place*, or None if both meet a fault."""
        decision, row = twins.decisions[place], twins.rows[place]
        assert self._numbers(decision, twins.flat) == row.tolist()
        return self._both(
            or_fault(lambda: apply_move(self.game_def, twins.state, decision).state),
            or_fault(self.native.apply, twins.flat, row),
        )

    def _numbers(self, decision: Decision, flat: Any) -> list[int] | None:
        """Return *decision* as numbers; an answer is encoded by the pending choice."""
        if decision.kind == "action":
            return encode_decision(self.native, decision)
        found = encode_answer(self.native, flat, decision)
        return None if found is None else found.tolist()

    def _both(self, state: Any, flat: Any) -> Twins | None:
        if not isinstance(state, Fault) and not isinstance(flat, Fault):
            return Twins(self.native, state, flat)
        assert state == flat
        return None

    def check_refused(self, twins: Twins, wrong: Iterable[Decision]) -> None:
        """Check that both refuse each of *wrong* with the same message."""
        position = self.backend.from_state(decode_state(self.native, twins.flat))
        for decision in wrong:
            said = []
            for refuse in (
                lambda d=decision: apply_move(self.game_def, twins.state, d),
                lambda d=decision: self.backend.apply(position, d),
            ):
                try:
                    refuse()
                except PlayError as error:
                    said.append((error.code, str(error)))
            assert len(said) == 2, decision
            assert said[0] == said[1]

    def check_whole_game(self, seed: int, plies: int) -> None:
        """Check that a random game in machine code has the reference's hashes; faults are compared elsewhere."""
        chain = or_fault(reference_trace, self.game_def, seed, seed, plies, self.players, self.chance)
        if not isinstance(chain, Fault):
            assert self.native.trace(seed, seed, plies) == chain


class Fault(NamedTuple):
    """Why there is no next state: the code of the error, and the document fault."""

    code: str
    kind: str | None


def or_fault(run: Callable[..., Any], *arguments: Any) -> Any:
    """Return the result of *run*, or the `Fault` it meets."""
    try:
        return run(*arguments)
    except PlayError as error:
        return Fault(error.code, error.details.get("fault"))


def pair_of(
    game_def: GameDef,
    players: int = 2,
    *,
    chance: Chance = "sampled",
    options: Options = ALL_ON,
    side_by_side: bool = False,
    flags: tuple[str, ...] = (),
) -> Pair:
    """Return *game_def* on both kernels; it must compile without messages."""
    flags = (*WARNINGS, *flags)
    native = compile_game(game_def, players, chance=chance, options=options, side_by_side=side_by_side, flags=flags)
    assert native.library.messages == ""
    return Pair(native)


def check_every_line(pair: Pair, seed: int, depth: int) -> int:
    """Walk every line of *depth* decisions on both kernels; return the number of states."""
    start = pair.begin(seed)
    layer = [] if start is None else [start]
    met = 0
    for _ in range(depth + 1):
        following = []
        for twins in layer:
            met += 1
            following += [pair.apply(twins, place) for place in range(len(pair.check(twins)))]
        layer = [twins for twins in following if twins is not None]
    return met


def check_random_lines(pair: Pair, seeds: Iterable[int] = SEEDS, plies: int = PLIES) -> int:
    """Walk a random line from each seed, step by step and without stops; return the number of states."""
    met = 0
    for seed in seeds:
        chooser, twins = random.Random(seed), pair.begin(seed)
        for ply in range(plies):
            if twins is None:
                break
            met += 1
            try:
                decisions = pair.check(twins)
                if not decisions:
                    break
                twins = pair.apply(twins, chooser.randrange(len(decisions)))
            except Exception as error:
                error.add_note(f"seed {seed}, ply {ply}")
                raise
        pair.check_whole_game(seed, plies)
    return met


def check_played_alike(
    game_def: GameDef,
    players: int | None = None,
    *,
    chance: Chance = "sampled",
    side_by_side: bool = False,
    flags: tuple[str, ...] = QUICK,
) -> None:
    """Fail if the kernels differ on a few random games of *game_def*; explicit chance is random too."""
    seats = players or game_def.metadata.players.min
    check_random_lines(pair_of(game_def, seats, chance=chance, side_by_side=side_by_side, flags=flags))


def compiled_games(first: int, chance: Chance = "sampled") -> Iterator[tuple[int, GameDef, int]]:
    """Yield the random games from seed *first* on that can be compiled, each with a number of players."""
    for seed in itertools.count(first):
        game_def = random_game(seed)
        bounds = game_def.metadata.players
        players = random.Random(seed).randint(bounds.min, bounds.max)
        if not supports(game_def, players, chance=chance):
            yield seed, game_def, players
