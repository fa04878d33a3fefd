"""Movement: where could a piece go, by which path, and what would it capture.

Three resolvers (visitor, compiled, fast path) and one occupancy filter; and the set-wise questions a game
asks: destinations, attacks, attackers.

Invariants:
    * geometry is found first and never looks at what stands anywhere; one filter then allows it or not;
    * which layer answers changes neither the path nor what it captures;
    * boards, pieces and patterns are checked when they are built; a question never raises for lack of a road.

This room knows no turn, no rule of check, no game.
"""

from ludotome.movement.board import Board
from ludotome.movement.compiled import Instruction, Program, compile_piece, trace_compiled
from ludotome.movement.destinations import MoveTable, attackers, attacks, destinations, move_table
from ludotome.movement.fast_path import trace_fast
from ludotome.movement.occupancy import Capture, Occupancy, apply_occupancy_semantics
from ludotome.movement.orientation import RELATIVE_DIRECTIONS, orient, relative_directions
from ludotome.movement.path import Path, Relation, TileId
from ludotome.movement.patterns import (
    EMPTY,
    ENEMY,
    FRIEND,
    NEUTRAL,
    AnyPattern,
    DirectionPattern,
    FixedPattern,
    HopPattern,
    LeapPattern,
    MultiDirectionPattern,
    NullPattern,
    Pattern,
)
from ludotome.movement.piece import Piece, check_piece
from ludotome.movement.resolution import FastPath, MovementMetrics, Outcome, Resolution
from ludotome.movement.resolve import MovementConfig, resolve_compiled, resolve_fast, resolve_path, resolve_visitor
from ludotome.movement.shortest_path import shortest_path
from ludotome.movement.tables import jump_table, leap_table, ray_table, slide_table
from ludotome.movement.visitor import trace_visitor

__all__ = [
    # the board
    "Board",
    "TileId",
    "Relation",
    "Path",
    # pieces and their patterns
    "Piece",
    "Pattern",
    "DirectionPattern",
    "MultiDirectionPattern",
    "FixedPattern",
    "HopPattern",
    "LeapPattern",
    "AnyPattern",
    "NullPattern",
    "check_piece",
    "orient",
    "relative_directions",
    "RELATIVE_DIRECTIONS",
    # one path
    "Occupancy",
    "resolve_path",
    "MovementConfig",
    "Resolution",
    "Outcome",
    "FastPath",
    "Capture",
    "MovementMetrics",
    "shortest_path",
    # each layer by itself
    "resolve_visitor",
    "resolve_compiled",
    "resolve_fast",
    "trace_visitor",
    "trace_compiled",
    "trace_fast",
    "apply_occupancy_semantics",
    "compile_piece",
    "Program",
    "Instruction",
    # all tiles at once
    "destinations",
    "attacks",
    "attackers",
    "MoveTable",
    "move_table",
    "EMPTY",
    "ENEMY",
    "FRIEND",
    "NEUTRAL",
    # as plain tables
    "ray_table",
    "leap_table",
    "slide_table",
    "jump_table",
]
