"""Hex against OpenSpiel, which uses the same names of cells."""

from __future__ import annotations

from typing import ClassVar

import pytest

from tests.support.beside import NATIVE_GAMES, Oracle, Spoken, check_native, check_reference


class OpenSpiel(Oracle):
    engine = "hex"
    parameters: ClassVar = {"board_size": 11}

    def spell(self, move: Spoken) -> str:
        return move[1]


def test_the_reference_plays_as_openspiel_does() -> None:
    assert check_reference("hex", OpenSpiel).games > 0


def test_the_native_kernel_plays_as_openspiel_does() -> None:
    """A tenth of the games, since comparing a hundred moves at every step takes long; the rest is in `make long`."""
    assert check_native("hex", OpenSpiel, games=NATIVE_GAMES // 10).games == 100


@pytest.mark.long
def test_the_native_kernel_plays_a_thousand_games_as_openspiel_does() -> None:
    assert check_native("hex", OpenSpiel, seed=3).games == NATIVE_GAMES
