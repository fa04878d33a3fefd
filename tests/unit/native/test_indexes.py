"""Indexes: each is in every order that lists one of its parts, and none is requested too late."""

from __future__ import annotations

import re

import pytest

from ludotome.native.emit.scalars import ScalarEmitter
from ludotome.native.indexes import kept as kept_module
from ludotome.native.indexes.index import Index, NotOfferedError
from ludotome.native.indexes.kept import ORDERS, Kept
from ludotome.native.lower.layout import Layout
from ludotome.native.lower.scalars import new_lowering
from tests.support.native_games import hex_game

INDEXES = {name: index for name, index in vars(Kept()).items() if isinstance(index, Index)}


@pytest.mark.parametrize("part", ORDERS)
def test_the_indexes_that_have_a_part_are_those_in_its_order(part: str) -> None:
    """An index missing there would not be kept; one that is there without the part is superfluous."""
    have = [name for name, index in INDEXES.items() if getattr(type(index), part) is not getattr(Index, part)]
    listed = ORDERS[part].split()
    assert set(listed) == set(have)
    assert len(listed) == len(set(listed))


def test_every_part_of_an_index_has_an_order() -> None:
    parts = {name for name, value in vars(Index).items() if callable(value) and not name.startswith("_")}
    assert parts - {"ask"} == set(ORDERS)


def test_every_index_is_described_where_they_are_listed() -> None:
    assert set(re.findall(r"^    (\w+) {2,}", kept_module.__doc__ or "", re.MULTILINE)) == set(INDEXES)


def test_every_index_has_a_module_of_its_own_but_the_count_of_open_sets() -> None:
    modules = [type(index).__module__ for index in INDEXES.values()]
    assert len(set(modules)) == len(modules) - 1


def test_an_index_is_not_asked_for_after_it_is_settled_which_are_kept() -> None:
    emit = ScalarEmitter(new_lowering(Layout(hex_game(), 2)))
    emit.kept.owner_on.ask()
    emit.kept.settle(emit)
    emit.kept.owner_on.ask()
    with pytest.raises(NotOfferedError, match="ZonesOf"):
        emit.kept.zones_of.ask()
