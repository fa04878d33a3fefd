"""Draws: turn 64 random bits into a number below n, a die roll or a shuffled order.

There is one method, Lemire's ("Fast random integer generation in an interval", 2019):

    bounded(n):                          1 <= n <= 2**63
        if n == 1: return 0              no word is drawn
        product = next_word() * n        128 bits wide
        if low64(product) < n:           rarely true for small n, so the division is rarely done
            threshold = (2**64 - n) % n  in C: (0 - n) % n
            while low64(product) < threshold:
                product = next_word() * n
        return high64(product)

Invariants:
    * no modulo bias: every value is produced by exactly as many words as every other;
    * the words used depend only on the generator and n, so both kernels stay in step.

This module does not know what the draws are used for.
"""

from __future__ import annotations

from collections.abc import Iterable
from operator import index
from typing import TypeVar

from ludotome.chance.generator import Generator, next_word
from ludotome.chance.mixing import WORD

LARGEST_BOUND = 2**63

Item = TypeVar("Item")


def bounded(generator: Generator, n: int) -> tuple[int, Generator]:
    """Return an integer uniform in [0, n) and the generator after it; for n = 1 no word is drawn.

    *n* is an integer from 1 to 2**63; otherwise raise `ValueError`.
    """
    n = index(n)
    if not 1 <= n <= LARGEST_BOUND:
        raise ValueError(f"cannot draw a number below `{n}`; the bound must be from 1 to 2**63")
    if n == 1:
        return 0, generator
    word, generator = next_word(generator)
    product = word * n
    if product & WORD < n:
        threshold = (2**64 - n) % n
        while product & WORD < threshold:
            word, generator = next_word(generator)
            product = word * n
    return product >> 64, generator


def roll(generator: Generator, sides: int) -> tuple[int, Generator]:
    """Return a fair roll of one die, from 1 to *sides*, and the generator after it."""
    value, generator = bounded(generator, sides)
    return value + 1, generator


def shuffled(generator: Generator, items: Iterable[Item]) -> tuple[tuple[Item, ...], Generator]:
    """Return *items* in a uniformly random order and the generator after it.

    Fisher–Yates from the last index down to 1: each i is swapped with `bounded(i + 1)`. So an empty or one-element
    sequence draws no word.
    """
    order = list(items)
    for last in range(len(order) - 1, 0, -1):
        chosen, generator = bounded(generator, last + 1)
        order[last], order[chosen] = order[chosen], order[last]
    return tuple(order), generator
