"""Games nobody wrote are played alike by both kernels: decisions, states, hashes, faults and ends."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import pytest

from ludotome.gamedef import GameDef, PlayError, validate_game_def
from ludotome.kernel import apply_move, compute_full_hash, compute_position_hash, initial_state, legal_moves
from ludotome.native import NativeGame, compile_game, decode_decision, decode_state, encode_state, supports
from tests.support.native_games import reference_trace
from tests.support.random_games import random_game

EVERY_DAY, LONG = range(12), range(12, 1000)
PLIES = 25


@pytest.mark.parametrize("seed", EVERY_DAY)
def test_a_random_game_is_played_alike(seed: int) -> None:
    """A few of them, on every run."""
    _assert_played_alike(random_game(seed))


@pytest.mark.long
@pytest.mark.parametrize("seed", LONG)
def test_many_random_games_are_played_alike(seed: int) -> None:
    """Many more of them."""
    _assert_played_alike(random_game(seed))


def test_most_random_games_can_be_played() -> None:
    """A generator whose games the checker or the compiler refused would prove nothing."""
    games = [random_game(seed) for seed in range(60)]
    sound = [game for game in games if not _errors(game)]
    assert len(sound) >= 30
    assert sum(not supports(game) for game in sound) >= 30


def _errors(game_def: GameDef) -> list[str]:
    return [found.message for found in validate_game_def(game_def) if found.severity == "error"]


def _assert_played_alike(game_def: GameDef) -> None:
    if _errors(game_def) or supports(game_def):
        return  # counted by the test above
    native = compile_game(game_def, 2)
    chooser = random.Random(game_def.metadata.id)
    for seed in (1, 2, 3):
        _walk(game_def, native, chooser, seed)
        try:
            chain = reference_trace(game_def, seed, seed, PLIES)
        except PlayError:
            continue  # a fault of the document: the walk has compared it
        assert native.trace(seed, seed, PLIES) == chain


def _walk(game_def: GameDef, native: NativeGame, chooser: random.Random, seed: int) -> None:
    state = _or_fault(initial_state, game_def, seed)
    flat = _or_fault(native.new_state, seed)
    if isinstance(state, str) or isinstance(flat, str):
        assert state == flat
        return
    for _ in range(PLIES):
        assert decode_state(native, flat) == state
        assert (native.flat(encode_state(native, state)) == native.flat(flat)).all()
        assert native.hashes(flat) == (compute_position_hash(game_def, state), compute_full_hash(game_def, state))
        decisions, rows = legal_moves(game_def, state), native.legal(flat)
        assert tuple(decode_decision(native, row) for row in rows) == decisions
        if state.outcome is not None:
            return
        choice = chooser.randrange(len(decisions))
        after = _or_fault(apply_move, game_def, state, decisions[choice])
        flat_after = _or_fault(native.apply, flat, rows[choice])
        if isinstance(after, str) or isinstance(flat_after, str):
            assert after == flat_after
            return
        state, flat = after.state, flat_after


def _or_fault(run: Callable[..., Any], *arguments: Any) -> Any:
    """Return what *run* returns, or the code of the fault it meets."""
    try:
        return run(*arguments)
    except PlayError as fault:
        return fault.code
