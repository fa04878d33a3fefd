"""Cyclic lines, floods of bounded depth and ranges without an end: the same on both kernels."""

from __future__ import annotations

import pytest

from ludotome.native import ALL_OFF, ALL_ON, Options
from tests.support.parity import check_random_lines, pair_of
from tests.support.ring_games import torus


@pytest.mark.parametrize(("wrap", "options"), [("both", ALL_ON), ("both", ALL_OFF), ("cols", ALL_ON)])
def test_cyclic_lines_are_walked_alike(wrap: str, options: Options) -> None:
    """Rays, runs, zones in between, floods with a depth, and ranges with `none` as an end."""
    assert check_random_lines(pair_of(torus(wrap), options=options), seeds=range(2), plies=25) == 50
