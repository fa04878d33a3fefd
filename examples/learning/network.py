"""A small network in numpy for the examples: one hidden layer, a masked policy and a value, trained by Adam."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float32]


class Network:
    """From observations to the chance of each legal decision, and to the result that the player can hope for."""

    def __init__(self, inputs: int, actions: int, hidden: int = 128, seed: int = 1) -> None:
        rng = np.random.default_rng(seed)

        def weights(fan_in: int, fan_out: int) -> Floats:
            return np.asarray(rng.standard_normal((fan_in, fan_out)) / np.sqrt(fan_in), np.float32)

        self.parts: dict[str, Floats] = {
            "w1": weights(inputs, hidden), "b1": np.zeros(hidden, np.float32),
            "wp": weights(hidden, actions) * np.float32(0.1), "bp": np.zeros(actions, np.float32),
            "wv": weights(hidden, 1) * np.float32(0.1), "bv": np.zeros(1, np.float32),
        }  # fmt: skip
        self._means = {name: np.zeros_like(part) for name, part in self.parts.items()}
        self._squares = {name: np.zeros_like(part) for name, part in self.parts.items()}
        self._steps = 0

    def look(self, seen: NDArray[Any], legal: NDArray[np.bool_]) -> tuple[Floats, Floats]:
        """Return the policy, a row a game with 0 for what is not legal, and the value of each game, from -1 to 1."""
        p = self.parts
        hidden = np.maximum(seen.astype(np.float32) @ p["w1"] + p["b1"], 0)
        scores = np.where(legal, hidden @ p["wp"] + p["bp"], np.float32(-1e9))
        policy = np.exp(scores - scores.max(axis=1, keepdims=True))
        value = np.tanh(hidden @ p["wv"] + p["bv"])[:, 0]
        return policy / policy.sum(axis=1, keepdims=True), value

    def learn(self, seen: NDArray[Any], policy_slope: Floats, value_slope: Floats, rate: float) -> None:
        """Take one step of Adam against the slopes of the loss in the scores (before the softmax) and in the values."""
        p, rows = self.parts, np.float32(len(seen))
        inputs = seen.astype(np.float32)
        hidden = np.maximum(inputs @ p["w1"] + p["b1"], 0)
        values = np.tanh(hidden @ p["wv"] + p["bv"])
        at_value = value_slope[:, None] * (1 - values**2)
        at_hidden = (policy_slope @ p["wp"].T + at_value @ p["wv"].T) * (hidden > 0)
        slopes = {
            "w1": inputs.T @ at_hidden, "b1": at_hidden.sum(0), "wp": hidden.T @ policy_slope,
            "bp": policy_slope.sum(0), "wv": hidden.T @ at_value, "bv": at_value.sum(0),
        }  # fmt: skip
        self._steps += 1
        for name, slope in slopes.items():
            slope = slope / rows
            self._means[name] += np.float32(0.1) * (slope - self._means[name])
            self._squares[name] += np.float32(0.001) * (slope**2 - self._squares[name])
            mean = self._means[name] / (1 - 0.9**self._steps)
            square = self._squares[name] / (1 - 0.999**self._steps)
            p[name] -= (rate * mean / (np.sqrt(square) + 1e-8)).astype(np.float32)


def draw(policy: Floats, rng: np.random.Generator) -> NDArray[np.int64]:
    """Return an id for each row, drawn from its policy."""
    heights = policy.cumsum(axis=1)
    return np.asarray((heights < rng.random((len(policy), 1)) * heights[:, -1:]).sum(axis=1), np.int64)


def against_random(name: str, network: Network, games: int, seed: int = 1) -> float:
    """Return the share of points that the best decisions of *network* win against a random player, seats in turn."""
    import ludotome as lt

    vector = lt.load(name).vector(games, seed=seed)
    rng = np.random.default_rng(seed)
    mine = np.arange(games) % 2  # which seat the network plays in each game
    points, open_ = np.zeros(games), np.ones(games, np.bool_)
    while open_.any():
        policy, _ = network.look(vector.observations(), vector.legal_masks())
        ids = np.where(vector.current_players() == mine, policy.argmax(axis=1), vector.sample(rng))
        step = vector.apply(ids)
        ended = step.done & open_
        points[ended] = step.returns[ended, mine[ended]]
        open_ &= ~step.done
    return float((points + 1).mean() / 2)
