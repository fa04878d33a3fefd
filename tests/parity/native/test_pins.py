"""Moves that are not tried would have passed: legal moves with pins are those without, in positions full of pins."""

from __future__ import annotations

from dataclasses import replace

import pytest

import ludotome
from ludotome.native import ALL_ON, compile_game, count_lines, play_games

CHESS = ludotome.load("chess")
SWITCHES = ("pins", "trial_slice", "attack_masks", "target_masks", "kind_index")


@pytest.mark.long
@pytest.mark.parametrize("switch", SWITCHES)
def test_random_chess_is_the_same_without_a_switch(switch: str) -> None:
    """Two hundred games to the end, with bare kings and pinned pieces; a compilation each, so not for every day."""
    on, off = (
        compile_game(CHESS.game_def, 2, options=options) for options in (ALL_ON, replace(ALL_ON, **{switch: False}))
    )
    assert on.code.source != off.code.source
    games, others = (play_games(native, 200, seed=3, threads=1) for native in (on, off))
    assert (games.plies == others.plies).all()
    assert (games.condition == others.condition).all()
    assert (games.returns == others.returns).all()


def test_a_trial_leaves_the_state_as_it_was() -> None:
    """Listing tries every move in place; afterwards the state, indexes and all, has the same bytes."""
    native = compile_game(CHESS.game_def, 2)
    state = native.new_state(1)
    for seed in range(40):
        before = state.copy()
        assert count_lines(native, state, 2) > 0
        rows = native.legal(state)
        assert (state == before).all()
        state = native.apply(state, rows[seed * 7 % len(rows)])
