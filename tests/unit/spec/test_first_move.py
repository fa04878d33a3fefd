"""Conditions that hold before the first action are detected if only `lastActor`, numbers and the turn decide them."""

from __future__ import annotations

import pytest

from ludotome.spec import compile_text
from ludotome.spec.first_move import holds_at_first
from ludotome.spec.first_tokens import first_tokens
from tests.support.documents import MARKING, whole_document


def holds(condition: str) -> bool | None:
    ends = f'endConditions:\n  - {{ when: "{condition}", result: {{ type: draw }} }}\n'
    game_def = compile_text(whole_document(ends, MARKING)).game_def
    assert game_def is not None
    return holds_at_first(game_def.end_conditions[0].when)


@pytest.mark.parametrize(
    ("condition", "expected"),
    [
        ("count(tokens(mark) where owner == lastActor.opponent) == 0", True),
        ("count(tokens(mark) where owner == lastActor) < 3", True),
        ("not exists(tokens(mark) where owner == lastActor)", True),
        ("all(board where top(it).owner == lastActor, empty(it))", True),
        ("lastActor == none or noLegalMoves", True),
        ("turn == 0", True),
        ("lastActor != none and count(tokens(mark) where owner == lastActor.opponent) == 0", False),
        ("exists(board where run(it, top(it).owner == lastActor) >= 3)", None),
        ("exists(board where top(it).owner == lastActor)", False),
        ("count(tokens(mark) where owner == active) == 0", None),
        ("lastActor == X", False),
        ("turn > 9", False),
        ("noLegalMoves", None),
    ],
)
def test_the_first_move(condition: str, expected: bool | None) -> None:
    assert holds(condition) is expected


WITH_MEN = """setup:
  - place: { X: { mark: [cell_0_0, cell_0_1] }, O: { mark: [cell_2_0] } }
"""


@pytest.mark.parametrize(
    ("setup", "condition", "expected"),
    [
        ("", "count(tokens(mark) where owner == X) == count(tokens(mark) where owner == O)", True),
        ("", "count(tokens()) == 0", True),
        ("", "not exists(tokens(mark))", True),
        ("", "count(tokens(mark) where owner == X) >= 3", False),
        ("", "exists(board where top(it).owner == X)", False),
        (WITH_MEN, "count(tokens(mark) where owner == X) == count(tokens(mark) where owner == O)", False),
        (WITH_MEN, "count(tokens(mark) where owner == X) == 2", True),
        (WITH_MEN, "count(tokens(mark)) == 3", True),
        (WITH_MEN, "count(board where top(it).owner == X) == 2", None),
        ("setup: [ roll: { bind: $n, sides: 6 }, createToken: { type: mark, zone: cell_0_0, count: $n } ]\n",
         "count(tokens(mark)) == 3", None),
        ("triggers: [ { event: turnStart, effects: [ createToken: { type: mark, zone: cell_0_0 } ] } ]\n",
         "count(tokens(mark)) == 0", None),
    ],
)  # fmt: skip
def test_the_tokens_that_setup_makes_are_counted(setup: str, condition: str, expected: bool | None) -> None:
    ends = f'{setup}endConditions:\n  - {{ when: "{condition}", result: {{ type: draw }} }}\n'
    game_def = compile_text(whole_document(ends, MARKING)).game_def
    assert game_def is not None
    assert holds_at_first(game_def.end_conditions[0].when, first_tokens(game_def)) is expected
