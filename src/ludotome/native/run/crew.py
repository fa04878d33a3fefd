"""Crew: threads that run C while their caller waits and can be interrupted.

Invariants:
    * anything raised while the caller waits, an interrupt or its own error, stops the work; it is re-raised when no
      thread works any more, so that results are complete and no thread is left behind;
    * this holds whenever the interrupt comes: a thread that begins after it does nothing, and the caller takes no lock
      that an interrupt could leave locked, unlike those of `threading.Thread` and `concurrent.futures`.

This module does not know what the work is.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import partial
from queue import Empty, SimpleQueue
from threading import Lock
from typing import Any

from ludotome.native.codes import FAULTS
from ludotome.native.run.processors import begin_on, first_processors
from ludotome.toolchain import ToolError, start_thread

PATIENCE = 0.1  # seconds between checks for an interrupt or for progress
STOPPED = FAULTS.index("stopped")  # the return value of a C call that was stopped, or that is too long without a flag


def call_long(ffi: Any, function: Callable[[Any], int]) -> int:
    """Run *function* in a new thread and return its result; an interrupt here sets the flag that stops it."""
    flag = ffi.new("int32_t *")
    found: list[int] = []

    def stop() -> None:
        flag[0] = 1

    run_crew(lambda: found.append(function(flag)), 1, stop, lambda: None)
    return found[0]


def run_crew(work: Callable[[], None], threads: int, stop: Callable[[], None], look: Callable[[], None]) -> None:
    """Run *work* in this many *threads*, or fewer if no more can be created, and return when all are done.

    The caller's thread calls *look* regularly. *stop* makes every *work* return soon; it is called if
    something is raised.
    """
    crew = _Crew(work, stop)
    try:
        crew.wait_for(crew.start(threads), look)
    except BaseException:
        crew.halt()
        raise


class _Crew:
    def __init__(self, work: Callable[[], None], stop: Callable[[], None]) -> None:
        self._work, self._stop = work, stop
        self._lock, self._halted, self._working = Lock(), False, 0
        self._ends: SimpleQueue[BaseException | None] = SimpleQueue()  # the exception of each thread, if any

    def start(self, threads: int) -> int:
        """Start the threads; return how many were started."""
        places = first_processors(threads)
        for started in range(threads):
            try:
                start_thread(partial(self._run, places[started] if places else None))
            except RuntimeError as problem:
                if not started:
                    raise ToolError("no-threads", f"no thread can be started: {problem}") from None
                return started
        return threads

    def _run(self, place: int | None) -> None:
        with self._lock:
            if self._halted:
                return
            self._working += 1
        problem: BaseException | None = None
        try:
            if place is not None:
                begin_on(place)
            self._work()
        except BaseException as met:  # for the caller to raise
            problem = met
        with self._lock:
            self._working -= 1
        self._ends.put(problem)

    def wait_for(self, threads: int, look: Callable[[], None]) -> None:
        """Wait until *threads* threads have ended; re-raise an exception of one of them."""
        while threads:
            try:
                problem = self._ends.get(timeout=PATIENCE)
            except Empty:
                problem = None
            else:
                threads -= 1
            if problem is not None:
                raise problem
            look()

    def halt(self) -> None:
        """Prevent threads from beginning, and wait until none works."""
        with self._lock:
            self._halted = True
        self._stop()
        # Polling, because waiting would need a lock, which a second interrupt could leave locked.
        while self._working:
            time.sleep(0.001)
