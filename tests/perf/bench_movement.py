"""The time to resolve a path in each layer, and all destinations of a chess position compared with python-chess.

The layers are asked the same questions in one run: sliders on 8×8 boards with nothing, a quarter and a half of the
tiles occupied, half of the targets on one of the piece's own lines. Destinations are those of every piece of the side
to move, in positions of random games; `position and destinations` also makes the `Occupancy` out of a mapping.
"""

from __future__ import annotations

import random
import statistics
import time
from collections.abc import Callable, Sequence
from typing import Any

import chess

from ludotome.movement import Board, MovementConfig, Occupancy, Piece, destinations, orient, resolve_path
from tests.support.movement_boards import BISHOP, ENEMY, FRIEND, KING, KNIGHT, PAWN, QUEEN, ROOK

ROUNDS = 9
BOARD = Board.grid(8, 8)
LAYERS = {
    "fast path": MovementConfig(),
    "compiled": MovementConfig(fast_path=False),
    "visitor": MovementConfig(fast_path=False, compiled=False),
}
SLIDERS = [Piece(name, "white", patterns) for name, patterns in (("r", ROOK), ("b", BISHOP), ("q", QUEEN))]
FACING = {"white": "n", "black": "s"}
CHESS_PATTERNS = {
    chess.PAWN: PAWN,
    chess.KNIGHT: KNIGHT,
    chess.BISHOP: BISHOP,
    chess.ROOK: ROOK,
    chess.QUEEN: QUEEN,
    chess.KING: KING,
}
CHESSMEN = {
    (kind, color): orient(BOARD, Piece(chess.piece_name(kind), side, patterns), FACING)
    for kind, patterns in CHESS_PATTERNS.items()
    for color, side in ((chess.WHITE, "white"), (chess.BLACK, "black"))
}


def bench() -> list[dict[str, Any]]:
    """Return two rows per density (against the compiled layer and the visitor) and two for destinations."""
    rows = []
    for share, word in ((0.0, "empty"), (0.25, "quarter full"), (0.5, "half full")):
        rows += path_rows(share, f"path on 8×8, {word}")
    return rows + destination_rows()


def path_rows(share: float, job: str) -> list[dict[str, Any]]:
    asked = questions(share)
    told = [[(a.path, a.capture) for a in answers(asked, config)] for config in LAYERS.values()]
    assert told[0] == told[1] == told[2]
    times = interleaved([lambda config=config: answers(asked, config) for config in LAYERS.values()], len(asked))
    ours, *peers = times
    return [
        {"job": job, "ours": ours, "peer name": name, "peer": peer, "ratio": peer / ours}
        for name, peer in zip(list(LAYERS)[1:], peers, strict=True)
    ]


def answers(asked: Sequence[tuple[Occupancy, Piece, str, str]], config: MovementConfig) -> list[Any]:
    return [resolve_path(BOARD, occupancy, piece, start, to, config) for occupancy, piece, start, to in asked]


def questions(share: float) -> list[tuple[Occupancy, Piece, str, str]]:
    rng = random.Random(f"bench {share}")
    asked = []
    for _ in range(600):
        piece, start = rng.choice(SLIDERS), rng.choice(BOARD.tiles)
        others = rng.sample([tile for tile in BOARD.tiles if tile != start], int(64 * share))
        occupancy = Occupancy({start: piece} | {tile: rng.choice((FRIEND, ENEMY)) for tile in others})
        near = destinations(BOARD, Occupancy(), piece, start)
        asked.append((occupancy, piece, start, rng.choice(near if rng.random() < 0.5 else BOARD.tiles)))
    return asked


def destination_rows() -> list[dict[str, Any]]:
    positions = random_positions()
    prepared = [(placed(position), movers(position)) for position in positions]
    for position, (held, moving) in zip(positions, prepared, strict=True):
        check(position, Occupancy(held), moving)
    standing = [(Occupancy(held), moving) for held, moving in prepared]
    times = interleaved(
        [
            lambda: [all_destinations(occupancy, moving) for occupancy, moving in standing],
            lambda: [all_destinations(Occupancy(held), moving) for held, moving in prepared],
            lambda: [list(position.pseudo_legal_moves) for position in positions],
        ],
        len(positions),
    )
    peer = times[-1]
    return [
        {"job": job, "ours": ours, "peer name": "python-chess", "peer": peer, "ratio": peer / ours}
        for job, ours in zip(("destinations, chess", "position and destinations"), times, strict=False)
    ]


def check(position: chess.Board, occupancy: Occupancy, moving: Sequence[tuple[str, Piece]]) -> None:
    """Refuse to compare different results: all moves except pawn moves and castling must be the same."""
    men = [(start, piece) for start, piece in moving if piece.id != "pawn"]
    ours = {
        (start, end) for (start, _), ends in zip(men, all_destinations(occupancy, men), strict=True) for end in ends
    }
    theirs = {
        (cell(move.from_square), cell(move.to_square))
        for move in position.pseudo_legal_moves
        if position.piece_type_at(move.from_square) != chess.PAWN and not position.is_castling(move)
    }
    assert ours == theirs


def all_destinations(occupancy: Occupancy, moving: Sequence[tuple[str, Piece]]) -> list[tuple[str, ...]]:
    return [destinations(BOARD, occupancy, piece, start) for start, piece in moving]


def random_positions() -> list[chess.Board]:
    rng = random.Random("bench positions")
    found = []
    while len(found) < 60:
        position = chess.Board()
        for _ in range(rng.randint(4, 60)):
            moves = list(position.legal_moves)
            if not moves:
                break
            position.push(rng.choice(moves))
        found.append(position.copy(stack=False))
    return found


def cell(square: chess.Square) -> str:
    return f"cell_{7 - chess.square_rank(square)}_{chess.square_file(square)}"


def placed(position: chess.Board) -> dict[str, Piece]:
    return {cell(at): CHESSMEN[piece.piece_type, piece.color] for at, piece in position.piece_map().items()}


def movers(position: chess.Board) -> list[tuple[str, Piece]]:
    men = position.piece_map().items()
    return [(cell(at), CHESSMEN[man.piece_type, man.color]) for at, man in men if man.color == position.turn]


def interleaved(jobs: Sequence[Callable[[], object]], size: int) -> list[float]:
    """Return the median seconds of one query for each job; the jobs take turns."""
    times: list[list[float]] = [[] for _ in jobs]
    for _ in range(ROUNDS):
        for job, kept in zip(jobs, times, strict=True):
            started = time.process_time()
            job()
            kept.append((time.process_time() - started) / size)
    return [statistics.median(kept) for kept in times]
