"""Kept: a cache of results for the most recent states.

Invariants:
    * entries are found by the identity of the state and of its definition, which are kept alive with the entry;
    * bounded by number and by weight: a document determines the length of a list of decisions and the size of a state,
      and a game has up to a million positions.

This module does not know what is cached.
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
MOST = 256  # entries
MOST_WEIGHT = 200_000  # total, in legal decisions, which take about 400 bytes each
_LIGHT = MOST_WEIGHT // 64
_ROUND = 16  # entries are weighed once per this many, since weighing takes as long as a small decision


def weight_of(state: Working | GameState) -> int:
    """Return roughly how many decisions take as much memory as *state*."""
    return (len(state.tokens) + len(state.zones) * (1 + len(state.zone_vars))) // 16


class Kept(Generic[T]):
    """A cache of results for states of a definition; *weigh* returns the current weight of an entry."""

    def __init__(self, weigh: Callable[[T], int]) -> None:
        self._weigh = weigh
        self._of_ids: OrderedDict[tuple[int, int], tuple[Tables, GameState, T]] = OrderedDict()
        self._newest: T | None = None
        self._unweighed = 0

    def find(self, tables: Tables, state: GameState) -> T | None:
        """Return the entry for this state object of this definition object, or None."""
        found = self._of_ids.get((id(tables), id(state)))
        return None if found is None else found[2]  # both are kept alive, so no other object has their ids

    def keep(self, tables: Tables, state: GameState, what: T) -> None:
        """Store *what* for *state*, dropping the oldest entries."""
        before, self._newest = self._newest, what
        self._of_ids[id(tables), id(state)] = (tables, state, what)
        if len(self._of_ids) > MOST:
            self._of_ids.popitem(last=False)
        self._unweighed += 1
        # The previous entry may have grown since it was stored, as it computes results on demand.
        is_heavy = self._weigh(what) > _LIGHT or (before is not None and self._weigh(before) > _LIGHT)
        if is_heavy or self._unweighed >= _ROUND:
            self._forget_what_is_too_much()

    def _forget_what_is_too_much(self) -> None:
        self._unweighed = 0
        weight = sum(self._weigh(what) for _, _, what in self._of_ids.values())
        while weight > MOST_WEIGHT and len(self._of_ids) > 1:
            _, (_, _, what) = self._of_ids.popitem(last=False)
            weight -= self._weigh(what)
