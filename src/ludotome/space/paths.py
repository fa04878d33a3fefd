"""Paths: cheapest paths and their costs between cells; the public interface of the searches.

Invariants:
    * the mover's own cell never stops it: starts are not tested against `occupied`;
    * `occupied` cells cannot be entered; `passing` cells can be crossed but not stopped on (friends, say);
    * a wall as start or goal gives the empty result; a cell off the map is an error that names the argument;
    * results do not depend on the form (`python`, `c`); "auto" uses C if there is a compiler.

This module does not know how the search is done (`search`, `core`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from ludotome.space.forms import Form, engine
from ludotome.space.numbers import integer
from ludotome.space.search import UNLIMITED
from ludotome.space.terrain import Place, Space, Terrain, terrain_of


@dataclass(frozen=True, slots=True)
class Path:
    """A path on a map: `cells` from start to goal, both included, and its `cost`."""

    space: Space = field(repr=False, compare=False)
    indices: tuple[int, ...] = field(repr=False)
    cost: int

    @property
    def cells(self) -> tuple[Place, ...]:
        """The cells walked, from start to goal."""
        return tuple(map(self.space.cell, self.indices))

    def __len__(self) -> int:
        return len(self.indices)

    def __iter__(self) -> Iterator[Place]:
        return iter(self.cells)


_NOTHING: frozenset[int] = frozenset()


class Flood:
    """Everything that can be reached from some starts. Iterate over its cells, or use `cost`, `path` or the arrays.

    Arrays are views of memory that belongs to this object. Paths are computed on request.
    """

    def __init__(
        self,
        terrain: Terrain,
        sources: Sequence[int],
        cost_of_index: Any,
        reached: Any,
        passing: frozenset[int],
        form: Form,
    ) -> None:
        self.terrain = terrain
        self._sources = sources
        self._cost_of_index = cost_of_index
        self._reached = reached
        self._passing = passing
        self._form: Form = form

    def __repr__(self) -> str:
        return f"Flood({len(self)} cells reached)"

    def __len__(self) -> int:
        return len(self.indices)

    def __iter__(self) -> Iterator[Place]:
        return iter(self.cells)

    def __contains__(self, cell: Place) -> bool:
        return self.cost(cell) is not None

    def cost(self, cell: Place) -> int | None:
        """Return the cost of reaching *cell*; None if it is unreachable or can only be passed through."""
        index = self.terrain.space.index(cell)
        found = self._cost_of_index[index]
        return None if found < 0 or index in self._passing else int(found)

    def path(self, cell: Place) -> Path | None:
        """Return the path to *cell* that `shortest_path` would return; None if it is unreachable."""
        cost = self.cost(cell)
        if cost is None:
            return None
        walked = [self.terrain.space.index(cell)]
        before = self._predecessors
        while before[walked[-1]] >= 0:
            walked.append(before[walked[-1]])
        return Path(self.terrain.space, tuple(reversed(walked)), cost)

    def index_before(self, index: int) -> int:
        """Return the index before *index* on its path; -1 for a start or an unreachable index."""
        return int(self._predecessors[index])

    @cached_property
    def indices(self) -> tuple[int, ...]:
        """The indices that can be reached and stopped on, the starts included, in definition order."""
        return tuple(sorted(index for index in self._reached if index not in self._passing))

    @property
    def cells(self) -> tuple[Place, ...]:
        """The cells that can be reached and stopped on, the starts included, in definition order."""
        return tuple(map(self.terrain.space.cell, self.indices))

    @property
    def index_costs(self) -> tuple[int, ...]:
        """The cost of reaching each of `indices`, in the same order."""
        return tuple(map(self._cost_of_index.__getitem__, self.indices))

    @property
    def costs(self) -> Any:
        """The cost of every cell as an array view of the map's form; -1 if unreachable."""
        return self.terrain.space.view(self._cost_of_index)

    @property
    def reached(self) -> Any:
        """The indices reached, passing ones included, as a flat array view in unspecified order."""
        import numpy as np

        return np.asarray(self._reached)

    @cached_property
    def _predecessors(self) -> Any:
        return engine(self._form).predecessors(self.terrain, self._sources, self._cost_of_index)

    @property
    def predecessors(self) -> Any:
        """The index before each cell on its path, as an array view of the map's form; -1 for starts and unreached."""
        return self.terrain.space.view(self._predecessors)


