"""Levels are measured against each other, and merged if more simulations win nothing."""

from __future__ import annotations

import pytest

import ludotome as lt
from ludotome.agents import LEVELS, MctsAgent, parse_agent
from ludotome.gamedef import PlayError
from ludotome.simulate import Level, measure_levels
from tests.support.documents import whole_document


def test_a_level_that_wins_is_kept_with_its_simulations():
    """Connect four: four times the simulations win clearly, from few simulations on."""
    found = measure_levels(lt.load("connect-four"), 16, seed=2)
    assert [level.name for level in found] == list(LEVELS)
    easy, normal = found[:2]
    assert easy == Level("easy", 25)
    assert normal.share is not None
    assert normal.share.value >= 0.6
    assert (normal.simulations, normal.merged, normal.games) == (100, None, 16)


def test_levels_that_win_nothing_are_merged_with_the_one_below():
    """Two players who can only add one: nobody can play better than anybody."""
    found = measure_levels(lt.load_text(whole_document("")), 4)
    assert {level.simulations for level in found} == {25}
    assert [level.merged for level in found] == [None, "easy", "easy", "easy"]


def test_the_same_seed_measures_the_same():
    game = lt.load("tic-tac-toe")
    assert measure_levels(game, 6, seed=3) == measure_levels(game, 6, seed=3, threads=1)


def test_progress_counts_the_games_of_all_levels():
    seen: list[int] = []
    measure_levels(lt.load("tic-tac-toe"), 4, progress=seen.append)
    assert seen[-1] == 12
    assert seen == sorted(seen)


def test_what_was_measured_takes_the_place_of_the_numbers():
    agent = parse_agent("best", {"best": 400})
    assert isinstance(agent, MctsAgent)
    assert (agent.name, agent.simulations) == ("best", 400)


@pytest.mark.parametrize("n", [0, -1, "many"])
def test_no_games_measure_nothing(n: int):
    with pytest.raises(PlayError, match="write how many games to play for each level"):
        measure_levels(lt.load("tic-tac-toe"), n)
