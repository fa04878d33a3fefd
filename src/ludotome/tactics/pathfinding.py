"""Pathfinding: the cheapest path to a position, and all reachable positions.

Invariants:
    * a step costs 1, one more if it leaves difficult terrain and one more if it enters it; diagonals cost 1;
    * walls, tables and other characters stop movement; a diagonal does not pass between two walls or tables;
    * `max_distance` is a budget in cost, inclusive; the reachable positions are exactly those that `find_path` reaches,
      at the same cost and by the same path: among the cheapest the smallest sequence of neighbour order;
    * from a start that is blocked or off the board, nothing is reachable.

This module does not know how far a character may move (`movement_validation`).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from ludotome.space import Flood, flood, integer, shortest_path
from ludotome.tactics.grid import GridType, grid_of
from ludotome.tactics.ground import Ground, Window
from ludotome.tactics.map_state import MapState
from ludotome.tactics.occupants import Occupants, occupants_of
from ludotome.tactics.positions import Pair, Pairs, Position, as_position, as_positions
from ludotome.tactics.wall_map import ItemMap, WallMap, as_item_map, walls_for


@dataclass(frozen=True, slots=True)
class Way:
    """The positions of a path, both ends included, and its cost."""

    positions: tuple[Position, ...]
    cost: int


class Ways:
    """The paths to reachable positions, each computed on request from the path to the previous cell."""

    def __init__(self, window: Window, reach: Flood) -> None:
        self._window, self._reach = window, reach
        self._made: dict[int, tuple[Position, ...]] = {-1: ()}

    def to(self, position: Position) -> tuple[Position, ...]:
        """Return the path to *position*, which must be reachable."""
        here = self._window.lattice.index(self._window.cell(position))
        missing = []
        while here not in self._made:
            missing.append(here)
            here = self._reach.index_before(here)
        way = self._made[here]
        for index in reversed(missing):
            way = self._made[index] = (*way, self._window.names[index][1])
        return way


@dataclass(frozen=True, slots=True)
class ReachableCell:
    """A reachable position and its cost; `path` is computed on request."""

    position: Position
    distance: int
    _ways: Ways = field(repr=False, compare=False)

    @property
    def path(self) -> tuple[Position, ...]:
        """The path there, both ends included."""
        return self._ways.to(self.position)


def find_path(
    start: Pairs,
    goal: Pairs,
    wall_map: WallMap,
    map_state: MapState,
    grid_type: GridType,
    max_distance: int | None,
    exclude_character_id: str | None = None,
    *,
    passable_team: str | None = None,
    goal_occupied: bool = False,
) -> tuple[Position, ...] | None:
    """Return the cheapest path from *start* to *goal*, both included; None if none costs at most *max_distance*.

    A list of positions as *start* or *goal* means any of them; ties go to the path from the
    earlier start. Characters of *passable_team* can be passed but not stopped on; with *goal_occupied* the goal may be
    occupied. *max_distance* may be None on a map with bounds.
    """
    grid = grid_of(grid_type)
    ground = walls_for(wall_map, map_state, grid).ground(grid)
    others = occupants_of(map_state, grid, exclude_character_id, passable_team)
    ends = (as_positions("start", start), as_positions("goal", goal))
    found = find_way(ground, *ends, others, _budget(max_distance), goal_occupied=goal_occupied)
    return None if found is None else found.positions


def get_reachable_positions(
    start: Pairs,
    max_distance: int | None,
    wall_map: WallMap,
    map_state: MapState,
    grid_type: GridType,
    exclude_character_id: str | None = None,
    *,
    passable_team: str | None = None,
) -> dict[str, ReachableCell]:
    """Return every position reachable for at most *max_distance*, by its key, in reading order; the start costs 0.

    A list of positions as *start* means from any of them. Reading order is row by row on squares, by (q, r) on hexes.
    *max_distance* may be None on a map with bounds.
    """
    grid, budget = grid_of(grid_type), _budget(max_distance)
    ground = walls_for(wall_map, map_state, grid).ground(grid)
    starts = tuple(filter(ground.is_on_board, as_positions("start", start)))
    if not starts:
        return {}
    window = ground.within(starts, budget, "max_distance")
    others = occupants_of(map_state, grid, exclude_character_id, passable_team).inside(window.lattice)
    cells = list(map(grid.cell, starts))
    found = flood(window.terrain, cells, occupied=others.busy, passing=others.passing, budget=budget)
    ways = Ways(window, found)
    named = map(window.names.__getitem__, found.indices)
    return {
        key: ReachableCell(position, cost, ways) for (key, position), cost in zip(named, found.index_costs, strict=True)
    }


def get_move_cost(from_: Pair, to: Pair, grid_type: GridType, item_map: ItemMap | None = None) -> int:
    """Return the cost of the step from *from_* to its neighbour *to*, ignoring walls; 0 from a position to itself."""
    grid, a, b = grid_of(grid_type), as_position("from_", from_), as_position("to", to)
    steps = grid.distance(a, b)
    if steps > 1:
        raise ValueError(f"`to` is {tuple(b)}, {steps} away from {tuple(a)}; a step leads to a neighbour")
    difficult = frozenset() if item_map is None else as_item_map(item_map).difficult_positions
    return steps and 1 + (a in difficult) + (b in difficult)


def find_way(
    ground: Ground,
    starts: Sequence[Position],
    goals: Sequence[Position],
    occupants: Occupants,
    budget: int | None,
    *,
    goal_occupied: bool = False,
) -> Way | None:
    """Return the cheapest path with its cost; None if there is none, or the ends are blocked or off the board."""
    grid, ends = ground.grid, [tuple(filter(ground.is_on_board, some)) for some in (starts, goals)]
    starts = [a for a in ends[0] if any(budget is None or grid.distance(a, b) <= budget for b in ends[1])]
    goals = [b for b in ends[1] if any(budget is None or grid.distance(a, b) <= budget for a in ends[0])]
    if not starts or not goals:
        return None
    window = ground.between(starts, goals, (*occupants.busy, *occupants.passing), budget)
    others = occupants.inside(window.lattice)
    found = shortest_path(
        window.terrain,
        list(map(grid.cell, starts)),
        list(map(grid.cell, goals)),
        occupied=others.busy,
        passing=others.passing,
        goal_occupied=goal_occupied,
        budget=budget,
    )
    return None if found is None else Way(window.positions(found), found.cost)


def _budget(max_distance: int | None) -> int | None:
    return None if max_distance is None else integer("max_distance", max_distance, least=0)
