"""Logarithms: natural logarithms of whole numbers, the same bits on every machine.

A C library's `log` may differ in its last bit from one system to the next, and a search that compares two bounds would
then take another move. The table in `logarithms.h` is committed, and C and Python read the same one.

Invariants:
    * within 0.004 of the true value, never falling;
    * the same number as `lt_logarithm` in C.

This module does not know what the logarithms are for.
"""

from __future__ import annotations

import re
from functools import cache


def logarithm(number: int) -> float:
    """Return the natural logarithm of *number*, from 1, by its highest nine bits.

    >>> logarithm(1), round(logarithm(1000), 2)
    (0.0, 6.91)
    """
    if number < 1:
        raise ValueError(f"number is {number}; write a whole number from 1")
    log_2, table = _table()
    power = number.bit_length() - 1
    part = number >> (power - 8) if power >= 8 else number << (8 - power)
    return float(power) * log_2 + table[part & 255]


def logarithms_header() -> str:
    """Return the text of `logarithms.h`: the table and `lt_logarithm`."""
    from importlib.resources import files

    return files("ludotome.chance").joinpath("logarithms.h").read_text(encoding="utf-8")


@cache
def _table() -> tuple[float, tuple[float, ...]]:
    """Return the logarithm of 2, and those of 1 + i / 256, as the header has them."""
    log_2, *table = map(float.fromhex, re.findall(r"-?0x[0-9a-f.]+p[-+]\d+", logarithms_header()))
    assert len(table) == 256, "logarithms.h holds 256 logarithms"
    return log_2, tuple(table)
