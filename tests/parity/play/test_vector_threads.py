"""Batches on several threads: the same games, draws, masks and results as on one."""

from __future__ import annotations

import subprocess
import sys
import textwrap
from typing import Any

import numpy as np
import pytest

import ludotome as lt
from ludotome.gamedef import PlayError

# open sets, sets of steps, lists with trials, chance and hidden cards, choices
NAMES = ("tic-tac-toe", "breakthrough", "chess", "kuhn-poker", "market")


@pytest.mark.parametrize("name", NAMES)
def test_the_number_of_threads_changes_nothing(name: str) -> None:
    """One, two and three threads with seven games, which neither two nor three divide, past the ends of many games."""
    alone, *shared = (lt.load(name).vector(7, seed=3, threads=threads) for threads in (1, 2, 3))
    for step in range(90):
        if step == 30:
            alone.legal_masks()
        drawn = alone.sample(np.random.default_rng(step))
        for games in shared:
            if step == 50:
                games.legal_masks()
            assert np.array_equal(games.sample(np.random.default_rng(step)), drawn)
            assert np.array_equal(games.observations(), alone.observations())
            assert np.array_equal(games.legal_ids().ids, alone.legal_ids().ids)
        one = alone.apply(drawn)
        for games in shared:
            other = games.apply(drawn)
            assert np.array_equal(other.done, one.done)
            assert np.array_equal(other.returns, one.returns)
    for games in shared:
        assert np.array_equal(games.legal_masks(), alone.legal_masks())


def test_an_illegal_id_of_any_thread_changes_nothing() -> None:
    games = lt.load("tic-tac-toe").vector(6, threads=3)
    games.apply(np.zeros(6, int))
    before = games.observations().copy()
    with pytest.raises(PlayError, match="id 0 is not legal in game 5"):
        games.apply([1, 1, 1, 1, 1, 0])
    assert np.array_equal(games.observations(), before)


def test_more_threads_than_games_are_as_many() -> None:
    games = lt.load("tic-tac-toe").vector(2, threads=200)
    assert games.num_threads == 2
    assert not games.apply(games.sample(np.random.default_rng(1))).done.any()


@pytest.mark.parametrize(("n", "threads"), [(1, 1), (511, 1), (512, 2), (1024, 4), (4096, 6)])
def test_as_many_threads_as_processors_and_as_are_worth_waking(
    n: int, threads: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The default: one thread for every 256 games, at most the six processors of this machine."""
    monkeypatch.setattr("ludotome.play.vector.usable_processors", lambda: range(6))
    games = lt.load("tic-tac-toe").vector(n)
    assert games.num_threads == threads
    alone = lt.load("tic-tac-toe").vector(n, threads=1)
    for step in range(12):
        drawn = games.sample(np.random.default_rng(step))
        assert (drawn == alone.sample(np.random.default_rng(step))).all()
        assert (games.apply(drawn).done == alone.apply(drawn).done).all()


@pytest.mark.parametrize("threads", [0, -1, 257, True, 1.5, "2"])
def test_an_impossible_number_of_threads_is_refused(threads: Any) -> None:
    with pytest.raises(PlayError, match=r"threads is .*; write a whole number from 1 to 256"):
        lt.load("tic-tac-toe").vector(2, threads=threads)


def test_a_process_that_was_forked_continues_to_play() -> None:
    """It has none of the threads, so it does all the work itself; the parent process keeps them."""
    program = """
        import os, sys
        import numpy as np, ludotome as lt
        games = lt.load("tic-tac-toe").vector(64, threads=2)
        random = np.random.default_rng(1)
        games.apply(games.sample(random))
        child = os.fork()
        for _ in range(5):
            games.apply(games.sample(random))
        os.write(1, b"%d\\n" % games.observations().sum())
        if child:
            sys.exit(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
        os._exit(0)
    """
    ran = subprocess.run(
        [sys.executable, "-W", "ignore", "-c", textwrap.dedent(program)],
        capture_output=True, text=True, timeout=60, check=False,
    )  # fmt: skip
    assert (ran.returncode, ran.stderr) == (0, "")
    first, second = ran.stdout.split()
    assert first == second
