"""Library: a game as a loaded library; its C is compiled once, and its functions work on arrays.

A state is a one-dimensional `int32` array: the flat state of the layout, then the indexes that C keeps up to
date, so that a call continues where the last one ended, and last the keys of the recorded positions. Decisions are
rows of `decision_width` numbers: the action, then its parameters. `codec` converts both to `GameState` and `Decision`
and back.

Invariants:
    * the functions change none of their array arguments, unless documented;
    * errors have the same codes as in the reference kernel;
    * a call that turns out to be long is repeated in a new thread, so that an interrupt or a time limit can end it.

This module does not know documents, nor players.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property, partial
from typing import TYPE_CHECKING, Any

from msgspec import Struct

from ludotome.files import package_text
from ludotome.gamedef import (
    MOST_DECISIONS,
    MOST_STATE_BYTES,
    Chance,
    GameDef,
    PlayError,
    TensorLayout,
    checked_game_def,
    checked_seed,
    is_uncertain,
    of_kind,
    rules_hash,
)
from ludotome.native.codes import FAULTS, MOST_OUTCOMES
from ludotome.native.lower.action_ids import action_ids
from ludotome.native.lower.asked import check_asked
from ludotome.native.lower.layout import Layout
from ludotome.native.lower.unsupported import UnsupportedError
from ludotome.native.options import ALL_ON, Options
from ludotome.native.run.code import Code
from ludotome.native.run.crew import STOPPED, call_long
from ludotome.native.run.recalled import Recalled, library_key, recall_library, remember_library
from ludotome.native.run.secrets import Secrets
from ludotome.toolchain import Library, ToolError, build, instruction_flags

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Flat = NDArray[np.int32]

CDEF = (
    package_text("native", "c", "secrets.h")
    + """
int64_t lt_state_bytes(void);
int64_t lt_key_bytes(void);
int64_t lt_most_decisions(void);
void lt_rebuild(void *state);
void lt_blank(void *state);
int32_t lt_new(void *state, uint64_t seed, const int32_t *stop);
int32_t lt_setup(void *state, const int32_t *stop);
int64_t lt_legal(const void *state, int32_t *out, int64_t capacity, void *room, const int32_t *stop);
int64_t lt_legal_numbers(const void *state, int32_t *out, int64_t capacity, void *room, const int32_t *stop);
int32_t lt_follow_number(const void *from, int32_t number, void *to, const int32_t *stop);
void lt_decision_of_number(int32_t number, int32_t *decision);
int64_t lt_number_of_decision(const int32_t *decision);
int32_t lt_follow(const void *from, const int32_t *decision, void *to, const int32_t *stop);
int32_t lt_apply(const void *from, const int32_t *decision, void *to, const int32_t *stop);
int32_t lt_result(const void *state, int32_t *winners, int64_t *scores, double *returns, const int32_t *stop);
int32_t lt_tensor(const void *state, int32_t looking, void *out);
void lt_shown(const void *state, void *to);
int64_t lt_notation_width(void);
int32_t lt_notation(const void *state, const int32_t *decisions, int64_t count, int32_t remarks, int64_t *out,
                    const int32_t *stop);
int32_t lt_hashes(const void *state, uint64_t *out, const int32_t *stop);
int64_t lt_trace(uint64_t seed, uint64_t player_seed, uint64_t *hashes, int64_t most, const int32_t *stop);
int32_t lt_playout(const void *from, uint64_t seed, double *returns, const int32_t *stop);
int64_t lt_playouts(uint64_t seed, int64_t first, int64_t n, int64_t max_plies, double *returns, int32_t *plies,
                    int32_t *outcomes, int32_t *conditions, int32_t *faults, int64_t many, const int32_t *stop);
int64_t lt_watched_playouts(uint64_t seed, int64_t first, int64_t n, int64_t max_plies, double *returns, int32_t *plies,
                            int32_t *outcomes, int32_t *conditions, int32_t *faults, int64_t *choices,
                            int64_t *actions, int32_t *lead_changes, int64_t many, const int32_t *stop);
