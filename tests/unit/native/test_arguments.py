"""Invalid arguments of batches are refused by name, before anything is played."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

import ludotome as lt
from ludotome.native import Batch, NativeGame, compile_game, count_lines, divide_lines, play_games, supports
from tests.support.wrong_arguments import Calls, assert_refused, cases

GAME = lt.load("tic-tac-toe")
NATIVE: NativeGame = compile_game(GAME.game_def, 2)
MANY: NativeGame = compile_game(GAME.game_def, 2, side_by_side=True)
START = NATIVE.new_state(1)
NO_NUMBERS = ("3", 1.5, True, [], -1)

CALLS: Calls = {
    "play_games": (lambda wrong: play_games(wrong, 1), "game", (3, None, GAME)),
    "play_games n": (lambda wrong: play_games(NATIVE, wrong), "n", (*NO_NUMBERS, None, 10**9 + 1)),
    "play_games threads": (lambda wrong: play_games(NATIVE, 1, threads=wrong), "threads", (*NO_NUMBERS, 0)),
    "play_games max_plies": (lambda wrong: play_games(NATIVE, 1, max_plies=wrong), "max_plies", (*NO_NUMBERS, 0)),
    "play_games seed": (lambda wrong: play_games(NATIVE, 1, seed=wrong), "seed", ("3", 1.5, True, None)),
    "play_games progress": (lambda wrong: play_games(NATIVE, 1, progress=wrong), "progress", (3, [])),
    "Batch": (lambda wrong: Batch(wrong, 1, 1), "game", (3, None, GAME)),
    "Batch n": (lambda wrong: Batch(MANY, wrong, 1), "n", (*NO_NUMBERS, None, 0, 2**20 + 1)),
    "Batch seed": (lambda wrong: Batch(MANY, 1, wrong), "seed", ("3", 1.5, True, None)),
    "Batch threads": (lambda wrong: Batch(MANY, 1, 1, wrong), "threads", (*NO_NUMBERS, None, 0)),
    "Batch draw": (lambda wrong: Batch(MANY, 1, 1).draw(wrong), "seed", ("3", 1.5, True, None)),
    "count_lines": (lambda wrong: count_lines(wrong, START, 1), "game", (3, GAME)),
    "count_lines depth": (lambda wrong: count_lines(NATIVE, START, wrong), "depth", (*NO_NUMBERS, None, 2**31)),
    "count_lines per": (lambda wrong: count_lines(NATIVE, START, 1, per=wrong), "per", ("ply", None)),
    "divide_lines depth": (lambda wrong: divide_lines(NATIVE, START, wrong), "depth", (*NO_NUMBERS, None, 2**31)),
    "divide_lines per": (lambda wrong: divide_lines(NATIVE, START, 1, per=wrong), "per", ("ply", None)),
    "new_state": (NATIVE.new_state, "seed", ("3", 1.5, True, None)),
    "supports": (supports, "game_def", (3, None, GAME)),
    "options": (lambda wrong: compile_game(GAME.game_def, 2, options=wrong), "options", (3, None, {})),
}


@pytest.mark.parametrize(("call", "name", "wrong"), cases(CALLS))
def test_an_argument_that_cannot_be_is_named_with_its_value_and_what_to_write(
    call: Callable[[Any], Any], name: str, wrong: Any
) -> None:
    assert_refused(call, name, wrong)


@pytest.mark.parametrize("seed", [-1, 2**64])
def test_a_seed_of_more_than_64_bits_is_refused_with_one_that_fits(seed: int) -> None:
    for call in (NATIVE.new_state, lambda seed: play_games(NATIVE, 1, seed=seed), lambda seed: Batch(MANY, 1, seed)):
        with pytest.raises(lt.PlayError, match=rf"seed `{seed}` is outside .*; write `{seed % 2**64}`"):
            call(seed)
