"""Where threads begin: each on a processor of its own where there is one for all, and free to move from then on."""

from __future__ import annotations

import threading
from collections.abc import Iterable

import pytest

from ludotome.native import processors, usable_processors
from ludotome.native.crew import run_crew

pytestmark = pytest.mark.skipif(
    not hasattr(processors, "sched_setaffinity"), reason="this system lets nobody say where a thread runs"
)
Told = dict[int, list[list[int]]]


@pytest.fixture
def told(monkeypatch: pytest.MonkeyPatch) -> Told:
    """Return what each thread tells the system, on a machine of which it may use processors 3, 5 and 8."""
    found: Told = {}

    def note(process: int, usable: Iterable[int]) -> None:
        assert process == 0, "0 is the calling thread"
        found.setdefault(threading.get_ident(), []).append(sorted(usable))

    monkeypatch.setattr(processors, "sched_getaffinity", lambda _: {8, 3, 5})
    monkeypatch.setattr(processors, "sched_setaffinity", note)
    return found


def run(threads: int) -> int:
    """Run work on so many threads, none of which ends before all have begun; return how many did it."""
    together, done = threading.Barrier(threads), list[int]()

    def work() -> None:
        together.wait(timeout=60)
        done.append(1)

    run_crew(work, threads, together.abort, lambda: None)
    return len(done)


@pytest.mark.parametrize(("threads", "begin"), [(3, [3, 5, 8]), (5, [3, 3, 5, 5, 8])])
def test_each_thread_begins_on_a_processor_of_its_own_and_may_leave_it(
    told: Told, threads: int, begin: list[int]
) -> None:
    assert run(threads) == threads
    assert sorted(told.values()) == [[[processor], [3, 5, 8]] for processor in begin]


@pytest.mark.parametrize("threads", [1, 2])
def test_with_processors_to_spare_the_system_chooses(told: Told, threads: int) -> None:
    assert run(threads) == threads
    assert told == {}


def test_with_one_processor_there_is_nothing_to_choose(told: Told, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(processors, "sched_getaffinity", lambda _: {5})
    assert usable_processors() == [5]
    assert run(2) == 2
    assert told == {}


def test_the_work_is_done_where_the_system_refuses(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(process: int, *usable: object) -> None:
        raise PermissionError

    monkeypatch.setattr(processors, "sched_setaffinity", refuse)
    assert run(len(usable_processors())) == len(usable_processors())
    monkeypatch.setattr(processors, "sched_getaffinity", refuse)
    assert len(usable_processors()) >= 1
    assert run(3) == 3


def test_threads_may_run_where_their_starter_may() -> None:
    """On the real system, for a starter that may use all processors and for one that may use a single one."""
    found: list[tuple[set[int], set[int]]] = []

    def start(usable: set[int]) -> None:
        processors.sched_setaffinity(0, usable)  # of this thread alone
        run_crew(lambda: found.append((usable, processors.sched_getaffinity(0))), 4, lambda: None, lambda: None)

    every = processors.sched_getaffinity(0)
    for usable in (every, {min(every)}):
        starter = threading.Thread(target=start, args=(usable,))
        starter.start()
        starter.join()
    assert len(found) == 8
    assert all(asked == got for asked, got in found)
    assert processors.sched_getaffinity(0) == every
