"""Where threads begin: each on its own processor if there is one for each, and free to move from then on."""

from __future__ import annotations

import os
import sys
import threading
from collections.abc import Callable, Iterable, Sequence
from typing import NoReturn

import pytest

from ludotome.native import usable_processors
from ludotome.native.run import processors
from ludotome.native.run.crew import run_crew

Told = dict[int, list[list[int]]]


@pytest.fixture
def told(monkeypatch: pytest.MonkeyPatch) -> Told:
    """Return what each thread requests from the system, on a machine where it may use processors 3, 5 and 8."""
    found: Told = {}

    def note(process: int, usable: Iterable[int]) -> None:
        assert process == 0, "0 is the calling thread"
        found.setdefault(threading.get_ident(), []).append(sorted(usable))

    pretend(monkeypatch, lambda _: {8, 3, 5}, note)
    return found


def pretend(monkeypatch: pytest.MonkeyPatch, get: Callable[[int], set[int]], put: Callable[..., None]) -> None:
    """Give this machine, whatever its system, the two calls of Linux."""
    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.setattr(processors, "sched_getaffinity", get, raising=False)
    monkeypatch.setattr(processors, "sched_setaffinity", put, raising=False)


def run(threads: int) -> int:
    """Run work on this many threads, none of which ends before all have begun; return how many did it."""
    together, done = threading.Barrier(threads), list[int]()

    def work() -> None:
        together.wait(timeout=60)
        done.append(1)

    run_crew(work, threads, together.abort, lambda: None)
    return len(done)


def test_each_thread_begins_on_a_processor_of_its_own_and_may_leave_it(told: Told) -> None:
    assert run(3) == 3
    assert sorted(told.values()) == [[[processor], [3, 5, 8]] for processor in (3, 5, 8)]


@pytest.mark.parametrize("threads", [1, 2, 4, 9])
def test_where_some_processor_would_have_no_thread_or_two_the_system_chooses(told: Told, threads: int) -> None:
    """A thread on the processor of another thread of the call waits for it while holding the GIL: half the speed."""
    assert run(threads) == threads
    assert told == {}


def test_with_one_processor_there_is_nothing_to_choose(told: Told, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(processors, "sched_getaffinity", lambda _: {5})
    assert usable_processors() == [5]
    assert run(2) == 2
    assert told == {}


def test_the_work_is_done_where_the_system_refuses(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(process: int, *usable: object) -> NoReturn:
        raise PermissionError

    pretend(monkeypatch, lambda _: {0, 1}, refuse)
    assert run(2) == 2
    pretend(monkeypatch, refuse, refuse)
    assert len(usable_processors()) >= 1
    assert run(3) == 3


def test_a_thread_is_not_moved_if_its_processors_cannot_be_read(told: Told, monkeypatch: pytest.MonkeyPatch) -> None:
    """It would be allowed to leave the processors to which its starter is restricted."""

    def refuse(process: int) -> NoReturn:
        raise PermissionError

    monkeypatch.setattr(processors, "sched_getaffinity", refuse)
    monkeypatch.setattr(processors, "cpu_count", lambda: 2)
    assert run(2) == 2
    assert told == {}


@pytest.mark.parametrize("narrow", [False, True])
def test_threads_may_run_where_their_starter_may(narrow: bool) -> None:
    """On the real system, for a starter that may use all processors, and for one that may use a single one."""
    found: list[tuple[Sequence[int], Sequence[int]]] = []
    threads = len(usable_processors())

    def start() -> None:
        if narrow and sys.platform == "linux":
            os.sched_setaffinity(0, usable_processors()[:1])  # of this thread alone
        usable = usable_processors()
        run_crew(lambda: found.append((usable, usable_processors())), threads, lambda: None, lambda: None)

    starter = threading.Thread(target=start)
    starter.start()
    starter.join()
    assert len(found) == threads
    assert all(asked == got for asked, got in found)
