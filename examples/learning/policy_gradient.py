"""Masked policy gradient in numpy: a network learns connect four by playing against itself.

Every decision of both seats is drawn from the network, illegal ones masked out. When a game ends, each decision is made
more likely if its player did better than the network expected, and less likely if worse (REINFORCE with a baseline).
"""

from __future__ import annotations

import argparse
import time
from typing import Any, TypeAlias

import numpy as np
from network import Network, against_random, draw
from numpy.typing import NDArray

import ludotome as lt

Array: TypeAlias = NDArray[Any]
Ready: TypeAlias = tuple[Array, Array, int, float]  # what was seen, what was legal, the id chosen, the result


def train(name: str, seconds: float, games: int = 256, seed: int = 1) -> Network:
    """Return a network that has played against itself for so many seconds of processor time."""
    vector = lt.load(name).vector(games, seed=seed)
    network = Network(vector.observations().shape[1], vector.num_distinct_actions, seed=seed)
    rng = np.random.default_rng(seed)
    began = time.process_time()
    # What was seen and done in each game that is still open, one entry a ply.
    kept: list[list[tuple[Array, Array, int, int]]] = [[] for _ in range(games)]
    ready: list[Ready] = []
    while time.process_time() - began < seconds:
        seen, legal, players = (
            vector.observations().copy(),
            vector.legal_masks().copy(),
            vector.current_players().copy(),
        )
        ids = draw(network.look(seen, legal)[0], rng)
        step = vector.apply(ids)
        for game in range(games):
            kept[game].append((seen[game], legal[game], int(ids[game]), int(players[game])))
            if step.done[game]:
                ready += [(row, mask, chosen, step.returns[game, who]) for row, mask, chosen, who in kept[game]]
                kept[game] = []
        if len(ready) >= 4096:
            _learn(network, ready)
            ready = []
    return network


def _learn(network: Network, ready: list[Ready], rate: float = 2e-3) -> None:
    rows, masks, chosen, results = map(np.array, zip(*ready, strict=True))
    policy, value = network.look(rows, masks)
    better = (results - value).astype(np.float32)
    # The slope of -log policy[chosen] in the scores is the policy, less 1 for the chosen. Entropy keeps it exploring:
    # with a tenth of this weight it soon always plays the same game against itself, and forgets how to play others.
    slope = policy.copy()
    slope[np.arange(len(rows)), chosen] -= 1
    slope *= better[:, None]
    logs = np.log(policy + 1e-9)
    slope += np.float32(0.1) * policy * (logs - (policy * logs).sum(axis=1, keepdims=True))
    network.learn(rows, slope, 0.5 * (value - results).astype(np.float32), rate)


def main() -> None:
    """Train, then play against random players."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--game", default="connect-four")
    parser.add_argument("--seconds", type=float, default=60.0, help="processor time to train for")
    options = parser.parse_args()
    network = train(options.game, options.seconds)
    print(f"{options.game}: {against_random(options.game, network, 1000):.1%} of the points against random players")


if __name__ == "__main__":
    main()
