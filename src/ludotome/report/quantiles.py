"""Quantiles: the parts of the normal and Student's t distributions that intervals and tests need.

Invariant: `t_tail` and `t_quantile` agree with SciPy to eight digits (`tests/unit/report/test_quantiles.py`).

This module does not know games or samples.
"""

from __future__ import annotations

from functools import lru_cache
from math import exp, inf, lgamma, log, log1p
from statistics import NormalDist

_NORMAL = NormalDist()
_LARGE = 1e7  # degrees of freedom from which the normal distribution is used
_STEPS = 500


def normal_quantile(share: float) -> float:
    """Return the quantile of the standard normal distribution at *share*.

    >>> round(normal_quantile(0.975), 4)
    1.96
    """
    return _NORMAL.inv_cdf(share)


def t_tail(t: float, degrees: float) -> float:
    """Return the probability that Student's t with *degrees* degrees of freedom is further from 0 than *t*.

    >>> round(t_tail(2.0, 10), 4)
    0.0734
    """
    if degrees >= _LARGE:
        return 2 * _NORMAL.cdf(-abs(t))
    if t in (inf, -inf):
        return 0.0
    return _incomplete_beta(degrees / 2, 0.5, degrees / (degrees + t * t))


@lru_cache(1024)
def t_quantile(share: float, degrees: float) -> float:
    """Return the quantile of Student's t distribution at *share*, which is above a half.

    >>> round(t_quantile(0.975, 10), 4)
    2.2281
    """
    assert 0.5 < share < 1, share
    if degrees >= _LARGE:
        return normal_quantile(share)
    low, high = 0.0, 1.0
    while t_tail(high, degrees) > 2 * (1 - share):
        high *= 2
    for _ in range(100):
        middle = (low + high) / 2
        if t_tail(middle, degrees) > 2 * (1 - share):
            low = middle
        else:
            high = middle
    return (low + high) / 2


def _incomplete_beta(a: float, b: float, x: float) -> float:
    """Return the regularised incomplete beta function, by its continued fraction (Lentz's method)."""
    if x <= 0 or x >= 1:
        return 0.0 if x <= 0 else 1.0
    if x > (a + 1) / (a + b + 2):
        return 1 - _incomplete_beta(b, a, 1 - x)
    front = exp(lgamma(a + b) - lgamma(a) - lgamma(b) + a * log(x) + b * log1p(-x)) / a
    return front * _fraction(a, b, x)


def _fraction(a: float, b: float, x: float) -> float:
    tiny = 1e-300
    c, d = 1.0, 1 / _away(1 - (a + b) * x / (a + 1), tiny)
    found = d
    for m in range(1, _STEPS):
        for term in (
            m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m)),
            -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1)),
        ):
            d = 1 / _away(1 + term * d, tiny)
            c = _away(1 + term / c, tiny)
            found *= c * d
        if abs(c * d - 1) < 1e-15:
            break
    return found


def _away(value: float, tiny: float) -> float:
    """Return *value*, or a tiny number if it is too close to 0 to divide by."""
    return value if abs(value) > tiny else tiny
