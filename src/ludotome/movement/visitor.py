"""Visitor: the reference resolver, which follows each pattern over the board's relations as written.

Invariants:
    * patterns are visited in the piece's order and the first that reaches the target wins;
    * it uses no table of the other layers, so agreement with them is meaningful;
    * geometry only: pieces on the board are ignored.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import assert_never

from ludotome.movement.board import Board
from ludotome.movement.path import Path, Relation
from ludotome.movement.patterns import (
    AnyPattern,
    DirectionPattern,
    FixedPattern,
    HopPattern,
    LeapPattern,
    MultiDirectionPattern,
    NullPattern,
    Pattern,
)
from ludotome.movement.piece import Piece

Walk = tuple[Relation, ...]


def trace_visitor(board: Board, piece: Piece, from_: str, to: str) -> Path | None:
    """Return the path of the first pattern of *piece* that leads from *from_* to *to*, ignoring pieces."""
    if from_ == to:
        return None
    for pattern in piece.pattern_list:
        walk = _visit(board, pattern, from_, to)
        if walk is not None:
            return Path(walk, pattern)
    return None


def _visit(board: Board, pattern: Pattern, from_: str, to: str) -> Walk | None:
    match pattern:
        case DirectionPattern() | MultiDirectionPattern():
            limit = None if pattern.is_repeatable else 1
            return _shortest(_along_ray(board, name, limit, from_, to) for name in pattern.directions)
        case FixedPattern():
            return _along_steps(board, pattern.directions, from_, to)
        case HopPattern():
            return _shortest(_along_steps(board, (name, name), from_, to) for name in pattern.directions)
        case LeapPattern():
            return _shortest(_by_offset(board, offset, from_, to) for offset in pattern.cells)
        case AnyPattern() | NullPattern():
            return None
    assert_never(pattern)


def _along_ray(board: Board, direction: str, limit: int | None, from_: str, to: str) -> Walk | None:
    walk: list[Relation] = []
    met = {from_}
    relation = board.relation(from_, direction)
    while relation is not None and relation.to not in met and (limit is None or len(walk) < limit):
        walk.append(relation)
        if relation.to == to:
            return tuple(walk)
        met.add(relation.to)
        relation = board.relation(relation.to, direction)
    return None


def _along_steps(board: Board, directions: Iterable[str], from_: str, to: str) -> Walk | None:
    """Return the walk of all the steps if it ends on *to*; None if any road is missing."""
    walk: list[Relation] = []
    here = from_
    for direction in directions:
        relation = board.relation(here, direction)
        if relation is None:
            return None
        walk.append(relation)
        here = relation.to
    return tuple(walk) if here == to else None


def _by_offset(board: Board, offset: tuple[int, int], from_: str, to: str) -> Walk | None:
    start = board.index_of_tile.get(from_)
    relation = None if start is None else board.leap(start, offset)
    return (relation,) if relation is not None and relation.to == to else None


def _shortest(walks: Iterable[Walk | None]) -> Walk | None:
    """Return the walk with the fewest steps; ties go to the earlier one."""
    return min((walk for walk in walks if walk is not None), key=len, default=None)
