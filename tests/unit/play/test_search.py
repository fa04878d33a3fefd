"""Searches: results, refused arguments, and when they stop."""

from __future__ import annotations

import signal
import time
from collections.abc import Callable
from threading import Timer
from typing import Any

import pytest

import ludotome as lt
from ludotome.chance import mix
from ludotome.gamedef import PlayError
from ludotome.native import Search
from ludotome.play import State


def played(name: str, *moves: str, backend: Any = "auto") -> State:
    state = lt.load(name).new_initial_state(seed=1, backend=backend)
    for move in moves:
        state.apply_action(move)
    return state


@pytest.mark.parametrize("backend", ["native", "reference"])
def test_a_win_in_one_is_found_and_proven(backend: str):
    state = played("tic-tac-toe", "a1", "b1", "a2", "b2", backend=backend)
    found = state.search(200)
    assert (found.proven, found.value) == (1.0, 1.0)
    assert found.simulations < 200, "a proven root ends the search"
    state.apply_action(found.decision)
    assert state.returns() == (1.0, -1.0)
    assert found.line == (found.decision,)


def test_a_loss_is_proven_and_still_answered():
    """X threatens two lines at once: every move of O loses."""
    state = played("tic-tac-toe", "a1", "b1", "a3", "a2", "c3")
    found = state.search(2000)
    assert found.proven == -1.0
    assert found.decision in state.legal_actions()


def test_the_result_is_by_legal_decision():
    state = played("connect-four", "3", "3")
    found = state.search(500, seed=4)
    assert len(found.visits) == len(found.values) == len(state.legal_actions()) == 7
    assert sum(found.visits) == found.simulations == 500
    assert state.legal_actions()[found.visits.index(max(found.visits))] == found.decision
    assert all(-1 <= value <= 1 for value in found.values)
    assert not found.timed


def test_the_line_is_legal_and_begins_with_the_decision():
    state = played("breakthrough")
    found = state.search(3000)
    assert found.line[0] == found.decision
    assert len(found.line) > 1
    for decision in found.line:
        state.apply_action(decision)


def test_a_search_leaves_the_state_alone_and_is_the_same_again():
    state = played("othello")
    before = state.to_json()
    found = state.search(300, seed=8)
    assert state.to_json() == before
    assert state.search(300, seed=8) == found
    assert state.search(300, seed=9) != found


def test_a_thousand_simulations_by_default():
    assert played("connect-four").search().simulations == 1000


def test_portions_do_not_matter():
    """Small and large portions make up the same search."""
    state = played("hex")
    backend: Any = state._backend

    def tree(*portions: int) -> Any:
        search = Search(backend.game, backend._array(state._position), 7)
        assert [search.run(portion) for portion in portions] == list(portions)
        return search.tree()

    assert tree(600) == tree(1, 2, 97, 500)


@pytest.mark.parametrize("chance", ["sampled", "explicit"])
@pytest.mark.parametrize("name", ["leduc-poker", "pig"])
def test_worlds_are_searched_on_threads_in_portions_and_with_little_memory(name: str, chance: Any):
    """As with full information: threads add up, portions do not matter, a full tree is still searched."""
    state = lt.load(name).new_initial_state(seed=1, backend="native", chance=chance)
    while state.is_chance_node():
        state.apply_action(state.legal_actions()[0])
    found = state.search(900, seed=5, threads=3)
    assert found == state.search(900, seed=5, threads=3)
    assert sum(found.visits) == found.simulations == 900
    assert found.proven is None
    backend: Any = state._backend

    def tree(memory: int, *portions: int) -> Any:
        position = backend._array(state._position)
        search = Search(backend.game, position, 7, seat=state.current_player(), memory=memory)
        assert [search.run(portion) for portion in portions] == list(portions)
        return search.nodes, search.tree()

    assert tree(2**26, 600) == tree(2**26, 1, 2, 97, 500)
    (few, small), (many, large) = tree(4096, 3000), tree(2**26, 3000)
    assert few < 60
    assert few < many
    assert sum(small.visits) == sum(large.visits) == 3000


def test_the_time_to_compile_is_not_taken_from_a_time_limit(monkeypatch: pytest.MonkeyPatch):
    """Everything needed for the first simulation is made before the clock starts."""
    state = played("breakthrough")
    made = state.backend_search

    def slow(*arguments: Any) -> Any:
        time.sleep(0.2)  # longer than the limit below: if it counted, no time would be left to search
        return made(*arguments)

    monkeypatch.setattr(State, "backend_search", lambda _, *arguments: slow(*arguments))
    assert state.search(10, milliseconds=150).simulations == 10


