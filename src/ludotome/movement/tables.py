"""Tables: rays and jumps of a whole board as plain tuples of integers, for code generators.

Every table is indexed by tile, in board order, and contains tiles; orders are those of `destinations`. Pieces on the
board are ignored.
"""

from __future__ import annotations

from collections.abc import Iterable

from ludotome.movement.board import Board
from ludotome.movement.cells import Cell
from ludotome.movement.destinations import move_table
from ludotome.movement.lines import Jump, Ray
from ludotome.movement.piece import Piece


def ray_table(board: Board) -> tuple[tuple[Ray, ...], ...]:
    """Return `table[direction][tile]`: the tiles in that direction, nearest first, without the start."""
    return tuple(
        tuple(board.ray(way, tile) for tile in range(len(board.tiles))) for way in range(len(board.directions))
    )


def leap_table(board: Board, offsets: Iterable[Cell]) -> tuple[tuple[int, ...], ...]:
    """Return `table[tile]`: the targets of *offsets* in their order, without those off the board."""
    listed = tuple(offsets)
    landings = ([board.leap(tile, offset) for offset in listed] for tile in range(len(board.tiles)))
    return tuple(tuple(board.index_of_tile[way.to] for way in ways if way is not None) for ways in landings)


def jump_table(board: Board, piece: Piece, place: int) -> tuple[tuple[Jump, ...], ...]:
    """Return `table[tile]`: the jumps (tiles passed, tile landed on) of the pattern at *place*; empty for a slide."""
    table = move_table(board, piece)
    return tuple(table.rows(tile)[place][3] for tile in range(len(board.tiles)))


def slide_table(board: Board, piece: Piece, place: int) -> tuple[tuple[Ray, ...], ...]:
    """Return `table[tile]`: the rays of the pattern at *place*, in direction order; empty for other patterns."""
    table = move_table(board, piece)
    return tuple(table.rows(tile)[place][2] for tile in range(len(board.tiles)))
