"""Wall map: lookup tables for what stops movement and sight, and for the items of each position.

Invariants:
    * a `WallMap` is the frozen set of the `"x,y"` keys that stop movement; `.sight` those that stop sight;
    * maps are cached in the state they were built from, by its `version`;
      a function that also gets the state rebuilds a map that belongs to another state (`walls_for`);
    * a `WallMap` built by hand, or a plain set of keys, is used as it is; without `sight` all of it also stops sight;
    * an item map contains every item of a position, in the order of the state.

This module does not know how paths and lines are found.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import cached_property
from typing import Any, TypeVar

from ludotome.space import Cell
from ludotome.tactics.bounds import Bounds, is_on_board
from ludotome.tactics.grid import Grid, GridType, grid_of
from ludotome.tactics.ground import Ground
from ludotome.tactics.item_rules import ItemRule
from ludotome.tactics.map_state import MapItem, MapState
from ludotome.tactics.positions import Pair, Position, as_position, position_key, position_of_key

Built = TypeVar("Built")


class WallMap(frozenset[str]):
    """The keys of all positions that stop movement; `.sight` of those that stop sight, `.difficult` of those that slow.

    `bounds` and `grid_type` define the board; `state` is the map state it was built from, None if built by hand.
    """

    sight: frozenset[str]
    difficult: frozenset[str]
    bounds: Bounds
    grid_type: GridType
    state: MapState | None
    _grounds: dict[str, Ground]

    def __new__(
        cls,
        keys: Iterable[str] = (),
        sight: Iterable[str] | None = None,
        *,
        difficult: Iterable[str] = (),
        bounds: Bounds = None,
        grid_type: GridType = GridType.HEX,
        state: MapState | None = None,
    ) -> WallMap:
        """Build one by hand; *sight* defaults to *keys*."""
        made = super().__new__(cls, keys)
        made.sight = frozenset(made if sight is None else sight)
        made.difficult = frozenset(difficult)
        made.bounds, made.grid_type, made.state, made._grounds = bounds, grid_type, state, {}
        return made

    def __reduce__(self) -> tuple[Any, ...]:
        return WallMap, (tuple(self),), {**self.__dict__, "_grounds": {}}

    def ground(self, grid: Grid) -> Ground:
        """Return this map in the form that the searches need; cached."""
        found = self._grounds.get(grid.shape)
        if found is None:
            blocked, opaque, difficult = (
                frozenset(grid.cell(position_of_key(key)) for key in keys)
                for keys in (self, self.sight, self.difficult)
            )
            found = self._grounds[grid.shape] = Ground(grid, blocked, opaque, difficult, self.bounds)
        return found


class ItemMap(dict[str, tuple[MapItem, ...]]):
    """All items of each position by its key, in the order of the state."""

    def cover_cells(self, grid: Grid) -> frozenset[Cell]:
        """Return the positions with cover, as cells of *grid*; cached."""
        found = self._cover_cells.get(grid.shape)
        if found is None:
            cells = map(grid.cell, self._positions(lambda item: item.gives_cover))
            found = self._cover_cells[grid.shape] = frozenset(cells)
        return found

    @cached_property
    def _cover_cells(self) -> dict[str, frozenset[Cell]]:
        return {}

    @cached_property
    def difficult_positions(self) -> frozenset[Position]:
        """The positions with difficult ground."""
        return self._positions(lambda item: item.rule.is_difficult)

    def _positions(self, wanted: Callable[[MapItem], bool]) -> frozenset[Position]:
        return frozenset(position_of_key(key) for key, items in self.items() if any(map(wanted, items)))


def build_wall_map(map_state: MapState, grid_type: GridType) -> WallMap:
    """Return what stops movement and sight in *map_state*, without expired items; cached."""
    shape = grid_of(grid_type).shape
    return _cached(map_state, shape, lambda: _wall_map_of(map_state, GridType(shape)))


def build_item_position_map(map_state: MapState) -> ItemMap:
    """Return the items of every position by its key, without expired items; cached."""
    return _cached(map_state, "items", lambda: _item_map_of(map_state))


def is_blocked(position: Pair, wall_map: WallMap) -> bool:
    """Return whether *position* cannot be entered: it has a wall or a table, or is off the board."""
    here = as_position("position", position)
    walls = as_wall_map(wall_map)
    return position_key(here) in walls or not is_on_board(here, walls.bounds, grid_of(walls.grid_type))


def is_occupied_by_character(position: Pair, map_state: MapState, exclude_character_id: str | None = None) -> bool:
    """Return whether a character other than the excluded one is on *position*."""
    there = as_map_state(map_state).characters_at.get(as_position("position", position), ())
    return any(character.id != exclude_character_id for character in there)


def get_cover_at(position: Pair, item_map: ItemMap, grid_type: GridType = GridType.HEX) -> tuple[MapItem, ...]:
    """Return the items that give cover on *position* and next to it: its own first, then in neighbour order."""
    here, items = as_position("position", position), as_item_map(item_map)
    around = (here, *grid_of(grid_type).neighbors(here))
    return tuple(item for place in around for item in items.get(position_key(place), ()) if item.gives_cover)


def walls_for(wall_map: WallMap, map_state: MapState, grid: Grid) -> WallMap:
    """Return the map to use with *map_state*: *wall_map* if it belongs to that state, otherwise a new one.

    A map built by hand keeps its walls and gets difficult ground and bounds from the state.
    """
    walls, map_state = as_wall_map(wall_map), as_map_state(map_state)
    if walls.state is None:
        ours = build_wall_map(map_state, GridType(grid.shape))
        return WallMap(walls, walls.sight, difficult=ours.difficult, bounds=map_state.bounds)
    is_of_grid = walls.grid_type == grid.shape
    if is_of_grid and (walls.state is map_state or _same_map(walls.state, map_state)):
        return walls
    return build_wall_map(map_state, GridType(grid.shape))


def as_map_state(given: object) -> MapState:
    """Return *given*, which must be a `MapState`."""
    if not isinstance(given, MapState):
        raise TypeError(f"`map_state` is {given!r}; write a `MapState`")
    return given


def as_wall_map(given: object) -> WallMap:
    """Return *given* as a wall map; any set of keys is accepted."""
    if isinstance(given, WallMap):
        return given
    if not isinstance(given, set | frozenset):
        raise TypeError(f"`wall_map` is {given!r}; write what `build_wall_map` returns, or a set of keys")
    return WallMap(given)


def as_item_map(given: object) -> ItemMap:
    """Return *given* as an item map; a mapping from keys to one or several items is accepted."""
    if isinstance(given, ItemMap):
        return given
    if not isinstance(given, Mapping):
        raise TypeError(f"`item_map` is {given!r}; write what `build_item_position_map` returns")
    return ItemMap({key: (it,) if isinstance(it, MapItem) else tuple(it) for key, it in given.items()})


def _same_map(one: MapState, other: MapState) -> bool:
    """Return whether both have the same items on the same board, so that they can share a map."""
    return (one.version, one.turn, one.bounds) == (other.version, other.turn, other.bounds) and (
        one.items is other.items or one.items == other.items
    )


def _cached(map_state: MapState, name: str, build: Callable[[], Built]) -> Built:
    """Return what was built under *name* from this version of the items; build it on first use."""
    found: Built | None = as_map_state(map_state)._built.get((name, map_state.version))
    if found is None:
        found = map_state._built[name, map_state.version] = build()
    return found


def _wall_map_of(map_state: MapState, grid_type: GridType) -> WallMap:
    def keys(holds: Callable[[ItemRule], bool]) -> list[str]:
        return [position_key(item.position) for item in map_state.present_items if holds(item.rule)]

    return WallMap(
        keys(lambda rule: rule.blocks_movement),
        keys(lambda rule: rule.blocks_sight),
        difficult=keys(lambda rule: rule.is_difficult),
        bounds=map_state.bounds,
        grid_type=grid_type,
        state=map_state,
    )


def _item_map_of(map_state: MapState) -> ItemMap:
    found = ItemMap()
    for item in map_state.present_items:
        key = position_key(item.position)
        found[key] = (*found.get(key, ()), item)
    return found
