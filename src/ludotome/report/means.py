"""Means: confidence intervals of means, and the sample size that would settle a question.

The values are one per independent unit: one per game where all seats have the same player, one per deal where a deal is
played with every seating. The variance is that of the values, so draws make an interval narrower, as they should.

Invariants:
    * an interval covers the true mean in 95 % of samples (`tests/unit/report/test_coverage.py`);
    * if the range of values is known, an interval has a width even if all observed values are equal.

This module does not know what the values are of.
"""

from __future__ import annotations

from math import ceil, inf, sqrt

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from ludotome.report.quantiles import normal_quantile, t_quantile, t_tail

LEVEL = 0.05
POWER_QUANTILE = 0.95  # a margin is detected, or excluded, with a power of at least 90 %: half of the rest on each side


class Mean(Struct, frozen=True):
    """A mean of *n* values, its 95 % interval, and its standard error."""

    value: float
    low: float
    high: float
    n: int
    error: float


def mean_of(values: NDArray[np.float64], span: tuple[float, float] | None = None, together: int = 1) -> Mean | None:
    """Return the mean of *values* with its interval; None for fewer than two values.

    In 95 % of cases this many intervals hold *together*, by Bonferroni's correction. *span* is the range of possible
    values, if it is known. The variance is then computed with one more value at each end, so that a sample without
    variance does not look certain; the interval stays inside the range.
    """
    n = len(values)
    if n < 2:
        return None
    mean = float(np.mean(values))
    error = sqrt(variance_of(values, span) / n)
    reach = t_quantile(1 - LEVEL / (2 * together), n - 1) * error
    low, high = mean - reach, mean + reach
    if span is not None:
        low, high = max(low, span[0]), min(high, span[1])
    return Mean(mean, low, high, n, error)


def variance_of(values: NDArray[np.float64], span: tuple[float, float] | None = None) -> float:
    """Return the variance of *values*, with one more at each end of *span*."""
    squares = float(np.sum((values - np.mean(values)) ** 2))
    if span is None:
        return squares / (len(values) - 1)
    mean = float(np.mean(values))
    squares += (span[0] - mean) ** 2 + (span[1] - mean) ** 2
    return squares / (len(values) + 1)


def p_value(mean: Mean, expected: float) -> float:
    """Return the p-value of the true mean being *expected*, by a two-sided t test."""
    if mean.error == 0:
        return 1.0 if mean.value == expected else 0.0
    return t_tail((mean.value - expected) / mean.error, mean.n - 1)


def units_needed(mean: Mean, margin: float, tests: int = 1) -> int:
    """Return how many units are needed to decide whether the true mean is *margin* away from the expected one.

    With that many, a mean that far away is detected with a probability of at least 90 %, and a mean equal to the
    expected one is shown to be within the margin with the same probability, at the level of one of *tests* tests.
    """
    deviation = mean.error * sqrt(mean.n)
    if deviation == 0:
        return mean.n
    reach = normal_quantile(1 - LEVEL / (2 * tests)) + normal_quantile(POWER_QUANTILE)
    wanted = (reach * deviation / margin) ** 2
    return ceil(wanted) if wanted < inf else 0


def is_within(mean: Mean, expected: float, margin: float) -> bool:
    """Return whether the whole interval is within *margin* of *expected*."""
    return expected - margin < mean.low and mean.high < expected + margin


def share_bound(games: int) -> float:
    """Return the upper bound, at 95 % confidence, for the share of games with something that none of *games* had."""
    return 1 - LEVEL ** (1 / games) if games else 1.0
