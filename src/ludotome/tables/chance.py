"""Chance at a table: outcomes from the system's random source, so that nobody can predict them.

An outcome is drawn when it is needed and saved as a decision. After an undo past it, it is drawn again.
"""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from typing import TypeVar

T = TypeVar("T")
_RANDOM = secrets.SystemRandom()


def drawn(outcomes: Sequence[tuple[T, float]]) -> T:
    """Return one of *outcomes*, each with its probability."""
    likely = {probability for _, probability in outcomes}
    if len(likely) == 1:
        return outcomes[secrets.randbelow(len(outcomes))][0]
    return _RANDOM.choices([one for one, _ in outcomes], [probability for _, probability in outcomes])[0]
