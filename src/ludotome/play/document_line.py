"""Document line: find the line of the document in which a part of a definition was written.

A definition has its actions, parameters and triggers in the order of its document, so their paths are the same in both.
For something that the document omits or that a macro made, the line is that of the nearest enclosing part.

This module does not know rules.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import count

_FOLDED = (">", ">-", "|", "|-")  # the end of a line whose text is on the lines below it
_KEY_OF_FIELD = {"phases": "phase"}  # fields of a definition that have another name in documents


@dataclass(frozen=True, slots=True)
class DocumentLine:
    """A line of a document: its number from 1, and its text, stripped and with folded lines joined."""

    number: int
    text: str
    source: str = ""  # the name of the base document, if the line is in it

    def __str__(self) -> str:
        return f"line {self.number} of {f'`{self.source}`' if self.source else 'the document'}: {self.text}"


class DocumentLines:
    """The lines of one document, parsed once."""

    def __init__(self, document: str, texts: Mapping[str, str]) -> None:
        from ludotome.spec import parse_document  # the front end is imported only on use

        self._texts = {**texts, "": document}
        self._source_map = parse_document(document, texts.__getitem__).source_map

    def find(self, path: str) -> DocumentLine | None:
        """Return the line in which the part at *path* begins; None if no enclosing part was written."""
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
        """Return the number of entries written in the list at *path*."""
        places = self._source_map.places
        return next(number for number in count() if f"{path}[{number}]" not in places)
