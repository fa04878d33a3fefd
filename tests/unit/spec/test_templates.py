"""Braces in a notation come in pairs; one without its partner is an error at this brace."""

from __future__ import annotations

import pytest

from ludotome.spec import compile_text

GAME = """# A game

```yaml
metadata: {{ id: base, players: {{ min: 2, max: 2 }} }}
zones: [ grid: {{ rows: 3, cols: 3, names: algebraic }} ]
tokenTypes: [ {{ id: mark }} ]
actions:
  - id: place
    params: [ {{ name: $cell, domain: "board where empty(it)" }} ]
    effects: [ createToken: {{ type: mark, zone: $cell, owner: actor }} ]
    notation: {notation}
endConditions: [ {{ when: noLegalMoves, result: {{ type: draw }} }} ]
tests: [ {{ name: nine cells, perft: [9] }} ]
```
"""


@pytest.mark.parametrize(
    ("notation", "columns"),
    [
        ('"{$cell}"', []),
        ('"{if empty($cell): to {$cell}}"', []),
        ('"{$cell"', [16]),
        ('"{$cell}}"', [23]),
        ('"{{$cell"', [16, 17]),
        ('"a } b { {$cell}"', [18, 22]),
        ('"{if empty($cell): {$cell}"', [16]),
        ("[ '{$cell}', 'to {$cell' ]", [32]),
    ],
)
def test_a_brace_without_its_partner_is_an_error_at_the_brace(notation: str, columns: list[int]) -> None:
    found = compile_text(GAME.format(notation=notation)).diagnostics
    assert [(one.code, one.span and (one.span.line, one.span.column)) for one in found] == [
        ("LT115", (11, column)) for column in columns
    ]


@pytest.mark.parametrize("notation", ['"{{$cell}}"', '"\\\\{ {$cell}"'])
def test_no_way_of_writing_a_brace_as_text_is_taken_silently(notation: str) -> None:
    assert compile_text(GAME.format(notation=notation)).game_def is None
