"""Breakthrough against OpenSpiel, whose first player starts at the top, so rows are mirrored."""

from __future__ import annotations

from tests.support.beside import Oracle, Spoken, check_native, check_reference


class OpenSpiel(Oracle):
    engine = "breakthrough"

    def spell(self, move: Spoken) -> str:
        return "".join(f"{cell[0]}{9 - int(cell[1])}" for cell in move[1:])

    def hear(self, text: str) -> str:
        return text.rstrip("*")  # a star marks a capture


def test_the_reference_plays_as_openspiel_does() -> None:
    assert check_reference("breakthrough", OpenSpiel).games > 5


def test_the_native_kernel_plays_as_openspiel_does() -> None:
    assert check_native("breakthrough", OpenSpiel).games == 1_000
