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
]
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
