"""The numbers the generated C and Python share: outcomes, faults and kinds of answers, in the order they count.

This module does not know the C that uses them; `c/play.h` says the same, and a test holds the two together.
"""

from __future__ import annotations

from ludotome.native.ir import Kind

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
)

# What a choice can be about: an answer's first number is the number of actions, plus the place of its kind here.
CHOICES: tuple[Kind, ...] = ("int", "bool", "player", "zone", "token", "name")
# An outcome of chance comes behind them: a number, or the slot of a token.
CHANCE_ANSWER = len(CHOICES)
MOST_OUTCOMES = 10_000  # that chance can be asked for one by one
