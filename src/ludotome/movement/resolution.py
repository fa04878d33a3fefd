"""Resolution: the result of one path query, and counts of many results.

Invariants:
    * every result has exactly one outcome and exactly one fast-path category;
    * metrics are sums of these and nothing else, so each of the two columns adds up to the number of calls;
    * counting never changes a result.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from enum import StrEnum

import msgspec

from ludotome.movement.occupancy import Capture
from ludotome.movement.path import Path


class Outcome(StrEnum):
    """How a call ended; the three hits are the only ones with a path."""

    FAST_HIT = "FAST_HIT"
    COMPILED_HIT = "COMPILED_HIT"
    VISITOR_HIT = "VISITOR_HIT"
    NO_PATH = "NO_PATH"
    """No pattern reaches the target."""
    BLOCKED = "BLOCKED"
    """A pattern reaches it, but the pieces on the path forbid it."""
    ZERO_LENGTH = "ZERO_LENGTH"


class FastPath(StrEnum):
    """What the sliding fast path did in a call."""

    USED = "USED"
    SKIP_ZERO_LENGTH = "SKIP_ZERO_LENGTH"
    SKIP_NOT_SLIDER = "SKIP_NOT_SLIDER"
    SKIP_NO_SERVICES = "SKIP_NO_SERVICES"
    """It was disabled, or another layer was called directly."""
    SKIP_ATTACK_MISS = "SKIP_ATTACK_MISS"
    """The target is not one that a sliding pattern wins."""
    SKIP_RECONSTRUCT_FAIL = "SKIP_RECONSTRUCT_FAIL"
    """The ray tables say yes, but the roads do not lead there; the other layers decide."""


class Resolution(msgspec.Struct, frozen=True):
    """The path, if there is one; how the call ended; who is on its last tile; what the fast path did.

    A msgspec struct, like `Path`, because one is created for every query.
    """

    path: Path | None
    outcome: Outcome
    capture: Capture | None = None
    fast_path: FastPath = FastPath.SKIP_NO_SERVICES


@dataclass(slots=True)
class MovementMetrics:
    """Counts of outcomes and of fast-path categories; pass one to `resolve_path`, or call `count`."""

    outcomes: Counter[Outcome] = field(default_factory=Counter)
    fast_path: Counter[FastPath] = field(default_factory=Counter)

    @classmethod
    def of(cls, resolutions: Iterable[Resolution]) -> MovementMetrics:
        """Return the counts of *resolutions*."""
        metrics = cls()
        for resolution in resolutions:
            metrics.count(resolution)
        return metrics

    @property
    def calls(self) -> int:
        """Number of results counted."""
        return self.outcomes.total()

    def count(self, resolution: Resolution) -> None:
        """Add one result."""
        self.outcomes[resolution.outcome] += 1
        self.fast_path[resolution.fast_path] += 1
