"""Batches of games as values: rewards occur once, ended games do not change, and a state is stepped once."""

from __future__ import annotations

import numpy as np
import pytest

import ludotome as lt
from ludotome import envs
from ludotome.chance import mix
from ludotome.gamedef import PlayError


def test_a_batch_is_played_to_its_end_like_single_games():
    game, n, random = lt.load("tic-tac-toe"), 12, np.random.default_rng(1)
    env = envs.batch_env(game)
    state = env.init(n, seed=4)
    alone = [game.new_initial_state(mix(4, place)) for place in range(n)]
    got = np.zeros((n, 2))
    while not state.terminated.all():
        actions = np.array([random.choice(np.flatnonzero(mask)) for mask in state.legal_action_mask])
        before = state
        state = env.step(state, actions)
        got += state.rewards
        for place in np.flatnonzero(~before.terminated):
            alone[place].apply_action_id(int(actions[place]))
            assert bool(state.terminated[place]) == alone[place].is_terminal()
            seat = int(before.current_player[place] if state.terminated[place] else state.current_player[place])
            assert state.observation[place].tolist() == alone[place].observation_tensor(seat).tolist()
        assert (state.observation[before.terminated] == before.observation[before.terminated]).all()
        assert not state.rewards[before.terminated].any()
    assert got.tolist() == [list(one.returns()) for one in alone]
    assert (env.num_players, env.num_actions, env.observation_shape) == (2, 9, (20,))


def test_a_state_is_stepped_once_and_stays_as_it_is():
    env = envs.batch_env("tic-tac-toe")
    first = env.init(2)
    seen = first.observation.copy()
    env.step(first, [0, 1])
    assert (first.observation == seen).all()
    with pytest.raises(PlayError, match="continue with the state that `step` returned"):
        env.step(first, [0, 1])
