"""Search: UCT in machine code over a compiled game, compiled once for all games.

Invariants:
    * the same state, seed and number of simulations give the same visits, on every machine and in portions of any size;
    * C runs without the GIL and never reads a clock: a caller with a deadline simulates in portions, and tells a
      long simulation when the time is up.

This module does not know what is hidden, nor what the decision is used for.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import TYPE_CHECKING, Any

from msgspec import Struct

from ludotome.chance import c_header, logarithms_header
from ludotome.files import package_text
from ludotome.gamedef import Decision, best_return
from ludotome.native.run.codec_decisions import decode_decision
from ludotome.native.run.crew import run_crew
from ludotome.native.run.library import NativeGame, fault
from ludotome.toolchain import Library, ToolError, build

if TYPE_CHECKING:
    from ludotome.native.run.library import Flat

# Sums and products are rounded separately, as in Python; `sqrt` is one instruction. The search is compiled once
# for all games, so compile time hardly matters.
FLAGS = ("-O3", "-ffp-contract=off", "-fno-math-errno", "-lm")
MEMORY = 512 * 2**20
"""Default memory limit of a tree, in bytes; a tree that reaches it stops growing."""
LONGEST_LINE = 64
QUICK_PLIES = 10_000  # random games up to this length end quickly
_HEADERS = ("apart.h", "searching.h", "search.h", "worlds.h", "contest.h")
_OF_WORLDS = ("run_veil", "run_world", "run_known", "run_places")


class Tree(Struct, frozen=True):
    """The result of a search, by decision of its root, in definition order.

    `visits` and `totals` (the sum of returns of the deciding player), `values` (the mean, exact if `proven`), whether a
    decision is `faulty` because of a document fault; `line` is the expected line of play, best decision first, and
    `outcome` the proven returns of all players, if any.
    """

    visits: tuple[int, ...]
    totals: tuple[float, ...]
    values: tuple[float, ...]
    proven: tuple[bool, ...]
    faulty: tuple[bool, ...]
    line: tuple[Decision, ...]
    outcome: tuple[float, ...] | None


class Search:
    """A search tree from one state; for one thread at a time."""

    def __init__(
        self, game: NativeGame, state: Flat, seed: int, *, seat: int | None = None, memory: int = MEMORY
    ) -> None:
        """Search *state* itself, or worlds drawn for a *seat* with incomplete information."""
        self._game, self._library, self._in_worlds = game, search_library(), seat is not None
        ffi, lib = self._library.ffi, self._library.lib
        rules, root = rules_of(game, ffi), ffi.cast("void *", state.ctypes.data)
        if seat is None:
            best = best_return(game.game_def, game.players)
            made = lib.lt_search_new(rules, root, state.nbytes, seed, memory, 1, best)
        else:
            made = lib.lt_search_worlds(rules, root, state.nbytes, seed, memory, secrets_of(game, ffi), seat)
        if not made:
            raise ToolError("no-memory", "there is not enough memory for a search")
        self._made = ffi.gc(made, lib.lt_search_free)
        self._never = ffi.new("int32_t *", 0)
        self._is_long = game.code.halts or game.game_def.metadata.max_plies > QUICK_PLIES

    def run(self, simulations: int, is_late: Callable[[], bool] | None = None) -> int:
        """Run more simulations; return how many ran, fewer once everything is proven or *is_late* returns true.

        *is_late* is called, and interrupts are noticed before the end, only if a single simulation may take long.
        """
        if not self._is_long:
            done = int(self._library.lib.lt_search_run(self._made, simulations, self._never))
        else:
            done = self._run_long(simulations, is_late or (lambda: False))
        if done < 0:
            raise fault(self._library.lib.lt_search_fault(self._made))
        return done

    def _run_long(self, simulations: int, is_late: Callable[[], bool]) -> int:
        flag = self._library.ffi.new("int32_t *", 0)
        found: list[int] = []

        def stop() -> None:
            flag[0] = 1

        def look() -> None:
            if is_late():
                stop()

        run = self._library.lib.lt_search_run
        run_crew(lambda: found.append(int(run(self._made, simulations, flag))), 1, stop, look)
        return found[0]

    @property
    def nodes(self) -> int:
        """The number of decisions in the tree."""
        return int(self._library.lib.lt_search_nodes(self._made, self._library.ffi.new("int64_t *")))

    def tree(self) -> Tree:
        """Return the results so far; there must have been at least one simulation."""
        return self._tree_of_worlds() if self._in_worlds else self._tree_of_positions()

    def _tree_of_worlds(self) -> Tree:
        ffi, lib = self._library.ffi, self._library.lib
        null, count = ffi.NULL, 0
        visits, totals, values, faulty = null, null, null, null
        for _ in range(2):  # the first call only counts
            found = int(lib.lt_worlds_read(self._made, count, visits, totals, values, faulty))
            if found < 0:
                raise fault(-found)
            if found != count:
                count = found
                visits, totals = ffi.new("int64_t[]", count), ffi.new("double[]", count)
                values, faulty = ffi.new("double[]", count), ffi.new("int32_t[]", count)
        wrong = tuple(number != 0 for number in faulty)
        return Tree(tuple(visits), tuple(totals), tuple(values), (False,) * count, wrong, self._line(), None)

    def _tree_of_positions(self) -> Tree:
        ffi, lib, players = self._library.ffi, self._library.lib, self._game.players
        count = lib.lt_search_count(self._made)
        visits, proven = ffi.new("int64_t[]", count), ffi.new("int32_t[]", count)
        totals, values = ffi.new("double[]", count), ffi.new("double[]", count)
        returns = ffi.new("double[]", players)
        certain = lib.lt_search_read(self._made, visits, totals, values, proven, returns)
        return Tree(
            tuple(visits),
            tuple(totals),
            tuple(values),
            tuple(number > 0 for number in proven),
            tuple(number < 0 for number in proven),
            self._line(),
            tuple(returns) if certain else None,
        )

    def _line(self) -> tuple[Decision, ...]:
        game, width = self._game, self._game.width
        rows = self._library.ffi.new("int32_t[]", LONGEST_LINE * width)
        lib = self._library.lib
        line = lib.lt_worlds_line if self._in_worlds else lib.lt_search_line
        length = line(self._made, rows, LONGEST_LINE)
        numbers = list(rows)
        return tuple(decode_decision(game, numbers[at * width : (at + 1) * width]) for at in range(length))


def rules_of(game: NativeGame, ffi: Any) -> Any:
    """Return the rules of *game* for search.h; its library stays loaded as long as the game is referenced."""
    own = game.library
    rules = ffi.new("lt_rules *")
    rules.players, rules.width = game.players, game.width
    rules.outcome_at = game.layout.field["outcome"].entry
    rules.decides_at = game.layout.field[game.layout.decides].entry
    for name, field in ffi.typeof("lt_rules").fields:
        if name.startswith("run_") and (game.secrets is not None or name not in _OF_WORLDS):
            address = own.ffi.cast("uintptr_t", getattr(own.lib, f"lt_{name}"))
            setattr(rules, name, ffi.cast(field.type, int(address)))
    return rules


def secrets_of(game: NativeGame, ffi: Any) -> Any:
    """Return the address of the secrets tables of *game*; NULL if it has none."""
    if game.secrets is None:
        return ffi.NULL
    return ffi.cast("void *", int(game.library.ffi.cast("uintptr_t", game.secrets.pointer)))


@cache
def search_library() -> Library:
    """Return the search, compiled for all games."""
    return build(search_source(), name="search", flags=FLAGS, cdef=_text("searching.h").replace("LT_API ", ""))


def search_source() -> str:
    """Return the C of the search, to be compiled alone."""
    return "".join([c_header(), logarithms_header(), *map(_text, _HEADERS)])


def _text(name: str) -> str:
    return package_text("native", "c", name)
