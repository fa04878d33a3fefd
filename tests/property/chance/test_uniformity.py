"""Every draw is fair across seeds: one game is one seed, so this is what a player of many games sees."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

import pytest
from scipy.stats import chisquare

from ludotome.chance import bounded, mix, seed_generator, shuffled

# Nothing here is random: the seeds are listed, so a fair method always passes. At a p-value below one in 100,000,
# fairness is out of the question even after a few hundred tests.
OUT_OF_THE_QUESTION = 1e-5
SEEDS = 6_400


def assert_fair(values: Iterable[object], outcomes: int) -> None:
    counts = Counter(values)
    assert len(counts) == outcomes
    p_value = chisquare(list(counts.values())).pvalue
    assert OUT_OF_THE_QUESTION < p_value < 1 - OUT_OF_THE_QUESTION


def draws_of(seed: int, n: int, count: int) -> list[int]:
    generator, values = seed_generator(seed), []
    for _ in range(count):
        value, generator = bounded(generator, n)
        values.append(value)
    return values


@pytest.mark.parametrize("n", [2, 3, 4, 5, 6, 7, 8, 13, 16, 31, 32, 52, 64, 101])
def test_the_kth_draw_is_uniform_over_consecutive_seeds(n):
    for kth_draws in zip(*(draws_of(seed, n, 4) for seed in range(SEEDS)), strict=True):
        assert_fair(kth_draws, n)


@pytest.mark.parametrize("n", [2, 7, 64])
def test_the_first_draw_is_uniform_over_the_games_of_one_playout(n):
    assert_fair((bounded(seed_generator(mix(1, game)), n)[0] for game in range(SEEDS)), n)
    assert_fair((bounded(seed_generator(mix(1, game, 1)), n)[0] for game in range(SEEDS)), n)


def test_draws_in_a_row_are_independent_of_each_other():
    assert_fair((tuple(draws_of(seed, 6, 2)) for seed in range(SEEDS)), 36)


def test_a_games_dice_are_independent_of_its_players_stream():
    pairs = (
        (bounded(seed_generator(mix(1, game)), 6)[0], bounded(seed_generator(mix(1, game, 1)), 6)[0])
        for game in range(SEEDS)
    )
    assert_fair(pairs, 36)


def test_a_large_bound_has_no_modulo_bias():
    """With n = 3·2**61 a plain modulo would make the lowest third twice as likely."""
    n = 3 * 2**61
    assert_fair((draws_of(seed, n, 1)[0] * 3 // n for seed in range(SEEDS)), 3)


def test_every_order_of_a_shuffle_is_as_likely():
    assert_fair((shuffled(seed_generator(seed), "abcd")[0] for seed in range(SEEDS)), 24)
