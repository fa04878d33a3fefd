"""Every page has a place on the documentation site, and its links lead to pages."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path

import pytest

from tools import docs_site


def test_every_page_is_in_the_side_bar_or_listed_by_the_index_of_its_kind() -> None:
    pages = {page.removesuffix(".md") for page in docs_site._pages() if not docs_site._is_orphan(page)}
    listed = {page for pages in docs_site.GUIDES.values() for page in pages}
    made = {"gallery", "api/index", "docs/adr/index"}
    language = {page for page in pages if page.startswith("docs/language/")}
    assert language - {"docs/language/index"} == language - listed
    assert pages - language == listed - made - {"docs/language/index"}


@pytest.mark.parametrize("package", docs_site.API)
def test_the_reference_describes_public_names(package: str) -> None:
    module = import_module(package)
    members = docs_site.MEMBERS.get(package)
    names = members.split(", ") if members else module.__all__
    assert set(names) <= set(module.__all__)
    assert names


@pytest.mark.parametrize(
    ("written", "shown"),
    [
        ("[the tutorial](tutorial.md)", "[the tutorial](tutorial.md)"),
        ("[rules](language/turns.md#phases)", "[rules](language/turns.md#phases)"),
        ("[the games](../src/ludotome/games)", "the games"),
        ("[the schema](picture.schema.json)", "the schema"),
        ("[the front](../README.md#from-python)", "[the front](../index.md#from-python)"),
        ("[elsewhere](https://example.org/x.md)", "[elsewhere](https://example.org/x.md)"),
        ("[lost](nowhere.md)", "[lost](nowhere.md)"),
        ("![a picture](pictures/hex.svg)", "![a picture](pictures/hex.svg)"),
    ],
)
def test_a_link_to_what_is_not_a_page_is_shown_as_its_words(written: str, shown: str) -> None:
    assert docs_site._with_links_here(written, Path("docs/play.md")) == shown


@pytest.mark.parametrize(
    ("page", "link"),
    [
        ("src/ludotome/games/chess.md", "[All games](../../../gallery.md)"),
        ("src/ludotome/diagnostics/codes/LT430.md", "[All codes](../../../../docs/diagnostics.md)"),
        ("docs/adr/0001-the-stack.md", "[All design decisions](index.md)"),
    ],
)
def test_a_page_that_an_index_lists_links_back_to_it(page: str, link: str) -> None:
    assert docs_site._way_back(page) == link


def test_the_sidebar_lists_every_page_of_the_language_in_reading_order(tmp_path: Path) -> None:
    (tmp_path / "docs/language").mkdir(parents=True)
    (tmp_path / "docs/language/index.md").write_text("# The language\n")
    listed = [line for line in docs_site._language_page(tmp_path).splitlines() if line and line[0].islower()]
    pages = {file.stem for file in (docs_site.ROOT / "docs/language").glob("*.md")} - {"index"}
    assert (listed[0], len(listed), set(listed)) == ("document", len(pages), pages)


def test_the_gallery_describes_a_game_by_its_first_paragraph() -> None:
    described = docs_site._first_paragraph(docs_site.ROOT / docs_site.GAMES / "tic-tac-toe.md")
    assert described.startswith("Two players, **X** and **O**")
    assert "\n\n" not in described
