"""Generator: the next random word, and the generator after it.

PCG64-DXSM (Melissa O'Neill's PCG family with the "double xorshift multiply" output and the cheap 64-bit multiplier),
bit for bit the generator of `numpy.random.PCG64DXSM`, which the tests use as the oracle.

Invariants:
    * nothing is changed in place: an old `Generator` draws the same words again;
    * the increment is odd, so the period is 2**128 for every seed.

This module does not know ranges or dice; that is `draws`.
"""

from __future__ import annotations

from itertools import islice

import msgspec

from ludotome.chance.mixing import WORD, splitmix64

MULTIPLIER = 0xDA942042E4DD58B5
_DOUBLE_WORD = 2**128 - 1


class Generator(msgspec.Struct, frozen=True):
    """A generator between two draws: two unsigned 128-bit integers, the second odd and never changing."""

    state: int
    increment: int


def seed_generator(seed: int) -> Generator:
    """Return the generator of *seed*, an integer in [0, 2**64).

    With o1 to o4 the first outputs of `splitmix64(seed)`, the state is o1·2**64 + o2 and the increment
    (o3·2**64 + o4) | 1. There is no warm-up step, since SplitMix64 has already mixed them.
    """
    o1, o2, o3, o4 = islice(splitmix64(seed), 4)
    return Generator(o1 << 64 | o2, o3 << 64 | o4 | 1)


def next_word(generator: Generator) -> tuple[int, Generator]:
    """Return 64 uniform random bits and the generator after them.

    >>> word, after = next_word(seed_generator(7))
    >>> hex(word)
    '0xa6bbcdf646f1be34'
    """
    state = generator.state
    # The output is computed from the state before the step, so that in C both can run in parallel.
    word = state >> 64
    word ^= word >> 32
    word = (word * MULTIPLIER) & WORD
    word ^= word >> 48
    word = (word * (state & WORD | 1)) & WORD
    return word, Generator((state * MULTIPLIER + generator.increment) & _DOUBLE_WORD, generator.increment)


def to_words(generator: Generator) -> tuple[int, int, int, int]:
    """Return the generator as the four words of `lt_generator` in C: state high and low, increment high and low."""
    return (
        generator.state >> 64,
        generator.state & WORD,
        generator.increment >> 64,
        generator.increment & WORD,
    )


def from_words(state_high: int, state_low: int, increment_high: int, increment_low: int) -> Generator:
    """Return the generator of these `to_words`; raise `ValueError` for a word over 64 bits or an even increment."""
    words = (state_high, state_low, increment_high, increment_low)
    if not all(0 <= word <= WORD for word in words):
        raise ValueError(f"a generator is four words of 64 bits, not `{words}`")
    if increment_low % 2 == 0:
        raise ValueError(f"a generator's increment must be odd, not `{increment_high << 64 | increment_low}`")
    return Generator(state_high << 64 | state_low, increment_high << 64 | increment_low)
