"""Recent: what was worked out about the positions that were asked about last.

Who shows a game asks about one position many times, and when the next decision is made, about it and the one before. A
game is often played at several tables at once, by several threads.

Invariants:
    * what is kept of a position is found by its identity alone: nobody changes a position, and it is held;
    * of at most `MOST` positions anything is kept.

This module does not know what is kept.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any, Generic, TypeVar

MOST = 64
T = TypeVar("T")


class Recent(Generic[T]):
    """What *make* returned for each of the last positions; it may fill in more later."""

    def __init__(self, make: Callable[[], T]) -> None:
        self._make = make
        self._kept: dict[int, tuple[Any, T]] = {}  # by identity, the one that was asked about last at the end
        self._lock = threading.Lock()

    def of(self, position: Any) -> T:
        """Return what is kept of *position*; of the same position the same object, until it is forgotten."""
        key = id(position)
        with self._lock:
            found = self._kept.pop(key, None)
            if found is None:
                found = position, self._make()
            self._kept[key] = found
            if len(self._kept) > MOST:
                del self._kept[next(iter(self._kept))]
        return found[1]

    def __reduce__(self) -> tuple[Any, ...]:
        """Nothing of it is sent to another process."""
        return Recent, (self._make,)
