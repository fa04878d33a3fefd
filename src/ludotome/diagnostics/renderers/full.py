"""Full: diagnostics for a person at a terminal, with the source, the marks, and what to write instead.

    error[LT201]: unknown zone `shop`
      --> game.md:12:9
       |
    12 |   from: shop
       |         ^^^^
       |
       = help: name a zone that is declared
       = did you mean: `deck`, `hand` or `market`?

Invariants:
    * byte-stable: the text depends on the diagnostics, the sources, the width and the colour switch alone;
    * excerpts are cut to the width and texts wrapped to it; the header and the place never are.
"""

from __future__ import annotations

from collections.abc import Sequence

from ludotome.diagnostics.diagnostic import Diagnostic, Fix
from ludotome.diagnostics.fixes import apply_edits, can_apply
from ludotome.diagnostics.renderers.columns import one_line, text_width
from ludotome.diagnostics.renderers.excerpt import FEWEST_COLUMNS, Excerpt, Mark, mark_of
from ludotome.diagnostics.renderers.paint import Paint, Role
from ludotome.diagnostics.renderers.phrases import alternatives_line
from ludotome.diagnostics.renderers.printed_line import PrintedLine
from ludotome.diagnostics.source import SourceText, Span
from ludotome.diagnostics.sources import Sources

# Of a fix with more lines than this only the title is shown.
_SHOWN_FIX_LINES = 12
# How a tab is shown in the lines of a fix, which may change only tabs.
_TAB = "→"


def render_full(diagnostics: Sequence[Diagnostic], sources: Sources, *, color: bool, width: int) -> str:
    """Return *diagnostics* as text for a terminal, one blank line after each."""
    page = _Page(sources, Paint(color=color), width)
    return "".join(page.block(diagnostic) + "\n\n" for diagnostic in diagnostics)


