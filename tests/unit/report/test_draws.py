"""A draw is a game that nobody wins, or whose first place is shared; equal later places are not draws."""

from __future__ import annotations

import re

import numpy as np
import pytest

from ludotome.gamedef import OUTCOMES
from ludotome.play import Playouts, load_text
from ludotome.report import compare, report_on, tune
from ludotome.report.evidence import drawn_of
from tests.support.report_games import COINS

FAST = {"easy": 1, "normal": 1, "hard": 1}


@pytest.mark.parametrize(
    ("outcome", "returns", "is_drawn"),
    [
        ("rank", (1.0, -0.5, -0.5), False),
        ("rank", (0.5, 0.5, -1.0), True),
        ("score", (9.0, 4.0, 4.0), False),
        ("score", (9.0, 9.0, 4.0), True),
        ("win", (1.0, -1.0, -1.0), False),
        ("win", (1.0, 1.0, -1.0), False),
        ("win", (1.0, 1.0, 1.0), False),
        ("draw", (0.0, 0.0, 0.0), True),
        ("truncated", (0.0, 0.0, 0.0), True),
        ("lossAll", (-1.0, -1.0, -1.0), False),
    ],
)
def test_which_games_are_drawn(outcome: str, returns: tuple[float, ...], is_drawn: bool) -> None:
    code = np.array([OUTCOMES.index(outcome)], np.int8)
    games = Playouts(np.array([returns]), np.array([3], np.int32), code, np.array([0], np.int32))
    assert drawn_of(games).tolist() == [is_drawn]


def test_ties_for_a_later_place_are_not_called_draws() -> None:
    """Five of eight games share the first place; the others share the second."""
    report = report_on(load_text(COINS), games=2000, simulations=FAST)
    ends = report.answer("ends")
    found = re.search(r"first place was shared in (\d+)\s% of them\.$", ends.sentence)
    assert found is not None
    assert 59 <= int(found[1]) <= 66
    assert "drawn" not in ends.sentence
    assert 0.59 < report.answer("fair").measures["random"]["draws"] < 0.66


def test_compare_and_tune_count_the_same_draws() -> None:
    game, other = load_text(COINS), load_text(COINS.replace("id: throw", "id: toss"))
    draws = [one for one in compare(game, other, games=800, simulations=FAST).differences if one.measure == "draws"]
    assert draws
    assert all(0.55 < one.before < 0.7 and 0.55 < one.after < 0.7 for one in draws)
    settings = "parameters: { most: { default: 2, min: 1, max: 2 } }\nperPlayerVars"
    tuned = load_text(COINS.replace("perPlayerVars", settings))
    found = tune(tuned, "55..70 % draws", level="random", games=400)
    assert found.finalists[0].figures[0].verdict == "met"
