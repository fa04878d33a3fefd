"""Tic-tac-toe on the reference kernel against counts that are easy to derive.

9!/(9−d)! sequences of d ≤ 5 marks, since nobody can have won before the fifth (Henry Bottomley, "How many Tic-Tac-Toe
games are possible?", 2001).
"""

from __future__ import annotations

import pytest

from ludotome.kernel import initial_state
from tests.support.perft import perft
from tests.unit.gamedef.games import tic_tac_toe


@pytest.mark.parametrize(("depth", "count"), [(1, 9), (2, 72), (3, 504), (4, 3024), (5, 15120)])
def test_as_many_games_begin_as_there_are_orders_of_marks(depth: int, count: int) -> None:
    game_def = tic_tac_toe()
    assert perft(game_def, initial_state(game_def, 1), depth) == count
