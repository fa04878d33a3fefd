"""Many games: random playouts on several threads, and counting lines of play.

Invariants:
    * game i of a seed is always the same game: results do not depend on the number of threads;
    * C runs in its own threads without the GIL, so an interrupt takes effect within a second; the games
      played by then are kept.

This module does not know which decisions are good.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal, get_args

from ludotome.gamedef import (
    MOST_DECISIONS,
    Decision,
    bad_argument,
    callable_or_none,
    checked_seed,
    from_one,
    whole_number,
)
from ludotome.native.codes import FAULTS
from ludotome.native.run.codec_decisions import decode_decision
from ludotome.native.run.crew import call_long, run_crew
from ludotome.native.run.library import NativeGame, checked_game, fault
from ludotome.native.run.processors import usable_processors

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from ludotome.native.run.library import Flat

LONGEST_STRETCH = 4096  # games between two progress updates
MOST_GAMES = 10**9
MOST_PLIES = 2**62  # the document's own bound is reached first
Progress = Callable[[int], None]


@dataclass(frozen=True, slots=True, eq=False)
class Watched:
    """Statistics of the games, one game per row.

    `choices` is the total number of legal decisions, `actions` counts how often each action was taken, and
    `lead_changes` how often the lead by score changed.
    """

    choices: NDArray[np.int64]
    actions: NDArray[np.int64]
    lead_changes: NDArray[np.int32]


@dataclass(frozen=True, slots=True, eq=False)
class Playouts:
    """Random games, one per row: returns by seat, plies, and how each ended.

    `outcome` is the index in `ludotome.native.OUTCOMES`, `condition` the end condition that held (-1 for none) and
    `fault` 0, or the fault of the document that stopped the game. The outcome is then `running`, as in games
    cut off at `max_plies`. After an interrupt it contains only the games played by then, in order.
    """

    returns: NDArray[np.float64]
    plies: NDArray[np.int32]
    outcome: NDArray[np.int32]
    condition: NDArray[np.int32]
    fault: NDArray[np.int32]
    watched: Watched | None = None
    interrupted: bool = False

    def __len__(self) -> int:
        return len(self.plies)


def play_games(
    game: NativeGame,
    n: int,
    *,
    seed: int = 1,
    threads: int | None = None,
    max_plies: int | None = None,
    max_decisions: int | None = None,
    first: int = 0,
    watch: bool = False,
    progress: Progress | None = None,
) -> Playouts:
    """Return *n* random games, game i from seed `mix(seed, i)` with players who draw from `mix(seed, i, 1)`.

    They are games first … first + n - 1 of that series. Every seat draws uniformly by the normative rule. *threads*
    defaults to the processors that this process may use. A position with more than *max_decisions* legal
    decisions ends its game as a fault. With *watch* the same games are played and statistics are collected,
    which takes longer.
    *progress* is called regularly, from this thread, with the number of games played.
    """
    checked_game(game)
    n = whole_number("n", n, 0, MOST_GAMES, f"write how many games to play, up to {MOST_GAMES}")
    threads, max_plies = from_one("threads", threads), from_one("max_plies", max_plies)
    callable_or_none("progress", progress, "write a function of the number of games played")
    most = MOST_PLIES if max_plies is None else min(max_plies, MOST_PLIES)
    job = _Job(game, n, checked_seed(seed), most, checked_many(max_decisions), first, watch=watch)
    job.run(min(threads or len(usable_processors()), max(n, 1)), progress)
    return job.result()


def stretch_from(first: int, n: int, threads: int) -> range:
    """Return the games of *n* that a thread plays next, starting with *first*.

    The number depends on how many are left, so the last stretches are short: then all threads end at nearly the same
    time, even if one of them is slower.
    """
    fair = max(1, n // (threads * 256), (n - first) // (threads * 4))
    return range(first, min(n, first + min(fair, LONGEST_STRETCH)))


class _Job:
    """The arrays of one call, the games not yet played, and the flag that stops all threads."""

    def __init__(
        self, game: NativeGame, n: int, seed: int, max_plies: int, many: int, first: int, *, watch: bool
    ) -> None:
        import numpy as np

        self.game, self.n, self.seed, self.max_plies = game, n, seed, max_plies
        self.many, self.first = many, first
        # Uninitialised: playing a game writes its whole row, and rows of unplayed games are not returned.
        self.returns = np.empty((n, game.players), dtype=np.float64)
        self.whole = np.empty((4, n), dtype=np.int32)  # plies, outcome, condition, fault
        self.watched = None
        if watch:
            actions = np.empty((n, len(game.game_def.actions)), np.int64)
            self.watched = Watched(np.empty(n, np.int64), actions, np.empty(n, np.int32))
        self.stop = np.zeros(1, dtype=np.int32)
        self._columns = tuple(self._column(array) for array in self._arrays())
        self._next, self._lock = 0, threading.Lock()
        self._played: list[range] = []

    def _arrays(self) -> tuple[NDArray[Any], ...]:
        """Return the output arrays, one row per game, in the order of the C arguments."""
        watched = self.watched
        counted = () if watched is None else (watched.choices, watched.actions, watched.lead_changes)
        return (self.returns, *self.whole, *counted)

    def _column(self, array: NDArray[Any]) -> tuple[Any, int]:
        """Return the address of an array, and the numbers per game."""
        ctype = "double *" if array.dtype.kind == "f" else f"{array.dtype}_t *"
        return self.game.pointer(array, ctype), 1 if array.ndim == 1 else array.shape[1]

    def run(self, threads: int, progress: Progress | None) -> None:
        """Play all games, or until an interrupt."""

        def look() -> None:
            if progress:
                progress(self._count())

        def play() -> None:
            run_crew(lambda: self._work(threads), threads, self._stop, look)

        for part in (play, look):
            try:
                part()
            except KeyboardInterrupt:
                self._stop()

    def _stop(self) -> None:
        self.stop[0] = 1

    def _count(self) -> int:
        return sum(map(len, tuple(self._played)))

    def _take(self, threads: int) -> range:
        with self._lock:
            stretch = stretch_from(self._next, self.n, threads)
            self._next = stretch.stop
        return stretch

    def _work(self, threads: int) -> None:
        # The GIL is held between two C calls, so everything that does not change is prepared before.
        lib, columns, stop = self.game.library.lib, self._columns, self.game.pointer(self.stop, "int32_t *")
        play = lib.lt_playouts if self.watched is None else lib.lt_watched_playouts
        while games := self._take(threads):
            first = games.start
            rows = [at + first * width for at, width in columns]
            done = play(self.seed, self.first + first, len(games), self.max_plies, *rows, self.many, stop)
            if done < 0:
                raise fault(-done)
            self._played.append(range(first, first + done))
            if done < len(games):
                return

    def _kept(self) -> Any:
        """Return the rows that were played: all of them, or a mask."""
        import numpy as np

        if self._count() == self.n:
            return slice(None)
        kept = np.zeros(self.n, dtype=bool)
        for games in self._played:
            kept[games.start : games.stop] = True
        return kept

    def result(self) -> Playouts:
        """Return the games played."""
        kept = self._kept()
        returns, plies, outcome, condition, faults, *counted = (array[kept] for array in self._arrays())
        if faults.max(initial=0) == FAULTS.index("no-memory"):
            raise fault(FAULTS.index("no-memory"))
        watched = Watched(*counted) if counted else None
        return Playouts(returns, plies, outcome, condition, faults, watched, bool(self.stop[0]))


# ── perft ──────────────────────────────────────────────────────────────────────────────────────────────────────────

Per = Literal["decision", "turn"]
MOST_DEPTH = 2**31 - 1


def count_lines(
    game: NativeGame, state: Flat, depth: int, *, per: Per = "decision", max_decisions: int | None = None
) -> int:
    """Return how many sequences of exactly *depth* legal decisions start in *state*.

    With *per* `turn`, the sequences make exactly *depth* whole turns. A position with more than *max_decisions*
    legal decisions is a fault. A game that is over has only the empty sequence.
    """
    depth, many = _checked_count(game, depth, per), checked_many(max_decisions)
    wrong = game.library.ffi.new("int32_t *")
    at, whole_turns = game.pointer(state, "void *"), int(per == "turn")
    counted = call_long(
        game.library.ffi, lambda stop: int(game.library.lib.lt_perft(at, depth, whole_turns, wrong, many, stop))
    )
    if wrong[0]:
        raise fault(wrong[0])
    return counted


def checked_many(given: int | None) -> int:
    """Return the limit on the decisions of a position."""
    instead = f"write how many decisions a position may have, from 1 to {MOST_DECISIONS}"
    return MOST_DECISIONS if given is None else whole_number("max_decisions", given, 1, MOST_DECISIONS, instead)


def _checked_count(game: NativeGame, depth: int, per: Per) -> int:
    """Return *depth* as a plain integer; raise `PlayError` for invalid arguments."""
    checked_game(game)
    if per not in get_args(Per):
        raise bad_argument("per", per, f"write {' or '.join(get_args(Per))}")
    return whole_number("depth", depth, 0, MOST_DEPTH, f"write a whole number from 0 to {MOST_DEPTH}")


def divide_lines(
    game: NativeGame, state: Flat, depth: int, *, per: Per = "decision", max_decisions: int | None = None
) -> dict[Decision, int]:
    """Return for each first decision, in order, how many lines of `count_lines` begin with it; empty for depth 0."""
    depth = _checked_count(game, depth, per)
    found: dict[Decision, int] = {}
    turn = game.layout.field["turn"].entry
    over = game.layout.field["outcome"].entry
    for row in game.legal(state) if depth > 0 else ():
        after = game.apply(state, row)
        left = depth - int(per == "decision" or after[turn] != state[turn] or after[over] != 0)
        found[decode_decision(game, row)] = count_lines(game, after, left, per=per, max_decisions=max_decisions)
    return found
