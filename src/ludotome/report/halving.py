"""Halving: find the best of many candidates by successive halving, then measure the last ones with new games.

In each round every remaining candidate plays the same games; the better half continues. The results of a candidate that
won a round are biased upwards, since it also won by luck. So the last `KEPT` candidates play new games, and only these
are reported.

Invariants:
    * fresh games are never seen by the search;
    * an interrupt keeps what was finished: the order of the search, and the fresh games played by then.

This module does not know the candidates or the measures.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

KEPT = 5
"""The number of candidates that are measured with new games."""
Sample = dict[str, NDArray[np.float64]]  # for each measure, one row per game
Play = Callable[[int, int, int, bool], Sample]  # candidate, first game, number of games, whether they are fresh
Loss = Callable[[Sample], float]
_SEARCH = 0.6  # share of the time; the rest is for fresh games
_FIRST = 2  # games of the first portion of a round
_FILLED = 0.8  # share of the remaining time that the next portion may take
_MOST = 100_000  # maximum number of games of one candidate


@dataclass
class Halved:
    """The result of the search: candidates from best to worst, and the fresh games of the best ones."""

    order: list[int]
    fresh: dict[int, Sample] = field(default_factory=dict)
    rounds: int = 0
    interrupted: bool = False


def halve(
    count: int,
    play: Play,
    loss: Loss,
    *,
    seconds: float = 60.0,
    games: int | None = None,
    tell: Callable[[str, float], None] | None = None,
) -> Halved:
    """Return the order of *count* candidates by *loss*, the best ones with fresh games.

    With *games* every candidate of the first round plays that many, in each later round twice as many as before, and
    the last candidates twice as many as in the last round. Otherwise the rounds share the time equally.
    """
    search = _Search(count, play, loss, seconds, games, tell)
    try:
        search.run()
    except KeyboardInterrupt:
        search.found.interrupted = True
    return search.found


def merged(samples: Sequence[Sample]) -> Sample:
    """Return the rows of all *samples* joined."""
    return {name: np.concatenate([sample[name] for sample in samples]) for name in samples[0]} if samples else {}


class _Search:
    def __init__(
        self,
        count: int,
        play: Play,
        loss: Loss,
        seconds: float,
        games: int | None,
        tell: Callable[[str, float], None] | None,
    ) -> None:
        self.play, self.loss, self.seconds, self.games, self.tell = play, loss, seconds, games, tell
        self.found = Halved(list(range(count)))
        self.searched = 0  # games that each candidate of the round has played in the search
        self.started = time.perf_counter()

    def run(self) -> None:
        sizes = [len(self.found.order)]
        while sizes[-1] > KEPT:
            sizes.append(max(KEPT, -(-sizes[-1] // 2)))
        rounds = max(len(sizes) - 1, 1)
        samples: dict[int, list[Sample]] = {one: [] for one in self.found.order}
        for place in range(rounds):
            until = self.started + self.seconds * _SEARCH * (place + 1) / rounds
            left = self.found.order[: sizes[place]]
            self._round(left, samples, until, place, f"round {place + 1} of {rounds}, {len(left)} settings")
            ranked = sorted(left, key=lambda one: self.loss(merged(samples[one])))
            self.found.order[: len(left)] = ranked
            self.found.rounds = place + 1
        last: dict[int, list[Sample]] = {one: [] for one in self.found.order[:KEPT]}
        try:
            what = f"fresh games of {len(last)} settings"
            self._round(list(last), last, self.started + self.seconds, rounds, what, fresh=True)
        finally:
            self.found.fresh = {one: merged(parts) for one, parts in last.items() if parts}

    def _round(
        self,
        left: list[int],
        samples: dict[int, list[Sample]],
        until: float,
        place: int,
        what: str,
        *,
        fresh: bool = False,
    ) -> None:
        """Let every candidate of *left* play the same number of games until the time is used."""
        most = _MOST if self.games is None else self.games * 2**place
        first, done, portion = 0 if fresh else self.searched, 0, _FIRST if self.games is None else most
        while portion > 0:
            began = time.perf_counter()
            for one in left:
                if self.tell is not None:
                    self.tell(what, min((time.perf_counter() - self.started) / self.seconds, 1.0))
                samples[one].append(self.play(one, first + done, portion, fresh))
            done += portion
            now = time.perf_counter()
            fits = most if self.games is not None else int(_FILLED * (until - now) * portion / max(now - began, 1e-9))
            portion = min(fits, most - done)
        if not fresh:
            self.searched += done
