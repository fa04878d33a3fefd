"""Document line: where in its document a part of a definition was written.

A definition has its actions, parameters and triggers in the order of its document, so their paths are the same in both.
What a document leaves out, or a macro made, is found at the nearest thing around it that was written.

This module does not know rules.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import count

_FOLDED = (">", ">-", "|", "|-")  # how a line ends whose text stands on the lines below it
_KEY_OF_FIELD = {"phases": "phase"}  # fields of a definition that a document calls otherwise


@dataclass(frozen=True, slots=True)
class DocumentLine:
    """A line of a document: its number from 1, and its text without the blanks around it and with what is folded in."""

    number: int
    text: str
    source: str = ""  # the name of the document that this one extends, if the line is of that

    def __str__(self) -> str:
        return f"line {self.number} of {f'`{self.source}`' if self.source else 'the document'}: {self.text}"


class DocumentLines:
    """The lines of one document, which is read once."""

    def __init__(self, document: str, texts: Mapping[str, str]) -> None:
        from ludotome.spec import parse_document  # the front end is loaded only by those who ask

        self._texts = {**texts, "": document}
        self._source_map = parse_document(document, texts.__getitem__).source_map

    def find(self, path: str) -> DocumentLine | None:
        """Return the line in which what is at *path* begins; None if nothing around it was written."""
        head, _, last = path.rpartition(".")
        written = f"{head}.{_KEY_OF_FIELD.get(last, last)}" if head else path
        source_map = self._source_map
        span = source_map.key_span(written) or source_map.span(written)
        if span is None:
            return None
        document = self._texts[span.source]
        number = document.count("\n", 0, span.start) + 1
        text = document.splitlines()[number - 1].strip()
        place = source_map.places.get(written)
        if place is not None and place.text is not None and text.endswith(_FOLDED):
            text = f"{text.rstrip(''.join(_FOLDED))}{' '.join(place.text.split())}"
        return DocumentLine(number, text, span.source)

    def entries(self, path: str) -> int:
        """Return how many entries the list at *path* was written with."""
        places = self._source_map.places
        return next(number for number in count() if f"{path}[{number}]" not in places)
