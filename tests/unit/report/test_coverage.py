"""Intervals have their stated coverage, leads are found as often as stated, and fair games are called fair.

Each law is a function of the number of repetitions: a few in every run, as many as it takes to be certain in the long
run. The bounds of the short runs allow for four standard errors of the repetitions themselves.
"""

from __future__ import annotations

from math import sqrt

import numpy as np
import pytest
from numpy.typing import NDArray

from ludotome.report.fair import MARGIN
from ludotome.report.means import LEVEL, Mean, is_within, mean_of, p_value, units_needed

SPAN = (0.0, 1.0)
FEW, MANY = 2000, 20_000


def drawn(generator: np.random.Generator, n: int, draws: float, share: float = 0.5) -> NDArray[np.float64]:
    """Return points of n games: a share of them is drawn, and the first seat gets *share* of the points."""
    win = share - draws / 2
    return generator.choice([0.0, 0.5, 1.0], n, p=[1 - win - draws, draws, win])


def paired(generator: np.random.Generator, n: int) -> NDArray[np.float64]:
    """Return points of n deals, each played with both seatings: the player with the better deal wins most of both
    games.
    """
    luck = generator.normal(size=n)
    first = luck + generator.normal(size=n) > 0
    second = -luck + generator.normal(size=n) > 0
    return (first.astype(float) + second) / 2


def coverage(sample, repetitions: int) -> float:
    generator = np.random.default_rng(7)
    covered = 0
    for _ in range(repetitions):
        mean = mean_of(sample(generator), SPAN)
        covered += mean is not None and mean.low <= 0.5 <= mean.high
    return covered / repetitions


def check_coverage(repetitions: int) -> str:
    told = []
    slack = 4 * sqrt(0.05 * 0.95 / repetitions) if repetitions < MANY else 0.0
    samples = {draws: lambda generator, draws=draws: drawn(generator, 150, draws) for draws in (0.0, 0.4, 0.8)}
    samples["paired"] = lambda generator: paired(generator, 150)  # type: ignore[index]
    for name, sample in samples.items():
        covered = coverage(sample, repetitions)
        assert 0.935 - slack <= covered <= 0.965 + slack, name
        told.append(f"{name}: {covered:.2%}")
    return "95 % intervals cover, by share of draws: " + ", ".join(told)


def check_power(repetitions: int) -> str:
    """A lead is found with the number of games that a report of 100 games recommends, corrected for all its tests."""
    generator, told = np.random.default_rng(8), []
    for draws, share in ((0.0, 0.51), (0.4, 0.51), (0.0, 0.55)):
        found = 0
        for _ in range(repetitions):
            first = mean_of(drawn(generator, 100, draws, share), SPAN)
            assert first is not None
            mean = big_mean(generator, units_needed(first, MARGIN, tests=7), draws, share)
            found += p_value(mean, 0.5) < LEVEL / 7
        slack = 4 * sqrt(0.09 / repetitions) if repetitions < MANY else 0.0
        assert found / repetitions >= 0.9 - slack, (draws, share)
        told.append(f"{share:.0%} with {draws:.0%} draws: {found / repetitions:.1%}")
    return "leads found with the games asked for: " + ", ".join(told)


def big_mean(generator: np.random.Generator, n: int, draws: float, share: float) -> Mean:
    """Return the mean of this many games without drawing each: their counts are multinomial."""
    win = share - draws / 2
    lost, even, won = generator.multinomial(n, [1 - win - draws, draws, win])
    mean = (won + even / 2) / n
    squares = lost * mean**2 + even * (0.5 - mean) ** 2 + won * (1 - mean) ** 2 + mean**2 + (1 - mean) ** 2
    error = sqrt(squares / (n + 1) / n)
    return Mean(mean, mean - 1.96 * error, mean + 1.96 * error, n, error)


def check_false_alarms(repetitions: int) -> str:
    """A fair game is called unfair in at most 5 % of reports, and shown to be fair with the recommended number of
    games.
    """
    generator, told = np.random.default_rng(9), []
    for draws in (0.0, 0.4, 0.8):
        unfair = fair = 0
        for _ in range(repetitions):
            mean = mean_of(drawn(generator, 200, draws), SPAN)
            assert mean is not None
            unfair += p_value(mean, 0.5) < LEVEL
            fair += is_within(big_mean(generator, units_needed(mean, MARGIN), draws, 0.5), 0.5, MARGIN)
        slack = 4 * sqrt(0.05 * 0.95 / repetitions) if repetitions < MANY else 0.005
        assert unfair / repetitions <= LEVEL + slack, draws
        assert fair / repetitions >= 0.9 - slack, draws
        told.append(f"{draws:.0%} draws: {unfair / repetitions:.2%}, shown fair {fair / repetitions:.1%}")
    return "fair games called unfair by one test, by share of draws: " + ", ".join(told)


CHECKS = [check_coverage, check_power, check_false_alarms]


@pytest.mark.parametrize("check", CHECKS)
def test_a_share_of_the_repetitions(check) -> None:
    check(FEW // 4)


@pytest.mark.long
@pytest.mark.parametrize("check", CHECKS)
def test_all_repetitions(check, record_property) -> None:
    record_property("result", check(MANY))


def test_equal_values_are_not_certain() -> None:
    mean = mean_of(np.ones(60), SPAN)
    assert mean is not None
    assert mean.value == mean.high == 1
    assert 0.9 < mean.low < 0.99
    assert mean_of(np.ones(1), SPAN) is None
