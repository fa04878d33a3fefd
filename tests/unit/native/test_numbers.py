"""Numbers of decisions: those of `action_ids`, there and back, in C and in lists."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest

import ludotome
from ludotome.native import ALL_ON, NativeGame, compile_game, emit_game
from ludotome.native.lower.action_ids import action_ids
from tests.support.ring_games import torus

NAMES = ("tic-tac-toe", "breakthrough", "chess", "amazons", "market")


@pytest.fixture(scope="module", params=NAMES)
def native(request: pytest.FixtureRequest) -> NativeGame:
    game = ludotome.load(request.param)
    return compile_game(game.game_def, game.num_players)


def _numbers(native: NativeGame, rows: Any) -> list[int]:
    number_of = native.library.lib.lt_number_of_decision
    return [number_of(native.pointer(np.ascontiguousarray(row), "int32_t *")) for row in rows]


def test_every_legal_decision_has_its_number_and_comes_back_from_it(native: NativeGame) -> None:
    """Along a random game: the numbers are those of `action_ids`, listed in the order of the decisions."""
    ids, chooser = action_ids(native.layout, native.width), np.random.default_rng(1)
    state = native.new_state(3)
    for _ in range(60):
        rows = native.legal(state)
        if len(rows) == 0:
            break
        expected = [*map(ids.number, rows.tolist())]
        assert _numbers(native, rows) == expected
        listed = np.zeros((native.most_decisions + native.layout.zones + 1) * native.width, np.int32)
        count = native.library.lib.lt_legal_numbers(
            native.pointer(state, "void *"),
            native.pointer(listed, "int32_t *"),
            len(listed) // native.width,
            native.library.ffi.NULL,
            native.library.ffi.NULL,
        )
        assert listed[:count].tolist() == expected
        back = np.zeros_like(rows)
        for row, number in zip(back, expected, strict=True):
            native.library.lib.lt_decision_of_number(number, native.pointer(row, "int32_t *"))
        assert (back == rows).all()
        state = native.apply(state, rows[chooser.integers(len(rows))])


def test_what_is_not_a_decision_has_no_number(native: NativeGame) -> None:
    """Neither an action that does not exist nor a parameter out of its range, near and far."""
    row = np.zeros(native.width, np.int32)
    for place in range(native.width):
        for wrong in (-(2**31), -1, 2**31 - 1):
            row[:] = 0
            row[place] = wrong
            assert _numbers(native, [row]) == [-1]


def test_lists_hold_whole_decisions_where_numbers_are_switched_off() -> None:
    game_def = ludotome.load("chess").game_def
    assert "#define LT_ENTRY 1\n" in emit_game(game_def, 2).source
    assert "#define LT_ENTRY 4\n" in emit_game(game_def, 2, replace(ALL_ON, numbered=False)).source


def test_a_zone_off_the_board_that_a_walk_stays_in_has_a_number_of_its_own() -> None:
    """A flood with its start may list a zone without neighbours, which once had the number of another decision."""
    native = compile_game(torus("both"), 2)
    rows = native.legal(native.new_state(1))
    ids = action_ids(native.layout, native.width)
    numbers = [*map(ids.number, rows.tolist())]
    assert [list(ids.row(number)) for number in numbers] == rows.tolist()
    assert _numbers(native, rows) == numbers
