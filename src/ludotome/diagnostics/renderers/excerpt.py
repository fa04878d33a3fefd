"""Excerpt: the lines of a source with marks under the relevant text.

    12 |   from: shop
       |         ^^^^ no such zone

Invariants:
    * lines are in source order, each once; omitted lines are shown as `...`;
    * marks on one line share one row; texts that do not fit there hang below, rightmost first;
    * no row is wider than requested, but a few columns of source are always shown;
    * a mark over several lines is a bracket in a lane of its own to the left of the source;
    * every mark is at least one column wide, also at the end of a line, of the file, and of an empty file.

This module does not know codes, severities or colours except the role in which a mark is painted.
"""

from __future__ import annotations

import textwrap
from collections.abc import Sequence

from msgspec import Struct
from msgspec.structs import replace

from ludotome.diagnostics.renderers.columns import one_line
from ludotome.diagnostics.renderers.paint import Paint, Role
from ludotome.diagnostics.renderers.printed_line import PrintedLine
from ludotome.diagnostics.source import SourceText, Span

# A bracket over more lines than this shows only its two ends.
_WHOLE_BRACKET = 6
# A source line and a text beside it keep at least this many columns on any terminal.
FEWEST_COLUMNS = 8


class Mark(Struct, frozen=True):
    """A place to underline, with which character, in which colour, and the text to write beside it."""

    line: int
    column: int
    end_line: int
    end_column: int
    text: str
    char: str
    role: Role

    @property
    def is_bracket(self) -> bool:
        """Whether the mark runs over several lines."""
        return self.end_line > self.line


def mark_of(span: Span, source: SourceText, text: str, char: str, role: Role) -> Mark:
    """Return the mark for *span*, clipped to *source*."""
    line, column = _inside(span.line, span.column, source)
    end_line, end_column = max((line, column), _inside(span.end_line, span.end_column, source))
    if end_line > line and end_column == 1:
        # The span ends with a line break: mark the line before, not the first column of the next.
        end_line -= 1
        end_column = len(source.line(end_line)) + 1
    return Mark(line, column, end_line, end_column, one_line(text), char, role)


def _inside(line: int, column: int, source: SourceText) -> tuple[int, int]:
    if line > source.line_count:
        return source.line_count, len(source.line(source.line_count)) + 1
    line = max(1, line)
    return line, max(1, min(column, len(source.line(line)) + 1))


class Row:
    """A row of characters, each with a role, written in any order."""

    def __init__(self) -> None:
        self._cells: list[tuple[str, Role | None]] = []

    def put(self, at: int, text: str, role: Role | None, *, over: bool = True) -> None:
        """Write *text* from column *at*; with over=False only where nothing stands yet."""
        self._cells += [(" ", None)] * (at + len(text) - len(self._cells))
        for place, char in enumerate(text, at):
            if over or self._cells[place][0] == " ":
                self._cells[place] = (char, role)

    def painted(self, paint: Paint) -> str:
        """Return the row as text, without trailing blanks."""
        cells = list(self._cells)
        while cells and cells[-1][0] == " ":
            cells.pop()
        text = run = ""
        role: Role | None = None
        for char, its_role in cells:
            if its_role != role:
                text += paint(run, role)
                run, role = "", its_role
            run += char
        return text + paint(run, role)


