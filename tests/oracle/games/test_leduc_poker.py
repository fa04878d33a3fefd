"""Leduc poker against OpenSpiel, and the size of its tree: 5,520 terminal histories, 936 information states.

Both are published for the game as in OpenSpiel, where the two cards of a rank are distinguished.
"""

from __future__ import annotations

import pytest

from ludotome.play import BackendName
from tests.support.beside import Spoken, check_native, check_reference
from tests.support.cards import BOTH, DealtOracle, explicit, histories, information


class OpenSpiel(DealtOracle):
    engine = "leduc_poker"
    dealt = ("hand:0", "hand:1", "table")

    def spell(self, move: Spoken) -> str:
        return move[0].capitalize()


def test_the_reference_plays_as_openspiel_does() -> None:
    assert check_reference("leduc-poker", OpenSpiel).games > 100


def test_the_native_kernel_plays_as_openspiel_does() -> None:
    assert check_native("leduc-poker", OpenSpiel).games == 1_000


@pytest.mark.parametrize("backend", BOTH)
def test_the_tree_has_the_published_size(backend: BackendName) -> None:
    terminal, known = 0, set()
    for state, _ in histories(explicit("leduc-poker", backend)):
        terminal += state.is_terminal()
        if state.current_player() >= 0:
            known.add(information(state))
    assert terminal == 5_520
    assert len(known) == 936
