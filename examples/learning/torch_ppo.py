"""Proximal policy optimisation in PyTorch: the first seat of connect four learns to beat random players.

The vector environment plays the other seats at random, so the network sees an ordinary environment: it decides at every
step, and each game pays once, at its end. Illegal decisions are masked out. Needs `pip install "ludotome[rl]" torch`.
"""

from __future__ import annotations

import argparse
import time
from typing import Any

import numpy as np
import torch  # type: ignore[import-not-found]
from torch import nn

from ludotome import envs

GAMES, STEPS, EPOCHS, BATCHES = 128, 32, 4, 4
DISCOUNT, TRACE, CLIP, ENTROPY, RATE = 0.99, 0.95, 0.2, 0.01, 1e-3


class Player:
    """A policy and a value from one body of two hidden layers."""

    def __init__(self, size: int, actions: int) -> None:
        self.body = nn.Sequential(nn.Linear(size, 128), nn.ReLU(), nn.Linear(128, 128), nn.ReLU())
        self.policy, self.value = nn.Linear(128, actions), nn.Linear(128, 1)
        self.parameters = [*self.body.parameters(), *self.policy.parameters(), *self.value.parameters()]

    def look(self, seen: Any, legal: Any) -> tuple[Any, Any]:
        """Return the distribution over decisions and the value of each row."""
        found = self.body(seen)
        scores = self.policy(found).masked_fill(~legal, -1e9)
        return torch.distributions.Categorical(logits=scores), self.value(found).squeeze(-1)


def train(name: str, seconds: float, seed: int = 1) -> tuple[Player, int]:
    """Return a player that has learned for so many seconds of processor time, and how many decisions it made."""
    torch.manual_seed(seed)
    env = envs.gymnasium_vector_env(name, GAMES, autoreset_mode="SameStep", seat=0)
    seen, info = env.reset(seed=seed)
    player = Player(seen.shape[1], info["action_mask"].shape[1])
    optimiser = torch.optim.Adam(player.parameters, RATE)
    began, decisions = time.process_time(), 0
    while time.process_time() - began < seconds:
        rows: list[tuple[Any, ...]] = []
        for _ in range(STEPS):
            row, legal = _tensors(seen, info)
            with torch.no_grad():
                policy, value = player.look(row, legal)
                chosen = policy.sample()
            seen, reward, terminated, truncated, info = env.step(chosen.numpy())
            over = torch.from_numpy(terminated | truncated)
            rows.append((row, legal, chosen, policy.log_prob(chosen), value, torch.from_numpy(reward).float(), over))
        with torch.no_grad():
            after = player.look(*_tensors(seen, info))[1]
        _learn(player, optimiser, [torch.stack(column) for column in zip(*rows, strict=True)], after)
        decisions += GAMES * STEPS
    return player, decisions


def _tensors(seen: Any, info: Any) -> tuple[Any, Any]:
    return torch.from_numpy(seen.astype(np.float32)), torch.from_numpy(info["action_mask"])


def _learn(player: Player, optimiser: Any, columns: list[Any], after: Any) -> None:
    seen, legal, chosen, before, values, rewards, over = columns
    # Generalised advantage estimation, from the last step back; nothing is expected beyond the end of a game.
    better, running, following = torch.zeros_like(values), torch.zeros(GAMES), after
    for step in reversed(range(STEPS)):
        goes_on = (~over[step]).float()
        surprise = rewards[step] + DISCOUNT * following * goes_on - values[step]
        running = surprise + DISCOUNT * TRACE * goes_on * running
        better[step], following = running, values[step]
    columns = [column.flatten(0, 1) for column in (seen, legal, chosen, before, better, better + values)]
    for _ in range(EPOCHS):
        for places in torch.randperm(GAMES * STEPS).chunk(BATCHES):
            row, mask, act, old, gain, target = (column[places] for column in columns)
            policy, value = player.look(row, mask)
            gain = (gain - gain.mean()) / (gain.std() + 1e-8)
            ratio = (policy.log_prob(act) - old).exp()
            clipped = torch.minimum(ratio * gain, ratio.clamp(1 - CLIP, 1 + CLIP) * gain)
            loss = -clipped.mean() + 0.5 * (value - target).square().mean() - ENTROPY * policy.entropy().mean()
            optimiser.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(player.parameters, 0.5)
            optimiser.step()


def against_random(name: str, player: Player, games: int) -> float:
    """Return the share of the points that the first seat wins in so many games, a draw counting half."""
    env = envs.gymnasium_vector_env(name, games, autoreset_mode="Disabled", seat=0)
    seen, info = env.reset(seed=12345)
    points, playing = np.zeros(games), np.ones(games, bool)
    while playing.any():
        with torch.no_grad():
            policy, _ = player.look(*_tensors(seen, info))
        seen, reward, terminated, truncated, info = env.step(policy.probs.argmax(-1).numpy())
        over = terminated | truncated
        points[playing & over] = reward[playing & over]
        playing &= ~over
        if over.any():  # games that are over begin again, so that all can be stepped; only their first result counts
            seen, info = env.reset(options={"reset_mask": over})
    return float((points.mean() + 1) / 2)


def main() -> None:
    """Train, then play against random players."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--game", default="connect-four")
    parser.add_argument("--seconds", type=float, default=60.0, help="processor time to train for")
    options = parser.parse_args()
    torch.set_num_threads(1)
    player, decisions = train(options.game, options.seconds)
    share = against_random(options.game, player, 1000)
    print(f"{options.game}: {share:.1%} of the points against random players, after {decisions:,} decisions")


if __name__ == "__main__":
    main()
