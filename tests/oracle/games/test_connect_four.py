"""Connect four against OpenSpiel."""

from __future__ import annotations

from tests.support.beside import Oracle, Spoken, check_native, check_reference


class OpenSpiel(Oracle):
    engine = "connect_four"

    def spell(self, move: Spoken) -> str:
        return move[1].split("_")[2]  # cell_ROW_COLUMN

    def hear(self, text: str) -> str:
        return text[1:]  # without the x or o in front


def test_the_reference_plays_as_openspiel_does() -> None:
    assert check_reference("connect-four", OpenSpiel).games > 20


def test_the_native_kernel_plays_as_openspiel_does() -> None:
    assert check_native("connect-four", OpenSpiel).games == 1_000
