"""Crew: threads that run C while their caller waits and may be interrupted.

Invariants:
    * whatever is raised while the caller waits, an interrupt or an error of his own, stops the work, and is raised when
      nobody works any more: what they wrote is whole, and no thread is left behind;
    * this holds wherever the interrupt falls: a thread that begins after it does nothing, and the caller takes no lock
      that an interrupt could leave taken, as those of `threading.Thread` and `concurrent.futures` can be.

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

PATIENCE = 0.1  # seconds between looks for an interrupt or for progress
STOPPED = FAULTS.index(
    "stopped"
)  # what a call of C returns that was stopped, or that is too long to be made without a flag


def call_long(ffi: Any, function: Callable[[Any], int]) -> int:
    """Return what *function* returns, run in a thread of its own; an interrupt here sets the flag that stops it."""
    flag = ffi.new("int32_t *")
    found: list[int] = []

    def stop() -> None:
        flag[0] = 1

    run_crew(lambda: found.append(function(flag)), 1, stop, lambda: None)
    return found[0]


def run_crew(work: Callable[[], None], threads: int, stop: Callable[[], None], look: Callable[[], None]) -> None:
    """Run *work* in so many *threads*, or in fewer where no more can be had, and return when all of them are done.

    *look* is called now and then, by the caller's own thread. *stop* makes every *work* return soon; it is called where
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
        self._ends: SimpleQueue[BaseException | None] = SimpleQueue()  # what each thread met

    def start(self, threads: int) -> int:
        """Start the threads; return how many there are."""
        places = first_processors(threads)
        for started in range(threads):
            try:
                start_thread(partial(self._run, places[started] if places else None))
            except RuntimeError as problem:
                if not started:
                    raise ToolError("no-threads", f"not one thread can be had: {problem}") from None
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
        """Wait until so many threads have ended; raise what one of them raised."""
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
        """Let nobody begin, and wait until nobody works."""
        with self._lock:
            self._halted = True
        self._stop()
        # Looked at again and again: what could be waited for has a lock, which a second interrupt could leave taken.
        while self._working:
            time.sleep(0.001)
