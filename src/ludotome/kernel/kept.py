"""Kept: the last few things worked out for states, so that nothing is worked out twice in a row.

Invariants:
    * found by the identity of the state and of its definition, both of which are held as long as the thing is;
    * bounded by number and by weight: a document decides how long a list of decisions is and how large a state, and a
      game has up to a million positions.

This module does not know what is kept.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from typing import TYPE_CHECKING, Generic, TypeVar

from ludotome.gamedef import GameState

if TYPE_CHECKING:
    from ludotome.kernel.tables import Tables
    from ludotome.kernel.working import Working

T = TypeVar("T")
MOST = 256  # things kept
MOST_WEIGHT = 200_000  # of them all together, in legal decisions, which take about 400 bytes each
_LIGHT = MOST_WEIGHT // 64
_ROUND = 16  # things are weighed together once for so many, since that takes as long as a small decision


def weight_of(state: Working | GameState) -> int:
    """Return how many decisions take as much memory as *state*, about."""
    return (len(state.tokens) + len(state.zones) * (1 + len(state.zone_vars))) // 16


class Kept(Generic[T]):
    """The last few things worked out for states of a definition; *weigh* says how much of one there is now."""

    def __init__(self, weigh: Callable[[T], int]) -> None:
        self._weigh = weigh
        self._of_ids: OrderedDict[tuple[int, int], tuple[Tables, GameState, T]] = OrderedDict()
        self._newest: T | None = None
        self._unweighed = 0

    def find(self, tables: Tables, state: GameState) -> T | None:
        """Return what is kept for this very state of this very definition."""
        found = self._of_ids.get((id(tables), id(state)))
        return None if found is None else found[2]  # both are held too, so their ids are nobody else's

    def keep(self, tables: Tables, state: GameState, what: T) -> None:
        """Keep *what* for *state*, forgetting what was kept longest."""
        before, self._newest = self._newest, what
        self._of_ids[id(tables), id(state)] = (tables, state, what)
        if len(self._of_ids) > MOST:
            self._of_ids.popitem(last=False)
        self._unweighed += 1
        # What was kept before this has grown since, by what was asked of it.
        is_heavy = self._weigh(what) > _LIGHT or (before is not None and self._weigh(before) > _LIGHT)
        if is_heavy or self._unweighed >= _ROUND:
            self._forget_what_is_too_much()

    def _forget_what_is_too_much(self) -> None:
        self._unweighed = 0
        weight = sum(self._weigh(what) for _, _, what in self._of_ids.values())
        while weight > MOST_WEIGHT and len(self._of_ids) > 1:
            _, (_, _, what) = self._of_ids.popitem(last=False)
            weight -= self._weigh(what)
