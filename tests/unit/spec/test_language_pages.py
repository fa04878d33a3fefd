"""The reference of the language: a page for everything there is, and every block on it compiles."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from ludotome.gamedef import NODE_OF_JSON
from ludotome.spec import compile_text
from ludotome.spec.lowering.signatures import functions
from ludotome.spec.lowering.things import WORDS
from ludotome.spec.sections import SECTIONS
from ludotome.spec.shapes import BOARD_MACROS, EFFECT_MACROS
from tests.support.documents import COUNTING, RICH, whole_document

LANGUAGE = Path(__file__).parents[3] / "docs" / "language"
PAGES = sorted(LANGUAGE.rglob("*.md"))
BLOCK = re.compile(r"^```yaml\n(.*?)^```$", re.MULTILINE | re.DOTALL)
BLOCKS = [
    pytest.param(block, id=f"{page.relative_to(LANGUAGE)}-{number}")
    for page in PAGES
    for number, block in enumerate(BLOCK.findall(page.read_text(encoding="utf-8")))
]
EFFECTS = tuple(name for family, name in NODE_OF_JSON if family == "effect")


@pytest.mark.parametrize(
    ("folder", "names"),
    [
        ("sections", tuple(SECTIONS)),
        ("boards", tuple(BOARD_MACROS)),
        ("effects", (*EFFECTS, *EFFECT_MACROS)),
        ("functions", tuple(functions())),
    ],
)
def test_everything_has_its_page_and_every_page_its_thing(folder: str, names: tuple[str, ...]) -> None:
    assert {page.stem for page in (LANGUAGE / folder).glob("*.md")} == set(names)


def test_every_word_is_on_the_page_of_words() -> None:
    page = (LANGUAGE / "words.md").read_text(encoding="utf-8")
    assert [word for word in WORDS if f"`{word}`" not in page] == []


@pytest.mark.parametrize("block", BLOCKS)
def test_every_block_compiles(block: str) -> None:
    base = COUNTING if block.startswith("zones:") and "- grid:" not in block[:20] else RICH
    found = compile_text(whole_document(block, base)).diagnostics
    assert [one.message for one in found if one.severity == "error"] == []


def test_there_are_blocks() -> None:
    assert len(BLOCKS) > 80
