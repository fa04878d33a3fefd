"""Repairs by shape and type, which need no list of words of other languages."""

from __future__ import annotations

import pytest

from ludotome.diagnostics import apply_fixes, mend
from ludotome.spec import compile_text
from ludotome.spec.expressions import rewrite

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
# the correct text, and a typical error
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
    ("zones: [ grid: { rows: 3, cols: 3, directions: 8 } ]", "board: { square: 3, directions: 8 }"),
    (
        "zones: [ grid: { rows: 3, cols: 3, directions: 8 } ]",
        "equipment:\n  - board: { square: [3, 3], directions: 8 }",
    ),
    (
        "zones: [ grid: { rows: 3, cols: 3, directions: 8 } ]",
        "things:\n  zones: [ grid: { rows: 3, cols: 3, directions: 8 } ]",
    ),
    ("metadata: { id: shapes,", "metadata: { id: shapes, version: 1.2,"),
    ("  - id: man\n", "  - id: man\n    owner: player\n"),
    ("  - id: clear\n", "  - id: clear\n    description: Take a man away.\n"),
    (
        "[ createToken: { type: man, zone: $c, owner: actor } ]",
        "[ createToken: man, zone: $c, owner: actor ]".replace("[", "[ {").replace(" ]", " } ]"),
    ),
    ("zone: $c, owner: actor", "zone: $c, owner: $player"),  # it can mean nothing else where it is not bound
    ("createToken: { type: man, zone: $c, owner: actor }", "add: { piece: man, to: $c, owner: actor }"),
    ('{ name: $c, domain: "board where empty(it)" }', "{ name: $c, domain: board, where: empty(it) }"),
    ('pre: "turn < 9"', 'requirements: [ "turn < 9" ]'),
    ('domain: "board where empty(it)"', 'domain: "cells in board where empty(it)"'),
    ("when: noLegalMoves", "when: no legal moves"),
    ("when: noLegalMoves", "when: legalMoves is empty"),
    ("when: noLegalMoves", "when: empty(legalMoves)"),
    *(
        ('domain: "board where empty(it)"', f'domain: "{written}"')
        for written in (
            "board.filter(empty)", "filter(empty, board)", "filter(board, empty)", "board[empty]",
            "(z for z in board if empty(z))", "board.filter { empty(it) }", "board.filter { z -> empty(z) }",
            "board.filter(function(z) { return empty(z); })", "board.iter().filter(|z| empty(z))",
            "SELECT * FROM board WHERE empty(it)", "all z in board where empty(z)", "z in board where empty(z)",
            "board where empty(this)", "board where empty(_)", "board where empty",
            "all empty cells", "empty squares", "emptyCells", "free_cells", "sites(Empty)", "(sites Empty)",
            "empty_cells()", "getEmptyCells()", "board.emptyCells", "{z in board : empty(z)}",
            "{ z in board | empty(z) }", "{ z | z in board, empty(z) }", "$z in board where empty($z)",
            "SELECT cell FROM board WHERE cell IS EMPTY", "empty(board)",
            "select from board where empty(it)", "SELECT board WHERE IS EMPTY",
        )
    ),
    ('domain: "tokens(man)"', 'type: token, oneOf: "tokens(man)"'),
    ("  - id: man\n", "  - id: man\n    type: object\n"),
    ("  - id: man\n", "  - id: man\n    owner: X\n"),
    ("slide: diagonal", "slide: bishop"),
    ("zones: [ grid: { rows: 3, cols: 3, directions: 8 } ]", "zones: [ (board (square 3)): { directions: 8 } ]"),
    ("zones: [ grid: { rows: 3, cols: 3, directions: 8 } ]", "things: [ grid: { rows: 3, cols: 3, directions: 8 } ]"),
    ("createToken: { type: man, zone: $c, owner: actor }", "place: { token: man, at: $c, owner: actor }"),
    (
        "setup: [ createToken: { type: man, zone: cell_0_0, owner: X } ]",
        "setup: [ place: [ { owner: X, type: man, zones: [cell_0_0] } ] ]",
    ),
    ("players: { min: 2, max: 2 }", "players: { 2 }"),
    *(
        ("zones: [ grid: { rows: 3, cols: 3, directions: 8 } ]", f"zones: [ {written} ]")
        for written in (
            "grid: { size: 3x3, directions: 8 }", "grid: [3, 3, 8]", "{ type: grid, size: 3 x 3, directions: 8 }",
            "board: { rectangle: [3, 3], directions: all }",
        )
    ),
    ("when: noLegalMoves", "when: noLegalMoves(active)"),
    ("when: noLegalMoves", 'when: "(no Moves Next)"'),
    ('pre: "turn < 9"', 'pre: "turn < 9u8"'),
]  # fmt: skip
# A game with variables and hands, and typical errors in it.
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
ZONES = "zones:\n  - { id: deck, ordering: stack }\n  - { id: hand, owner: player, ordering: set }\n"
VARIABLES = """\
globalVars:
  - { name: pot, type: int, min: 0, max: 9, init: 0 }
perPlayerVars:
  - { name: score, type: int, min: 0, max: 9, init: 0 }
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
    ("  - roll: { bind: $d, sides: 6 }", "  - roll: d6\n        bind: $d"),
    ("  - roll: { bind: $d, sides: 6 }", '  - let: { bind: $d, value: "roll(6)" }'),
    ("draw: { from: deck, to: hand:each, count: 1 }", "draw: { from: deck, to: hand:each }"),
    ("moveToken: { token: $card, to: deck }", "moveToken: { from: $card, to: deck }"),
    ("globalVars:", "variables:"),
    ("perPlayerVars:", "state:"),
    ("max: 9, init: 0 }\nperPlayerVars:", "max: 9, init: 0, scope: global }\nperPlayerVars:"),
    ("tokensInZone(hand)", "tokens in hand"),
    ("tokensInZone(hand)", "tokens() in hnad"),  # the misspelling is fixed first
    ("tokensInZone(hand)", "card in hand"),
    ("tokensInZone(hand)", "tokens(hand)"),  # a zone, not a type
    ("tokensInZone(hand)", "cards(hand)"),
    ('[ { name: $card, domain: "tokensInZone(hand)" } ]', '{ card: "tokensInZone(hand)" }'),
    ('[ { name: $card, domain: "tokensInZone(hand)" } ]', '[ { card: "tokensInZone(hand)" } ]'),
    ('[ { name: $card, domain: "tokensInZone(hand)" } ]', '[ "$card in tokensInZone(hand)" ]'),
    ('[ { name: $card, domain: "tokensInZone(hand)" } ]', '[ { $card: { domain: "tokensInZone(hand)" } } ]'),
    ('{ name: $card, domain: "tokensInZone(hand)" }', '{ name: $card, type: token, domain: "tokensInZone(hand)" }'),
    ("  - roll: { bind: $d, sides: 6 }", "  - const d = roll(6);"),
    ("  - roll: { bind: $d, sides: 6 }", "  - $d: roll d6"),
    ("  - roll: { bind: $d, sides: 6 }", "  - let: { $d: roll(6) }"),
    ("moveToken: { token: $card, to: deck }", "moveToken: [$card, deck]"),
    (ZONES, "zones: [ deck: { ordering: stack }, hand: { owner: player, ordering: set } ]\n"),
    (ZONES, "zones: { deck: { ordering: stack }, hand: { owner: player, ordering: set } }\n"),
    ("players: { min: 2, max: 2 }", "num_players: 2"),
    ("players: { min: 2, max: 2 }", 'players: "2"'),
    ("players: { min: 2, max: 2 }", "players: 2..=2"),
    ("players: { min: 2, max: 2 }", "players: { count: 2 }"),
    ("type: int, min: 0, max: 9, init: 0 }\nperPlayerVars", "min: 0, max: 9, init: 0 }\nperPlayerVars"),
    ("type: int, min: 0, max: 9, init: 0 }\nperPlayerVars", "type: u8, min: 0, max: 9, init: 0 }\nperPlayerVars"),
    ("limits: [ { scope: turn, max: 2 } ]", "maxPerTurn: 2"),
    ("draw: { from: deck, to: hand:each, count: 1 }", "moveTop: { from: deck, to: hand:each }"),
    ("draw: { from: deck, to: hand:each, count: 1 }", "draw: { from: deck, to: each player's hand, count: 1 }"),
    ("draw: { from: deck, to: hand:each, count: 1 }", "draw: { from: the deck, to: each hand, count: 1 }"),
    ("setVar: { var: pot, value: pot // 2 }", "pot: pot // 2"),
    ("moveToken: { token: $card, to: deck }", "move: { from: $card.zone, to: deck }"),
    ("moveToken: { token: $card, to: deck }", "move: { from: $card, to: deck }"),
    ("moveToken: { token: $card, to: deck }", "deck.append($card)"),
    ("moveToken: { token: $card, to: deck }", "hand.remove($card)\n      - deck.append($card)"),
    ("moveToken: { token: $card, to: deck }", "moveToken $card deck"),
    ("moveToken: { token: $card, to: deck }", "moveToken: $card to deck"),
    ("moveToken: { token: $card, to: deck }", "move $card to deck"),
    (
        VARIABLES,
        VARIABLES.replace("globalVars", "vars")
        .replace("perPlayerVars:\n", "")
        .replace("init: 0 }\n  -", "init: 0, scope: global }\n  -")
        .replace("init: 0 }", "init: 0, scope: player }"),
    ),
    (
        VARIABLES,
        """\
