"""Board text: rows of cells with their labels, as lines of text within a width.

Invariants:
    * the width of a cell is its visible width, without escape codes and combining characters;
    * lines are at most as wide as requested, unless a label and one cell are wider;
    * cells are left out whole, never cut.

This module does not know boards or the content of cells.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Cell:
    """The text of a cell and its width on the screen."""

    text: str
    width: int

    def padded(self, width: int) -> str:
        """Return it padded with spaces to *width*."""
        return self.text + " " * (width - self.width)


@dataclass(frozen=True, slots=True)
class Row:
    """A line of a board: its label, and its cells with the column each begins in, from left to right.

    The label of a shifted row is next to its first cell, however far that is from the margin.
    """

    label: str
    cells: tuple[tuple[int, Cell], ...]
    leans: bool = False

    @property
    def end(self) -> int:
        """The column in which its last cell ends."""
        return max((start + cell.width for start, cell in self.cells), default=0)

    def line(self, margin: int, first: int = 0, last: int | None = None) -> str:
        """Return its cells from column *first* up to *last* (to its end without), after a margin for its label."""
        shown = [(start, cell) for start, cell in self.cells if start >= first]
        shown = shown if last is None else [(start, cell) for start, cell in shown if start + cell.width <= last]
        shift = shown[0][0] - first if self.leans and shown and last is None else 0
        line, at = f"{self.label:>{margin + shift - 1}} " if margin else " " * shift, first + shift
        for start, cell in shown:
            line += " " * (start - at) + cell.text
            at = start + cell.width
        return line


def fitted(rows: Sequence[Row], width: int | None, focus: Iterable[int] = ()) -> tuple[list[str], int | None]:
    """Return the lines of *rows*, and the number of columns that they would need if that is too many, else None.

    Cells that do not fit are left out on both sides of the middle of *focus*, or on the right without one.
    """
    margin = max(len(row.label) + 1 for row in rows) if any(row.label for row in rows) else 0
    extent = max(row.end for row in rows)
    if width is None or margin + extent <= width:
        return [row.line(margin) for row in rows], None
    room = max(width - margin, 1)
    middle = sorted(focus)
    centre = (middle[0] + middle[-1]) // 2 if middle else 0
    first = max(min(centre - room // 2, extent - room), 0)
    return [row.line(margin, first, first + room) for row in rows], margin + extent


def wrapped(head: str, items: Sequence[Cell], width: int | None, between: str = " ") -> list[str]:
    """Return *head* and the *items* after it, wrapped, with continuation lines indented."""
    lines, line, used = [], head, len(head)
    for place, item in enumerate(items):
        mark = between.rstrip() if place + 1 < len(items) else ""
        needed = item.width + len(mark)
        if width is not None and used + 1 + needed > width and used > 1:
            lines.append(line)
            line, used = " ", 1
        line += (" " if line else "") + item.text + mark
        used += (1 if used else 0) + needed
    return [*lines, line]
