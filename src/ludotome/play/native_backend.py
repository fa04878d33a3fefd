"""The native backend: one game for one number of players as machine code.

A position is an immutable state (`native.positions`). If machine code refuses a decision, the reference kernel produces
the error, so that errors are the same on both.

This module does not know how machine code is generated (`native`).
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Mapping, Sequence
from functools import cached_property, partial
from typing import TYPE_CHECKING, Any

from msgspec import Struct

from ludotome import native
from ludotome.chance import check_seed
from ludotome.gamedef import Asked, Chance, Decision, GameDef, GameState, TerminalResult, ids_of_game
from ludotome.play.playout_results import FAULT, UNFINISHED, Playouts, PlayoutStats
from ludotome.play.recent import Recent
from ludotome.play.reference import kernel

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from ludotome.native import Chooser, Contest
    from ludotome.native import Playouts as Games
    from ludotome.play.backends import SeenArrays
    from ludotome.play.perft import Per


class _Seen(Struct):
    """Cached results for one position, each computed on first use."""

    state: GameState | None = None
    texts: tuple[str, ...] | None = None  # of its decisions


class NativeBackend:
    """A compiled game as a backend of `play`."""

    name = "native"

    def __init__(self, game: native.NativeGame) -> None:
        self._game = game
        self._recent = Recent(_Seen)

    @cached_property
    def _positions(self) -> native.Positions:
        # On first use: their module may have to be compiled, and playing whole games never needs it.
        return native.positions_of(self._game)

    # The methods of a loop over decisions are those of the positions, to save a call.

    @cached_property
    def decisions(self) -> Callable[[Any], tuple[Decision, ...]]:
        """The legal decisions of a position."""
        return self._positions.decisions

    @cached_property
    def follow(self) -> Callable[[Any, Decision], Any | None]:
        """Return the position after one of its `decisions`; None for any other decision."""
        return self._positions.follow

    @cached_property
    def current_player(self) -> Callable[[Any], int]:
        """Who decides in a position."""
        return self._positions.player

    @cached_property
    def is_over(self) -> Callable[[Any], bool]:
        """Whether a position is the end of its game."""
        return self._positions.is_over

    @cached_property
    def ids(self) -> Callable[[Any], tuple[int, ...]]:
        """The ids of the legal decisions of a position."""
        return self._positions.ids

    @cached_property
    def follow_id(self) -> Callable[[Any, int], Any | None]:
        """The position after the legal decision with an id; None if there is none."""
        return self._positions.follow_id

    @cached_property
    def mask(self) -> Callable[[Any, NDArray[np.bool_] | NDArray[np.int8]], None]:
        """The function that sets the entries of the legal ids."""
        return self._positions.mask

    @cached_property
    def tensor(self) -> Callable[[Any, int, NDArray[np.integer[Any]]], None]:
        """The function that writes what a player may see of a position."""
        return self._positions.tensor

    @cached_property
    def seen(self) -> Callable[[Any, int], SeenArrays]:
        """The function that returns the tensor and the mask of a player as new arrays."""
        import numpy as np

        layout = self._game.tensor_layout
        ids = ids_of_game(self._game.layout.symbols, self._game.players, explicit=False)  # without those of chance
        # Copying an array is faster than creating one.
        return partial(self._positions.seen, np.zeros(layout.size, layout.dtype), np.zeros(ids.count, np.int8))

    @cached_property
    def _reader(self) -> native.StateReader:
        return native.StateReader(self._game)

    @cached_property
    def _writer(self) -> native.NotationWriter | None:
        """The writer of decisions; None if notation is not compiled, so that the reference kernel writes them."""
        return native.NotationWriter(self._game) if self._game.code.notation else None

    def notations(self, position: Any, names: Mapping[int, str] | None = None) -> tuple[str, ...]:
        """Return how each of the `decisions` is written."""
        if self._writer is None:
            return kernel.legal_notations(self._game_def, self.to_state(position), names)
        seen = self._recent.of(position)
        if names is not None and (
            self._writer.names_tokens or native.is_waiting(self._game, self._positions.to_bytes(position))
        ):
            return self._writer.texts(self._positions.to_bytes(position), names)
        if seen.texts is None:
            seen.texts = self._writer.texts(self._positions.to_bytes(position))
        return seen.texts

    def forms(self, position: Any) -> tuple[tuple[str, ...], ...]:
        """Return every form of each of the `decisions`."""
        if self._writer is None:
            return kernel.legal_forms(self._game_def, self.to_state(position))
        return tuple(one.bares for one in self._writer.written(self._positions.to_bytes(position)))

    def places_written(self, position: Any, text: str) -> tuple[int, ...]:
        """Return which of the `decisions` *text* means."""
        if self._writer is None:
            return kernel.places_written(self._game_def, self.to_state(position), text)
        return self._writer.places(self._positions.to_bytes(position), text)

    def notation_of(self, position: Any, decision: Decision) -> str:
        """Return how *decision*, made in *position*, is written down."""
        legal = self.decisions(position)
        if self._writer is None or decision not in legal:
            return kernel.notation_of(self._game_def, self.to_state(position), decision)
        return self.notations(position)[legal.index(decision)]

    def shown(self, position: Any) -> GameState:
        """Return the state to look at."""
        state = self._positions.to_bytes(position)
        if not native.is_waiting(self._game, state):
            return self.to_state(position)
        # A value that reads the top of a shuffled zone needs a chance outcome, and the C continues to the end of the
        # action without one: only the reference kernel stops in the middle of an expression.
        if self.current_player(position) < 0:
            return kernel.view_state(self._game_def, self.to_state(position))
        return self._reader.read_shown(state)

    def asked(self, position: Any) -> Asked | None:
        """Return what a position waits for."""
        state = self._positions.to_bytes(position)
        if not native.is_waiting(self._game, state) or self.is_over(position):
            return None
        if self._writer is None:
            return kernel.asked(self._game_def, self.to_state(position))
        return Asked(self.current_player(position), *self._writer.asked(state))

    @property
    def game(self) -> native.NativeGame:
        """The compiled game."""
        return self._game

    @property
    def _game_def(self) -> GameDef:
        return self._game.game_def

    def initial(self, seed: int, players: int | None, chance: Chance) -> Any:
        """Return the position at the first decision."""
        del players  # the game was compiled for them
        made = self._positions.new(check_seed(seed))
        if made is None:
            return self.from_state(kernel.initial_state(self._game_def, seed, self._game.players, chance))
        return made

    def _row(self, position: Any, decision: Decision) -> bytes | None:
        """Return *decision* as numbers; None if it cannot be a decision of this game."""
        if decision.kind != "action":
            found = native.encode_answer(self._game, self._array(position), decision)
            return None if found is None else bytes(found.tobytes())
        numbers = native.encode_decision(self._game, decision)
        return None if numbers is None else array("i", numbers).tobytes()

    def canonical(self, position: Any, decision: Decision) -> Decision:
        """Return *decision* in the form of `decisions`; unchanged if it cannot be a decision of this game."""
        row = self._row(position, decision)
        return decision if row is None else self._positions.decision(row)

    def apply(self, position: Any, decision: Decision) -> Any:
        """Return the position after *decision*; a `PlayError` if it is not legal."""
        row = self._row(position, decision)
        after = None if row is None else self._positions.apply(position, row)
        if after is None:
            return self.from_state(kernel.apply_move(self._game_def, self.to_state(position), decision).state)
        return after

    def _array(self, position: Any) -> NDArray[np.int32]:
        """Return the state of *position* as an array of its own."""
        import numpy as np

        # Two numbers at a time, so that the 64-bit fields are aligned.
        return np.frombuffer(self._positions.to_bytes(position), dtype=np.int64).copy().view(np.int32)

    def outcome(self, position: Any) -> TerminalResult | None:
        """Return how the game ended, None while it continues."""
        if not self.is_over(position):
            return None
        return native.decode_outcome(self._game, memoryview(self._positions.to_bytes(position)).cast("i"))

    def hashes(self, position: Any) -> tuple[int, int]:
        """Return the position hash and the state hash."""
        return self._game.hashes(self._array(position))

    def playout(self, position: Any, seed: int) -> tuple[float, ...]:
        """Return what each player gets when the game is played on from here at random."""
        return self._game.playout(self._array(position), seed)

    def resample(self, position: Any, player: int, seed: int) -> Any | None:
        """Return a position that *player* cannot distinguish from this one, drawn by *seed*.

        None if machine code cannot draw it or found none; then the reference kernel is used.
        """
        state = self._array(position)
        is_seat = type(player) is int and 0 <= player < self._game.players
        if not is_seat or self._game.secrets is None:
            return None
        drawn = native.Worlds(self._game, state, player).draw(seed)
        return None if drawn is None else self._positions.of_bytes(drawn.tobytes())

    def search(self, position: Any, seed: int, memory: int, seat: int | None) -> native.Search | None:
        """Return a search tree from *position*, or, for a *seat* that does not know everything, from worlds of it.

        None if machine code cannot draw worlds because their tables would be too large.
        """
        state = self._array(position)
        if seat is not None and self._game.secrets is None:
            return None
        return native.Search(self._game, state, seed, seat=seat, memory=memory)

    def to_state(self, position: Any) -> GameState:
        """Return the state of a position; for the same position always the same object.

        A search uses one position thousands of times, and the reference kernel caches by the identity of a state.
        Positions are immutable, and this one is referenced, so its identity is unique.
        """
        seen = self._recent.of(position)
        if seen.state is None:
            seen.state = self._reader.read(self._positions.to_bytes(position))
        return seen.state

    def from_state(self, state: GameState) -> Any:
        """Return the position that stands for *state*."""
        return self._positions.of_bytes(native.encode_state(self._game, state).tobytes())

    # ── many games ─────────────────────────────────────────────────────────────────────────────────────────────────

    def perft(self, position: Any, depth: int, per: Per, most: int) -> int:
        """Return the number of sequences, if no position has more than *most* decisions."""
        return native.count_lines(self._game, self._array(position), depth, per=per, max_decisions=most)

    def divide(self, position: Any, depth: int, per: Per, most: int) -> tuple[tuple[Decision, int], ...]:
        """Return the number of sequences for each first decision."""
        return tuple(native.divide_lines(self._game, self._array(position), depth, per=per, max_decisions=most).items())

    def contest(self, choosers: Sequence[Chooser], n: int, **how: Any) -> Contest | None:
        """Return games between agents, played in machine code; None if that is not possible."""
        if not native.has_contests(self._game):
            return None
        return native.play_contest(self._game, choosers, n, **how)

    def playouts(
        self,
        n: int,
        seed: int,
        threads: int | None,
        max_plies: int | None,
        *,
        first: int = 0,
        stats: bool = False,
        progress: Callable[[int], None] | None = None,
        max_decisions: int | None = None,
    ) -> Playouts:
        """Return the results of *n* random games from *first* on; after an interrupt those of the finished games."""
        found = native.play_games(
            self._game,
            n,
            seed=seed,
            threads=threads,
            max_plies=max_plies,
            max_decisions=max_decisions,
            first=first,
            watch=stats,
            progress=progress,
        )
        import numpy as np

        # The outcomes start at `win`; others were cut off or met a fault.
        assert (native.OUTCOMES[0], UNFINISHED) == ("running", -1)
        outcome = found.outcome.astype(np.int8)
        outcome -= 1
        if found.fault.any():
            outcome[found.fault != 0] = FAULT
        return Playouts(found.returns, found.plies, outcome, found.condition, _stats(found), found.interrupted)


def _stats(found: Games) -> PlayoutStats | None:
    """Return the statistics; a game without plies has 0 as its mean number of choices."""
    if found.watched is None:
        return None
    import numpy as np

    return PlayoutStats(
        found.watched.choices / np.maximum(found.plies, 1), found.watched.actions, found.watched.lead_changes
    )
