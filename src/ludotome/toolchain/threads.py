"""Threads: start a thread so that an interrupt meant for its starter cannot hit it instead.

Until a new thread begins to run, CPython gives it the id of the thread that starts it. An exception sent to the starter
by id (`PyThreadState_SetAsyncExc`) in that moment is raised in the new thread instead: the starter is not interrupted,
and the new thread ends before it has done anything.

Invariant: `send_to` sends nothing while `start_thread` or `threading` is starting a thread.

This module does not know what a thread does.
"""

from __future__ import annotations

import ctypes
import threading
from _thread import start_new_thread
from collections.abc import Callable

_PATIENCE = 60.0  # seconds for a new thread to begin; without memory it never does
_STARTING = threading.Lock()


def start_thread(work: Callable[[], object]) -> None:
    """Start *work* in a new thread and return when it has begun; raise `RuntimeError` if it does not begin."""
    begun = threading.Lock()
    begun.acquire()

    def run() -> None:
        begun.release()
        work()

    with _STARTING:
        try:
            start_new_thread(run, ())
            has_begun = begun.acquire(timeout=_PATIENCE)
        except RuntimeError:
            raise
        except BaseException:  # an interrupt; if the thread was created anyway, it begins soon
            begun.acquire(timeout=0.05)
            raise
    if not has_begun:
        raise RuntimeError("a new thread did not begin (is there enough memory?)")


def send_to(thread: int, error: type[BaseException]) -> bool:
    """Raise *error* in *thread* at its next instruction; return False if a thread is being started: try again later."""
    if not _STARTING.acquire(timeout=0.05):
        return False
    try:
        if threading._limbo:  # type: ignore[attr-defined]  # the threads that `threading` is starting
            return False
        _set(thread, ctypes.py_object(error))
        return True
    finally:
        _STARTING.release()


def take_back(thread: int) -> None:
    """Cancel an exception that was sent to *thread*, the caller's own, but not raised yet."""
    _set(thread, None)


def _set(thread: int, error: object) -> None:
    ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(thread), error)
