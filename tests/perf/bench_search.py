"""The speed of searches: simulations per second of processor time, compared with OpenSpiel's MCTSBot in C++.

Both search from the first position on one thread with the same number of simulations and a solver, OpenSpiel's with one
random rollout per simulation. Games with hidden information are searched in worlds, compared with OpenSpiel's ISMCTSBot
if it has the game, otherwise with a maximum time per simulation. Then the wait for 100 games of `mcts:200`, in wall
time. `floor` must be reached.
"""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable
from typing import Any

import pyspiel

import ludotome
from ludotome.simulate import play_agents
from tests.support.timing import Row, beside, in_turns

# document, OpenSpiel's name, simulations per round of ours and of theirs, floor
GAMES = (
    ("connect-four", "connect_four", 60_000, 6_000, 8),
    ("breakthrough", "breakthrough", 12_000, 2_000, 6),
    ("hex", "hex", 10_000, 1_500, 6),
    ("othello", "othello", 6_000, 400, 15),
    ("checkers", "checkers", 8_000, 1_000, 8),
    ("chess", "chess", 800, 60, 12),
)

# document, OpenSpiel's name, simulations per round of ours and of theirs, the maximum seconds per simulation
WORLDS = (
    ("kuhn-poker", "kuhn_poker", 200_000, 20_000, None),
    ("leduc-poker", "leduc_poker", 200_000, 20_000, None),
    ("market", None, 20_000, 0, 1 / 50_000),
)


def bench() -> list[dict[str, Any]]:
    """Return a row per game, and one for the designer's wait."""
    return [*(row(*entry) for entry in GAMES), *(worlds_row(*entry) for entry in WORLDS), wait_row()]


def worlds_row(name: str, peer_name: str | None, ours: int, theirs: int, allowed: float | None) -> Row:
    """Return seconds per simulation in its own world, compared with OpenSpiel's or with the maximum."""
    jobs = [our_search(name, ours), *([] if peer_name is None else [peer_worlds(peer_name, theirs)])]
    for job in jobs:
        job()
    mine, *peer = in_turns(jobs, rounds=7)
    if peer:
        return beside(f"{name}, a simulation in a world", mine, "OpenSpiel ISMCTSBot", peer[0], 1, None)
    return {"job": f"{name}, a simulation in a world", "ours": statistics.median(mine), "allowed": allowed}


def peer_worlds(name: str, simulations: int) -> Callable[[], int]:
    state = pyspiel.load_game(name).new_initial_state()
    while state.is_chance_node():
        state.apply_action(state.legal_actions()[0])

    def search() -> int:
        bot = pyspiel.ISMCTSBot(7, pyspiel.RandomRolloutEvaluator(1, 7), 2.0, simulations)
        bot.step(state)
        return simulations

    return search


def row(name: str, peer_name: str, ours: int, theirs: int, floor: int) -> Row:
    """Return seconds per simulation, compared with OpenSpiel's."""
    jobs = [our_search(name, ours), peer_search(peer_name, theirs)]
    for job in jobs:
        job()
    mine, peer = in_turns(jobs, rounds=7)
    return beside(f"{name}, a simulation", mine, "OpenSpiel MCTSBot", peer, floor, None)


def our_search(name: str, simulations: int) -> Callable[[], int]:
    state = ludotome.load(name).new_initial_state(backend="native")
    seeds = iter(range(10**6))
    return lambda: state.search(simulations, seed=next(seeds)).simulations


def peer_search(name: str, simulations: int) -> Callable[[], int]:
    game = pyspiel.load_game(name)
    state = game.new_initial_state()

    def search() -> int:
        bot = pyspiel.MCTSBot(
            game, pyspiel.RandomRolloutEvaluator(1, 7), 2.0, simulations, 1000, True, 7, False,
            pyspiel.ChildSelectionPolicy.UCT,
        )  # fmt: skip
        bot.step(state)
        return simulations

    return search


def wait_row() -> Row:
    """Return the seconds for 100 games of breakthrough between two searches; at most 10 are allowed."""
    game = ludotome.load("breakthrough")
    game.new_initial_state(backend="native").search(10)
    started, used = time.perf_counter(), time.process_time()
    results = play_agents(game, 100, "mcts:200")
    took, used = time.perf_counter() - started, time.process_time() - used
    assert len(results.plies) == 100
    return {"job": "breakthrough, 100 games of mcts:200", "ours": took, "allowed": 10.0, "processor": used}
