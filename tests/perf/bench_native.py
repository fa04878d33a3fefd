"""Random games per second in machine code, compared with OpenSpiel's loop in Python; perft of chess; growth.

Both sides play uniform random games on one thread, in turns, in processor time. Rules differ a little (OpenSpiel's
checkers and chess end some games otherwise), so a row also says how long the games were. Every optimisation of
`ludotome.native.Options` is on. `floor` is the ratio that must be reached, `aim` the one that is wanted.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import chess
import pyspiel

import ludotome
from ludotome.native import NativeGame, compile_game, play_games
from tests.support.native_games import breakthrough
from tests.support.spiel_loop import Loop
from tests.support.timing import Row, beside, in_turns, once

# document, OpenSpiel's name, OpenSpiel's games per round, ours, floor, aim
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


def game_row(entry: tuple[str, str, int, int, int, int]) -> Row:
    name, peer_name, peer_games, our_games, floor, aim = entry
    native = compile_game(_load(name).game_def, 2)
    peer = Loop(pyspiel.load_game(peer_name).new_initial_state, peer_games)
    plies = float(play_games(native, our_games, seed=1, threads=1).plies.mean())
    mine, theirs = in_turns([lambda: len(play_games(native, our_games, seed=1, threads=1)), peer])
    row = beside(f"random {name}", mine, "OpenSpiel loop", [ply * peer.length for ply in theirs], floor, aim)
    lengths = {"plies": round(plies, 1), "peer plies": round(peer.length, 1)}
    return {**row, **lengths, "games/s": round(1 / row["ours"])}


def _load(name: str) -> ludotome.Game:
    return ludotome.load(name)


def perft_row() -> Row:
    """Return chess perft(4), with nodes counted in the same way on both sides."""
    game = _load("chess")
    start = game.new_initial_state(backend="native")
    assert game.perft(4, start) == 197_281 == _chess_perft(chess.Board(), 4)
    mine, theirs = in_turns([once(lambda: game.perft(4, start)), once(lambda: _chess_perft(chess.Board(), 4))])
    return beside("chess perft(4)", mine, "python-chess", theirs, 10, 50)


def _chess_perft(board: chess.Board, depth: int) -> int:
    if depth == 1:
        return board.legal_moves.count()
    total = 0
    for move in board.legal_moves:
        board.push(move)
        total += _chess_perft(board, depth - 1)
        board.pop()
    return total


def growth_rows() -> list[Row]:
    """Return the time of one ply of breakthrough on boards of 8², 16² and 32² cells, relative to the smallest."""
    sizes = {8: 4000, 16: 400, 32: 40}
    times = in_turns([_plies_of(compile_game(breakthrough(size), 2), n) for size, n in sizes.items()])
    names = [f"one ply of breakthrough, {size}×{size}" for size in sizes]
    return [beside(name, mine, "8×8", times[0], None, None) for name, mine in zip(names, times, strict=True)]


def _plies_of(native: NativeGame, n: int) -> Callable[[], int]:
    """Return a function that plays *n* games and returns their number of plies."""
    return lambda: int(play_games(native, n, seed=1, threads=1).plies.sum())
