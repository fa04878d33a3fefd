"""The native backend: one game for one number of players as machine code.

A position is a flat array that nobody changes. What machine code refuses, the reference kernel is asked to refuse, so
that every error has the same code, words and values on both.

This module does not know how machine code is made (`native`).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np

from ludotome import kernel
from ludotome.gamedef import Decision, GameDef, GameState, PlayError, TerminalResult
from ludotome.native import (
    OUTCOMES,
    NativeGame,
    count_lines,
    decode_decision,
    decode_outcome,
    decode_state,
    divide_lines,
    encode_decision,
    encode_state,
    play_games,
)
from ludotome.play.playout_results import FAULT, UNFINISHED, Playouts

if TYPE_CHECKING:
    from ludotome.play.backends import Chance
    from ludotome.play.perft import Per

TERMINAL = -4
MOST_KEPT = 1 << 16


class NativeBackend:
    """A compiled game as a backend of `play`."""

    name = "native"

    def __init__(self, game: NativeGame) -> None:
        self._game = game
        self._outcome_at = game.layout.field["outcome"].offset
        self._active_at = game.layout.field["active"].offset
        self._decision_of_row: dict[bytes, Decision] = {}

    @property
    def _game_def(self) -> GameDef:
        return self._game.game_def

    def initial(self, seed: int, players: int | None, chance: Chance) -> Any:
        """Return the position at the first decision."""
        del players, chance  # the game was compiled for them
        try:
            return self._game.new_state(seed)
        except PlayError:
            return encode_state(self._game, kernel.initial_state(self._game_def, seed, self._game.players))

    def decisions(self, position: Any) -> tuple[Decision, ...]:
        """Return the legal decisions, in definition order."""
        return tuple(self._decision(row) for row in self._game.legal(position))

    def _decision(self, row: Any) -> Decision:
        key = row.tobytes()
        found = self._decision_of_row.get(key)
        if found is None:
            if len(self._decision_of_row) >= MOST_KEPT:
                self._decision_of_row.clear()
            found = self._decision_of_row[key] = decode_decision(self._game, row)
        return found

    def canonical(self, position: Any, decision: Decision) -> Decision:
        """Return *decision* as `decisions` writes it; itself if it can be no decision of this game."""
        del position  # nothing is ever pending here
        numbers = encode_decision(self._game, decision) if decision.kind == "action" else None
        return decision if numbers is None else self._decision(np.array(numbers, dtype=np.int32))

    def apply(self, position: Any, decision: Decision) -> Any:
        """Return the position after *decision*; a `PlayError` if it is not legal."""
        numbers = encode_decision(self._game, decision) if decision.kind == "action" else None
        if numbers is not None:
            try:
                return self._game.apply(position, np.array(numbers, dtype=np.int32))
            except PlayError:
                pass
        return self.from_state(kernel.apply_move(self._game_def, self.to_state(position), decision).state)

    def current_player(self, position: Any) -> int:
        """Return who decides: a seat, −4 when the game is over."""
        return TERMINAL if position[self._outcome_at] else int(position[self._active_at])

    def outcome(self, position: Any) -> TerminalResult | None:
        """Return how the game ended, None while it goes on."""
        return decode_outcome(self._game, position) if position[self._outcome_at] else None

    def hashes(self, position: Any) -> tuple[int, int]:
        """Return the position hash and the state hash."""
        return self._game.hashes(position)

    def playout(self, position: Any, seed: int) -> tuple[float, ...]:
        """Return what each player gets when the game is played on from here at random."""
        return self._game.result(self._game.playout(position, seed))[2]

    def to_state(self, position: Any) -> GameState:
        """Return the state the position stands for."""
        return decode_state(self._game, position)

    def from_state(self, state: GameState) -> Any:
        """Return the position that stands for *state*."""
        return encode_state(self._game, state)

    # ── many games ─────────────────────────────────────────────────────────────────────────────────────────────────

    def perft(self, position: Any, depth: int, per: Per) -> int:
        """Return how many sequences there are."""
        return count_lines(self._game, position, depth, per=per)

    def divide(self, position: Any, depth: int, per: Per) -> tuple[tuple[Decision, int], ...]:
        """Return for each first decision how many sequences there are."""
        return tuple(divide_lines(self._game, position, depth, per=per).items())

    def playouts(
        self,
        n: int,
        seed: int,
        threads: int | None,
        max_plies: int | None,
        progress: Callable[[int], None] | None = None,
    ) -> Playouts:
        """Return the results of *n* random games; after an interrupt those that were played."""
        found = play_games(self._game, n, seed=seed, threads=threads, max_plies=max_plies, progress=progress)
        # The contract's outcomes start at `win`; what runs on was cut off or met a fault.
        assert OUTCOMES[0] == "running"
        outcome = np.where(found.outcome == 0, UNFINISHED, found.outcome - 1)
        outcome = np.where(found.fault != 0, FAULT, outcome).astype(np.int8)
        return Playouts(found.returns, found.plies, outcome, found.condition)
