"""Time limits where no thread can be had, and that leave nothing behind."""

from __future__ import annotations

import _thread
import time

import pytest

from ludotome.toolchain import TimeUp, ToolError, start_thread, time_limit, time_limits


def test_a_limit_without_a_thread_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> None:
        raise RuntimeError("can't start new thread")

    monkeypatch.setattr(time_limits, "start_thread", refuse)
    done = []
    with pytest.raises(ToolError, match="no thread can be had for a time limit") as caught, time_limit(5, "the work"):
        done.append("the block was run without its limit")
    assert caught.value.code == "no-threads"
    assert not done


def test_a_block_that_ends_in_time_leaves_no_thread_behind() -> None:
    before = _thread._count()
    with time_limit(1000, "the work"):
        assert _reaches(before + 1)
    assert _reaches(before)


def _reaches(threads: int) -> bool:
    """Whether there are so many threads within two seconds; one takes a moment to begin and to end."""
    for _ in range(200):
        if _thread._count() == threads:
            return True
        time.sleep(0.01)
    return False


def test_a_limit_strikes_its_own_thread_while_threads_are_started() -> None:
    """CPython gives a thread that is being started the number of its starter: 200 limits strike among such starts."""
    begun: list[int] = []
    for _ in range(200):
        with pytest.raises((ToolError, TimeUp)):
            _start_for_long(begun)
    assert begun


def _start_for_long(begun: list[int]) -> None:
    with time_limit(0.002, "it"):
        for number in range(100_000):
            start_thread(lambda number=number: begun.append(number))  # type: ignore[misc]
