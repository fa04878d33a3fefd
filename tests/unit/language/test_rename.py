"""Rename: the definition of the game is equal up to the name, and a name that would change the meaning is refused."""

from __future__ import annotations

import json
import re

import pytest

from ludotome.gamedef import to_json
from ludotome.language import RenameError, can_rename, rename
from ludotome.spec import compile_text
from tests.support.renaming import after_edits, difference
from tests.unit.language.test_navigate import GAME, place


def definition_of(text: str) -> object:
    result = compile_text(text)
    assert result.game_def is not None, result.diagnostics
    return json.loads(to_json(result.game_def))


@pytest.mark.parametrize(
    "use",
    ["|goal: 3", "name: |score", "id: |deck", "id: |hand", "id: |card", "{ |cost: {", "name: |cheap", "name: |gain",
     "params: [|$c", "params: [|$n", "name: |$card", "|$x in", "bind: |$d", "[|calm", "id: |play", "|corner: [",
     "|home: {", "id: |field", "seats: [|White", "name: |mood"],
)  # fmt: skip
def test_a_renamed_game_is_the_same_game(use: str) -> None:
    offset = place(use)
    edits = rename(GAME, offset, "other")
    old = GAME[edits[0].span.start : edits[0].span.end]
    after = after_edits(GAME, edits)
    assert after != GAME
    assert difference(definition_of(GAME), definition_of(after), old, edits[0].replacement) is None
    assert after_edits(after, rename(after, edits[0].span.start, old)) == GAME


@pytest.mark.parametrize(
    ("use", "new", "why"),
    [
        ("name: |score", "mood", "already means"),
        ("id: |deck", "White", "already means"),
        ("name: |score", "and", "already means"),
        ("name: |score", "a1", "already means"),
        ("name: |$card", "$x", "already means"),
        ("name: |score", "two words", "is not a name"),
        ("name: |score", "", "is not a name"),
        ("to: |a1", "b1", "no declaration"),
        ("# |Small", "x", "no name here"),
    ],
)
def test_what_would_change_the_game_is_refused(use: str, new: str, why: str) -> None:
    with pytest.raises(RenameError, match=why):
        rename(GAME, place(use), new)


def test_whether_something_can_be_renamed() -> None:
    span = can_rename(GAME, place("name: |score"))
    assert span is not None
    assert GAME[span.start : span.end] == "score"
    assert can_rename(GAME, place("to: |a1")) is None
    assert can_rename(GAME, 0) is None


DEALT = """```yaml
metadata: { id: small, players: { min: 2, max: 2 }, seats: [White, Black] }
zones:
  - { id: deck, visibility: hidden, ordering: stack }
  - { id: hand, owner: player, visibility: owner }
tokenTypes: [ { id: card, props: { rank: { type: int, min: 1, max: 9 } } } ]
perPlayerVars: [ { name: ready, type: bool, init: true } ]
setup:
  - createToken: { type: card, zone: deck, each: { rank: 1..9 } }
  - shuffle: { zone: deck }
  - draw: { from: deck, to: hand:each, count: 1 }
actions: [ { id: wait, effects: [] } ]
endConditions: [ { when: "turn > 3", result: { type: draw } } ]
look: { fen: [ { K: White.ready }, "-", 1 ] }
tests:
  - name: dealt
    deals: [ [hand:White, [card: { rank: 3 }]] ]
    draws: [ card: { rank: 5 } ]
```
"""


@pytest.mark.parametrize(("name", "number"), [("White", 3), ("hand", 3), ("card", 4), ("rank", 4), ("ready", 2)])
def test_names_in_deals_and_fields_of_a_position_are_renamed(name: str, number: int) -> None:
    edits = rename(DEALT, DEALT.index(name), "other")
    assert len(edits) == number
    assert not re.search(rf"\b{name}\b", after_edits(DEALT, edits))


def test_the_same_name_changes_nothing() -> None:
    assert rename(GAME, place("name: |score"), "score") == ()


PARAMETERS = """```yaml
metadata: { id: small, players: { min: 2, max: 2 } }
parameters: { size: { default: 3, min: 2, max: 9 }, counting: { default: pieces, values: [pieces, cells] } }
constants: { twice: 2 * size }
zones: [ grid: { rows: size, cols: size - 1 } ]
tokenTypes: [ { id: stone } ]
actions:
  - id: put
    params: [ { name: $to, domain: "board where row < size - 1 and empty(it)" } ]
    effects: [ createToken: { type: stone, zone: $to, owner: actor } ]
endConditions: [ { when: "turn > twice or noLegalMoves", result: { type: draw } } ]
scoring: "if counting == pieces then 1 else 0"
tests: [ { name: larger, set: { size: 4, counting: cells }, expect: { twice: 8 } } ]
```
"""


@pytest.mark.parametrize(("name", "number"), [("size", 6), ("counting", 3), ("twice", 3), ("pieces", 3), ("cells", 2)])
def test_parameters_are_renamed_wherever_a_number_stands(name: str, number: int) -> None:
    edits = rename(PARAMETERS, PARAMETERS.index(name), "other")
    assert len(edits) == number
    after = after_edits(PARAMETERS, edits)
    assert difference(definition_of(PARAMETERS), definition_of(after), name, "other") is None
