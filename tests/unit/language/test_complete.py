"""Completion: the offers at a cursor, in valid and in broken text."""

from __future__ import annotations

import pytest

from ludotome.language import complete
from tests.unit.language.test_navigate import GAME, place


def labels(text: str, offset: int) -> list[str]:
    return [one.label for one in complete(text, offset)]


def typed(old: str, new: str) -> tuple[str, int]:
    """Return the game with *new* in place of *old*, and the offset of the cursor `|` in it."""
    start = GAME.index(old)
    text = GAME[:start] + new.replace("|", "") + GAME[start + len(old) :]
    return text, start + new.index("|")


@pytest.mark.parametrize(
    ("use", "offered"),
    [
        ("token: |$card", ["$card", "none", "cheap", "top", "first"]),
        ("$c.|cost <", ["cost"]),
        ("mood == |calm", ["angry", "calm", "mood", "none"]),
        ("var: |score", ["score"]),
        ("result: { type: |win", ["win", "draw", "lossAll", "score", "rank"]),
        ("owner: |none", ["none", "player"]),
        ("home: { |White", ["White"]),
        ("    |pre:", ["actor", "phase", "pre", "cost", "post", "longest", "limits", "notation"]),
        ("max: |goal", ["goal"]),
        ("id: |play", []),
        ("# |Small", []),
    ],
)
def test_what_is_offered(use: str, offered: list[str]) -> None:
    assert labels(GAME, place(use)) == offered


@pytest.mark.parametrize(
    ("old", "new", "offered"),
    [
        ("to: a1 }", "to: h|", ["hand"]),
        ("to: a1 }", "to: a1, po| }", ["position"]),
        ('"lastActor.score >= goal"', '"lastActor.sc|"', ["score"]),
        ('"lastActor.score >= goal"', '"lastActor.sc| > 2"', ["score"]),
        ('"lastActor.score >= goal"', '"lastActor.score >= go|', ["goal"]),
        ('"lastActor.score >= goal"', '"count(tokensInZone(ha|', []),
        ('"lastActor.score >= goal"', '"count(tokensInZone(de|', ["deck"]),
        ("    pre:", "    p|\n    pre:", ["phase", "post"]),
        ("setup:", "sc|\nsetup:", ["scoring"]),
        ("- roll: { bind: $d, sides: 6 }", "- ro|", ["roll"]),
        ("seats: [White, Black] }", "seats: [White, Black], max|", ["maxTriggerDepth", "maxPlies"]),
        ("var: score", "var: sc|", ["score"]),
    ],
)
def test_what_is_offered_while_the_text_is_broken(old: str, new: str, offered: list[str]) -> None:
    assert labels(*typed(old, new)) == offered


def test_the_word_that_is_begun_is_replaced_whole() -> None:
    (one,) = [one for one in complete(GAME, place("var: sc|ore")) if one.label == "score"]
    assert GAME[one.span.start : one.span.end] == "score"


def test_nothing_is_offered_in_comments_and_after_the_end() -> None:
    text = GAME.replace("# Small", "").replace("constants: { goal: 3 }", "constants: { goal: 3 }  # go")
    assert complete(text, text.index("# go") + 4) == ()
    assert complete(text, len(text) + 100) == ()
    assert complete("", 0) == ()


def test_a_number_where_a_condition_is_wanted_is_compared() -> None:
    text, offset = typed('"lastActor.score >= goal"', '"lastActor.sc|"')
    assert [one.insert for one in complete(text, offset)] == ["score > 0"]
