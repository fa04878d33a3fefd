"""Pathfinding: the cheapest way somewhere, and everywhere one can get.

Invariants:
    * a step costs 1, one more if it leaves difficult terrain and one more if it enters it; diagonals cost 1;
    * walls, tables and other characters stop movement; a diagonal does not pass between two walls or tables;
    * `max_distance` is a budget in cost, inclusive; the reach holds exactly the goals `find_path` reaches, for the
      same cost and by the same way: among the cheapest the smallest sequence of neighbour order;
    * from a blocked start, or from off the board, nothing is reached.

This module does not know how far a character may move (`movement_validation`).
"""

from __future__ import annotations

from dataclasses import dataclass, field

from ludotome.space import Flood, flood, integer, shortest_path
from ludotome.tactics.grid import GridType, grid_of
from ludotome.tactics.ground import Ground, Window
from ludotome.tactics.map_state import MapState
from ludotome.tactics.occupants import Occupants, occupants_of
from ludotome.tactics.positions import Position, as_position
from ludotome.tactics.wall_map import ItemMap, WallMap, as_item_map, walls_for


@dataclass(frozen=True, slots=True)
class Way:
    """The positions of a way, both ends included, and what it costs."""

    positions: tuple[Position, ...]
    cost: int


@dataclass(frozen=True, slots=True)
class ReachableCell:
    """A position within reach, and what it costs to get there; the `path` is drawn when asked for."""

    position: Position
    distance: int
    _window: Window = field(repr=False, compare=False)
    _reach: Flood = field(repr=False, compare=False)

    @property
    def path(self) -> tuple[Position, ...]:
        """The way there, both ends included."""
        found = self._reach.path(self._window.cell(self.position))
        assert found is not None, "a reachable cell always has its way; please report this with the map"
        return self._window.positions(found)


def find_path(
    start: Position,
    goal: Position,
    wall_map: WallMap,
    map_state: MapState,
    grid_type: GridType,
    max_distance: int | None,
    exclude_character_id: str | None = None,
    *,
    passable_team: str | None = None,
    goal_occupied: bool = False,
) -> tuple[Position, ...] | None:
    """Return the cheapest way from *start* to *goal*, both included; None when none costs at most *max_distance*.

    Characters of *passable_team* may be walked through but not stopped on; with *goal_occupied* the goal may be where
    someone stands. *max_distance* may be None on a map with bounds.
    """
    grid = grid_of(grid_type)
    ground = walls_for(wall_map, map_state, grid).ground(grid)
    others = occupants_of(map_state, grid, exclude_character_id, passable_team)
    ends = (as_position("start", start), as_position("goal", goal))
    found = find_way(ground, *ends, others, _budget(max_distance), goal_occupied=goal_occupied)
    return None if found is None else found.positions


def get_reachable_positions(
    start: Position,
    max_distance: int | None,
    wall_map: WallMap,
    map_state: MapState,
    grid_type: GridType,
    exclude_character_id: str | None = None,
    *,
    passable_team: str | None = None,
) -> dict[str, ReachableCell]:
    """Return every position reached for at most *max_distance*, by its key, in reading order; the start costs 0.

    Reading order is row by row on squares, by (q, r) on hexes. *max_distance* may be None on a map with bounds.
    """
    grid, budget, here = grid_of(grid_type), _budget(max_distance), as_position("start", start)
    ground = walls_for(wall_map, map_state, grid).ground(grid)
    if not ground.is_on_board(here):
        return {}
    window = ground.within(here, budget, "max_distance")
    others = occupants_of(map_state, grid, exclude_character_id, passable_team).inside(window.lattice)
    found = flood(window.terrain, grid.cell(here), occupied=others.busy, passing=others.passing, budget=budget)
    named = map(window.names.__getitem__, found.indices)
    return {
        key: ReachableCell(position, cost, window, found)
        for (key, position), cost in zip(named, found.index_costs, strict=True)
    }


def get_move_cost(from_: Position, to: Position, grid_type: GridType, item_map: ItemMap | None = None) -> int:
    """Return what the step from *from_* to its neighbour *to* costs, walls aside; 0 from a position to itself."""
    grid, a, b = grid_of(grid_type), as_position("from_", from_), as_position("to", to)
    steps = grid.distance(a, b)
    if steps > 1:
        raise ValueError(f"`to` is {tuple(b)}, {steps} away from {tuple(a)}; a step leads to a neighbour")
    difficult = frozenset() if item_map is None else as_item_map(item_map).difficult_positions
    return steps and 1 + (a in difficult) + (b in difficult)


def find_way(
    ground: Ground,
    start: Position,
    goal: Position,
    occupants: Occupants,
    budget: int | None,
    *,
    goal_occupied: bool = False,
) -> Way | None:
    """Return the cheapest way with its cost; None when there is none, or an end is blocked or off the board."""
    grid = ground.grid
    if not (ground.is_on_board(start) and ground.is_on_board(goal)):
        return None
    if budget is not None and grid.distance(start, goal) > budget:
        return None
    window = ground.between(start, goal, (*occupants.busy, *occupants.passing), budget)
    others = occupants.inside(window.lattice)
    found = shortest_path(
        window.terrain,
        grid.cell(start),
        grid.cell(goal),
        occupied=others.busy,
        passing=others.passing,
        goal_occupied=goal_occupied,
        budget=budget,
    )
    return None if found is None else Way(window.positions(found), found.cost)


def _budget(max_distance: int | None) -> int | None:
    return None if max_distance is None else integer("max_distance", max_distance, least=0)
