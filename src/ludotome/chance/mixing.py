"""Mixing: scramble one 64-bit number, and combine several into one.

`mix64` is the finaliser of SplitMix64 (Steele, Lea and Flood, "Fast splittable pseudorandom number generators", 2014,
with the constants of David Stafford's variant 13); seeding, stream splitting and hashing all use it.

Invariants:
    * every function is exact arithmetic modulo 2**64: `chance.h` computes the same with `uint64_t`;
    * for a fixed seed `mix(seed, i)` never repeats over i, and for a fixed i never over seeds.

This module does not know what the numbers mean.
"""

from __future__ import annotations

from collections.abc import Iterator
from operator import index

WORD = 2**64 - 1
"""The mask of one 64-bit word."""

GAMMA = 0x9E3779B97F4A7C15
"""The step of SplitMix64: 2**64 divided by the golden ratio, made odd."""


def mix64(number: int) -> int:
    """Return *number* (taken modulo 2**64) scrambled: a bijection of 64 bits in which every bit affects every other.

    >>> hex(mix64(1))
    '0x5692161d100b05e5'

    Note the fixed point `mix64(0) == 0`: callers add `GAMMA` where an unmixed zero is possible.
    """
    number &= WORD
    number = ((number ^ (number >> 30)) * 0xBF58476D1CE4E5B9) & WORD
    number = ((number ^ (number >> 27)) * 0x94D049BB133111EB) & WORD
    return number ^ (number >> 31)


def check_seed(seed: int) -> int:
    """Return *seed* as an `int`; raise `TypeError` if it is not an integer and `ValueError` if it exceeds 64 bits.

    Anything usable as an index (a NumPy integer) counts as an integer; a boolean, a float or a string does not.
    """
    number = seed if type(seed) is int else _integer(seed)
    if not 0 <= number <= WORD:
        raise ValueError(f"seed `{number}` is outside 0 to 2**64 - 1; write `{number & WORD}` for its lowest 64 bits")
    return number


def _integer(seed: object) -> int:
    """Return *seed*, which may be any index type, as an `int`; raise `TypeError` for anything else."""
    try:
        if not isinstance(seed, bool):
            return index(seed)  # type: ignore[arg-type]
    except TypeError:
        pass  # raised below, with the value
    raise TypeError(f"seed is {seed!r}; write a whole number from 0 to 2**64 - 1")


def splitmix64(seed: int) -> Iterator[int]:
    """Yield the endless outputs of SplitMix64 started from *seed*, the k-th being `mix64(seed + k * GAMMA)`.

    >>> from itertools import islice
    >>> [hex(word) for word in islice(splitmix64(0), 2)]
    ['0xe220a8397b1dcdaf', '0x6e789e6aa1b965f4']
    """
    return _outputs(check_seed(seed))  # checked at the call, not at the first `next`


def _outputs(state: int) -> Iterator[int]:
    while True:
        state = (state + GAMMA) & WORD
        yield mix64(state)


def mix(seed: int, *numbers: int) -> int:
    """Return one 64-bit number made of *seed* and *numbers*; it depends on their order and on how many there are.

    Used for stream splitting (`mix(seed, i)` starts playout i) and for hashing (a feature is `mix(kind, *parts)`).
    *seed* must fit in 64 bits; each further number is taken modulo 2**64, so −1 is 2**64 − 1, as it is in C.

    >>> mix(7, 0) != mix(7, 1) != mix(7, 1, 0)
    True
    """
    # Seed and first number are often both small. Mixing the seed first keeps (1, 2) and (2, 1) from colliding.
    mixed = mix64(check_seed(seed) + GAMMA)
    for number in numbers:
        mixed = mix64(mixed ^ (index(number) & WORD))
    return mixed
