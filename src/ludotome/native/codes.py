"""Codes: the numbers shared by the generated C and Python: outcomes, faults and kinds of answers, in order.

This module does not know the C that uses them; `c/play.h` has the same numbers, and a test compares the two.
"""

from __future__ import annotations

from ludotome.gamedef import CHANCE_ANSWER, CHOICES, MOST_OUTCOMES

OUTCOMES = ("running", "win", "draw", "lossAll", "score", "rank", "stall", "truncated")

FAULTS = (
    "ok",
    "illegal",
    "game-over",
    "full-zone",
    "not-there",
    "budget",
    "limit",
    "not-adjacent",
    "no-slot",
    "clamped",
    "no-decision",
    "no-memory",
    "no-sides",
    "suspended",
    "no-room",
    "many-outcomes",
    "trigger-not-adjacent",
    "stopped",
    "many-decisions",
    "no-world",
    "untold",
)

INT32_NOTHING = -(2**31)  # the int `none` in tables and arrays of 32 bits

# An answer's first number is the number of actions plus the index of its kind in `CHOICES`.
__all__ = ["CHANCE_ANSWER", "CHOICES", "FAULTS", "INT32_NOTHING", "MOST_OUTCOMES", "OUTCOMES"]
