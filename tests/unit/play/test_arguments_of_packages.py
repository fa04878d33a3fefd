"""A definition, state, decision or document of another kind is refused by name, in every package that takes one."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

import ludotome as lt
from ludotome import gamedef, kernel, spec
from tests.support.wrong_arguments import assert_refused, cases

GAME = lt.load("tic-tac-toe")
RULES = GAME.game_def
STATE = kernel.initial_state(RULES, 1)
MOVE = kernel.legal_moves(RULES, STATE)[0]
WRONG = (3, None, "b2", GAME)

CALLS: dict[str, tuple[Callable[[Any], Any], str]] = {
    "initial_state": (lambda wrong: kernel.initial_state(wrong, 1), "game_def"),
    "legal_moves of a game": (lambda wrong: kernel.legal_moves(wrong, STATE), "game_def"),
    "legal_moves": (lambda wrong: kernel.legal_moves(RULES, wrong), "state"),
    "terminal_result": (lambda wrong: kernel.terminal_result(RULES, wrong), "state"),
    "apply_move to": (lambda wrong: kernel.apply_move(RULES, wrong, MOVE), "state"),
    "apply_move": (lambda wrong: kernel.apply_move(RULES, STATE, wrong), "move"),
    "why_illegal": (lambda wrong: kernel.why_illegal(RULES, STATE, wrong), "move"),
    "to_json": (gamedef.to_json, "game_def"),
    "validate_game_def": (gamedef.validate_game_def, "game_def"),
    "validate_game_spec": (spec.validate_game_spec, "doc"),
    "expand_macros": (spec.expand_macros, "doc"),
    "compile_game_spec_to_game_def": (spec.compile_game_spec_to_game_def, "doc"),
}


@pytest.mark.parametrize(("call", "name", "wrong"), cases({what: (*asked, WRONG) for what, asked in CALLS.items()}))
def test_an_argument_of_another_kind_is_named_with_its_value_and_what_to_write(
    call: Callable[[Any], Any], name: str, wrong: Any
) -> None:
    assert_refused(call, name, wrong)
