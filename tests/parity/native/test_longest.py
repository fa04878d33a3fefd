"""`longest`: machine code keeps the same decisions as the reference, whatever ends a series."""

from __future__ import annotations

from ludotome.gamedef import Decision
from ludotome.native import ALL_OFF
from tests.support.longest_games import game_of_climbs
from tests.support.parity import check_every_line, check_random_lines, pair_of


def test_every_series_is_counted_alike() -> None:
    """By bound, preference, limit, cost, `post`, fault, destruction and the end of a turn; also in random games."""
    pair = pair_of(game_of_climbs())
    assert check_every_line(pair, seed=1, depth=2) > 100
    assert check_random_lines(pair, seeds=range(5), plies=30) > 40


def test_the_same_without_optimisations() -> None:
    assert check_random_lines(pair_of(game_of_climbs(), options=ALL_OFF), seeds=range(4), plies=20) > 10


def test_what_does_not_begin_a_longest_series_is_refused_in_the_same_words() -> None:
    pair = pair_of(game_of_climbs())
    twins = pair.begin(1)
    assert twins is not None
    wrong = [Decision("four", (("$c", slot),)) for slot in range(5)]
    refused = [decision for decision in wrong if decision not in twins.decisions]
    assert 0 < len(refused) < len(wrong)
    pair.check_refused(twins, refused)
