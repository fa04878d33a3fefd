"""Fairy pieces against Fairy-Stockfish (pyffish): in random positions every piece has the same destinations.

The engine is given a variant without king, check, promotion or draws, so its legal moves are the pseudo-legal ones. The
pieces cover each kind of pattern: leaps (camel, zebra, dabbaba), slides with leaps (archbishop, chancellor), single
steps (king), orientation (shogi's generals and lance), steps that can be blocked (xiangqi's horse and elephant), and
moving otherwise than capturing.
"""

from __future__ import annotations

import random
import re

import pyffish
import pytest

from ludotome.movement import (
    Board,
    DirectionPattern,
    FixedPattern,
    LeapPattern,
    MultiDirectionPattern,
    Occupancy,
    Pattern,
    Piece,
    destinations,
    orient,
)
from tests.support.movement_boards import BISHOP, DIAGONAL, KING, KNIGHT, ORTHOGONAL, ROOK

VARIANT = """
[ludotomefairy]
maxRank = 8
maxFile = 8
king = -
commoner = k
archbishop = a
chancellor = c
silver = s
gold = g
lance = l
horse = h
elephant = e
customPiece1 = m:C
customPiece2 = z:J
customPiece3 = d:D
customPiece4 = x:mRcB
customPiece5 = y:mNcK
checking = false
castling = false
doubleStep = false
promotionPieceTypes = -
stalemateValue = draw
nMoveRule = 0
nFoldRule = 0
startFen = 8/8/8/8/8/8/8/8 w - - 0 1
"""
FORWARD_THREE = ("forward", "forwardLeft", "forwardRight")
# letter -> name and patterns
ARMY: dict[str, tuple[str, tuple[Pattern, ...]]] = {
    "k": ("king", KING),
    "a": ("archbishop", BISHOP + KNIGHT),
    "c": ("chancellor", KNIGHT + ROOK),
    "s": ("silver", (MultiDirectionPattern((*FORWARD_THREE, "backwardLeft", "backwardRight"), is_repeatable=False),)),
    "g": ("gold", (MultiDirectionPattern((*FORWARD_THREE, "left", "right", "backward"), is_repeatable=False),)),
    "l": ("lance", (DirectionPattern("forward"),)),
    "h": (
        "horse",
        tuple(FixedPattern((way, way + side)) for way in ("n", "s") for side in "ew")
        + tuple(FixedPattern((way, side + way)) for way in ("e", "w") for side in "ns"),
    ),
    "e": ("elephant", tuple(FixedPattern((way, way)) for way in DIAGONAL)),
    "m": ("camel", (LeapPattern((3, 1)),)),
    "z": ("zebra", (LeapPattern((3, 2)),)),
    "d": ("dabbaba", (LeapPattern((2, 0)),)),
    "x": (
        "rook that takes like a bishop",
        (MultiDirectionPattern(ORTHOGONAL, onto=("empty",)), MultiDirectionPattern(DIAGONAL, onto=("enemy",))),
    ),
    "y": (
        "knight that takes like a king",
        (
            LeapPattern((2, 1), onto=("empty",)),
            MultiDirectionPattern(ORTHOGONAL + DIAGONAL, is_repeatable=False, onto=("enemy",)),
        ),
    ),
}
BOARD = Board.grid(8, 8)
FACING = {"white": "n", "black": "s"}
PIECES = {
    letter.upper() if side == "white" else letter: orient(BOARD, Piece(name, side, patterns), FACING)
    for letter, (name, patterns) in ARMY.items()
    for side in FACING
}


@pytest.fixture(scope="module", autouse=True)
def _variant() -> None:
    pyffish.load_variant_config(VARIANT)
    assert "ludotomefairy" in pyffish.variants()


def fen_rows(rows: list[list[str]]) -> str:
    # A run of empty squares is one number: this engine reads `11` as eleven.
    return "/".join(re.sub(r"\.+", lambda run: str(len(run[0])), "".join(row)) for row in rows)


def cell(square: str) -> str:
    return f"cell_{8 - int(square[1:])}_{ord(square[0]) - ord('a')}"


@pytest.mark.parametrize("density", [0.05, 0.2, 0.4, 0.6])
def test_destinations_are_the_engine_s_moves(density: float) -> None:
    """150 random positions of each density: both sides, every piece, the same set of moves."""
    rng = random.Random(f"fairy {density}")
    moves_of_letter = dict.fromkeys(PIECES, 0)
    for _ in range(150):
        rows = [[rng.choice(list(PIECES)) if rng.random() < density else "." for _ in range(8)] for _ in range(8)]
        held = {f"cell_{r}_{c}": letter for r, row in enumerate(rows) for c, letter in enumerate(row) if letter != "."}
        occupancy = Occupancy({tile: PIECES[letter] for tile, letter in held.items()})
        for side in FACING:
            moves = pyffish.legal_moves("ludotomefairy", f"{fen_rows(rows)} {side[0]} - - 0 1", [])
            expected = sorted((cell(move[:2]), cell(move[2:4])) for move in moves)
            found = []
            for tile, letter in held.items():
                if PIECES[letter].owner == side:
                    ends = destinations(BOARD, occupancy, PIECES[letter], tile)
                    moves_of_letter[letter] += len(ends)
                    found += [(tile, end) for end in ends]
            assert sorted(found) == expected, "\n".join(map(" ".join, rows))
    # Every piece of each side has moved, so each was compared.
    assert min(moves_of_letter.values()) > 0
