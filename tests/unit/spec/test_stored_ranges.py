"""Numbers outside the range of their variable or property are reported if they would be clamped silently."""

# ruff: noqa: E501  (one case a line)

from __future__ import annotations

import pytest

from ludotome.diagnostics import Diagnostic
from ludotome.spec import check_text, compile_text

GAME = """# Ranges

```yaml
metadata: { id: ranges, players: { min: 2, max: 2 }, seats: [Ann, Bob] }
parameters: { top: { default: 9, min: 1, max: 20 }, low: { default: 1, min: 1, max: 6 }, open: { default: true } }
constants: { next: top + 1 }
zones:
  - grid: { rows: 2, cols: 2, names: algebraic }
  - { id: deck, ordering: stack, capacity: 99 }
globalVars: [ { name: heat, type: int, min: 0, max: 5 } ]
perZoneVars: [ { name: seeds, type: int, min: 0, max: 5 } ]
tokenTypes:
  - { id: card, props: { rank: { type: int, min: 1, max: 9 } } }
  - { id: ace, props: { rank: { type: int, min: 10, max: 14 } } }
setup:
  - createToken: { type: card, zone: deck, props: { rank: 1 } }
  - SETUP
actions:
  - id: put
    params: [ { name: $cell, domain: "board where empty(it)" }, { name: $n, domain: 1..20 } ]
    effects: [ createToken: { type: card, zone: $cell, props: { rank: $n } }, EFFECT ]
endConditions: [ { when: "noLegalMoves or heat + highest(board, it.seeds) > 9", result: { type: draw } } ]
tests:
  - { name: a test, legal: [ put a1 1 ]TEST }
```
"""
FINE = {
    "SETUP": "createToken: { type: card, zone: deck, props: { rank: 9 } }",
    "EFFECT": "addVar: { var: heat, delta: 1 }",
    "TEST": "",
}


def document(where: str = "SETUP", written: str = FINE["SETUP"]) -> str:
    text = GAME
    for place, usual in FINE.items():
        text = text.replace(place, written if place == where else usual)
    return text


def errors(text: str) -> list[Diagnostic]:
    return [one for one in compile_text(text).diagnostics if one.severity == "error"]


@pytest.mark.parametrize(
    ("where", "written", "path", "numbers", "suggestion"),
    [
        ("SETUP", "createToken: { type: card, zone: deck, props: { rank: 11 } }", "setup[1].createToken.props.rank", "11", "write a number from 1 to 9, or `max: 11` where `rank` is declared"),
        ("SETUP", "createToken: { type: card, zone: deck, props: { rank: 0 } }", "setup[1].createToken.props.rank", "0", "write a number from 1 to 9, or `min: 0` where `rank` is declared"),
        ("SETUP", "createToken: { type: card, zone: deck, each: { rank: 1..20 } }", "setup[1].createToken.each.rank", "10 to 20", "write `1..9`, or `max: 20` where `rank` is declared"),
        ("SETUP", "createToken: { type: card, zone: deck, each: { rank: 0..10 } }", "setup[1].createToken.each.rank", "0 and 10", "write `1..9`, or `min: 0` and `max: 10` where `rank` is declared"),
        ("SETUP", "createToken: { type: card, zone: deck, each: { rank: [1, 12, 3] } }", "setup[1].createToken.each.rank[1]", "12", "write numbers from 1 to 9, or `max: 12` where `rank` is declared"),
        ("SETUP", "place: { Ann: { card: { cells: [a1], props: { rank: 30 } } } }", "setup[1].place.Ann.card.props.rank", "30", "write a number from 1 to 9"),
        ("SETUP", "place: { vars: { a1.seeds: 6 } }", 'setup[1].place.vars["a1.seeds"]', "6", "write a number from 0 to 5"),
        ("SETUP", "setVar: { var: heat, value: 6 }", "setup[1].setVar.value", "6", "write a number from 0 to 5"),
        ("SETUP", "forEach: { bind: $t, over: tokensInZone(deck), effects: [ setTokenProp: { token: $t, prop: rank, value: 15 } ] }", "setup[1].forEach.effects[0].setTokenProp.value", "15", "write a number from 1 to 14"),
        ("SETUP", "forEach: { bind: $r, over: 3..10, effects: [ createToken: { type: card, zone: deck, props: { rank: $r } } ] }", "setup[1].forEach.over", "10", "write `3..9`"),
        ("EFFECT", "createToken: { type: card, zone: deck, props: { rank: 12 } }", "actions[0].effects[1].createToken.props.rank", "12", "write a number from 1 to 9"),
        ("EFFECT", "createToken: { type: card, zone: deck, props: { rank: $n + 20 } }", "actions[0].effects[1].createToken.props.rank", "21 to 40", "write a number from 1 to 9"),
        ("TEST", ", position: { Ann: { card: { cells: [a2], props: { rank: 10 } } } }", "tests[0].position.Ann.card.props.rank", "10", "write a number from 1 to 9"),
        ("TEST", ", vars: { heat: 6 }", "tests[0].vars.heat", "6", "write a number from 0 to 5"),
        ("TEST", ", draws: [ { card: { rank: 10 } } ]", "tests[0].draws[0].card.rank", "10", "write a number from 1 to 9"),
    ],
)  # fmt: skip
def test_a_number_that_cannot_be_stored_is_an_error(
    where: str, written: str, path: str, numbers: str, suggestion: str
) -> None:
    found = errors(document(where, written))
    assert [(one.code, one.path) for one in found] == [("LT440", path)]
    assert f"cannot be {numbers}: it is a whole number from " in found[0].message
    assert suggestion in (found[0].suggestion or "")


