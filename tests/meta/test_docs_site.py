"""The documentation site has every page in a place where readers find it, and its links lead to pages."""

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
def test_a_link_to_what_is_no_page_is_shown_as_its_words(written: str, shown: str) -> None:
    assert docs_site._with_links_here(written, Path("docs/play.md")) == shown
