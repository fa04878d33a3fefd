"""Lines: where a pattern leads from a tile, ignoring pieces, as dense indices.

Two forms cover every pattern. A sliding one has rays, each a tuple of tiles near to far, each of which may be the end.
All others have jumps, each with the tiles passed and the tile landed on. `destinations` scans these lines, the fast
path orders its masks by them, and the native kernel gets them as tables.

Invariants:
    * direction order, then (for rays) near to far; offsets in their order;
    * no ray contains its start, or a tile twice; no jump lands on its start;
    * the start counts as empty when a jump passes it again: it is omitted from the tiles passed, and a jump that needs
      it occupied is omitted.
"""

from __future__ import annotations

from typing import TypeAlias

from ludotome.movement.board import Board
from ludotome.movement.cells import NO_TILE
from ludotome.movement.compiled import Instruction, Op, Program
from ludotome.movement.patterns import EMPTY

Ray: TypeAlias = tuple[int, ...]
Jump: TypeAlias = tuple[tuple[int, ...], int]


def rays(board: Board, program: Program, code: Instruction, start: int) -> tuple[Ray, ...]:
    """Return the rays of a sliding instruction from *start*, in direction order, without empty ones."""
    lines = (board.ray(way, start) for way in program.ways(code))
    return tuple(ray for ray in lines if ray)


def walks(board: Board, program: Program, code: Instruction, start: int) -> list[tuple[int, ...]]:
    """Return the tiles passed, and last the tile landed on, of each walk of a non-sliding instruction from *start*."""
    ways = program.ways(code)
    found: list[tuple[int, ...]] = []
    match code.op:
        case Op.STEP:
            found = [_walk(board, (way,), start) for way in ways]
        case Op.HOP:
            found = [_walk(board, (way, way), start) for way in ways]
        case Op.STEPS:
            found = [_walk(board, ways, start)]
        case Op.LEAP:
            landings = (board.leap(start, offset) for offset in code.offsets)
            found = [(board.index_of_tile[landing.to],) for landing in landings if landing is not None]
    return [walk for walk in found if walk]


def jumps(board: Board, program: Program, code: Instruction, start: int) -> tuple[Jump, ...]:
    """Return the jumps of a non-sliding instruction from *start*, in the order of its directions or offsets."""
    found = (_jump(walk, start, code.over) for walk in walks(board, program, code, start))
    return tuple(jump for jump in found if jump is not None)


def _walk(board: Board, ways: tuple[int, ...], start: int) -> tuple[int, ...]:
    """Return the tiles along *ways*; empty if a road is missing."""
    met = []
    tile = start
    for way in ways:
        tile = board.neighbour_of[way][tile]
        if tile == NO_TILE:
            return ()
        met.append(tile)
    return tuple(met)


def _jump(walk: tuple[int, ...], start: int, over: int) -> Jump | None:
    *passed, landing = walk
    if landing == start or (start in passed and not over & EMPTY):
        return None
    return tuple(tile for tile in passed if tile != start), landing
