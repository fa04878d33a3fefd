"""Some names: the first few of many names, for a message, with the number of names left out."""

from __future__ import annotations

from collections.abc import Iterable


def some_names(names: Iterable[str], most: int = 12) -> str:
    """Return the first *most* distinct *names*, separated by commas, and how many more there are; `nothing` if none.

    >>> some_names(["a1", "b1", "a1", "c1", "d1"], most=2)
    'a1, b1, … (2 more)'
    """
    different = list(dict.fromkeys(names))
    left = len(different) - most
    return ", ".join([*different[:most], *([f"… ({left} more)"] if left > 0 else [])]) or "nothing"
