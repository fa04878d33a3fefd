"""Logarithms: natural logarithms of whole numbers, the same bits on every machine.

The last bit of a C library's `log` may differ between systems, and a search that compares two bounds could then
choose another move. The table in `logarithms.h` is committed, and C and Python read the same one.

Invariants:
    * within 0.004 of the true value, and monotonic;
    * the same number as `lt_logarithm` in C.

This module does not know what the logarithms are for.
"""

from __future__ import annotations

import re
from functools import cache


def logarithm(number: int) -> float:
    """Return the natural logarithm of *number* (at least 1), computed from its highest nine bits.

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
    """Return the logarithm of 2, and those of 1 + i / 256, as written in the header."""
    log_2, *table = map(float.fromhex, re.findall(r"-?0x[0-9a-f.]+p[-+]\d+", logarithms_header()))
    assert len(table) == 256, "logarithms.h holds 256 logarithms"
    return log_2, tuple(table)
