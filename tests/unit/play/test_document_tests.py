"""The tests in a document: each of their checks passes if it holds, and fails with a readable message otherwise."""

# ruff: noqa: E501  (one case a line)

from __future__ import annotations

from typing import Any

import pytest

from ludotome.gamedef import encode, from_data
from ludotome.play import Game, load_text
from tests.support.faulty_game import FULL
from tests.unit.gamedef.games import tic_tac_toe

COUNT = {"aggregate": "count", "query": {"query": "tokens"}}
ROLL: dict[str, Any] = {
    "metadata": {"id": "dice", "players": {"min": 2, "max": 2}, "seats": ["A", "B"]},
    "zones": [{"id": "deck", "ordering": "stack"}],
    "globalVars": [{"name": "sum", "type": "int", "min": 0, "max": 99, "init": 0}],
    "tokenTypes": [{"id": "card"}],
    "setup": [{"createToken": {"type": "card", "zone": "deck", "count": 3}}, {"shuffle": {"zone": "deck"}}],
    "turnStructure": {"phases": [{"id": "main"}]},
    "actions": [{"id": "roll", "phases": ["main"], "effects": [{"roll": {"bind": "$d", "sides": 6}}, {"addVar": {"var": "sum", "delta": "$d"}}]}],
    "endConditions": [{"when": False, "result": {"type": "draw"}}],
}  # fmt: skip


def marks(seat: int, *cells: str) -> list[dict[str, Any]]:
    return [{"createToken": {"type": "mark", "zone": cell, "owner": {"id": seat}}} for cell in cells]


def failures(test: dict[str, Any], data: dict[str, Any] | None = None) -> tuple[str, ...]:
    whole = encode(tic_tac_toe()) if data is None else data
    game = Game(from_data({**whole, "tests": [{"name": "it", **test}]}))
    (result,) = game.run_tests()
    assert result.name == "it"
    assert result.passed == (not result.failures)
    return tuple(result.failures)


@pytest.mark.parametrize(
    "test",
    [
        {},
        {"moves": ["a1", "b1", "a2", "b2", "a3"], "outcome": {"type": "win", "winners": [0]}},
        {"moves": ["a1"], "outcome": {"type": "running"}},
        {"legal": ["a1", "a2", "a3", "b1", "b2", "b3", "c1", "c2", "c3"]},
        {"moves": ["a1"], "illegal": ["a1"]},
        {"position": [*marks(0, "cell_0_0"), *marks(1, "cell_1_1")], "active": 1, "expect": [{"text": "count", "value": COUNT, "equals": 2}]},
        {"position": marks(0, "cell_0_0", "cell_0_1"), "perft": [7, 36]},
        {"perft": [9, 72, 504], "per": "turn"},
    ],
)  # fmt: skip
def test_a_true_expectation_passes(test: dict[str, Any]) -> None:
    assert failures(test) == ()


@pytest.mark.parametrize(
    ("test", "words"),
    [
        ({"moves": ["a1", "a1"]}, "move 2, `a1`: `a1` is not legal now"),
        ({"moves": ["a1"], "outcome": {"type": "win"}}, "the outcome is running, expected win"),
        ({"moves": ["a1", "b1", "a2", "b2", "a3"], "outcome": {"type": "win", "winners": [1]}}, "won by X, expected O"),
        ({"moves": ["a1"], "legal": ["a1", "a2"]}, "not legal, but should be: a1"),
        ({"legal": ["a1"]}, "legal, but should not be: a2, a3, b1"),
        ({"illegal": ["a1"]}, "legal, but should be illegal: a1"),
        ({"expect": [{"text": "count(tokens)", "value": COUNT, "equals": 4}]}, "`count(tokens)` is 0, expected 4"),
        ({"perft": [9, 73]}, "perft 2 counts 72, expected 73"),
        ({"position": marks(0, "cell_0_0", "cell_0_0")}, "is full"),
    ],
)
def test_a_false_expectation_fails_with_a_message(test: dict[str, Any], words: str) -> None:
    found = failures(test)
    assert found
    assert words in found[0]


def test_rolls_feed_the_dice_and_nothing_else() -> None:
    total = {"ref": "gvar", "var": "sum"}
    test = {"rolls": [6, 2], "moves": ["roll", "roll"], "expect": [{"text": "sum", "value": total, "equals": 8}]}
    assert failures(test, ROLL) == ()
    assert failures({"rolls": [6, 2], "moves": ["roll"]}, ROLL) == ("1 of the rolls were never rolled",)


def test_a_test_may_be_chosen_by_name() -> None:
    data = {**encode(tic_tac_toe()), "tests": [{"name": "one"}, {"name": "two"}]}
    game = Game(from_data(data))
    assert [result.name for result in game.run_tests()] == ["one", "two"]
    assert [result.name for result in game.run_tests(["two"])] == ["two"]


def test_tests_of_one_name_are_all_run() -> None:
    data = {**encode(tic_tac_toe()), "tests": [{"name": "it"}, {"name": "it", "perft": [8]}]}
    assert [result.passed for result in Game(from_data(data)).run_tests(["it"])] == [True, False]


@pytest.mark.parametrize(
    ("value", "wanted", "words"),
    [
        ("active", "Red", "`active` is Grey, expected Red"),
        ("top(a2).owner", "none", "`top(a2).owner` is Red, expected none"),
        ("top(a2).zone", "a3", "`top(a2).zone` is a2, expected a3"),
        ("exists(tokens(stone))", "false", "`exists(tokens(stone))` is true, expected false"),
        ("count(tokens(stone))", "4", "`count(tokens(stone))` is 3, expected 4"),
        ("top(a2)", "none", "`top(a2)` is stone on a2, expected none"),
    ],
)
def test_a_failed_expectation_speaks_as_the_document_does(value: str, wanted: str, words: str) -> None:
    test = f'tests:\n  - {{ name: it, moves: [a1a2], expect: {{ "{value}": {wanted} }} }}\n```'
    (result,) = load_text(FULL.removesuffix("```\n") + test).run_tests()
    assert result.failures == (words,)
