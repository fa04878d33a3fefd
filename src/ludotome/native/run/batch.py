"""Batch: many games of one kind in parallel, stepped by one call.

Invariants:
    * all decisions of a step are checked before any is applied: an illegal one changes nothing;
    * a step is made completely or not at all, even if interrupted, and by one thread at a time;
    * a game that ends is followed at once by the next (`done` marks its row): game i of the seed starts from
      `mix(seed, i)`, counted over the whole batch, so every run plays the same games; one that is over
      when it begins is skipped;
    * results do not depend on the number of threads;
    * legal decisions are listed only on request, which changes neither games nor draws.

This module does not know how decisions are chosen.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from threading import Lock
from typing import TYPE_CHECKING, Any, ClassVar, NoReturn

from ludotome.gamedef import ActionIds, PlayError, TensorLayout, checked_seed, decision_to_data, whole_number
from ludotome.native.codes import FAULTS
from ludotome.native.lower.action_ids import action_ids
from ludotome.native.run.codec_decisions import decode_decision
from ludotome.native.run.interrupts import Interrupts
from ludotome.native.run.library import NativeGame, checked_game, fault
from ludotome.native.run.pool import Pool

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from ludotome.native.run.library import Flat


CACHE_LINE = 64
LARGE_PAGE = 2**21
SLICES_A_THREAD = 4  # so that other threads take over slices from a slow or suspended thread


@dataclass(frozen=True, slots=True, eq=False)
class Step:
    """The result of a step: returns by seat where a game ended (0 elsewhere), which games ended, and which met a fault.

    `truncated` are those of `done` that reached the limit of plies. `ends`, if requested, are the
    observations of the games that ended; the rows of the others are zeros.
    """

    returns: NDArray[np.float64]
    done: NDArray[np.bool_]
    faults: NDArray[np.int32]
    truncated: NDArray[np.bool_]
    ends: NDArray[np.integer[Any]] | None = None


@dataclass(frozen=True, slots=True, eq=False)
class LegalIds:
    """The legal ids of many games: those of game g are the `count[g]` entries of `ids` from `first[g]`."""

    ids: NDArray[np.int32]
    first: NDArray[np.int64]
    count: NDArray[np.int64]


def _zeros(size: int) -> NDArray[np.uint8]:
    """Return *size* zero bytes, aligned to a cache line, or on large memory pages if they fill some.

    Each step visits all games, which are far apart, so this minimises the cache lines and pages touched.
    """
    import numpy as np

    line = LARGE_PAGE if size >= LARGE_PAGE else CACHE_LINE
    whole = np.zeros(-(-size // line) * line + line, np.uint8)
    start = -whole.ctypes.data % line
    return whole[start : start + size]


class Batch:
    """*n* games of one compiled game; C keeps their states, and requested lists, between calls."""

    MOST_GAMES: ClassVar[int] = 2**20

    def __init__(self, game: NativeGame, n: int, seed: int, threads: int = 1) -> None:
        import numpy as np

        n = whole_number("n", n, 1, self.MOST_GAMES, f"write how many games at once, from 1 to {self.MOST_GAMES}")
        threads = whole_number("threads", threads, 1, None, "write a whole number from 1")
        self.game, self.n, self.seed = checked_game(game), n, checked_seed(seed)
        self._one_at_a_time = Lock()  # C is called without the GIL
        self.ids: ActionIds = action_ids(game.layout, game.width)
        if game.layout.explicit:
            message = (
                "games stepped in parallel have no explicit chance; write compile_game(…, side_by_side=True) alone"
            )
            raise PlayError("bad-argument", message)
        if not game.library.offers("lt_batch_new"):
            name = game.game_def.metadata.id
            message = f"`{name}` was compiled to be played one by one; write compile_game(…, side_by_side=True)"
            raise PlayError("bad-argument", message)
        self.states = self._no_states(n * int(self._lib.lt_batch_stride())).view(np.int32).reshape(n, -1)
        self._stop = game.library.ffi.new("int32_t *")
        self._broken: Exception | None = None
        self._masks: NDArray[np.bool_] | None = None  # one byte per id, created on request
        self._written: NDArray[np.uint8] | None = None  # the same memory, for C
        self._seen: NDArray[np.integer[Any]] | None = None  # the same for observations
        self._tensors: NDArray[np.integer[Any]] | None = None
        self._looking: NDArray[np.int32] | None = None
        self._next, self._taken = np.array([0], np.int64), np.empty(n, np.int64)
        self._next_at, self._taken_at = (self._address(array, "int64_t *") for array in (self._next, self._taken))
        threads = min(threads, n)
        slices = min(threads * SLICES_A_THREAD, n) if threads > 1 else 1
        self._pool = Pool(threads, slices) if threads > 1 else None
        addresses = self._pool.addresses() if self._pool else (0, 0)
        pool, run = (game.library.ffi.cast("void *", address) for address in addresses)
        self._interrupts = Interrupts(game.library.ffi, self._stop) if game.code.halts else None
        ask = self._interrupts.ask if self._interrupts else game.library.ffi.NULL
        made = self._lib.lt_batch_new(self._address(self.states, "void *"), n, slices, pool, run, self._stop, ask)
        if not made:
            raise fault(FAULTS.index("no-memory"))
        self._made = game.library.ffi.gc(made, self._lib.lt_batch_free)
        self._check(self._call(self._lib.lt_batch_begin, self._made, self.seed, self._next_at))

    def __repr__(self) -> str:
        return f"<Batch of {self.n} games of {self.game.in_words}>"

    def __reduce__(self) -> NoReturn:
        raise TypeError("games stepped in parallel cannot be copied or pickled; create new ones from the same seed")

    def _no_states(self, size: int) -> NDArray[np.uint8]:
        try:
            return _zeros(size)
        except MemoryError:
            message = f"{self.n} games take {size} bytes, which do not fit in memory; write fewer games"
            raise PlayError("bad-argument", message) from None

    def _no_masks(self) -> NDArray[np.uint8]:
        try:
            return _zeros(self.n * self.ids.count).reshape(self.n, self.ids.count)
        except MemoryError:
            many = f"{self.n} games with {self.ids.count} ids each"
            raise PlayError("bad-argument", f"the masks of {many} do not fit in memory; write fewer games") from None

    def players(self) -> NDArray[np.int32]:
        """Return the seat that decides in each game."""
        with self._one_at_a_time:
            return self.states[:, self.game.layout.field[self.game.layout.decides].entry].copy()

    @property
    def tensor_layout(self) -> TensorLayout:
        """The meaning of each number in a row of `observe`."""
        return self.game.tensor_layout

    def observe(self) -> NDArray[np.integer[Any]]:
        """Return the observations, [n, size of the layout], as one read-only array that is updated by every step.

        The observing seat of each game is the one that decides, or the one set by `look_as`.
        """
        with self._one_at_a_time:
            if self._tensors is None:
                self._seen = self._no_tensors()
                self._watch()
                self._tensors = self._seen.view()
                self._tensors.flags.writeable = False
            return self._tensors

    def look_as(self, seats: NDArray[np.int32] | None) -> None:
        """Set the observing seat of each game; None means the seat that decides."""
        import numpy as np

        with self._one_at_a_time:
            self._looking = None if seats is None else np.array(seats, np.int32)
            if self._seen is not None:
                self._watch()

    def _watch(self) -> None:
        looking = self.game.library.ffi.NULL if self._looking is None else self._address(self._looking, "int32_t *")
        self._check(self._call(self._lib.lt_batch_watch, self._batch, self._address(self._seen, "void *"), looking))

    def _no_tensors(self) -> NDArray[np.integer[Any]]:
        import numpy as np

        layout = self.tensor_layout
        try:
            bytes_of = _zeros(self.n * layout.size * layout.bits // 8)
        except MemoryError:
            many = f"{self.n} games with {layout.size} numbers each"
            raise PlayError("bad-argument", f"observations of {many} do not fit in memory; write fewer games") from None
        return bytes_of.view(np.dtype(f"int{layout.bits}")).reshape(self.n, layout.size)

    def masks(self) -> NDArray[np.bool_]:
        """Return which ids are legal, [n, ids], as one read-only array that is updated by every step."""
        import numpy as np

        with self._one_at_a_time:
            if self._masks is None:
                # C writes there from now on, even after an interrupt, when the same masks are listed again.
                masks = self._written = self._no_masks() if self._written is None else self._written
                self._check(self._call(self._lib.lt_batch_show, self._batch, self._address(masks, "uint8_t *")))
                # C trusts the masks, so callers get no write access.
                shown = np.frombuffer(masks.data.toreadonly().cast("B"), np.bool_)
                self._masks = shown.reshape(masks.shape)
            return self._masks

    def legal(self) -> LegalIds:
        """Return the legal ids of every game, in definition order."""
        import numpy as np

        first, count = np.empty(self.n, np.int64), np.empty(self.n, np.int64)
        places = self._address(first, "int64_t *"), self._address(count, "int64_t *")
        with self._one_at_a_time:
            self._check(self._call(self._lib.lt_batch_list, self._batch))
            ids = np.empty(self._lib.lt_batch_legal(self._batch, *places, self.game.library.ffi.NULL), np.int32)
            self._lib.lt_batch_legal(self._batch, *places, self._address(ids, "int32_t *"))
        return LegalIds(ids, first, count)

    def draw(self, seed: int) -> NDArray[np.int64]:
        """Return a legal id for each game, drawn uniformly as in random games, with seed `mix(seed, game)`."""
        import numpy as np

        ids = np.empty(self.n, np.int64)
        with self._one_at_a_time:
            at = self._address(ids, "int64_t *")
            self._check(self._call(self._lib.lt_batch_draw, self._batch, checked_seed(seed), at))
        return ids

    def step(self, ids: NDArray[np.int64], still: NDArray[np.bool_] | None = None, *, ends: bool = False) -> Step:
        """Take one decision in each game; if an id is not legal, raise `PlayError` and change nothing.

        Games that are *still* do not change, and their ids are ignored. With *ends* the observations of games
        that end are returned too.
        """
        import numpy as np

        given, null = self._checked_ids(ids), self.game.library.ffi.NULL
        kept = null if still is None else self._address(np.ascontiguousarray(still, np.bool_), "uint8_t *")
        returns, faults = np.empty((self.n, self.game.players)), np.empty(self.n, np.int32)
        done, truncated = np.empty(self.n, np.bool_), np.empty(self.n, np.bool_)
        last = self._no_tensors() if ends else None
        found = (
            self._address(returns, "double *"),
            self._address(done, "uint8_t *"),
            self._address(truncated, "uint8_t *"),
            self._address(faults, "int32_t *"),
            null if last is None else self._address(last, "void *"),
        )
        with self._one_at_a_time:
            # A copy, so that a concurrent write to the caller's array cannot change what was checked.
            np.copyto(self._taken, given, casting="unsafe")
            wrong = self._call(self._lib.lt_batch_first_illegal, self._batch, self._taken_at, kept)
            if wrong < self.n:
                raise self._illegal(wrong, int(self._taken[wrong]))
            following = self.seed, self._next_at
            step = self._call(self._lib.lt_batch_step, self._batch, self._taken_at, kept, *found, *following)
            self._broken = self._error(step)
            if self._broken:
                raise self._broken
        return Step(returns, done, faults, truncated, last)

    # ── one game ───────────────────────────────────────────────────────────────────────────────────────────────────

    def reset(self, games: NDArray[np.int64], seeds: NDArray[np.uint64] | None = None) -> None:
        """Restart *games*, each from its own seed, or as the next ones of the batch.

        If a game with its own seed is over when it begins, raise `PlayError`; the next game of the batch replaces it.
        """
        null = self.game.library.ffi.NULL
        own = null if seeds is None else self._address(seeds, "uint64_t *")
        following = self.seed, self._next_at
        with self._one_at_a_time:
            which = self._address(games, "int64_t *"), len(games)
            code = self._call(self._lib.lt_batch_reset, self._batch, *which, own, *following)
            self._list_again()
            if FAULTS[code] == "game-over" and seeds is not None:
                raise PlayError("game-over", "a game is over as it begins from the seed given; write another seed")
            self._check(code)

    @property
    def series(self) -> tuple[int, int]:
        """The seed of the series of games, and how many of them have begun."""
        return self.seed, int(self._next[0])

    @series.setter
    def series(self, series: tuple[int, int]) -> None:
        with self._one_at_a_time:
            self.seed, self._next[0] = series

    def state(self, game: int) -> Flat:
        """Return the state of one game, as a new array."""
        with self._one_at_a_time:
            found: Flat = self.states[game].copy()
            return found

    def set_state(self, game: int, state: Flat) -> None:
        """Set one game to *state*, which must be a state of this compiled game that is not over."""
        with self._one_at_a_time:
            at = self.game.pointer(state, "void *")
            self._check(self._call(self._lib.lt_batch_set, self._batch, game, at))
            self._list_again()

    def _list_again(self) -> None:
        if self._masks is not None:
            self._check(self._call(self._lib.lt_batch_list, self._batch))

    def _checked_ids(self, ids: Any) -> NDArray[np.integer[Any]]:
        import numpy as np

        try:
            given = np.asarray(ids)
        except ValueError as problem:  # lists of different lengths
            raise PlayError("bad-argument", f"ids must be {self.n} whole numbers: {problem}") from None
        if given.shape != (self.n,) or given.dtype.kind not in "iu":
            raise PlayError(
                "bad-argument", f"ids must be {self.n} whole numbers, not {given.dtype} of shape {given.shape}"
            )
        if given.dtype == np.uint64 and given.max() > np.iinfo(np.int64).max:
            wrong = int(np.argmax(given > np.iinfo(np.int64).max))  # C would read it as a negative number
            raise self._illegal(wrong, int(given[wrong]))
        return given

    def _illegal(self, game: int, number: int) -> PlayError:
        """Return the error for an id that does not exist, or whose decision is not legal in a game."""
        instead = "take one of `legal_ids()`"
        if not 0 <= number < self.ids.count:
            message = f"id {number} in game {game} of the batch is not from 0 to {self.ids.count - 1}; {instead}"
            return PlayError("illegal-decision", message, game=game)
        decision = decode_decision(self.game, self.ids.row(number))
        written = json.dumps(decision_to_data(decision), ensure_ascii=False)
        message = f"id {number} is not legal in game {game} of the batch: it is {written}; {instead}"
        return PlayError("illegal-decision", message, game=game, decision=decision)

    @property
    def _lib(self) -> Any:
        return self.game.library.lib

    def _call(self, function: Callable[..., int], *given: Any) -> int:
        """Call a C function and return its result; an interrupt also stops long calls.

        Games that were stopped are invalid and cannot be continued.
        """
        found = int(function(*given))
        if self._interrupts and self._stop[0]:
            name = self.game.game_def.metadata.id
            self._broken = PlayError("stopped", f"a step of these games of `{name}` was stopped; make them again")
            raise self._interrupts.raised or self._broken
        return found

    def _address(self, array: Any, ctype: str) -> Any:
        return self.game.library.ffi.from_buffer(ctype, array)

    @property
    def _batch(self) -> Any:
        # A step that was not completed leaves states that can only be discarded.
        if self._broken:
            raise self._broken
        return self._made

    def _error(self, code: int) -> Exception | None:
        """Return the error for a number from C, or None."""
        if FAULTS[code] == "game-over":
            name = self.game.game_def.metadata.id
            return PlayError("game-over", f"every game of `{name}` is over as it begins, so none can be stepped")
        return fault(code) if code else None

    def _check(self, code: int) -> None:
        error = self._error(code)
        if error:
            raise error
