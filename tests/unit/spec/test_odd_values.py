"""Values that are always or never `none` cause a warning with a fix; values that may be `none` do not."""

from __future__ import annotations

import pytest

from ludotome.diagnostics import mend
from ludotome.spec import compile_text

GAME = """# Odd

```yaml
metadata: { id: odd, players: { min: 2, max: 2 }, seats: [X, O], maxPlies: 90 }
zones:
  - BOARD
  - { id: hand, owner: player }
orientation: { X: FACING, O: FACING }
regions: { middle: [ZONE] }
tokenTypes: [ { id: mark, movement: [ { step: WAY } ] } ]
actions:
  - id: put
    params: [ { name: $cell, domain: "board where empty(it)" } ]
    effects: [ createToken: { type: mark, zone: $cell, owner: actor } ]
triggers:
  - event: { type: tokenEntered, zone: hand }
    when: "$zone.owner == X"
    effects: []
endConditions:
  - { when: "CONDITION", result: { type: draw } }
```
"""
SQUARES = {
    "BOARD": "grid: { rows: 8, cols: 8, directions: 8 }",
    "FACING": "n",
    "ZONE": "cell_0_0",
    "WAY": "forward",
    "CONDITION": "turn > 80",
}
HEXES = {**SQUARES, "BOARD": "hex: { radius: 2 }", "FACING": "e", "ZONE": "hex_0_0"}


def document(words: dict[str, str], condition: str) -> str:
    text = GAME
    for word, written in {**words, "CONDITION": condition}.items():
        text = text.replace(word, written)
    return text


def found_in(text: str) -> list[str]:
    result = compile_text(text)
    assert result.game_def is not None, [one.message for one in result.diagnostics]
    return [one.code for one in result.diagnostics if one.code.startswith("LT51")]


# the board, the condition, the codes, and the condition after `--fix`
CASES = [
    (SQUARES, "turn > 80", [], None),
    (SQUARES, "exists(board where owner == X)", ["LT512"], "exists(board where top(it).owner == X)"),
    (SQUARES, "exists(board where it.owner == X)", ["LT512"], "exists(board where top(it).owner == X)"),
    (SQUARES, "exists($z in middle where $z.owner == X)", ["LT512"], "exists($z in middle where top($z).owner == X)"),
    (
        SQUARES,
        "exists(board where run(it, it.owner == X) > 2)",
        ["LT512"],
        "exists(board where run(it, top(it).owner == X) > 2)",
    ),
    (SQUARES, "exists(board where top(it).owner == X)", [], None),
    (SQUARES, "exists(zones where owner == X)", [], None),  # a hand has an owner
    (SQUARES, "exists(board where it == none)", ["LT513"], "exists(board where empty(it))"),
    (SQUARES, "all(board, it != none)", ["LT513"], None),  # always so, and which of two things is meant is not certain
    (SQUARES, "exists(board where top(it) == none)", [], None),
    (SQUARES, "exists(board where step(it, n) == none and occupied(it))", [], None),
    (HEXES, "exists(board where occupied(step(it, X.left)))", ["LT514"], None),
    (HEXES, "exists(board where occupied(step(it, X.forwardLeft)))", [], None),
    (SQUARES, "exists(board where occupied(step(it, X.left)))", [], None),
    (SQUARES, "exists($a in board where exists($b in board where top($b).owner != top($a).owner))", ["LT515"], None),
    (HEXES, "exists($a in board where exists($b in board where top($b).owner != top($a).owner))", [], None),
    (SQUARES, "exists($a in board where exists($b in adjacentZones($a) where occupied($b)))", [], None),
]


@pytest.mark.parametrize(("words", "condition", "codes", "fixed"), CASES, ids=[case[1] for case in CASES])
def test_an_odd_value_is_warned_of(words: dict[str, str], condition: str, codes: list[str], fixed: str | None) -> None:
    text = document(words, condition)
    assert found_in(text) == codes
    if fixed is not None:
        assert mend(text, compile_text).text == document(words, fixed)
    else:
        assert condition in mend(text, compile_text).text


@pytest.mark.parametrize("way", ["left", "right"])
def test_a_pattern_that_leads_nowhere_on_hexagons_is_warned_of(way: str) -> None:
    assert found_in(document({**HEXES, "WAY": way}, "turn > 80")) == ["LT514"]
    assert found_in(document({**SQUARES, "WAY": way}, "turn > 80")) == []


def test_a_graph_may_call_its_own_directions_left_and_right() -> None:
    """They need no orientation: declared names take precedence."""
    road = "graph: { id: board, zones: [a, b, c], lines: [ { along: right, back: left, zones: [[a, b, c]] } ] }"
    text = document({**SQUARES, "BOARD": road, "ZONE": "a", "WAY": "[left, right]"}, "turn > 80")
    text = text.replace("orientation: { X: n, O: n }\n", "")
    assert found_in(text) == []
