"""Threads: a thread that is started whole, so that an interrupt for its starter cannot reach it instead.

CPython gives a new thread the number of the thread that starts it until it begins to run. An exception that is sent to
a thread by its number (`PyThreadState_SetAsyncExc`) in that moment is raised in the new thread: the starter is not
interrupted, and the new thread ends before it has done anything.

Invariant: nothing is sent by `send_to` while a thread is being started by `start_thread` or by `threading`.

This module does not know what a thread does.
"""

from __future__ import annotations

import ctypes
import threading
from _thread import start_new_thread
from collections.abc import Callable

_PATIENCE = 60.0  # seconds in which a new thread must begin; one without memory never does
_STARTING = threading.Lock()


def start_thread(work: Callable[[], object]) -> None:
    """Start *work* in a thread of its own and return when it has begun; a `RuntimeError` says that it has not."""
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
        except BaseException:  # an interrupt; the thread may have been made all the same, and then begins soon
            begun.acquire(timeout=0.05)
            raise
    if not has_begun:
        raise RuntimeError("a new thread did not begin (is there enough memory?)")


def send_to(thread: int, error: type[BaseException]) -> bool:
    """Raise *error* in *thread* at its next instruction; False if a thread is being started, so that it must wait."""
    if not _STARTING.acquire(timeout=0.05):
        return False
    try:
        if threading._limbo:  # type: ignore[attr-defined]  # what `threading` is starting
            return False
        _set(thread, ctypes.py_object(error))
        return True
    finally:
        _STARTING.release()


def take_back(thread: int) -> None:
    """Forget what was sent to *thread*, the caller's own, and has not been raised yet."""
    _set(thread, None)


def _set(thread: int, error: object) -> None:
    ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(thread), error)
