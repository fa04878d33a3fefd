"""Sandboxed: a game with the functions of `NativeGame` on the same arrays, computed by its WebAssembly module.

No machine code generated from the document is loaded into this process. A state is the flat state of the layout plus
the module's own data, so it cannot be mixed with the states of a library; as data (`codec`) both are the same.

Invariants:
    * the module gives the same numbers as the library;
    * a call that traps, takes too long or needs too much memory raises `ToolError` and changes no state: states are
      outside the module.

This module does not know how modules are limited (`toolchain.Sandbox`), nor players.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cached_property
from typing import TYPE_CHECKING, Any, cast

from ludotome.gamedef import CHOICES, Chance, GameDef, best_return, checked, checked_seed
from ludotome.native.codes import FAULTS
from ludotome.native.run.codec_decisions import decode_decision
from ludotome.native.run.library import FIRST_ROOM, NativeGame, fault, listing_fault
from ludotome.native.run.module import compile_module
from ludotome.native.run.notation import NotationWriter, Written
from ludotome.native.run.search import LONGEST_LINE, Tree
from ludotome.toolchain import SANDBOX_MEMORY, SANDBOX_SECONDS, Sandbox, ToolError

if TYPE_CHECKING:
    from ludotome.native.run.library import Flat

_NO_WORLDS = (FAULTS.index("no-world"), FAULTS.index("untold"))


class _NoLibrary:
    """Replaces the library of a game; anything that needs machine code in this process raises an error."""

    def __getattr__(self, name: str) -> Any:
        raise ToolError("not-sandboxed", "this is not offered in the sandbox; use another backend")


def sandbox_game(
    game_def: GameDef,
    players: int,
    chance: Chance = "sampled",
    *,
    memory: int = SANDBOX_MEMORY,
    seconds: float = SANDBOX_SECONDS,
) -> SandboxedGame:
    """Return *game_def* for *players* in a sandbox with limits on *memory* (bytes) and *seconds* per call."""
    made, wasm = compile_module(game_def, players, chance)
    sandbox = Sandbox(wasm, name=game_def.metadata.id, memory=memory, seconds=seconds)
    return SandboxedGame(game_def, players, made.code, cast("Any", _NoLibrary()), sandbox, made.worlds, memory)


class SandboxedGame(NativeGame, frozen=True, dict=True, weakref=True):
    """A compiled game for one number of players, in a sandbox."""

    sandbox: Sandbox
    has_worlds: bool
    memory: int

    def __repr__(self) -> str:
        return f"<SandboxedGame {self.in_words}>"

    @cached_property
    def most_decisions(self) -> int:
        """The size of a list that has room for all legal decisions."""
        return max(int(self.sandbox.call("lt_most_decisions")), FIRST_ROOM)

    @cached_property
    def state_bytes(self) -> int:
        """The bytes of a state, including indexes; a multiple of 8."""
        return int(self.sandbox.call("lt_state_bytes"))

    @cached_property
    def key_bytes(self) -> int:
        """The additional bytes for each recorded position; a multiple of 8."""
        return int(self.sandbox.call("lt_key_bytes"))

    # ── memory of the module ───────────────────────────────────────────────────────────────────────────────────────

    @property
    def _never(self) -> int:
        """The address of a stop flag that is never set; the deadline of the sandbox stops calls."""
        return self.sandbox.zeros("never", 8)

    def _put(self, name: str, array: Flat | memoryview) -> int:
        """Return the address of a copy of *array*, with room for one more recorded position."""
        data = array.tobytes()
        at = self.sandbox.room(name, len(data) + self.key_bytes)
        self.sandbox.write(at, data)
        return at

    def _array(self, at: int, count: int, kind: str) -> Any:
        """Return numbers of the module's memory as a new array."""
        import numpy as np

        dtype = np.dtype(kind)
        return np.frombuffer(self.sandbox.read(at, count * dtype.itemsize), dtype=dtype).copy()

    def _state(self, at: int, records: int) -> Flat:
        """Return the state at an address, with room for *records* recorded positions."""
        array: Flat = self._array(at, (self.state_bytes + records * self.key_bytes) // 8, "int64").view("int32")
        return array

    # ── as in the library ──────────────────────────────────────────────────────────────────────────────────────────

    def rebuild(self, state: Flat) -> Flat:
        """Return *state* itself, with indexes recomputed after its flat state was written."""
        with self.sandbox.alone():
            at = self._put("state", state)
            self.sandbox.call("lt_rebuild", at)
            state[:] = self._array(at, len(state), "int32")
        return state

    def new_blank(self, records: int = 1) -> Flat:
        """Return a state before setup with room for *records*."""
        state = self.blank(records)
        with self.sandbox.alone():
            at = self._put("state", state)
            self.sandbox.call("lt_blank", at)
            state[:] = self._array(at, len(state), "int32")
        return state

    def new_state(self, seed: int) -> Flat:
        """Return the state at the first decision of a game with *seed*."""
        with self.sandbox.alone():
            at = self._put("state", self.blank())
            self._check(self.sandbox.call("lt_new", at, _signed(checked_seed(seed)), self._never))
            return self._state(at, 1)

    def set_up(self, state: Flat) -> Flat:
        """Return the state at the first decision of a game that starts from *state* before setup."""
        records = self.records(state) + 1
        with self.sandbox.alone():
            at = self._put("state", state)
            self._check(self.sandbox.call("lt_setup", at, self._never))
            return self._state(at, records)

    def legal(self, state: Flat) -> Flat:
        """Return the legal decisions in definition order, one per row."""
        room = self.most_decisions + 1
        with self.sandbox.alone():
            while True:
                at, to = self._put("state", state), self.sandbox.room("rows", 4 * room * self.width)
                count = int(self.sandbox.call("lt_legal", at, to, room, 0, self._never))
                self._check(listing_fault(count))
                if count <= room:
                    rows: Flat = self._array(to, count * self.width, "int32").reshape(count, self.width)
                    return rows
                room = count

    def apply(self, state: Flat, decision: Flat) -> Flat:
        """Return the state after a legal *decision*; raise `PlayError` if it cannot be applied."""
        records = self.records(state) + 1
        with self.sandbox.alone():
            at, row = self._put("state", state), self._put("decision", decision)
            to = self.sandbox.room("after", self.state_bytes + records * self.key_bytes)
            self._check(self.sandbox.call("lt_apply", at, row, to, self._never))
            return self._state(to, records)

    def shown(self, state: Flat) -> Flat:
        """Return the state to show: *state*, or the state at the moment of its pending choice."""
        records = self.records(state) + 1
        with self.sandbox.alone():
            at = self._put("state", state)
            to = self.sandbox.room("after", self.state_bytes + records * self.key_bytes)
            self.sandbox.call("lt_shown", at, to)
            return self._state(to, records)

    def playout(self, state: Flat, player_seed: int) -> tuple[float, ...]:
        """Return the returns by seat after random players with *player_seed* have played *state* to the end."""
        with self.sandbox.alone():
            at, to = self._put("state", state), self.sandbox.room("out", 8 * self.players)
            self._check(self.sandbox.call("lt_playout", at, _signed(player_seed), to, self._never))
            return tuple(self._array(to, self.players, "float64").tolist())

    def trace(self, seed: int, player_seed: int, most: int = 10_000) -> tuple[int, ...]:
        """Return the state hashes of a random game of *seed*, one for the first state and one after each decision."""
        with self.sandbox.alone():
            to = self.sandbox.room("out", 8 * max(most, 1))
            count = int(self.sandbox.call("lt_trace", _signed(seed), _signed(player_seed), to, most, self._never))
            return tuple(self._array(to, count, "uint64").tolist())

    def hashes(self, state: Flat) -> tuple[int, int]:
        """Return the position hash and the state hash."""
        with self.sandbox.alone():
            at, to = self._put("state", state), self.sandbox.room("out", 16)
            self._check(self.sandbox.call("lt_hashes", at, to, self._never))
            position, whole = self._array(to, 2, "uint64").tolist()
            return position, whole

    def result(self, state: Flat | memoryview) -> tuple[tuple[int, ...], tuple[int, ...], tuple[float, ...]]:
        """Return winners, scores and returns of a game that is over."""
        count = self.players
        with self.sandbox.alone():
            at, winners = self._put("state", state), self.sandbox.room("winners", 4 * count)
            scores, returns = self.sandbox.room("scores", 8 * count), self.sandbox.room("out", 8 * count)
            self._check(self.sandbox.call("lt_result", at, winners, scores, returns, self._never))
            won = self._array(winners, count, "int32").tolist()
            seats = tuple(seat for seat in range(count) if won[seat])
            found = self._array(scores, count, "int64").tolist(), self._array(returns, count, "float64").tolist()
            return seats, tuple(found[0]), tuple(found[1])

    @cached_property
    def notation_width(self) -> int:
        """The number of values in the template of a decision."""
        return int(self.sandbox.call("lt_notation_width"))

    def notation(self, state: Flat, rows: Flat, *, remarks: bool) -> list[int]:
        """Return the values of the template of each of these decisions, one after the other."""
        many = self.notation_width * len(rows)
        with self.sandbox.alone():
            at, to, out = self._put("state", state), self._put("rows", rows), self.sandbox.room("out", 8 * many)
            self._check(self.sandbox.call("lt_notation", at, to, len(rows), int(remarks), out, self._never))
            numbers: list[int] = self._array(out, many, "int64").tolist()
            return numbers

    def world(self, state: Flat, seat: int, seed: int) -> Flat | None:
        """Return a random state that looks like *state* to *seat*, drawn by *seed*; None if none is drawn."""
        if not self.has_worlds:
            return None
        records = self.records(state) + 1
        with self.sandbox.alone():
            at = self._put("state", state)
            to = self.sandbox.room("after", self.state_bytes + records * self.key_bytes)
            code = self.sandbox.call("lt_module_world", at, seat, _signed(seed), to, self._never)
            if code in _NO_WORLDS:
                return None
            self._check(code)
            return self._state(to, records)


class SandboxedWriter(NotationWriter):
    """Writes the legal decisions of the states of a game in a sandbox."""

    def __init__(self, game: SandboxedGame) -> None:
        known = checked(game.game_def)
        self._game, self._notations, self._spelling = game, known.notations, known.spelling
        self._actions, self._width, self._sandboxed = len(game.game_def.actions), game.notation_width, game

    def numbers(self, state: Flat, rows: Flat) -> list[int]:
        """Return the numbers that the notation of the legal decisions needs, one after the other; none for answers."""
        return [] if rows[0][0] >= self._actions else self._sandboxed.notation(state, rows, remarks=True)

    def texts_of(self, rows: Flat, numbers: list[int], names: Mapping[int, str] | None = None) -> tuple[str, ...]:
        """Return the text of each legal decision, given their *rows* and their `numbers`, as `texts` does."""
        return self._texts(self._written(rows.ravel().tolist(), lambda: numbers, names))

    def writes_tokens(self, rows: Flat) -> bool:
        """Whether the texts of these decisions depend on the names of tokens."""
        return bool(rows[0][0] >= self._actions) or self._notations.names_tokens

    def written(self, state: bytes, names: Mapping[int, str] | None = None, *, remarks: bool = False) -> list[Written]:
        """Return the forms of each legal decision, with the *remarks* that hold if requested."""
        game, flat = self._sandboxed, _flat(state)
        rows = game.legal(flat)
        return self._written(rows.ravel().tolist(), lambda: game.notation(flat, rows, remarks=remarks), names)

    def asked(self, state: bytes) -> tuple[str, tuple[int, ...]]:
        """Return the kind of a pending choice and its options as plain numbers."""
        rows = self._sandboxed.legal(_flat(state)).tolist()
        return (*CHOICES, "int")[rows[0][0] - self._actions], tuple(row[1] for row in rows)


class SandboxedSearch:
    """A search tree from one state in a sandbox, like `Search` in machine code."""

    def __init__(self, game: SandboxedGame, state: Flat, seed: int, *, seat: int | None, memory: int) -> None:
        """Search *state* itself, or worlds drawn for a *seat* with incomplete information."""
        self._game, self._box, self._in_worlds = game, game.sandbox, seat is not None
        best = best_return(game.game_def, game.players)
        memory = min(memory, game.memory // 2)
        with self._box.alone():
            at = game._put("state", state)
            self._at = self._box.call(
                "lt_module_search", at, state.nbytes, _signed(seed), memory, best, -1 if seat is None else seat
            )
            self._start = self._box.starts
        if not self._at:
            raise ToolError("no-memory", "there is not enough memory in the sandbox for a search")

    def __del__(self) -> None:
        if getattr(self, "_at", 0) and self._box.starts == self._start:
            self._box.call("lt_search_free", self._at)

    def run(self, simulations: int, is_late: Callable[[], bool] | None = None) -> int:
        """Run more simulations; return how many ran, fewer once everything is proven. The deadline is per call."""
        del is_late  # the sandbox has its own deadline
        done = int(self._call("lt_search_run", simulations, self._game._never))
        if done < 0:
            raise fault(self._call("lt_search_fault"))
        return done

    def tree(self) -> Tree:
        """Return the results so far; there must have been at least one simulation."""
        with self._box.alone():
            return self._tree_of_worlds() if self._in_worlds else self._tree_of_positions()

    def _call(self, function: str, *arguments: float) -> Any:
        if self._box.starts != self._start:
            raise ToolError("sandbox-trap", "the search was lost when the sandbox stopped a call; begin another one")
        return self._box.call(function, self._at, *arguments)

    def _counted(self, function: str, *arguments: float) -> int:
        """Return the number returned by a function; raise the fault if it is negative."""
        count = int(self._call(function, *arguments))
        if count < 0:
            raise fault(-count)
        return count

    def _rooms(self, count: int) -> tuple[int, int, int, int]:
        room = self._box.room
        return room("visits", 8 * count), room("totals", 8 * count), room("values", 8 * count), room("flags", 4 * count)

    def _tree_of_positions(self) -> Tree:
        game, count = self._game, int(self._call("lt_search_count"))
        visits, totals, values, proven = self._rooms(count)
        returns = self._box.room("out", 8 * game.players)
        certain = self._call("lt_search_read", visits, totals, values, proven, returns)
        proofs = game._array(proven, count, "int32").tolist()
        return Tree(
            tuple(game._array(visits, count, "int64").tolist()),
            tuple(game._array(totals, count, "float64").tolist()),
            tuple(game._array(values, count, "float64").tolist()),
            tuple(proof > 0 for proof in proofs),
            tuple(proof < 0 for proof in proofs),
            self._line("lt_search_line"),
            tuple(game._array(returns, game.players, "float64").tolist()) if certain else None,
        )

    def _tree_of_worlds(self) -> Tree:
        game = self._game
        count = self._counted("lt_worlds_read", 0, 0, 0, 0, 0)
        visits, totals, values, faulty = self._rooms(count)
        count = self._counted("lt_worlds_read", count, visits, totals, values, faulty)
        return Tree(
            tuple(game._array(visits, count, "int64").tolist()),
            tuple(game._array(totals, count, "float64").tolist()),
            tuple(game._array(values, count, "float64").tolist()),
            (False,) * count,
            tuple(one != 0 for one in game._array(faulty, count, "int32").tolist()),
            self._line("lt_worlds_line"),
            None,
        )

    def _line(self, function: str) -> tuple[Any, ...]:
        game, width = self._game, self._game.width
        rows = self._box.room("rows", 4 * LONGEST_LINE * width)
        length = int(self._call(function, rows, LONGEST_LINE))
        numbers = game._array(rows, length * width, "int32").tolist()
        return tuple(decode_decision(game, numbers[at * width : (at + 1) * width]) for at in range(length))


def _flat(state: bytes) -> Flat:
    """Return the bytes of a state as an array."""
    import numpy as np

    return np.frombuffer(state, dtype=np.int64).view(np.int32)


def _signed(number: int) -> int:
    """Return 64 bits as a signed number, as calls of a module require."""
    return number - 2**64 if number >= 2**63 else number
