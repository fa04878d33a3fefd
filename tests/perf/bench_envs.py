"""The speed of learning environments, compared with the loops they are built on, in turns, in processor time.

The unit is a ply. Every side chooses uniformly; masks and observations are made at every ply of an environment.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import numpy as np
import pyspiel

import ludotome
from ludotome import envs
from tests.support.spiel_loop import Loop
from tests.support.timing import beside, in_turns

SIDE_BY_SIDE = 1024
NAMES = (
    ("connect-four", "connect_four"),
    ("tic-tac-toe", "tic_tac_toe"),
    ("othello", "othello"),
    ("go", "go(board_size=9)"),
)


def bench() -> list[dict[str, Any]]:
    """Return vector environments compared with OpenSpiel's loop, then a PettingZoo environment compared with loops over
    states.
    """
    return [*(vector_row(*entry) for entry in NAMES), *aec_rows()]


def vector_row(name: str, peer_name: str) -> dict[str, Any]:
    """Return a Gymnasium vector environment with masks and observations, compared with OpenSpiel's loop."""
    env = envs.gymnasium_vector_env(name, SIDE_BY_SIDE, autoreset_mode="SameStep", threads=1)
    stream = np.random.default_rng(1)
    env.reset(seed=1)

    def play() -> int:
        for _ in range(60):
            env.step(env._games.sample(stream))
        return 60 * SIDE_BY_SIDE

    play()
    mine, theirs = in_turns([play, Loop(pyspiel.load_game(peer_name).new_initial_state, 20)])
    return beside(f"{name}, VectorEnv of {SIDE_BY_SIDE}, one thread", mine, "OpenSpiel's loop", theirs, 3, 8)


def aec_rows() -> list[dict[str, Any]]:
    """Return PettingZoo's loop over an environment, compared with the same reads of states, and with bare states."""
    game = ludotome.load("connect-four")
    env = envs.pettingzoo_env(game)
    jobs = [_games(lambda: _aec(env)), _games(lambda: _read(game)), _games(lambda: _bare(game))]
    for job in jobs:
        job()
    aec, read, bare = in_turns(jobs)
    return [
        beside("connect-four, AEC", aec, "states with masks and tensors", read, 1 / 3, None),
        beside("connect-four, AEC", aec, "bare states", bare, None, 1 / 3),
    ]


def _games(play: Callable[[], int]) -> Callable[[], int]:
    return lambda: sum(play() for _ in range(20))


def _aec(env: Any) -> int:
    env.reset()
    plies = 0
    for _ in env.agent_iter():
        seen, _, terminated, truncated, _ = env.last()
        over = terminated or truncated
        plies += not over
        env.step(None if over else random.choice(seen["action_mask"].nonzero()[0].tolist()))
    return plies


def _read(game: ludotome.Game) -> int:
    state, plies = game.new_initial_state(), 0
    while not state.is_terminal():
        state.action_mask()
        state.observation_tensor(state.current_player())
        state.apply_action_id(random.choice(state.legal_action_ids()))
        plies += 1
    return plies


def _bare(game: ludotome.Game) -> int:
    state, plies = game.new_initial_state(), 0
    while not state.is_terminal():
        state.apply_action(random.choice(state.legal_actions()))
        plies += 1
    return plies
