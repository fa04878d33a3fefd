"""The page of every code for documents is correct: its example gives exactly that code, the other form none."""

from __future__ import annotations

import re

import pytest

from ludotome.diagnostics import CodePage, code_pages
from ludotome.files import Shelf
from ludotome.spec import compile_text
from tests.support.documents import COUNTING, MARKING, whole_document

RANGES = ("LT0", "LT1", "LT2", "LT3", "LT4", "LT5", "LT7", "LT60", "LT61", "LT80")
# Codes about text and shapes are shown on a game of counting, the others on a game of marking cells.
ON_COUNTING = ("LT00", "LT01", "LT02", "LT03", "LT05", "LT06", "LT10", "LT60")
FENCE = re.compile(r"^(`{3,})(yaml|markdown)\n(.*?)^\1$", re.MULTILINE | re.DOTALL)


def document_of(page: CodePage, section: str) -> str | None:
    """Return the fenced block of *section* as a whole document; None if it is not a document."""
    found = FENCE.search(section)
    if found is None:
        return None
    if found.group(2) == "markdown":
        return found.group(3)
    on_counting = page.code.startswith(ON_COUNTING) and "$cell" not in section and "grid:" not in section
    return whole_document(found.group(3), COUNTING if on_counting else MARKING)


PAGES = [page for page in code_pages() if page.code.startswith(RANGES) and document_of(page, page.example) is not None]


def codes_of(page: CodePage, text: str) -> set[str]:
    """Return the codes in *text*; lints count only on their own pages, since a snippet uses only what it needs."""
    codes = {found.code for found in compile_text(text, Shelf() if "extends:" in text else None).diagnostics}
    return codes if page.code.startswith("LT5") else {code for code in codes if not code.startswith("LT5")}


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.code)
def test_the_example_yields_exactly_its_code(page: CodePage) -> None:
    text = document_of(page, page.example)
    assert text is not None
    assert codes_of(page, text) == {page.code}


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.code)
def test_what_to_write_instead_is_clean(page: CodePage) -> None:
    text = document_of(page, page.instead)
    assert text is not None
    assert codes_of(page, text) == set()


def test_few_codes_have_no_document_on_their_page() -> None:
    """A size, a file or a definition in JSON does not fit on a page; `test_parse_game_spec` and others cover those."""
    without = {page.code for page in code_pages() if page.code.startswith(RANGES)} - {page.code for page in PAGES}
    assert without == {"LT001", "LT006", "LT099", "LT232", "LT401", "LT409", "LT615", "LT617"}
