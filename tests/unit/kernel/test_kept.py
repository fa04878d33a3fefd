"""The cache for states is bounded by number and by weight, and never returns a wrong entry."""

from __future__ import annotations

from typing import cast

import pytest

from ludotome.gamedef import GameState
from ludotome.kernel.kept import MOST, MOST_WEIGHT, Kept
from ludotome.kernel.tables import Tables

TABLES = cast(Tables, object())


def states(count: int) -> list[GameState]:
    """Return this many objects as keys."""
    return [cast(GameState, object()) for _ in range(count)]


def test_the_last_few_are_found_again() -> None:
    """And the oldest entry is dropped."""
    kept, at = Kept[int](lambda _: 1), states(MOST + 10)
    for number, state in enumerate(at):
        kept.keep(TABLES, state, number)
    assert [kept.find(TABLES, state) for state in at] == [None] * 10 + list(range(10, MOST + 10))


@pytest.mark.parametrize(("weight", "left"), [(MOST_WEIGHT, 1), (MOST_WEIGHT // 2, 2), (2 * MOST_WEIGHT, 1)])
def test_heavy_things_are_few(weight: int, left: int) -> None:
    """The last entry always stays, however heavy."""
    kept, at = Kept[int](lambda _: weight), states(20)
    for number, state in enumerate(at):
        kept.keep(TABLES, state, number)
    assert [kept.find(TABLES, state) for state in at] == [None] * (20 - left) + list(range(20 - left, 20))


def test_what_grows_after_it_was_kept_is_weighed_again() -> None:
    """Decisions are listed on demand."""
    kept, at, lists = Kept[list[int]](len), states(60), [[] for _ in range(60)]
    for state, numbers in zip(at, lists, strict=True):
        kept.keep(TABLES, state, numbers)
        numbers += [0] * (MOST_WEIGHT // 10)
    found = [kept.find(TABLES, state) is not None for state in at]
    assert found == [False] * (60 - sum(found)) + [True] * sum(found)
    assert 1 <= sum(found) <= 11
