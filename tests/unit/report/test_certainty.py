"""The certainty of an answer follows from intervals, and the answer names its number of games."""

from __future__ import annotations

import numpy as np
import pytest

from ludotome.gamedef import OUTCOMES
from ludotome.play import Playouts, load, load_text
from ludotome.report import report_on, report_page
from ludotome.report.answer import Tests as AllTests
from ludotome.report.evidence import Evidence, Pair, Series
from ludotome.report.fair import fair, fair_tests
from ludotome.report.game_report import make_game_report
from ludotome.report.gather import gather
from ludotome.report.skill import skill, skill_tests
from tests.support.report_games import NIM

FAST = {"easy": 2, "normal": 3, "hard": 4}


def games_of(points: list[float]) -> Playouts:
    """Return games of two seats with these points of the first; 0.5 is a draw."""
    first = 2 * np.array(points) - 1
    outcome = np.where(first == 0, OUTCOMES.index("draw"), OUTCOMES.index("win")).astype(np.int8)
    n = len(points)
    return Playouts(np.column_stack([first, -first]), np.full(n, 9, np.int32), outcome, np.zeros(n, np.int32))


def skill_of(won: int, deals: int):
    """Return the answer if *won* of this many deals are won with both seatings and the others lost."""
    evidence = Evidence(load("tic-tac-toe"), 2, 1, quick=True, simulations={**FAST})
    # The upper level has the first seat in even games and the second in odd ones.
    points = [1.0, 0.0] * won + [0.0, 1.0] * (deals - won)
    evidence.pairs = [Pair("easy", "random", Series([games_of(points)], 2))]
    return skill(evidence, AllTests(skill_tests(evidence)))


def test_a_few_games_are_not_sure() -> None:
    """Eight of nine deals won look like 89 %, but a share of 60 % could give this by chance."""
    few = skill_of(8, 9)
    assert few.sentence == "Yes: easy players clearly beat random players."
    assert few.certainty == "likely"
    assert "89\N{NO-BREAK SPACE}% of the points in 18 games" in few.detail
    many = skill_of(80, 90)
    assert many.certainty == "sure"
    assert "180 games" in many.detail
    assert skill_of(9, 9).certainty == "likely"  # equal results are not certain either


def test_what_was_tried_and_how_to_try_more_is_reported() -> None:
    tried, more = skill_of(80, 90).asides
    assert tried == "Each deal was played with every seating. Simulations per decision: easy 2."
    assert more == "There was no time for normal and hard players; --seconds gives more."
    whole = report_on(load_text(NIM), games=20, simulations=FAST).answer("skill")
    assert whole.asides[0].endswith("Simulations per decision: easy 2, normal 3 and hard 4.")
    assert "`ludotome levels` measures “best” against “hard”" in whole.asides[1]
    assert "<code>ludotome levels</code>" in report_page([report_on(load_text(NIM), games=20, simulations=FAST)])


@pytest.mark.parametrize(
    ("points", "start", "certainty", "good"),
    [
        ([1.0, 0.0] * 4, "Between hard players it is too early", "open", None),
        ([1.0, 0.0] * 600, "Roughly: between hard players no seat is favoured by more than 3 ", "likely", None),
        ([0.5] * 2000 + [1.0, 0.0] * 20, "Yes: between hard players 98", "sure", True),
        ([1.0] * 60 + [0.0] * 40, "Perhaps not: between hard players X is probably favoured", "likely", None),
        ([1.0] * 80 + [0.0] * 20, "No: between hard players X is favoured, with 80", "sure", False),
        ([0.0] * 60, "No: between hard players O won all 60 games", "sure", False),
    ],
)  # fmt: skip
def test_fairness_follows_from_the_interval(points: list[float], start: str, certainty: str, good: bool | None) -> None:
    evidence = Evidence(load("tic-tac-toe"), 2, 1, quick=True, simulations={**FAST})
    evidence.levels = {"hard": Series([games_of(points)], 2)}
    tests = AllTests({**fair_tests(evidence), "another": 1.0})
    answer = fair(evidence, tests)
    assert answer.sentence.startswith(start)
    assert (answer.certainty, answer.good) == (certainty, good)
    assert f"{len(points):,} game" in answer.detail


def test_a_number_of_options_that_never_changes_is_exact() -> None:
    choices = report_on(load("kuhn-poker"), games=20, simulations=FAST).answer("choices")
    assert choices.sentence.startswith("Every decision has 2 options")
    assert "about 2" not in choices.sentence


def test_choices_matter_where_better_players_win() -> None:
    """A short search that finds no bad option does not show that all are equally good."""
    evidence = gather(load("othello"), games=20, simulations={"easy": 10, "normal": 60, "hard": 100})
    report = make_game_report(evidence)
    assert report.answer("skill").sentence.startswith("Yes")
    assert report.answer("choices").good is True
    assert "hardly" not in report.answer("choices").sentence


def test_an_end_of_every_game_is_sure_only_after_many() -> None:
    evidence = gather(load_text(NIM), games=4, simulations=FAST)
    for n, certainty in ((20, "open"), (50, "likely"), (400, "sure")):
        evidence.levels["random"] = Series([games_of([1.0, 0.0] * (n // 2))], 2)
        ends = make_game_report(evidence).answer("ends")
        assert ends.certainty == certainty
        assert ends.sentence == f"Yes: all {n} random games ended, typically after 9 decisions; none was drawn."
