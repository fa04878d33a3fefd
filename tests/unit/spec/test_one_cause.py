"""One error gives one diagnostic: at the wrong text, with what to write, and no diagnostics that follow from it."""

from __future__ import annotations

import pytest

from ludotome.spec import compile_text

DOCUMENT = """# Foxes

```yaml
metadata: { id: foxes, players: { min: 2, max: 2 }, seats: [Red, Grey], maxPlies: 200 }
zones:
  - grid: { rows: 5, cols: 5, directions: 8, names: algebraic }
orientation: { Red: n, Grey: s }
perPlayerVars: [ { name: scored, type: int, min: 0, max: 900 } ]
tokenTypes:
  - id: fox
    movement: [ { step: orthogonal } ]
  - id: chief
    movement: [ { step: directions } ]
setup:
  - place:
      Red: { fox: [a1, b1, d1, e1], chief: [c1] }
      Grey: { fox: [a5, b5, d5, e5], chief: [c5] }
macros:
  - { name: late, expr: "turn > 40" }
actions:
  - id: move
    params:
      - { name: $p, domain: "tokens(fox, chief) where owner == actor" }
      - { name: $to, domain: "destinations($p)" }
    effects:
      - capture: $to
      - moveToken: { token: $p, to: $to }
      - addVar: { var: scored, delta: 1 }
    notation: "{$p.zone}{if occupied($to): x}{$to}"
endConditions:
  - when: "not exists(tokens(chief) where owner == active)"
    result: { type: win, player: lastActor }
  - when: "late() or turn >= 120 or lastActor.scored > 99"
    result: { type: draw }
tests:
  - { name: a step, moves: [a1a2], expect: { "top(a2).owner": Red } }
  - { name: a loss, position: { Red: { chief: [a1] } }, outcome: { win: Red } }
```
"""
# the text, its replacement; the code, the underlined text, and the suggestion
CASES = [
    ("tokens(fox, chief) where", "tokens(fox, cheif) where", "LT203", "cheif", "write `chief`"),
    ("tokens(fox, chief) where", "tokens where", "LT220", "tokens", "write `tokens()`"),
    ("tokens(fox, chief) where", "fox where", "LT220", "fox", "write `tokens(fox)`"),
    ("late() or", "chief == b2.kind or", "LT208", "kind", "write one of `owner`"),
    ("late() or", "b2.type == chief or", "LT208", "b2.type", "write `top(b2).type`"),
    ("late() or", "late or", "LT220", "late", "write `late()`"),
    ("destinations($p)", "board() where row == 1", "LT229", "board()", "write `board` without `()`"),
    ("late() or", "exists(allOther() where out) or", "LT229", "allOther()", "write `allOther` without `()`"),
    ("where owner == actor", "where owner() == actor", "LT229", "owner()", "write `owner` without `()`"),
    ("- id: move", "-id: move", "LT020", "-", "write `- ` with a space"),
    ("[Red, Grey]", "[#Red, Grey]", "LT024", "#Red, Grey], maxPlies: 200 }", "put the value with `#` in quotes"),
    ("[Red, Grey]", "[Red, #Grey]", "LT024", "#Grey], maxPlies: 200 }", "put the value with `#` in quotes"),
    ("occupied($to): x", "occupied($to) x", "LT116", "if occupied($to) x", "`{if CONDITION: TEXT}`"),
    ("occupied($to): x", "occupied($to):x", "LT116", "if occupied($to):x", "`{if CONDITION: TEXT}`"),
    ('"destinations($p)"', "“destinations($p)”", "LT051", "“destinations($p)”", "straight quotes"),
    ("turn >= 120", "turn >= “120”", "LT051", "“120”", "straight quotes"),
    ("- capture: $to", "- capture $to", "LT242", "capture $to", "write `capture: $to`"),
    ("- capture: $to", "- capture($to)", "LT242", "capture($to)", "write `capture: $to`"),
    ("- capture: $to", "- roll: d6", "LT243", "roll", "write `roll: { bind: $roll, sides: 6 }`"),
    ("win: Red", "win: Blue", "LT238", "Blue", "`Grey`"),
    ("{ win: Red }", "{ type: win, winners: [Red, Blue] }", "LT238", "Blue", "`Grey`"),
    ('"top(a2).owner": Red', "at: 5", "LT220", "at", "declare it"),
    ('"top(a2).owner": Red', '"top(a9).owner": Red', "LT220", "a9", "the name of a zone"),
    ('"top(a2).owner": Red', '"top(a2) = none": Red', "LT050", "=", "write `==`"),
    ("lastActor.scored", "lastActor.pos", "LT208", "pos", "write one of `scored`, `opponent`"),
    ("Grey: s }", "Gray: s }", "LT238", "Gray", "write `Grey`"),
    ("moves: [a1a2]", "moves: a1a2", "LT107", "a1a2", "a list, such as `[ a1a2 ]`"),
    (
        "movement: [ { step: directions } ]",
        "movement: king",
        "LT107",
        "king",
        "such as `[ { step: forward, onto: empty } ]`",
    ),
    ("    params:", "    limits: 3\n    params:", "LT107", "3", "a list, such as `[ { scope: turn, max: 1 } ]`"),
    (
        "- id: chief",
        "- id: chief\n    props: old",
        "LT107",
        "old",
        "such as `{ name: { type: int, min: 0, max: 3, init: 0 } }`",
    ),
    (
        'where owner == actor"',
        'where owner == "Red""',
        "LT027",
        '"tokens(fox, chief) where owner == "Red""',
        'write `Red` without quotes: `"tokens(fox, chief) where owner == Red"`',
    ),
    (
        'owner == active)"',
        'owner == "Red")"',
        "LT027",
        '"not exists(tokens(chief) where owner == "Red")"',
        'write `Red` without quotes: `"not exists(tokens(chief) where owner == Red)"`',
    ),
    ('> 99"', '> 99""', "LT027", '"late() or turn >= 120 or lastActor.scored > 99""', 'scored > 99"`'),
    ("[ { step: orthogonal } ]", "[ { step: orthogonal ]", "LT030", "{", "write `}` where it ends, before `]`"),
    ("[a1a2],", "[a1a2,", "LT030", "[", "write `]` where it ends, before `}`"),
    # the bracket at the end of the line closes the inner mapping, and the list continues below
    ('"top(a2).owner": Red } }', '"top(a2).owner": Red }', "LT030", "{", "is never closed"),
    ("- id: move", "id: move", "LT026", "params:", "or write `- id: move` if an entry of a list begins there"),
    ('"{$p.zone}{if occupied($to): x}{$to}"', "{$to}", "LT017", "{$to}", 'put the value in quotes: `"{$to}"`'),
    ("to: $to }", "to: cells }", "LT220", "cells", "undefined name `cells`; write `$to`"),
    ("    effects:", '    pre: "row == 3"\n    effects:', "LT220", "row", "write `$to.row`"),
    ('"top(a2).owner": Red', "a2.occupied: true", "LT208", "a2.occupied", "write `occupied(a2)`"),
    ("Grey: s }", "Grey: s ]", "LT032", "]", "write `}`, which closes `{`"),
    ("rows: 5", 'rows: "5"', "LT107", '"5"', "write `5` without quotes"),
    ("late() or", "occupied($to) or", "LT207", "$to", "`$to` belongs to the action `move`"),
    ("max: 900 }", "max: 9000000000 }", "LT406", "9000000000", "to 2147483647"),
    ("- { name: late,", "- { params: $a, name: late,", "LT107", "$a", "a list, such as `[ $a ]`"),
]


