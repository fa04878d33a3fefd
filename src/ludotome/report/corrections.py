"""Corrections for multiple tests, so that they give no more false findings than a single test.

`holm` is for the questions of one report: the probability that any of them is answered wrongly by chance stays below
the level. `benjamini_hochberg` is for lists of suspects: the expected share of false ones among those listed stays
below it.

This module does not know what was tested.
"""

from __future__ import annotations

from collections.abc import Sequence


def holm(p_values: Sequence[float]) -> tuple[float, ...]:
    """Return each p-value corrected by Holm's step-down method, in the same order.

    >>> holm([0.01, 0.04, 0.03])
    (0.03, 0.06, 0.06)
    """
    count, most = len(p_values), 0.0
    found = [1.0] * count
    for rank, place in enumerate(sorted(range(count), key=p_values.__getitem__)):
        most = max(most, min(1.0, (count - rank) * p_values[place]))
        found[place] = most
    return tuple(found)


def benjamini_hochberg(p_values: Sequence[float]) -> tuple[float, ...]:
    """Return each p-value corrected by the step-up method of Benjamini and Hochberg, in the same order.

    >>> benjamini_hochberg([0.01, 0.04, 0.03])
    (0.03, 0.04, 0.04)
    """
    count, least = len(p_values), 1.0
    found = [1.0] * count
    for rank, place in reversed(list(enumerate(sorted(range(count), key=p_values.__getitem__), 1))):
        least = min(least, p_values[place] * count / rank)
        found[place] = least
    return tuple(found)
