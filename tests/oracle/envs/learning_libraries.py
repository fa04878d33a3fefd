"""Checks run in a process with TorchRL and RLlib: each prints a line, and fails if the library finds an error.

The libraries are imported inside the functions, because pytest imports every module here.
"""

from __future__ import annotations

import random
import sys
import warnings

from ludotome import envs
from ludotome.play import shipped_games

# `check_env_specs` makes three decisions and draws another from the mask, even if the game is over and none is legal.
TOO_SHORT = {"kuhn-poker"}


def torchrl(name: str) -> None:
    """TorchRL reads the spaces of an environment, and a rollout agrees with them."""
    import torch
    from torchrl.envs import GymWrapper, MarlGroupMapType, PettingZooWrapper, check_env_specs

    torch.manual_seed(1)
    apart = MarlGroupMapType.ONE_GROUP_PER_AGENT
    if name not in TOO_SHORT:
        check_env_specs(PettingZooWrapper(envs.pettingzoo_env(name), use_mask=True, group_map=apart), seed=1)
    check_env_specs(GymWrapper(envs.gymnasium_env(name, illegal="loss")), seed=1)


def rllib(name: str) -> None:
    """RLlib's wrapper plays a game to its end, with the returns of the game as rewards."""
    from ray.rllib.env.wrappers.pettingzoo_env import PettingZooEnv

    env, stream = PettingZooEnv(envs.pettingzoo_env(name)), random.Random(1)
    seen, _ = env.reset(seed=3)
    game = env.env.unwrapped
    paid = dict.fromkeys(game.possible_agents, 0.0)  # in the order of seats: RLlib uses the order of a set
    over = False
    while not over:
        ((agent, row),) = seen.items()
        assert env.get_observation_space(agent).contains(row)
        chosen = int(stream.choice(row["action_mask"].nonzero()[0]))
        seen, rewards, terminated, truncated, _ = env.step({agent: chosen})
        for one, reward in rewards.items():
            paid[one] += reward
        over = terminated["__all__"] or truncated["__all__"]
    assert tuple(paid.values()) == game.state_now.returns()


if __name__ == "__main__":
    warnings.simplefilter("ignore")
    for game in shipped_games():
        {"torchrl": torchrl, "rllib": rllib}[sys.argv[1]](game)
        print(f"{sys.argv[1]}: {game}")
