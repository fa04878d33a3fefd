"""Playout results: the results of many games, as columns.

This module does not know how the games were played, and loads no arrays itself.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

UNFINISHED, FAULT = -1, -2


@dataclass(frozen=True, slots=True)
class PlayoutStats:
    """Statistics per game: the mean number of legal decisions, and how often each action was taken.

    A decision that met a document fault is not counted, here or in the plies; `branching` is 0 for a game without
    plies.
    """

    branching: NDArray[np.float64]
    action_counts: NDArray[np.int64]
    lead_changes: NDArray[np.int32]


@dataclass(frozen=True, slots=True)
class Playouts:
    """The results of n games, game by game.

    `outcome` is an index in `OUTCOMES`, −1 for a game cut off at `max_plies`, −2 for one that met a document fault;
    `condition` is the index of the end condition, −1 for none. After an interrupt (`interrupted`) only the finished
    games are included.
    """

    returns: NDArray[np.float64]
    plies: NDArray[np.int32]
    outcome: NDArray[np.int8]
    condition: NDArray[np.int32]
    stats: PlayoutStats | None = None
    interrupted: bool = False

    def __repr__(self) -> str:
        """Return the number of games and the names of the arrays: the arrays themselves would fill pages."""
        more = f"{', stats' if self.stats is not None else ''}{'; interrupted' if self.interrupted else ''}"
        return f"<Playouts: {len(self.plies)} games; returns, plies, outcome, condition{more}>"

    def interrupted_after(self, n: int) -> Playouts:
        """Return only the first *n* games, those finished before an interrupt."""
        stats = self.stats
        if stats is not None:
            stats = PlayoutStats(stats.branching[:n], stats.action_counts[:n], stats.lead_changes[:n])
        return Playouts(self.returns[:n], self.plies[:n], self.outcome[:n], self.condition[:n], stats, interrupted=True)
