"""The native backend: one game for one number of players as machine code.

A position is a buffer that nobody changes. What machine code refuses, the reference kernel is asked to refuse, so
that every error has the same code, words and values on both.

This module does not know how machine code is made (`native`).
"""

from __future__ import annotations

from collections.abc import Callable
from sys import byteorder
from typing import TYPE_CHECKING

import numpy as np

from ludotome import kernel
from ludotome.chance import check_seed
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
    """A compiled game as a backend of `play`; a position is the bytes of its flat state."""

    name = "native"

    def __init__(self, game: NativeGame) -> None:
        self._game = game
        self._outcome_at = 4 * game.layout.field["outcome"].offset
        self._active_at = 4 * game.layout.field["active"].offset
        # Decisions are handed out as the same objects again, so that one that comes back is known by its identity.
        self._decision_of_row: dict[bytes, Decision] = {}
        self._row_of_decision: dict[int, bytes] = {}

    @property
    def game(self) -> NativeGame:
        """The compiled game."""
        return self._game

    @property
    def _game_def(self) -> GameDef:
        return self._game.game_def

    def initial(self, seed: int, players: int | None, chance: Chance) -> bytearray:
        """Return the position at the first decision."""
        del players, chance  # the game was compiled for them
        try:
            return bytearray(self._game.new_state(check_seed(seed)).tobytes())
        except PlayError:
            return self.from_state(kernel.initial_state(self._game_def, seed, self._game.players))

    def decisions(self, position: bytearray) -> tuple[Decision, ...]:
        """Return the legal decisions, in definition order."""
        known = self._decision_of_row
        rows = self._game.legal_rows(position)
        try:
            return tuple([known[row] for row in rows])
        except KeyError:
            return tuple([self._decision(row) for row in rows])

    def _decision(self, row: bytes) -> Decision:
        found = self._decision_of_row.get(row)
        if found is None:
            if len(self._decision_of_row) >= MOST_KEPT:
                self._row_of_decision.clear()
                self._decision_of_row.clear()
            found = decode_decision(self._game, np.frombuffer(row, dtype=np.int32).tolist())
            self._decision_of_row[row] = found
            self._row_of_decision[id(found)] = row
        return found

    def _row(self, decision: Decision) -> bytes | None:
        """Return the numbers of *decision*; None when it can be no decision of this game."""
        known = self._row_of_decision.get(id(decision))
        if known is not None:
            return known
        numbers = encode_decision(self._game, decision) if decision.kind == "action" else None
        return None if numbers is None else np.array(numbers, dtype=np.int32).tobytes()

    def canonical(self, position: bytearray, decision: Decision) -> Decision:
        """Return *decision* as `decisions` writes it; itself if it can be no decision of this game."""
        del position  # nothing is ever pending here
        row = self._row(decision)
        return decision if row is None else self._decision(row)

    def apply(self, position: bytearray, decision: Decision) -> bytearray:
        """Return the position after *decision*; a `PlayError` if it is not legal."""
        row = self._row(decision)
        after = None if row is None else self._game.apply_row(position, row)
        if after is None:
            return self.from_state(kernel.apply_move(self._game_def, self.to_state(position), decision).state)
        return after

    def current_player(self, position: bytearray) -> int:
        """Return who decides: a seat, −4 when the game is over."""
        return TERMINAL if self._number(position, self._outcome_at) else self._number(position, self._active_at)

    def _number(self, position: bytearray, at: int) -> int:
        return int.from_bytes(position[at : at + 4], byteorder, signed=True)

    def outcome(self, position: bytearray) -> TerminalResult | None:
        """Return how the game ended, None while it goes on."""
        if not self._number(position, self._outcome_at):
            return None
        return decode_outcome(self._game, self._game.flat(position))

    def hashes(self, position: bytearray) -> tuple[int, int]:
        """Return the position hash and the state hash."""
        return self._game.hashes(self._game.flat(position))

    def playout(self, position: bytearray, seed: int) -> tuple[float, ...]:
        """Return what each player gets when the game is played on from here at random."""
        return self._game.result(self._game.playout(self._game.flat(position), seed))[2]

    def to_state(self, position: bytearray) -> GameState:
        """Return the state the position stands for."""
        return decode_state(self._game, self._game.flat(position))

    def from_state(self, state: GameState) -> bytearray:
        """Return the position that stands for *state*."""
        return bytearray(encode_state(self._game, state).tobytes())

    # ── many games ─────────────────────────────────────────────────────────────────────────────────────────────────

    def perft(self, position: bytearray, depth: int, per: Per) -> int:
        """Return how many sequences there are."""
        return count_lines(self._game, self._game.flat(position), depth, per=per)

    def divide(self, position: bytearray, depth: int, per: Per) -> tuple[tuple[Decision, int], ...]:
        """Return for each first decision how many sequences there are."""
        return tuple(divide_lines(self._game, self._game.flat(position), depth, per=per).items())

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
