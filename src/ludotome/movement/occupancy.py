"""Occupancy: the pieces on the board in one state, and what they mean for a moving piece.

Invariants:
    * an occupancy never changes, and every query takes one, so older and branched states give their own results;
    * `apply_occupancy_semantics` is the only place where a path is tested against the pieces on it;
    * the filter returns the path object it was given, or nothing.

The content of a tile is given as bits, from the view of the mover's owner: EMPTY, or any of ENEMY, FRIEND and NEUTRAL.

This module does not know how a path was found.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from enum import StrEnum
from typing import Final

from ludotome.movement.arguments import name, ordered
from ludotome.movement.board import Board
from ludotome.movement.path import Path, TileId
from ludotome.movement.patterns import EMPTY, ENEMY, FRIEND, NEUTRAL, NullPattern
from ludotome.movement.piece import Neutral, Owner, Piece

_DEFAULTS: Final = NullPattern()


class Capture(StrEnum):
    """Who is on the tile where a path lands; the first of these that applies."""

    ENEMY = "enemy"
    NEUTRAL = "neutral"
    FRIEND = "friend"


class Occupancy:
    """The pieces on the tiles of one state; a tile may hold several, bottom first."""

    __slots__ = ("_kinds", "_pieces_of_tile")

    def __init__(self, pieces_of_tile: Mapping[str, Piece | tuple[Piece, ...]] | None = None) -> None:
        if pieces_of_tile is not None and not isinstance(pieces_of_tile, Mapping):
            raise ValueError(f"{pieces_of_tile!r} does not say what stands where; write a mapping of tiles to pieces")
        stacks: dict[str, tuple[Piece, ...]] = {}
        for tile, given in (pieces_of_tile or {}).items():
            stack = (given,) if isinstance(given, Piece) else ordered(tile, given)
            if not all(isinstance(thing, Piece) for thing in stack):
                raise ValueError(f"`{tile}` holds {stack!r}; write a piece or a tuple of pieces")
            if stack:
                stacks[name("tile", tile)] = stack
        self._pieces_of_tile = stacks
        self._kinds: dict[tuple[Board, Owner | None, Neutral], bytes] = {}

    def at(self, tile: str) -> tuple[Piece, ...]:
        """Return the pieces on *tile*, bottom first; empty when there are none."""
        return self._pieces_of_tile.get(tile, ())

    def items(self) -> Iterator[tuple[TileId, tuple[Piece, ...]]]:
        """Yield each occupied tile with its pieces, in the order they were given."""
        return ((TileId(tile), stack) for tile, stack in self._pieces_of_tile.items())

    def moved(self, path: Path, piece: Piece) -> Occupancy:
        """Return the state after *piece* moved along *path*, capturing what is on the last tile."""
        after: dict[str, tuple[Piece, ...]] = dict(self._pieces_of_tile)
        stack = after.get(path.from_, ())
        if piece not in stack:
            raise ValueError(f"`{piece.id}` is not on `{path.from_}`")
        place = stack.index(piece)
        after[path.from_] = stack[:place] + stack[place + 1 :]
        after[path.to] = (piece,)
        return Occupancy(after)

    def kinds(self, tile: str, piece: Piece) -> int:
        """Return the content of *tile* as bits from the view of *piece*; pieces it may ignore are left out."""
        stack = self._pieces_of_tile.get(tile)
        return EMPTY if stack is None else _kinds_of_stack(stack, piece.owner, piece.neutral == "passable")

    def kinds_of_tile(self, board: Board, piece: Piece) -> bytes:
        """Return `kinds` for every tile of *board*, in its order; raise `ValueError` for a piece on an unknown tile."""
        key = (board, piece.owner, piece.neutral)
        known = self._kinds.get(key)
        if known is None:
            passable = piece.neutral == "passable"
            kinds = bytearray([EMPTY]) * len(board.tiles)
            for tile, stack in self._pieces_of_tile.items():
                kinds[board.tile_index(tile)] = _kinds_of_stack(stack, piece.owner, passable)
            known = self._kinds[key] = bytes(kinds)
        return known

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Occupancy) and self._pieces_of_tile == other._pieces_of_tile

    def __hash__(self) -> int:
        return hash(frozenset(self._pieces_of_tile.items()))

    def __repr__(self) -> str:
        held = ", ".join(f"{tile}: {' '.join(p.id for p in stack)}" for tile, stack in self._pieces_of_tile.items())
        return f"Occupancy({held})"


def check_question(board: object, occupancy: object, *pieces: object) -> None:
    """Raise `TypeError` naming a wrong argument: most often a `space` board, or a plain mapping of pieces."""
    if not isinstance(board, Board):
        raise TypeError(f"`board` is {board!r}; write a `Board` of `ludotome.movement`, as `Board.from_space` makes")
    if not isinstance(occupancy, Occupancy):
        raise TypeError(f"`occupancy` is {occupancy!r}; write `Occupancy(…)`")
    for piece in pieces:
        if not isinstance(piece, Piece):
            raise TypeError(f"`piece` is {piece!r}; write a `Piece`")


def apply_occupancy_semantics(path: Path, occupancy: Occupancy, piece: Piece) -> Path | None:
    """Return *path* itself if the pieces on it let *piece* pass, otherwise None.

    One scan from start to end: every tile passed must hold what the pattern's `over` says, and the last tile only what
    its `onto` names. The start tile counts as empty if a path meets it again. A path without a pattern follows the
    defaults. An unowned piece cannot move.
    """
    if piece.owner is None:
        return None
    pattern = path.pattern or _DEFAULTS
    refused = ~pattern.over_bits
    held = occupancy._pieces_of_tile
    relations = path.relations
    start = relations[0].from_
    for relation in relations[:-1]:
        tile = relation.to
        kinds = EMPTY if tile not in held or tile == start else occupancy.kinds(tile, piece)
        if kinds & refused:
            return None
    return None if occupancy.kinds(relations[-1].to, piece) & ~pattern.onto_bits else path


def capture_of(path: Path, occupancy: Occupancy, piece: Piece) -> Capture | None:
    """Return who is on the last tile of *path* as seen by *piece*: enemy before neutral before friend, or None."""
    kinds = occupancy.kinds(path.relations[-1].to, piece)
    if kinds == EMPTY:
        return None
    return Capture.ENEMY if kinds & ENEMY else Capture.NEUTRAL if kinds & NEUTRAL else Capture.FRIEND


def _kinds_of_stack(stack: tuple[Piece, ...], owner: Owner | None, passable: bool) -> int:
    kinds = 0
    for piece in stack:
        if piece.owner is None:
            kinds |= 0 if passable or piece.neutral == "passable" else NEUTRAL
        else:
            kinds |= FRIEND if piece.owner == owner else ENEMY
    return kinds or EMPTY
