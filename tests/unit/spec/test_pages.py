"""Every page of a code the front end raises is true: its example yields exactly that code, its other form nothing."""

from __future__ import annotations

import re

import pytest

from ludotome.diagnostics import code_pages
from ludotome.spec import compile_text
from tests.support.documents import whole_document

# No example of these fits on a page; `test_parse_game_spec` makes them.
TOO_LARGE_FOR_A_PAGE = {"LT001", "LT006"}
PAGES = [page for page in code_pages() if page.code < "LT050" or "LT100" <= page.code < "LT104"]


def document_of(section: str) -> str:
    """The first fenced block of *section* as a whole document."""
    found = re.search(r"^(`{3,})(\w+)\n(.*?)^\1$", section, re.MULTILINE | re.DOTALL)
    assert found is not None
    return found.group(3) if found.group(2) == "markdown" else whole_document(found.group(3))


@pytest.mark.parametrize(
    "page", [page for page in PAGES if page.code not in TOO_LARGE_FOR_A_PAGE], ids=lambda page: page.code
)
def test_the_example_yields_exactly_its_code(page) -> None:
    assert {found.code for found in compile_text(document_of(page.example)).diagnostics} == {page.code}


@pytest.mark.parametrize(
    "page", [page for page in PAGES if page.code not in TOO_LARGE_FOR_A_PAGE], ids=lambda page: page.code
)
def test_what_to_write_instead_is_clean(page) -> None:
    assert compile_text(document_of(page.instead)).diagnostics == ()
