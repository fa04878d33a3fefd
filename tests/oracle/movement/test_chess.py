"""Chess against python-chess: along seeded random games every piece has the same destinations and attacks.

Pseudo-legal moves are compared, without castling and en passant (which depend on earlier moves), and with the four
promotions of a move as one destination. The pawn's double step has a condition, which the caller evaluates: `holds`.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import partial
from itertools import islice
from operator import ne

import chess
import pytest

from ludotome.movement import Board, Occupancy, Piece, attackers, attacks, destinations, orient
from tests.support.movement_boards import BISHOP, KING, KNIGHT, PAWN, QUEEN, ROOK

BOARD = Board.grid(8, 8)
PATTERNS = {
    chess.PAWN: PAWN,
    chess.KNIGHT: KNIGHT,
    chess.BISHOP: BISHOP,
    chess.ROOK: ROOK,
    chess.QUEEN: QUEEN,
    chess.KING: KING,
}
FACING = {"white": "n", "black": "s"}
SIDE = {chess.WHITE: "white", chess.BLACK: "black"}
PIECES = {
    (kind, color): orient(BOARD, Piece(chess.piece_name(kind), side, patterns), FACING)
    for kind, patterns in PATTERNS.items()
    for color, side in SIDE.items()
}
DOUBLE_STEP = 1
SCATTERED = "1n2k1q1/P1P2P2/2b4r/3p1B2/1p2P2Q/R1N5/1p3p1p/4K1N1 w - - 0 1"
GAMES = 60


def cell(square: chess.Square) -> str:
    return f"cell_{7 - chess.square_rank(square)}_{chess.square_file(square)}"


def occupancy_of(position: chess.Board) -> Occupancy:
    return Occupancy({cell(at): PIECES[piece.piece_type, piece.color] for at, piece in position.piece_map().items()})


def positions(seed: int) -> Iterator[chess.Board]:
    """Yield the board along a random game, from the start or from a scattered setup with many promotions."""
    rng = random.Random(seed)
    position = chess.Board() if seed % 2 else chess.Board(SCATTERED)
    for _ in range(80):
        yield position
        moves = list(position.legal_moves)
        if not moves:
            return
        position.push(rng.choice(moves))


def expected_moves(position: chess.Board) -> dict[str, set[str]]:
    found: dict[str, set[str]] = {}
    for move in position.pseudo_legal_moves:
        if not position.is_castling(move) and not position.is_en_passant(move):
            found.setdefault(cell(move.from_square), set()).add(cell(move.to_square))
    return found


@pytest.mark.parametrize("seed", range(GAMES))
def test_destinations_are_the_pseudo_legal_moves(seed: int) -> None:
    """Every piece of the side to move has the destinations that python-chess allows."""
    for position in positions(seed):
        occupancy = occupancy_of(position)
        expected = expected_moves(position)
        for square, piece in position.piece_map().items():
            if piece.color != position.turn:
                continue
            mover = PIECES[piece.piece_type, piece.color]
            away_from_home = chess.square_rank(square) != (1 if piece.color else 6)
            skipped = DOUBLE_STEP if piece.piece_type == chess.PAWN and away_from_home else None
            found = destinations(BOARD, occupancy, mover, cell(square), holds=partial(ne, skipped))
            assert len(found) == len(set(found))
            assert set(found) == expected.get(cell(square), set()), f"{piece} on {square}\n{position}"


@pytest.mark.parametrize("seed", range(0, GAMES, 6))
def test_attacks_and_attackers(seed: int) -> None:
    """The attacks of each piece, and the attackers of each square by side, equal those of python-chess."""
    for position in islice(positions(seed), 0, None, 7):
        occupancy = occupancy_of(position)
        for square, piece in position.piece_map().items():
            found = attacks(BOARD, occupancy, PIECES[piece.piece_type, piece.color], cell(square))
            assert set(found) == {cell(to) for to in position.attacks(square)}
        for square in chess.SQUARES:
            for color, side in SIDE.items():
                expected = sorted(cell(by) for by in position.attackers(color, square))
                assert list(attackers(BOARD, occupancy, cell(square), side)) == expected, str(position)
