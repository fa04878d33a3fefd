"""Every shipped game passes PettingZoo's own tests as an AEC environment."""

from __future__ import annotations

import pickle

import numpy as np
import pytest
from pettingzoo.test import api_test, seed_test

import ludotome as lt
from ludotome import envs
from ludotome.gamedef import PlayError
from ludotome.play import shipped_games


@pytest.mark.filterwarnings("ignore")  # PettingZoo warns that observations with masks are dictionaries
@pytest.mark.parametrize("name", shipped_games())
def test_every_shipped_game_passes_the_tests_of_pettingzoo(name: str, capsys: pytest.CaptureFixture[str]):
    api_test(envs.pettingzoo_env(name), num_cycles=40)
    assert "Passed API test" in capsys.readouterr().out


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("name", shipped_games())
def test_the_same_seed_gives_the_same_games(name: str):
    seed_test(lambda: envs.pettingzoo_env(name), num_cycles=30)
    one, other = (envs.pettingzoo_env(name) for _ in range(2))
    one.reset(seed=7)
    other.reset(seed=7)
    assert one.state_now.state_hash() == other.state_now.state_hash()


def test_a_game_is_played_to_its_end_and_rewards_are_its_returns():
    env, random = envs.pettingzoo_env("connect-four"), np.random.default_rng(1)
    env.reset(seed=5)
    total = dict.fromkeys(env.possible_agents, 0.0)
    for agent in env.agent_iter():
        seen, reward, terminated, truncated, _ = env.last()
        total[agent] += reward
        over = terminated or truncated
        env.step(None if over else int(random.choice(np.flatnonzero(seen["action_mask"]))))
    assert env.agents == []
    assert tuple(total.values()) == env.state_now.returns()
    assert env.state_now.is_terminal()


def test_each_reset_begins_the_next_game_of_the_seed():
    env = envs.pettingzoo_env("kuhn-poker")
    hands = []
    for _ in range(2):
        env.reset(seed=4)
        first = [env.observe(env.agent_selection)["observation"].tolist()]
        for _ in range(9):
            env.reset()
            first.append(env.observe(env.agent_selection)["observation"].tolist())
        hands.append(first)
    assert hands[0] == hands[1]
    assert len(set(map(tuple, hands[0]))) == 3


def test_an_agent_sees_what_its_seat_sees_and_gets_copies():
    env = envs.pettingzoo_env("leduc-poker")
    env.reset(seed=2)
    for seat, agent in enumerate(env.possible_agents):
        seen = env.observe(agent)
        assert seen["observation"].tolist() == env.state_now.observation_tensor(seat).tolist()
        seen["observation"][:] = 9
        assert env.observe(agent)["observation"].tolist() == env.state_now.observation_tensor(seat).tolist()
    assert env.observe("player_0")["action_mask"].astype(bool).tolist() == env.state_now.action_mask().tolist()
    assert not env.observe("player_1")["action_mask"].any()
    with pytest.raises(PlayError, match="there is no player 2; players are 0 to 1"):
        env.state_now.observation_and_mask(2)


def test_an_environment_can_be_pickled_in_the_middle_of_a_game():
    env = envs.pettingzoo_env("market", players=3)
    env.reset(seed=3)
    for _ in range(4):
        env.step(int(env.state_now.legal_action_ids()[-1]))
    again = pickle.loads(pickle.dumps(env))
    for _ in range(3):
        action = int(env.state_now.legal_action_ids()[0])
        env.step(action)
        again.step(action)
        assert again.state_now.state_hash() == env.state_now.state_hash()


def test_an_illegal_action_is_an_error_that_changes_nothing():
    env = envs.pettingzoo_env("tic-tac-toe")
    env.reset()
    env.step(4)
    with pytest.raises(PlayError, match="cannot be b2"):
        env.step(4)
    assert env.agent_selection == "player_1"
    assert len(env.state_now.history()) == 1


def test_what_is_not_a_game_is_refused():
    with pytest.raises(PlayError, match=r"write a game, as `ludotome\.load` returns it, or its name"):
        envs.pettingzoo_env(7)  # type: ignore[arg-type]
    with pytest.raises(lt.PlayError, match="players is 5"):
        envs.pettingzoo_env("market", players=5)
