"""Words of other languages in parameters, tests and decks get the correct word, and a fix if it is certain."""

from __future__ import annotations

import pytest

from ludotome.diagnostics import Diagnostic, mend
from ludotome.spec import compile_text

GAME = """```yaml
metadata: { id: g, players: { min: 2, max: 2 }, seats: [White, Black] }
parameters: { size: { default: 4, min: 3, max: 6 } }
zones:
  - grid: { rows: size, cols: 4, names: algebraic }
  - { id: deck, ordering: stack, visibility: hidden }
  - { id: hand, owner: player, visibility: owner }
tokenTypes:
  - { id: man }
  - { id: card, props: { rank: { type: int, min: 1, max: 10 } } }
setup:
  - createToken: { type: card, zone: deck, each: { rank: 1..10 } }
  - shuffle: deck
  - draw: { from: deck, to: hand:each, count: 2 }
actions:
  - id: put
    params: [ { name: $cell, domain: "board where empty(it)" } ]
    effects: [ createToken: { type: man, zone: $cell, owner: actor } ]
    notation: "put {$cell}"
endConditions:
  - { when: noLegalMoves, result: { type: draw } }
tests:
  - { name: t, perft: [16] }
```
"""
PERFT = "perft: [16]"
RANGE = "min: 3, max: 6"


def found_in(old: str, new: str) -> tuple[str, list[Diagnostic]]:
    assert old in GAME
    text = GAME.replace(old, new)
    return text, list(compile_text(text).diagnostics)


def test_the_game_is_right() -> None:
    assert compile_text(GAME).diagnostics == ()


@pytest.mark.parametrize(
    ("old", "new", "meant"),
    [
        (RANGE, "values: 3..6", RANGE),
        (RANGE, "minimum: 3, maximum: 6", RANGE),
        (PERFT, "position: { White: { man: { zones: [a1] } } }", "position: { White: { man: { cells: [a1] } } }"),
        (PERFT, "deals: [ [hand:Whit, [card]] ]", "deals: [ [hand:White, [card]] ]"),
    ],
)
def test_a_certain_fix_gives_what_was_meant(old: str, new: str, meant: str) -> None:
    text, found = found_in(old, new)
    assert [one for one in found if one.severity == "error"]
    assert mend(text, compile_text).text == GAME.replace(old, meant)


@pytest.mark.parametrize(
    ("old", "new", "code", "suggestion"),
    [
        (PERFT, "vars: { size: 3 }", "LT202", "write `set: { size: … }` beside `vars`: this is a parameter"),
        (PERFT, "deals: [ [hand, [card]] ]", "LT226", "write `hand:White` or `hand:Black`"),
        (PERFT, "setup: { White: { man: [a1] } }, perft: [15]", "LT105", "write `position`"),
        ("each: { rank: 1..10 }", "for: { rank: 1..10 }", "LT244", "`props`, `each`"),
    ],
)
def test_what_is_not_certain_is_advice_alone(old: str, new: str, code: str, suggestion: str) -> None:
    _, (found,) = found_in(old, new)
    assert (found.code, found.fix, suggestion in (found.suggestion or "")) == (code, None, True)


def test_a_zone_with_a_count_is_still_a_zone_with_a_count() -> None:
    _, found = found_in(PERFT, "position: { White: { card: { deck: 3 } } }, expect: { zoneCount(deck): 3 }")
    assert found == []


@pytest.mark.parametrize(
    ("outcome", "place"),
    [
        ("{ score: [all, 1] }", "all"),
        ("{ score: 1.5 }", "1.5"),
        ("{ score: [3, true] }", "true"),
        ("{ score: { White: 3 } }", "score"),
        ("{ type: score, scores: [[1]] }", "[1]"),
    ],
)
def test_a_score_is_a_whole_number(outcome: str, place: str) -> None:
    """Otherwise the definition could not be read back from its JSON."""
    text, found = found_in(PERFT, f"outcome: {outcome}")
    assert [one.code for one in found] == ["LT802"]
    assert found[0].span is not None
    assert text[found[0].span.start : found[0].span.end] == place


def test_whole_scores_are_read() -> None:
    for outcome in ("{ score: [3, -3] }", "{ type: score, scores: [3, -3] }"):
        made = compile_text(found_in(PERFT, f"outcome: {outcome}")[0]).game_def
        assert made is not None
        assert made.tests[0].outcome is not None
        assert made.tests[0].outcome.scores == (3, -3)
