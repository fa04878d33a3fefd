"""Positions: convert between the protocol's positions (lines from 0, UTF-16 units) and offsets in a text."""

from __future__ import annotations

from lsprotocol import types

from ludotome.diagnostics import SourceText, Span, utf16_column


def to_position(source: SourceText, offset: int) -> types.Position:
    """Return the protocol's position of *offset*."""
    line, column = source.position(offset)
    return types.Position(line=line - 1, character=utf16_column(source.line(line), column) - 1)


def to_range(source: SourceText, span: Span) -> types.Range:
    """Return the protocol's range of *span*."""
    return types.Range(start=to_position(source, span.start), end=to_position(source, span.end))


def to_offset(source: SourceText, position: types.Position) -> int:
    """Return the offset of a position; one outside the text is clamped to it."""
    if position.line < 0:
        return 0
    if position.line >= source.line_count:
        return len(source.text)
    line = source.line(position.line + 1)
    units, column = 0, 0
    while column < len(line) and units < position.character:
        units += 2 if line[column] > "\uffff" else 1
        column += 1
    return source.line_starts[position.line] + column
