"""Fences: the YAML blocks of a Markdown document, with the position of every line.

A fence counts if the first word of its info string is `yaml` or `yml` (```` ```yaml title="setup" ````), at any depth
of lists and quotes. Other fences and indented code are prose.

Invariants:
    * a block's text is what a Markdown parser yields, without the indentation of lists and the `>` of quotes;
    * `to_source` of a line's start is where that line's text begins in the document.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from functools import cache, lru_cache
from typing import TYPE_CHECKING

from msgspec import Struct

from ludotome.diagnostics import SourceText
from ludotome.spec.slips import Slip

if TYPE_CHECKING:
    from markdown_it import MarkdownIt

_LANGUAGES = ("yaml", "yml")
_FENCE = re.compile(r"(`{3,}(?=[^`]*$)|~{3,})(.*)")
# Lines that could put a fence into a list, a quote, HTML or indented code, or begin a fence that is not at the margin.
_NESTED = re.compile(r"\s|[-+*>]|<|\d+[.)]")
_FIRST_WORD = re.compile(r"[\w+-]*")


class Block(Struct, frozen=True):
    """The text of one YAML fence; `starts` are its line starts, `source_starts` the same places in the document."""

    text: str
    starts: tuple[int, ...]
    source_starts: tuple[int, ...]

    def to_source(self, offset: int) -> int:
        """Return where the character at *offset* of the block is in the document."""
        line = bisect_right(self.starts, offset) - 1
        return self.source_starts[line] + offset - self.starts[line]


def yaml_blocks(source: SourceText) -> tuple[list[Block], list[Slip]]:
    """Return the YAML blocks of *source* in order, and slips (in offsets of the document) for fences never closed."""
    blocks, slips = _yaml_blocks(source.text)
    return list(blocks), list(slips)


@lru_cache(maxsize=4)  # the parser, the allowances and completion all read the same text
def _yaml_blocks(text: str) -> tuple[tuple[Block, ...], tuple[Slip, ...]]:
    source = SourceText(text)
    blocks: list[Block] = []
    slips: list[Slip] = []
    plain = _plain_fences(text)
    for fence in _read_fences(text) if plain is None else plain:
        first_word = _FIRST_WORD.match(fence.info.strip())
        if first_word is None or first_word.group().lower() not in _LANGUAGES:
            continue
        blocks.append(_block(source, fence.content, fence.first + 2))  # counted from 1, and the fence itself has a line
        if not _is_closed(source, fence.first + 1, fence.last, fence.markup):
            slips.append(_unclosed(source, fence.first + 1, fence.markup))
    return tuple(blocks), tuple(slips)


class _Fence(Struct, frozen=True):
    """A fence of a document: its lines from `first` up to and without `last`, counted from 0."""

    first: int
    last: int
    markup: str
    info: str
    content: str


def _read_fences(text: str) -> list[_Fence]:
    """Return the fences as a Markdown parser finds them, at any depth."""
    return [
        _Fence(token.map[0], token.map[1], token.markup, token.info, token.content)
        for token in _markdown().parse(text)
        if token.type == "fence" and token.map is not None
    ]


@cache
def _markdown() -> MarkdownIt:
    from markdown_it import MarkdownIt  # a fifth of the time of `ludotome check`, and most documents do not need it

    # Inline text is never needed, so its cost is saved.
    return MarkdownIt("commonmark").disable(["inline", "reference"])


def _plain_fences(text: str) -> list[_Fence] | None:
    """Return the fences of a document that has all of them at the margin; None where a Markdown parser must decide.

    A fence at the margin ends every list and quote, so a parser is needed only for HTML, tabs, unusual line ends,
    escapes in an info string, fences that are not at the margin, and one that is never closed.
    """
    if "\t" in text or "\r" in text or "\0" in text:
        return None
    lines = text.split("\n")
    found: list[_Fence] = []
    at = 0
    while at < len(lines):
        line = lines[at]
        opening = _FENCE.fullmatch(line)
        if opening is None:
            if line.lstrip().startswith("<") or (("```" in line or "~~~" in line) and _NESTED.match(line)):
                return None
            at += 1
            continue
        markup = opening[1]
        close = re.compile(rf" {{0,3}}{markup[0]}{{{len(markup)},}} *")
        end = next((n for n in range(at + 1, len(lines)) if close.fullmatch(lines[n])), None)
        if end is None or "&" in opening[2] or "\\" in opening[2]:
            return None
        content = "".join(f"{one}\n" for one in lines[at + 1 : end])
        found.append(_Fence(at, end + 1, markup, opening[2], content))
        at = end + 1
    return found


def _block(source: SourceText, content: str, first_line: int) -> Block:
    starts: list[int] = []
    source_starts: list[int] = []
    offset = 0
    for index, line in enumerate(content.split("\n")):
        number = first_line + index
        starts.append(offset)
        if number <= source.line_count:
            written = source.line(number)
            # The prefix that a list or quote adds to the text; if a list splits a tab, compare the common end instead.
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
