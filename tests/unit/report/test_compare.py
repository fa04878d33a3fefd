"""Comparisons: equal games are not called different, different ones are, and the changed rules are shown."""

from __future__ import annotations

import time
from math import sqrt

import numpy as np
import pytest

from ludotome.gamedef import OUTCOMES, PlayError
from ludotome.play import Game, Playouts, PlayoutStats, load, load_text
from ludotome.report import compare, compare_page, compare_text, report_on, tune
from ludotome.report.compare import _Play, in_order_of, verdict_of
from ludotome.report.level_games import LevelGames
from ludotome.report.rules_diff import rules_diff
from tests.support.report_games import NIM, RACE, TUNED

HEAVY = NIM.replace("init: 10", "init: 9")


def test_two_versions_of_nim_differ() -> None:
    found = compare(load_text(NIM), load_text(HEAVY), games=3000, seconds=20)
    assert found.verdict == "different"
    assert {one.measure for one in found.differences if one.verdict == "different"} >= {"decisions"}
    removed = [line.text for line in found.rules if line.kind == "removed"]
    assert removed == [NIM.splitlines()[5]]
    assert "init: 9" in compare_text(found)
    assert "init: 9" in compare_page(found)


def test_equal_rules_are_equivalent_without_a_game() -> None:
    found = compare(load_text(NIM), load_text(NIM.replace("# Nim", "# Nim again")))
    assert (found.verdict, found.games, found.same_rules) == ("equivalent", 0, True)
    assert [line.kind for line in found.rules if line.kind != "kept"] == ["removed", "added"]


def test_the_order_of_actions_is_not_a_difference() -> None:
    """A search takes the first of equal decisions, so another order would be found in games of `normal` players."""
    parts = RACE.split("  - id: ")
    found = compare(load_text(RACE), load_text("  - id: ".join([parts[0], parts[2], parts[1], parts[3]])))
    assert (found.verdict, found.games) == ("equivalent", 0)
    assert [line.kind for line in found.rules if line.kind != "kept"]
    added = load_text("  - id: ".join([parts[0], parts[2], "wait\n    effects: []\n", parts[1], parts[3]]))
    assert [one.id for one in in_order_of(load_text(RACE), added).game_def.actions] == ["walk", "wait", "play", "stand"]


@pytest.mark.parametrize("each", [0.0005, 0.02, 0.4])
def test_the_time_is_kept(monkeypatch: pytest.MonkeyPatch, each: float) -> None:
    """However long a game takes, play ends in time, or at most one pair of games later."""
    now, generator = [100.0], np.random.default_rng(3)
    monkeypatch.setattr(time, "perf_counter", lambda: now[0])

    def games(self: _Play, game: Game, level: str, first: int, n: int) -> Playouts:
        now[0] += each * n
        return alike(generator, n)

    monkeypatch.setattr(_Play, "_games", games)
    found = compare(load_text(NIM), load_text(HEAVY), seconds=60)
    assert found.seconds <= 60 + 2 * each
    assert found.verdict == "undecided"
    assert {one.level for one in found.differences} == {"random", "normal"}


def test_settings_are_compared_and_shown() -> None:
    small, large = load("connect-four", cols=4, rows=4), load("connect-four", cols=5, rows=4)
    found = compare(small, large, games=200)
    assert found.verdict == "different"
    assert [line.text for line in found.rules] == ["parameter cols: 4", "parameter cols: 5"]
    assert "  - parameter cols: 4\n  + parameter cols: 5\n" in compare_text(found)


def test_what_an_interval_means() -> None:
    assert verdict_of(-0.005, 0.008, 0.01) == "equivalent"
    assert verdict_of(0.002, 0.008, 0.01) == "equivalent"
    assert verdict_of(0.002, 0.02, 0.01) == "different"
    assert verdict_of(-0.03, -0.001, 0.01) == "different"
    assert verdict_of(-0.001, 0.02, 0.01) == verdict_of(None, None, 0.01) == "undecided"


def test_wrong_arguments_are_refused() -> None:
    with pytest.raises(PlayError, match="margin is 0"):
        compare(load_text(NIM), load_text(HEAVY), margin=0)
    with pytest.raises(PlayError, match="players"):
        compare(load("tic-tac-toe"), load_text(NIM.replace("{ min: 2, max: 2 }", "{ min: 3, max: 3 }").replace(
            "Second]", "Second, Third]")))  # fmt: skip


