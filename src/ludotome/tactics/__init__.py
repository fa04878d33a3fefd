"""Tactics: what a figure on a map can reach, see and hide behind.

This package knows walls, tables, smoke and characters. It does not know turn order or game documents.
"""

from ludotome.space import hex_distance
from ludotome.tactics.bounds import Bounds, BoundsLike, Rectangle
from ludotome.tactics.cover_detection import CoverResult, find_best_cover_position, has_cover
from ludotome.tactics.drawing import draw_map
from ludotome.tactics.grid import (
    Grid,
    GridType,
    create_grid_utils,
    get_cell_distance,
    get_distance,
    get_neighbors,
    is_within_hex_bounds,
)
from ludotome.tactics.item_rules import ENEMY_TYPES, ITEM_RULES, MOB_TYPES, ItemRule
from ludotome.tactics.line_of_sight import LOSResult, get_visible_positions, has_line_of_sight, hex_line_draw
from ludotome.tactics.map_state import CharacterState, CharacterToken, MapItem, MapState
from ludotome.tactics.movement_rules import MOVE_RULES, MoveRule, get_effective_movement
from ludotome.tactics.movement_validation import MoveValidation, validate_move, validate_move_and_attack
from ludotome.tactics.options import get_valid_destinations, get_valid_targets
from ludotome.tactics.pathfinding import ReachableCell, find_path, get_move_cost, get_reachable_positions
from ludotome.tactics.positions import Pair, Pairs, Position, position_key, position_of_key
from ludotome.tactics.range_queries import (
    TargetResult,
    can_target,
    get_adjacent_characters,
    get_characters_in_range,
    get_enemies_in_range,
    get_items_in_range,
)
from ludotome.tactics.special_moves import MoveResult, get_moved_by, make_move
from ludotome.tactics.walked_paths import PathJudgement, judge_walked_path
from ludotome.tactics.wall_map import (
    ItemMap,
    WallMap,
    build_item_position_map,
    build_wall_map,
    get_cover_at,
    is_blocked,
    is_occupied_by_character,
)

__all__ = [
    # the map as data
    "Position",
    "Pair",
    "Pairs",
    "position_key",
    "position_of_key",
    "GridType",
    "Grid",
    "create_grid_utils",
    "get_neighbors",
    "get_distance",
    "get_cell_distance",
    "hex_distance",
    "is_within_hex_bounds",
    "MapItem",
    "CharacterToken",
    "CharacterState",
    "MapState",
    "Bounds",
    "BoundsLike",
    "Rectangle",
    "draw_map",
    # effects of items
    "ItemRule",
    "ITEM_RULES",
    "ENEMY_TYPES",
    "MOB_TYPES",
    # lookups
    "build_wall_map",
    "WallMap",
    "build_item_position_map",
    "ItemMap",
    "is_blocked",
    "is_occupied_by_character",
    "get_cover_at",
    # paths
    "find_path",
    "get_reachable_positions",
    "ReachableCell",
    "get_move_cost",
    # sight
    "has_line_of_sight",
    "LOSResult",
    "hex_line_draw",
    "get_visible_positions",
    # range
    "get_characters_in_range",
    "get_items_in_range",
    "get_enemies_in_range",
    "can_target",
    "TargetResult",
    "get_adjacent_characters",
    # cover
    "has_cover",
    "CoverResult",
    "find_best_cover_position",
    # moves
    "validate_move",
    "MoveValidation",
    "validate_move_and_attack",
    "get_effective_movement",
    "get_valid_destinations",
    "get_valid_targets",
    "judge_walked_path",
    "PathJudgement",
    "make_move",
    "MoveResult",
    "get_moved_by",
    "MoveRule",
    "MOVE_RULES",
]
