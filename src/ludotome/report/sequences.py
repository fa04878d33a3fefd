"""Sequences: confidence sequences, intervals that are valid however often they are evaluated.

`compare` plays until the answer is clear, so it evaluates intervals many times. An ordinary 95 % interval, evaluated a
hundred times, is wrong at some time far more often than in 5 % of cases. A confidence sequence is a series of
intervals, one after each value, that hold simultaneously with a probability of 95 %, so that one may stop at any time
and for any reason.

This is the asymptotic confidence sequence of Waudby-Smith, Arbour, Sinha, Kennedy and Ramdas ("Time-uniform central
limit theory and asymptotic confidence sequences", Annals of Statistics 2024), with Robbins' normal mixture. It is
evaluated only from `FIRST_LOOK` values on.

This module does not know what the values are of.
"""

from __future__ import annotations

from math import log, sqrt

import numpy as np
from numpy.typing import NDArray

from ludotome.report.means import LEVEL, Mean, variance_of

FIRST_LOOK = 100


def sequence_mean(
    values: NDArray[np.float64], span: tuple[float, float] | None = None, tests: int = 1, tuned: int = 2000
) -> Mean | None:
    """Return the mean of *values* with its interval of the confidence sequence; None before the first look.

    The intervals of all *tests* hold simultaneously. Compared with an ordinary interval it is narrowest after *tuned*
    values.
    """
    n = len(values)
    if n < FIRST_LOOK:
        return None
    level = LEVEL / tests
    error = sqrt(variance_of(values, span) / n)
    reach = error * sqrt(n) * _radius(n, level, tuned)
    mean = float(np.mean(values))
    return Mean(mean, mean - reach, mean + reach, n, error)


def _radius(n: int, level: float, tuned: int) -> float:
    """Return the half width after *n* values of variance 1."""
    # The choice of rho that makes the sequence narrowest at `tuned`, by the approximation given in the paper.
    rho2 = (-2 * log(level) + log(-2 * log(level) + 1)) / tuned
    return sqrt(2 * (n * rho2 + 1) / (n * n * rho2) * log(sqrt(n * rho2 + 1) / level))
