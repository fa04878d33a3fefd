"""Fences: the YAML blocks of a Markdown document, with the place of every line.

A fence counts when the first word of its info string is `yaml` or `yml` (```` ```yaml title="setup" ````), at any
depth of lists and quotes. Other fences and indented code are prose.

Invariants:
    * a block's text is what a Markdown reader would show: the indentation of lists and the `>` of quotes are gone;
    * `to_source` of a line's start is where that line's text begins in the document.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from functools import cache

from markdown_it import MarkdownIt
from msgspec import Struct

from ludotome.diagnostics import SourceText
from ludotome.spec.slips import Slip

_LANGUAGES = ("yaml", "yml")
_FIRST_WORD = re.compile(r"[\w+-]*")


class Block(Struct, frozen=True):
    """The text of one YAML fence; `starts` are its line starts, `source_starts` the same places in the document."""

    text: str
    starts: tuple[int, ...]
    source_starts: tuple[int, ...]

    def to_source(self, offset: int) -> int:
        """Return where the character at *offset* of the block stands in the document."""
        line = bisect_right(self.starts, offset) - 1
        return self.source_starts[line] + offset - self.starts[line]


def yaml_blocks(source: SourceText) -> tuple[list[Block], list[Slip]]:
    """Return the YAML blocks of *source* in order, and slips (in offsets of the document) for fences never closed."""
    blocks: list[Block] = []
    slips: list[Slip] = []
    for token in _markdown().parse(source.text):
        if token.type != "fence" or token.map is None:
            continue
        first_word = _FIRST_WORD.match(token.info.strip())
        if first_word is None or first_word.group().lower() not in _LANGUAGES:
            continue
        first_line = token.map[0] + 2  # line numbers count from 1, and the fence itself has one
        blocks.append(_block(source, token.content, first_line))
        if not _is_closed(source, token.map[0] + 1, token.map[1], token.markup):
            slips.append(_unclosed(source, token.map[0] + 1, token.markup))
    return blocks, slips


@cache
def _markdown() -> MarkdownIt:
    # Inline text is never looked at, which also spares its cost.
    return MarkdownIt("commonmark").disable(["inline", "reference"])


def _block(source: SourceText, content: str, first_line: int) -> Block:
    starts: list[int] = []
    source_starts: list[int] = []
    offset = 0
    for index, line in enumerate(content.split("\n")):
        number = first_line + index
        starts.append(offset)
        if number <= source.line_count:
            written = source.line(number)
            # What a list or quote put before the text; a tab that a list split leaves the common end to go by.
            before = len(written) - len(line) if written.endswith(line) else _before_common_end(written, line)
            source_starts.append(source.line_starts[number - 1] + before)
        else:
            source_starts.append(len(source.text))
        offset += len(line) + 1
    return Block(content, tuple(starts), tuple(source_starts))


def _before_common_end(written: str, line: str) -> int:
    stripped = line.lstrip()
    return max(0, len(written) - len(stripped)) - (len(line) - len(stripped))


def _is_closed(source: SourceText, first: int, last: int, markup: str) -> bool:
    closing = source.line(last).strip(" \t>")
    return last > first and len(closing) >= len(markup) and set(closing) == set(markup)


def _unclosed(source: SourceText, line: int, markup: str) -> Slip:
    written = source.line(line)
    start = source.line_starts[line - 1] + max(0, written.find(markup))
    return Slip(
        code="LT003",
        start=start,
        end=start + len(markup),
        message="this block is never closed",
        suggestion=f"write a line {markup} after its last line",
    )
