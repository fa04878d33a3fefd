"""Search: find the best decision for the player to move by simulated games.

A state of the native kernel is searched in machine code, one of the reference kernel in plain Python (`uct`); both run
the same simulations.

Invariants:
    * the result depends only on what the seat may see, the simulations, the seed and the number of threads; with a time
      limit also on the machine (`timed` is then set);
    * an interrupt is noticed after a batch of simulations, within some hundredths of a second.

This module does not know how a tree is built.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Hashable
from typing import TYPE_CHECKING, Any, Protocol

from msgspec import Struct

from ludotome.chance import mix
from ludotome.gamedef import Decision, PlayError, best_return, checked_seed, positive, whole_number
from ludotome.play.known_decisions import KnownDecisions
from ludotome.play.uct import Node, Uct, answer
from ludotome.toolchain import ToolError

if TYPE_CHECKING:
    from ludotome.native import Tree
    from ludotome.play.state import State

SIMULATIONS = 1000  # default, without a number or a time
MOST_SIMULATIONS = 10**9
MOST_MILLISECONDS = 86_400_000
MOST_THREADS = 256
MEMORY = 512 * 2**20
LONGEST_LINE = 64
_PORTION = 0.01  # seconds between checks of the clock and for an interrupt


class SearchResult(Struct, frozen=True):
    """The result of a search.

    `visits` and `values` are by legal decision, in the order of `legal_actions()`: the number of simulations that took
    it, and their mean return for the player to move (0 if never taken). `line` is the expected sequence of decisions,
    starting with `decision`. `proven` is the return of that player with perfect play, if it is certain. `timed` is set
    if a time limit ended the search, so that another run may give another result.
    """

    decision: Decision
    visits: tuple[int, ...]
    values: tuple[float, ...]
    line: tuple[Decision, ...]
    simulations: int
    proven: float | None = None
    timed: bool = False

    @property
    def value(self) -> float:
        """The value of `decision` for the player to move."""
        if self.proven is not None:
            return self.proven
        return max(zip(self.visits, self.values, strict=True), default=(0, 0.0))[1]


class _Search(Protocol):
    def run(self, simulations: int, is_late: Callable[[], bool] | None = None, /) -> int: ...


def search(
    state: State,
    simulations: int | None,
    milliseconds: float | None,
    seed: int,
    threads: int,
    memory: int,
) -> SearchResult:
    """Return the result of a search from *state*; see `State.search`."""
    budget = _Budget.of(simulations, milliseconds)
    seed = checked_seed(seed)
    threads = whole_number("threads", threads, 1, MOST_THREADS, f"write how many threads, from 1 to {MOST_THREADS}")
    memory = whole_number("memory", memory, 2**20, 2**48, "write how many bytes a tree may take, from 1048576")
    _check_asked(state)
    shares = [share for share in _shares(budget.simulations, threads) if share]
    seeds = [mix(seed, thread) for thread in range(len(shares))]
    searches = [_new_search(state, one, memory // len(shares)) for one in seeds]
    until = budget.until  # after compiling
    try:
        done = _run_all(searches, shares, until)
    except PlayError as error:
        if error.code != "untold":
            raise
        searches = [new_uct(state, one) for one in seeds]
        done = _run_all(searches, shares, until)
    if not any(done):
        raise ToolError("time-limit", "not one simulated game came to its end in time; give the search more time")
    trees = [_tree(state, one) for one in searches]
    cut = [made < share and tree.outcome is None for made, share, tree in zip(done, shares, trees, strict=True)]
    return _result(state, trees, sum(done), timed=any(cut))


class _Budget(Struct, frozen=True):
    simulations: int
    milliseconds: float | None

    @property
    def until(self) -> float | None:
        """The time by `time.perf_counter` at which a search that starts now must end."""
        return None if self.milliseconds is None else time.perf_counter() + self.milliseconds / 1000

    @classmethod
    def of(cls, simulations: int | None, milliseconds: float | None) -> _Budget:
        if simulations is None:
            simulations = SIMULATIONS if milliseconds is None else MOST_SIMULATIONS
        instead = f"write how many games to simulate, from 1 to {MOST_SIMULATIONS}"
        simulations = whole_number("simulations", simulations, 1, MOST_SIMULATIONS, instead)
        if milliseconds is None:
            return cls(simulations, None)
        instead = f"write how long to search, as 200, up to {MOST_MILLISECONDS}"
        return cls(simulations, positive("milliseconds", milliseconds, MOST_MILLISECONDS, instead))


def _check_asked(state: State) -> None:
    ended = state.outcome()
    if ended is not None:
        raise PlayError("game-over", f"the game is over ({ended.type}); there is nothing to search")
    if state.is_chance_node():
        raise PlayError("chance-decides", "chance decides here, not a player; apply one of `chance_outcomes()` first")


def _shares(simulations: int, threads: int) -> list[int]:
    return [(simulations + thread) // threads for thread in range(threads)][::-1]


# ── running ────────────────────────────────────────────────────────────────────────────────────────────────────────


def _run_all(searches: list[Any], shares: list[int], until: float | None) -> list[int]:
    """Run each search with its share, none beyond *until*; return the number of simulations of each."""
    done = [0] * len(searches)
    if len(searches) == 1 or isinstance(searches[0], Uct):
        for place, one in enumerate(searches):
            done[place] = _run(one, shares[place], until)
        return done
    from ludotome.native import run_crew

    waiting, halted = list(range(len(searches))), list[bool]()

    def work() -> None:
        while waiting:
            place = waiting.pop()
            done[place] = _run(searches[place], shares[place], until, halted)

    run_crew(work, len(searches), lambda: halted.append(True), lambda: None)
    return done


def _run(search: _Search, simulations: int, until: float | None, halted: list[bool] | tuple[()] = ()) -> int:
    """Simulate in batches, so that interrupts and deadlines are noticed in time."""
    done, portion, before = 0, 1, time.perf_counter()

    def is_late() -> bool:
        return bool(halted) or (until is not None and time.perf_counter() >= until)

    while done < simulations and not halted:
        wanted = min(portion, simulations - done)
        made = search.run(wanted, is_late)
        done += made
        now = time.perf_counter()
        if made < wanted or (until is not None and now >= until):
            break
        aim = _PORTION if until is None else min(_PORTION, (until - now) / 2)
        portion = max(1, min(8 * portion, int(portion * aim / max(now - before, 1e-9))))
        before = now
    return done


# ── one tree, on either kernel ─────────────────────────────────────────────────────────────────────────────────────


def _new_search(state: State, seed: int, memory: int) -> Any:
    made = state.backend_search(seed, memory)
    return made if made is not None else new_uct(state, seed)


def new_uct(state: State, seed: int) -> Uct:
    """Return a tree in plain Python, which steps on the kernel of *state*."""
    best, known = best_return(state.game.game_def, state.num_players), None
    if state.game.is_uncertain:
        known = KnownDecisions(state.game.game_def, state.current_player()).keys
    return Uct(state.world, seed, best=best, known=known)


def _tree(state: State, search: Any) -> Tree:
    """Return the result of *search*, by legal decision."""
    if not isinstance(search, Uct):
        found: Tree = search.tree()
        return found
    from ludotome.native import Tree

    nodes = _nodes(state, search)
    largest = search.largest
    return Tree(
        tuple(node.visits if node else 0 for node in nodes),
        tuple(node.total if node else 0.0 for node in nodes),
        tuple((-largest if node.is_faulty else node.mean) if node else 0.0 for node in nodes),
        tuple(node is not None and node.proof is not None for node in nodes),
        tuple(node is not None and node.is_faulty for node in nodes),
        search.line(LONGEST_LINE),
        search.root.proof,
    )


def _nodes(state: State, search: Uct) -> list[Node | None]:
    """Return the node of each legal decision; of those that the seat cannot distinguish, only one has it."""
    legal, found = state.legal_actions(), {node.key: node for node in search.root.below or ()}
    if search.known is None:
        return [found.get(decision) for decision in legal]
    keys = search.known(*state.parts, legal)
    known = KnownDecisions(state.game.game_def, state.current_player())
    alike: dict[Hashable, list[int]] = {}
    for place, key in enumerate(keys):
        alike.setdefault(key, []).append(place)
    first = {
        key: places[0]
        if len(places) == 1
        else min(places, key=lambda place: known.places(state.game_state, legal[place]))
        for key, places in alike.items()
    }
    return [found.get(key) if first[key] == place else None for place, key in enumerate(keys)]


def _result(state: State, trees: list[Tree], simulations: int, *, timed: bool) -> SearchResult:
    """Return the result of one tree, or of several: visits are added, values weighted by them."""
    legal, player = state.legal_actions(), state.current_player()
    proof = next((tree.outcome for tree in trees if tree.outcome is not None), None)
    places = range(len(legal))
    trees = [tree for tree in trees if tree.visits] or trees
    visits = [sum(tree.visits[place] for tree in trees) for place in places]
    proven = [any(tree.proven[place] for tree in trees) for place in places]
    faulty = [any(tree.faulty[place] for tree in trees) for place in places]
    values = [_value(trees, place) for place in places]
    decision = legal[answer(visits, values, proven, faulty)]
    lines = [tree.line for tree in trees if tree.line and tree.line[0] == decision]
    return SearchResult(
        decision,
        tuple(visits),
        tuple(values),
        max(lines, key=len, default=(decision,)),
        simulations,
        None if proof is None else proof[player],
        timed,
    )


def _value(trees: list[Tree], place: int) -> float:
    for tree in trees:
        if len(trees) == 1 or tree.proven[place] or tree.faulty[place]:
            return tree.values[place]
    visits = sum(tree.visits[place] for tree in trees)
    return sum(tree.totals[place] for tree in trees) / visits if visits else 0.0
