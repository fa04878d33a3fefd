"""notes: the first lines of the language pages about a word of the language.

The notes are a data file that `make docs` generates from the pages in `docs/language`.
"""

from __future__ import annotations

import json
from functools import cache
from importlib import resources

from msgspec import Struct


class Note(Struct, frozen=True):
    """The heading about a word, the text below it, and the page."""

    title: str
    text: str
    page: str


@cache
def _notes() -> dict[str, Note]:
    data = json.loads((resources.files("ludotome.language") / "notes.json").read_text(encoding="utf-8"))
    return {word: Note(**fields) for word, fields in data.items()}


def note_of(word: str) -> Note | None:
    """Return the note about *word*, None if no heading of the pages names it."""
    return _notes().get(word)
