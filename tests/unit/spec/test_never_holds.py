"""A condition that can never hold is detected if constants and the bounds of variables decide it."""

from __future__ import annotations

import pytest

from ludotome.diagnostics import Diagnostic
from ludotome.spec import compile_text

DOCUMENT = """# Stones

```yaml
metadata: { id: stones, players: { min: 2, max: 2 } }
constants: { goal: 5 }
zones: [ { grid: { rows: 3, cols: 3, names: algebraic } } ]
globalVars: [ { name: rounds, type: int, min: 1, max: 9 } ]
perPlayerVars: [ { name: taken, type: int, min: 0, max: 25 }, { name: done, type: bool } ]
tokenTypes: [ { id: stone } ]
actions:
  - id: put
    params: [ { name: $cell, domain: "board where empty(it)" } ]
    pre: "CONDITION"
    effects:
      - createToken: { type: stone, zone: $cell, owner: actor }
      - addVar: { var: taken, delta: 1 }
      - addVar: { var: rounds, delta: 1 }
      - setVar: { var: done, value: true }
endConditions: [ { when: noLegalMoves, result: { type: draw } } ]
tests: [ { name: a stone, moves: [ "put a1" ] } ]
```
"""


def never_legal(condition: str) -> list[Diagnostic]:
    text = DOCUMENT.replace("CONDITION", condition)
    return [found for found in compile_text(text).diagnostics if found.code == "LT502"]


@pytest.mark.parametrize(
    "condition",
    [
        "false",
        "1 > 2",
        "goal > 5",
        "goal != 5",
        "actor.taken < 0",
        "taken > 25",
        "actor.opponent.taken == 26",
        "26 <= taken",
        "rounds < 1",
        "rounds == 0 and not done",
        "rounds == 0 or taken >= 26",
    ],
)
def test_what_no_state_meets_is_reported_at_its_place(condition: str) -> None:
    (found,) = never_legal(condition)
    assert found.span is not None
    assert (found.span.line, found.message) == (13, "`pre` is never true, so `put` is never legal")


@pytest.mark.parametrize(
    "condition",
    [
        "true",
        "taken <= 0",
        "taken >= 25",
        "taken != 0",
        "rounds == 9",
        "rounds <= goal",
        "not done",
        "$cell.row >= 0",
        "rounds == 0 or taken >= 25",
        "taken + 1 > 25",
        "done or not actor.opponent.done",
    ],
)
def test_what_some_state_may_meet_is_left_alone(condition: str) -> None:
    assert never_legal(condition) == []