class _Page:
    def __init__(self, sources: Sources, paint: Paint, width: int) -> None:
        self._sources = sources
        self._paint = paint
        self._width = width

    def block(self, diagnostic: Diagnostic) -> str:
        gutter = self._gutter(diagnostic)
        rows = [self._header(diagnostic)]
        rows += self._places(diagnostic, gutter)
        rows += self._texts(diagnostic, gutter)
        if diagnostic.fix is not None:
            rows += self._fix(diagnostic.fix, gutter)
        return "\n".join(rows)

    def _header(self, diagnostic: Diagnostic) -> str:
        severity = diagnostic.severity
        first, *more = diagnostic.message.splitlines() or [""]
        head = self._paint(f"{severity}[{one_line(diagnostic.code)}]", severity)
        return "\n".join(
            [head + self._paint(f": {one_line(first)}", "bold"), *(f"  {one_line(line)}" for line in more)]
        )

    def _gutter(self, diagnostic: Diagnostic) -> int:
        """Return how wide the line numbers are, so that all parts of one diagnostic line up."""
        edits = diagnostic.fix.edits if diagnostic.fix else ()
        spans = [label.span for label in diagnostic.labels] + [edit.span for edit in edits]
        if diagnostic.span:
            spans.append(diagnostic.span)
        numbers = [1]
        for span in spans:
            source = self._sources.find(span.source)
            numbers.append(min(span.end_line, source.line_count) if source else 1)
        return len(str(max(numbers)))

    def _places(self, diagnostic: Diagnostic, gutter: int) -> list[str]:
        """Draw each source that has a mark, the one of the diagnostic itself first, the others in label order."""
        main = diagnostic.span
        marked: list[tuple[Span, str, str, Role]] = [(main, "", "^", diagnostic.severity)] if main else []
        marked += [(label.span, label.text, "-", "label") for label in diagnostic.labels]
        rows: list[str] = []
        if main is None:
            rows.append(self._arrow("-->", f"{self._sources.filename('')} ({one_line(diagnostic.path)})", gutter))
        for name in dict.fromkeys(span.source for span, *_ in marked):
            its = [entry for entry in marked if entry[0].source == name]
            first = its[0][0]
            place = f"{self._sources.filename(name)}:{first.line}:{first.column}"
            rows.append(self._arrow(":::" if rows else "-->", place, gutter))
            source = self._sources.find(name)
            if source is not None:
                marks = [mark_of(span, source, text, char, role) for span, text, char, role in its]
                rows += self._excerpt(source, marks, gutter)
        return rows

    def _arrow(self, arrow: str, place: str, gutter: int) -> str:
        return " " * gutter + self._paint(arrow, "gutter") + " " + one_line(place)

    def _excerpt(self, source: SourceText, marks: list[Mark], gutter: int) -> list[str]:
        edge = " " * gutter + self._paint(" |", "gutter")
        return [edge, *Excerpt(source, marks, self._width, gutter, self._paint).rows()]

    def _texts(self, diagnostic: Diagnostic, gutter: int) -> list[str]:
        told: list[tuple[str, str]] = []
        # A fix shows what to write, so the same words are not repeated.
        if diagnostic.suggestion and not (diagnostic.fix and diagnostic.fix.title == diagnostic.suggestion):
            told.append(("help", diagnostic.suggestion))
        meant = alternatives_line(diagnostic)
        if meant:
            told.append(("did you mean", meant))
        told += [("note", note) for note in diagnostic.notes]
        rows: list[str] = []
        if (told or diagnostic.fix) and (diagnostic.span or diagnostic.labels):
            rows.append(" " * gutter + self._paint(" |", "gutter"))
        for title, text in told:
            rows += self._titled(title, text, gutter)
        return rows

    def _titled(self, title: str, text: str, gutter: int) -> list[str]:
        """Write `= title: text`, wrapped, each further row under the first word."""
        hang = gutter + 3 + len(title) + 2
        room = max(FEWEST_COLUMNS, self._width - hang)
        lines = [row for line in text.splitlines() or [""] for row in _wrapped(line, room)]
        head = (
            " " * gutter
            + self._paint(" = ", "gutter")
            + self._paint(f"{title}:", "help" if title != "note" else "bold")
        )
        return [f"{head} {lines[0]}".rstrip(), *((" " * hang + line).rstrip() for line in lines[1:])]

    def _fix(self, fix: Fix, gutter: int) -> list[str]:
        """Show what the fix writes: the lines before and after, when the text is known and the change is short."""
        rows = self._titled("fix", fix.title, gutter)
        names = {edit.span.source for edit in fix.edits}
        source = self._sources.find(next(iter(names))) if len(names) == 1 else None
        if source is None or not fix.edits or not can_apply(source.text, fix.edits, next(iter(names))):
            return rows
        first_line, old, new = _changed_lines(source, fix)
        if not 0 < len(old) + len(new) <= _SHOWN_FIX_LINES:
            return rows
        rows.append(" " * gutter + self._paint(" |", "gutter"))
        # Of lines that are cut, the part that differs is shown.
        pairs = enumerate(zip("".join(old[:1]), "".join(new[:1]), strict=False), 1)
        column = next((number for number, (before, after) in pairs if before != after), 1)
        rows += self._changed(old, first_line, column, "-", "removed", gutter)
        rows += self._changed(new, first_line, column, "+", "added", gutter)
        return rows

    def _changed(
        self, lines: tuple[str, ...], first: int, column: int, sign: str, role: Role, gutter: int
    ) -> list[str]:
        width = max(FEWEST_COLUMNS, self._width - gutter - 3)
        rows = []
        for number, line in enumerate(lines, first):
            edge = self._paint(f"{number:>{gutter}}", "gutter")
            text = PrintedLine(line, column, column, width, _TAB).text.rstrip()
            rows.append(f"{edge} " + self._paint(f"{sign} {text}".rstrip(), role))
        return rows


def _changed_lines(source: SourceText, fix: Fix) -> tuple[int, tuple[str, ...], tuple[str, ...]]:
    """Return the number of the first line that *fix* changes, and the lines before and after."""
    first, _ = source.position(min(edit.span.start for edit in fix.edits))
    last, _ = source.position(max(edit.span.end for edit in fix.edits))
    start = source.line_starts[first - 1]
    end = source.line_starts[last] if last < source.line_count else len(source.text)
    part = source.text[start:end]
    before = SourceText(part).lines
    after = SourceText(apply_edits(part, fix.edits, start)).lines
    shortest = min(len(before), len(after))
    head = next((n for n in range(shortest) if before[n] != after[n]), shortest)
    tail = next((n for n in range(shortest - head) if before[-1 - n] != after[-1 - n]), shortest - head)
    return first + head, before[head : len(before) - tail], after[head : len(after) - tail]


def _wrapped(line: str, width: int) -> list[str]:
    """Return *line* broken at blanks into rows of at most *width* columns; a longer word stays whole.

    Blanks at the front are kept, so that a written-out form keeps its indentation.
    """
    text = one_line(line.expandtabs(4))
    indent = " " * (len(text) - len(text.lstrip(" ")))
    rows = [indent]
    for word in text.split():
        if rows[-1].strip() and text_width(rows[-1]) + 1 + text_width(word) > width:
            rows.append(indent)
        rows[-1] += (" " if rows[-1].strip() else "") + word
    return rows
