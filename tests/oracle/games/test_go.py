"""Go against OpenSpiel, on nine by nine lines with the same komi.

House rules: OpenSpiel allows a move that repeats the board and then ends the game as a draw, where our game forbids the
move; and it stops after 162 moves. So a move that only it allows must end the game like this, and a game that reaches
its limit is compared up to there.
"""

from __future__ import annotations

from typing import ClassVar

import pytest

from tests.support.beside import NATIVE_GAMES, OVER, Difference, Oracle, Spoken, check_native, check_reference

LONGEST = 162


class OpenSpiel(Oracle):
    engine = "go"
    parameters: ClassVar = {"board_size": 9, "komi": 7.5}

    def spell(self, move: Spoken) -> str:
        return move[1].lower() if move[0] == "play" else "PASS"

    def hear(self, text: str) -> str:
        return text[2:]  # without the colour in front

    def settled(self) -> bool:
        return self.at.move_number() >= LONGEST and self.player() == OVER

    def excused(self, difference: Difference) -> bool:
        moves = self.moves()
        children = [self.at.child(moves[text]) for text in difference.only_theirs if text != "PASS"]
        drawn = [child.is_terminal() and tuple(child.returns()) == (0.0, 0.0) for child in children]
        return not difference.only_ours and len(drawn) == len(difference.only_theirs) and all(drawn)


def test_the_reference_plays_as_openspiel_does() -> None:
    assert check_reference("go", OpenSpiel).decisions > 200


def test_the_native_kernel_plays_as_openspiel_does() -> None:
    """Not all games, since comparing a hundred moves at every step takes long; all are in `make long`."""
    assert check_native("go", OpenSpiel, games=500).games == 500


@pytest.mark.long
def test_the_native_kernel_plays_a_thousand_games_as_openspiel_does() -> None:
    assert check_native("go", OpenSpiel, seed=3).games == NATIVE_GAMES
