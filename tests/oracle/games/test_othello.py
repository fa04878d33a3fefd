"""Othello against OpenSpiel, where a pass is a decision, as in our game."""

from __future__ import annotations

from tests.support.beside import Oracle, Spoken, check_native, check_reference


class OpenSpiel(Oracle):
    engine = "othello"

    def spell(self, move: Spoken) -> str:
        return move[1] if move[0] == "put" else "pass"


def test_the_reference_plays_as_openspiel_does() -> None:
    assert check_reference("othello", OpenSpiel).games > 0


def test_the_native_kernel_plays_as_openspiel_does() -> None:
    assert check_native("othello", OpenSpiel).games == 1_000
