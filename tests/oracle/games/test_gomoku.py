"""Gomoku against OpenSpiel: free gomoku, in which more than five win too."""

from __future__ import annotations

from typing import ClassVar

import pytest

from tests.support.beside import NATIVE_GAMES, Oracle, Spoken, check_native, check_reference


class OpenSpiel(Oracle):
    engine = "gomoku"
    parameters: ClassVar = {"size": 15, "connect": 5}

    def spell(self, move: Spoken) -> str:
        return f"{15 - int(move[1][1:])},{ord(move[1][0]) - ord('a')}"


def test_the_reference_plays_as_openspiel_does() -> None:
    assert check_reference("gomoku", OpenSpiel).games > 0


def test_the_native_kernel_plays_as_openspiel_does() -> None:
    """A tenth of the games, since comparing a hundred moves at every step takes long; the rest is in `make long`."""
    assert check_native("gomoku", OpenSpiel, games=NATIVE_GAMES // 10).games == 100


@pytest.mark.long
def test_the_native_kernel_plays_a_thousand_games_as_openspiel_does() -> None:
    assert check_native("gomoku", OpenSpiel, seed=3).games == NATIVE_GAMES
