"""Definition and references: a mark in a small game shows the cursor."""

from __future__ import annotations

import re

import pytest

from ludotome.language import definition, references

GAME = """# Small

```yaml
metadata: { id: small, players: { min: 2, max: 2 }, seats: [White, Black] }
constants: { goal: 3 }
globalVars: [ { name: mood, type: [calm, angry], init: calm } ]
perPlayerVars: [ { name: score, type: int, min: 0, max: 9 } ]
zones:
  - { id: deck, owner: none, ordering: stack }
  - { id: hand, owner: player }
  - grid: { id: field, rows: 2, cols: 2, names: algebraic }
regions: { corner: [a1], home: { White: [a1], Black: [b2] } }
tokenTypes:
  - { id: card, props: { cost: { type: int, min: 0, max: goal } } }
macros:
  - { name: cheap, params: [$c], expr: "$c.cost < goal" }
  - { name: gain, params: [$n], effects: [ addVar: { var: score, delta: $n } ] }
setup:
  - createToken: { type: card, zone: deck, count: 4, props: { cost: 1 } }
  - draw: { from: deck, to: hand:each, count: 1 }
actions:
  - id: play
    params: [ { name: $card, domain: "tokensInZone(hand) where cheap(it)" } ]
    pre: "count($x in tokensInZone(hand) where $x.cost <= $card.cost) > 0 and mood == calm"
    effects:
      - moveToken: { token: $card, to: a1 }
      - roll: { bind: $d, sides: 6 }
      - gain: ["$d"]
      - setVar: { var: mood, value: angry }
endConditions:
  - { when: "lastActor.score >= goal", result: { type: win, player: lastActor } }
tests:
  - { name: a card is played, moves: [play 1], expect: { mood: angry, "White.score": 0 } }
```
"""


def place(mark: str, nth: int = 0) -> int:
    """Return the offset of the character after `|` in *mark*, at its *nth* occurrence."""
    before = mark.index("|")
    found, needle = -1, mark.replace("|", "")
    for _ in range(nth + 1):
        found = GAME.index(needle, found + 1)
    return found + before


def line_of(offset: int) -> str:
    return GAME[GAME.rindex("\n", 0, offset) + 1 : GAME.index("\n", offset)].strip()


@pytest.mark.parametrize(
    ("use", "declared"),
    [
        ('"$c.cost < |goal"', "constants: { goal"),
        ("$c.|cost <", "props: { cost"),
        ("var: |score", "name: score"),
        ("lastActor.|score", "name: score"),
        ('"White.|score"', "name: score"),
        ('"|White.score"', "seats: [White"),
        ("home: { |White", "seats: [White"),
        ("from: |deck", "id: deck"),
        ("to: |hand:each", "id: hand"),
        ("tokensInZone(|hand) where cheap", "id: hand"),
        ("where |cheap(it)", "name: cheap"),
        ("- |gain:", "name: gain"),
        ("delta: |$n", "params: [$n"),
        ("token: |$card", "name: $card"),
        ("<= |$card.cost", "name: $card"),
        ("where |$x.cost", "count($x"),
        ('["|$d"]', "bind: $d"),
        ("type: |card", "id: card"),
        ("props: { |cost: 1", "props: { cost"),
        ("mood == |calm", "[calm"),
        ("value: |angry", "angry]"),
        ("expect: { |mood", "name: mood"),
        ("moves: [|play 1", "id: play"),
        ("init: |calm", "[calm"),
    ],
)
def test_definition(use: str, declared: str) -> None:
    span = definition(GAME, place(use))
    assert span is not None
    name = re.findall(r"\$?\w+", declared)[-1]
    assert GAME[span.start : span.end] == name
    assert span.start == GAME.index(declared) + declared.rindex(name)


def test_a_cell_is_declared_by_its_board() -> None:
    span = definition(GAME, place("to: |a1"))
    assert span is not None
    assert line_of(span.start).startswith("- grid")


def test_words_of_the_language_and_prose_have_no_definition() -> None:
    assert definition(GAME, place("player: |lastActor")) is None
    assert definition(GAME, place("# |Small")) is None
    assert definition("", 0) is None
    assert references(GAME, place("# |Small")) == ()


def test_references_are_every_declaration_and_use() -> None:
    spans = references(GAME, place("|goal: 3"))
    assert [line_of(span.start)[:12] for span in spans] == [
        "constants: {",
        "- { id: card",
        "- { name: ch",
        '- { when: "l',
    ]
    assert {GAME[span.start : span.end] for span in spans} == {"goal"}


def test_two_bindings_of_one_name_are_two_symbols() -> None:
    text = GAME.replace("bind: $d", "bind: $card").replace('["$d"]', '["$card"]')
    first = references(text, text.index("name: $card") + 6)
    second = references(text, text.index("bind: $card") + 6)
    assert len(first) == 3
    assert len(second) == 2
    assert not set(first) & set(second)


def test_a_broken_document_still_has_its_names() -> None:
    text = GAME.replace("moveToken: { token: $card, to: a1 }", "moveToken: { token: $card, to: ")
    span = definition(text, text.index("score >= goal") + 10)
    assert span is not None
    assert span.start == text.index("goal: 3")
