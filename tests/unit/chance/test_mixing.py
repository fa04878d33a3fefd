"""Seeds, mixing and stream splitting."""

from __future__ import annotations

import re
from itertools import islice

import numpy as np
import pytest

from ludotome.chance import check_seed, mix, mix64, seed_generator, splitmix64


@pytest.mark.parametrize("seed", [-1, 2**64, -(2**70)])
@pytest.mark.parametrize("take", [check_seed, seed_generator, splitmix64, mix])
def test_a_seed_outside_64_bits_is_refused_at_once_with_its_value(take, seed):
    with pytest.raises(ValueError, match=rf"seed `{seed}` is outside 0 to 2\*\*64 - 1; write `{seed % 2**64}`"):
        take(seed)


@pytest.mark.parametrize("seed", [1.0, "7", None, True, np.zeros(2)])
def test_a_seed_that_is_not_an_integer_is_refused_with_its_value(seed):
    """A boolean is not accepted either: its author means something else."""
    with pytest.raises(TypeError, match=re.escape(f"seed is {seed!r}; write a whole number from 0 to 2**64 - 1")):
        seed_generator(seed)


def test_a_numpy_integer_is_the_plain_integer_it_holds():
    """NumPy's wrap-around arithmetic must not leak in."""
    assert seed_generator(np.uint64(2**64 - 1)) == seed_generator(2**64 - 1)
    assert mix(np.int32(7), np.int8(-1)) == mix(7, 2**64 - 1)
    assert type(check_seed(np.int64(3))) is int


def test_mix64_takes_its_number_modulo_64_bits():
    assert mix64(2**64 + 5) == mix64(5)
    assert mix64(-1) == mix64(2**64 - 1)


def test_splitmix64_is_mix64_of_steps_of_gamma():
    assert list(islice(splitmix64(9), 3)) == [mix64(9 + k * 0x9E3779B97F4A7C15) for k in (1, 2, 3)]


def test_mix_distinguishes_order_and_length():
    variants = [mix(1), mix(0), mix(1, 0), mix(0, 1), mix(1, 2), mix(2, 1), mix(1, 2, 0), mix(1, 0, 2), mix(0, 1, 2)]
    assert len(set(variants)) == len(variants)


def test_streams_of_neighbouring_seeds_and_games_do_not_meet():
    """Playout i of seed s must not be playout j of seed t, nor any player's stream."""
    streams = [mix(s, i) for s in range(200) for i in range(200)] + [
        mix(s, i, 1) for s in range(200) for i in range(200)
    ]
    assert len(set(streams)) == len(streams)
