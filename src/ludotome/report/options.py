"""Options: find the decisions worth considering, by the values of a search.

The value of an option is the mean result of its simulations. One more simulation at each end of the range of results
is added, so that there is a standard error even after one visit. An option is clearly worse than the one that most
simulations took if the difference is significant after a correction for the number of options.

This module does not know games.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ludotome.report.means import LEVEL
from ludotome.report.quantiles import normal_quantile
from ludotome.report.trace import TracedDecision, TracedGame

TWO_ERRORS = 2.0


def span_of(games: list[TracedGame]) -> tuple[float, float]:
    """Return the lowest and the highest result of a seat in any of *games*."""
    returns = [value for game in games for value in game.returns]
    low, high = min(returns, default=-1.0), max(returns, default=1.0)
    return (low, high) if high > low else (low - 0.5, low + 0.5)


def value_errors(
    visits: NDArray[np.int32], values: NDArray[np.float64], span: tuple[float, float]
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return the values with one more visit at each end of *span*, and their standard errors."""
    low, high = span
    n = visits + 2.0
    drawn = (visits * np.clip(values, low, high) + low + high) / n
    return drawn, np.sqrt((high - drawn) * (drawn - low) / n)


def worse_options(decision: TracedDecision, span: tuple[float, float]) -> tuple[int, bool]:
    """Return how many options are worse than the best by two standard errors, and whether any is clearly worse.

    The best is the one that most simulations took. "Clearly" means at a level of 5 %, corrected for the number of
    options.
    """
    seen = decision.visits > 0
    if seen.sum() < 2:
        return 0, False
    values, errors = value_errors(decision.visits[seen], decision.values[seen], span)
    best = int(np.argmax(decision.visits[seen]))
    behind = (values[best] - values) / np.maximum(np.hypot(errors, errors[best]), 1e-12)
    # The best one was picked because it looks best, so the correction counts every pair.
    clearly = normal_quantile(1 - LEVEL / (len(values) * (len(values) - 1)))
    return int((behind > TWO_ERRORS).sum()), bool(behind.max() > clearly)
