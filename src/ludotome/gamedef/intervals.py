"""Intervals: exact ranges of integers under arithmetic.

Division and remainder floor, as in the language; a divisor is a constant other than 0. The caller checks whether a
range fits in 64 bits.
"""

from __future__ import annotations

Interval = tuple[int, int]


def add(a: Interval, b: Interval) -> Interval:
    """Return the range of a + b."""
    return a[0] + b[0], a[1] + b[1]


def subtract(a: Interval, b: Interval) -> Interval:
    """Return the range of a - b."""
    return a[0] - b[1], a[1] - b[0]


def multiply(a: Interval, b: Interval) -> Interval:
    """Return the range of a * b."""
    corners = [x * y for x in a for y in b]
    return min(corners), max(corners)


def floor_divide(a: Interval, divisor: int) -> Interval:
    """Return the range of a // divisor."""
    ends = (a[0] // divisor, a[1] // divisor)
    return min(ends), max(ends)


def remainder(a: Interval, divisor: int) -> Interval:
    """Return the range of a % divisor; it has the divisor's sign."""
    if divisor > 0 and a[0] >= 0 and a[1] < divisor:
        return a
    return (0, divisor - 1) if divisor > 0 else (divisor + 1, 0)


def negate(a: Interval) -> Interval:
    """Return the range of -a."""
    return -a[1], -a[0]


def absolute(a: Interval) -> Interval:
    """Return the range of abs(a).

    >>> absolute((-3, 2)), absolute((-3, -1))
    ((0, 3), (1, 3))
    """
    low = 0 if a[0] <= 0 <= a[1] else min(abs(a[0]), abs(a[1]))
    return low, max(abs(a[0]), abs(a[1]))
