"""Unused things are called unused only if the number of games makes that surprising."""

from __future__ import annotations

import pytest

from ludotome.play import load, load_text
from ludotome.report import Answer, report_on
from ludotome.report.gather import gather
from ludotome.report.means import share_bound
from ludotome.report.use import use
from tests.support.report_games import RARE

FAST = {"easy": 2, "normal": 3, "hard": 4}


def used(document: str, games: int) -> Answer:
    return report_on(load_text(document), games=games, simulations=FAST).answer("use")


def test_a_few_games_do_not_show_that_something_is_never_used() -> None:
    evidence = gather(load_text(RARE), games=8, simulations=FAST)
    del evidence.levels["random"]  # leaves the 16 watched games
    answer, _ = use(evidence)
    assert answer.measures["never"] == []
    assert [one["name"] for one in answer.measures["unseen"]] == ["wish", "dream"]
    assert answer.sentence == "2 actions were not used so far: “wish” and “dream”. More games are needed to say why."
    assert (answer.certainty, answer.good) == ("open", None)
    assert answer.asides[0] == "Action “wish” was never possible in 16 games."


def test_many_games_tell_what_is_rare_from_what_is_impossible() -> None:
    found = used(RARE, 2000)
    assert [one["name"] for one in found.measures["never"]] == ["dream"]
    assert found.measures["unseen"] == []
    assert found.sentence == "1 action was never used: “dream”."
    assert (found.certainty, found.good) == ("sure", False)
    assert found.asides[0] == "Action “dream” was never possible in 2,150 games."
    assert found.measures["actions"]["wish"] > 0


def test_every_action_of_chess_is_used() -> None:
    """En passant occurs in about one random game of sixty, so all watched games may lack it."""
    simulations = {"easy": 1, "normal": 1, "hard": 1}
    found = report_on(load("chess"), games=4, simulations=simulations).answer("use")
    assert "never" not in found.sentence
    assert found.measures["never"] == []


@pytest.mark.parametrize("games", [1, 8, 59, 300])
def test_what_no_game_had_is_in_fewer_than_the_bound(games: int) -> None:
    """At the bound itself, 5 % of samples would show nothing."""
    assert (1 - share_bound(games)) ** games == pytest.approx(0.05)
