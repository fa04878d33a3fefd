"""Tuning: goals are parsed, settings are spread, the search finds the best, and its figures are not biased upwards."""

from __future__ import annotations

from math import sqrt

import numpy as np
import pytest

from ludotome.gamedef import ParameterDef, PlayError
from ludotome.play import load, load_text
from ludotome.report import GOAL_WORDS, parse_goal, tune, tune_page, tune_text
from ludotome.report.candidates import candidates
from ludotome.report.halving import KEPT, Sample, halve, merged
from ludotome.report.level_games import LevelGames
from ludotome.report.means import mean_of
from ludotome.report.measuring import Measuring
from ludotome.report.trade_off import Mark, scale_of, strip
from tests.support.report_games import TUNED

EQUAL = 32
SIZES = (6, 10, 14, 20, 34, 50)  # shared by the tests, so that each is compiled once


# ── goals ──


def test_every_word_of_the_table_is_read_and_listed_in_errors() -> None:
    for word in GOAL_WORDS:
        (aim,) = parse_goal(word.shown.replace("N", "3").replace("M", "7"))
        assert aim.low is not None or aim.high is not None
    with pytest.raises(PlayError) as wrong:
        parse_goal("fair and funny")
    assert "`funny` of the goal is unknown" in str(wrong.value)
    assert all(f"`{word.shown}`" in str(wrong.value) for word in GOAL_WORDS)


@pytest.mark.parametrize(
    ("goal", "told"),
    [
        ("", "the goal is empty"),
        ("50..30 decisions", "is an empty range"),
        (".. decisions", "has no bound"),
        ("30..50 decisions, 10..20 decisions", "are about the same measure"),
        ("fair and", "`fair and` of the goal is unknown"),
        ("fair within 200 points", "has no effect; write more than 0 and less than 100 points"),
        ("fair within 0 points", "has no effect; write more than 0"),
    ],
)
def test_wrong_goals_are_refused(goal: str, told: str) -> None:
    with pytest.raises(PlayError, match=told.replace("..", r"\.\.")):
        parse_goal(goal)


def test_what_a_mean_misses_and_what_an_interval_says() -> None:
    decisions, few = parse_goal("30..50 decisions and ..10 % draws")
    assert [decisions.miss(mean) for mean in (27.0, 30.0, 44.0, 60.0)] == pytest.approx([0.1, 0, 0, 0.2])
    assert few.miss(0.15) == pytest.approx(0.05)
    assert [decisions.verdict(*ends) for ends in ((31, 49), (29, 40), (51, 60))] == ["met", "open", "missed"]


# ── settings ──


def test_all_settings_if_they_are_few_else_evenly_spread() -> None:
    pie = ParameterDef("pie", False, False)
    size = ParameterDef("size", 9, 9, 2, 25)
    rule = ParameterDef("rule", "a", "a", values=("a", "b", "c"))
    assert len(candidates([pie, rule], 32, {}, {})) == 6
    spread = candidates([pie, size, rule], 32, {}, {})
    assert spread[0] == {"pie": False, "size": 9, "rule": "a"}
    assert len({tuple(one.items()) for one in spread}) == 32
    sizes = [one["size"] for one in spread]
    assert min(sizes) <= 4 <= 23 <= max(sizes)
    assert all(sum(low <= one < low + 6 for one in sizes) >= 5 for low in (2, 8, 14, 20))
    assert candidates([pie, size], 32, {"size": [3, 5]}, {"pie": True}) == (
        {"pie": True, "size": 3}, {"pie": True, "size": 5},
    )  # fmt: skip


@pytest.mark.parametrize(
    ("over", "fixed", "told"),
    [
        ({"sise": [3]}, {}, "no parameter `sise`"),
        ({"size": [99]}, {}, "`size` cannot be 99; it is a whole number from 2 to 25"),
        ({"size": [True]}, {}, "`size` cannot be True"),
        ({"size": [3]}, {"size": 4}, "both set and tuned"),
        ({}, {"size": 4, "free": 1}, "nothing to tune"),
        ({}, {}, "`free` has no minimum and maximum"),
    ],
)
def test_wrong_settings_are_refused(over: dict[str, list[int]], fixed: dict[str, int], told: str) -> None:
    parameters = [ParameterDef("size", 9, 9, 2, 25), ParameterDef("free", 1, 1)]
    with pytest.raises(PlayError, match=told):
        candidates(parameters, 32, over, fixed)


# ── the search ──


def test_halving_finds_the_best_and_plays_fresh_games_with_the_last_five() -> None:
    asked: list[tuple[int, int, int, bool]] = []

    def play(one: int, first: int, n: int, fresh: bool) -> Sample:
        asked.append((one, first, n, fresh))
        return {"decisions": np.full((n, 1), float(one))}

    found = halve(20, play, lambda sample: abs(float(sample["decisions"].mean()) - 13), games=4)
    assert found.order[0] == 13
    assert set(found.order[:KEPT]) == {11, 12, 13, 14, 15}
    assert found.fresh.keys() == {11, 12, 13, 14, 15}
    counts = [sum(place == one for place, *_ in asked) for one in (0, 13)]
    assert counts == [1, 3]  # one round; both rounds and the fresh games
    assert [(first, n) for one, first, n, fresh in asked if one == 13] == [(0, 4), (4, 8), (0, 16)]


