"""OpenSpiel's own loop from Python, the peer of every figure about playing, and timing in turns."""

from __future__ import annotations

import random
import statistics
import time
from collections.abc import Callable, Sequence
from typing import Any

ROUNDS = 7


def play_one(state: Any) -> int:
    """Play a game on from *state*, OpenSpiel's or ours, which have the same names; return how many plies it took."""
    plies, choose = 0, random.choice
    while not state.is_terminal():
        state.apply_action(choose(state.legal_actions()))
        plies += 1
    return plies


def in_turns(
    jobs: Sequence[Callable[[], Any]], clock: Callable[[], float] = time.process_time, rounds: int = ROUNDS
) -> list[float]:
    """Return the median time of each job, run in turns, so that a busy machine is busy for all of them."""
    times: list[list[float]] = [[] for _ in jobs]
    for _ in range(rounds):
        for kept, job in zip(times, jobs, strict=True):
            started = clock()
            job()
            kept.append(clock() - started)
    return [statistics.median(kept) for kept in times]
