"""Whole numbers that callers give: how many games, plies, players.

This module does not know what any of them is for.
"""

from __future__ import annotations

from operator import index
from typing import Any

from ludotome.gamedef import PlayError


def whole_number(name: str, given: Any, low: int, high: int | None, instead: str) -> int:
    """Return *given* as a plain integer from *low* to *high* (None: any); a `PlayError` says what to write *instead*.

    Whatever acts as an index (a NumPy integer) is one; a truth value, a float or a text is not, however round.
    """
    try:
        number = low - 1 if isinstance(given, bool) else index(given)
    except TypeError:
        number = low - 1
    if number < low or (high is not None and number > high):
        raise PlayError("bad-argument", f"{name} is {given!r}; {instead}")
    return number
