"""The sandboxed backend: one game for one number of players as WebAssembly, in a sandbox.

A position is an immutable flat state. The module computes rules, notation, worlds and searches. The rest (ids, tensors,
and reasons for refusals) comes from the reference kernel, which is plain Python: no machine code made from the document
runs in this process outside the sandbox.

This module does not know how modules are made or limited (`native`, `toolchain`).
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import TYPE_CHECKING, Any

from msgspec import Struct

from ludotome.chance import check_seed
from ludotome.gamedef import Asked, Chance, Decision, GameDef, GameState, PlayError, TerminalResult
from ludotome.native import (
    OUTCOMES,
    SandboxedGame,
    SandboxedSearch,
    SandboxedWriter,
    StateReader,
    decode_decision,
    decode_outcome,
    encode_answer,
    encode_decision,
    encode_state,
    is_waiting,
)
from ludotome.play.backends import TERMINAL_PLAYER, ReferenceBackend
from ludotome.play.fault_words import CODE as FAULT
from ludotome.play.recent import Recent
from ludotome.play.reference import kernel

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from ludotome.play.backends import SeenArrays

    Position = NDArray[np.int32]

_RUNNING = OUTCOMES.index("running")
_MOST_KNOWN = 1 << 16


class _Seen(Struct):
    """Cached results for one position, each computed on first use."""

    rows: Any = None  # the legal decisions as numbers
    decisions: tuple[Decision, ...] | None = None
    numbers: list[int] | None = None  # the values in their notation
    texts: tuple[str, ...] | None = None
    state: GameState | None = None


class SandboxedBackend:
    """A game in a sandbox as a backend of `play`."""

    name = "sandboxed"

    def __init__(self, game: SandboxedGame) -> None:
        self._game = game
        self._reference = ReferenceBackend(game.game_def)
        self._recent = Recent(_Seen)
        self._known: dict[bytes, Decision] = {}  # by their rows

    @property
    def position_bytes(self) -> int:
        """The bytes of a position at the start of a game; in some games it grows with each move."""
        return self._game.state_bytes

    @property
    def _game_def(self) -> GameDef:
        return self._game.game_def

    @cached_property
    def _reader(self) -> StateReader:
        return StateReader(self._game)

    @cached_property
    def _writer(self) -> SandboxedWriter | None:
        """The writer of decisions; None if notation is not compiled, so that the reference kernel writes them."""
        return SandboxedWriter(self._game) if self._game.code.notation else None

    def _number(self, position: Position, field: str) -> int:
        return int(position[self._game.layout.field[field].entry])

    # ── play ───────────────────────────────────────────────────────────────────────────────────────────────────────

    def initial(self, seed: int, players: int | None, chance: Chance) -> Any:
        """Return the position at the first decision."""
        del players  # the module was compiled for them
        try:
            return self._game.new_state(check_seed(seed))
        except PlayError as error:
            if error.code != FAULT:
                raise
            return self.from_state(kernel.initial_state(self._game_def, seed, self._game.players, chance))

    def decisions(self, position: Any) -> tuple[Decision, ...]:
        """Return the legal decisions, in definition order; for the same position the same objects."""
        seen = self._recent.of(position)
        if seen.decisions is None:
            data, size = self._rows(position, seen).tobytes(), 4 * self._game.width
            seen.decisions = tuple([self._decision(data[at : at + size]) for at in range(0, len(data), size)])
        return seen.decisions

    def _rows(self, position: Any, seen: _Seen) -> Position:
        """Return the legal decisions as numbers."""
        if seen.rows is None:
            import numpy as np

            seen.rows = np.empty((0, 1), np.int32) if self.is_over(position) else self._game.legal(position)
        rows: Position = seen.rows
        return rows

    def _decision(self, row: bytes) -> Decision:
        """Return the decision encoded by the bytes of a row; usually the same object each time."""
        found = self._known.get(row)
        if found is None:
            if len(self._known) >= _MOST_KNOWN:
                self._known.clear()
            found = self._known[row] = decode_decision(self._game, memoryview(row).cast("i").tolist())
        return found

    def _row(self, position: Any, decision: Decision) -> Position | None:
        """Return *decision* as numbers; None if it cannot be a decision of this game."""
        import numpy as np

        if decision.kind != "action":
            found: Position | None = None if self.is_over(position) else encode_answer(self._game, position, decision)
            return found
        numbers = encode_decision(self._game, decision)
        return None if numbers is None else np.array(numbers, dtype=np.int32)

    def canonical(self, position: Any, decision: Decision) -> Decision:
        """Return *decision* in the form of `decisions`; unchanged if it cannot be a decision of this game."""
        row = self._row(position, decision)
        return decision if row is None else decode_decision(self._game, row.tolist())

    def apply(self, position: Any, decision: Decision) -> Any:
        """Return the position after *decision*; a `PlayError` if it is not legal."""
        row = self._row(position, decision)
        if row is not None:
            try:
                return self._game.apply(position, row)
            except PlayError:
                pass  # the reference kernel gives the same code, and a reason
        return self.from_state(kernel.apply_move(self._game_def, self.to_state(position), decision).state)

    def follow(self, position: Any, decision: Decision) -> Any | None:
        """Return the position after one of its cached `decisions`; None for any other, or after a fault."""
        seen = self._recent.of(position)
        for place, one in enumerate(seen.decisions or ()):
            if one is decision:
                try:
                    return self._game.apply(position, seen.rows[place])
                except PlayError:
                    break
        return None

    def current_player(self, position: Any) -> int:
        """Return who decides."""
        return TERMINAL_PLAYER if self.is_over(position) else self._number(position, self._game.layout.decides)

    def is_over(self, position: Any) -> bool:
        """Return whether the game is over."""
        return self._number(position, "outcome") != _RUNNING

    def outcome(self, position: Any) -> TerminalResult | None:
        """Return how the game ended, None while it continues."""
        return decode_outcome(self._game, position) if self.is_over(position) else None

    def hashes(self, position: Any) -> tuple[int, int]:
        """Return the position hash and the state hash."""
        return self._game.hashes(position)

    def playout(self, position: Any, seed: int) -> tuple[float, ...]:
        """Return what each player gets when the game is played on from here at random."""
        return self._game.playout(position, seed)

    def resample(self, position: Any, player: int, seed: int) -> Any | None:
        """Return a position that *player* cannot distinguish from this one.

        None if the reference kernel must draw it.
        """
        is_seat = type(player) is int and 0 <= player < self._game.players
        return self._game.world(position, player, seed) if is_seat else None

    def search(self, position: Any, seed: int, memory: int, seat: int | None) -> SandboxedSearch | None:
        """Return a search tree from *position*, as in `native_backend`; None if no worlds can be drawn."""
        if seat is not None and not self._game.has_worlds:
            return None
        return SandboxedSearch(self._game, position, seed, seat=seat, memory=memory)

    # ── texts ──────────────────────────────────────────────────────────────────────────────────────────────────────

    def notations(self, position: Any, names: Mapping[int, str] | None = None) -> tuple[str, ...]:
        """Return the notation of each of the `decisions`."""
        if self._writer is None:
            return kernel.legal_notations(self._game_def, self.to_state(position), names)
        seen = self._recent.of(position)
        rows = self._rows(position, seen)
        if not len(rows):
            return ()
        if seen.numbers is None:
            seen.numbers = self._writer.numbers(position, rows)
        if names is not None and self._writer.writes_tokens(rows):
            return self._writer.texts_of(rows, seen.numbers, names)
        if seen.texts is None:
            seen.texts = self._writer.texts_of(rows, seen.numbers)
        return seen.texts

    def forms(self, position: Any) -> tuple[tuple[str, ...], ...]:
        """Return every form of each of the `decisions`."""
        if self._writer is None:
            return kernel.legal_forms(self._game_def, self.to_state(position))
        return tuple(one.bares for one in self._writer.written(position.tobytes()))

    def places_written(self, position: Any, text: str) -> tuple[int, ...]:
        """Return which of the `decisions` *text* means."""
        if self._writer is None:
            return kernel.places_written(self._game_def, self.to_state(position), text)
        return self._writer.places(position.tobytes(), text)

    def notation_of(self, position: Any, decision: Decision) -> str:
        """Return the notation of *decision*, made in *position*."""
        legal = self.decisions(position)
        if self._writer is None or decision not in legal:
            return kernel.notation_of(self._game_def, self.to_state(position), decision)
        return self.notations(position)[legal.index(decision)]

    def asked(self, position: Any) -> Asked | None:
        """Return the pending choice of a position, or None."""
        if self.is_over(position) or not is_waiting(self._game, position.tobytes()):
            return None
        if self._writer is None:
            return kernel.asked(self._game_def, self.to_state(position))
        return Asked(self.current_player(position), *self._writer.asked(position.tobytes()))

    # ── states as data, ids and tensors ────────────────────────────────────────────────────────────────────────────

    def shown(self, position: Any) -> GameState:
        """Return the state to show."""
        if not is_waiting(self._game, position.tobytes()):
            return self.to_state(position)
        if self.current_player(position) < 0:  # as in `native_backend`
            return kernel.view_state(self._game_def, self.to_state(position))
        return self._reader.read(self._game.shown(position).tobytes())

    def to_state(self, position: Any) -> GameState:
        """Return the state of a position; for the same position the same object."""
        seen = self._recent.of(position)
        if seen.state is None:
            seen.state = self._reader.read(position.tobytes())
        return seen.state

    def from_state(self, state: GameState) -> Any:
        """Return the position of *state*."""
        return encode_state(self._game, state)

    def ids(self, position: Any) -> tuple[int, ...]:
        """Return the ids of the legal decisions."""
        return self._reference.ids(self.to_state(position))

    def follow_id(self, position: Any, number: int) -> Any | None:
        """Return the position after the legal decision with an id; None if there is none."""
        ids = self.ids(position)
        return self.apply(position, self.decisions(position)[ids.index(number)]) if number in ids else None

    def mask(self, position: Any, mask: NDArray[np.bool_] | NDArray[np.int8]) -> None:
        """Set the entries of the ids that are legal."""
        self._reference.mask(self.to_state(position), mask)

    def tensor(self, position: Any, player: int, out: NDArray[np.integer[Any]]) -> None:
        """Write what *player* may see."""
        self._reference.tensor(self.to_state(position), player, out)

    def seen(self, position: Any, player: int) -> SeenArrays:
        """Return the tensor of *player*, and the mask of the ids it may take."""
        return self._reference.seen(self.to_state(position), player)
