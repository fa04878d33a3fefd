"""Costs are tried in place and undone, with a `post` or without: both kernels agree on what can be paid."""

from __future__ import annotations

from dataclasses import replace

import pytest

from ludotome.native import ALL_OFF, ALL_ON, Batch, Options, compile_game, emit_game, play_games
from tests.support.cost_games import game_of_costs
from tests.support.parity import check_played_alike, check_random_lines, pair_of

pytestmark = pytest.mark.usefixtures("own_cache")
ONE_OFF = [
    replace(ALL_ON, **{name: False})
    for name in ("trial_slice", "common_costs", "type_index", "goal_first", "numbered", "push_down")
]


@pytest.mark.parametrize("options", [ALL_ON, ALL_OFF, *ONE_OFF])
def test_what_can_be_paid_is_legal(options: Options) -> None:
    """Every state, decision and hash of random games: the changes of a trial are undone."""
    assert check_random_lines(pair_of(game_of_costs(), 2, options=options), plies=60) > 100


def test_what_can_be_paid_is_legal_side_by_side() -> None:
    check_played_alike(game_of_costs(), 2, side_by_side=True)


def test_costs_are_undone_instead_of_tried_on_copies() -> None:
    """Also for actions without `post`."""
    source = emit_game(game_of_costs(), 2).source
    assert all(f"int32_t trial_cost_{name}(" in source for name in ("build", "hire", "grow"))
    assert "trial_cost_" not in emit_game(game_of_costs(), 2, replace(ALL_ON, trial_slice=False)).source


def test_a_cost_without_parameters_is_tried_once_for_all() -> None:
    """`hire` and `grow` have another cost for each token."""
    source = emit_game(game_of_costs(), 2).source
    names = ("build", "hire", "grow", "raze", "earn")
    assert [name for name in names if f" pays_{name}(" in source] == ["build", "raze"]


def test_what_cannot_be_paid_is_drawn_and_dropped_as_if_it_were_listed() -> None:
    """The same random numbers give the same games, whether unpayable instances are in the list or not."""
    listed = replace(ALL_ON, common_costs=False)
    one, other = (
        play_games(compile_game(game_of_costs(), 2, options=options), 300, seed=3) for options in (ALL_ON, listed)
    )
    assert (one.plies == other.plies).all()
    assert (one.returns == other.returns).all()
    for with_masks in (False, True):
        drawn = [_drawn(options, with_masks=with_masks) for options in (ALL_ON, listed)]
        assert drawn[0] == drawn[1]


def _drawn(options: Options, *, with_masks: bool) -> list[list[int]]:
    games = Batch(compile_game(game_of_costs(), 2, options=options, side_by_side=True), 8, seed=1)
    found = list[list[int]]()
    for seed in range(150):
        if with_masks:
            games.masks()
        ids = games.draw(seed)
        found.append(ids.tolist())
        games.step(ids)
    return found
