"""Threads that run C while their caller waits: whatever is raised, they have ended when the caller continues."""

from __future__ import annotations

import subprocess
import sys
import threading
import time
from collections.abc import Callable
from typing import Any

import pytest

import ludotome
from ludotome.native.run import crew
from ludotome.native.run.crew import run_crew
from ludotome.toolchain import ToolError


class Work:
    """Work that continues until it is stopped, and counts the threads that do it."""

    def __init__(self) -> None:
        self.lock, self.at_it, self.begun, self.stopped = threading.Lock(), 0, 0, False

    def __call__(self) -> None:
        with self.lock:
            self.at_it, self.begun = self.at_it + 1, self.begun + 1
        while not self.stopped:
            time.sleep(0.001)  # so that the others run too
        time.sleep(0.02)  # C is still writing: a caller that did not wait would see a working thread
        with self.lock:
            self.at_it -= 1

    def stop(self) -> None:
        self.stopped = True


def test_all_threads_have_ended_when_it_returns() -> None:
    done: list[int] = []
    run_crew(lambda: done.append(1), 5, lambda: None, lambda: None)
    assert done == [1] * 5


@pytest.mark.parametrize("raised", [KeyboardInterrupt, ZeroDivisionError, SystemExit])
def test_what_is_raised_while_waiting_stops_the_work_and_waits_for_it(raised: type[BaseException]) -> None:
    work = Work()

    def look() -> None:
        if work.begun:
            raise raised

    with pytest.raises(raised):
        run_crew(work, 3, work.stop, look)
    assert work.begun
    assert work.at_it == 0


def test_what_a_thread_raises_stops_the_others_and_is_raised() -> None:
    work, first = Work(), threading.Lock()

    def fail_once() -> None:
        if first.acquire(blocking=False):
            raise ZeroDivisionError("in a thread")
        work()

    with pytest.raises(ZeroDivisionError, match="in a thread"):
        run_crew(fail_once, 3, work.stop, lambda: None)
    assert work.at_it == 0


def test_fewer_threads_do_the_work_if_no_more_can_be_started(monkeypatch: pytest.MonkeyPatch) -> None:
    start, started, done = crew.start_thread, list[int](), list[int]()

    def start_two(function: Callable[[], object]) -> None:
        if len(started) == most:
            raise RuntimeError("can't start new thread")
        started.append(1)
        start(function)

    monkeypatch.setattr(crew, "start_thread", start_two)
    most = 2
    run_crew(lambda: done.append(1), 5, lambda: None, lambda: None)
    assert done == [1, 1]
    most = 2
    with pytest.raises(ToolError, match="no thread can be started"):
        run_crew(lambda: done.append(1), 5, lambda: None, lambda: None)


def test_an_interrupt_while_the_last_progress_is_told_loses_no_game() -> None:
    game, told = ludotome.load("tic-tac-toe"), list[int]()

    def progress(played: int) -> None:
        told.append(played)
        if played == 50:
            raise KeyboardInterrupt

    found = game.playouts(50, threads=2, progress=progress, backend="native")
    assert (len(found.plies), found.interrupted) == (50, True)
    assert told[-1] == 50


@pytest.mark.parametrize("threads", [1, 2, 5])
def test_the_games_kept_after_an_interrupt_are_those_of_the_whole_run_in_order(
    threads: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Rows of games that were not played contain whatever was in memory: none of them may be kept."""
    monkeypatch.setattr(crew, "PATIENCE", 0.001)

    def interrupt(played: int) -> None:
        if played:
            raise KeyboardInterrupt

    def rows(found: Any) -> list[tuple[object, ...]]:
        counted = found.stats.branching, found.stats.action_counts[:, 0], found.stats.lead_changes
        columns = found.plies, found.returns[:, 0], found.returns[:, 1], found.outcome, found.condition, *counted
        return list(zip(*(column.tolist() for column in columns), strict=True))

    game = ludotome.load("breakthrough")
    whole = rows(game.playouts(30_000, threads=threads, stats=True))
    part = game.playouts(30_000, threads=threads, stats=True, progress=interrupt)
    assert part.interrupted
    assert 0 < len(part.plies) < len(whole)
    still_to_come = iter(whole)
    assert all(row in still_to_come for row in rows(part))


INTERRUPTED = """
import random, signal
import ludotome
game = ludotome.load("tic-tac-toe")
game.playouts(1000, backend="native")
signal.signal(signal.SIGALRM, signal.default_int_handler)
random.seed(3)
# Many: all that is played until the interrupt is seen is work for nothing, so more rarely. None is played to the end.
GAMES = (100_000, 100_000, 100_000, 3_000_000)
for _ in range(500):
    try:
        signal.setitimer(signal.ITIMER_REAL, random.uniform(0.0003, 0.003))
        found = game.playouts(random.choice(GAMES), threads=random.choice((2, 8)), stats=True)
        signal.setitimer(signal.ITIMER_REAL, 0)
        columns = found.plies, found.returns, found.outcome, found.condition, found.stats.branching
        assert len(set(map(len, columns))) == 1, [len(column) for column in columns]
    except KeyboardInterrupt:
        pass
    signal.setitimer(signal.ITIMER_REAL, 0)
print("fine")
"""


def test_games_interrupted_anywhere_are_whole() -> None:
    """Once a thread that was left after the interrupt continued to write: columns of two lengths, a broken heap."""
    ran = subprocess.run([sys.executable, "-c", INTERRUPTED], capture_output=True, text=True, timeout=300, check=False)
    assert (ran.returncode, ran.stdout) == (0, "fine\n"), ran.stderr[-2000:]
