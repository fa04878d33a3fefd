"""Playing side by side detects errors: a game with one changed rule is found, and both boards are shown."""

from __future__ import annotations

import random
from importlib.resources import files

import pytest

import ludotome as lt
from tests.oracle.games.test_breakthrough import OpenSpiel as Breakthrough
from tests.oracle.games.test_tic_tac_toe import OpenSpiel as TicTacToe
from tests.support.beside import KERNELS, Kernel, Oracle, Tally, check_beside

WRONG = {
    "the game ends too early": ("tic-tac-toe", ">= 3", ">= 2", TicTacToe, "decides"),
    "a pawn takes straight ahead": (
        "breakthrough", "{ step: forward, onto: empty }", "{ step: forward }", Breakthrough, "only ours"
    ),
    "a pawn only steps straight onto empty cells": (
        "breakthrough", "{ step: [forwardLeft, forwardRight] }", "{ step: [forwardLeft, forwardRight], onto: enemy }",
        Breakthrough, "only theirs",
    ),
    "who wins loses": (
        "tic-tac-toe", "{ type: win, player: lastActor }", "{ type: win, player: active }", TicTacToe, "they pay"
    ),
}  # fmt: skip


@pytest.mark.parametrize("kernel", KERNELS)
@pytest.mark.parametrize(("name", "right", "wrong", "oracle", "said"), WRONG.values(), ids=WRONG)
def test_a_changed_rule_is_seen(
    kernel: Kernel, name: str, right: str, wrong: str, oracle: type[Oracle], said: str
) -> None:
    text = files("ludotome").joinpath("games", f"{name}.md").read_text(encoding="utf-8")
    assert right in text
    game = lt.load_text(text.replace(right, wrong))
    with pytest.raises(pytest.fail.Exception) as failure:
        check_some_games(kernel, game, oracle)
    assert said in str(failure.value)
    assert str(failure.value).count("\n") > 5  # both boards are shown


def check_some_games(kernel: Kernel, game: lt.Game, oracle: type[Oracle]) -> None:
    chooser = random.Random(1)
    for seed in range(20):
        check_beside(kernel(game, seed), oracle(), chooser, Tally())
