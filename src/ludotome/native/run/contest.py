"""Contest: play whole games between agents in machine code, on several threads.

Invariants:
    * game i of a seed is always the same game: results do not depend on the number of threads, nor on which
      games are played by which call;
    * an interrupt takes effect within a second; the games played by then are kept, in order.

This module does not know documents, nor how the results are used.
"""

from __future__ import annotations

import threading
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

from msgspec import Struct

from ludotome.gamedef import best_return, is_uncertain
from ludotome.native.run.crew import run_crew
from ludotome.native.run.library import NativeGame, fault
from ludotome.native.run.many import MOST_PLIES, Progress
from ludotome.native.run.processors import usable_processors
from ludotome.native.run.search import MEMORY, rules_of, search_library, secrets_of

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

KINDS = ("random", "greedy", "search")


class Chooser(Struct, frozen=True):
    """How one agent chooses: at random, greedily, or by a search with a number of simulations."""

    kind: Literal["random", "greedy", "search"]
    simulations: int = 0


@dataclass(frozen=True, slots=True, eq=False)
class Contest:
    """Games between agents, one per row.

    `game` is the number of each in its series; `returns` by seat; `outcome` is the index in `OUTCOMES`, `condition` the
    end condition that held (-1 for none), `fault` 0 or the number of the document fault that stopped the game.
    `choices` is the total number of legal decisions. By action, `taken` is how often it was taken, `offered` is the sum
    of its shares of the legal decisions, and `beside` is the total of its own legal decisions when it was taken.
    """

    game: NDArray[np.int64]
    returns: NDArray[np.float64]
    plies: NDArray[np.int32]
    outcome: NDArray[np.int32]
    condition: NDArray[np.int32]
    fault: NDArray[np.int32]
    lead_changes: NDArray[np.int32]
    choices: NDArray[np.int64]
    taken: NDArray[np.int64]
    beside: NDArray[np.int64]
    offered: NDArray[np.float64]
    interrupted: bool = False


_COLUMNS = (
    "returns",
    "plies",
    "outcome",
    "condition",
    "fault",
    "lead_changes",
    "choices",
    "taken",
    "beside",
    "offered",
)
_FIELDS = {"outcome": "outcomes", "condition": "conditions", "fault": "faults"}  # the names in C, if different


def has_contests(game: NativeGame) -> bool:
    """Return whether agents can play *game* in machine code; not if one may have to search during a pending choice."""
    return not is_uncertain(game.game_def) or (game.secrets is not None and not game.layout.answers)


def play_contest(
    game: NativeGame,
    choosers: Sequence[Chooser],
    n: int,
    *,
    seed: int,
    first: int = 0,
    rotates: bool = False,
    deals: int = 1,
    threads: int | None = None,
    max_plies: int | None = None,
    progress: Progress | None = None,
) -> Contest:
    """Return games first … first + n - 1 of *seed* between *choosers*, one per seat.

    With *rotates*, the chooser of seat s in game i is number s + i; *deals* consecutive games begin alike.
    """
    job = _Job(game, choosers, n, seed, first, rotates=rotates, deals=deals, max_plies=max_plies)
    job.run(min(threads or len(usable_processors()), max(n, 1)), progress)
    return job.result()


class _Job:
    """The arrays of one call, the games not yet played, and the flag that stops all threads."""

    def __init__(
        self,
        game: NativeGame,
        choosers: Sequence[Chooser],
        n: int,
        seed: int,
        first: int,
        *,
        rotates: bool,
        deals: int,
        max_plies: int | None,
    ) -> None:
        self.game, self.n, self.first = game, n, first
        self._library = search_library()
        self._rules = rules_of(game, self._library.ffi)
        self.arrays = _arrays(n, game.players, len(game.game_def.actions))
        ffi = self._library.ffi
        self._agents = ffi.new("lt_agent[]", [(KINDS.index(one.kind), 0, one.simulations) for one in choosers])
        self._contest = ffi.new(
            "lt_contest *",
            {
                "agents": self._agents,
                "seed": seed,
                "max_plies": MOST_PLIES if max_plies is None else min(max_plies, MOST_PLIES),
                "memory": MEMORY,
                "rotates": int(rotates),
                "deals": deals,
                "actions": len(game.game_def.actions),
                "condition_at": game.layout.field["condition"].entry,
                "solves": 1,
                "best": best_return(game.game_def, game.players),
                "secrets": secrets_of(game, ffi),
            },
        )
        self._stop = ffi.new("int32_t *", 0)
        self._next, self._lock = 0, threading.Lock()
        self._played: list[range] = []

    def run(self, threads: int, progress: Progress | None) -> None:
        """Play all games, or until an interrupt."""

        def look() -> None:
            if progress:
                progress(self._count())

        def play() -> None:
            run_crew(lambda: self._work(threads), threads, self._halt, look)

        for part in (play, look):
            try:
                part()
            except KeyboardInterrupt:
                self._halt()

    def _halt(self) -> None:
        self._stop[0] = 1

    def _count(self) -> int:
        return sum(map(len, tuple(self._played)))

    def _take(self, threads: int) -> range:
        """Return the games that a thread plays next: a few at a time, since one may take minutes."""
        with self._lock:
            many = max(1, min(64, (self.n - self._next) // (8 * threads)))
            games = range(self._next, min(self.n, self._next + many))
            self._next = games.stop
        return games

    def _work(self, threads: int) -> None:
        ffi, lib = self._library.ffi, self._library.lib
        wrong = ffi.new("int32_t *")
        while games := self._take(threads):
            results = ffi.new("lt_contest_results *")
            for name, array in self.arrays.items():
                setattr(results, _FIELDS.get(name, name), self._row(array, games.start))
            at = self.first + games.start
            done = lib.lt_contest_run(self._rules, self._contest, at, len(games), results, wrong, self._stop)
            self._played.append(range(games.start, games.start + done))
            if wrong[0]:
                raise fault(wrong[0])
            if done < len(games):
                return

    def _row(self, array: NDArray[Any], row: int) -> Any:
        """Return the address of one row of *array*, for C."""
        ctype = "double *" if array.dtype.kind == "f" else f"{array.dtype}_t *"
        width = 1 if array.ndim == 1 else array.shape[1]
        return self._library.ffi.cast(ctype, array.ctypes.data) + row * width

    def result(self) -> Contest:
        """Return the games played."""
        import numpy as np

        kept = np.zeros(self.n, dtype=bool)
        for games in self._played:
            kept[games.start : games.stop] = True
        columns = {name: array[kept] for name, array in self.arrays.items()}
        return Contest(self.first + np.flatnonzero(kept), **columns, interrupted=not kept.all())


def _arrays(n: int, players: int, actions: int) -> dict[str, NDArray[Any]]:
    import numpy as np

    made: dict[str, NDArray[Any]] = {name: np.empty(n, np.int32) for name in _COLUMNS[1:6]}
    made["returns"], made["offered"] = np.empty((n, players)), np.empty((n, actions))
    made["choices"] = np.empty(n, np.int64)
    made["taken"], made["beside"] = np.empty((n, actions), np.int64), np.empty((n, actions), np.int64)
    return made
