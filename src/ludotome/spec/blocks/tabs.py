"""Tabs: the spaces that were meant where lines are indented with tabs.

The width of a tab in the author's editor is unknown. So every possible width is tried; the fix is certain if all widths
that make the text valid YAML give the same result.

This module does not know whether the tabs are the error; `explain_syntax` does.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from ludotome.spec.blocks import mistakes
from ludotome.spec.blocks.fault import KEY, key_column, width_of
from ludotome.spec.blocks.mistakes import Edits
from ludotome.spec.blocks.reading import reading_of

_TABBED = re.compile(r"^[ ]*\t[ \t]*(?=\S)", re.MULTILINE)
_BLOCK_TEXT = re.compile(r"(?::|-)\s+[|>][-+0-9]*\s*(?:#.*)?$", re.MULTILINE)
_TAB_SIZES = (2, 4, 8)


def blanks_for_tabs(text: str) -> Edits:
    """Return the edits that replace the tabs of *text* by spaces; none if the number of spaces is not certain.

    Nothing is certain next to a `|` or `>` text, whose lines may contain tabs.
    """
    if _BLOCK_TEXT.search(text) is not None:
        return ()
    ways: dict[tuple[object, ...], Edits] = {}
    for edits in _candidates(text):
        reading = reading_of(mistakes.after(text, edits))
        if reading is not None:
            ways.setdefault(reading, edits)
    return next(iter(ways.values())) if len(ways) == 1 else ()


def _candidates(text: str) -> Iterator[Edits]:
    """Yield the possible readings: equal tabs in every line, or a single tabbed line at any column of the others."""
    tabbed = list(_TABBED.finditer(text))
    for size in _TAB_SIZES:
        yield tuple((line.start(), line.end(), line.group().replace("\t", " " * size)) for line in tabbed)
        yield tuple((line.start(), line.end(), line.group().expandtabs(size)) for line in tabbed)
    if len(tabbed) == 1:
        for column in sorted(_columns(text)):
            yield ((tabbed[0].start(), tabbed[0].end(), " " * column),)


def _columns(text: str) -> set[int]:
    """Return the columns, other than the first, at which text begins in the lines without tabs."""
    columns: set[int] = set()
    for line in text.split("\n"):
        if line.strip() and not line.lstrip(" ").startswith(("\t", "#")):
            key = KEY.fullmatch(line)
            columns |= {width_of(line)} if key is None else {width_of(line), key_column(key)}
    return columns - {0}
