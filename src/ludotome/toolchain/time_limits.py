"""Time limits: interrupt work when its time is up, as Ctrl-C would.

`time_limit` raises `TimeUp` in the thread that entered it, from a timer in another thread. `TimeUp` is a
`KeyboardInterrupt`, so code that handles Ctrl-C by returning its partial results also handles a time limit.

Invariants:
    * Python code stops at its next instruction, native code within 0.1 s;
    * a block that ends in time is never interrupted afterwards;
    * a thread that was the timer of one block is the timer of another: to start one takes long on a busy machine.

If the time runs out between the last line of a block and its end, the caller sees `TimeUp` itself instead of a
`ToolError`, because Python may raise it before `__exit__` begins.

This module does not know what the work is.
"""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager

from ludotome.toolchain.errors import ToolError
from ludotome.toolchain.threads import send_to, start_thread, take_back

LONGEST = 10**6  # seconds
MOST_IDLE = 16  # timers that wait for their next block


class TimeUp(KeyboardInterrupt):
    """Raised inside work whose time is up."""


def checked_limit(seconds: object, name: str = "time_limit") -> float | None:
    """Return *seconds* as a valid time limit (None: no limit); raise `ValueError`, which says what to write instead."""
    if seconds is None:
        return None
    if isinstance(seconds, bool) or not isinstance(seconds, int | float) or not 0 < seconds <= LONGEST:
        raise ValueError(f"{name} is {seconds!r}; write how many seconds, more than 0 and up to {LONGEST}")
    return float(seconds)


@contextmanager
def time_limit(seconds: float | None, what: str) -> Iterator[None]:
    """Run the block for at most *seconds* (None: no limit), then raise `ToolError` (`time-limit`) naming *what*.

    If the block catches the interrupt itself, to return partial results, nothing more is raised.
    """
    if seconds is None:
        yield
        return
    alarm = _Alarm(seconds)
    try:
        try:
            alarm.start()
            yield
        finally:
            alarm.end()
    except KeyboardInterrupt:
        # The caller may save its partial results and then raise an interrupt of its own.
        if not alarm.rang:
            raise
        raise ToolError("time-limit", f"{what} was stopped after {seconds:g} s, its time limit") from None


class _Alarm:
    def __init__(self, seconds: float) -> None:
        self._until, self._thread = time.monotonic() + seconds, threading.get_ident()
        self._lock, self._is_over, self.rang = threading.Lock(), False, False
        self._work = threading.Lock()  # held for as long as the block runs
        self._work.acquire()

    def start(self) -> None:
        try:
            timer = _idle.pop()
        except IndexError:
            timer = _Timer(self)
            # Not a `threading.Thread`: its `start` waits forever if the new thread has no memory to begin.
            try:
                start_thread(timer.run)
            except RuntimeError as problem:
                raise ToolError("no-threads", f"no thread can be started for a time limit: {problem}") from None
        else:
            timer.take(self)

    def wait(self) -> None:
        """Ring when the time is up, unless the block ends before."""
        if not self._work.acquire(timeout=max(0.0, self._until - time.monotonic())):
            self._ring()

    def _ring(self) -> None:
        while not self.rang:
            with self._lock:
                if self._is_over:
                    return
                self.rang = send_to(self._thread, TimeUp)
            time.sleep(0.001)  # a thread is being started: try again

    def end(self) -> None:
        """Guarantee that nothing is raised from now on."""
        self._work.release()
        while not self._is_over:
            try:
                with self._lock:
                    self._is_over = True
                    if self.rang:
                        take_back(self._thread)  # sent, but not raised yet
            except TimeUp:
                continue


class _Timer:
    """A thread that waits for one alarm after the other."""

    def __init__(self, alarm: _Alarm) -> None:
        self._alarm = alarm
        self._given = threading.Lock()  # held until the next alarm is given
        self._given.acquire()

    def take(self, alarm: _Alarm) -> None:
        self._alarm = alarm
        self._given.release()

    def run(self) -> None:
        while True:
            self._alarm.wait()
            if len(_idle) >= MOST_IDLE:
                return
            _idle.append(self)
            self._given.acquire()


_idle: list[_Timer] = []
if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_idle.clear)  # a forked process has none of its parent's threads
