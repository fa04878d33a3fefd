"""Recent: a cache of results for the most recently used positions.

Showing a game uses one position many times, and after a decision that position and the one before. A game is often
played at several tables at once, by several threads.

Invariants:
    * entries are found by the identity of a position, which is immutable and referenced by the entry;
    * there are entries for at most `MOST` positions.

This module does not know the content of entries.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Any, Generic, TypeVar

MOST = 64
T = TypeVar("T")


class Recent(Generic[T]):
    """The result of *make* for each of the last positions; it may be extended later."""

    def __init__(self, make: Callable[[], T]) -> None:
        self._make = make
        self._kept: dict[int, tuple[Any, T]] = {}  # by identity, the most recently used at the end
        self._lock = threading.Lock()

    def of(self, position: Any) -> T:
        """Return the entry of *position*; for the same position the same object, until it is dropped."""
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
        """Entries are not sent to another process."""
        return Recent, (self._make,)
