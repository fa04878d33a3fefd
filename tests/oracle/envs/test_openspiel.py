"""OpenSpiel runs its own tests and algorithms on our games, with the same results as on its own games."""

from __future__ import annotations

import random

import numpy as np
import pyspiel
import pytest
from open_spiel.python import policy
from open_spiel.python.algorithms import exploitability, mcts

import ludotome as lt
from ludotome import envs
from ludotome.gamedef import PlayError
from ludotome.kernel import view_state
from ludotome.play import State, shipped_games

PAIRS = [("kuhn-poker", "kuhn_poker"), ("leduc-poker", "leduc_poker(suit_isomorphism=True)")]


@pytest.mark.parametrize("name", shipped_games())
def test_every_shipped_game_passes_the_simulation_test(name: str):
    game = envs.openspiel_game(name)
    pyspiel.random_sim_test(game, num_sims=1, serialize=False, verbose=False)
    assert game.num_distinct_actions() == lt.load(name).num_distinct_actions


def test_exploitability_is_that_of_openspiels_own_kuhn_poker():
    ours, theirs = envs.openspiel_game("kuhn-poker"), pyspiel.load_game("kuhn_poker")
    found, known = (exploitability.exploitability(game, policy.UniformRandomPolicy(game)) for game in (ours, theirs))
    assert found == pytest.approx(known, abs=1e-9)


@pytest.mark.long
def test_exploitability_is_that_of_openspiels_own_leduc_poker():
    ours, theirs = envs.openspiel_game("leduc-poker"), pyspiel.load_game("leduc_poker")
    found, known = (exploitability.exploitability(game, policy.UniformRandomPolicy(game)) for game in (ours, theirs))
    assert found == pytest.approx(known, abs=1e-9)


@pytest.mark.parametrize(("name", "spiel"), [("kuhn-poker", "kuhn_poker"), ("leduc-poker", "leduc_poker")])
def test_the_extensive_form_has_the_exploitability_of_openspiels_own_game(name: str, spiel: str):
    """OpenSpiel reads the file we write; uniform play is as exploitable in it as in its own game."""
    ours, theirs = pyspiel.load_efg_game(envs.to_efg(name)), pyspiel.load_game(spiel)
    found, known = (exploitability.nash_conv(game, policy.UniformRandomPolicy(game)) for game in (ours, theirs))
    assert found == pytest.approx(known, abs=1e-9)


def played_beside(name: str, spiel: str, seed: int) -> list[tuple[int, str, str, bool]]:
    """Play one random game in both; return for each state and seat its information on each side."""
    stream, theirs = random.Random(seed), pyspiel.load_game(spiel).new_initial_state()
    ours = lt.load(name).new_initial_state(chance="explicit")
    rows = []
    while not ours.is_terminal():
        if ours.is_chance_node():
            outcomes = ours.legal_actions()
            place = stream.randrange(len(outcomes))
            ranks = sorted({_rank(ours, one) for one in outcomes})
            rank = _rank(ours, outcomes[place])
            legal = theirs.legal_actions()
            assert len(ranks) <= len(legal)
            theirs.apply_action(rank if rank in legal else legal[ranks.index(rank)])
            ours.apply_action(outcomes[place])
            continue
        for seat in range(2):
            known = ours.information_state_string(seat), theirs.information_state_string(seat)
            rows.append((seat, *known, ours.current_player() == seat))
        assert ours.current_player() == theirs.current_player()
        ids = ours.legal_action_ids()
        place = stream.randrange(len(ids))
        # Kuhn: pass, bet. Leduc: fold, call, raise, of which fold is not always legal in either.
        assert len(theirs.legal_actions()) == len(ids)
        theirs.apply_action(sorted(theirs.legal_actions())[sorted(ids).index(ids[place])])
        ours.apply_action_id(ids[place])
    assert theirs.is_terminal()
    assert list(ours.returns()) == theirs.returns()
    return rows


def _rank(state: State, outcome: object) -> int:
    """Return the rank of the card that a chance outcome deals."""
    token = view_state(state.game.game_def, state.game_state).tokens[outcome.chance]  # type: ignore[attr-defined]
    assert token is not None
    assert token.props[0] is not None
    return token.props[0]


@pytest.mark.parametrize(("name", "spiel"), PAIRS)
def test_information_states_partition_histories_as_openspiels_do(name: str, spiel: str):
    """Two states have the same information here exactly if they have it there."""
    ours: dict[tuple[int, str], set[str]] = {}
    theirs: dict[tuple[int, str], set[str]] = {}
    for seed in range(400):
        for seat, here, there, decides in played_beside(name, spiel, seed):
            if decides:
                ours.setdefault((seat, here), set()).add(there)
                theirs.setdefault((seat, there), set()).add(here)
    assert all(len(others) == 1 for others in ours.values())
    assert all(len(others) == 1 for others in theirs.values())
    assert len(ours) == len(theirs) >= {"kuhn-poker": 12, "leduc-poker": 100}[name]


def test_openspiels_search_plays_our_games():
    """Its MCTS, given a won position of tic-tac-toe, takes the win."""
    game = envs.openspiel_game("tic-tac-toe")
    state = game.new_initial_state()
    for action in (0, 3, 1, 4):
        state.apply_action(action)
    stream = np.random.RandomState(1)
    bot = mcts.MCTSBot(game, 2, 200, mcts.RandomRolloutEvaluator(1, stream), random_state=stream)
    assert bot.step(state) == 2


def test_a_copy_continues_independently():
    state = envs.openspiel_game("leduc-poker").new_initial_state()
    while state.is_chance_node():
        state.apply_action(state.chance_outcomes()[0][0])
    before = state.information_state_string(0)
    copy = state.clone()
    copy.apply_action(copy.legal_actions()[0])
    assert state.information_state_string(0) == before != copy.information_state_string(0)
    assert copy.history() == [*state.history(), copy.history()[-1]]


def test_what_can_be_known_about_payoffs_is_known():
    kind = pyspiel.GameType.Utility
    found = {name: envs.openspiel_game(name).get_type().utility for name in ("kuhn-poker", "tic-tac-toe")}
    assert found == {"kuhn-poker": kind.ZERO_SUM, "tic-tac-toe": kind.ZERO_SUM}
    assert envs.openspiel_game("market", players=3).get_type().utility == kind.GENERAL_SUM
    with pytest.raises(PlayError, match="utility is 'zero'; write one of zero_sum, constant_sum"):
        envs.openspiel_game("pig", utility="zero")


def test_a_tree_that_is_too_large_is_refused():
    with pytest.raises(PlayError, match="the tree of `tic-tac-toe` has more than 1000 nodes"):
        envs.to_efg("tic-tac-toe", most_nodes=1000)
