"""How many random games a second machine code plays, beside OpenSpiel's loop in Python; perft of chess; growth.

Both sides play uniform random games on one thread, in turns, in processor time. Rules differ a little (OpenSpiel's
checkers and chess end some games otherwise), so a row also says how long the games were. Every optimisation of
`ludotome.native.Options` is on. `floor` is the ratio that must be reached, `aim` the one that is wanted.
"""

from __future__ import annotations

import statistics
from typing import Any

import chess
import pyspiel

import ludotome
from ludotome.native import compile_game, play_games
from tests.support.native_games import breakthrough
from tests.support.spiel_loop import in_turns, play_one

# document, OpenSpiel's name, OpenSpiel's games a round, ours, floor, aim
GAMES = (
    ("tic-tac-toe", "tic_tac_toe", 4000, 200_000, 12, 40),
    ("connect-four", "connect_four", 1500, 80_000, 12, 45),
    ("breakthrough", "breakthrough", 300, 6000, 6, 15),
    ("othello", "othello", 100, 5000, 6, 25),
    ("checkers", "checkers", 150, 3000, 8, 30),
    ("chess", "chess", 15, 100, 2, 6),
    ("go", "go(board_size=9)", 120, 500, 2, 5),
    ("hex", "hex", 200, 8000, 6, 20),
    ("gomoku", "gomoku", 120, 6000, 6, 60),
    ("amazons", "amazons", 100, 800, 4, 10),
)


def bench() -> list[dict[str, Any]]:
    """Return one row per game, one for perft, and one per board size."""
    return [*map(game_row, GAMES), perft_row(), *growth_rows()]


def game_row(entry: tuple[str, str, int, int, int, int]) -> dict[str, Any]:
    name, peer_name, peer_games, our_games, floor, aim = entry
    native = compile_game(_load(name).game_def, 2)
    peer_game = pyspiel.load_game(peer_name)
    lengths: dict[str, list[float]] = {"ours": [], "peer": []}

    def ours() -> None:
        lengths["ours"].append(float(play_games(native, our_games, seed=1, threads=1).plies.mean()))

    def peer() -> None:
        lengths["peer"].append(statistics.mean(play_one(peer_game.new_initial_state()) for _ in range(peer_games)))

    times = in_turns([ours, peer])
    mine, theirs = times[0] / our_games, times[1] / peer_games
    return {
        "job": f"random {name}",
        "ours": mine,
        "peer name": "OpenSpiel loop",
        "peer": theirs,
        "ratio": theirs / mine,
        "floor": floor,
        "aim": aim,
        "plies": round(lengths["ours"][0], 1),
        "peer plies": round(lengths["peer"][0], 1),
        "games/s": round(1 / mine),
    }


def _load(name: str) -> ludotome.Game:
    return ludotome.load(name)


def perft_row() -> dict[str, Any]:
    """Return chess perft(4), nodes counted the same way on both sides."""
    game = _load("chess")
    start = game.new_initial_state(backend="native")
    assert game.perft(4, start) == 197_281 == _chess_perft(chess.Board(), 4)
    mine, theirs = in_turns([lambda: game.perft(4, start), lambda: _chess_perft(chess.Board(), 4)])
    return {
        "job": "chess perft(4)",
        "ours": mine,
        "peer name": "python-chess",
        "peer": theirs,
        "ratio": theirs / mine,
        "floor": 10,
        "aim": 50,
    }


def _chess_perft(board: chess.Board, depth: int) -> int:
    if depth == 1:
        return board.legal_moves.count()
    total = 0
    for move in board.legal_moves:
        board.push(move)
        total += _chess_perft(board, depth - 1)
        board.pop()
    return total


def growth_rows() -> list[dict[str, Any]]:
    """Return the time of one ply of breakthrough on boards of 8², 16² and 32² cells, against the smallest."""
    found, first = [], 0.0
    for size, n in ((8, 4000), (16, 400), (32, 40)):
        native = compile_game(breakthrough(size), 2)
        plies = int(play_games(native, n, seed=1, threads=1).plies.sum())
        (seconds,) = in_turns([lambda native=native, n=n: play_games(native, n, seed=1, threads=1)])  # type: ignore[misc]
        each = seconds / plies
        first = first or each
        found.append(
            {
                "job": f"one ply of breakthrough, {size}×{size}",
                "ours": each,
                "peer name": "8×8",
                "peer": first,
                "ratio": first / each,
            }
        )
    return found
