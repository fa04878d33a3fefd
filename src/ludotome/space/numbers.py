"""Numbers: the one place where arguments that must be integers in a range, or pairs of them, are looked at.

Invariants:
    * a refused argument is a `TypeError` (not an integer) or a `ValueError` (out of range) that names it and its value;
    * booleans, floats and NaN are not integers here, NumPy's integers are.

This module does not know what the numbers mean.
"""

from __future__ import annotations

from operator import index
from typing import Any

MAX_LINE = 1_000_000
"""A line has no more steps than this, and a range no larger radius than a thousandth of it: what is larger is a slip,
and would take all memory."""


def integer(name: str, value: object, *, least: int | None = None, most: int | None = None) -> int:
    """Return *value* as an int between *least* and *most*, both included; *name* is what the caller called it."""
    if type(value) is int and (least is None or value >= least) and (most is None or value <= most):
        return value  # the usual case, on the way of every query
    if isinstance(value, bool) or not hasattr(value, "__index__"):
        raise TypeError(f"`{name}` is {value!r}; it must be an integer")
    number = index(value)
    if least is not None and number < least:
        raise ValueError(f"`{name}` is {number}; it must be at least {least}")
    if most is not None and number > most:
        raise ValueError(f"`{name}` is {number}; it must be at most {most}")
    return number


def pair(name: str, cell: Any) -> tuple[int, int]:
    """Return *cell* as coordinates; what is no pair of integers is refused by *name*."""
    try:
        a, b = cell
    except (TypeError, ValueError):
        raise TypeError(f"`{name}` is {cell!r}; a cell is a pair of integers") from None
    return integer(name, a), integer(name, b)


def line_length(a: tuple[int, int], b: tuple[int, int], steps: int) -> int:
    """Return *steps*, how many lead from *a* to *b*, refusing more than `MAX_LINE`."""
    if steps > MAX_LINE:
        raise ValueError(f"the line from {a} to {b} has {steps} steps; it must have at most {MAX_LINE}")
    return steps
