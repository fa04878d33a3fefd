"""How errors are shown: the example of every code's page, and a misspelt word in each document, in two formats."""

from __future__ import annotations

from pathlib import Path

import pytest

from ludotome.diagnostics import CodePage, render
from ludotome.files import Shelf
from ludotome.spec import compile_text
from tests.conftest import Golden
from tests.unit.spec.test_pages import PAGES, document_of

HERE = Path(__file__).parent
DOCUMENTS = HERE.parents[1] / "documents"

# document → the word to misspell and how; the first occurrence after the text behind the comma
MISSPELT = {
    "amazons": ("destinations($q)", "destination($q)"),
    "breakthrough": ("lastActor.goal", "lastActor.gaol"),
    "checkers": ("canTake(jump)", "canTake(jmup)"),
    "chess": ("$piece.type == pawn or", "$piece.type == pwan or"),
    "connect-four": ("type: disc, zone", "type: dics, zone"),
    "go": ("setVar: { var: passes, value", "setVar: { var: pases, value"),
    "hex": ("joins(", "join("),
    "kuhn-poker": ("hand:each", "hnad:each"),
    "leduc-poker": ("setActivePlayer: First", "setActivePlayer: Frist"),
    "market": ("over: allOther", "over: allOthers"),
    "othello": ("actor.opponent", "actor.oponent"),
    "pig": ("delta: $d }", "delta: $b }"),
    "skirmish": ("hasCover(", "hascover("),
    "tic-tac-toe": ("board where", "baord where"),
}


def shown(text: str) -> str:
    """Return the document, its diagnostics in one line each, and then in full."""
    found = compile_text(text, Shelf() if "extends:" in text else None).diagnostics
    concise = render(found, text, "concise", filename="game.md")
    full = render(found, text, "full", filename="game.md")
    return f"{text.rstrip()}\n\n{'─' * 80}\n{concise.rstrip()}\n{'─' * 80}\n{full.rstrip()}\n"


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.code)
def test_the_example_of_a_code_is_shown(page: CodePage, golden: Golden) -> None:
    text = document_of(page, page.example)
    assert text is not None
    golden(shown(text), HERE / "codes" / f"{page.code}.txt")


def test_there_are_enough_mistakes() -> None:
    assert len(PAGES) >= 120


@pytest.mark.parametrize("name", MISSPELT)
def test_a_misspelt_word_is_shown(name: str, golden: Golden) -> None:
    """One error, at the word, with the correct word among the proposals."""
    right, wrong = MISSPELT[name]
    document = (DOCUMENTS / f"{name}.md").read_text(encoding="utf-8")
    assert right in document
    text = document.replace(right, wrong, 1)
    found = [one for one in compile_text(text).diagnostics if one.severity == "error"]
    assert len(found) == 1
    assert found[0].span is not None
    assert text[found[0].span.start : found[0].span.end] in wrong
    assert any(one in right for one in found[0].alternatives)
    golden(render(found, text, "full", filename=f"{name}.md"), HERE / "misspelt" / f"{name}.txt")
