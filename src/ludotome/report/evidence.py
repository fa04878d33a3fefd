"""Evidence: the games on which a report is based, as plain arrays.

Invariants:
    * a `Series` contains games 0 … n - 1 of its seed: a faster machine plays more of the same games;
    * points are a share of the first place: 1 for a seat that wins alone, 1/k for each of k that share it, 0 for
      others;
    * a game is drawn if nobody wins it, or several share the first place of its ranking; equal lower places, several
      winners of one game and a loss for all players are not draws;
    * a row of `deals` is one independent unit: a game where all players are alike, else the mean over all seatings.

This module does not play games or draw conclusions.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from ludotome.gamedef import OUTCOMES
from ludotome.play import Game, Playouts, Record
from ludotome.simulate import Report, standings

if TYPE_CHECKING:
    from ludotome.report.trace import TracedGame

LEVELS = ("random", "easy", "normal", "hard")
TOP = "hard"
"""The level that sentences are about.

It is fixed in advance, so that the level with the best result cannot be chosen.
"""


@dataclass(frozen=True)
class Series:
    """Games between the same agents, joined from parts."""

    results: list[Playouts]
    seats: int

    @property
    def games(self) -> int:
        """How many games were played."""
        return sum(len(part.plies) for part in self.results)

    @property
    def plies(self) -> NDArray[np.float64]:
        """The number of decisions of each game."""
        return np.concatenate([part.plies for part in self.results]).astype(float)

    @property
    def outcome(self) -> NDArray[np.int8]:
        """How each game ended, as in `Playouts`."""
        return np.concatenate([part.outcome for part in self.results])

    @property
    def points(self) -> NDArray[np.float64]:
        """The points of each seat, a row for each game that ended."""
        rows = [points_of(part)[part.outcome >= 0] for part in self.results]
        return np.concatenate(rows) if rows else np.zeros((0, self.seats))

    @property
    def drawn(self) -> NDArray[np.bool_]:
        """Whether each game that ended was drawn."""
        rows = [drawn_of(part)[part.outcome >= 0] for part in self.results]
        return np.concatenate(rows) if rows else np.zeros(0, bool)

    @property
    def action_counts(self) -> NDArray[np.int64] | None:
        """How often each action was taken in all games, in the order of the document; None if not counted."""
        counts = [part.stats.action_counts.sum(axis=0) for part in self.results if part.stats is not None]
        return np.sum(counts, axis=0) if counts and len(counts) == len(self.results) else None

    def deals(self) -> NDArray[np.float64]:
        """Return the points of the first agent, which took each seat in turn: the mean over each whole round."""
        rows = np.concatenate([points_of(part) for part in self.results])
        ended = self.outcome >= 0
        games = np.arange(len(rows))
        own = rows[games, -games % self.seats]
        whole = len(rows) // self.seats * self.seats
        rounds = own[:whole].reshape(-1, self.seats)
        is_whole = ended[:whole].reshape(-1, self.seats).all(axis=1)
        return np.asarray(rounds[is_whole].mean(axis=1))


@dataclass(frozen=True)
class Pair:
    """Games of a level against the one below it; the first agent of the series is the upper one."""

    upper: str
    lower: str
    series: Series


@dataclass
class Evidence:
    """The games of a report; missing series were not played, because of the time limit or an interrupt."""

    game: Game
    seats: int
    seed: int
    quick: bool
    random: Report | None = None  # the report on the random games, with its flags
    fault: Record | None = None  # the shortest random game that met a fault, up to the decision that met it
    levels: dict[str, Series] = field(default_factory=dict)
    pairs: list[Pair] = field(default_factory=list)
    traced: list[TracedGame] = field(default_factory=list)  # games of the top level, with search results
    watched: list[TracedGame] = field(default_factory=list)  # games of random players, decision by decision
    simulations: dict[str, int] = field(default_factory=dict)
    interrupted: bool = False
    seconds: float = 0.0

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the seats."""
        return tuple(self.game.game_def.metadata.seats[: self.seats])

    @property
    def random_actions(self) -> Counter[str]:
        """How often random players took each action in all their games; empty if not counted."""
        series = self.levels.get("random")
        counts = None if series is None else series.action_counts
        if counts is None:
            return Counter()
        return Counter({action.id: int(n) for action, n in zip(self.game.game_def.actions, counts, strict=True)})

    @property
    def games(self) -> int:
        """How many games were played in all."""
        series = [*self.levels.values(), *(pair.series for pair in self.pairs)]
        return sum(one.games for one in series) + len(self.watched)


def points_of(results: Playouts) -> NDArray[np.float64]:
    """Return the points of each seat in each game; seats that share the first place share its point."""
    stands = standings(results)
    first = stands > 0
    shared = np.where(first.any(axis=1, keepdims=True), first, stands == 0)
    return np.asarray(shared / np.maximum(shared.sum(axis=1, keepdims=True), 1))


def drawn_of(results: Playouts) -> NDArray[np.bool_]:
    """Return whether each game was drawn: several seats share first place without having won together."""
    best = points_of(results).max(axis=1, initial=0.0)
    return np.asarray((best > 0) & (best < 1) & (results.outcome != OUTCOMES.index("win")))