def test_a_bracket_closed_late_shows_the_one_it_should_end_before() -> None:
    text = DOCUMENT.replace("[ { step: orthogonal } ]", "[ { step: orthogonal ]")
    (label,) = compile_text(text).diagnostics[0].labels
    assert (label.text, text[label.span.start - 1 : label.span.end]) == ("it should end before this", " ]")


def test_the_document_itself_is_right() -> None:
    assert [one.message for one in compile_text(DOCUMENT).diagnostics] == []


@pytest.mark.parametrize(("right", "wrong", "code", "underlined", "help_"), CASES, ids=[case[1] for case in CASES])
def test_one_mistake_is_one_finding(right: str, wrong: str, code: str, underlined: str, help_: str) -> None:
    assert right in DOCUMENT
    text = DOCUMENT.replace(right, wrong, 1)
    found = compile_text(text).diagnostics
    assert [(one.code, one.span and text[one.span.start : one.span.end]) for one in found] == [(code, underlined)]
    assert help_ in f"{found[0].message}; {found[0].suggestion}"


def test_a_missing_seat_name_is_the_only_error() -> None:
    text = DOCUMENT.replace("players: { min: 2, max: 2 }", "players: { min: 2, max: 3 }")
    assert [one.code for one in compile_text(text).diagnostics] == ["LT404"]


def test_a_seat_left_out_is_missed_once() -> None:
    text = DOCUMENT.replace("[Red, Grey]", "[Red]")
    assert [one.code for one in compile_text(text).diagnostics] == ["LT404"]
