"""Timing in turns: compare the time of a job with its peer, on a shared machine.

The speed of such a machine varies by half over tenths of a second. So the jobs take short turns, and times are
compared within the same round: the ratio of a row is the median of the rounds' ratios.

This module does not know what the jobs do.
"""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable, Sequence
from typing import Any

ROUNDS = 15

Row = dict[str, Any]
Times = list[float]


def in_turns(
    jobs: Sequence[Callable[[], float]], clock: Callable[[], float] = time.process_time, rounds: int = ROUNDS
) -> list[Times]:
    """Return for each job the seconds per unit of work in each round; a job returns the number of units done."""
    times: list[Times] = [[] for _ in jobs]
    for _ in range(rounds):
        for kept, job in zip(times, jobs, strict=True):
            started = clock()
            pieces = job()
            kept.append((clock() - started) / pieces)
    return times


def once(job: Callable[[], object]) -> Callable[[], float]:
    """Return *job* as one unit of work."""

    def done() -> float:
        job()
        return 1

    return done


def beside(job: str, ours: Times, peer_name: str, peer: Times, floor: float | None, aim: float | None) -> Row:
    """Return the row of a job and its peer: the median of each, and the median ratio of the rounds."""
    ratio = statistics.median(theirs / mine for mine, theirs in zip(ours, peer, strict=True))
    row: Row = {"job": job, "ours": statistics.median(ours), "peer name": peer_name}
    row |= {"peer": statistics.median(peer), "ratio": ratio}
    return row | ({} if floor is None else {"floor": floor, "aim": aim})
