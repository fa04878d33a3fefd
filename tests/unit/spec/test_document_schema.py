"""The schema of documents accepts every shipped document and refuses every structural error that has a page."""

from __future__ import annotations

import json
from pathlib import Path

import jsonschema
import pytest

from ludotome.diagnostics import CodePage, code_pages
from ludotome.spec import document_schema, parse_game_spec
from tests.unit.spec.test_pages import document_of

ROOT = Path(__file__).parents[3]
FOLDERS = ("src/ludotome/games", "tests/documents", "tests/documents/more", "tests/repairs/intended")
DOCUMENTS = [file for folder in FOLDERS for file in sorted((ROOT / folder).glob("*.md"))]
VALIDATOR = jsonschema.Draft202012Validator(document_schema())
# Sections, fields and their values. LT115 and LT116 are about the text of templates.
STRUCTURAL = [page for page in code_pages() if "LT101" <= page.code <= "LT114"]


def errors(text: str) -> list[str]:
    parsed = parse_game_spec(text)
    return [error.message for error in VALIDATOR.iter_errors(dict(parsed.doc.sections))]


def test_the_schema_is_one() -> None:
    jsonschema.Draft202012Validator.check_schema(document_schema())
    assert json.loads(json.dumps(document_schema())) == document_schema()


@pytest.mark.parametrize("file", DOCUMENTS, ids=lambda file: f"{file.parent.name}-{file.stem}")
def test_it_accepts_every_document(file: Path) -> None:
    assert errors(file.read_text(encoding="utf-8")) == []


@pytest.mark.parametrize("page", STRUCTURAL, ids=lambda page: page.code)
def test_it_refuses_what_a_page_shows_and_accepts_what_to_write_instead(page: CodePage) -> None:
    wrong, right = document_of(page, page.example), document_of(page, page.instead)
    assert wrong is not None
    assert right is not None
    parsed = parse_game_spec(wrong)
    # A section of another name or shape is not part of the parsed document.
    written = dict(parsed.doc.sections) if not parsed.doc.broken else {**parsed.doc.sections, "?": None}
    assert list(VALIDATOR.iter_errors(written)), page.code
    assert errors(right) == []


def test_there_are_structural_pages() -> None:
    assert len(STRUCTURAL) >= 12
