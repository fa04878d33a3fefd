"""Pieces and positions that several movement tests share; positions are drawn as text, so failures are readable."""

from __future__ import annotations

import random
from collections.abc import Mapping

from ludotome.movement import (
    Board,
    DirectionPattern,
    FixedPattern,
    HopPattern,
    LeapPattern,
    MultiDirectionPattern,
    NullPattern,
    Occupancy,
    Pattern,
    Piece,
)

ORTHOGONAL = ("n", "s", "w", "e")
DIAGONAL = ("nw", "ne", "sw", "se")
EIGHT = ORTHOGONAL + DIAGONAL
STEP = {
    "n": (-1, 0),
    "s": (1, 0),
    "w": (0, -1),
    "e": (0, 1),
    "nw": (-1, -1),
    "ne": (-1, 1),
    "sw": (1, -1),
    "se": (1, 1),
}

ROOK = (MultiDirectionPattern(ORTHOGONAL),)
BISHOP = (MultiDirectionPattern(DIAGONAL),)
QUEEN = (MultiDirectionPattern(EIGHT),)
KING = (MultiDirectionPattern(EIGHT, is_repeatable=False),)
KNIGHT = (LeapPattern((2, 1)),)
PAWN = (
    DirectionPattern("forward", is_repeatable=False, onto=("empty",)),
    FixedPattern(("forward", "forward"), onto=("empty",)),
    MultiDirectionPattern(("forwardLeft", "forwardRight"), is_repeatable=False, onto=("enemy",)),
)

FRIEND = Piece("friend", "white", (NullPattern(),))
ENEMY = Piece("enemy", "black", (NullPattern(),))
NEUTRAL = Piece("rock", None, (NullPattern(),))


def white(*patterns: Pattern) -> Piece:
    """Return the piece of White under test."""
    return Piece("piece", "white", patterns)


def drawn(drawing: str, pieces: Mapping[str, Piece | tuple[Piece, ...]]) -> tuple[Board, Occupancy]:
    """Return the grid of *drawing* (`.` is an empty tile) and its pieces, letter by letter."""
    rows = [row.split() for row in drawing.strip().splitlines()]
    held = {
        f"cell_{row}_{col}": pieces[letter]
        for row, letters in enumerate(rows)
        for col, letter in enumerate(letters)
        if letter != "."
    }
    return Board.grid(len(rows), len(rows[0])), Occupancy(held)


def picture(board: Board, tiles: tuple[str, ...], start: str) -> str:
    """Return a grid drawn with the order in which *tiles* are listed (1 to 9, then letters), `o` for the start."""
    order = {tile: "123456789abcdefghijklmnopqrstuvwxyz"[place] for place, tile in enumerate(tiles)} | {start: "o"}
    places = [tuple(int(part) for part in tile.split("_")[1:]) for tile in board.tiles]
    rows, cols = max(places)
    return "\n".join(
        " ".join(order.get(f"cell_{row}_{col}", ".") for col in range(cols + 1)) for row in range(rows + 1)
    )


def island_board() -> Board:
    """Return a ring of sixteen tiles with chords, one of them one-way, and two unconnected tiles."""
    ring = [(f"r{at:02}", f"r{(at + by) % 16:02}", way) for at in range(16) for way, by in (("cw", 1), ("ccw", -1))]
    chords = [("r00", "r08", "chord"), ("r08", "r00", "chord"), ("r04", "r12", "chord"), ("r12", "r02", "chord")]
    island = [("i0", "i1", "cw"), ("i1", "i0", "ccw")]
    return Board.from_relations([*ring, *chords, *island], islands=True)


def random_graph(rng: random.Random, size: int, ways: tuple[str, ...] = ("a", "b", "c", "d")) -> Board:
    """Return a board on which each direction leads from each tile to a random other one, or nowhere."""
    tiles = [f"t{number}" for number in range(size)]
    roads = []
    for way in ways:
        for tile in tiles:
            other = rng.choice(tiles)
            if other != tile and rng.random() < 0.8:
                roads.append((tile, other, way, rng.randint(1, 5)))
    return Board.from_relations(roads, tiles=tiles, directions=ways, islands=True)


def random_pattern(rng: random.Random, board: Board) -> Pattern:
    """Return a pattern of any kind, with directions of *board*."""
    onto = tuple(rng.sample(("empty", "enemy", "friend", "neutral"), rng.randint(1, 4)))
    ways = tuple(rng.choices(board.directions, k=rng.randint(1, min(4, len(board.directions)))))
    over = rng.choice(("empty", "enemy", "friend", "occupied", "any"))
    kinds: list[Pattern] = [
        DirectionPattern(ways[0], onto=onto),
        DirectionPattern(ways[0], is_repeatable=False, onto=onto),
        MultiDirectionPattern(ways, onto=onto),
        MultiDirectionPattern(tuple(dict.fromkeys(ways)), is_repeatable=False, onto=onto),
        FixedPattern(ways, leaps=True, onto=onto),
        FixedPattern(ways, onto=onto, over=over),
        HopPattern(ways, over=over, onto=onto),
    ]
    if board.has_cells:
        kinds.append(LeapPattern((rng.randint(0, 3), rng.randint(1, 3)), onto=onto))
    return rng.choice(kinds)


def random_slides(rng: random.Random, board: Board) -> tuple[Pattern, ...]:
    """Return one or two sliding patterns, which the fast path must resolve alone."""
    return tuple(
        MultiDirectionPattern(tuple(rng.choices(board.directions, k=rng.randint(1, 4))))
        for _ in range(rng.randint(1, 2))
    )


def random_occupancy(rng: random.Random, board: Board, share: float) -> Occupancy:
    """Return an occupancy of about *share* of the tiles with a friend, an enemy, a neutral piece, or a stack of two."""
    kinds = (FRIEND, ENEMY, ENEMY, NEUTRAL, (FRIEND, ENEMY), (ENEMY, NEUTRAL))
    return Occupancy({tile: rng.choice(kinds) for tile in board.tiles if rng.random() < share})
