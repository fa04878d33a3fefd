"""The native kernel plays like the reference: decision by decision, hash by hash, with the same results."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from ludotome.gamedef import GameDef
from tests.support.native_games import SIX_GAMES
from tests.support.parity import check_random_lines, pair_of

TO_THE_END = 400  # plies; none of these games is as long


@pytest.mark.parametrize("make", SIX_GAMES.values(), ids=SIX_GAMES.keys())
def test_random_games_agree_move_by_move(make: Callable[[], GameDef]) -> None:
    """Legal decisions in order, both hashes, whole states and outcomes are equal along random games."""
    assert 3 * 5 < check_random_lines(pair_of(make()), range(3), TO_THE_END) < 3 * TO_THE_END
