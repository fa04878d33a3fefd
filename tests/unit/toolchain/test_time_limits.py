"""Time limits when no thread can be started, and that they leave nothing behind."""

from __future__ import annotations

import _thread
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import ExitStack

import pytest

from ludotome.toolchain import TimeUp, ToolError, start_thread, time_limit, time_limits
from ludotome.toolchain.time_limits import MOST_IDLE


def test_a_limit_without_a_thread_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> None:
        raise RuntimeError("can't start new thread")

    monkeypatch.setattr(time_limits, "start_thread", refuse)
    monkeypatch.setattr(time_limits, "_idle", [])
    done = []
    with (
        pytest.raises(ToolError, match="no thread can be started for a time limit") as caught,
        time_limit(5, "the work"),
    ):
        done.append("the block was run without its limit")
    assert caught.value.code == "no-threads"
    assert not done


def test_a_block_that_ends_in_time_leaves_its_thread_to_the_next() -> None:
    with time_limit(1000, "the work"):
        pass
    for _ in range(30):
        assert _waits(lambda: len(time_limits._idle) > 0)
        before = _thread._count()
        with time_limit(1000, "the work"):
            assert _thread._count() == before
    with ExitStack() as many:
        for _ in range(2 * MOST_IDLE):
            many.enter_context(time_limit(1000, "the work"))
        most = _thread._count()
    assert _waits(lambda: _thread._count() <= most - MOST_IDLE), "those that are too many to wait have ended"


FORKED = """
import os, time
from ludotome.toolchain import ToolError, time_limit
with time_limit(1000, "the work"):
    pass
time.sleep(0.2)  # its timer waits for the next block, and is not there in a forked process
child = os.fork()
try:
    with time_limit(0.05, "the work"):
        while True:
            pass
except ToolError as problem:
    if child:
        assert os.waitpid(child, 0)[1] == 0
    print(problem.code, flush=True)
"""


def test_a_forked_process_has_limits() -> None:
    done = subprocess.run([sys.executable, "-c", FORKED], capture_output=True, text=True, timeout=60, check=True)
    assert done.stdout.split() == ["time-limit"] * 2


def _waits(is_so: Callable[[], bool]) -> bool:
    """Return whether a condition becomes true within two seconds; a thread takes a moment to begin and to end."""
    for _ in range(200):
        if is_so():
            return True
        time.sleep(0.01)
    return False


def test_a_limit_strikes_its_own_thread_while_threads_are_started() -> None:
    """CPython gives a new thread the id of its starter at first: 200 limits pass while threads are started."""
    begun: list[int] = []
    for _ in range(200):
        with pytest.raises((ToolError, TimeUp)):
            _start_for_long(begun)
    assert begun


def _start_for_long(begun: list[int]) -> None:
    with time_limit(0.002, "it"):
        for number in range(100_000):
            start_thread(lambda number=number: begun.append(number))  # type: ignore[misc]
