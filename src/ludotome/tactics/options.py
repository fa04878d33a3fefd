"""Options: everything a character can do: its destinations and targets, for agents and menus.

Invariants:
    * a destination is listed exactly when `validate_move` allows it, except the character's own position;
    * a target is listed exactly when `can_target` finds it in range and in sight;
    * destinations come in reading order, targets in the order of the map state, characters first.

This module does not know which option is good.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from ludotome.tactics.grid import GridType
from ludotome.tactics.item_rules import ENEMY_TYPES
from ludotome.tactics.map_state import CharacterToken, MapItem, MapState
from ludotome.tactics.movement_rules import MOVE_RULES, MoveRule, get_effective_movement, why_not
from ludotome.tactics.pathfinding import get_reachable_positions
from ludotome.tactics.positions import Position
from ludotome.tactics.range_queries import can_target
from ludotome.tactics.wall_map import build_item_position_map, build_wall_map


def get_valid_destinations(
    character: CharacterToken,
    map_state: MapState,
    grid_type: GridType,
    action_type: str = "move",
    *,
    rules: Mapping[str, MoveRule] = MOVE_RULES,
) -> tuple[Position, ...]:
    """Return where *character* may go with *action_type*, in reading order; empty if it may not make such a move."""
    if why_not(character, action_type, rules) is not None:
        return ()
    steps = get_effective_movement(character, action_type, rules=rules)
    walls = build_wall_map(map_state, grid_type)
    reached = get_reachable_positions(character.position, steps, walls, map_state, grid_type, character.id)
    return tuple(cell.position for cell in reached.values() if cell.position != character.position)


def get_valid_targets(
    attacker: CharacterToken,
    weapon_range: int,
    map_state: MapState,
    grid_type: GridType,
    filter_fn: Callable[[CharacterToken | MapItem], bool] | None = None,
) -> tuple[CharacterToken | MapItem, ...]:
    """Return the characters and items that *attacker* can target: in range and in sight.

    Without *filter_fn* these are enemies: characters of another team and the enemies on the map. With *filter_fn* these
    are all characters and items, except the attacker, for which it returns true, such as computers to hack.
    """
    wanted = filter_fn if filter_fn is not None else lambda thing: _is_enemy(attacker, thing)
    walls, items = build_wall_map(map_state, grid_type), build_item_position_map(map_state)
    things: tuple[CharacterToken | MapItem, ...] = (*map_state.characters, *map_state.present_items)
    found = []
    for thing in things:
        is_self = isinstance(thing, CharacterToken) and thing.id == attacker.id
        if is_self or not wanted(thing):
            continue
        aimed = can_target(attacker, thing.position, weapon_range, walls, items, grid_type)
        if aimed.in_range and aimed.has_los:
            found.append(thing)
    return tuple(found)


def _is_enemy(attacker: CharacterToken, thing: CharacterToken | MapItem) -> bool:
    if isinstance(thing, MapItem):
        return thing.type in ENEMY_TYPES
    return thing.team is None or thing.team != attacker.team
