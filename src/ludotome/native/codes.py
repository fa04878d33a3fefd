"""The numbers the generated C and Python share: outcomes, faults and the order in which they are counted.

This module does not know the C that uses them; `c/play.h` says the same, and a test holds the two together.
"""

from __future__ import annotations

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
)
