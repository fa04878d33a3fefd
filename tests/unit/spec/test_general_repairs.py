"""Repairs by shape and type: no list of words of other languages is needed for them."""

from __future__ import annotations

import pytest

from ludotome.diagnostics import apply_fixes
from ludotome.spec import compile_text

TEXT = """\
```yaml
metadata: { id: shapes, players: { min: 2, max: 2 }, seats: [X, O] }
zones: [ grid: { rows: 3, cols: 3, directions: 8 } ]
tokenTypes:
  - id: man
    movement:
      - { slide: diagonal, onto: empty }
setup: [ createToken: { type: man, zone: cell_0_0, owner: X } ]
actions:
  - id: put
    params: [ { name: $c, domain: "board where empty(it)" } ]
    pre: "turn < 9"
    effects: [ createToken: { type: man, zone: $c, owner: actor } ]
  - id: clear
    params: [ { name: $t, domain: "tokens(man)" } ]
    effects: [ destroyToken: { token: $t } ]
endConditions: [ { when: noLegalMoves, result: { type: draw } } ]
```
"""
# what is right, and what somebody wrote for it
WRITTEN = [
    ("zone: $c", "quux: $c"),
    ("zone: cell_0_0", "sq: cell_0_0"),
    ('domain: "tokens(man)"', 'oneOf: "tokens(man)"'),
    ("{ token: $t }", "{ victim: $t }"),
    ("players: { min: 2, max: 2 }", "minPlayers: 2, maxPlayers: 2"),
    ("players: { min: 2, max: 2 }", "player_min: 2, player_max: 2"),
    ("{ slide: diagonal, onto: empty }", "{ kind: slide, ways: diagonal, onto: empty }"),
    ("seats: [X, O]", "seats: { entries: [X, O] }"),
    ("seats: [X, O]", "seats: [{ title: X }, { title: O }]"),
    ('pre: "turn < 9"', 'pre: [ "turn < 9" ]'),
    ('pre: "turn < 9"', 'pre:\n      - "turn < 9"'),
    ("{ type: man, zone: $c, owner: actor }", "{ foo: man, bar: $c, baz: actor }"),  # by type: a man, a cell, a player
    ("zone: cell_0_0, owner: X", "qux: X, quux: cell_0_0"),
    ("players: { min: 2, max: 2 }, seats: [X, O]", "players: [X, O]"),
    ("metadata: { id: shapes, players", "id: shapes\nmetadata: { players"),
    ("metadata: { id: shapes,", "metadata: { id: shapes, title: Shapes and types,"),
    ("result: { type: draw }", "type: draw"),
    ("zones: [ grid: { rows: 3, cols: 3, directions: 8 } ]", "zones: [ { grid: [3, 3], directions: 8 } ]"),
    ("tokenTypes:\n  - id: man\n", "figures:\n  - id: man\n"),  # the only section with such entries
    ('domain: "board where empty(it)"', 'domain: "board if empty(it)"'),
    ("effects: [ destroyToken: { token: $t } ]", "effects: [ $t.destroy() ]"),
]
# A game with variables and hands, and what somebody wrote in it
HANDS = """\
```yaml
metadata: { id: hands, players: { min: 2, max: 2 }, maxPlies: 50 }
constants: { goal: 5 }
zones:
  - { id: deck, ordering: stack }
  - { id: hand, owner: player, ordering: set }
globalVars:
  - { name: pot, type: int, min: 0, max: 9, init: 0 }
perPlayerVars:
  - { name: score, type: int, min: 0, max: 9, init: 0 }
tokenTypes:
  - { id: card }
setup:
  - createToken: { type: card, count: 4, zone: deck }
  - draw: { from: deck, to: hand:each, count: 1 }
actions:
  - id: gain
    pre: "pot < goal"
    effects:
      - roll: { bind: $d, sides: 6 }
      - addVar: { var: pot, delta: 1 }
      - setVar: { var: pot, value: pot // 2 }
      - setVar: { var: score, player: actor, value: 0 }
    limits: [ { scope: turn, max: 2 } ]
  - id: drop
    params: [ { name: $card, domain: "tokensInZone(hand)" } ]
    pre: "actor.score < 3"
    effects:
      - moveToken: { token: $card, to: deck }
endConditions: [ { when: "pot == goal", result: { type: draw } } ]
```
"""
WRITTEN_IN_HANDS = [
    ("type: int, min: 0, max: 9, init: 0 }\nperPlayerVars", "type: int(0..9), init: 0 }\nperPlayerVars"),
    ("name: pot,", "name: $pot,"),
    ("bind: $d", "bind: d"),
    ("  - roll: { bind: $d, sides: 6 }", "  - d = random.randint(1, 6)"),
    ("addVar: { var: pot, delta: 1 }", "increment: { var: pot }"),
    ("addVar: { var: pot, delta: 1 }", "increment: pot"),
    ("delta: 1 }", 'delta: "+1" }'),
    ("setVar: { var: pot, value: pot // 2 }", "pot //= 2"),
    ("value: pot // 2", "value: floor(pot // 2)"),
    ("createToken: { type: card, count: 4, zone: deck }", "createToken: { card: 4, zone: deck }"),
    ("draw: { from: deck, to: hand:each, count: 1 }", "draw(deck, hand:each, 1)"),
    ("limits: [ { scope: turn, max: 2 } ]", "limits: { turn: 2 }"),
    ("constants: { goal: 5 }", "constants: [ { constant: goal, holds: 5 } ]"),
    ('pre: "pot < goal"', 'pre: "pot < constants.goal"'),
    ('pre: "actor.score < 3"', 'pre: "score[actor] < 3"'),
    ("moveToken: { token: $card, to: deck }", "$card.moveTo(deck)"),
    ("  - { id: card }", "  - card: {}"),
    ("{ id: hand, owner: player,", "{ id: hand, owner: each,"),
]

