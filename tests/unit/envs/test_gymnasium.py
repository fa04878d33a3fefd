"""Gymnasium environments: the checker, the three autoreset modes, masks, seeds and pickles."""

from __future__ import annotations

import pickle

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from gymnasium.vector import AutoresetMode

import ludotome as lt
from ludotome import envs
from ludotome.chance import mix
from ludotome.gamedef import PlayError
from ludotome.play import shipped_games

MODES = list(AutoresetMode)


def chosen(masks: np.ndarray, random: np.random.Generator) -> np.ndarray:
    return np.array([random.choice(np.flatnonzero(mask)) for mask in masks])


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("name", shipped_games())
def test_every_shipped_game_passes_the_checker(name: str):
    env = envs.gymnasium_env(name, illegal="loss")
    check_env(env, skip_render_check=True)
    seen, info = env.reset(seed=3)
    assert info["action_mask"].any()
    assert env.observation_space.contains(seen)


def test_a_seat_plays_against_random_players_and_gets_its_returns():
    for seat in range(2):
        env, random = envs.gymnasium_env("tic-tac-toe", seat=seat), np.random.default_rng(1)
        results = set()
        for game in range(30):
            _, info = env.reset(seed=game)
            over = False
            while not over:
                assert env.state_now.current_player() == seat
                _, reward, terminated, truncated, info = env.step(int(chosen(info["action_mask"][None], random)[0]))
                over = terminated or truncated
            assert reward == env.state_now.returns()[seat]
            results.add(reward)
        assert results == {-1.0, 0.0, 1.0}


def test_games_are_registered_by_their_versioned_names():
    """`ludotome.envs` registers them if Gymnasium is used."""
    made = gymnasium.make("ludotome/connect-four-v1", disable_env_checker=True)
    assert made.action_space.n == 42
    assert gymnasium.make("ludotome.envs:ludotome/hex-v1", disable_env_checker=True).action_space.n == 121
    many = gymnasium.make_vec("ludotome/connect-four-v1", num_envs=3)
    assert many.num_envs == 3
    assert many.reset(seed=1)[1]["action_mask"].shape == (3, 42)


@pytest.mark.parametrize("seat", [None, 0, 1])
@pytest.mark.parametrize("mode", MODES)
def test_the_modes_of_autoreset_are_those_of_gymnasium(mode: AutoresetMode, seat: int | None):
    """Rewards, ends and final observations are as in Gymnasium's documentation of each mode."""
    env, random = envs.gymnasium_vector_env("tic-tac-toe", 16, autoreset_mode=mode, seat=seat), np.random.default_rng(2)
    seen, info = env.reset(seed=3)
    ended_before, finished = np.zeros(16, bool), 0
    for _ in range(40):
        actions = chosen(info["action_mask"], random)
        actions[ended_before] = -7  # ignored in the step after the end
        seen, rewards, terminated, truncated, info = env.step(actions)
        ended = terminated | truncated
        finished += ended.sum()
        assert not truncated.any()
        assert (rewards[~ended] == 0).all()
        assert info["action_mask"].any(axis=1).all()
        assert env.observation_space.contains(seen)
        last = info["final_obs"] if mode == AutoresetMode.SAME_STEP and ended.any() else seen
        marks = last[:, :18].reshape(16, 2, 9).sum(axis=(1, 2))
        decides = last[:, 18:].any(axis=1)
        assert (marks[ended] >= 5).all()
        assert not decides[ended].any(), "nobody decides any more in what is shown of a game that ended"
        fresh = ended if mode == AutoresetMode.SAME_STEP else ended_before
        assert (seen[fresh & ~(ended if mode != AutoresetMode.SAME_STEP else ~ended), :18].sum(axis=1) <= 1).all()
        if mode == AutoresetMode.NEXT_STEP:
            assert not (ended & ended_before).any(), "the step after an end begins a game and ends none"
            ended_before = ended
        if mode == AutoresetMode.DISABLED and ended.any():
            with pytest.raises(PlayError, match="is over; call"):
                env.step(actions)
            seen, info = env.reset(options={"reset_mask": ended})
            assert (seen[ended, :18].sum(axis=1) <= 1).all()
    assert finished > 20


def test_rewards_are_those_of_the_player_who_decided():
    env = envs.gymnasium_vector_env("tic-tac-toe", 1, autoreset_mode="SameStep")
    env.reset(seed=1)
    for action in (0, 3, 1, 4):
        *_, info = env.step(np.array([action]))
    assert info["player"].tolist() == [0]
    _, rewards, terminated, _, info = env.step(np.array([2]))
    assert (rewards.tolist(), terminated.tolist()) == ([1.0], [True])
    assert info["returns"].tolist() == [[1.0, -1.0]]


@pytest.mark.parametrize("seat", [None, 1])
def test_the_same_seed_gives_the_same_games_and_a_pickle_continues(seat: int | None):
    runs = []
    for attempt in range(2):
        env, random = envs.gymnasium_vector_env("leduc-poker", 8, seat=seat), np.random.default_rng(1)
        _, info = env.reset(seed=9)
        trace = []
        for step in range(20):
            if attempt and step == 10:
                env = pickle.loads(pickle.dumps(env))
            seen, rewards, *_, info = env.step(chosen(info["action_mask"], random))
            trace.append((seen.tolist(), rewards.tolist()))
        runs.append(trace)
    assert runs[0] == runs[1]


def test_the_games_of_a_seed_are_those_of_vector():
    env = envs.gymnasium_vector_env("kuhn-poker", 4)
    seen, _ = env.reset(seed=6)
    states = [lt.load("kuhn-poker").new_initial_state(mix(6, place)) for place in range(4)]
    assert seen.tolist() == [state.observation_tensor(0).tolist() for state in states]
    seen, _ = env.reset(seed=[11, 12, 13, 14])
    states = [lt.load("kuhn-poker").new_initial_state(seed) for seed in (11, 12, 13, 14)]
    assert seen.tolist() == [state.observation_tensor(0).tolist() for state in states]


def test_arrays_are_copies():
    env = envs.gymnasium_vector_env("tic-tac-toe", 2)
    seen, info = env.reset(seed=1)
    seen[:], info["action_mask"][:] = 5, False
    again, *_, info = env.step(np.array([0, 1]))
    assert again[:, :18].sum() == 2
    assert info["action_mask"].sum() == 16


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"autoreset_mode": "never"}, "autoreset_mode is 'never'; write one of NextStep, SameStep, Disabled"),
        ({"seat": 2}, "seat is 2; write one from 0 to 1"),
    ],
)
def test_wrong_options_say_what_to_write(options: dict[str, object], message: str):
    with pytest.raises(PlayError, match=message):
        envs.gymnasium_vector_env("tic-tac-toe", 2, **options)
