"""The speed of Python with machine code: decision by decision, batches of games, and from a cold start.

Loops and batches are compared with OpenSpiel's loop, in turns, in processor time, on one thread; batches also on two,
in wall time. Both choose uniformly. The unit is a game, since plies differ (OpenSpiel's amazons has three decisions per
turn, ours two): where the lengths agree, the ratio is also that of plies per second. `floor` must be reached, `aim` is
the goal.
"""

from __future__ import annotations

import itertools
import math
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from typing import Any

import numpy as np
import pyspiel

import ludotome
from ludotome.play.vector import VectorGames
from tests.support.spiel_loop import Loop
from tests.support.timing import Row, Times, beside, in_turns, once

# document, OpenSpiel's name, games per round, whether there are 25 decisions or more to choose from
GAMES = (
    ("tic-tac-toe", "tic_tac_toe", 1500, False),
    ("connect-four", "connect_four", 500, False),
    ("breakthrough", "breakthrough", 100, True),
    ("othello", "othello", 40, False),
    ("checkers", "checkers", 60, False),
    ("chess", "chess", 6, True),
    ("go", "go(board_size=9)", 30, True),
    ("hex", "hex", 60, True),
    ("gomoku", "gomoku", 40, True),
    ("amazons", "amazons", 30, True),
)
SIDE_BY_SIDE = 1024
PLAYER = """
import sys, time, ludotome
game = ludotome.load("breakthrough")
for line in sys.stdin:
    started = time.perf_counter()
    game.playouts(int(line), threads=1, backend="native")
    print(time.perf_counter() - started)
"""
COLD = (("breakthrough", 1.5, 0.7), ("chess", 3.0, 1.5))  # maximum and desired seconds
FIRST_GAME = "import sys, ludotome; assert len(ludotome.load(sys.argv[1]).playouts(1, backend='native').plies) == 1"


def bench() -> list[dict[str, Any]]:
    """Return a row for the loop of each game and four for the batch, then threads and cold starts."""
    loops = [loop_row(*entry) for entry in GAMES]
    batches = [row for name, peer_name, n, _ in GAMES for row in vector_rows(name, peer_name, n)]
    return [*loops, *batches, *threads_rows(), *(cold_row(*entry) for entry in COLD)]


def loop_row(name: str, peer_name: str, n: int, many: bool) -> Row:
    """Return legal_actions and apply_action in Python, on the native backend, compared with OpenSpiel's."""
    game, peer = ludotome.load(name), Loop(pyspiel.load_game(peer_name).new_initial_state, n)
    assert game.new_initial_state(backend="native").backend == "native"
    seeds = itertools.count()
    ours = Loop(lambda: game.new_initial_state(next(seeds), backend="native"), n)
    ours()
    mine, theirs = in_turns([ours, peer])
    floor, aim = (1, 2) if many else (0.5, 1)
    return _games_row(f"{name}, decision by decision", mine, ours.length, theirs, peer, floor, aim)


def vector_rows(name: str, peer_name: str, n: int) -> list[Row]:
    """Return batches compared with OpenSpiel's loop: drawn without a list, and with masks after each step.

    First as users call it, with the default number of threads, in wall time for both sides; then on one thread, in
    processor time.
    """
    game, peer = ludotome.load(name), Loop(pyspiel.load_game(peer_name).new_initial_state, n)
    length = float(game.playouts(10_000, seed=5).plies.mean())
    # The games began together, so a round has whole games: every stage counts as often as in the peer's loop.
    steps = math.ceil(60 / length) * round(length)
    rows = []
    for threads, clock, where in ((None, time.perf_counter, ""), (1, time.process_time, ", one thread")):
        jobs = [_steps(game.vector(SIDE_BY_SIDE, threads=threads), steps, looks=looks) for looks in (False, True)]
        for job in jobs:
            job()
        *mine, theirs = in_turns([*jobs, peer], clock=clock)
        for how, took in zip(("drawn", "masks read"), mine, strict=True):
            job_name = f"{name}, {SIDE_BY_SIDE} side by side, {how}{where}"
            rows.append(_games_row(job_name, took, length, theirs, peer, 8, 40))
    return rows


def _steps(games: VectorGames, steps: int, *, looks: bool) -> Callable[[], int]:
    """Return a function that makes this many steps with random decisions; if it *looks*, it reads all masks."""
    random = np.random.default_rng(1)

    def play() -> int:
        for _ in range(steps):
            games.apply(games.sample(random))
            if looks:
                assert games.legal_masks().shape[0] == SIDE_BY_SIDE
        return steps * SIDE_BY_SIDE

    return play


def threads_rows() -> list[Row]:
    """Return random games on two threads compared with one, in wall time, since that is what threads save.

    Then two processes that share nothing, with the same games at the same time, each at its own pace: the maximum that
    this machine's two processors give at that time (ADR 16). It varies, so there are many short rounds.
    """
    game, n = ludotome.load("breakthrough"), 20_000
    with _player() as first, _player() as second:
        players, apart = (first, second), list[float]()

        def play_apart() -> float:
            for player in players:
                player.stdin.write(f"{n // 2}\n")
                player.stdin.flush()
            apart.append(1 / sum(n / 2 / float(player.stdout.readline()) for player in players))
            return n

        jobs = [_games(game, n, threads=2), _games(game, n, threads=1), play_apart]
        for job in jobs:
            job()
        apart.clear()
        two, one, _ = in_turns(jobs, clock=time.perf_counter, rounds=41)
    return [
        beside("breakthrough, two threads", two, "one thread", one, 1.8, 2),
        beside("breakthrough, two processes", apart, "one thread", one, None, None),
    ]


def _games(game: ludotome.Game, n: int, *, threads: int) -> Callable[[], int]:
    return lambda: len(game.playouts(n, threads=threads).plies)


def _player() -> Any:
    """Return a process that plays as many games on one thread as a line of input says, and prints the seconds."""
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE}
    return subprocess.Popen([sys.executable, "-u", "-c", PLAYER], text=True, **pipes)


def cold_row(name: str, allowed: float, wanted: float) -> Row:
    """Return a new process from document to first native game with an empty cache, compared with its limit."""
    (seconds,) = in_turns([once(lambda: _first_game(name))], clock=time.perf_counter, rounds=7)
    peer = [allowed] * len(seconds)
    return beside(f"{name}, cold start to first game", seconds, "allowed", peer, 1, allowed / wanted)


def _first_game(name: str) -> None:
    with tempfile.TemporaryDirectory() as cache:
        environment = {**os.environ, "LUDOTOME_CACHE": cache}
        subprocess.run([sys.executable, "-c", FIRST_GAME, name], env=environment, check=True)


def _games_row(job: str, mine: Times, length: float, theirs: Times, peer: Loop, floor: float, aim: float) -> Row:
    """Return the row of a game of this many plies compared with the peer's, computed from the time per ply."""
    ours = [ply * length for ply in mine]
    return beside(job, ours, "OpenSpiel loop", [ply * peer.length for ply in theirs], floor, aim)
