"""The hand-written reasoners for benchmarks follow the right rules: published counts, and the same random play as
documents.
"""

from __future__ import annotations

import pytest

import ludotome as lt
from tests.support.hand_written import HandWritten

# The sources are named in tests/oracle/games/perft.
COUNTS = {
    "connect-four": (7, 49, 343, 2401, 16807, 117649, 823536),
    "breakthrough": (22, 484, 11132, 256036),
    "othello": (4, 12, 56, 244, 1396, 8200, 55092, 390216),
}
CHECKERS_TURNS = (7, 49, 302, 1469, 7361, 36768, 179740)
GAMES = 20_000


@pytest.mark.parametrize("name", COUNTS)
def test_counts_are_the_published_ones(name: str) -> None:
    game = HandWritten(name)
    assert tuple(map(game.perft, range(1, len(COUNTS[name]) + 1))) == COUNTS[name]


def test_counts_of_checkers_are_the_published_ones() -> None:
    """By whole moves as published, and by decisions as the document counts them."""
    game = HandWritten("checkers")
    assert tuple(map(game.perft_of_turns, range(1, len(CHECKERS_TURNS) + 1))) == CHECKERS_TURNS
    assert game.perft(7) == lt.load("checkers").perft(7)


@pytest.mark.parametrize("name", [*COUNTS, "checkers"])
def test_random_games_are_as_long_as_those_of_the_document(name: str) -> None:
    """Other rules for the end would change the length or the winner; the bound is five standard errors of both."""
    plies, score = HandWritten(name).play(GAMES)
    ours = lt.load(name).playouts(GAMES, seed=5)
    results = (ours.returns[:, 0] + 1) / 2
    assert abs(plies / GAMES - ours.plies.mean()) < 5 * ours.plies.std() * (2 / GAMES) ** 0.5
    assert abs(score - results.mean()) < 5 * results.std() * (2 / GAMES) ** 0.5
