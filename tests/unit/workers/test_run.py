"""A job runs on every part, wherever that is, and leaves nothing behind."""

from __future__ import annotations

import multiprocessing
import os
import signal
import sys
import threading
import time
from typing import Any

import pytest

from ludotome import workers
from ludotome.toolchain import ToolError

PLACES: list[Any] = ["threads", "processes"]


def squared(number: int) -> int:
    return number * number


def refused(number: int) -> int:
    if number == 3:
        raise ValueError(f"no {number}")
    return number


def dies(number: int) -> int:
    os._exit(number)


def sleeps(number: float) -> float:
    time.sleep(number)
    return number


@pytest.mark.parametrize("on", PLACES)
@pytest.mark.parametrize("number", [1, 2, 5])
def test_results_are_those_of_the_parts_in_order(on: Any, number: int):
    seen: list[tuple[int, int]] = []
    found = workers.run(squared, range(20), on, workers=number, done=lambda place, result: seen.append((place, result)))
    assert found == tuple(number * number for number in range(20))
    assert sorted(seen) == list(enumerate(found))


def test_an_interrupt_is_raised_in_the_threads_that_work():
    """Otherwise the caller would wait for them, and one that compiles can take minutes."""
    finished: list[int] = []

    def waits(number: int) -> int:
        until = time.monotonic() + 20
        while number and time.monotonic() < until:
            time.sleep(0.01)
        finished.append(number)
        return number

    def interrupted(place: int, result: int) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        workers.run(waits, [0, 1, 2], "threads", workers=2, done=interrupted)
    assert finished == [0]


@pytest.mark.parametrize("on", PLACES)
def test_no_parts_give_no_results(on: Any):
    assert workers.run(squared, [], on) == ()


@pytest.mark.parametrize("on", PLACES)
def test_an_error_of_one_part_is_raised(on: Any):
    with pytest.raises(ValueError, match="no 3"):
        workers.run(refused, range(8), on, workers=2)


def test_a_process_that_dies_is_reported():
    with pytest.raises(ToolError, match="a worker process ended before its work was done") as caught:
        workers.run(dies, [1, 2, 3], "processes", workers=2)
    assert caught.value.code == "worker-lost"


def test_what_cannot_be_sent_is_reported():
    with pytest.raises(ToolError, match="cannot be sent to another process") as caught:
        workers.run(lambda number: number, [1, 2], "processes", workers=2)
    assert caught.value.code == "not-sent"


def test_an_interrupt_ends_the_processes_at_once():
    timer = threading.Timer(1.5, lambda: signal.raise_signal(signal.SIGINT))
    started = time.perf_counter()
    timer.start()
    with pytest.raises(KeyboardInterrupt):
        workers.run(sleeps, [60.0] * 4, "processes", workers=2)
    timer.join()
    assert time.perf_counter() - started < 30
    assert not multiprocessing.active_children()


def test_a_wrong_place_says_what_can_be_written():
    with pytest.raises(ValueError, match="on is 'cloud'; write threads, processes or ray"):
        workers.run(squared, [1], "cloud")  # type: ignore[arg-type]


def test_without_ray_the_command_to_install_it_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    with pytest.raises(ToolError, match=r'Ray is not installed; run `pip install "ludotome\[ray\]"`'):
        workers.run(abs, [1, 2], "ray")
