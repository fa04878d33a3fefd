"""Limits: how much a language model may ask for.

This module does not know tools.
"""

from __future__ import annotations

MOST_TABLES = 16  # games open at a time; opening another closes the least recently used one
MOST_MOVES = 500  # legal decisions listed in an answer
MOST_GAMES = 100_000  # games of one simulation
MOST_SECONDS = 60.0  # seconds of one call
MOST_CHARACTERS = 200_000  # characters of one text in an answer
MOST_REASON = 2_000  # characters of the reason why a call failed
MOST_DOCUMENTS = 500  # documents listed
OPPONENTS = ("random", "greedy", "easy", "normal", "hard")


def clipped(text: str, most: int = MOST_CHARACTERS) -> str:
    """Return *text*, cut after *most* characters with a note about it."""
    return text if len(text) <= most else f"{text[:most]}\n… cut after {most:,} of {len(text):,} characters"
