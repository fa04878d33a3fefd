"""Source: a text with lines and columns, and spans of it.

Invariants:
    * offsets count code points from 0, lines and columns count from 1, a column is a code point;
    * a span's end is exclusive; an empty span is a position between two characters or at the end of the text;
    * lines end at LF, CR LF or a lone CR, as editors count them.

This module does not know what the text means; widths on a terminal and UTF-16 columns belong to the renderers.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from functools import cached_property

import msgspec

_LONG_LINE = 400  # characters of a line that a snippet shows
_LINE_BREAK = re.compile(r"\r\n|\n|\r")


class Span(msgspec.Struct, frozen=True, kw_only=True):
    """The characters from `start` up to, not including, `end` of the text named `source` ("" is the main document)."""

    start: int
    end: int
    line: int
    column: int
    end_line: int
    end_column: int
    source: str = ""


class SourceText:
    """A text and the positions in it."""

    def __init__(self, text: str, name: str = "") -> None:
        self.text = text
        self.name = name

    @cached_property
    def line_starts(self) -> tuple[int, ...]:
        """The offset at which each line starts; line 1 is first."""
        return (0, *(found.end() for found in _LINE_BREAK.finditer(self.text)))

    @property
    def line_count(self) -> int:
        """Number of lines; an empty text, or one without a line break, has 1."""
        return len(self.line_starts)

    @property
    def lines(self) -> tuple[str, ...]:
        """Every line without its line break, the first line first."""
        return tuple(self.line(number) for number in range(1, self.line_count + 1))

    def line(self, number: int) -> str:
        """Return line *number* (from 1) without its line break."""
        start = self.line_starts[number - 1]
        end = self.line_starts[number] if number < self.line_count else len(self.text)
        return self.text[start:end].rstrip("\r\n")

    def position(self, offset: int) -> tuple[int, int]:
        """Return the line and column of *offset*, both from 1; an offset past the end is the end."""
        offset = max(0, min(offset, len(self.text)))
        line = bisect_right(self.line_starts, offset)
        return line, offset - self.line_starts[line - 1] + 1

    def offset(self, line: int, column: int) -> int:
        """Return the offset of *line* and *column*, both from 1; the inverse of `position`."""
        return self.line_starts[line - 1] + column - 1

    def span(self, start: int, end: int) -> Span:
        """Return the span of the characters from *start* up to *end*, clipped to the text."""
        start = max(0, min(start, len(self.text)))
        end = max(start, min(end, len(self.text)))
        line, column = self.position(start)
        end_line, end_column = self.position(end)
        return Span(
            start=start, end=end, line=line, column=column, end_line=end_line, end_column=end_column, source=self.name
        )

    def text_of(self, span: Span) -> str:
        """Return the characters under *span*."""
        return self.text[span.start : span.end]

    def snippet(self, span: Span) -> str:
        """Return the line of *span* with one line before and one after it, where there are such lines.

        Of a long line only what is near the column of *span* is shown, so that many findings in it stay readable.
        """
        first = max(1, span.line - 1)
        last = min(self.line_count, span.line + 1)
        return "\n".join(_cut(self.line(number), span.column) for number in range(first, last + 1))


def _cut(line: str, column: int) -> str:
    """Return *line*, or if it is long only the part near *column*, with `…` for what is left out."""
    if len(line) <= _LONG_LINE:
        return line
    start = max(0, min(column - 1 - _LONG_LINE // 2, len(line) - _LONG_LINE))
    end = start + _LONG_LINE
    return ("…" if start else "") + line[start:end] + ("…" if end < len(line) else "")
