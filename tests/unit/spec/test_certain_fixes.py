"""A fix is offered only if it is certain: it writes what was meant, and changes no correct line."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from ludotome.diagnostics import apply_fixes
from ludotome.spec import compile_text

DOCUMENT = """# Frogs

```yaml
metadata: { id: frogs, players: { min: 2, max: 2 }, seats: [Red, Grey] }
zones:
  - grid: { rows: 5, cols: 5, names: algebraic }
orientation: { Red: n, Grey: s }
tokenTypes:
  - id: frog
    movement:
      walk: [ { step: orthogonal, onto: empty } ]
    draw: { Red: r, Grey: g }
  - { id: leaper, draw: { Red: l, Grey: m } }
setup:
  - place:
      Red: { frog: [a1, b1], leaper: [c1] }
      Grey: { frog: [a5, b5] }
actions:
  - id: walk # on foot
    params:
      - { name: $frog, domain: "tokens(frog) where owner == actor" }
      - { name: $to, domain: "destinations($frog, walk)" }
    effects:
      - moveToken:
          token: $frog
          to: $to
      - endTurn
    notation: "{$frog.zone}-{$to}"
endConditions:
  - when: "noLegalMoves or turn > 120"
    result: { type: rank, by: ["count(tokens(frog) where owner == $player)"] }
  - when: "count(tokens(frog) where owner == active) == 0"
    result: { type: win, player: lastActor }
  - when: "turn > 200"
    result: { type: draw }
tests:
  - { name: a step, moves: [a1-a2], expect: { "top(a2).owner": Red } }
```
"""
# the text, its replacement, and the code of the only diagnostic, whose fix restores the text
MENDED = [
    ("    params:", "\tparams:", "LT012"),
    ("    params:", "  \tparams:", "LT012"),
    ("      - { name: $to", "\t  - { name: $to", "LT012"),
    ("      - { name: $to", "\t- { name: $to", "LT012"),
    ("  - id: walk", "\t- id: walk", "LT012"),
    ("    result: { type: win", "\tresult: { type: win", "LT012"),
    ("      - endTurn", "\t- endTurn", "LT012"),
    ("    notation:", "\t\tnotation:", "LT012"),
    ("metadata:", "metadata", "LT034"),
    ("zones:", "zones", "LT034"),
    ("actions:", "actions", "LT034"),
    ("endConditions:", "endConditions", "LT034"),
    ("tests:", "tests", "LT034"),
    ("orientation:", "orientation", "LT034"),
    ("  - place:", "  - place", "LT034"),
    ("    params:", "    params", "LT034"),
    ("    movement:", "    movement", "LT034"),
    ("  - id: walk", "  - id walk", "LT034"),
    ("result: { type: win, player: lastActor }", "result { type: win, player: lastActor }", "LT034"),
    ("result: { type: draw }", "result { type: draw }", "LT034"),
    ("moves: [a1-a2]", "moves [a1-a2]", "LT034"),
    ("          token: $frog", "          token $frog", "LT034"),
    ('"destinations($frog, walk)"', "destinations($frog, walk)", "LT035"),
    ('"destinations($frog, walk)"', 'destinations($frog, walk)"', "LT035"),
    ('$to, domain: "destinations($frog, walk)"', '$to, domain "destinations($frog, walk)"', "LT034"),
    ('"{$frog.zone}-{$to}"', "“{$frog.zone}-{$to}”", "LT051"),
    ('"destinations($frog, walk)"', "“destinations($frog, walk)”", "LT051"),
    ('"count(tokens(frog) where owner == $player)"', "“count(tokens(frog) where owner == $player)”", "LT051"),
    ('"noLegalMoves or turn > 120"', "‘noLegalMoves or turn > 120’", "LT051"),
    ('"top(a2).owner"', "“top(a2).owner”", "LT051"),
    ("{$frog.zone}-{$to}", "{$frog.zone}-$to", "LT510"),
    ("{$frog.zone}-{$to}", "$frog.zone-{$to}", "LT510"),
    ('turn > 120"', 'turn > 120""', "LT027"),
    ('== actor"', '== actor""', "LT027"),
    ('"{$frog.zone}-', '""{$frog.zone}-', "LT027"),
    ('"destinations($frog, walk)"', '"destinations($frog, "walk")"', "LT027"),
    ("rows: 5", 'rows: "5"', "LT107"),
    ("      - moveToken:", "      - moveToken", "LT034"),
]
# the replacement, the code of the only diagnostic, the underlined text, and the suggestion
TOLD = [
    ('turn > 120"', "turn > 120", "LT030", '"', 'write `"` where the value ends: `"noLegalMoves or turn > 120"`'),
    ('{$to}"', "{$to}", "LT030", '"', 'write `"` where the value ends: `"{$frog.zone}-{$to}"`'),
    ('== actor"', "== actor", "LT030", '"', 'write `"` where the value ends'),
    ("{ id: leaper,", "{ id leaper,", "LT034", "id", "write `id: leaper`"),
    ("{ step: orthogonal,", "{ step orthogonal,", "LT034", "step", "write `step: orthogonal`"),
    ("zones:\n  - grid: {", "zones [ grid: {", "LT034", "zones", "write `zones: [ grid: {"),
    ("name: a step,", "name: a step, then none,", "LT034", "then", "put a text that contains a comma in quotes"),
    ("{ frog: [a5, b5] }", "{ frog: [a5, b5]] }", "LT032", "]", "remove it"),
    ("draw: { Red: r", "draw:  Red: r", "LT032", "}", "remove it, or add the opening bracket before it"),
    # An effect, or a separate action: both are valid.
    ("      - endTurn", "\t- capture: $to", "LT012", "\t", "as many as the lines around it have"),
]


def test_the_document_itself_is_right() -> None:
    assert [one.message for one in compile_text(DOCUMENT).diagnostics] == []


@pytest.mark.parametrize(("right", "wrong", "code"), MENDED, ids=[repr(case[1]) for case in MENDED])
def test_what_is_fixed_is_what_was_meant(right: str, wrong: str, code: str) -> None:
    assert right in DOCUMENT
    text = DOCUMENT.replace(right, wrong, 1)
    found = compile_text(text).diagnostics
    assert [one.code for one in found] == [code]
    assert apply_fixes(text, found).text == DOCUMENT


@pytest.mark.parametrize(("right", "wrong", "code", "underlined", "help_"), TOLD, ids=[repr(case[1]) for case in TOLD])
def test_what_is_not_certain_is_only_reported(right: str, wrong: str, code: str, underlined: str, help_: str) -> None:
    assert right in DOCUMENT
    text = DOCUMENT.replace(right, wrong, 1)
    found = compile_text(text).diagnostics
    assert [(one.code, one.span and text[one.span.start : one.span.end]) for one in found] == [(code, underlined)]
    assert help_ in (found[0].suggestion or "")
    assert found[0].fix is None


# the text, and a replacement for which each explanation alone would offer something unreadable
UNREADABLE = [
    ("setup:", "setup:["),
    ("    effects:", "    effects:}"),
    ('notation: "{', 'notation:" "{'),
]


@pytest.mark.parametrize(("right", "wrong"), UNREADABLE, ids=[repr(case[1]) for case in UNREADABLE])
def test_a_fix_after_which_the_text_cannot_be_read_on_is_not_offered(right: str, wrong: str) -> None:
    assert right in DOCUMENT
    found = compile_text(DOCUMENT.replace(right, wrong, 1)).diagnostics
    assert found
    assert [one.fix for one in found] == [None] * len(found)


# a declaration, a misspelt one, and the two names
MISDECLARED = [
    ("seats: [Red, Grey]", "seats: [Rde, Grey]", "Red", "Rde"),
    ("  - id: frog", "  - id: forg", "frog", "forg"),
    ("{ name: $frog,", "{ name: $forg,", "$frog", "$forg"),
]


@pytest.mark.parametrize(("right", "wrong", "name", "misspelt"), MISDECLARED, ids=[case[1] for case in MISDECLARED])
def test_where_the_declaration_is_misspelt_its_right_uses_are_not_renamed(
    right: str, wrong: str, name: str, misspelt: str
) -> None:
    """Used several times and declared with another spelling once: only the author knows which one is meant."""
    assert right in DOCUMENT
    text = DOCUMENT.replace(right, wrong, 1)
    found = compile_text(text).diagnostics
    assert len(found) > 1
    assert [one.fix for one in found] == [None] * len(found)
    instead = f"write `{misspelt}`, or declare `{name}` instead, which is written {len(found)} times"
    assert {one.suggestion for one in found} == {instead}


def test_a_name_misspelt_twice_and_written_right_more_often_is_fixed() -> None:
    text = DOCUMENT.replace("{ frog: [a5, b5] }", "{ forg: [a5, b5] }").replace(
        "tokens(frog) where owner == actor", "tokens(forg) where owner == actor"
    )
    found = compile_text(text).diagnostics
    assert len(found) == 2
    assert apply_fixes(text, found).text == DOCUMENT


def test_a_word_of_the_language_misspelt_each_time_is_fixed() -> None:
    text = DOCUMENT.replace("lastActor", "lastactor").replace("noLegalMoves", "lastactor == Red")
    assert apply_fixes(text, compile_text(text).diagnostics).text == text.replace("lastactor", "lastActor")


def test_every_tab_of_a_part_is_fixed_at_once() -> None:
    head, actions, tail = DOCUMENT.partition("actions:\n")
    body, end, rest = tail.partition("endConditions:")
    text = head + actions + body.replace("  ", "\t") + end + rest
    found = compile_text(text).diagnostics
    assert [one.code for one in found] == ["LT012"]
    assert apply_fixes(text, found).text == DOCUMENT


CURLY = {
    "a name": ("id: leaper", "id: “leaper”"),
    "the id of the game": ("id: frogs", "id: “frogs”"),
    "what is drawn": ("Red: r", "Red: “r”"),
    "what is drawn, a brace": ("Red: r", "Red: “{”"),
    "a move": ("[a1-a2]", "[“a1-a2”]"),
    "a move with a comma": ("[a1-a2]", "[“a1-a2, or not”]"),
    "the name of a test": ("name: a step", "name: „a step“"),
    "the name of a test with a colon": ("name: a step", "name: “a step: one”"),
    "a key": ("Red: n", "“Red”: n"),
    "seats": ("[Red, Grey]", "[“Red”, “Grey”]"),
}


@pytest.mark.parametrize("written", CURLY.values(), ids=CURLY)
def test_curly_quotes_around_anything_become_straight_ones(written: tuple[str, str]) -> None:
    text = DOCUMENT.replace(*written, 1)
    found = compile_text(text).diagnostics
    assert {one.code for one in found} == {"LT051"}
    straight = DOCUMENT.replace(written[0], re.sub("[“”„]", '"', written[1]), 1)
    assert apply_fixes(text, found).text == straight


@pytest.mark.parametrize("name", ["the “long” step", "“long” steps", "“long” or “short”", "’tis one"])
def test_curly_quotes_inside_a_text_are_its_own(name: str) -> None:
    assert compile_text(DOCUMENT.replace("name: a step", f"name: {name}")).diagnostics == ()


@pytest.mark.parametrize("price", ["{$frog.zone}-{$to} for $5", "{$frog.zone}-{$to} $toad", "{$frog.zone}-{$to} $"])
def test_a_dollar_in_a_notation_that_names_no_parameter_is_text(price: str) -> None:
    assert [one.code for one in compile_text(DOCUMENT.replace("{$frog.zone}-{$to}", price)).diagnostics] == []


def _slips_of_one_key() -> Iterator[tuple[int, str]]:
    """Yield every omitted or doubled quote, bracket and colon: the line, and the document."""
    for mark in re.finditer(r"[\"\[\]{}]|:(?=\s)", DOCUMENT):
        line = DOCUMENT.count("\n", 0, mark.start()) + 1
        yield line, DOCUMENT[: mark.start()] + DOCUMENT[mark.end() :]
        yield line, DOCUMENT[: mark.start()] + mark[0] * 2 + DOCUMENT[mark.end() :]


def test_a_slip_of_one_key_is_one_finding_at_its_line_and_its_fix_leaves_none() -> None:
    wrong: list[tuple[int, list[str]]] = []
    slips = list(_slips_of_one_key())
    for line, text in slips:
        found = compile_text(text).diagnostics
        fixed = apply_fixes(text, found)
        left = compile_text(fixed.text).diagnostics if fixed.taken else ()
        if [one.span.line for one in found if one.span is not None] != [line] or left:
            wrong.append((line, [f"{one.code} {one.message}" for one in (*found, *left)]))
    assert wrong == []
    assert len(slips) > 150
