"""Repairs by shape and type: no list of words of other languages is needed for them."""

from __future__ import annotations

import pytest

from ludotome.diagnostics import apply_fixes
from ludotome.spec import compile_text

TEXT = """\
```yaml
metadata: { id: shapes, players: { min: 2, max: 2 }, seats: [X, O] }
zones: [ grid: { rows: 3, cols: 3, directions: 8 } ]
tokenTypes:
  - id: man
    movement:
      - { slide: diagonal, onto: empty }
setup: [ createToken: { type: man, zone: cell_0_0, owner: X } ]
actions:
  - id: put
    params: [ { name: $c, domain: "board where empty(it)" } ]
    pre: "turn < 9"
    effects: [ createToken: { type: man, zone: $c, owner: actor } ]
  - id: clear
    params: [ { name: $t, domain: "tokens(man)" } ]
    effects: [ destroyToken: { token: $t } ]
endConditions: [ { when: noLegalMoves, result: { type: draw } } ]
```
"""
# what is right, and what somebody wrote for it
WRITTEN = [
    ("zone: $c", "quux: $c"),
    ("zone: cell_0_0", "sq: cell_0_0"),
    ('domain: "tokens(man)"', 'oneOf: "tokens(man)"'),
    ("{ token: $t }", "{ victim: $t }"),
    ("players: { min: 2, max: 2 }", "minPlayers: 2, maxPlayers: 2"),
    ("players: { min: 2, max: 2 }", "player_min: 2, player_max: 2"),
    ("{ slide: diagonal, onto: empty }", "{ kind: slide, ways: diagonal, onto: empty }"),
    ("seats: [X, O]", "seats: { entries: [X, O] }"),
    ("seats: [X, O]", "seats: [{ title: X }, { title: O }]"),
    ('pre: "turn < 9"', 'pre: [ "turn < 9" ]'),
    ('pre: "turn < 9"', 'pre:\n      - "turn < 9"'),
]


def mended(text: str) -> str:
    """Return *text* after three rounds of certain fixes."""
    for _ in range(3):
        text = apply_fixes(text, compile_text(text).diagnostics).text
    return text


@pytest.mark.parametrize(("right", "wrong"), WRITTEN)
def test_the_only_reading_is_written_by_a_fix(right: str, wrong: str) -> None:
    """And gives the definition that was meant."""
    assert right in TEXT
    text = TEXT.replace(right, wrong)
    assert compile_text(text).game_def is None
    assert compile_text(mended(text)).game_def == compile_text(TEXT).game_def


def test_several_conditions_are_joined() -> None:
    """All of a list must hold."""
    text = TEXT.replace('pre: "turn < 9"', 'pre: [ "turn < 9", "turn > 1 or turn == 0" ]')
    meant = TEXT.replace('pre: "turn < 9"', 'pre: "turn < 9 and (turn > 1 or turn == 0)"')
    assert compile_text(mended(text)).game_def == compile_text(meant).game_def


@pytest.mark.parametrize(
    ("right", "wrong"),
    [
        ("type: man, zone: $c", "man: 10, zone: $c"),  # a number is no type
        ("type: man, zone: $c", "foo: man, bar: $c"),  # which is which?
        ("players: { min: 2, max: 2 }", "minPlayers: 2"),  # the most is not said
    ],
)
def test_what_has_no_single_reading_is_left_to_the_author(right: str, wrong: str) -> None:
    """An error stays, and nothing is invented."""
    text = mended(TEXT.replace(right, wrong))
    assert compile_text(text).game_def is None
