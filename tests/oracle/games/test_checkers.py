"""Checkers against OpenSpiel, which makes a series of jumps one by one, as we do.

House rule: OpenSpiel ends a game as a draw after forty moves without a capture; ours requires eighty in which no man
moves either. A game that it ends like this is compared up to there.
"""

from __future__ import annotations

from tests.support.beside import OVER, Oracle, Spoken, check_native, check_reference

MOVES_WITHOUT_CAPTURE = 40


class OpenSpiel(Oracle):
    engine = "checkers"

    def __init__(self) -> None:
        super().__init__()
        self._pieces, self._quiet = 24, 0

    def spell(self, move: Spoken) -> str:
        return "".join(move[1:])

    def hear(self, text: str) -> str:
        return text.rstrip("*")  # a star marks a capture

    def play(self, move: int) -> None:
        super().play(move)
        pieces = sum(1 for char in "".join(line[1:] for line in str(self.at).splitlines()[:8]) if char in "o8+*")
        self._quiet = 0 if pieces != self._pieces else self._quiet + 1
        self._pieces = pieces

    def settled(self) -> bool:
        drawn = self.player() == OVER and self.returns() == (0.0, 0.0)
        return drawn and self._quiet >= MOVES_WITHOUT_CAPTURE


def test_the_reference_plays_as_openspiel_does() -> None:
    assert check_reference("checkers", OpenSpiel).games > 3


def test_the_native_kernel_plays_as_openspiel_does() -> None:
    tally = check_native("checkers", OpenSpiel)
    assert tally.settled < tally.games // 2
