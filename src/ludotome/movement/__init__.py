"""Movement: where a piece can go, along which path, and what it would capture.

There are three resolvers (visitor, compiled, fast path), one occupancy filter, and the queries over many tiles that a
game needs: destinations, attacks, attackers.

Invariants:
    * geometry comes first and ignores the pieces on the board; a single filter then allows the path or not;
    * the layer that answers changes neither the path nor the capture;
    * boards, pieces and patterns are validated when they are built; a query never raises because a road is missing.

This package does not know turns, check or games.
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
