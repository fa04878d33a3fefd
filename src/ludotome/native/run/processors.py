"""Processors: which ones this process may use, and where its threads begin.

A system may put two new threads on one processor, though another is idle, and notice it only after ten milliseconds: a
call that takes twenty loses a quarter of its speed. So who starts a thread for every processor says where each begins.

Invariants:
    * a thread may run where its starter may, from its first line of work on: it is told where to begin, not where to
      stay, so the system can still move it away from other programs;
    * where a system has no such calls, or refuses them, nothing happens.

This module does not know what the threads do.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from contextlib import suppress
from os import cpu_count

if sys.platform == "linux":
    from os import sched_getaffinity, sched_setaffinity


def usable_processors() -> Sequence[int]:
    """Return the numbers of the processors that the calling thread may run on; at least one."""
    if sys.platform == "linux":
        with suppress(OSError):
            return sorted(sched_getaffinity(0))
    return range(cpu_count() or 1)


def first_processors(threads: int) -> Sequence[int]:
    """Return where each of so many threads of the caller's should begin; nothing where the system should choose.

    It should unless there is one for every processor. With fewer, it knows which processors are idle; with more, who is
    put where another one runs waits for it, and Python's lock with him, which is not given away for a move.
    """
    usable = usable_processors()
    return usable if 1 < len(usable) == threads else ()


def begin_on(processor: int) -> None:
    """Move the calling thread to *processor*, and leave it free to run wherever it could before."""
    if sys.platform == "linux":
        with suppress(OSError):  # it was taken away meanwhile, or a sandbox forbids it
            usable = sched_getaffinity(0)
            sched_setaffinity(0, {processor})
            sched_setaffinity(0, usable)
