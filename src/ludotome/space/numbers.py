"""Numbers: the one place where arguments that must be integers in a range are looked at.

Invariants:
    * a refused argument is a `TypeError` (not an integer) or a `ValueError` (out of range) that names it and its value;
    * booleans, floats and NaN are not integers here, NumPy's integers are.

This module does not know what the numbers mean.
"""

from __future__ import annotations

from operator import index


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
