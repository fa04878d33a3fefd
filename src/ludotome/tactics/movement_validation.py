"""Movement validation: whether a character may move to a position, and if not, why, in words and numbers.

Invariants:
    * a move is valid exactly when the destination is reachable with the character's movement;
    * a valid result has the path and its cost and no reason; an invalid one has a reason and no path.

This module does not know whose turn it is.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from ludotome.space import integer
from ludotome.tactics.grid import Grid, GridType, grid_of
from ludotome.tactics.map_state import CharacterToken, MapItem, MapState
from ludotome.tactics.movement_rules import MOVE_RULES, MoveRule, get_effective_movement, why_not
from ludotome.tactics.occupants import occupants_of
from ludotome.tactics.pathfinding import find_way
from ludotome.tactics.positions import Pair, Position, as_position, position_key
from ludotome.tactics.wall_map import build_item_position_map, build_wall_map

LONGEST_DETOUR = 100
"""Up to this cost a path that is too expensive is still searched for, to report its cost."""


@dataclass(frozen=True, slots=True)
class MoveValidation:
    """Whether a move is valid; the reason if not, the path if so. `distance` is its cost, if known."""

    valid: bool
    reason: str | None = None
    path: tuple[Position, ...] | None = None
    distance: int | None = None


def validate_move(
    character: CharacterToken,
    destination: Pair,
    map_state: MapState,
    grid_type: GridType,
    *,
    action_type: str = "move",
    rules: Mapping[str, MoveRule] = MOVE_RULES,
) -> MoveValidation:
    """Return whether *character* may go to *destination* with *action_type*, and along which path, or why not."""
    refused = why_not(character, action_type, rules)
    if refused is not None:
        return MoveValidation(False, refused)
    movement = get_effective_movement(character, action_type, rules=rules)
    return validate_steps(character, as_position("destination", destination), movement, map_state, grid_of(grid_type))


def validate_move_and_attack(
    character: CharacterToken,
    move_dest: Pair,
    target_pos: Pair,
    move_distance: int,
    map_state: MapState,
    grid_type: GridType,
) -> MoveValidation:
    """Return whether *character* may move at most *move_distance* to *move_dest* and then attack next to it."""
    destination, target = as_position("move_dest", move_dest), as_position("target_pos", target_pos)
    grid, most = grid_of(grid_type), integer("move_distance", move_distance, least=0)
    moved = validate_steps(character, destination, most, map_state, grid)
    away = grid.distance(destination, target)
    if not moved.valid or away == 1:
        return moved
    return MoveValidation(False, f"target is {away} away from the destination but must be 1 away", None, moved.distance)


def validate_steps(
    character: CharacterToken | MapItem, destination: Position, movement: int, map_state: MapState, grid: Grid
) -> MoveValidation:
    """Return whether *character*, or a mob of the map, may go to *destination* with so much *movement*."""
    blocked = _why_not_there(character, destination, map_state, grid)
    if blocked is not None:
        return MoveValidation(False, blocked)
    away = grid.distance(character.position, destination)
    if away > movement:
        return MoveValidation(False, f"destination is {away} away but movement is {movement}", None, away)
    ground = build_wall_map(map_state, GridType(grid.shape)).ground(grid)
    ends, others = ((character.position,), (destination,)), occupants_of(map_state, grid, character.id)
    way = find_way(ground, *ends, others, movement)
    if way is not None:
        return MoveValidation(True, None, way.positions, way.cost)
    way = find_way(ground, *ends, others, movement + LONGEST_DETOUR)
    if way is not None:
        told = f"destination is {away} away but the cheapest way there costs {way.cost} and movement is {movement}"
        return MoveValidation(False, told, None, way.cost)
    return MoveValidation(
        False, f"destination is {away} away but no way there is open, not even for {movement + LONGEST_DETOUR}"
    )


def _why_not_there(
    character: CharacterToken | MapItem, destination: Position, map_state: MapState, grid: Grid
) -> str | None:
    """Return why *character* cannot be where it is or at *destination*, whatever its range; None if it can."""
    ground = build_wall_map(map_state, GridType(grid.shape)).ground(grid)
    items = build_item_position_map(map_state)
    for name, position in (("start", character.position), ("destination", destination)):
        if not ground.is_on_board(position):
            return f"{name} {tuple(position)} is off the board, whose bounds are {_shown(map_state)}"
        blocker = next((item for item in items.get(position_key(position), ()) if item.rule.blocks_movement), None)
        if blocker is not None:
            return f"{name} {tuple(position)} is blocked by the {blocker.type} `{blocker.id}`"
    there = map_state.characters_at.get(destination, ())
    other = next((other for other in there if other.id != character.id), None)
    if other is None or destination == character.position:  # a character that shares its position may stay
        return None
    return f"destination {tuple(destination)} is occupied by `{other.id}`"


def _shown(map_state: MapState) -> str:
    bounds = map_state.bounds
    return f"radius {bounds}" if isinstance(bounds, int) else f"{bounds and tuple(bounds)}"