@dataclass(frozen=True, slots=True)
class Components:
    """Which cells can reach each other: `label` of a cell, None for a wall; labels count from 0 in definition order."""

    terrain: Terrain = field(repr=False)
    label_of_index: Any = field(repr=False)
    count: int

    def label(self, cell: Place) -> int | None:
        """Return the component of *cell*, None when it is a wall."""
        found = self.label_of_index[self.terrain.space.index(cell)]
        return None if found < 0 else int(found)

    @property
    def labels(self) -> Any:
        """The component of every cell as an array view of the map's form; -1 for walls."""
        return self.terrain.space.view(self.label_of_index)


def shortest_path(
    space: Space | Terrain,
    start: Place,
    goal: Place,
    *,
    occupied: Iterable[Place] = (),
    passing: Iterable[Place] = (),
    goal_occupied: bool = False,
    budget: int | None = None,
    form: Form = "auto",
) -> Path | None:
    """Return the cheapest path from *start* to *goal*, None when there is none within *budget* (inclusive).

    A list of cells as *start* or *goal* means any of them. Ties go to the smallest sequence of neighbour order, earlier
    starts first. An occupied goal is refused unless *goal_occupied*; from a cell to itself costs 0.
    """
    terrain = terrain_of(space)
    busy, only_passing = _indices(terrain, "occupied", occupied), _indices(terrain, "passing", passing)
    starts = open_indices(terrain, "start", start)
    refused = frozenset() if goal_occupied else frozenset((*busy, *only_passing)).difference(starts)
    goals = [index for index in open_indices(terrain, "goal", goal) if index not in refused]
    if not starts or not goals:
        return None
    found = engine(form).path(terrain, starts, goals, busy, limit_of(budget))
    return None if found is None else Path(terrain.space, tuple(found[0]), found[1])


def flood(
    space: Space | Terrain,
    start: Place,
    *,
    occupied: Iterable[Place] = (),
    passing: Iterable[Place] = (),
    budget: int | None = None,
    form: Form = "auto",
) -> Flood:
    """Return everything that can be reached from *start* (a list: from any of them) for at most *budget*."""
    terrain = terrain_of(space)
    busy, only_passing = _indices(terrain, "occupied", occupied), _indices(terrain, "passing", passing)
    starts = open_indices(terrain, "start", start)
    cost, reached = engine(form).flood(terrain, starts, busy, limit_of(budget))
    kept_free = frozenset(only_passing).difference(starts) if only_passing else _NOTHING
    return Flood(terrain, starts, cost, reached, kept_free, form)


def components(space: Space | Terrain, *, form: Form = "auto") -> Components:
    """Return which cells can reach each other; two cells share a label exactly when a path joins them."""
    terrain = terrain_of(space)
    return Components(terrain, *engine(form).components(terrain))


def nearest(
    space: Space | Terrain,
    start: Place,
    among: Iterable[Place] | Callable[[Place], bool],
    count: int = 1,
    *,
    occupied: Iterable[Place] = (),
    budget: int | None = None,
    form: Form = "auto",
) -> tuple[tuple[Place, int], ...]:
    """Return the *count* cells of *among* that cost least to reach, each with its cost; ties in definition order."""
    most = integer("count", count, least=0)
    found = flood(space, start, occupied=occupied, budget=budget, form=form)
    terrain = found.terrain
    if callable(among):
        wanted = [index for index in found.indices if among(terrain.space.cell(index))]
    else:
        named = frozenset(_indices(terrain, "among", among))
        wanted = [index for index in found.indices if index in named]
    costs = found._cost_of_index
    wanted.sort(key=lambda index: costs[index])  # stable: definition order stays within one cost
    return tuple((terrain.space.cell(index), int(costs[index])) for index in wanted[:most])


def open_indices(terrain: Terrain, name: str, given: Place) -> list[int]:
    """Return the index of the one cell *given*, or of each cell of a list or set, without walls and repeats."""
    space, mask = terrain.space, terrain.mask
    if isinstance(given, list | set | frozenset):
        ordered = given if isinstance(given, list) else sorted(given)
        return [index for index in dict.fromkeys(space.index(cell, name) for cell in ordered) if not mask[index]]
    index = space.index(given, name)
    return [] if mask[index] else [index]


def _indices(terrain: Terrain, name: str, cells: Iterable[Place]) -> list[int]:
    if cells == ():
        return []  # the usual case, in every query
    index = terrain.space.index
    return [index(cell, name) for cell in cells]


def limit_of(budget: int | None) -> int:
    """Return *budget* in the form that the searches use; None means no limit."""
    return UNLIMITED if budget is None else min(integer("budget", budget, least=0), UNLIMITED)
