"""The native kernel plays what the reference plays: decision by decision, hash by hash, to the same end."""

from __future__ import annotations

import random
from collections.abc import Callable

import pytest

from ludotome.gamedef import GameDef
from ludotome.kernel import apply_move, compute_full_hash, compute_position_hash, initial_state, legal_moves
from ludotome.native import compile_game, decode_decision, decode_state, encode_decision, encode_state
from tests.support.native_games import SIX_GAMES


@pytest.mark.parametrize("make", SIX_GAMES.values(), ids=SIX_GAMES.keys())
def test_random_games_agree_move_by_move(make: Callable[[], GameDef]) -> None:
    """Legal decisions in order, both hashes, whole states and outcomes are equal all along random games."""
    game_def = make()
    native = compile_game(game_def, 2)
    chooser = random.Random(7)
    for seed in range(3):
        state, flat = initial_state(game_def, seed), native.new_state(seed)
        while state.outcome is None:
            assert decode_state(native, flat) == state
            assert (native.flat(encode_state(native, state)) == native.flat(flat)).all()
            hashes = (compute_position_hash(game_def, state), compute_full_hash(game_def, state))
            assert native.hashes(flat) == hashes
            rows = native.legal(flat)
            decisions = legal_moves(game_def, state)
            assert tuple(decode_decision(native, row) for row in rows) == decisions
            choice = chooser.randrange(len(decisions))
            assert encode_decision(native, decisions[choice]) == rows[choice].tolist()
            flat = native.apply(flat, rows[choice])
            state = apply_move(game_def, state, decisions[choice]).state
        assert decode_state(native, flat) == state
        assert native.hashes(flat)[1] == compute_full_hash(game_def, state)