class Excerpt:
    """The drawing of some marks of one source."""

    def __init__(self, source: SourceText, marks: Sequence[Mark], width: int, gutter: int, paint: Paint) -> None:
        self._source = source
        self._marks = [replace(mark, text=mark.text.strip()) for mark in marks]
        self._gutter = gutter
        self._paint = paint
        self._lane_of_mark = self._lanes()
        lanes = max(self._lane_of_mark.values(), default=-1) + 1
        self._indent = lanes + 1 if lanes else 0
        self._width = max(FEWEST_COLUMNS, width - gutter - 3 - self._indent)

    def rows(self) -> list[str]:
        """Return the rows, each with its gutter, without line breaks."""
        rows: list[str] = []
        before = 0
        for number in self._shown_lines():
            if before and number > before + 1:
                rows.append(self._gap(number))
            rows += self._line_rows(number)
            before = number
        return rows

    def _lanes(self) -> dict[Mark, int]:
        """Give each bracket the leftmost lane that no bracket overlapping it has; the longest of equals goes left."""
        lane_of_mark: dict[Mark, int] = {}
        brackets = {mark for mark in self._marks if mark.is_bracket}
        for mark in sorted(brackets, key=lambda mark: (mark.line, -mark.end_line, mark.column, mark.char, mark.text)):
            taken = {lane for other, lane in lane_of_mark.items() if other.end_line >= mark.line}
            lane_of_mark[mark] = min(set(range(len(taken) + 1)) - taken)
        return lane_of_mark

    def _shown_lines(self) -> list[int]:
        shown: set[int] = set()
        for mark in self._marks:
            shown |= {mark.line, mark.end_line}
            if mark.end_line - mark.line < _WHOLE_BRACKET:
                shown |= set(range(mark.line, mark.end_line + 1))
            else:
                shown |= {mark.line + 1, mark.end_line - 1}
        # Omitting one line saves nothing, because `...` takes a line too.
        return sorted(shown | {number + 1 for number in shown if number + 2 in shown})

    def _line_rows(self, number: int) -> list[str]:
        flat = [mark for mark in self._marks if mark.line == number and not mark.is_bracket]
        opening = [mark for mark in self._lane_of_mark if mark.line == number]
        closing = [mark for mark in self._lane_of_mark if mark.end_line == number]
        columns = [mark.column for mark in (*flat, *opening)] + [mark.end_column for mark in (*flat, *closing)]
        line = self._source.line(number)
        printed = PrintedLine(line, min(columns, default=1), max(columns, default=1), self._width)
        # A bracket that opens at the line's first word needs no row of its own: a slash shows it.
        slashed = {mark for mark in opening if not line[: mark.column - 1].strip()}

        lanes = {mark: "|" for mark in self._lane_of_mark if mark.line < number <= mark.end_line}
        rows = [self._row(str(number), printed.text, lanes | dict.fromkeys(slashed, "/"))]
        lanes |= dict.fromkeys(slashed, "|")
        rows += [self._row("", drawn, lanes) for drawn in self._flat_rows(flat, printed)]
        for mark in opening:
            if mark not in slashed:
                rows.append(
                    self._row("", self._bracket_row(mark, min(printed.place(mark.column), self._width - 1), ""), lanes)
                )
                lanes[mark] = "|"
        for mark in closing:
            end = max(printed.place(mark.end_column) - 1, 0)
            beside = self._fits(end + 1, mark)
            rows.append(self._row("", self._bracket_row(mark, end, mark.text if beside else ""), lanes))
            del lanes[mark]
            rows += [self._row("", text, lanes) for text in (() if beside else self._texts(end, mark))]
        return rows

    def _flat_rows(self, marks: list[Mark], printed: PrintedLine) -> list[Row]:
        """Draw the marks of one line: the underlines, then the texts, rightmost first."""
        if not marks:
            return []
        under = Row()
        places: list[tuple[int, int, Mark]] = []
        for mark in marks:
            start, end = printed.place(mark.column), printed.place(mark.end_column)
            if start >= end:
                # An empty span has no width; a combining mark is shown on the character before it.
                start = max(0, start - 1) if mark.end_column > mark.column else min(start, printed.width - 1)
                end = start + 1
            places.append((start, end, mark))
        # The first mark is the most important, so it is drawn last, over the others.
        for start, end, mark in reversed(places):
            under.put(self._indent + start, mark.char * (end - start), mark.role)
        hanging = sorted((place for place in places if place[2].text), key=lambda place: place[0])
        if hanging and hanging[-1][1] == max(end for _, end, _ in places) and self._fits(*hanging[-1][1:]):
            _, end, mark = hanging.pop()
            under.put(self._indent + end + 1, mark.text, mark.role)
        return [under, *self._hanging_rows(hanging)]

    def _hanging_rows(self, hanging: list[tuple[int, int, Mark]]) -> list[Row]:
        rows: list[Row] = []
        while hanging:
            stems = Row()
            for start, _, mark in hanging:
                stems.put(self._indent + start, "|", mark.role)
            start, _, mark = hanging.pop()
            rows.append(stems)
            for text in self._texts(start, mark):
                for left, _, other in hanging:
                    text.put(self._indent + left, "|", other.role, over=False)
                rows.append(text)
        return rows

    def _fits(self, end: int, mark: Mark) -> bool:
        return end + 1 + len(mark.text) <= self._width

    def _texts(self, at: int, mark: Mark) -> list[Row]:
        """Write the text of *mark* from column *at*, further left or over several rows where there is no room."""
        at = max(0, min(at, self._width - min(len(mark.text), FEWEST_COLUMNS)))
        rows = []
        for line in textwrap.wrap(mark.text, self._width - at):
            rows.append(Row())
            rows[-1].put(self._indent + at, line, mark.role)
        return rows

    def _bracket_row(self, mark: Mark, at: int, text: str) -> Row:
        row = Row()
        lane = self._lane_of_mark[mark]
        row.put(lane + 1, "_" * (self._indent + at - lane - 1) + mark.char, mark.role)
        if text:
            row.put(self._indent + at + 2, text, mark.role)
        return row

    def _row(self, number: str, content: str | Row, lanes: dict[Mark, str]) -> str:
        row = content if isinstance(content, Row) else Row()
        for mark, char in lanes.items():
            row.put(self._lane_of_mark[mark], char, mark.role)
        if isinstance(content, str):
            row.put(self._indent, content, None)
        edge = self._paint(f"{number:>{self._gutter}} |", "gutter")
        drawn = row.painted(self._paint)
        return f"{edge} {drawn}" if drawn else edge

    def _gap(self, next_line: int) -> str:
        row = Row()
        for mark, lane in self._lane_of_mark.items():
            if mark.line < next_line <= mark.end_line:
                row.put(lane, "|", mark.role)
        drawn = row.painted(self._paint)
        edge = self._paint("...", "gutter")
        return f"{edge}{' ' * self._gutter}{drawn}" if drawn else edge
