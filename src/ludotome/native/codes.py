"""The numbers the generated C and Python share: outcomes, faults and kinds of answers, in the order they count.

This module does not know the C that uses them; `c/play.h` says the same, and a test holds the two together.
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

INT32_NOTHING = -(2**31)  # how a table or an array of 32 bits writes an int that is nothing

# An answer's first number is the number of actions, plus the place of its kind in `CHOICES`.
__all__ = ["CHANCE_ANSWER", "CHOICES", "FAULTS", "INT32_NOTHING", "MOST_OUTCOMES", "OUTCOMES"]
