"""Chess against python-chess: along random games, and from random positions set up as JSON.

Our game ends automatically where the FIDE laws let a player claim a draw: at the third occurrence of a position and
after fifty moves. python-chess is asked about both, and about insufficient material.
"""

from __future__ import annotations

import random
from collections.abc import Iterator

import chess
import pytest

from tests.support.beside import (
    KERNELS,
    NATIVE_GAMES,
    OVER,
    Kernel,
    Oracle,
    Spoken,
    Tally,
    check_beside,
    check_native,
    check_reference,
    shipped,
)
from tests.support.chess_states import SEATS, state_json

RANDOM_POSITIONS = 500


class PythonChess(Oracle):
    def __init__(self, board: chess.Board | None = None) -> None:
        self.at = chess.Board() if board is None else board.copy()

    def spell(self, move: Spoken) -> str:
        action, *names = move
        match action:
            case "promote":
                return f"{names[0]}{names[1]}{chess.piece_symbol(chess.PIECE_NAMES.index(names[2]))}"
            case "castle":
                return names[0] + {"e": "g", "w": "c"}[names[1]] + names[0][1]
            case "enPassant":
                return f"{names[0]} e.p."
            case _:
                return "".join(names)

    def moves(self) -> dict[str, chess.Move]:
        return {
            f"{move.uci()[:2]} e.p." if self.at.is_en_passant(move) else move.uci(): move
            for move in self.at.legal_moves
        }

    def play(self, move: chess.Move) -> None:
        self.at.push(move)

    def player(self) -> int:
        return OVER if self._ended() else SEATS.index(self.at.turn)

    def _ended(self) -> bool:
        at = self.at
        if at.halfmove_clock >= 100 or at.is_insufficient_material():
            return True
        return not any(at.legal_moves) or at.is_repetition(3)

    def returns(self) -> tuple[float, ...]:
        if not self.at.is_checkmate():
            return (0.0, 0.0)
        return (-1.0, 1.0) if self.at.turn == chess.WHITE else (1.0, -1.0)


def test_the_reference_plays_as_python_chess_does() -> None:
    assert check_reference("chess", PythonChess).decisions > 100


def test_the_native_kernel_plays_as_python_chess_does() -> None:
    """Not all games, since a game has hundreds of moves; all are in `make long`."""
    assert check_native("chess", PythonChess, games=25).games == 25


@pytest.mark.long
def test_the_native_kernel_plays_a_thousand_games_as_python_chess_does() -> None:
    assert check_native("chess", PythonChess, seed=3).games == NATIVE_GAMES


def test_moves_are_written_as_python_chess_writes_them() -> None:
    """Along random games: the same list in standard algebraic notation; a move may be typed with or without `+` and
    `#`, or from cell to cell.
    """
    game, chooser = shipped("chess"), random.Random(11)
    checks = 0
    for _ in range(3):
        state, board = game.new_initial_state(), chess.Board()
        while not state.is_terminal() and board.ply() < 100:
            moves = {board.san(move): move for move in board.legal_moves}
            assert sorted(state.legal_action_strings()) == sorted(moves), board.fen()
            san = chooser.choice(sorted(moves))
            checks += san.endswith(("+", "#"))
            typed = chooser.choice((san, san.rstrip("+#"), moves[san].uci()))
            board.push(moves[san])
            state.apply_action(typed)
    assert checks > 0


@pytest.mark.parametrize(
    ("fen", "written"),
    [
        ("7k/8/8/8/8/8/8/RN1K1N2 w - -", {"Nbd2", "Nfd2", "Ra8+", "Ra7"}),
        ("7k/8/8/R7/8/R7/8/7K w - -", {"R5a4", "R3a4", "Rb5"}),
        ("8/6k1/8/8/Q6Q/8/8/Q6K w - -", {"Qa4d4+", "Qhd4+", "Q1d4+", "Q1d1"}),
        ("7k/P7/8/8/8/8/1r6/7K w - -", {"a8=Q+", "a8=N"}),
        ("6k1/5ppp/8/8/8/8/8/R3K2R w KQ -", {"Ra8#", "O-O", "O-O-O"}),
        ("4k3/8/8/3pP3/8/8/8/4K3 w - d6", {"exd6", "e6"}),
    ],
)
def test_what_distinguishes_moves_is_written(fen: str, written: set[str]) -> None:
    """The column, otherwise the row, otherwise the cell: exactly as much as python-chess writes."""
    board, game = chess.Board(fen + " 0 1"), shipped("chess")
    shown = game.state_from_json(state_json(game, board)).legal_action_strings()
    assert sorted(shown) == sorted(board.san(move) for move in board.legal_moves)
    assert written <= set(shown)


def random_boards(count: int, seed: int) -> Iterator[chess.Board]:
    """Yield positions: alternately from a random game, and random pieces on an empty board."""
    chooser = random.Random(seed)
    for number in range(count):
        yield thrown_board(chooser) if number % 2 else played_board(chooser)


def played_board(chooser: random.Random) -> chess.Board:
    board = chess.Board()
    for _ in range(chooser.randrange(120)):
        moves = list(board.legal_moves)
        if not moves:
            break
        board.push(chooser.choice(moves))
    return board


def thrown_board(chooser: random.Random) -> chess.Board:
    """Return a board with a few pieces, many of them pawns: promotions, pins, checks and mates are common."""
    while True:
        board = chess.Board(None)
        board.turn = chooser.choice(SEATS)
        squares = chooser.sample(chess.SQUARES, chooser.randint(4, 14))
        for number, square in enumerate(squares):
            kind = chess.KING if number < 2 else chooser.choice((chess.PAWN, chess.PAWN, *chess.PIECE_TYPES[1:5]))
            board.set_piece_at(square, chess.Piece(kind, SEATS[number % 2]))
        if board.is_valid():
            return board


@pytest.mark.parametrize("kernel", KERNELS)
def test_random_positions_have_the_same_moves(kernel: Kernel) -> None:
    """Five hundred positions: the same moves, and after one of them the same player and the same result."""
    game, tally, chooser = shipped("chess"), Tally(), random.Random(3)
    promoting = 0
    for board in random_boards(RANDOM_POSITIONS, seed=4):
        if PythonChess(board).player() == OVER:
            continue
        state = game.state_from_json(state_json(game, board), "reference").game_state
        theirs = OneMove(board)
        promoting += any(move.promotion for move in theirs.moves().values())
        check_beside(kernel(game, state=state), theirs, chooser, tally)
    assert tally.decisions > 400
    assert promoting > 10


class OneMove(PythonChess):
    """The oracle for one position and the result of one move."""

    def __init__(self, board: chess.Board) -> None:
        self.at = board.copy()
        self._begun = len(self.at.move_stack)

    def settled(self) -> bool:
        return len(self.at.move_stack) > self._begun and self.player() != OVER
