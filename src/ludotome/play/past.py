"""Past: the earlier positions of a state, in bounded memory.

All of them are kept while they are small. If a game is long or its positions are large (each contains its record of
earlier ones), the last few and some of the others are kept; the rest is replayed from those.

Invariants:
    * a returned position equals the one that was added, kept or not;
    * the kept positions take about `MOST_BYTES`, however long the game is.

This module does not know games: the caller supplies the function that replays a position.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterator
from operator import itemgetter
from sys import getsizeof
from typing import Any

from ludotome.gamedef import GameState

MOST_BYTES = 64 * 2**20
_LAST = 16  # positions that are always kept, for undoing a few decisions
_FIRST = 64  # positions before sizes are measured: most games are short
Again = Callable[[Any, int], Any]
"""The position after decision number *n* of the game, which was made in the given one."""


class Past:
    """The position before each decision of a game, oldest first."""

    __slots__ = ("_check_at", "_marks", "_recent", "_start")

    def __init__(self, positions: list[Any] | None = None) -> None:
        self._marks: list[tuple[int, Any]] = []  # some of the positions before `_start`, by number; the first is 0
        self._start = 0
        self._recent: list[Any] = positions or []  # all from there on
        self._check_at = len(self._recent) + _FIRST

    def __len__(self) -> int:
        return self._start + len(self._recent)

    def append(self, position: Any) -> None:
        """Add the position before the next decision."""
        recent = self._recent
        recent.append(position)
        if len(recent) > self._check_at:
            self._thin()

    def pop(self, again: Again) -> Any:
        """Return and remove the last position."""
        if not self._recent:
            self._refill(again)
        return self._recent.pop()

    def last(self, again: Again) -> Any:
        """Return the last position."""
        return self.at(len(self) - 1, again)

    def at(self, number: int, again: Again) -> Any:
        """Return the position before decision *number*."""
        return next(self.walk(again, number))

    def walk(self, again: Again, first: int = 0) -> Iterator[Any]:
        """Yield the positions from number *first* on."""
        place = bisect_right(self._marks, first, key=itemgetter(0)) - 1
        if first < self._start:
            number, position = self._marks[place]
            for before in range(number, first):
                position = again(position, before)
            following = dict(self._marks[place + 1 :])
            for here in range(first, self._start):
                yield position
                if here + 1 < self._start:
                    kept = following.get(here + 1)
                    position = again(position, here) if kept is None else kept
        yield from self._recent[max(0, first - self._start) :]

    def copy(self) -> Past:
        """Return a past of its own."""
        twin = Past()
        twin._marks, twin._start = self._marks.copy(), self._start
        twin._recent, twin._check_at = self._recent.copy(), self._check_at
        return twin

    # ── what is kept ───────────────────────────────────────────────────────────────────────────────────────────────

    def _thin(self) -> None:
        """Keep fewer of the older positions if together they take too much; set when to check again."""
        size = max(map(size_of, self._recent[-2:]))  # positions grow during a game, if at all
        kept = len(self._recent) + len(self._marks)
        if kept * size > MOST_BYTES:
            older, self._recent = self._recent[:-_LAST], self._recent[-_LAST:]
            self._marks += enumerate(older, self._start)
            self._start += len(older)
            while len(self._marks) > 1 and len(self._marks) * size > MOST_BYTES // 2:
                self._marks = self._marks[::2]
            kept = _LAST + len(self._marks)
        more = min(kept, (MOST_BYTES - kept * size) // size)
        self._check_at = len(self._recent) + max(_LAST, more)

    def _refill(self, again: Again) -> None:
        """Replay the positions before `_start` from the last one that is kept; of many, keep the last ones."""
        number, position = self._marks[-1]
        found, size = [position], size_of(position)
        for before in range(number, self._start - 1):
            position = again(position, before)
            found.append(position)
        most = max(_LAST, MOST_BYTES // 2 // size)
        self._recent = found[-most:]
        self._start -= len(self._recent)
        if len(found) <= most:
            self._marks.pop()
        self._check_at = len(self._recent) + _LAST


def size_of(position: Any) -> int:
    """Return the approximate size of a position in bytes, without the parts it shares with others."""
    if not isinstance(position, GameState):
        return getsizeof(position)
    rows = len(position.zones) * (1 + len(position.zone_vars)) + len(position.tokens)
    recorded = len(position.history) + sum(map(len, position.region_history))
    return getsizeof(position) + 8 * (rows + recorded) + 1_000
