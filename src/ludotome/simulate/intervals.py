"""Intervals: confidence intervals of shares of games.

Wilson's score interval: it stays within 0 and 1 and is accurate for shares near them, unlike the normal approximation.
A draw is half a point, so points vary less with more draws. The interval takes that into account; without draws it is
Wilson's own.
"""

from __future__ import annotations

from math import sqrt

_Z95 = 1.959963984540054  # the normal quantile of 95 %


def wilson(share: float, games: int, draws: float = 0.0, z: float = _Z95) -> tuple[float, float]:
    """Return the 95 % confidence interval of a *share* of points observed in *games*; 0 to 1 if there are none.

    *draws* is the share of games that gave half a point.

    >>> low, high = wilson(0.5, 100)
    >>> round(low, 3), round(high, 3)
    (0.404, 0.596)
    """
    if games == 0:
        return 0.0, 1.0
    square = z * z / games
    draws /= 1 + square  # so that an interval has a width even if all games seen were drawn
    middle = (share + square / 2) / (1 + square)
    half = sqrt(max(0.0, square * (share * (1 - share) - draws / 4) + square * square * (1 - draws) / 4)) / (1 + square)
    return max(0.0, middle - half), min(1.0, middle + half)
