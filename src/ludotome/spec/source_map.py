"""SourceMap: where each value of a document was written, down to a character inside an expression.

Invariants:
    * paths are those of the document (`actions[2].effects[0].moveToken.from`); one dialect everywhere;
    * a span covers exactly what it names: a key without its colon, a scalar with its quotes, a list from its first
      character to its last;
    * a path that was not written (a default, something a macro made) has the span of its nearest written ancestor.

This module does not know what a value means.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from functools import cached_property, lru_cache

from msgspec import Struct

from ludotome.diagnostics import SourceText, Span
from ludotome.spec.blocks import Block, Place, decoded_offsets

_LAST_STEP = re.compile(r"(\[\d+\]|\[\"(?:[^\"\\]|\\.)*\"\]|\.[^.\[\]]+|^[^.\[\]]+)$")


@lru_cache(maxsize=16384)
def parent_path(path: str) -> str:
    """Return *path* without its last step; the empty path is the document's own."""
    found = _LAST_STEP.search(path)
    return path[: found.start()] if found is not None else ""


class SourceTexts(SourceText):
    """The text of a document, and the texts of the documents it extends, by name."""

    def __init__(self, own: SourceText, others: dict[str, SourceText]) -> None:
        super().__init__(own.text, own.name)
        self.others = others

    def snippet(self, span: Span) -> str:
        """Return the lines around *span* in its text."""
        other = self.others.get(span.source)
        return super().snippet(span) if other is None else other.snippet(span)

    def text_of(self, span: Span) -> str:
        """Return the characters of *span* in its text."""
        other = self.others.get(span.source)
        return super().text_of(span) if other is None else other.text_of(span)


class Segment(Struct, frozen=True):
    """Some characters of a merged text, and where they come from: *place*, from *offset* on."""

    start: int
    end: int
    place: Place
    offset: int


class SourceMap:
    """The places of all keys and values, by path.

    If a document extends another, `homes` has the text of each block that is from another document, by the block's
    `id`, and `segments` has the parts of each text that was merged from several.
    """

    def __init__(self, source: SourceText, places: dict[str, Place] | None = None) -> None:
        self.source = source
        self.places: dict[str, Place] = places if places is not None else {}
        self.homes: dict[int, SourceText] = {}
        self.segments: dict[str, tuple[Segment, ...]] = {}

    def home(self, block: Block) -> SourceText:
        """Return the text that contains *block*."""
        return self.homes.get(id(block), self.source)

    def text_named(self, name: str) -> SourceText:
        """Return the text of the source *name* of spans."""
        others = self.source.others if isinstance(self.source, SourceTexts) else {}
        return others.get(name, self.source)

    def value_span(self, path: str) -> Span | None:
        """Return the span of the value at *path*, or None if nothing was written there."""
        place = self.places.get(path)
        return self.block_span(place.block, *place.value) if place is not None else None

    def key_span(self, path: str) -> Span | None:
        """Return the span of the key before the value at *path*; None for list entries and unwritten paths."""
        place = self.places.get(path)
        return self.block_span(place.block, *place.key) if place is not None and place.key is not None else None

    def span(self, path: str) -> Span | None:
        """Return the smallest span that shows *path*: a scalar itself, the key or first line of anything larger.

        For a path that was not written it is the span of the nearest written ancestor.
        """
        while path and path not in self.places:
            path = parent_path(path)
        place = self.places.get(path)
        if place is None:
            return None
        if place.text is not None:
            return self.block_span(place.block, *place.value)
        if place.key is not None:
            return self.block_span(place.block, *place.key)
        start, end = place.value
        line_end = place.block.text.find("\n", start, end)
        return self.block_span(place.block, start, line_end if line_end >= 0 else end)

    def text_span(self, path: str, start: int, end: int, *, in_key: bool = False) -> Span | None:
        """Return the span of the characters from *start* up to *end* of the text at *path*, quotes and folds undone.

        With *in_key* the text is that of the key before the value.
        """
        place = self.places.get(path)
        if place is None or (place.text if not in_key else place.key) is None:
            return self.span(path)
        if not in_key and path in self.segments:
            part = next((one for one in self.segments[path] if one.start <= start < one.end), None)
            if part is None:
                return self.span(path)
            shift = part.offset - part.start
            return self._text_span(part.place, start + shift, min(end, part.end) + shift)
        return self._text_span(place, start, end, in_key=in_key)

    def _text_span(self, place: Place, start: int, end: int, *, in_key: bool = False) -> Span:
        """Return the span of some characters of the text at *place*."""
        first, last = place.value if not in_key or place.key is None else place.key
        written = place.block.text[first:last]
        if in_key:
            style = written[0] if written[0] in "\"'" else ""
            text = written[1:-1] if style else written
        else:
            style, text = place.style, place.text or ""
        offsets = decoded_offsets(written, style, text)
        if offsets is None:
            return self.block_span(place.block, first, last)
        start, end = min(start, len(offsets) - 1), min(end, len(offsets) - 1)
        if end > start:
            return self.block_span(place.block, first + offsets[start], first + offsets[end - 1] + 1)
        return self.block_span(place.block, first + offsets[start], first + offsets[start])

    def block_span(self, block: Block, start: int, end: int) -> Span:
        """Return the span of the characters from *start* up to *end* of *block*."""
        first = block.to_source(start)
        # The end is that of the last character: the one after it may be on another line.
        last = block.to_source(end - 1) + 1 if end > start else first
        return self.home(block).span(first, max(first, last))

    @cached_property
    def _starts(self) -> list[tuple[int, str]]:
        own = ((path, place) for path, place in self.places.items() if id(place.block) not in self.homes)
        return sorted((place.block.to_source(place.value[0]), path) for path, place in own)

    def path_at(self, offset: int) -> str | None:
        """Return the path of the innermost value written at *offset* of the document, or None."""
        index = bisect_right(self._starts, (offset, "\U0010ffff"))
        for _, path in reversed(self._starts[max(0, index - 200) : index]):
            span = self.value_span(path)
            if span is not None and span.start <= offset < max(span.end, span.start + 1):
                return path
        return None