@pytest.mark.parametrize(
    ("where", "written"),
    [
        ("SETUP", "createToken: { type: card, zone: deck, each: { rank: 1..9 } }"),
        ("SETUP", "createToken: { type: if open then card else ace, zone: deck, props: { rank: 9 } }"),
        ("SETUP", "if: { when: not open, then: [ createToken: { type: card, zone: deck, props: { rank: 99 } } ] }"),
        ("SETUP", "forEach: { bind: $r, over: 1..20, effects: [ if: { when: $r < 10, then: [ createToken: { type: card, zone: deck, props: { rank: $r } } ] } ] }"),
        ("SETUP", "forEach: { bind: $r, over: 1..20, effects: [ let: { bind: $r, value: $r % 9 + 1 }, createToken: { type: card, zone: deck, props: { rank: $r } } ] }"),
        ("SETUP", "forEach: { bind: $r, over: 20..19, effects: [ createToken: { type: card, zone: deck, props: { rank: $r } } ] }"),
        ("EFFECT", "setVar: { var: heat, value: 6 }"),  # clamped, as documented for writes during play
        ("EFFECT", "createToken: { type: card, zone: deck, props: { rank: $n } }"),  # may be inside
    ],
)  # fmt: skip
def test_a_number_that_may_be_inside_or_is_never_reached_is_accepted(where: str, written: str) -> None:
    assert errors(document(where, written)) == []


@pytest.mark.parametrize(
    ("rank", "code", "message", "notes"),
    [
        ("next", "LT440", "`rank` cannot be 10", ("`next` is 10, `top` is 9",)),
        ("top * 2", "LT440", "`rank` cannot be 18", ("`top` is 9",)),
        ("top", "LT440", "`rank` cannot be 20", ("`top` is 20", "found with top=20")),
    ],
)
def test_the_values_of_parameters_are_named(rank: str, code: str, message: str, notes: tuple[str, ...]) -> None:
    text = document("SETUP", f"createToken: {{ type: card, zone: deck, props: {{ rank: {rank} }} }}")
    found = [one for one in check_text(text).diagnostics if one.severity == "error"]
    assert [(one.code, one.notes) for one in found] == [(code, notes)]
    assert message in found[0].message


def test_the_ends_of_a_range_can_be_parameters() -> None:
    text = document("SETUP", "createToken: { type: card, zone: deck, each: { rank: low..top } }")
    found = [one for one in check_text(text).diagnostics if one.severity == "error"]
    assert [(one.code, one.message, one.notes) for one in found] == [
        ("LT440", "`rank` cannot be 10 to 20: it is a whole number from 1 to 9", ("`top` is 20, `low` is 1", "found with top=20"))
    ]  # fmt: skip


def test_a_range_that_counts_down_through_a_parameter_is_reported_with_its_value() -> None:
    text = document("SETUP", "createToken: { type: card, zone: deck, each: { rank: 5..top } }")
    found = [one for one in check_text(text.replace("max: 20", "max: 9")).diagnostics if one.severity == "error"]
    assert [(one.code, one.path, one.notes) for one in found] == [
        ("LT117", "setup[1].createToken.each.rank", ("found with top=1",))
    ]
    assert found[0].message == "`rank` has no values: a range counts up, and 5 is more than 1"


@pytest.mark.parametrize(
    ("written", "code", "suggestion"),
    [
        ("createToken: { type: card, zone: deck, each: { rank: 9..1 } }", "LT117", "write `1..9`, or list the values in their order"),
        ("forEach: { bind: $r, over: 9..1, effects: [ shuffle: deck ] }", "LT315", "write `1..9`"),
        ("if: { when: heat in 5..1, then: [ shuffle: deck ] }", "LT315", "write `1..5`"),
    ],
)  # fmt: skip
def test_a_range_that_counts_down_is_an_error(written: str, code: str, suggestion: str) -> None:
    found = errors(document("SETUP", written))
    assert [(one.code, one.suggestion) for one in found] == [(code, suggestion)]


@pytest.mark.parametrize("least", ["low", "2"])
def test_a_range_without_numbers_is_accepted(least: str) -> None:
    """`1..n` with `n` 0 creates no tokens, as intended."""
    text = document("SETUP", f"createToken: {{ type: card, zone: deck, each: {{ rank: {least}..top - 8 }} }}")
    assert errors(text) == []


def test_an_error_in_a_variant_is_shown_in_its_own_file() -> None:
    base = document()
    variant = """# More

```yaml
metadata: { id: more, extends: base.md }
setup: [ inherited, createToken: { type: card, zone: deck, props: { rank: 12 } } ]
```
"""
    found = [one for one in compile_text(variant, {"base.md": base}.__getitem__).diagnostics if one.severity == "error"]
    assert [one.code for one in found] == ["LT440"]
    assert found[0].span is not None
    assert (found[0].span.source, found[0].span.line) == ("", 5)


def test_an_error_in_a_base_is_shown_in_its_file_when_a_variant_narrows_the_range() -> None:
    base = document("SETUP", "createToken: { type: card, zone: deck, each: { rank: 7..9 } }")
    variant = """# Less

```yaml
metadata: { id: less, extends: base.md }
tokenTypes: [ { id: card, props: { rank: { type: int, min: 1, max: 8 } } } ]
```
"""
    found = [one for one in compile_text(variant, {"base.md": base}.__getitem__).diagnostics if one.severity == "error"]
    assert [(one.code, one.message) for one in found] == [
        ("LT440", "`rank` cannot be 9: it is a whole number from 1 to 8")
    ]
    assert found[0].span is not None
    assert found[0].span.source == "base.md"