@pytest.mark.parametrize("seconds", [0, -1, float("nan"), float("inf"), "40"])
def test_invalid_times_are_refused(seconds: float) -> None:
    for play in (lambda: compare(load_text(NIM), load_text(HEAVY), seconds=seconds), lambda: report_on(
        load_text(NIM), seconds=seconds), lambda: tune(load_text(TUNED), "fair", seconds=seconds)):  # fmt: skip
        with pytest.raises(PlayError, match=r"^seconds is .*; write how many seconds to play"):
            play()


def test_a_diff_shows_each_group_with_a_line_around_it() -> None:
    found = rules_diff("a\nb\nc\nd\ne\nf\ng", "a\nB\nc\nd\ne\nf\ng\nh")
    assert [(line.kind, line.number, line.text) for line in found] == [
        ("kept", 1, "a"), ("removed", 2, "b"), ("added", 2, "B"), ("kept", 3, "c"), ("skipped", 0, "…"),
        ("kept", 7, "g"), ("added", 8, "h"),
    ]  # fmt: skip
    assert rules_diff("a\nb", "a\nb") == ()


def false_differences(monkeypatch: pytest.MonkeyPatch, repetitions: int, pairs: int) -> float:
    """Return how often two equal versions are called different, by the whole procedure with all its evaluations."""
    generator = np.random.default_rng(11)

    def games(self: _Play, game: Game, level: str, first: int, n: int) -> Playouts:
        return alike(generator, n)

    monkeypatch.setattr(_Play, "_games", games)
    before, after = load_text(NIM), load_text(HEAVY)
    found = [compare(before, after, games=pairs, seconds=1e6).verdict for _ in range(repetitions)]
    return found.count("different") / repetitions


def alike(generator: np.random.Generator, n: int) -> Playouts:
    """Return n games of one kind, for any agents."""
    first_wins = generator.random(n) < 0.53
    draws = generator.random(n) < 0.2
    returns = np.where(draws, 0.0, np.where(first_wins, 1.0, -1.0))
    outcome = np.where(draws, OUTCOMES.index("draw"), OUTCOMES.index("win")).astype(np.int8)
    stats = PlayoutStats(generator.gamma(20, 1, n), np.zeros((n, 1), np.int64), np.zeros(n, np.int32))
    plies = generator.poisson(40, n).astype(np.int32)
    return Playouts(np.column_stack([returns, -returns]), plies, outcome, np.zeros(n, np.int32), stats)


def test_equal_versions_are_rarely_called_different(monkeypatch: pytest.MonkeyPatch) -> None:
    repetitions = 60
    assert false_differences(monkeypatch, repetitions, 3000) <= 0.05 + 3 * sqrt(0.05 * 0.95 / repetitions)


@pytest.mark.long
def test_equal_versions_are_called_different_in_at_most_five_of_a_hundred(
    monkeypatch: pytest.MonkeyPatch, record_property
) -> None:
    share = false_differences(monkeypatch, 2000, 5000)
    record_property("result", f"`compare` finds a false difference in {share:.2%} of 2,000 runs, with all its looks")
    assert share <= 0.05


def real_false_differences(monkeypatch: pytest.MonkeyPatch, repetitions: int, pairs: int) -> float:
    """Return how often two documents with the same rules are called different, if no two games are the same."""
    before, after = load_text(TUNED), load_text(TUNED.replace("id: take", "id: grab"))

    def games(self: _Play, game: Game, level: str, first: int, n: int) -> Playouts:
        apart = first if game is before else first + 1_000_000
        return LevelGames(level, self.simulations, self.seats).alike(game, apart, n, self.seed)

    monkeypatch.setattr(_Play, "_games", games)
    found = [
        compare(before, after, seed=seed, games=pairs, seconds=1e6, simulations={"normal": 8})
        for seed in range(repetitions)
    ]
    assert not any(one.same_rules for one in found)
    assert all(any(each.before != each.after for each in one.differences) for one in found)
    return [one.verdict for one in found].count("different") / repetitions


def test_equal_documents_are_rarely_called_different(monkeypatch: pytest.MonkeyPatch) -> None:
    repetitions = 10
    assert real_false_differences(monkeypatch, repetitions, 300) <= 0.05 + 3 * sqrt(0.05 * 0.95 / repetitions)


@pytest.mark.long
def test_equal_documents_are_called_different_in_at_most_five_of_a_hundred(
    monkeypatch: pytest.MonkeyPatch, record_property
) -> None:
    share = real_false_differences(monkeypatch, 1000, 1000)
    record_property("result", f"`compare` calls a document different from an equal one in {share:.1%} of 1,000 runs")
    assert share <= 0.05
