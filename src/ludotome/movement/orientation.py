"""Orientation: what forward, backward, left and right mean to a piece that faces a direction.

Invariants:
    * on squares the eight words are eighth turns from the direction faced, clockwise to the right;
    * on hexes there is no straight left or right, and the six words are sixth turns;
    * on a graph there is forward, and backward if the direction has an opposite;
    * a word whose direction the board lacks (`forwardLeft` with four directions) does not exist.

This module does not know turns or players.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Final

from ludotome.movement.arguments import listed
from ludotome.movement.board import Board
from ludotome.movement.patterns import directions_of, with_directions
from ludotome.movement.piece import Owner, Piece
from ludotome.space import Direction

# Both lists go clockwise.
_SQUARE_ROUND: Final = ("n", "ne", "e", "se", "s", "sw", "w", "nw")
_SQUARE_WORDS: Final = (
    "forward",
    "forwardRight",
    "right",
    "backwardRight",
    "backward",
    "backwardLeft",
    "left",
    "forwardLeft",
)
_HEX_ROUND: Final = ("e", "se", "sw", "w", "nw", "ne")
_HEX_WORDS: Final = tuple(word for word in _SQUARE_WORDS if word not in ("left", "right"))
_ROUND_OF_SHAPE: Final = {"square": (_SQUARE_ROUND, _SQUARE_WORDS), "hex": (_HEX_ROUND, _HEX_WORDS)}

RELATIVE_DIRECTIONS: Final = _SQUARE_WORDS


def relative_directions(board: Board, facing: str) -> dict[str, Direction]:
    """Return the board's direction for each relative word, when facing *facing*; omit words without a direction."""
    if facing not in board.index_of_direction:
        raise ValueError(f"nobody can face `{facing}` on this board; its directions are: {listed(board.directions)}")
    named, words = _ROUND_OF_SHAPE.get(board.shape, ((), ()))
    if facing in named:
        turn = named.index(facing)
        turned = named[turn:] + named[:turn]
        return {word: name for word, name in zip(words, turned, strict=True) if name in board.index_of_direction}
    back = board.opposite(facing)
    return {"forward": facing} if back is None else {"forward": facing, "backward": back}


def orient(board: Board, piece: Piece, facing_of_owner: Mapping[Owner, str]) -> Piece:
    """Return *piece* with its relative directions replaced by the board's, as its owner faces.

    Absolute directions do not change. Raises `ValueError` naming a relative word if the owner faces no direction, or if
    the board has no direction for it.
    """
    used = {name for pattern in piece.pattern_list for name in directions_of(pattern)} & set(RELATIVE_DIRECTIONS)
    # If a board has a direction called `left`, the word means that direction.
    relative = sorted(used - set(board.directions))
    if not relative:
        return piece
    if piece.owner is None or piece.owner not in facing_of_owner:
        raise ValueError(f"`{piece.id}` moves `{relative[0]}`, but nothing says which way {piece.owner!r} faces")
    name_of = relative_directions(board, facing_of_owner[piece.owner])
    missing = next((word for word in relative if word not in name_of), None)
    if missing is not None:
        raise ValueError(f"`{piece.id}` moves `{missing}`, which this board lacks; it has: {listed(tuple(name_of))}")
    turned = {word: name_of[word] for word in relative}
    return replace(piece, patterns=tuple(with_directions(pattern, turned) for pattern in piece.pattern_list))
