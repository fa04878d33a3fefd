"""Tests with `deals` and `draws`: the requested tokens are drawn, or the test fails and says why."""

# ruff: noqa: E501  (one case a line)

from __future__ import annotations

import pytest

from ludotome.play import load_text

CARDS = """# Cards

```yaml
metadata: {{ id: cards, players: {{ min: 2, max: 3 }}, seats: [Ann, Bob, Eve] }}
zones:
  - {{ id: deck, owner: none, visibility: hidden, ordering: stack }}
  - {{ id: table, owner: none, visibility: public, ordering: set }}
  - {{ id: hand, owner: player, visibility: owner, ordering: set }}
tokenTypes:
  - {{ id: card, props: {{ suit: {{ type: [red, black] }}, rank: {{ type: int, min: 1, max: 5 }} }} }}
  - {{ id: joker }}
setup:
  - forEach: {{ bind: $r, over: "1..5", effects: [ createToken: {{ type: card, zone: deck, props: {{ rank: $r, suit: red }} }} ] }}
  - createToken: {{ type: joker, zone: deck }}
  - shuffle: deck
  - draw: {{ from: deck, to: hand:each, count: 2 }}
actions:
  - id: take
    effects:
      - roll: {{ bind: $n, sides: 2 }}
      - draw: {{ from: deck, to: table, count: 1 }}
      - if: {{ when: "exists(tokensInZone(table) where type == joker)", then: [ moveAll: {{ from: table, to: hand }} ] }}
    notation: take
endConditions: [ {{ when: noLegalMoves, result: {{ type: draw }} }} ]
tests:
  - {{ name: it, {test} }}
```
"""
SUM = '"sum($c in tokensInZone({0}.hand) where type == card, $c.rank)": {1}'


def failures(test: str) -> tuple[str, ...]:
    (result,) = load_text(CARDS.format(test=test)).run_tests()
    return result.failures


@pytest.mark.parametrize("seed", range(8))
@pytest.mark.parametrize(
    "test",
    [
        f"deals: [ [hand:Ann, [card: {{ rank: 1 }}, card: {{ rank: 2 }}]] ], expect: {{ {SUM.format('Ann', 3)} }}",
        f"deals: [ [hand:Bob, [card: {{ rank: 5 }}, joker]] ], expect: {{ {SUM.format('Bob', 5)} }}",
        # others leave tokens that are requested later, even if the first would take one
        "deals: [ [hand:Ann, [card, card]], [hand:Bob, [card: { suit: red, rank: 1 }]] ], expect: { 'exists(tokensInZone(Bob.hand) where rank == 1)': true }",
        f"draws: [card: {{ rank: 4 }}, card: {{ rank: 5 }}], expect: {{ {SUM.format('Ann', 9)} }}",
        f"deals: [ [Bob.hand, [joker]] ], draws: [card: {{ rank: 4 }}, card: {{ rank: 5 }}], expect: {{ {SUM.format('Ann', 9)} }}",
        "rolls: [2], deals: [ [table, [card: { rank: 3 }]] ], moves: [take], expect: { top(table).rank: 3 }",
        "players: 3, deals: [ [hand:Eve, [joker]] ], expect: { 'exists(tokensInZone(Eve.hand) where type == joker)': true }",
    ],
)
def test_what_is_wanted_is_drawn(test: str, seed: int) -> None:
    assert failures(f"seed: {seed}, {test}") == ()


@pytest.mark.parametrize(
    ("test", "words"),
    [
        ("draws: [joker, joker]", "`draws` wants `joker`, but no such token can be drawn here"),
        (
            "deals: [ [hand:Ann, [card: { rank: 1 }]], [hand:Bob, [card: { rank: 1 }]] ]",
            "wants `card: { rank: 1 }` for hand of Bob, but no such token can be drawn here",
        ),
        ("deals: [ [hand:Ann, [joker, card, card]] ]", "`deals`: never dealt to hand of Ann: `card`"),
        ("deals: [ [table, [joker]] ]", "never dealt to table: `joker`"),
        ("draws: [card, card, card, card, joker]", "`draws`: never drawn: `joker`"),
        ("deals: [ [hand:Eve, [joker]] ]", "`Eve.hand`, which nobody has in this game"),
        ("deals: [ [table, [joker]] ], moves: [take]", "but it came to hand of Ann; use `draws`"),
    ],
)
def test_what_cannot_be_drawn_fails_with_words(test: str, words: str) -> None:
    (found,) = failures(test)
    assert words in found


def test_the_last_token_of_a_deck_is_not_a_question_but_counts_as_dealt() -> None:
    last = "players: 3, deals: [ [hand:Eve, [joker, card: { rank: 2 }]] ], expect: { zoneCount(deck): 0 }"
    assert failures(last) == ()