# A game of steps, and what somebody wrote in it
STEPS = """\
```yaml
metadata: { id: steps, players: { min: 2, max: 2 }, seats: [X, O], maxPlies: 50 }
zones: [ grid: { rows: 3, cols: 3 } ]
tokenTypes: [ { id: man } ]
setup: [ place: ". . ./. m ./. . ." ]
actions:
  - id: walk
    params:
      - { name: $t, domain: "tokens(man)" }
      - { name: $z, domain: "adjacentZones($t.zone)" }
      - { name: $n, domain: 1..3 }
    pre: "$n <= turn + 1"
    effects: [ moveToken: { token: $t, to: $z } ]
endConditions: [ { when: turn > 9, result: { type: win, player: lastActor } } ]
```
"""
WRITTEN_IN_STEPS = [
    ("{ name: $n, domain: 1..3 }", "{ name: $n, type: int, min: 1, max: 3 }"),
    ("{ name: $n, domain: 1..3 }", '{ name: $n, domain: "1..=3" }'),
    ("[ moveToken: { token: $t, to: $z } ]", '[ "$t.zone = $z" ]'),
    ("adjacentZones($t.zone)", "adjacent($t.zone)"),
    ("result: { type: win, player: lastActor }", "result: win lastActor"),
    ('setup: [ place: ". . ./. m ./. . ." ]', "setup: |\n  . . .\n  . m .\n  . . ."),
]


def mended(text: str) -> str:
    """Return *text* after three rounds of certain fixes."""
    for _ in range(3):
        text = apply_fixes(text, compile_text(text).diagnostics).text
    return text


@pytest.mark.parametrize(("right", "wrong"), WRITTEN)
def test_the_only_reading_is_written_by_a_fix(right: str, wrong: str) -> None:
    """And gives the definition that was meant."""
    assert right in TEXT
    text = TEXT.replace(right, wrong)
    assert compile_text(text).game_def is None
    assert compile_text(mended(text)).game_def == compile_text(TEXT).game_def


@pytest.mark.parametrize(("right", "wrong"), WRITTEN_IN_HANDS)
def test_what_is_declared_tells_what_is_meant(right: str, wrong: str) -> None:
    """Variables, zones and types are known, so that a form of another language has one reading."""
    assert right in HANDS
    text = HANDS.replace(right, wrong, 1)
    assert compile_text(text).game_def is None
    assert compile_text(mended(text)).game_def == compile_text(HANDS).game_def


def test_what_is_taken_away_is_added_with_the_other_sign() -> None:
    """Also where it is an expression."""
    text = HANDS.replace("addVar: { var: pot, delta: 1 }", "decrement: { var: pot, by: $d + 1 }")
    meant = HANDS.replace("delta: 1 }", 'delta: "-($d + 1)" }')
    assert compile_text(mended(text)).game_def == compile_text(meant).game_def


def test_several_variables_in_one_effect_are_several_effects() -> None:
    """Each is set by itself."""
    text = HANDS.replace("setVar: { var: pot, value: pot // 2 }", "setVar: { pot: 3, score: 0 }")
    meant = HANDS.replace(
        "setVar: { var: pot, value: pot // 2 }",
        "setVar: { var: pot, value: 3 }\n      - setVar: { var: score, value: 0 }",
    )
    assert compile_text(mended(text)).game_def == compile_text(meant).game_def


def test_several_conditions_are_joined() -> None:
    """All of a list must hold."""
    text = TEXT.replace('pre: "turn < 9"', 'pre: [ "turn < 9", "turn > 1 or turn == 0" ]')
    meant = TEXT.replace('pre: "turn < 9"', 'pre: "turn < 9 and (turn > 1 or turn == 0)"')
    assert compile_text(mended(text)).game_def == compile_text(meant).game_def


@pytest.mark.parametrize(
    ("right", "wrong"),
    [
        ("type: man, zone: $c", "type: man, foo: $c, bar: $c"),  # one of two cells
        ("{ token: $t }", "{ foo: $t, bar: $t }"),  # which is which?
        ("metadata: { id: shapes,", "metadata: { id: shapes, winner: X,"),  # perhaps a rule
        ("tokenTypes:\n  - id: man", "things:\n  - name: man\n    type: int"),  # variables of whom?
        ("players: { min: 2, max: 2 }", "minPlayers: 2"),  # the most is not said
    ],
)
def test_what_has_no_single_reading_is_left_to_the_author(right: str, wrong: str) -> None:
    """An error stays, and nothing is invented."""
    text = mended(TEXT.replace(right, wrong))
    assert compile_text(text).game_def is None


@pytest.mark.parametrize(("right", "written"), WRITTEN_IN_STEPS)
def test_what_is_written_for_steps_is_repaired(right: str, written: str) -> None:
    assert right in STEPS
    intended = compile_text(STEPS).game_def
    assert intended is not None
    assert compile_text(mended(STEPS.replace(right, written, 1))).game_def == intended
