"""The speed of compiled documents, compared with C written by hand for one game.

Three sides play uniform random games in turns, on one thread, in processor time: the document, a hand-written reasoner
(`tests/perf/hand`), and OpenSpiel's loop in Python. A reasoner counts only if it is fast itself: its row compared with
OpenSpiel's loop has the `floor` that it must reach. In the rows of the documents a `ratio` of 1 is the speed of the
reasoner; times are per ply, since one rule of checkers differs in OpenSpiel.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pyspiel

import ludotome as lt
from ludotome.native import compile_game, play_games
from tests.support.hand_written import HandWritten
from tests.support.spiel_loop import Loop
from tests.support.timing import Row, beside, in_turns

# document, OpenSpiel's name, its games per round, ours per round, the reasoner's floor, the document's floor and aim
GAMES = (
    ("connect-four", "connect_four", 1500, 80_000, 66, 0.9, 1.0),
    ("breakthrough", "breakthrough", 300, 6000, 20, 1.3, 1.5),
    ("othello", "othello", 100, 5000, 75, 0.9, 1.0),
    ("checkers", "checkers", 150, 6000, 58, 0.8, 0.9),
)


def bench() -> list[dict[str, Any]]:
    """Return two rows per game: the reasoner compared with OpenSpiel's loop, and the document with the reasoner."""
    return [row for entry in GAMES for row in rows_of(*entry)]


def rows_of(
    name: str, peer_name: str, peer_games: int, games: int, valid: float, floor: float, aim: float
) -> tuple[Row, Row]:
    peer = Loop(pyspiel.load_game(peer_name).new_initial_state, peer_games)
    hand = HandWritten(name)
    times = in_turns([_plies_of(name, games), lambda: hand.play(games)[0], peer])
    ours, by_hand, theirs = times
    return (
        beside(f"{name} by hand", by_hand, "OpenSpiel loop", theirs, valid, valid),
        beside(f"random {name}", ours, "by hand", by_hand, floor, aim),
    )


def _plies_of(name: str, games: int) -> Callable[[], int]:
    """Return a function that plays *games* games of the document and returns their number of plies."""
    native = compile_game(lt.load(name).game_def, 2)
    return lambda: int(play_games(native, games, seed=1, threads=1).plies.sum())
