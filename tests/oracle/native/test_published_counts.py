"""The native kernel reproduces published figures: perft of well-known games, and results of random play."""

from __future__ import annotations

import pytest

from ludotome.native import compile_game, count_lines, divide_lines, play_games
from tests.support.native_games import SIX_GAMES

# The sources of these counts are named in the shipped documents of the games.
COUNTS = {
    "tic-tac-toe": (9, 72, 504, 3024, 15120, 54720),
    "connect-four": (7, 49, 343, 2401, 16807, 117649, 823536),
    "breakthrough": (22, 484, 11132),
    "othello": (4, 12, 56, 244, 1396, 8200, 55092, 390216),
    "hex": (121, 14520),
    "gomoku": (225, 50400),
}
# Mean length and the first player's score in uniform random play, as in other engines.
RANDOM_PLAY = {
    "tic-tac-toe": (7.6, 0.649),
    "connect-four": (21.3, 0.557),
    "breakthrough": (64.1, 0.509),
    "othello": (60.4, 0.476),
    "hex": (107.5, 0.524),
    "gomoku": (109.1, 0.509),
}


@pytest.mark.parametrize("name", COUNTS)
def test_counts_are_the_published_ones(name: str) -> None:
    """Lines of exactly n decisions, and the same by first decision."""
    game = compile_game(SIX_GAMES[name](), 2)
    start = game.new_state(1)
    for depth, count in enumerate(COUNTS[name], start=1):
        assert count_lines(game, start, depth) == count
        assert sum(divide_lines(game, start, depth).values()) == count


@pytest.mark.parametrize("name", RANDOM_PLAY)
def test_random_play_has_the_known_length_and_score(name: str) -> None:
    """Within four standard errors, over enough games to distinguish a wrong rule from chance."""
    game = compile_game(SIX_GAMES[name](), 2)
    games = play_games(game, 4000, seed=11, threads=2)
    plies, score = RANDOM_PLAY[name]
    # The figures have three digits, so their rounding is allowed for.
    assert abs(games.plies.mean() - plies) < 4 * games.plies.std() / len(games) ** 0.5 + 0.05
    share = (games.returns[:, 0] + 1) / 2
    assert abs(share.mean() - score) < 4 * share.std() / len(games) ** 0.5 + 0.0005
    assert not games.fault.any()
