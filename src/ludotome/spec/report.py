"""Report: collects diagnostics, each with its span and source lines.

Invariants:
    * at most `MAX_DIAGNOSTICS` are kept; the next one is a diagnostic that says so;
    * one diagnostic per code and place.

This module does not know what is checked.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from ludotome.diagnostics import Diagnostic, Edit, Fix, Label, Severity, SourceText, Span, in_reading_order
from ludotome.gamedef import MAX_DIAGNOSTICS
from ludotome.spec.slips import Slip


class Report:
    """A list of diagnostics that grows while a pass runs.

    With `explains` false only `has_errors` is used, so passes need not look for near names and other help.
    """

    def __init__(self, source: SourceText | None, *, explains: bool = True) -> None:
        self.source = source
        self.explains = explains
        self._found: list[Diagnostic] = []
        self._places: set[tuple[str, str, Span | None, str]] = set()

    def add(
        self,
        code: str,
        path: str,
        message: str,
        suggestion: str | None,
        *,
        span: Span | None = None,
        severity: Severity = "error",
        alternatives: Iterable[str] = (),
        notes: Iterable[str] = (),
        labels: Iterable[Label] = (),
        edits: Iterable[tuple[Span, str]] = (),
    ) -> None:
        """Keep one diagnostic; its fix consists of *edits*, with the suggestion as its title."""
        place = (code, path, span, message)
        if place in self._places or len(self._found) > MAX_DIAGNOSTICS:
            return
        self._places.add(place)
        if len(self._found) == MAX_DIAGNOSTICS:
            code, message = "LT006", f"more than {MAX_DIAGNOSTICS} findings; the rest is left out"
            suggestion, alternatives, notes, labels, edits = "fix these first", (), (), (), ()
        changes = tuple(Edit(span=where, replacement=text) for where, text in edits)
        if self.source is not None and any(edit.span.source != self.source.name for edit in changes):
            changes = ()  # fixes must not change other files
        self._found.append(
            Diagnostic(
                code=code,
                severity=severity,
                path=_encodable(path) or "document",
                message=_encodable(message),
                suggestion=_encodable(suggestion) if suggestion is not None else None,
                span=span,
                context_snippet=self._snippet(span),
                alternatives=tuple(alternatives),
                notes=tuple(notes),
                labels=tuple(labels),
                fix=Fix(title=suggestion or message, edits=changes) if changes else None,
            )
        )

    def _snippet(self, span: Span | None) -> str | None:
        return _encodable(self.source.snippet(span)) if self.source is not None and span is not None else None

    def add_slip(self, slip: Slip, path: str, spans: Callable[[int, int], Span] | None) -> None:
        """Keep *slip*; *spans* converts its offsets to spans of the document."""
        self.add(
            slip.code,
            path,
            slip.message,
            slip.suggestion,
            span=spans(slip.start, slip.end) if spans is not None else None,
            severity=slip.severity,
            edits=[(spans(start, end), text) for start, end, text in slip.edits] if spans is not None else (),
            labels=[Label(span=spans(start, end), text=text) for start, end, text in slip.labels] if spans else (),
        )

    def extend_at(
        self,
        diagnostic: Diagnostic,
        span: Span | None,
        path: str,
        labels: Iterable[Label] = (),
        replacement: str | None = None,
    ) -> None:
        """Keep *diagnostic* of another package, at *span* and *path*; *replacement* there is a certain fix."""
        self.add(
            diagnostic.code,
            path,
            diagnostic.message,
            diagnostic.suggestion,
            span=span,
            severity=diagnostic.severity,
            alternatives=diagnostic.alternatives,
            notes=diagnostic.notes,
            labels=labels,
            edits=[(span, replacement)] if span is not None and replacement is not None else (),
        )

    def extend(self, diagnostics: Iterable[Diagnostic]) -> None:
        """Keep diagnostics of another package."""
        for diagnostic in diagnostics:
            if len(self._found) <= MAX_DIAGNOSTICS:
                self._found.append(diagnostic)

    @property
    def diagnostics(self) -> tuple[Diagnostic, ...]:
        """All diagnostics, in reading order."""
        return in_reading_order(self._found)

    def has_errors(self) -> bool:
        """Whether an error is among them."""
        return any(diagnostic.severity == "error" for diagnostic in self._found)


def _encodable(text: str) -> str:
    """Return the text without halves of surrogate pairs, which no output can encode."""
    return text if text.isascii() else text.encode("utf-8", "replace").decode("utf-8")