def test_an_interrupt_keeps_the_order_and_the_fresh_games() -> None:
    def play(one: int, first: int, n: int, fresh: bool) -> Sample:
        if fresh and one == 2:
            raise KeyboardInterrupt
        return {"decisions": np.full((n, 1), float(one))}

    found = halve(8, play, lambda sample: float(sample["decisions"].mean()), games=4)
    assert found.interrupted
    assert found.order[:3] == [0, 1, 2]
    assert found.fresh.keys() == {0, 1}


def winners(repetitions: int) -> tuple[float, float]:
    """Return how often the intervals of the winner cover: of fresh games, and of the games that chose it.

    All settings are equal, a fair game of 40 decisions, and the goal is longer games.
    """
    generator = np.random.default_rng(5)
    measuring = Measuring(parse_goal("fair and 60.. decisions"), LevelGames("normal", {}, 2))
    settings = [{"n": one} for one in range(EQUAL)]
    covered = flattered = 0
    for _ in range(repetitions):
        searched: dict[int, list[Sample]] = {one: [] for one in range(EQUAL)}

        def play(one: int, first: int, n: int, fresh: bool, searched: dict[int, list[Sample]] = searched) -> Sample:
            leads = generator.choice([-0.5, 0.0, 0.5], (n, 1), p=[0.4, 0.2, 0.4])
            sample = {"lead": leads, "decisions": generator.gamma(8, 5, (n, 1))}
            if not fresh:
                searched[one].append(sample)
            return sample

        found = halve(EQUAL, play, measuring.loss, games=20)
        winner = measuring.finalists(settings, found, ["First", "Second"])[0]
        covered += all(one.low <= true <= one.high for one, true in zip(winner.figures, (0.0, 40.0), strict=True))
        plain = mean_of(merged(searched[found.order[0]])["decisions"][:, 0])
        assert plain is not None
        flattered += plain.low <= 40 <= plain.high
    return covered / repetitions, flattered / repetitions


def test_the_winner_is_not_flattered() -> None:
    repetitions = 150
    fresh, searched = winners(repetitions)
    assert fresh >= 0.95 - 3 * sqrt(0.05 * 0.95 / repetitions)
    assert searched < 0.8  # an ordinary interval of the games that chose it is too favourable


@pytest.mark.long
def test_the_winners_interval_covers_in_at_least_93_of_a_hundred(record_property) -> None:
    fresh, searched = winners(4000)
    record_property(
        "result", f"the winner's interval covers in {fresh:.1%}; from the games of the search {searched:.1%}"
    )
    assert fresh >= 0.93
    assert searched < 0.8


# ── whole ──


def test_nim_is_tuned_to_a_length_and_to_skill() -> None:
    game = load_text(TUNED)
    found = tune(game, "15..20 decisions", level="random", over={"stones": SIZES}, games=50)
    assert found.best is not None
    assert found.best.settings == {"stones": 34}  # random players take two on average
    assert 15 <= found.best.figures[0].value <= 20
    assert found.best.figures[0].verdict == "met"
    assert (found.settings, found.rounds, len(found.finalists)) == (len(SIZES), 1, KEPT)
    again = tune(game, "15..20 decisions", level="random", over={"stones": SIZES}, games=50)
    assert [one.figures for one in again.finalists] == [one.figures for one in found.finalists]
    skilful = tune(game, "skilful", level="easy", over={"stones": [6, 14]}, games=20)
    assert skilful.best is not None
    assert skilful.best.figures[0].value > 0.6


def test_settings_that_cannot_be_played_are_named() -> None:
    document = TUNED.replace("max: 60, init: stones", "max: 30, init: stones")
    found = tune(load_text(document), "..9 decisions", level="random", over={"stones": [6, 20, 50]}, games=10)
    assert [one.settings for one in found.skipped] == [{"stones": 50}]
    assert "stones=50" in tune_text(found)
    with pytest.raises(PlayError, match="no setting can be played"):
        tune(load_text(document), "fair", over={"stones": [50]}, games=10)


def test_impossible_aims_are_refused() -> None:
    with pytest.raises(PlayError, match="needs a level above another"):
        tune(load_text(TUNED), "skilful", level="random")
    with pytest.raises(PlayError, match="level is 'expert'"):
        tune(load_text(TUNED), "fair", level="expert")
    with pytest.raises(PlayError, match="no parameters to tune"):
        tune(load("tic-tac-toe"), "fair")


def test_text_and_page_show_each_setting_and_its_figures() -> None:
    found = tune(load_text(TUNED), "fair and 5..8 decisions", level="random", over={"stones": SIZES}, games=20)
    text, page = tune_text(found), tune_page(found)
    for one in found.finalists:
        assert f"stones={one.settings['stones']}" in text
        assert f"stones={one.settings['stones']}" in page
    assert "fresh games" in " ".join(text.split())
    assert max(map(len, text.splitlines())) <= 80
    assert page.count("<circle") == KEPT  # one plane: both aims
    assert len(page.encode()) < 60_000


def test_a_strip_shows_the_range_the_interval_and_the_mean() -> None:
    mark = Mark(1, 60, 55, 65)
    line = strip(scale_of("x", [mark], 30, 50, is_signed=False), mark, 20)
    assert line.index("░") < line.index("─") < line.index("●")
    assert len(line) == 20
