"""What people of other languages write gets the right word, with a fix after which it is the game they meant."""

from __future__ import annotations

from pathlib import Path

import pytest

from ludotome.diagnostics import mend, render
from ludotome.gamedef import to_json
from ludotome.spec import compile_text

INTENDED = Path(__file__).parents[2] / "repairs" / "intended"
GAMES = {file.stem: file.read_text(encoding="utf-8") for file in INTENDED.glob("*.md")}
NESTED_IF = """      - if:
          when: "$die == 1"
          then:
            - setVar: { var: pot, value: 0 }
            - endTurn
          else:
            - addVar: { var: pot, delta: $die }
"""
FLAT_IF = """      - if: "$die == 1"
        then:
          - setVar: { var: pot, value: 0 }
          - endTurn
        else:
          - addVar: { var: pot, delta: $die }
"""
PYTHON_IF = """      - if $die == 1:
          - setVar: { var: pot, value: 0 }
          - endTurn
        else:
          - addVar: { var: pot, delta: $die }
"""
PLACE_IN_LIST = """  - place:
      White: { runner: "row == 4" }
      Black: { runner: "row == 0" }
"""
PLACE_IN_MAPPING = """  place:
    White: { runner: "row == 4" }
    Black: { runner: "row == 0" }
"""
# the game, what stands there, what is written instead, and what the first suggestion says
HABITS = [
    ("marks", "endConditions:", "end_conditions:", "write `endConditions`"),
    ("marks", "- when: noLegalMoves", "- condition: noLegalMoves", "write `when`"),
    ("marks", "cols: 3", "columns: 3", "write `cols`"),
    ("marks", "empty(it)", "is_empty(it)", "write `empty`"),
    ("marks", "when: noLegalMoves", 'when: "len(legalMoves) == 0"', "write `noLegalMoves`"),
    ("marks", "when: noLegalMoves", 'when: "not legalMoves"', "write `noLegalMoves`"),
    ("marks", '"board where empty(it)"', '"board.filter(c => empty(c))"', "write `board where empty(it)`"),
    ("marks", '"board where empty(it)"', '"filter(lambda c: empty(c), board)"', "write `board where empty(it)`"),
    ("marks", '"board where empty(it)"', '"[c for c in board if empty(c)]"', "write `board where empty(it)`"),
    ("ring", "turn < 2 or exists", "turn < 2 || exists", "write `or`"),
    (
        "ring",
        '"sum(players, it.claimed) > 10"',
        '"players.map(p => p.claimed).sum() > 10"',
        "write `sum(players, it.claimed) > 10`",
    ),
    ("runners", "{ White: n, Black: s }", "{ White: up, Black: down }", "write `n`"),
    (
        "runners",
        "- moveToken: { token: $piece, to: $to }",
        "- moveToken($piece, $to)",
        "write `moveToken: { token: $piece, to: $to }`",
    ),
    ("dice", NESTED_IF, FLAT_IF, "write `if: { when: CONDITION, then: [ … ], else: [ … ] }`"),
    ("runners", PLACE_IN_LIST, PLACE_IN_MAPPING, "begin each effect with `- `"),
    ("ring", "actions:\n  - id: claim\n", "actions:\n  claim:\n", None),
    ("dice", "  - { name: pot, type: int,", "  pot: { type: int,", "each entry with its name"),
    ("marks", "- grid: { rows: 3, cols: 3, directions: 8 }", "- grid(3, 3)", "write `grid: { rows: 3, cols: 3 }`"),
    ("ring", "- hex: { radius: 2 }", "- hex(2)", "write `hex: { radius: 2 }`"),
    ("cards", "- { id: hand, owner: player,", "- hand: { owner: player,", "write `{ id: hand, … }`"),
    ("dice", "roll: { bind: $die, sides: 6 }", "roll: { sides: 6 }", "add `bind: $die`"),
    ("dice", "roll: { bind: $die, sides: 6 }", "roll: d6", "write `roll: { bind: $die, sides: 6 }`"),
    ("cards", '"tokensInZone(hand)"', "hand", "write `tokensInZone(hand)` for what lies in it"),
    ("cards", "count(tokensInZone(deck))", "count(deck)", "write `tokensInZone(deck)` for what lies in it"),
    ("marks", "players: { min: 2, max: 2 }", "players: 2", "write `{ min: 2, max: 2 }`"),
    ("marks", '"board where empty(it)"', '"board with empty(it)"', "write `where`"),
    ("runners", '"destinations($piece)"', '"$piece.destinations()"', "write `destinations($piece)`"),
    (
        "runners",
        '- { name: $to, domain: "destinations($piece)" }',
        '- $to: "destinations($piece)"',
        "name: $to, domain",
    ),
    ("runners", '"destinations($piece)"', '"destinations($piece);"', "remove it"),
    # calls where a mapping is meant
    ("marks", "  - grid: { rows: 3, cols: 3, directions: 8 }", "  board: grid(3, 3, directions=8)", "write `[ grid: {"),
    ("marks", "- grid: { rows: 3, cols: 3, directions: 8 }", "- square: { size: 3, directions: 8 }", "write `grid`"),
    ("marks", "- grid: { rows: 3,", "- board: { shape: square, rows: 3,", "write `grid: { … }`"),
    ("ring", "- hex: { radius: 2 }", "- hexagon: { radius: 2 }", "write `hex`"),
    (
        "marks",
        "result: { type: win, player: lastActor }",
        "result: win(lastActor)",
        "write `{ type: win, player: lastAc",
    ),
    ("marks", "result: { type: draw }", "result: draw()", "write `{ type: draw }`"),
    ("marks", "result: { type: draw }", "result: Draw", "write `{ type: draw }`"),
    ("cards", '{ type: rank, by: ["$player.points"] }', 'rank(by=["$player.points"])', "write `{ type: rank, by: ["),
    ("marks", "result: { type: win, player: lastActor }", "result: win\n    player: lastActor", "write `result: {"),
    # statements where an effect is meant
    ("dice", "roll: { bind: $die, sides: 6 }", "$die = randint(1, 6)", "write `roll: { bind: $die, sides: 6 }`"),
    ("dice", NESTED_IF, PYTHON_IF, "write `if: { when: CONDITION, then: [ … ] }`"),
    ("dice", "addVar: { var: score, player: actor, delta: pot }", "addVar: { actor.score: pot }", "write `addVar: {"),
    # properties by what their owner is
    ("cards", '"tokensInZone(hand)"', '"hand.cards"', "write `tokensInZone(hand)`"),
    ("cards", "$card.worth", "$card.props.worth", "write `$card.worth`"),
    ("cards", "$card.worth", "\"$card['worth']\"", "write `$card.worth`"),
    ("runners", "lastActor.opponent)", "lastActor.opponent())", "write `lastActor.opponent`"),
    # other writing
    ("cards", "owner: player, visibility: owner", "perPlayer: true, visibility: owner", "write `owner: player`"),
    ("runners", "params:", "inputs:", "write `params`"),
    ("runners", '"destinations($piece)"', "destinations(?piece)", "write `$`"),
]
PYTHON_TERNARY = ('"pot > 0"', '"(turn > 3 ? pot > 1 : pot > 0)"', '"(if turn > 3 then pot > 1 else pot > 0)"')
# What another line of the same habit would need: these are not whole documents after one replacement.
PARTIAL = {"actions:\n  claim:\n", "- grid(3, 3)"}


