"""A game among many can be skipped, restarted, read and set, and masks and observations follow."""

from __future__ import annotations

import numpy as np
import pytest

import ludotome as lt
from ludotome.chance import mix
from ludotome.gamedef import PlayError
from ludotome.play import State
from ludotome.play.vector import VectorGames

# One of each way to keep legal ids: an open set, kept bits, planes, lists, answers, hidden cards.
NAMES = ["tic-tac-toe", "go", "othello", "breakthrough", "chess", "market", "leduc-poker", "skirmish"]


def agree(games: VectorGames, states: list[State]) -> None:
    """Compare masks, lists, players and observations with single games."""
    masks, rows, legal = games.legal_masks(), games.observations(), games.legal_ids()
    assert games.current_players().tolist() == [state.current_player() for state in states]
    for place, state in enumerate(states):
        assert masks[place].tolist() == state.action_mask().tolist()
        listed = legal.ids[legal.first[place] : legal.first[place] + legal.count[place]]
        assert sorted(listed.tolist()) == sorted(state.legal_action_ids())
        assert rows[place].tolist() == state.observation_tensor(state.current_player()).tolist()


@pytest.mark.parametrize("masked", [True, False], ids=["masked", "unmasked"])
@pytest.mark.parametrize("name", NAMES)
def test_games_are_skipped_reset_and_set_while_the_others_continue(name: str, masked: bool):
    game, n, random = lt.load(name), 6, np.random.default_rng(1)
    games = game.vector(n, seed=5, threads=2)
    states = [games.state(place) for place in range(n)]
    assert [state.state_hash() for state in states] == [
        game.new_initial_state(mix(5, place)).state_hash() for place in range(n)
    ]
    for step in range(30):
        if masked or step % 10 == 9:
            agree(games, states)
        ids, left = games.sample(random), random.random(n) < 0.3
        deciders = [state.current_player() for state in states]
        made = games.apply(np.where(left, -1, ids), skip=left, final_observations=True)
        assert made.ends is not None
        for place in np.flatnonzero(~left):
            states[place].apply_action_id(int(ids[place]))
            assert bool(made.done[place]) == states[place].is_terminal()
            if made.done[place]:
                assert tuple(made.returns[place]) == states[place].returns()
                last = states[place].observation_tensor(deciders[place])
                assert made.ends[place].tolist() == last.tolist()
                states[place] = games.state(place)
        assert not made.done[left].any()
        if step % 7 == 3:
            games.reset([1, 3], seed=[11, 12])
            games.reset(2)
            games.reset(np.arange(n) == 4, seed=9)
            games.set_state(0, states[5])
            states[1], states[3] = game.new_initial_state(11), game.new_initial_state(12)
            states[2], states[4], states[0] = games.state(2), game.new_initial_state(mix(9, 0)), states[5].clone()
            assert games.state(0).state_hash() == states[5].state_hash()
            assert games.state(4).state_hash() == states[4].state_hash()


def test_a_truncated_game_says_so():
    """A game cut off by its limit of plies is done and truncated; a game that is won is only done."""
    text = lt.load("tic-tac-toe").document
    assert text is not None
    short = lt.load_text(text.replace("metadata: {", "metadata: { maxPlies: 6,", 1))
    games, random = short.vector(64, seed=1), np.random.default_rng(1)
    for ply in range(1, 7):
        step = games.apply(games.sample(random))
        won = (step.returns == 1).any(axis=1)
        assert (step.truncated == (step.done & ~won)).all()
        if ply < 6:
            assert not step.truncated.any()
    assert step.truncated.any()
    assert won.any()


def test_observations_can_be_those_of_any_seat():
    games = lt.load("kuhn-poker").vector(8, seed=3)
    first = np.zeros(8, int)
    games.look_as(first)
    before = games.observations().copy()
    games.apply(games.sample(np.random.default_rng(1)))
    states = [games.state(place) for place in range(8)]
    assert [row.tolist() for row in games.observations()] == [s.observation_tensor(0).tolist() for s in states]
    hand = games.observation_names.index("mine hand[token 0]")
    assert (games.observations()[:, hand : hand + 3] == before[:, hand : hand + 3]).all()
    games.look_as(None)
    assert games.observations().tolist() == [s.observation_tensor(s.current_player()).tolist() for s in states]


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda games: games.reset(3), r"games is 3; write numbers from 0 to 2, or 3 truth values"),
        (lambda games: games.reset([0.5]), r"games is \[0.5\]"),
        (lambda games: games.reset([True, False]), r"games is bool of shape \(2,\); write 3 truth values"),
        (lambda games: games.reset([0, 1], seed=[1]), r"there are 1 seeds for 2 games; write one for each"),
        (lambda games: games.state(-1), r"games is -1"),
        (lambda games: games.look_as([0, 1, 2]), r"write 3 seats from 0 to 1"),
        (lambda games: games.apply([0, 0, 0], skip=[0, 1, 0]), r"skip is int64 of shape \(3,\); write 3 truth values"),
        (lambda games: games.set_state(0, lt.load("pig").new_initial_state()), r"the state is one of `pig`"),
    ],
)
def test_wrong_calls_say_what_to_write(call, message: str):
    games = lt.load("tic-tac-toe").vector(3)
    with pytest.raises(PlayError, match=message):
        call(games)


def test_a_game_that_is_over_cannot_be_set():
    state = lt.load("tic-tac-toe").new_initial_state()
    for move in ("a1", "b1", "a2", "b2", "a3"):
        state.apply_action(move)
    with pytest.raises(PlayError, match="the game of this state is over"):
        state.game.vector(1).set_state(0, state)


def test_observations_are_to_be_read():
    rows = lt.load("tic-tac-toe").vector(2).observations()
    with pytest.raises(ValueError, match="read-only"):
        rows[0, 0] = 1
