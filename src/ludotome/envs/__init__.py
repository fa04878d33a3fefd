"""Envs: adapters that present games to libraries for reinforcement learning and game theory.

* `pettingzoo_env` returns a PettingZoo `AECEnv`: every seat is an agent;
* `gymnasium_env` and `gymnasium_vector_env` return a Gymnasium `Env` and a `VectorEnv` of many games in machine code;
* `batch_env` returns `init` and `step` over batches, in the style of pgx, on numpy arrays;
* `openspiel_game` returns a `pyspiel` game for OpenSpiel's algorithms;
* `to_efg` returns the whole game tree in Gambit's extensive form.

Invariants:
    * the same seed gives the same games, and nothing depends on the number of threads;
    * an agent observes exactly what its seat may see (`State.observation_tensor`);
    * returned arrays are copies: nothing changes them later.

The libraries are optional (`pip install "ludotome[rl]"`, and `open_spiel` for `openspiel_game`); each is loaded by the
function that needs it. This package knows no rules and no learning.
"""

from ludotome.envs.batches import BatchEnv, BatchState, batch_env
from ludotome.envs.extensive_form import to_efg
from ludotome.envs.makers import (
    gymnasium_env,
    gymnasium_vector_env,
    openspiel_game,
    pettingzoo_env,
    register_gymnasium,
)

__all__ = [
    "pettingzoo_env",
    "gymnasium_env",
    "gymnasium_vector_env",
    "register_gymnasium",
    "openspiel_game",
    "to_efg",
    "batch_env",
    "BatchEnv",
    "BatchState",
]
