"""Places: convert between the offsets of a browser, in UTF-16 units, and those of Python, in code points."""

from __future__ import annotations

from bisect import bisect_left
from typing import Any

from ludotome.diagnostics import Edit, Span


class Places:
    """The offsets in one text."""

    def __init__(self, text: str) -> None:
        self._length = len(text)
        wide = [] if text.isascii() else [place for place, one in enumerate(text) if one > "\uffff"]
        self._wide = wide
        self._wide_units = [place + index for index, place in enumerate(wide)]

    def unit(self, offset: int) -> int:
        """Return the browser's offset for an offset."""
        return offset + bisect_left(self._wide, offset)

    def offset(self, unit: int) -> int:
        """Return the offset for a browser's offset; one outside the text is clamped to it."""
        unit = max(0, unit)
        return min(unit - bisect_left(self._wide_units, unit), self._length)

    def span(self, span: Span) -> dict[str, int]:
        """Return a span as the editor writes it."""
        return {"from": self.unit(span.start), "to": self.unit(span.end)}

    def edits(self, edits: tuple[Edit, ...]) -> list[dict[str, Any]]:
        """Return edits as the editor writes them."""
        return [{**self.span(edit.span), "insert": edit.replacement} for edit in edits]
