"""Compare vector environments with pgx on this processor: steps per CPU-second, with masks and observations.

pgx is large and needs JAX, so it is not a requirement of the tests. Install both into a separate environment:

    python -m venv /tmp/pgx && /tmp/pgx/bin/pip install ".[rl]" pgx && /tmp/pgx/bin/python tools/pgx_speed.py

Every side steps 1,024 games with uniformly random legal decisions, starts the next game when one ends, and computes the
mask and the observation of every position. The CPU time of all threads counts; compiling does not. The best of five
runs of each side, run alternately, is shown.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from importlib import import_module
from typing import Any

GAMES, STEPS, RUNS = 1024, 30, 5
PEERS = {
    "tic-tac-toe": "tic_tac_toe",
    "connect-four": "connect_four",
    "othello": "othello",
    "hex": "hex",
    "go": "go_9x9",
    "chess": "chess",
    "kuhn-poker": "kuhn_poker",
    "leduc-poker": "leduc_holdem",
}


def own_run(name: str) -> Callable[[], None]:
    """Return a function that makes `STEPS` steps of Ludotome's vector environment, on one thread."""
    import numpy as np

    from ludotome import envs

    env = envs.gymnasium_vector_env(name, GAMES, autoreset_mode="SameStep", threads=1)
    stream = np.random.default_rng(1)
    env.reset(seed=1)

    def run() -> None:
        for _ in range(STEPS):
            env.step(env._games.sample(stream))

    return run


def pgx_run(name: str) -> Callable[[], None]:
    """Return a function that makes `STEPS` steps of pgx, compiled as one loop."""
    jax: Any = import_module("jax")
    env: Any = import_module("pgx").make(name)
    step = import_module("pgx.experimental.wrappers").auto_reset(env.step, env.init)

    def one(carry: Any, _: Any) -> Any:
        key, state = carry
        key, chooses, begins = jax.random.split(key, 3)
        worth = jax.numpy.where(state.legal_action_mask, 0.0, -jax.numpy.inf)
        chosen = jax.random.categorical(chooses, worth, axis=-1)
        state = jax.vmap(step)(state, chosen, jax.random.split(begins, GAMES))
        return (key, state), state.legal_action_mask.sum() + state.observation.sum()

    steps = jax.jit(lambda carry: jax.lax.scan(one, carry, None, length=STEPS))
    key = jax.random.PRNGKey(0)
    carry = key, jax.jit(jax.vmap(env.init))(jax.random.split(key, GAMES))

    def run() -> None:
        nonlocal carry
        carry, seen = steps(carry)
        seen.block_until_ready()

    return run


def rate(run: Callable[[], None]) -> float:
    """Return steps per CPU-second."""
    started = time.process_time()
    run()
    return GAMES * STEPS / (time.process_time() - started)


def main(names: list[str]) -> None:
    """Print a row of a Markdown table for each game."""
    print("| game | Ludotome | pgx | ratio |\n|---|---|---|---|")
    for name in names or PEERS:
        sides = own_run(name), pgx_run(PEERS[name])
        for side in sides:
            side()
        best = [0.0, 0.0]
        for _ in range(RUNS):
            best = [max(so_far, rate(side)) for so_far, side in zip(best, sides, strict=True)]
        print(f"| {name} | {best[0] / 1e6:.2f} M | {best[1] / 1e6:.3f} M | {best[0] / best[1]:.1f} |", flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
