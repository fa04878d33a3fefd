"""Random play compared with other engines: the mean length and the first player's score are the same.

The figures are those of OpenSpiel, Ludii and RBG, which agree with each other where the rules are the same; a draw
counts as half. Ten thousand games are played on the native kernel. The bounds are four of our standard errors plus half
a unit of the last digit of the published figure.
"""

from __future__ import annotations

from importlib.resources import files
from typing import NamedTuple

import numpy as np
import pytest

import ludotome as lt
from tests.support.beside import shipped

GAMES, ERRORS = 10_000, 4


class Measured(NamedTuple):
    """The figures of other engines: mean plies (lowest and highest), and the first player's score in per cent."""

    shortest: float
    longest: float
    score: float | None = None


OTHERS = {
    "tic-tac-toe": Measured(7.6, 7.6, 64.9),
    "connect-four": Measured(21.3, 21.3, 55.7),
    "breakthrough": Measured(64.1, 64.1, 50.9),
    "othello": Measured(60.4, 60.4, 47.6),
    "checkers": Measured(67, 69),
    "hex": Measured(107.5, 107.5, 52.4),
    "gomoku": Measured(109.1, 109.1, 50.9),
    "amazons": Measured(136, 136),  # move and shot counted separately
}


def checkers_with_their_draw() -> lt.Game:
    """Return checkers as the others measured it: a draw after forty moves without a capture."""
    text = files("ludotome").joinpath("games", "checkers.md").read_text(encoding="utf-8")
    changes = {"quietLimit: 80": "quietLimit: 40", "if $p.type == man then 0 else quiet + 1": "quiet + 1"}
    for ours, theirs in changes.items():
        assert text.count(ours) == 1
        text = text.replace(ours, theirs)
    return lt.load_text(text)


@pytest.mark.parametrize("name", OTHERS)
def test_random_games_are_as_long_and_as_even_as_elsewhere(name: str) -> None:
    game = checkers_with_their_draw() if name == "checkers" else shipped(name)
    played = game.playouts(GAMES, seed=11, backend="native")
    others = OTHERS[name]
    error = ERRORS * float(played.plies.std()) / GAMES**0.5
    digit = 0.5 if others.shortest == int(others.shortest) else 0.05
    assert others.shortest - error - digit <= float(played.plies.mean()) <= others.longest + error + digit
    if others.score is not None:
        scores = (played.returns[:, 0] + 1) / 2 * 100
        error = ERRORS * float(np.std(scores)) / GAMES**0.5
        assert abs(float(scores.mean()) - others.score) <= error + 0.05


def test_chess_games_are_as_long_as_elsewhere() -> None:
    """340 to 410 plies, since engines differ in which draws end a game; fewer games, since each is long."""
    games = GAMES // 20
    played = shipped("chess").playouts(games, seed=11, backend="native")
    error = ERRORS * float(played.plies.std()) / games**0.5
    assert 340 - error <= float(played.plies.mean()) <= 410 + error