variables:
  pot: { scope: global, type: int, range: 0..9, init: 0 }
  score: { scope: player, type: int, range: 0..9, init: 0 }
""",
    ),
]

# A game of steps, and typical errors in it.
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
    ("{ name: $n, domain: 1..3 }", '{ name: $n, domain: "[1..3]" }'),
    *(
        ("{ name: $n, domain: 1..3 }", f"{{ name: $n, domain: {written} }}")
        for written in ("1-3", "[1..3]", "{ 1..3 }", "{ min: 1, max: 3 }", "{ from: 1, to: 3 }")
    ),
    ("{ name: $n, domain: 1..3 }", '{ name: $n, domain: "list(range(1, 4))" }'),
    ("{ name: $n, domain: 1..3 }", '{ name: $n, domain: "BETWEEN 1 AND 3" }'),
    ("[ moveToken: { token: $t, to: $z } ]", '[ "$t.zone = $z" ]'),
    ("adjacentZones($t.zone)", "adjacent($t.zone)"),
    ("result: { type: win, player: lastActor }", "result: win lastActor"),
    ("result: { type: win, player: lastActor }", "result: { win: lastActor }"),
    ("result: { type: win, player: lastActor }", "result: [ type: win, player: lastActor ]"),
    ("result: { type: win, player: lastActor }", "result: { type: win, player: mover }"),
    ("zones: [ grid: { rows: 3, cols: 3 } ]", "zones: [ grid: [ { rows: 3 }, { cols: 3 } ] ]"),
    ('setup: [ place: ". . ./. m ./. . ." ]', "setup: |\n  . . .\n  . m .\n  . . ."),
]


def mended(text: str) -> str:
    """Return *text* after three rounds of certain fixes."""
    for _ in range(3):
        text = apply_fixes(text, compile_text(text).diagnostics).text
    return text


@pytest.mark.parametrize(("right", "wrong"), WRITTEN)
def test_the_only_reading_is_written_by_a_fix(right: str, wrong: str) -> None:
    """And gives the intended definition."""
    assert right in TEXT
    text = TEXT.replace(right, wrong)
    assert compile_text(text).game_def is None
    assert compile_text(mended(text)).game_def == compile_text(TEXT).game_def


@pytest.mark.parametrize(("right", "wrong"), WRITTEN_IN_HANDS)
def test_what_is_declared_tells_what_is_meant(right: str, wrong: str) -> None:
    """Variables, zones and types are known, so that a form of another language has only one meaning."""
    assert right in HANDS
    text = HANDS.replace(right, wrong, 1)
    assert compile_text(text).game_def is None
    assert compile_text(mended(text)).game_def == compile_text(HANDS).game_def


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("pot.zero?", "pot == 0"),
        ("pot == 3 unless turn > 3", "pot == 3 and not (turn > 3)"),
        ("any player has score > 3", "exists(players where it.score > 3)"),
        ("for all players: it.score > 3", "all(players, it.score > 3)"),
        ("all(players where score > 3)", "all(players where score > 3)"),
        ("the deck has fewer than 3 cards", "count(tokensInZone(deck)) < 3"),
        ("deck and deck are not empty", "not empty(deck) and not empty(deck)"),
        ("(SELECT COUNT(*) FROM players WHERE it.score > 3) > 1", "count(players where it.score > 3) > 1"),
        ("pot == ${goal}", "pot == goal"),
        ("countTokens(card) == 0", "count(tokens(card)) == 0"),
        ("count(tokens(active)) == 0", "count(tokens() where owner == active) == 0"),
        ("count(tokens(owner == active)) == 0", "count(tokens() where owner == active) == 0"),
        ("sum(score) > 3", "sum(players, it.score) > 3"),
        ("exists(players where rich)", "exists(players where rich(it))"),
        ("exists(players where it.score > 3 as i32)", "exists(players where it.score > 3)"),
    ],
)
def test_a_condition_in_other_words_is_one_of_ours(written: str, meant: str) -> None:
    """And a fix writes it."""
    text = HANDS.replace("setup:\n", 'macros: [ { name: rich, params: [$p], expr: "$p.score > 3" } ]\nsetup:\n')
    if written != meant:
        assert mend(text.replace("pot == goal", written), compile_text).text == text.replace("pot == goal", meant)


def test_a_macro_with_its_parameters_as_a_key_is_named() -> None:
    text = HANDS.replace("setup:\n", 'macros:\n  rich(p): "p.score > 3"\nsetup:\n')
    meant = HANDS.replace("setup:\n", 'macros: [ { name: rich, params: [$p], expr: "$p.score > 3" } ]\nsetup:\n')
    assert compile_text(mended(text)).game_def == compile_text(meant).game_def


def test_records_of_seats_are_a_mapping_of_them() -> None:
    text = SIDES.replace('    X: "row == 0"', '    - { player: X, where: "row == 0" }')
    text = text.replace('    O: "row == 2"', '    - { player: O, where: "row == 2" }')
    assert compile_text(mended(text)).game_def == compile_text(SIDES).game_def


def test_a_pass_without_effects_has_none_and_no_other_action() -> None:
    """An action with another name may lack what it does."""
    passed = HANDS.replace("  - id: drop\n", "  - id: pass\n    effects:\n  - id: drop\n")
    meant = HANDS.replace("  - id: drop\n", "  - id: pass\n    effects: []\n  - id: drop\n")
    assert mend(passed, compile_text).text == meant
    other = passed.replace("id: pass", "id: bid")
    assert mend(other, compile_text).text == other


def test_tokens_in_the_zone_of_their_owner_are_not_given_to_all() -> None:
    text = HANDS.replace("zone: deck }\n  - draw", "zone: hand, owner: P1 }\n  - draw").replace(
        "max: 2 }, max", "max: 2 }, seats: [P1, P2], max"
    )
    assert mend(text, compile_text).text == text.replace("zone: hand, owner", "zone: hand:P1, owner")


def test_a_rank_is_not_a_row() -> None:
    """Ranks of a chess board are counted from the bottom and from 1."""
    board = TEXT.replace("directions: 8 }", "directions: 8, names: algebraic }").replace("cell_0_0", "a1")
    for written, meant in [("rank == 3", "row == 0"), ("it.rank > 1", "it.row < 2")]:
        text = board.replace("board where empty(it)", f"board where {written}")
        assert mend(text, compile_text).text == board.replace("board where empty(it)", f"board where {meant}")
    down = board.replace("algebraic", "algebraicDown").replace("board where empty(it)", "board where rank == 3")
    assert mend(down, compile_text).text == down.replace("rank == 3", "row == 2")


@pytest.mark.parametrize(
    ("section", "written"),
    [
        ("perPlayerVars: [ { name: rank, type: int, min: 0, max: 9, init: 0 } ]\n", "actor.rank == 3"),
        ("globalVars: [ { name: rank, type: int, min: 0, max: 9, init: 0 } ]\n", "rank == 3"),
        ("perZoneVars: [ { name: rank, type: int, min: 0, max: 9, init: 0 } ]\n", "it.rank == 3"),
    ],
)
def test_a_rank_that_is_declared_is_none_of_a_chess_board(section: str, written: str) -> None:
    board = TEXT.replace("directions: 8 }", "directions: 8, names: algebraic }").replace("cell_0_0", "a1")
    text = board.replace("setup:", f"{section}setup:").replace("board where empty(it)", f"board where {written}")
    assert compile_text(text).game_def is not None


def test_tokens_have_the_rows_of_their_zones_and_zones_the_owners_of_their_tokens() -> None:
    """Unless something else that is bound has such a property, which may be meant."""
    for written, meant in [
        ("tokens(man) where row == 0", "tokens(man) where it.zone.row == 0"),
        ("tokens(man) where row(it) == 0", "tokens(man) where it.zone.row == 0"),
    ]:
        text = TEXT.replace('domain: "tokens(man)"', f'domain: "{written}"')
        assert mend(text, compile_text).text == TEXT.replace('domain: "tokens(man)"', f'domain: "{meant}"')
    text = TEXT.replace("board where empty(it)", "board where it.type == man")
    assert mend(text, compile_text).text == text.replace("it.type", "top(it).type")
    text = STEPS.replace("$n <= turn + 1", "$z.type == man")
    assert mend(text, compile_text).text == text


def test_what_is_taken_away_is_added_with_the_other_sign() -> None:
    """Also if it is an expression."""
    text = HANDS.replace("addVar: { var: pot, delta: 1 }", "decrement: { var: pot, by: $d + 1 }")
    meant = HANDS.replace("delta: 1 }", 'delta: "-($d + 1)" }')
    assert compile_text(mended(text)).game_def == compile_text(meant).game_def


def test_several_variables_in_one_effect_are_several_effects() -> None:
    """Each is set separately."""
    text = HANDS.replace("setVar: { var: pot, value: pot // 2 }", "setVar: { pot: 3, score: 0 }")
    meant = HANDS.replace(
        "setVar: { var: pot, value: pot // 2 }",
        "setVar: { var: pot, value: 3 }\n      - setVar: { var: score, value: 0 }",
    )
    assert compile_text(mended(text)).game_def == compile_text(meant).game_def


def test_several_conditions_are_joined() -> None:
    """All conditions of a list must hold."""
    text = TEXT.replace('pre: "turn < 9"', 'pre: [ "turn < 9", "turn > 1 or turn == 0" ]')
    meant = TEXT.replace('pre: "turn < 9"', 'pre: "turn < 9 and (turn > 1 or turn == 0)"')
    assert compile_text(mended(text)).game_def == compile_text(meant).game_def


@pytest.mark.parametrize(
    ("right", "wrong"),
    [
        ("type: man, zone: $c", "type: man, foo: $c, bar: $c"),  # one of two cells
        ("{ token: $t }", "{ foo: $t, bar: $t }"),  # which is which?
        ("metadata: { id: shapes,", "metadata: { id: shapes, winner: X,"),  # perhaps a rule
        ("tokenTypes:\n  - id: man", "things:\n  - name: man\n    type: int"),  # whose variables?
        ("players: { min: 2, max: 2 }", "minPlayers: 2"),  # the maximum is missing
    ],
)
def test_what_has_no_single_reading_is_left_to_the_author(right: str, wrong: str) -> None:
    """The error remains, and nothing is invented."""
    text = mended(TEXT.replace(right, wrong))
    assert compile_text(text).game_def is None


@pytest.mark.parametrize(("right", "written"), WRITTEN_IN_STEPS)
def test_what_is_written_for_steps_is_repaired(right: str, written: str) -> None:
    assert right in STEPS
    intended = compile_text(STEPS).game_def
    assert intended is not None
    assert compile_text(mended(STEPS.replace(right, written, 1))).game_def == intended


# A game with dice and two sides, and typical errors in it.
SIDES = """\
```yaml
metadata: { id: sides, players: { min: 2, max: 2 }, seats: [X, O], maxPlies: 50 }
zones: [ grid: { rows: 3, cols: 3 } ]
orientation: { X: n, O: s }
regions:
  goal:
    X: "row == 0"
    O: "row == 2"
globalVars:
  - { name: pot, type: int, min: 0, max: 9, init: 0 }
tokenTypes: [ { id: man } ]
turnStructure: { phases: [ { id: main, ends: manual } ] }
actions:
  - id: put
    params: [ { name: $c, domain: "board where empty(it)" } ]
    effects:
      - createToken: { type: man, zone: $c, owner: actor }
      - if:
          when: "pot == 9"
          then:
            - setVar: { var: pot, value: 0 }
          else:
            - addVar: { var: pot, delta: 1 }
      - forEach:
          bind: $z
          over: "adjacentZones($c) where top(it).owner == actor.opponent"
          effects:
            - setTokenProp: { token: top($z), prop: owner, value: actor }
      - endTurn
    notation: "to {$c}"
endConditions:
  - { when: "exists(lastActor.goal where occupied(it))", result: { type: win, player: lastActor } }
```
"""
IF_POT = """\
      - if:
          when: "pot == 9"
          then:
            - setVar: { var: pot, value: 0 }
          else:
"""
WHEN_POT = """\
      - when: "pot == 9"
        then:
            - setVar: { var: pot, value: 0 }
        else:
"""
WRITTEN_IN_SIDES = [
    ("{ X: n, O: s }", "[ X: n, O: s ]"),
    ("{ X: n, O: s }", "\n  - X: n\n  - O: s"),
    ('    X: "row == 0"\n    O: "row == 2"', '    - X: "row == 0"\n    - O: "row == 2"'),
    ('    X: "row == 0"\n    O: "row == 2"', '    - { X: "row == 0" }\n    - { O: "row == 2" }'),
    (IF_POT, WHEN_POT),
    ("      - endTurn", "      - events.endTurn"),
    ("      - endTurn", "      - this.endTurn();"),
    ("      - endTurn", "      - endTurn: true"),
    ("top(it).owner ==", "top(it)?.owner =="),
    (
        'over: "adjacentZones($c) where top(it).owner == actor.opponent"',
        'over: "adjacentZones($c)"\n          where: "top(it).owner == actor.opponent"',
    ),
    ("zone: $c, owner: actor", "zone: $c, owner: $me"),
]


@pytest.mark.parametrize(("right", "written"), WRITTEN_IN_SIDES)
def test_what_is_written_for_sides_is_repaired(right: str, written: str) -> None:
    assert right in SIDES
    text = SIDES.replace(right, written, 1)
    assert compile_text(text).game_def is None
    assert compile_text(mended(text)).game_def == compile_text(SIDES).game_def is not None


def test_a_dollar_before_a_brace_is_warned_of_unless_it_may_be_a_price() -> None:
    """JavaScript writes `${to}`; a cell has no price, and a number may have one."""
    text = SIDES.replace('"to {$c}"', '"to ${$c}"')
    (found,) = (one for one in compile_text(text).diagnostics if one.severity != "info")
    assert (found.code, found.fix is not None) == ("LT510", True)
    assert compile_text(mended(text)).game_def == compile_text(SIDES).game_def
    priced = SIDES.replace('"to {$c}"', '"to {$c} for ${pot}"')
    assert [one.code for one in compile_text(priced).diagnostics if one.severity != "info"] == []


def test_an_effect_without_fields_says_so() -> None:
    """And does not require fields that it does not have."""
    text = SIDES.replace("      - endTurn", "      - endTurn: 3")
    assert "`endTurn` has no fields" in [one.message for one in compile_text(text).diagnostics]


# Odd texts where the repairs search: each gives an answer and no exception.
ODD = [
    "equipment: [ { setup: [ { tests: } ] }, {} ]",
    "equipment: { setup: { setup: { setup: [] } }, board: { square: 99999999999999999999 } }",
    "orientation: [ { A: n }, { A: n }, 3, [ B ], { a: { b: [ c ] } } ]",
    "G: { man: 1, put: 2, __init__: { type: int } }",
    "variables: { ? [a, b] : 3, {x: y}: 2, null: ~, 3: { type: int } }",
    "vars: [ [1], {}, null ]\nstate: 3\nstuff: { tests: { tests: x }, metadata: [ id, x ] }",
    "variables:\n  - { ? [1]: 2, name: x }\nstate:\n  - { name: (.*)+, type: int, min: 0, max: 1 }",
    "board: { square: [3, x], rectangle: true }\nboard2: { hex: { radius: -1 } }",
    "setup:\n  - roll: d99999999999999999999\n    bind: $d\n  - when: { a: b }\n    else: 3",
    "setup:\n  - endTurn: { x: 1 }\n  - a.b.c.d\n  - forEach: { bind: $z, over: board, where: 3 }",
    "setup:\n  - forEach: { bind: $z, over: x where y, where: z }\n  - let: { bind: $q, value: roll(0) }",
]


@pytest.mark.parametrize("written", ODD)
def test_odd_texts_get_an_error_with_a_suggestion(written: str) -> None:
    text = TEXT.replace("setup: [", "tests: [] # [").replace("actions:\n", f"{written}\nactions:\n", 1)
    assert any(found.severity == "error" and found.suggestion for found in compile_text(mended(text)).diagnostics)


def test_a_die_in_an_expression_is_reported_with_the_effect_to_use() -> None:
    text = SIDES.replace("delta: 1", 'delta: "roll(pot)"')
    assert "`roll` is an effect: write `- roll: …` in a list of effects" in [
        found.suggestion for found in compile_text(text).diagnostics
    ]


def test_variables_of_unknown_scope_are_reported_with_the_three_sections() -> None:
    text = SIDES.replace("globalVars:", "vars:").replace("init: 0 }", "init: 0, colour: red }")
    assert "write one of `globalVars`, `perPlayerVars`, `perZoneVars`" in [
        found.suggestion for found in compile_text(text).diagnostics
    ]


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("exists(z in zones where run(z, empty(it)) > 1)", "exists($z in zones where run($z, empty(it)) > 1)"),
        ("all(p in players, p.score > 1)", "all($p in players, $p.score > 1)"),
        ("turn > 1, turn < 9", "turn > 1 and turn < 9"),
    ],
)
def test_an_element_that_is_named_without_its_sign_is_named(written: str, meant: str) -> None:
    """And conditions separated by commas must all hold."""
    text = HANDS.replace("pot == goal", written)
    assert mend(text, compile_text).text == HANDS.replace("pot == goal", meant)


def test_a_chain_of_fixes_goes_through_errors_that_follow_from_another() -> None:
    """A parameter is unknown until its list can be read, and no fix of its own says so."""
    text = TEXT.replace('[ { name: $c, domain: "board where empty(it)" } ]', '{ c: "board.filter(z => z.isEmpty())" }')
    assert mend(text, compile_text).text == TEXT


@pytest.mark.parametrize(
    "opened",
    [
        ".filter{", "function(z) { return ", "{", "SELECT * OF ", "all z of ", "no legal ", "(sites ", "{ z in ",
        "board[it.row", "x has fewer than ", "x and y are ", "(SELECT COUNT(*) FROM ", "step(", "${",
    ],
)  # fmt: skip
@pytest.mark.parametrize("filling", [" ", "x", "x ", "x where ", "{", "a->"])
def test_a_form_that_is_begun_and_never_ended_is_left_as_it_is(opened: str, filling: str) -> None:
    """At any length: each form can match in only one way, so that no hostile text takes long."""
    assert rewrite((opened + filling * 2000)[:1990]) is None