def test_a_time_limit_ends_the_search_and_is_reported():
    state = played("breakthrough")
    started = time.perf_counter()
    found = state.search(milliseconds=60)
    assert found.timed
    assert found.simulations > 0
    assert time.perf_counter() - started < 5


def test_simulations_may_come_before_the_time_limit():
    found = played("breakthrough").search(50, milliseconds=60_000)
    assert (found.simulations, found.timed) == (50, False)


@pytest.mark.parametrize("threads", [2, 3])
def test_threads_grow_trees_of_their_own_and_add_them_up(threads: int):
    state = played("connect-four", "3")
    found = state.search(1000, seed=5, threads=threads)
    assert found == state.search(1000, seed=5, threads=threads)
    assert sum(found.visits) == found.simulations == 1000
    backend: Any = state._backend
    shares = [(1000 + thread) // threads for thread in range(threads)][::-1]
    trees = []
    for thread, share in enumerate(shares):
        search = Search(backend.game, backend._array(state._position), mix(5, thread))
        search.run(share)
        trees.append(search.tree())
    assert found.visits == tuple(map(sum, zip(*(tree.visits for tree in trees), strict=True)))


def test_more_threads_than_simulations_is_not_a_fault():
    assert played("tic-tac-toe").search(3, threads=8).simulations == 3


def test_the_reference_kernel_adds_trees_up_alike():
    native, reference = (played("tic-tac-toe", "b2", backend=name) for name in ("native", "reference"))
    assert native.search(60, seed=2, threads=3) == reference.search(60, seed=2, threads=3)


def test_a_tree_keeps_to_its_memory():
    """A million bytes hold some sixteen thousand decisions; the search continues without new ones."""
    state = played("hex")
    backend: Any = state._backend
    small, large = (
        Search(backend.game, backend._array(state._position), 7, memory=memory) for memory in (2**20, 2**28)
    )
    assert small.run(20_000) == large.run(20_000) == 20_000
    assert small.nodes < 2**20 / 48 < large.nodes
    assert sum(small.tree().visits) == 20_000
    assert state.search(20_000, memory=2**20).simulations == 20_000


@pytest.mark.parametrize("name", ["hex", "skirmish"])
def test_a_billion_simulations_can_be_interrupted(name: str):
    """Ctrl-C is noticed between two portions, also in worlds; no part of the search remains."""
    state = lt.load(name).new_initial_state(seed=1, backend="native")
    timer = Timer(0.3, lambda: signal.raise_signal(signal.SIGINT))
    timer.start()
    with pytest.raises(KeyboardInterrupt):
        state.search(10**9, memory=2**22)
    timer.join()
    assert state.search(10).simulations == 10


def test_a_billion_simulations_on_threads_can_be_interrupted():
    state = played("hex")
    timer = Timer(0.3, lambda: signal.raise_signal(signal.SIGINT))
    timer.start()
    with pytest.raises(KeyboardInterrupt):
        state.search(10**9, threads=2, memory=2**22)
    timer.join()


def test_a_game_that_is_over_has_nothing_to_search():
    state = played("tic-tac-toe", "a1", "b1", "a2", "b2", "a3")
    with pytest.raises(PlayError, match=r"the game is over \(win\); there is nothing to search") as caught:
        state.search(10)
    assert caught.value.code == "game-over"


def test_where_chance_decides_there_is_nothing_to_search():
    state = lt.load("kuhn-poker").new_initial_state(seed=1, chance="explicit")
    assert state.is_chance_node()
    with pytest.raises(PlayError, match="chance decides here, not a player") as caught:
        state.search(10)
    assert caught.value.code == "chance-decides"


@pytest.mark.parametrize(
    ("call", "said"),
    [
        (lambda state: state.search(0), "simulations is 0; write how many games to simulate, from 1 to 1000000000"),
        (lambda state: state.search(10**9 + 1), "simulations is 1000000001; write how many"),
        (lambda state: state.search("many"), "simulations is 'many'; write how many"),
        (lambda state: state.search(milliseconds=0), "milliseconds is 0; write how long to search, as 200"),
        (lambda state: state.search(milliseconds="1s"), "milliseconds is '1s'; write how long to search, as 200"),
        (lambda state: state.search(milliseconds=float("nan")), "milliseconds is nan; write how long to search"),
        (lambda state: state.search(5, threads=0), "threads is 0; write how many threads, from 1 to 256"),
        (lambda state: state.search(5, seed=-1), "seed `-1` is outside 0 to"),
        (lambda state: state.search(5, memory=10), "memory is 10; write how many bytes"),
    ],
)
def test_what_cannot_be_a_budget_is_refused_by_name(call: Callable[[State], object], said: str):
    with pytest.raises(PlayError, match=said) as caught:
        call(played("tic-tac-toe"))
    assert caught.value.code == "bad-argument"
