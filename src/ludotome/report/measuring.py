"""Measuring: compute the measures of a goal, its losses and its figures from the games of a setting.

Invariant: figures come only from fresh games, and all intervals of one result hold simultaneously with 95 %
confidence.

This module does not search.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import inf
from typing import Literal

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from ludotome.play import Game, Playouts
from ludotome.report.candidates import Settings
from ludotome.report.evidence import Series, drawn_of, points_of
from ludotome.report.goals import Aim
from ludotome.report.halving import KEPT, Halved, Sample
from ludotome.report.level_games import LevelGames
from ludotome.report.means import mean_of

_SPANS = {"draws": (0.0, 1.0), "skill": (0.0, 1.0)}


class Figure(Struct, frozen=True):
    """The result of fresh games for one aim; for a lead, that of the seat furthest ahead or behind."""

    aim: str
    measure: str
    value: float
    low: float
    high: float
    verdict: Literal["met", "missed", "open"]
    seat: str | None = None


class Tuned(Struct, frozen=True):
    """A setting, its figures from fresh games (none if it played fewer than two), and the sum of its misses."""

    settings: Settings
    games: int
    figures: tuple[Figure, ...]
    miss: float | None


class Measuring:
    """Turns games into the values of the measures of a goal, and these into losses and figures."""

    def __init__(self, aims: tuple[Aim, ...], games: LevelGames) -> None:
        self.aims, self.games = aims, games
        seats = games.seats
        # For two seats one lead is enough: the other has the opposite sign.
        self.leads = 1 if seats == 2 else seats
        self.columns = sum(self.leads if aim.measure == "lead" else 1 for aim in aims)

    def sample(self, game: Game, first: int, n: int, seed: int) -> Sample:
        """Return the values of each measure, one row per game, for `skill` one row per deal."""
        wanted = {aim.measure for aim in self.aims}
        found: Sample = {}
        if wanted - {"skill"}:
            found = self._alike(self.games.alike(game, first, n, seed))
        if "skill" in wanted:
            series = Series([self.games.against_lower(game, first, n, seed)], self.games.seats)
            found["skill"] = series.deals()[:, None]
        return {name: rows for name, rows in found.items() if name in wanted}

    def _alike(self, results: Playouts) -> Sample:
        assert results.stats is not None
        points = points_of(results)[results.outcome >= 0]
        leads = points - points.mean(axis=1, keepdims=True)
        return {
            "lead": leads[:, : self.leads],
            "draws": drawn_of(results)[results.outcome >= 0, None].astype(float),
            "decisions": results.plies.astype(float)[:, None],
            "options": results.stats.branching[:, None],
        }

    def loss(self, sample: Sample) -> float:
        """Return the sum of the misses of the means over all aims; infinite if nothing was measured."""
        total = 0.0
        for aim in self.aims:
            rows = sample.get(aim.measure)
            if rows is None or not len(rows):
                return inf
            total += max(aim.miss(float(mean)) for mean in rows.mean(axis=0))
        return total

    def finalists(self, settings: Sequence[Settings], found: Halved, seats: Sequence[str]) -> tuple[Tuned, ...]:
        """Return the last settings of the search with their fresh figures, the smallest miss first.

        All their intervals hold simultaneously, so the best may be chosen by these figures.
        """
        shown = found.order[:KEPT]
        together = len(shown) * self.columns
        tuned = [self._tuned(settings[one], found.fresh.get(one, {}), together, seats) for one in shown]
        return tuple(sorted(tuned, key=_rank))  # ties keep the order of the search

    def _tuned(self, settings: Settings, sample: Sample, together: int, seats: Sequence[str]) -> Tuned:
        """Return the figures of a setting from its fresh games."""
        rows = min((len(values) for values in sample.values()), default=0)
        if rows < 2:
            return Tuned(settings, rows, (), None)
        figures = tuple(self._figure(aim, sample[aim.measure], together, seats) for aim in self.aims)
        return Tuned(settings, max(len(values) for values in sample.values()), figures, self.loss(sample))

    def _figure(self, aim: Aim, rows: NDArray[np.float64], together: int, seats: Sequence[str]) -> Figure:
        column = int(np.abs(rows.mean(axis=0)).argmax())
        count = self.games.seats
        span = (-1 / count, 1 - 1 / count) if aim.measure == "lead" else _SPANS.get(aim.measure)
        mean = mean_of(rows[:, column], span, together)
        assert mean is not None
        seat = seats[column] if aim.measure == "lead" else None
        return Figure(aim.text, aim.measure, mean.value, mean.low, mean.high, aim.verdict(mean.low, mean.high), seat)


def _rank(one: Tuned) -> tuple[float, int]:
    """Return the sort key of a setting: its miss, then the number of its aims that are not certainly met."""
    return inf if one.miss is None else one.miss, sum(figure.verdict != "met" for figure in one.figures)
