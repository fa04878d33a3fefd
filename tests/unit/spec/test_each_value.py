"""createToken with `each`: its expansion, and typical errors."""

# ruff: noqa: E501, ISC004  (one case a line)

from __future__ import annotations

import pytest

from ludotome.gamedef import encode
from ludotome.spec import compile_text

GAME = """# Cards

```yaml
metadata: {{ id: cards, players: {{ min: 2, max: 2 }}, seats: [Ann, Bob] }}
zones: [ {{ id: deck, ordering: stack }}, {{ id: hand, owner: player, visibility: owner }} ]
tokenTypes: [ {{ id: card, props: {{ suit: {{ type: [hearts, spades] }}, rank: {{ type: int, min: 1, max: 9 }} }} }} ]
constants: {{ most: 3 }}
setup:
  - {effect}
  - shuffle: deck
actions: [ {{ id: take, effects: [ draw: {{ from: deck, to: hand, count: 1 }} ] }} ]
endConditions: [ {{ when: empty(deck), result: {{ type: draw }} }} ]
```
"""


def made(effect: str) -> str:
    game_def = compile_text(GAME.format(effect=effect)).game_def
    assert game_def is not None
    return str(encode(game_def)["setup"][0])


@pytest.mark.parametrize(
    ("short", "long", "binders"),
    [
        (
            "createToken: { type: card, zone: deck, count: 2, each: { suit: [spades, hearts], rank: 1..most } }",
            "forEach: { bind: $suit_1, over: [spades, hearts], effects: [ forEach: { bind: $rank_2, over: 1..most, effects: "
            "[ createToken: { type: card, zone: deck, count: 2, props: { suit: $suit_1, rank: $rank_2 } } ] } ] }",
            2,
        ),
        (
            "createToken: { type: card, zone: hand:each, props: { suit: spades }, each: { rank: [4, 2] } }",
            "forEach: { bind: $each_2, over: players, effects: [ forEach: { bind: $rank_1, over: [4, 2], effects: "
            "[ createToken: { type: card, zone: 'hand:$each_2', props: { suit: spades, rank: $rank_1 } } ] } ] }",
            2,
        ),
    ],
)
def test_it_means_loops_over_the_values(short: str, long: str, binders: int) -> None:
    assert made(short).count("forEach") == binders
    assert made(short) == made(long)


@pytest.mark.parametrize(
    ("each", "code", "path", "suggestion"),
    [
        ("{ suits: [hearts] }", "LT208", "each.suits", "write `suit`"),
        ("{ suit: [hearts, spade] }", "LT117", "each.suit[1]", "write `spades`"),
        ("{ suit: hearts }", "LT117", "each.suit", "write lists or ranges"),
        ("{ rank: 9 }", "LT117", "each.rank", "write lists or ranges"),
        ("{ rank: [] }", "LT117", "each.rank", "write lists or ranges"),
        ("{ rank: [1, 2, 1] }", "LT117", "each.rank[2]", "list it once; `count` makes more of every token"),
        ("[suit, rank]", "LT117", "each", "write lists or ranges"),
        ("{}", "LT117", "each", "write lists or ranges"),
        ("{ suit: [hearts] }, props: { suit: hearts }", "LT117", "each.suit", "remove one of them"),
        ("{ " + ", ".join(f"p{number}: [1]" for number in range(17)) + " }", "LT117", "each", "write several effects"),
        ("{ rank: 1..1000000000 }", "LT313", "each.rank", "smaller"),
    ],
)
def test_faults_are_shown_where_they_are_written(each: str, code: str, path: str, suggestion: str) -> None:
    effect = f"createToken: {{ type: card, zone: deck, each: {each} }}"
    found = [one for one in compile_text(GAME.format(effect=effect)).diagnostics if one.severity == "error"]
    assert [(one.code, one.path) for one in found] == [(code, f"setup[0].createToken.{path}")]
    assert suggestion in (found[0].suggestion or "")
