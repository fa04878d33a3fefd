"""Hashing: one 64-bit number for a multiset of features.

A feature is a tuple of integers `(kind, *parts)` and stands for one fact. The hash of a state is

    finish_hash(sum of mix(*feature) over all features, modulo 2**64)

Invariants:
    * the sum does not depend on the order, so a hash can be updated: subtract removed features, add new ones, finish;
    * for an ordered collection (a stack) the feature includes the position; for an unordered one (a set) it does not;
    * a feature that occurs twice counts twice, which an exclusive or would lose.

This module does not know which features a state has; `gamedef` lists them.
"""

from __future__ import annotations

from collections.abc import Iterable

from ludotome.chance.mixing import GAMMA, WORD, mix, mix64

FIELD = 2**16
"""A packed field holds the integers from 0 to FIELD − 1."""


def pack(a: int, b: int = 0, c: int = 0, d: int = 0) -> int:
    """Return up to four small integers as one 64-bit word, `a | b << 16 | c << 32 | d << 48`.

    Packing them costs one mixing step instead of four. Each must be in [0, 2**16), otherwise `ValueError` is raised.
    A value that may be −1 is packed as the value plus one.

    >>> hex(pack(1, 2, 3))
    '0x300020001'
    """
    if not (0 <= a < FIELD and 0 <= b < FIELD and 0 <= c < FIELD and 0 <= d < FIELD):
        raise ValueError(f"cannot pack `{(a, b, c, d)}`; each must be from 0 to {FIELD - 1}")
    return a | b << 16 | c << 32 | d << 48


def hash_features(features: Iterable[tuple[int, ...]]) -> int:
    """Return the 64-bit hash of *features* as a multiset: their order does not matter.

    A feature starts with its kind, an integer in [0, 2**64); its other parts are taken modulo 2**64. The empty multiset
    has a hash too.

    >>> hash_features([(1, 5), (2, -3)]) == hash_features([(2, -3), (1, 5)])
    True
    """
    return finish_hash(sum(mix(*feature) for feature in features))


def finish_hash(total: int) -> int:
    """Return the hash that belongs to *total*, a sum of `mix(*feature)` kept up to date by adding and subtracting.

    This is a bijection of the sum modulo 2**64, so it neither creates nor removes a collision. It makes every bit of
    the hash good enough to index a table.
    """
    return mix64((total + GAMMA) & WORD)