void *lt_run_new(void);
void lt_run_free(void *run);
const void *lt_run_begin(void *run, const void *state, const int32_t *stop);
int32_t lt_run_start(void *run, uint64_t seed, const int32_t *stop);
const void *lt_run_state(const void *run);
int64_t lt_run_list(void *run, int32_t *out, int64_t capacity);
int32_t lt_run_take(void *run, const int32_t *decision);
int32_t lt_run_out(void *run, uint64_t seed);
int32_t lt_run_worths(const void *run, int64_t *worths);
int32_t lt_run_veil(void *run, const void *secrets, const void *state, int32_t seat);
int32_t lt_run_world(void *run, uint64_t seed, const int32_t *stop);
int32_t lt_run_known(const void *run, const int32_t *rows, int64_t count, int32_t *known);
void lt_run_places(const void *run, const int32_t *row, int32_t *places);
int32_t lt_run_result(void *run, int32_t *winners, int64_t *scores, double *returns);
int64_t lt_perft(const void *from, int32_t depth, int32_t per_turn, int32_t *fault, int64_t many, const int32_t *stop);
typedef struct lt_batch lt_batch;
int64_t lt_batch_stride(void);
lt_batch *lt_batch_new(void *states, int64_t n, int64_t slice_count, void *pool, void *run, const int32_t *stop,
                       void *ask);
void lt_batch_free(lt_batch *batch);
int32_t lt_batch_begin(lt_batch *batch, uint64_t seed, int64_t *next);
int32_t lt_batch_list(lt_batch *batch);
int32_t lt_batch_show(lt_batch *batch, uint8_t *mask);
int64_t lt_batch_legal(const lt_batch *batch, int64_t *first, int64_t *count, int32_t *ids);
int32_t lt_batch_draw(lt_batch *batch, uint64_t seed, int64_t *ids);
int64_t lt_batch_first_illegal(const lt_batch *batch, const int64_t *ids, const uint8_t *still);
int32_t lt_batch_step(lt_batch *batch, const int64_t *ids, const uint8_t *still, double *returns, uint8_t *done,
                      uint8_t *truncated, int32_t *faults, void *ends, uint64_t seed, int64_t *next);
int32_t lt_batch_reset(lt_batch *batch, const int64_t *games, int64_t count, const uint64_t *own, uint64_t seed,
                       int64_t *next);
