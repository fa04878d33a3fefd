"""The language reference is correct: every block compiles, passes its own tests, and has the shown output."""

from __future__ import annotations

import re
from itertools import pairwise
from pathlib import Path

import pytest

import ludotome as lt
from ludotome.files import Shelf
from ludotome.spec import compile_text, settings_in_tests
from tests.conftest import Golden
from tests.support.literate import LANGUAGE, Block, blocks_of, document_of, frame_of

PAGES = sorted(LANGUAGE.glob("*.md"))
WRONG = re.compile(r"yaml wrong (LT\d{3})")


def yaml_blocks(pattern: str) -> list[Block]:
    return [block for page in PAGES for block in blocks_of(page) if re.fullmatch(pattern, block.info)]


def whole(block: Block) -> str:
    """Return the complete document of a block; a frame is used as it is."""
    if block.info == "yaml frame":
        return f"```yaml\n{block.text}```\n"
    if block.info == "markdown":
        return block.text
    return document_of(block, frame_of(blocks_of(LANGUAGE / block.page)))


def beside(name: str) -> str:
    """Return a file that a page names, such as a mission."""
    return (LANGUAGE / name).read_text(encoding="utf-8")


read = Shelf(beside)


def findings(text: str) -> list[str]:
    """Return the errors of a document; lints and infos do not count, since a fragment uses only what it needs."""
    found = compile_text(text, read).diagnostics
    return [str(one) for one in found if not one.code.startswith("LT5") and one.severity != "info"]


@pytest.mark.parametrize("block", yaml_blocks("yaml( frame)?|markdown"), ids=str)
def test_a_block_compiles_and_passes_its_own_tests(block: Block) -> None:
    text = whole(block)
    assert findings(text) == []
    if re.search("^tests:", block.text, re.MULTILINE):
        games = [lt.load_text(text, read=read, parameters=settings) for settings in ({}, *settings_in_tests(text))]
        results = [result for game in games for result in game.run_tests()]
        assert results
        assert [(result.name, result.failures) for result in results if not result.passed] == []


@pytest.mark.parametrize("block", yaml_blocks("yaml frame"), ids=str)
def test_a_frame_is_a_clean_document(block: Block) -> None:
    assert compile_text(whole(block)).diagnostics == ()


@pytest.mark.parametrize("block", yaml_blocks(WRONG.pattern), ids=str)
def test_what_is_shown_as_wrong_has_exactly_that_finding(block: Block) -> None:
    match = WRONG.fullmatch(block.info)
    assert match is not None
    assert {one.code for one in compile_text(whole(block)).diagnostics if one.code[:3] != "LT5"} == {match[1]}


def test_blocks_are_of_known_kinds() -> None:
    """A typing error in an info string would exclude a block from the tests."""
    known = {"yaml", "yaml frame", "output", "text", "ebnf", "markdown"}
    strange = [f"{block}: {block.info}" for page in PAGES for block in blocks_of(page) if block.info not in known]
    assert [one for one in strange if WRONG.fullmatch(one.partition(": ")[2]) is None] == []


def drawn(text: str) -> str:
    """Return the start of a game as text, with its legal decisions."""
    state = lt.load_text(text, read=read).new_initial_state(seed=1, backend="reference")
    return f"{state}\nlegal: {', '.join(state.legal_action_strings())}\n"


PICTURE = re.compile(r"^!\[[^\]]+\]\((?P<file>\.\./pictures/language/[a-z-]+\.svg)\)$", re.MULTILINE)


def pictured(page: Path) -> list[tuple[str, Block]]:
    """Return the pictures on a page, each with the game it shows: the last YAML block above it."""
    text, blocks = page.read_text(encoding="utf-8"), [one for one in blocks_of(page) if one.language == "yaml"]
    found = []
    for match in PICTURE.finditer(text):
        line = text.count("\n", 0, match.start())
        found.append((match["file"], [block for block in blocks if block.line <= line][-1]))
    return found


PICTURED = [one for page in PAGES for one in pictured(page)]


@pytest.mark.parametrize(("file", "block"), PICTURED, ids=[file for file, _ in PICTURED])
def test_a_picture_shows_the_game_of_the_block_above_it(file: str, block: Block, golden: Golden) -> None:
    state = lt.load_text(whole(block), read=read).new_initial_state(seed=1, backend="reference")
    golden(state.svg(), LANGUAGE / file)


def test_every_picture_of_the_language_stands_on_a_page() -> None:
    files = {file.resolve() for file in (LANGUAGE / "../pictures/language").iterdir()}
    assert files == {(LANGUAGE / file).resolve() for file, _ in PICTURED}


def redrawn(page: Path) -> str:
    """Return the text of the page with every `output` block updated from the game of the block before it."""
    lines = page.read_text(encoding="utf-8").splitlines(keepends=True)
    blocks = blocks_of(page)
    for before, block in reversed(list(pairwise(blocks))):
        if block.info == "output":
            assert before.language == "yaml", f"{block} follows no game"
            lines[block.line : block.line + block.text.count("\n")] = [drawn(whole(before))]
    return "".join(lines)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_what_is_drawn_is_what_the_game_draws(page: Path, golden: Golden) -> None:
    golden(redrawn(page), page)
