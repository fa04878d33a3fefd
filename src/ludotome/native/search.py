"""Search: UCT in machine code over a compiled game, compiled once for all games.

Invariants:
    * the same state, seed and number of simulations give the same visits, on every machine and in any portions;
    * C runs outside Python's lock and never looks at a clock: whoever has a deadline simulates in portions, and says
      when it is over to a simulation that does not end.

This module does not know what is hidden from whom, nor why a decision is wanted.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, Any

from msgspec import Struct

from ludotome.chance import c_header, logarithms_header
from ludotome.gamedef import Decision, best_return
from ludotome.native.codec import decode_decision
from ludotome.native.crew import run_crew
from ludotome.native.library import NativeGame, fault
from ludotome.toolchain import Library, ToolError, build

if TYPE_CHECKING:
    from ludotome.native.library import Flat

CDEF = """
typedef struct {
    int32_t players, width, outcome_at, decides_at;
    void *run_new, *run_free, *run_begin, *run_start, *run_state, *run_list, *run_take, *run_out, *run_worths;
    void *run_result;
} lt_rules;
typedef struct lt_search lt_search;
lt_search *lt_search_new(const lt_rules *rules, const void *root, int64_t bytes, uint64_t seed, int64_t memory,
                         int32_t solves, double best);
void lt_search_free(lt_search *search);
int64_t lt_search_run(lt_search *search, int64_t n, const int32_t *stop);
int32_t lt_search_fault(const lt_search *search);
int64_t lt_search_count(const lt_search *search);
int32_t lt_search_read(const lt_search *search, int64_t *visits, double *totals, double *values, int32_t *proven,
                       double *returns);
int64_t lt_search_line(const lt_search *search, int32_t *rows, int64_t most);
int64_t lt_search_nodes(const lt_search *search, int64_t *most);
typedef struct { int32_t kind, unused; int64_t simulations; } lt_agent;
typedef struct {
    double *returns, *offered;
    int32_t *plies, *outcomes, *conditions, *faults, *lead_changes;
    int64_t *choices, *taken, *beside;
} lt_contest_results;
typedef struct {
    const lt_agent *agents;
    uint64_t seed;
    int64_t max_plies, memory;
    int32_t rotates, deals, actions, condition_at, solves;
    double best;
} lt_contest;
int64_t lt_contest_run(const lt_rules *rules, const lt_contest *contest, int64_t first, int64_t n,
                       const lt_contest_results *to, int32_t *fault, const int32_t *stop);
"""
# A sum and a product are rounded one after the other, as Python does it; `sqrt` is one instruction. It is compiled once
# for all games, so the compiler may take its time.
FLAGS = ("-O3", "-ffp-contract=off", "-fno-math-errno", "-lm")
MEMORY = 512 * 2**20
"""How many bytes a tree may take unless somebody says otherwise; when they are used up, it grows no more."""
LONGEST_LINE = 64
QUICK_PLIES = 10_000  # random games of no more than so many are over in a moment
_ENTRIES = (
    *("run_new", "run_free", "run_begin", "run_start", "run_state", "run_list", "run_take", "run_out", "run_worths"),
    "run_result",
)


class Tree(Struct, frozen=True):
    """What a search has found, by decision of its root, in definition order.

    `visits` and `totals` (what the player to decide got in all), `values` (the mean, exact where `proven`), whether it
    is `faulty`, which a fault of the document makes it; `line` the decisions expected, the answer first, and `outcome`
    the proven returns of all players, if there are any.
    """

    visits: tuple[int, ...]
    totals: tuple[float, ...]
    values: tuple[float, ...]
    proven: tuple[bool, ...]
    faulty: tuple[bool, ...]
    line: tuple[Decision, ...]
    outcome: tuple[float, ...] | None


class Search:
    """A tree that grows from one state; used by one thread at a time."""

    def __init__(self, game: NativeGame, state: Flat, seed: int, *, solves: bool, memory: int = MEMORY) -> None:
        self._game, self._library = game, search_library()
        ffi, lib = self._library.ffi, self._library.lib
        best, root = best_return(game.game_def, game.players), ffi.cast("void *", state.ctypes.data)
        made = lib.lt_search_new(rules_of(game, ffi), root, state.nbytes, seed, memory, int(solves), best)
        if not made:
            raise ToolError("no-memory", "there is not enough memory for a search")
        self._made = ffi.gc(made, lib.lt_search_free)
        self._never = ffi.new("int32_t *", 0)
        self._is_long = game.code.halts or game.game_def.metadata.max_plies > QUICK_PLIES

    def run(self, simulations: int, is_late: Callable[[], bool] | None = None) -> int:
        """Simulate so many games more; return how many, fewer once all is proven, or *is_late* says so in between.

        Only where a single simulation may take long is anybody asked, and is an interrupt noticed before the last one.
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
        """How many decisions the tree knows."""
        return int(self._library.lib.lt_search_nodes(self._made, self._library.ffi.new("int64_t *")))

    def tree(self) -> Tree:
        """Return what was found until now; there must have been one simulation at least."""
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
        length = self._library.lib.lt_search_line(self._made, rows, LONGEST_LINE)
        numbers = list(rows)
        return tuple(decode_decision(game, numbers[at * width : (at + 1) * width]) for at in range(length))


def rules_of(game: NativeGame, ffi: Any) -> Any:
    """Return what search.h is told of *game*; its library stays loaded as long as the game is held."""
    own = game.library
    rules = ffi.new("lt_rules *")
    rules.players, rules.width = game.players, game.width
    rules.outcome_at = game.layout.field["outcome"].entry
    rules.decides_at = game.layout.field[game.layout.decides].entry
    for name in _ENTRIES:
        address = own.ffi.cast("uintptr_t", getattr(own.lib, f"lt_{name}"))
        setattr(rules, name, ffi.cast("void *", int(address)))
    return rules


@cache
def search_library() -> Library:
    """Return the search, compiled for all games."""
    folder = files("ludotome.native").joinpath("c")
    parts = [folder.joinpath(name).read_text(encoding="utf-8") for name in ("search.h", "contest.h")]
    return build("".join([c_header(), logarithms_header(), *parts]), name="search", flags=FLAGS, cdef=CDEF)
