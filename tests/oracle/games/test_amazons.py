"""Amazons against OpenSpiel, which makes three decisions per turn (queen, target, shot) where we make two."""

from __future__ import annotations

from typing import ClassVar

import pytest

from tests.support.beside import NATIVE_GAMES, Oracle, Spoken, check_native, check_reference


class OpenSpiel(Oracle):
    engine = "amazons"
    parameters: ClassVar = {"board_size": 10}

    def spell(self, move: Spoken) -> str:
        return ">".join(f"({11 - int(cell[1:])}, {ord(cell[0]) - ord('a') + 1})" for cell in move[1:])

    def hear(self, text: str) -> str:
        return text[text.index("(") :]  # "X From (7, 1)"

    def moves(self) -> dict[str, tuple[int, ...]]:
        first = super().moves()
        if self._shoots():
            return {text: (action,) for text, action in first.items()}
        found = {}
        for start, queen in first.items():
            before = self.at
            self.at = before.child(queen)
            found |= {f"{start}>{to}": (queen, action) for to, action in super().moves().items()}
            self.at = before
        return found

    def _shoots(self) -> bool:
        return "Shoot" in self.at.action_to_string(self.at.legal_actions()[0])

    def play(self, move: tuple[int, ...]) -> None:
        for action in move:
            self.at.apply_action(action)


def test_the_reference_plays_as_openspiel_does() -> None:
    assert check_reference("amazons", OpenSpiel).games > 0


def test_the_native_kernel_plays_as_openspiel_does() -> None:
    """A tenth of the games, since comparing a hundred moves at every step takes long; the rest is in `make long`."""
    assert check_native("amazons", OpenSpiel, games=NATIVE_GAMES // 10).games == 100


@pytest.mark.long
def test_the_native_kernel_plays_a_thousand_games_as_openspiel_does() -> None:
    assert check_native("amazons", OpenSpiel, seed=3).games == NATIVE_GAMES
