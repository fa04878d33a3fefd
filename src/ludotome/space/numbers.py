"""Numbers: check arguments that must be integers in a range, or pairs of integers.

Invariants:
    * a wrong argument raises `TypeError` (not an integer) or `ValueError` (out of range) with its name and value;
    * booleans, floats and NaN are not accepted as integers; NumPy's integers are.

This module does not know what the numbers mean.
"""

from __future__ import annotations

from operator import index
from typing import Any

MAX_LINE = 1_000_000
"""Limit on the steps of a line; the radius of a range is limited to a thousandth of it. A larger number is a typo
and would use all memory."""


def integer(name: str, value: object, *, least: int | None = None, most: int | None = None) -> int:
    """Return *value* as an int between *least* and *most*, both included; *name* is the argument's name for errors."""
    if type(value) is int and (least is None or value >= least) and (most is None or value <= most):
        return value  # the usual case, in every query
    if isinstance(value, bool) or not hasattr(value, "__index__"):
        raise TypeError(f"`{name}` is {value!r}; it must be an integer")
    number = index(value)
    if least is not None and number < least:
        raise ValueError(f"`{name}` is {number}; it must be at least {least}")
    if most is not None and number > most:
        raise ValueError(f"`{name}` is {number}; it must be at most {most}")
    return number


def pair(name: str, cell: Any) -> tuple[int, int]:
    """Return *cell* as coordinates; raise `TypeError` naming *name* if it is not a pair of integers."""
    try:
        a, b = cell
    except (TypeError, ValueError):
        raise TypeError(f"`{name}` is {cell!r}; a cell is a pair of integers") from None
    return integer(name, a), integer(name, b)


def line_length(a: tuple[int, int], b: tuple[int, int], steps: int) -> int:
    """Return *steps*, the number from *a* to *b*; raise `ValueError` if it exceeds `MAX_LINE`."""
    if steps > MAX_LINE:
        raise ValueError(f"the line from {a} to {b} has {steps} steps; it must have at most {MAX_LINE}")
    return steps
