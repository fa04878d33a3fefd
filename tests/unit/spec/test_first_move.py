"""What holds before anybody has acted is known where only `lastActor`, numbers and the turn decide."""

from __future__ import annotations

import pytest

from ludotome.spec import compile_text
from ludotome.spec.first_move import holds_at_first
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
