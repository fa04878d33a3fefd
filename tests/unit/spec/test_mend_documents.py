"""Fixes make no document worse: the result of `check --fix` has no new error."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from ludotome.diagnostics import CodePage, Diagnostic, apply_fixes, has_errors, mend
from ludotome.spec import compile_text
from tests.unit.spec.test_pages import PAGES, document_of

DOCUMENTS = Path(__file__).parents[2] / "documents"
RAID = """# Dice raid

```yaml
metadata: { id: raid, players: { min: 2, max: 2 }, seats: [Red, Blue], maxPlies: 100 }
zones:
  - grid: { rows: 4, cols: 4, directions: 4, names: algebraic }
tokenTypes:
  - { id: fort, draw: { Red: R, Blue: B } }
perPlayerVars: [ { name: gold, type: int, min: 0, max: 9, init: 2 } ]
setup:
  - place: { Red: { fort: [a1] }, Blue: { fort: [d4] } }
actions:
  - id: build
    params: [ { name: $cell, domain: "board where empty(it)" } ]
    pre: "actor.gold >= 1"
    effects:
      - createToken: { type: fort, zone: $cell, owner: actor }
      - addVar: { var: gold, player: actor, delta: -1 }
    notation: "{$cell}"
  - id: raid
    params: [ { name: $cell, domain: "board where top(it).owner == actor.opponent" } ]
    effects:
      - roll: { bind: $d, sides: 6 }
      - if: { when: "$d >= 4", then: [ destroyToken: top($cell) ] }
    notation: "x{$cell}"
  - id: rest
    effects: [ addVar: { var: gold, player: actor, delta: 1 } ]
    notation: rest
endConditions:
  - when: "count(tokens(fort) where owner == lastActor) >= 6"
    result: { type: win, player: lastActor }
  - when: "turn > 40"
    result: { type: rank, by: "count(tokens(fort) where owner == $player)" }
tests:
  - { name: build beside, moves: [a2], expect: { Red.gold: 1 } }
```
"""
SIX_FORTS = "count(tokens(fort) where owner == lastActor) >= 6"
# the text, and the words of other languages for it
FOREIGN = [
    ('"actor.gold >= 1"', '"player.gold >= 1"'),
    ('"actor.gold >= 1"', '"me.gold >= 1"'),
    ("destroyToken: top($cell)", "removeToken: top($cell)"),
    ("createToken: {", "placeToken: {"),
    ("== actor.opponent", "== opponent"),
]
# the text, its replacement, the code of the only diagnostic, and the code that its fix would cause
MISLED = [
    ('"actor.gold >= 1"', '"playrs.gold >= 1"', "LT220", {"LT303"}),
    ("destroyToken: top($cell)", "movToken: top($cell)", "LT242", {"LT243"}),
    (SIX_FORTS, "lastActor == Red >= 6", "LT059", {"LT301"}),
]


def test_the_document_itself_is_right() -> None:
    assert [one.message for one in compile_text(RAID).diagnostics] == []


@pytest.mark.parametrize(("right", "wrong"), FOREIGN, ids=[wrong for _, wrong in FOREIGN])
def test_a_word_of_another_language_becomes_the_one_of_this(right: str, wrong: str) -> None:
    assert mend(_with(right, wrong), compile_text).text == RAID


@pytest.mark.parametrize("name", ["player", "opponent"])
def test_where_nobody_acts_two_players_may_be_meant(name: str) -> None:
    (found,) = compile_text(_with("turn > 40", f"{name}.gold > 8")).diagnostics
    after = "" if name == "player" else ".opponent"
    assert found.suggestion == f"write one of `active{after}`, `lastActor{after}`"
    assert found.fix is None


def test_a_macro_of_the_document_is_nearer_than_a_word_of_another_language() -> None:
    macro = "macros:\n  - { name: removeTokens, params: [$c], effects: [ destroyToken: top($c) ] }\nactions:"
    text = _with("destroyToken: top($cell)", "removeToken: [$cell]").replace("actions:", macro)
    assert [one.suggestion for one in compile_text(text).diagnostics if one.code == "LT242"] == ["write `removeTokens`"]


def test_a_set_that_is_compared_is_to_be_counted() -> None:
    text = _with(SIX_FORTS, "tokens(fort) where owner == lastActor >= 6")
    mended = mend(text, compile_text)
    assert mended.text == text
    (found,) = mended.diagnostics
    assert found.suggestion == "count what is found: `count(… where owner == lastActor) >= …`"


@pytest.mark.parametrize(("right", "wrong", "code", "brings"), MISLED, ids=[case[1] for case in MISLED])
def test_a_fix_that_would_bring_another_error_stays_a_suggestion(
    right: str, wrong: str, code: str, brings: set[str]
) -> None:
    text = _with(right, wrong)
    (found,) = compile_text(text).diagnostics
    assert {one.code for one in compile_text(apply_fixes(text, [found]).text).diagnostics} == brings
    mended = mend(text, compile_text)
    assert mended.text == text
    assert [(one.code, one.suggestion, one.fix) for one in mended.diagnostics] == [(code, found.suggestion, None)]


def test_the_right_fixes_beside_a_wrong_one_are_made() -> None:
    right, wrong = MISLED[0][:2]
    spoilt = _with(right, wrong)
    text = spoilt.replace("tokens(fort)", "tokens(frot)", 1).replace("bind: $d, sides", "bind: $d, side")
    assert mend(text, compile_text).text == spoilt


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.code)
def test_the_example_of_a_code_is_fixed_or_stays(page: CodePage) -> None:
    """It has one error: every fix leaves no error."""
    text = document_of(page, page.example)
    assert text is not None
    mended = mend(text, compile_text)
    assert mended.text == text or not has_errors(mended.diagnostics)


def _slips(text: str) -> Iterator[str]:
    """Yield the document with each third word of its rules shortened, lengthened, or in lower case."""
    start = text.index("```yaml")
    for number, word in enumerate(re.finditer(r"[A-Za-z]{3,}", text[start:])):
        if number % 3 == 0:
            spelt = (word[0][:-1], word[0] + word[0][-1], word[0].lower() + "s")[number // 3 % 3]
            yield text[: start + word.start()] + spelt + text[start + word.end() :]


def _errors(found: tuple[Diagnostic, ...]) -> set[tuple[str, int]]:
    return {(one.code, one.span.line if one.span else 0) for one in found if one.severity == "error"}


@pytest.mark.parametrize("name", ["raid", "pig", "tic-tac-toe", "market"])
def test_after_a_slip_no_error_is_new(name: str) -> None:
    """By code and line; hidden errors may appear, but not in a changed line."""
    text = RAID if name == "raid" else (DOCUMENTS / f"{name}.md").read_text(encoding="utf-8")
    mended_ones = 0
    for wrong in _slips(text):
        before, after = compile_text(wrong), mend(wrong, compile_text)
        new = _errors(after.diagnostics) - _errors(before.diagnostics)
        if before.stopped_early:
            pairs = zip(wrong.splitlines(), after.text.splitlines(), strict=True)
            changed = {number for number, (old, now) in enumerate(pairs, 1) if old != now}
            new = {(code, line) for code, line in new if line in changed}
        assert new == set(), after.text
        mended_ones += after.text != wrong
    assert mended_ones >= 5


def _with(right: str, wrong: str) -> str:
    assert right in RAID
    return RAID.replace(right, wrong, 1)
