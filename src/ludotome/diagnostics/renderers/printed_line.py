"""Printed line: one source line as a terminal shows it, cut to a width, with the position of each character.

Invariants:
    * a column (code point, from 1) always has a position, even past the end of the line and outside the cut;
    * the printed text is never wider than requested, and a cut is shown by an ellipsis;
    * the work is bounded by the width, not by the length of the line.

This module does not know what is marked; `excerpt` does.
"""

from __future__ import annotations

from itertools import accumulate

from ludotome.diagnostics.renderers.columns import printed_cells, text_width

ELLIPSIS = "…"
# How much of a long line stays visible before the first mark.
_LEAD = 16


class PrintedLine:
    """A source line, printed so that its columns from *first* to *last* are seen as far as *width* allows.

    A tab is blanks, the first of them *tab*.
    """

    def __init__(self, line: str, first: int, last: int, width: int, tab: str = " ") -> None:
        # A line of megabytes is cut before it is measured; six widths leave room for any window.
        self._skipped = max(0, first - 1 - 2 * width) if len(line) > 6 * width else 0
        kept = line[self._skipped : self._skipped + 6 * width]
        cut_before, cut_after = self._skipped > 0, self._skipped + len(kept) < len(line)
        cells = printed_cells(kept, tab)
        self._starts = [0, *accumulate(map(text_width, cells))]
        total = self._starts[-1]
        self._left = 0
        if total > width or cut_before or cut_after:
            self._left = self._window(self._at(first), self._at(last), width, total)
        right = self._left + width
        cut_before |= self._left > 0
        cut_after |= right < total
        self.width = width
        self.text = self._cut(cells, right, before=cut_before, after=cut_after)

    def place(self, column: int) -> int:
        """Return the printed column, from 0, of code point *column*; outside the cut it is the nearest end."""
        return max(0, min(self._at(column) - self._left, self.width))

    def _at(self, column: int) -> int:
        index = max(0, column - 1 - self._skipped)
        beyond = index - (len(self._starts) - 1)
        return self._starts[-1] + beyond if beyond > 0 else self._starts[index]

    @staticmethod
    def _window(first: int, last: int, width: int, total: int) -> int:
        """Return where the cut begins: at the line's start if the marks fit then, else a little before the marks."""
        fits = last - first + 2 <= width
        if last + 1 < width or (first <= _LEAD and not fits):
            return 0
        lead = min(_LEAD, width - (last - first) - 2) if fits else _LEAD // 4
        return max(0, min(first - lead, total - width + 1))

    def _cut(self, cells: list[str], right: int, *, before: bool, after: bool) -> str:
        left = self._left
        low = left + before
        high = right - after
        text = ELLIPSIS if before else ""
        at = left + before
        for cell, start in zip(cells, self._starts, strict=False):
            end = start + text_width(cell)
            if start < low or end > high:
                continue
            # A wide character half inside the cut leaves blanks where it stood.
            text += " " * (start - at) + cell
            at = end
        return text + (" " * (high - at) + ELLIPSIS if after else "")
