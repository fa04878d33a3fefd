"""The generator is the published one: it equals NumPy's bit for bit, and the published outputs of SplitMix64."""

from __future__ import annotations

from itertools import islice

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ludotome.chance import Generator, next_word, seed_generator, splitmix64


def numpy_words(generator: Generator, count: int) -> list[int]:
    bits = np.random.PCG64DXSM()
    state = bits.state
    state["state"] = {"state": generator.state, "inc": generator.increment}
    bits.state = state
    return [int(word) for word in bits.random_raw(count)]


def our_words(generator: Generator, count: int) -> list[int]:
    words = []
    for _ in range(count):
        word, generator = next_word(generator)
        words.append(word)
    return words


@given(st.integers(0, 2**64 - 1))
@settings(max_examples=200)
def test_every_seed_gives_numpys_words(seed):
    assert our_words(seed_generator(seed), 16) == numpy_words(seed_generator(seed), 16)


@given(st.integers(0, 2**128 - 1), st.integers(0, 2**127 - 1))
@settings(max_examples=200)
def test_every_state_and_increment_gives_numpys_words(state, half_increment):
    generator = Generator(state, 2 * half_increment + 1)
    assert our_words(generator, 8) == numpy_words(generator, 8)


def test_a_long_run_stays_with_numpy():
    assert our_words(seed_generator(7), 20_000) == numpy_words(seed_generator(7), 20_000)


@pytest.mark.parametrize(
    ("seed", "published"),
    [
        # rosettacode.org, "Pseudo-random numbers/Splitmix64"
        (
            1234567,
            [
                6457827717110365317,
                3203168211198807973,
                9817491932198370423,
                4593380528125082431,
                16408922859458223821,
            ],
        ),
        # The generator's author publishes the outputs of seed 0 with Java's SplittableRandom.
        (0, [0xE220A8397B1DCDAF, 0x6E789E6AA1B965F4, 0x06C45D188009454F, 0xF88BB8A8724C81EC]),
    ],
)
def test_splitmix64_gives_the_published_outputs(seed, published):
    assert list(islice(splitmix64(seed), len(published))) == published


def test_seeding_puts_four_outputs_in_directly():
    o1, o2, o3, o4 = islice(splitmix64(99), 4)
    assert seed_generator(99) == Generator(o1 * 2**64 + o2, (o3 * 2**64 + o4) | 1)
