"""Range queries: the characters and items within a range, and whether they can be targeted.

Invariants:
    * distance is the number of steps on an empty grid, with diagonals of squares as one; walls are ignored;
    * a range is inclusive; a character on the position itself is in range, but not adjacent to it;
    * results are in the order of the map state.

This module does not know what an attack does.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import TypeVar

from ludotome.space import integer
from ludotome.tactics.cover_detection import cover_of
from ludotome.tactics.grid import GridType, grid_of
from ludotome.tactics.item_rules import ENEMY_TYPES
from ludotome.tactics.line_of_sight import has_line_of_sight
from ludotome.tactics.map_state import CharacterToken, MapItem, MapState
from ludotome.tactics.positions import Pair, as_position
from ludotome.tactics.wall_map import ItemMap, WallMap, as_item_map, as_map_state

Thing = TypeVar("Thing", CharacterToken, MapItem)


@dataclass(frozen=True, slots=True)
class TargetResult:
    """Whether a target is in range, visible and in cover, and its distance."""

    in_range: bool
    has_los: bool
    has_cover: bool
    distance: int


def get_characters_in_range(
    position: Pair,
    range_: int,
    map_state: MapState,
    grid_type: GridType,
    filter_fn: Callable[[CharacterToken], bool] | None = None,
) -> tuple[CharacterToken, ...]:
    """Return the characters at most *range_* away for whom *filter_fn* holds."""
    return _in_range(as_map_state(map_state).characters, position, range_, grid_type, filter_fn)


def get_items_in_range(
    position: Pair,
    range_: int,
    map_state: MapState,
    grid_type: GridType,
    filter_fn: Callable[[MapItem], bool] | None = None,
) -> tuple[MapItem, ...]:
    """Return the items at most *range_* away for which *filter_fn* holds, without expired ones."""
    return _in_range(as_map_state(map_state).present_items, position, range_, grid_type, filter_fn)


def get_enemies_in_range(position: Pair, range_: int, map_state: MapState, grid_type: GridType) -> tuple[MapItem, ...]:
    """Return the enemies the game moves (security guards, elites, cameras) at most *range_* away."""
    return get_items_in_range(position, range_, map_state, grid_type, lambda item: item.type in ENEMY_TYPES)


def can_target(
    attacker: CharacterToken | Pair,
    target_position: Pair,
    weapon_range: int,
    wall_map: WallMap,
    item_map: ItemMap,
    grid_type: GridType,
) -> TargetResult:
    """Return whether *attacker* (a character or a position) can target *target_position*, and if not, why.

    Range and sight are separate: a target out of range may be visible. A target that is not visible has no cover.
    """
    stands = attacker.position if isinstance(attacker, CharacterToken) else as_position("attacker", attacker)
    target, most = as_position("target_position", target_position), integer("weapon_range", weapon_range, least=0)
    grid = grid_of(grid_type)
    distance = grid.distance(stands, target)
    items = as_item_map(item_map)
    sight = has_line_of_sight(stands, target, wall_map, items, grid_type)
    return TargetResult(distance <= most, sight.clear, cover_of(sight, target, items, grid).covered, distance)


def get_adjacent_characters(position: Pair, map_state: MapState, grid_type: GridType) -> tuple[CharacterToken, ...]:
    """Return the characters one step away from *position*."""
    here = as_position("position", position)
    return get_characters_in_range(here, 1, map_state, grid_type, lambda character: character.position != here)


def _in_range(
    things: Iterable[Thing],
    position: Pair,
    range_: int,
    grid_type: GridType,
    filter_fn: Callable[[Thing], bool] | None,
) -> tuple[Thing, ...]:
    here, most, distance = (
        as_position("position", position),
        integer("range_", range_, least=0),
        grid_of(grid_type).distance,
    )
    near = (thing for thing in things if distance(here, thing.position) <= most)
    return tuple(near if filter_fn is None else filter(filter_fn, near))
