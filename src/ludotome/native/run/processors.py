"""Processors: the processors this process may use, and where its threads begin.

The operating system may put two new threads on one processor although another is idle, and correct it only after 10 ms;
a call that takes 20 ms then loses a quarter of its speed. So if there is a thread for every processor, each is told
where to begin.

Invariants:
    * a thread may run wherever its starter may: it is told where to begin, not where to
      stay, so the system can still move it away from other programs;
    * if a system lacks these calls, or refuses them, nothing happens.

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
    """Return the processor where each of *threads* threads should begin; empty if the system should choose.

    The system should choose unless there is one thread for every processor. With fewer threads, it knows which
    processors are idle. With more, a thread moved to a busy processor would wait for it while holding the GIL.
    """
    usable = usable_processors()
    return usable if 1 < len(usable) == threads else ()


def begin_on(processor: int) -> None:
    """Move the calling thread to *processor*, without restricting where it can run later."""
    if sys.platform == "linux":
        with suppress(OSError):  # it was removed in the meantime, or a sandbox forbids it
            usable = sched_getaffinity(0)
            sched_setaffinity(0, {processor})
            sched_setaffinity(0, usable)