@pytest.mark.parametrize(("game", "right", "habit", "suggestion"), HABITS, ids=[case[2] for case in HABITS])
def test_a_habit_has_its_suggestion_and_a_fix_that_means_the_same(
    game: str, right: str, habit: str, suggestion: str | None
) -> None:
    original = GAMES[game]
    assert right in original
    text = original.replace(right, habit, 1)
    found = [one for one in compile_text(text).diagnostics if one.severity == "error"]
    assert found
    if suggestion is not None:
        assert any(suggestion in (one.suggestion or "") for one in found)
    if habit in PARTIAL:
        return
    assert all(one.fix is not None for one in found)
    mended, intended = compile_text(mend(text, compile_text).text).game_def, compile_text(original).game_def
    assert mended is not None
    assert intended is not None
    assert to_json(mended) == to_json(intended)


def test_a_conditional_operator_is_an_if() -> None:
    right, habit, meant = PYTHON_TERNARY
    text = GAMES["dice"].replace(right, habit)
    assert mend(text, compile_text).text == GAMES["dice"].replace(right, meant)


@pytest.mark.parametrize("condition", ["a ? b", "a ? b, c : d", "f(a ? b) : c", "a ? b ? c : d : e"])
def test_a_question_mark_without_its_colon_has_no_fix(condition: str) -> None:
    text = GAMES["dice"].replace('"pot > 0"', f'"{condition}"')
    found = [one for one in compile_text(text).diagnostics if "`?` is not an operator" in one.message]
    assert found
    assert found[0].fix is None


def test_a_for_statement_is_a_loop() -> None:
    loop = "  - for $n in 1..3:\n      - createToken: { type: card, zone: deck, count: 4, props: { worth: $n } }\n"
    meant = (
        "  - forEach:\n        bind: $n\n        over: 1..3\n        effects:\n"
        "          - createToken: { type: card, zone: deck, count: 4, props: { worth: $n } }\n"
    )
    right = "  - createToken: { type: card, zone: deck, count: 12 }\n"
    assert mend(GAMES["cards"].replace(right, loop), compile_text).text == GAMES["cards"].replace(right, meant)


def test_names_of_planners_are_ours_in_the_whole_block() -> None:
    text = GAMES["runners"].replace("$piece", "?piece").replace("$to", "?to")
    assert mend(text, compile_text).text == GAMES["runners"]


def test_range_is_pythons() -> None:
    text = (
        GAMES["dice"].replace("over: players", "over: players").replace('pre: "pot > 0"', 'pre: "pot in range(1, 9)"')
    )
    (found,) = [one for one in compile_text(text).diagnostics if one.severity == "error"]
    assert found.suggestion == "write `1..8`"
    assert "pot in 1..8" in mend(text, compile_text).text


@pytest.mark.parametrize("wrong", ["shop", "zzzzzz", "frobnicate(1)", "board.frob"])
@pytest.mark.parametrize("game", sorted(GAMES))
def test_never_more_than_five_candidates_are_listed(game: str, wrong: str) -> None:
    text = GAMES[game].replace(
        "endConditions:", f'endConditions:\n  - when: "{wrong} == 1"\n    result: {{ type: draw }}', 1
    )
    text = text.replace("    effects:\n", "    qqqq: 1\n    effects:\n      - zzzz: 1\n", 1)
    result = compile_text(text)
    assert result.diagnostics
    for found in result.diagnostics:
        assert len(found.alternatives) <= 5
        assert (found.suggestion or "").count("`, `") <= 4
    assert " more)" not in render(result.diagnostics, text)


def test_far_references_list_candidates_of_the_right_kind_in_declaration_order() -> None:
    text = GAMES["cards"].replace("- shuffle: deck", "- shuffle: shop")
    (found,) = [one for one in compile_text(text).diagnostics if one.severity == "error"]
    assert found.alternatives[:3] == ("deck", "hand", "discard")
