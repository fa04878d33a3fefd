"""OpenSpiel's own loop in Python, the peer of all benchmarks of playing."""

from __future__ import annotations

import random
import statistics
from collections.abc import Callable
from typing import Any


def play_one(state: Any) -> int:
    """Play a game from *state*, of OpenSpiel or Ludotome, which have the same names; return the number of plies."""
    plies, choose = 0, random.choice
    while not state.is_terminal():
        state.apply_action(choose(state.legal_actions()))
        plies += 1
    return plies


class Loop:
    """Random games played in batches, with the average length of all of them."""

    def __init__(self, new_state: Callable[[], Any], n: int) -> None:
        self._new_state, self._n = new_state, n
        self._lengths: list[int] = []

    def __call__(self) -> int:
        """Play; return the number of plies."""
        played = [play_one(self._new_state()) for _ in range(self._n)]
        self._lengths += played
        return sum(played)

    @property
    def length(self) -> float:
        """Return the average number of plies per game so far."""
        return statistics.mean(self._lengths)
