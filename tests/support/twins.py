"""Twins: one game on both kernels, held to each other at every step of every line of play, or of random ones.

What is compared: the whole state, both hashes, who decides, the decisions in order, what is refused and the end.

This module knows no game.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable
from typing import Any

from ludotome.gamedef import Decision, GameDef, GameState, PlayError
from ludotome.kernel import (
    apply_move,
    compute_full_hash,
    compute_position_hash,
    current_player,
    initial_state,
    legal_moves,
)
from ludotome.native import NativeGame, compile_game, decode_decision, decode_state, encode_state
from ludotome.play.native_backend import NativeBackend
from tests.support.native_games import reference_trace

Twins = tuple[GameState, Any]


class Pair:
    """A definition and its machine code."""

    def __init__(self, game_def: GameDef, players: int = 2, **options: Any) -> None:
        self.game_def, self.players = game_def, players
        self.native: NativeGame = compile_game(game_def, players, **options)
        assert self.native.library.messages == ""
        self.backend = NativeBackend(self.native)

    def begin(self, seed: int) -> Twins | None:
        """Return both first states, None where both meet a fault."""
        return self._both(
            _or_code(lambda: initial_state(self.game_def, seed, self.players)),
            _or_code(lambda: self.native.new_state(seed)),
        )

    def check(self, twins: Twins) -> tuple[Decision, ...]:
        """Hold the two to each other and return the decisions."""
        state, flat = twins
        assert decode_state(self.native, flat) == state
        assert (self.native.flat(encode_state(self.native, state)) == self.native.flat(flat)).all()
        hashes = (compute_position_hash(self.game_def, state), compute_full_hash(self.game_def, state))
        assert self.native.hashes(flat) == hashes
        position = self.backend.from_state(state)
        assert self.backend.current_player(position) == current_player(self.game_def, state)
        decisions = legal_moves(self.game_def, state)
        assert self.backend.decisions(position) == decisions
        assert tuple(decode_decision(self.native, row) for row in self.native.legal(flat)) == decisions
        return decisions

    def apply(self, twins: Twins, place: int) -> Twins | None:
        """Return both states after the decision at *place*, None where both meet a fault."""
        state, flat = twins
        decision, row = legal_moves(self.game_def, state)[place], self.native.legal(flat)[place]
        return self._both(
            _or_code(lambda: apply_move(self.game_def, state, decision).state),
            _or_code(lambda: self.native.apply(flat, row)),
        )

    def _both(self, state: Any, flat: Any) -> Twins | None:
        if isinstance(state, str) or isinstance(flat, str):
            assert state == flat
            return None
        return state, flat

    def check_refused(self, twins: Twins, wrong: Iterable[Decision]) -> None:
        """Both refuse each of *wrong* in the same words."""
        state, flat = twins
        for decision in wrong:
            said = []
            for refuse in (
                lambda d=decision: apply_move(self.game_def, state, d),
                lambda d=decision: self.backend.apply(self.backend.from_state(decode_state(self.native, flat)), d),
            ):
                try:
                    refuse()
                except PlayError as error:
                    said.append((error.code, str(error)))
            assert len(said) == 2, decision
            assert said[0] == said[1]


def _or_code(run: Callable[[], Any]) -> Any:
    try:
        return run()
    except PlayError as fault:
        return fault.code


def check_every_line(pair: Pair, seed: int, depth: int) -> int:
    """Walk every line of *depth* decisions on both kernels; return how many states were met."""
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


def check_random_lines(pair: Pair, seeds: Iterable[int], plies: int) -> int:
    """Walk a random line from each seed, step by step and in one go; return how many states were met."""
    met = 0
    for seed in seeds:
        chooser, twins = random.Random(seed), pair.begin(seed)
        for _ in range(plies):
            if twins is None:
                break
            met += 1
            decisions = pair.check(twins)
            if not decisions:
                break
            twins = pair.apply(twins, chooser.randrange(len(decisions)))
        _check_trace(pair, seed, plies)
    return met


def _check_trace(pair: Pair, seed: int, plies: int) -> None:
    """A random game played on in machine code has the reference's hashes; one that meets a fault is walked above."""
    if pair.players != pair.game_def.metadata.players.min:
        return
    try:
        chain = reference_trace(pair.game_def, seed, seed, plies)
    except PlayError:
        return
    assert pair.native.trace(seed, seed, plies) == chain
