"""Resolve: the path of a piece, found by the fastest layer that can, with one filter after all layers.

Invariants:
    * enabling a layer never changes the path or the capture, only how the result is counted;
    * geometry first: the first geometric candidate is chosen, then filtered; if it is blocked, no other is tried;
    * a query never raises because a road is missing: an unknown tile or direction leads nowhere.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from ludotome.movement.board import Board
from ludotome.movement.compiled import trace_compiled
from ludotome.movement.fast_path import sliding_table, trace_fast
from ludotome.movement.occupancy import Occupancy, apply_occupancy_semantics, capture_of, check_question
from ludotome.movement.path import Path
from ludotome.movement.piece import Piece
from ludotome.movement.resolution import FastPath, MovementMetrics, Outcome, Resolution
from ludotome.movement.visitor import trace_visitor


@dataclass(frozen=True, slots=True)
class MovementConfig:
    """Which layers `resolve_path` may use; the visitor is always enabled."""

    fast_path: bool = True
    compiled: bool = True


_DEFAULT: Final = MovementConfig()
# Looking up an enum member takes as long as a step along a ray.
_FAST_HIT: Final = Outcome.FAST_HIT
_COMPILED_HIT: Final = Outcome.COMPILED_HIT
_NO_PATH: Final = Outcome.NO_PATH
_BLOCKED: Final = Outcome.BLOCKED
_MISS: Final = FastPath.SKIP_ATTACK_MISS
_NO_SERVICES: Final = FastPath.SKIP_NO_SERVICES
_ZERO_LENGTH: Final = Resolution(None, Outcome.ZERO_LENGTH, None, FastPath.SKIP_ZERO_LENGTH)


def resolve_path(
    board: Board,
    occupancy: Occupancy,
    piece: Piece,
    from_: str,
    to: str,
    config: MovementConfig = _DEFAULT,
    *,
    metrics: MovementMetrics | None = None,
) -> Resolution:
    """Return the path of *piece* from *from_* to *to*, or why there is none.

    The first pattern of the piece that reaches *to* on an empty board decides; then the pieces on its path allow it or
    not. *metrics*, if given, counts the result.
    """
    check_question(board, occupancy, piece)
    resolution = _resolve(board, occupancy, piece, from_, to, config)
    if metrics is not None:
        metrics.count(resolution)
    return resolution


def resolve_visitor(board: Board, occupancy: Occupancy, piece: Piece, from_: str, to: str) -> Resolution:
    """Return the filtered result of the visitor alone."""
    check_question(board, occupancy, piece)
    if from_ == to:
        return _ZERO_LENGTH
    path = trace_visitor(board, piece, from_, to)
    return _filtered(path, occupancy, piece, Outcome.VISITOR_HIT, FastPath.SKIP_NO_SERVICES)


def resolve_compiled(board: Board, occupancy: Occupancy, piece: Piece, from_: str, to: str) -> Resolution:
    """Return the filtered result of the compiled layer alone."""
    check_question(board, occupancy, piece)
    if from_ == to:
        return _ZERO_LENGTH
    path = trace_compiled(board, piece, from_, to)
    return _filtered(path, occupancy, piece, Outcome.COMPILED_HIT, FastPath.SKIP_NO_SERVICES)


def resolve_fast(board: Board, occupancy: Occupancy, piece: Piece, from_: str, to: str) -> Resolution:
    """Return the filtered result of the fast path alone: only targets won by a sliding pattern of *piece*."""
    check_question(board, occupancy, piece)
    if from_ == to:
        return _ZERO_LENGTH
    path, category = trace_fast(board, piece, from_, to)
    return _filtered(path, occupancy, piece, Outcome.FAST_HIT, category)


def _resolve(
    board: Board, occupancy: Occupancy, piece: Piece, from_: str, to: str, config: MovementConfig
) -> Resolution:
    if from_ == to:
        return _ZERO_LENGTH
    category = _NO_SERVICES
    if config.fast_path:
        path, category = trace_fast(board, piece, from_, to)
        # A piece that only slides reaches nothing outside its attack set; the other layers would agree.
        if path is not None or (category is _MISS and sliding_table(board, piece).only_slides):
            return _filtered(path, occupancy, piece, _FAST_HIT, category)
    if config.compiled:
        return _filtered(trace_compiled(board, piece, from_, to), occupancy, piece, _COMPILED_HIT, category)
    return _filtered(trace_visitor(board, piece, from_, to), occupancy, piece, Outcome.VISITOR_HIT, category)


def _filtered(path: Path | None, occupancy: Occupancy, piece: Piece, hit: Outcome, category: FastPath) -> Resolution:
    if path is None:
        return Resolution(None, _NO_PATH, None, category)
    if apply_occupancy_semantics(path, occupancy, piece) is None:
        return Resolution(None, _BLOCKED, None, category)
    return Resolution(path, hit, capture_of(path, occupancy, piece), category)