int32_t lt_batch_set(lt_batch *batch, int64_t game, const void *state);
int32_t lt_batch_watch(lt_batch *batch, void *tensors, const int32_t *looking);
"""
)

# A call of a missing function must fail before the library is loaded. All other warnings are for developers
# of the C: tests enable them, and users do not wait for them, which would take 5 % of the compile time.
FLAGS = ("-Wno-all", "-Wno-extra", "-Werror=implicit-function-declaration")
# Stepping many games takes long, which is worth another 0.2 s of compile time.
MANY_FLAGS = ("-O3",)
MOST_COMPILED_BYTES = 4 * MOST_STATE_BYTES  # size of a state with its indexes
FIRST_ROOM = 64  # decisions; a list that needs more grows

FAULT_TEXTS = {
    "full-zone": "a token would enter a full zone",
    "not-there": "a token is not where `from` says",
    "budget": "more than 10000 effects in one decision",
    "limit": "a `forEach` met more elements than its `limit` promises",
    "not-adjacent": "a token would move to a zone that is not adjacent",
    "clamped": "what an action costs cannot be paid",
    "no-slot": "one token more than there can be",
    "no-room": "more choices in one decision than a compiled game can store; play it on the reference kernel",
    "no-sides": "a die without sides cannot be rolled",
    "many-outcomes": f"a draw among more than {MOST_OUTCOMES} outcomes has too many to list",
}


def supports(game_def: GameDef, players: int | None = None, *, chance: Chance = "sampled") -> tuple[str, ...]:
    """Return the reasons why *game_def* cannot be compiled for *players* and *chance*; empty if it can."""
    checked_game_def(game_def)
    try:
        from ludotome.native.emit.game import emit_game

        emit_game(game_def, game_def.metadata.players.min if players is None else players, chance=chance)
    except UnsupportedError as reason:
        return (str(reason),)
    return ()


def compile_game(
    game_def: GameDef,
    players: int,
    *,
    chance: Chance = "sampled",
    options: Options = ALL_ON,
    side_by_side: bool = False,
    flags: tuple[str, ...] = (),
) -> NativeGame:
    """Return *game_def* for *players* as a loaded library; raise `ToolError` if it cannot be compiled.

    Its states have one kind of *chance*: sampled from their generator, or explicit, as decisions of chance.
    For a `Batch` use *side_by_side*, which takes longer to compile.
    """
    of_kind("options", options, Options, "write `Options(…)`, or leave it out for all of them")
    check_asked(game_def, players, chance)
    all_flags = (*FLAGS, *instruction_flags(), *(MANY_FLAGS if side_by_side else ()), *flags)
    key = library_key(game_def, players, chance, options, (*all_flags, str(side_by_side)), CDEF)
    found = recall_library(key, CDEF)
    if found is not None:
        library, facts = found
        return NativeGame(game_def, players, Recalled(game_def, players, options, chance, facts), library)
    try:
        from ludotome.native.emit.game import emit_game  # imported late: a cached game does not need it

        code = emit_game(game_def, players, options, chance)
    except UnsupportedError as reason:
        raise ToolError("not-compiled", f"`{game_def.metadata.id}` cannot be compiled: {reason}") from None
    kind = "-explicit" if chance == "explicit" else "-many" if side_by_side else ""
    name = f"game-{rules_hash(game_def)}-{players}{kind}"
    source = code.source if side_by_side else code.rules
    library = build(source, name=name, flags=all_flags, cdef=CDEF, meanwhile=_load_arrays)
    game = NativeGame(game_def, players, code, library)
    if game.state_bytes > MOST_COMPILED_BYTES:
        raise ToolError(
            "not-compiled",
            f"`{game_def.metadata.id}` cannot be compiled: its states would take {game.state_bytes} bytes with what is "
            f"kept beside them; at most {MOST_COMPILED_BYTES} are allowed",
        )
    remember_library(key, library, code, game.decisions, game.tensor_bytes)
    return game


def _load_arrays() -> None:
    """Import what every call of a compiled game needs (0.1 s) while the compiler works."""
    import numpy as np  # noqa: F401


class NativeGame(Struct, frozen=True, dict=True, weakref=True):
    """A compiled game for one number of players."""

    game_def: GameDef
    players: int
    code: Code
    library: Library

    def __repr__(self) -> str:
        return f"<NativeGame {self.in_words}, library {self.library.name}>"

    @property
    def in_words(self) -> str:
        """The game and the number of players, for messages."""
        return f"{self.game_def.metadata.id}, {self.players} player{'s' if self.players > 1 else ''}"

    @property
    def layout(self) -> Layout:
        """The layout of a flat state."""
        return self.code.layout

    @cached_property
    def decisions(self) -> int:
        """The number of decision ids; 0 if there are too many to number."""
        if isinstance(self.code, Recalled):
            return self.code.facts.decisions
        try:
            return action_ids(self.layout, self.width).count
        except PlayError:
            return 0

    @cached_property
    def tensor_bytes(self) -> int:
        """The size in bytes of one player's observation tensor."""
        if isinstance(self.code, Recalled):
            return self.code.facts.tensor_bytes
        return self.tensor_layout.size * self.tensor_layout.bits // 8

    @cached_property
    def secrets(self) -> Secrets | None:
        """The possible hidden tokens; None if nothing is hidden or random, or the tables would be too large."""
        made = Secrets(self.code, self.library.ffi) if is_uncertain(self.game_def) else None
        return made if made is not None and made.fits else None

    @cached_property
    def width(self) -> int:
        """The number of entries of a decision."""
        return self.layout.width

    @cached_property
    def most_decisions(self) -> int:
        """The size of a list that has room for all legal decisions."""
        return max(int(self.library.lib.lt_most_decisions()), FIRST_ROOM)

    def pointer(self, array: Any, ctype: str) -> Any:
        """Return the address of a contiguous array for a C call; the array must outlive the call."""
        ffi = self.library.ffi
        return ffi.cast(ctype, ffi.from_buffer(array))

    @cached_property
    def state_bytes(self) -> int:
        """The bytes of a state, including indexes; a multiple of 8."""
        return int(self.library.lib.lt_state_bytes())

    @cached_property
    def key_bytes(self) -> int:
        """The additional bytes for each recorded position; a multiple of 8."""
        return int(self.library.lib.lt_key_bytes())

    def records(self, state: Flat) -> int:
        """Return the number of positions recorded in *state*."""
        return int(state[self.layout.field["history_count"].entry]) if self.layout.keys else 0

    def blank(self, records: int = 1) -> Flat:
        """Return an array for one state with this many recorded positions; a successor may need one more."""
        import numpy as np

        # Allocated as 64-bit numbers, so that 64-bit fields are aligned.
        return np.zeros((self.state_bytes + records * self.key_bytes) // 8, dtype=np.int64).view(np.int32)

    def keys(self, state: Flat) -> Any:
        """Return the keys of the positions recorded in *state*, as a view [records, keys of each]."""
        import numpy as np

        count, start = self.records(state), self.state_bytes // state.itemsize
        end = start + count * self.key_bytes // state.itemsize
        return state[start:end].view(np.uint64).reshape(count, -1 if count else self.layout.keys)

    def flat(self, state: Flat) -> Flat:
        """Return the flat state and its keys; they are equal for equal states, whose indexes may differ."""
        import numpy as np

        return np.concatenate([state[: self.layout.size // 4], self.keys(state).ravel().view(np.int32)])

    def call(self, function: Callable[[Any], int]) -> int:
        """Return the result of *function*, which takes a stop flag; negative numbers and faults mean failure.

        It is first tried without a flag; if that takes too long, it is repeated in a thread that can be stopped.
        """
        code = function(self.library.ffi.NULL)
        return call_long(self.library.ffi, function) if abs(code) == STOPPED else code

    def rebuild(self, state: Flat) -> Flat:
        """Return *state* itself, with indexes recomputed after its flat state was written."""
        self.library.lib.lt_rebuild(self.pointer(state, "void *"))
        return state

    def new_blank(self, records: int = 1) -> Flat:
        """Return a state before setup with room for *records*: variables at their initial values, no tokens."""
        state = self.blank(records)
        self.library.lib.lt_blank(self.pointer(state, "void *"))
        return state

    def new_state(self, seed: int) -> Flat:
        """Return the state at the first decision of a game with *seed*."""
        state, seed = self.blank(), checked_seed(seed)
        at = self.pointer(state, "void *")
        self._check(self.call(lambda stop: self.library.lib.lt_new(at, seed, stop)))
        return state

    def set_up(self, state: Flat) -> Flat:
        """Return the state at the first decision of a game that starts from *state* before setup."""
        after = self.blank(self.records(state) + 1)
        at = self.pointer(after, "void *")

        def set_up(stop: Any) -> int:
            after[: len(state)] = state[: len(after)]
            return int(self.library.lib.lt_setup(at, stop))

        self._check(self.call(set_up))
        return after

    def legal(self, state: Flat) -> Flat:
        """Return the legal decisions in definition order, one per row."""
        import numpy as np

        out = np.empty((self.most_decisions + 1, self.width), dtype=np.int32)
        while True:
            at, to = self.pointer(state, "void *"), self.pointer(out, "int32_t *")
            count = self.call(partial(self.library.lib.lt_legal, at, to, len(out), self.library.ffi.NULL))
            self._check(listing_fault(count))
            if count <= len(out):
                return out[:count]
            out = np.empty((count, self.width), dtype=np.int32)

    def apply(self, state: Flat, decision: Flat) -> Flat:
        """Return the state after a legal *decision*; raise `PlayError` if it cannot be applied."""
        after = self.blank(self.records(state) + 1)
        pointers = self.pointer(state, "void *"), self.pointer(decision, "int32_t *"), self.pointer(after, "void *")
        self._check(self.call(partial(self.library.lib.lt_apply, *pointers)))
        return after

    def playout(self, state: Flat, player_seed: int) -> tuple[float, ...]:
        """Return the returns by seat after random players with *player_seed* have played *state* to the end."""
        returns, at = self.library.ffi.new("double[]", self.players), self.pointer(state, "void *")
        self._check(self.call(partial(self.library.lib.lt_playout, at, player_seed, returns)))
        return tuple(returns)

    def trace(self, seed: int, player_seed: int, most: int = 10_000) -> tuple[int, ...]:
        """Return the state hashes of a random game of *seed*, one for the first state and one after each decision.

        It stops when the game ends, after *most* hashes, or at a document fault.
        """
        out = self.library.ffi.new("uint64_t[]", max(most, 1))
        count = call_long(self.library.ffi, partial(self.library.lib.lt_trace, seed, player_seed, out, most))
        return tuple(int(out[place]) for place in range(count))

    def hashes(self, state: Flat) -> tuple[int, int]:
        """Return the position hash and the state hash."""
        out = self.library.ffi.new("uint64_t[2]")
        self._check(self.call(partial(self.library.lib.lt_hashes, self.pointer(state, "void *"), out)))
        return int(out[0]), int(out[1])

    @cached_property
    def tensor_layout(self) -> TensorLayout:
        """The meaning of each number of an observation tensor."""
        return TensorLayout(self.layout.symbols, self.players)

    def tensor(self, state: Flat, player: int) -> NDArray[np.integer[Any]]:
        """Return the observation of *state* by *player*, in the form of `tensor_layout`."""
        import numpy as np

        out = np.empty(self.tensor_layout.size, f"int{self.tensor_layout.bits}")
        self._check(self.library.lib.lt_tensor(self.pointer(state, "void *"), player, self.pointer(out, "void *")))
        return out

    def result(self, state: Flat | memoryview) -> tuple[tuple[int, ...], tuple[int, ...], tuple[float, ...]]:
        """Return winners, scores and returns of a game that is over."""
        ffi = self.library.ffi
        winners, scores = ffi.new("int32_t[]", self.players), ffi.new("int64_t[]", self.players)
        returns = ffi.new("double[]", self.players)
        at = self.pointer(state, "void *")
        self._check(self.call(partial(self.library.lib.lt_result, at, winners, scores, returns)))
        return tuple(seat for seat, won in enumerate(winners) if won), tuple(scores), tuple(returns)

    def _check(self, code: int) -> None:
        if code:
            raise fault(code)


def checked_game(game: Any) -> NativeGame:
    """Return *game*, which must be a compiled game; raise `PlayError` otherwise."""
    return of_kind("game", game, NativeGame, "write a compiled one, as `compile_game(game.game_def, 2)` gives it")


def listing_fault(count: int) -> int:
    """Return the fault encoded by a count of decisions, or 0."""
    return -count if count < 0 else FAULTS.index("many-decisions") if count > MOST_DECISIONS else 0


def fault(code: int) -> Exception:
    """Return the error for a number from C."""
    name = FAULTS[code].removeprefix("trigger-")  # C distinguishes the two, since only one of them is a filter
    if name in FAULT_TEXTS:
        return PlayError("document-fault", FAULT_TEXTS[name], fault=name)
    if name == "illegal":
        return PlayError("illegal-decision", "this decision is not legal now")
    if name == "game-over":
        return PlayError("game-over", "the game is over")
    if name == "many-decisions":
        return PlayError("too-many-decisions", "a position has more legal decisions than the limit allows")
    if name == "untold":
        return PlayError("untold", "machine code cannot fix the results of chance; the reference kernel can")
    if name == "no-memory":
        return ToolError("no-memory", "there is not enough memory for the states and decisions of this game")
    return AssertionError(f"the native kernel met `{name}`; please report it with the record of this game")
