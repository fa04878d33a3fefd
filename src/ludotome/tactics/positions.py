"""Positions: pairs of coordinates, and the `"x,y"` keys that maps use for them.

Invariants:
    * a position is a pair of integers: axial q and r on hexes, column and row (counted downwards) on squares;
    * "3,-5" is the key of exactly one position, and `position_of_key` is the inverse of `position_key`.

This module does not know the form of the grid, nor its bounds.
"""

from __future__ import annotations

import re
from collections.abc import Set as AbstractSet
from typing import NamedTuple, TypeAlias

from ludotome.space import integer

_KEY = re.compile(r"(-?\d+),(-?\d+)")


class Position(NamedTuple):
    """One cell: axial (q, r) on hexes, (column, row) on squares. A plain pair is accepted everywhere."""

    x: int
    y: int


Pair: TypeAlias = tuple[int, int]
"""An argument for a position: a `Position` or a plain pair."""

Pairs: TypeAlias = Pair | list[Pair] | list[Position] | AbstractSet[Pair]
"""One position, or several in a list or a set."""


def as_position(name: str, value: object) -> Position:
    """Return *value* as a position; raise `TypeError` naming the argument *name* if it is not a pair of integers."""
    if type(value) is Position and type(value.x) is int and type(value.y) is int:
        return value
    if not isinstance(value, tuple | list) or len(value) != 2:
        raise TypeError(f"`{name}` is {value!r}; a position is a pair of integers, `Position(x, y)`")
    return Position(integer(f"{name}.x", value[0]), integer(f"{name}.y", value[1]))


def as_positions(name: str, value: object) -> tuple[Position, ...]:
    """Return *value*, one position or a list or set of them, as a tuple; sorted if it is a set."""
    is_pair = isinstance(value, list) and len(value) == 2 and all(isinstance(number, int) for number in value)
    if isinstance(value, list | set | frozenset) and not is_pair:
        found = tuple(as_position(name, each) for each in value)
        return found if isinstance(value, list) else tuple(sorted(found))
    return (as_position(name, value),)


def position_key(position: Pair) -> str:
    """Return the key of *position*.

    >>> position_key(Position(3, -5))
    '3,-5'
    """
    return f"{position[0]},{position[1]}"


def position_of_key(key: object) -> Position:
    """Return the position of *key*.

    >>> position_of_key("3,-5")
    Position(x=3, y=-5)
    """
    found = _KEY.fullmatch(key) if isinstance(key, str) else None
    if found is None:
        raise ValueError(f"{key!r} is not the key of a position; write two integers with a comma, `3,-5`")
    return Position(int(found[1]), int(found[2]))
