"""Documents written as a new user writes them (`tests/documents/more`), compared with OpenSpiel's loop in Python.

Both sides play uniform random games on one thread, in turns, in processor time. A game is the unit, since rules that
are the same are not always the same decisions: OpenSpiel asks its loop for every die and card, and Ludotome draws
them. A row also says how long the games were, and the processor time that it takes to compile the document, with
nothing cached.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pyspiel

import ludotome
from ludotome.native import compile_game, play_games
from tests.support.spiel_loop import Loop
from tests.support.timing import Row, beside, in_turns

FOLDER = Path(__file__).parents[1] / "documents" / "more"
# document, OpenSpiel's game with the same rules, players
GAMES = (
    ("backgammon", "backgammon", 2),
    ("battleship", "battleship(board_width=4,board_height=4,ship_sizes=[2;3],ship_values=[1;2],num_shots=6)", 2),
    ("blackjack", "blackjack", 1),
    ("dark-hex", "dark_hex(board_size=3)", 2),
    ("dots-and-boxes", "dots_and_boxes(num_rows=3,num_cols=3)", 2),
    ("goofspiel", "goofspiel(num_cards=13)", 2),
    ("hearts", "hearts", 4),
    ("kalah", "mancala", 2),
    ("lines-of-action", "lines_of_action", 2),
    ("nine-mens-morris", "nine_mens_morris", 2),
    ("pentago", "pentago", 2),
    ("phantom-ttt", "phantom_ttt", 2),
    ("quoridor", "quoridor", 2),
    ("ultimate-tic-tac-toe", "ultimate_tic_tac_toe", 2),
    ("y", "y(board_size=19)", 2),
)
FLOOR, AIM = 5, 10
ROUND = 0.1  # seconds that one side plays at a time
COMPILE = """
import resource, sys, ludotome
from ludotome.native import compile_game

def seconds():
    uses = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(use.ru_utime + use.ru_stime for use in uses)

game_def = ludotome.load(sys.argv[1]).game_def
started = seconds()
compile_game(game_def, int(sys.argv[2]))
print(seconds() - started)
"""


def bench() -> list[dict[str, Any]]:
    """Return one row per document."""
    return [row_of(*entry) for entry in GAMES]


def row_of(name: str, peer_name: str, players: int) -> Row:
    document = FOLDER / f"{name}.md"
    native = compile_game(ludotome.load(document).game_def, players)

    def play(games: int) -> int:
        return len(play_games(native, games, seed=1, threads=1))

    new_state = pyspiel.load_game(peer_name).new_initial_state
    ours, games = _enough(play), _enough(lambda games: Loop(new_state, games)())
    peer = Loop(new_state, games)
    mine, theirs = in_turns([lambda: play(ours), peer])
    row = beside(f"random {name}", mine, "OpenSpiel loop", [ply * peer.length for ply in theirs], FLOOR, AIM)
    plies = float(play_games(native, ours, seed=1, threads=1).plies.mean())
    lengths = {"plies": round(plies, 1), "peer plies": round(peer.length, 1)}
    return {**row, **lengths, "compiled in": _compile_seconds(document, players)}


def _enough(play: Callable[[int], object]) -> int:
    """Return how many games take about as long as a round; the first game also compiles."""
    play(1)
    games = 1
    while True:
        started = time.process_time()
        play(games)
        took = time.process_time() - started
        if took > ROUND / 5:
            return max(1, int(games * ROUND / took))
        games *= 4


def _compile_seconds(document: Path, players: int) -> float:
    """Return the processor time to write and compile the C of a document, in a process with an empty cache."""
    with tempfile.TemporaryDirectory() as cache:
        command = [sys.executable, "-c", COMPILE, str(document), str(players)]
        environment = {**os.environ, "XDG_CACHE_HOME": cache}
        return float(subprocess.run(command, env=environment, capture_output=True, text=True, check=True).stdout)
