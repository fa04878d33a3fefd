"""OpenSpiel's own loop from Python, the peer of every figure about playing."""

from __future__ import annotations

import random
import statistics
from collections.abc import Callable
from typing import Any


def play_one(state: Any) -> int:
    """Play a game on from *state*, OpenSpiel's or ours, which have the same names; return how many plies it took."""
    plies, choose = 0, random.choice
    while not state.is_terminal():
        state.apply_action(choose(state.legal_actions()))
        plies += 1
    return plies


class Loop:
    """Random games played so many at a time; how long they were is known from all of them."""

    def __init__(self, new_state: Callable[[], Any], n: int) -> None:
        self._new_state, self._n = new_state, n
        self._lengths: list[int] = []

    def __call__(self) -> int:
        """Play; return how many plies it took."""
        played = [play_one(self._new_state()) for _ in range(self._n)]
        self._lengths += played
        return sum(played)

    @property
    def length(self) -> float:
        """How many plies a game has, by all games until now."""
        return statistics.mean(self._lengths)
