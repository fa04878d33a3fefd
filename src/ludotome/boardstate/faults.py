"""Faults: all faults found while one text or one call is checked.

Invariants:
    * faults are collected; `check` raises them all at once;
    * a place is a pair of offsets in the source, or None when no text is known (a call from a program);
    * reading ends after `MAX_FAULTS` errors, so that a hostile text uses little memory and time.

This module does not know the meaning of the codes.
"""

from __future__ import annotations

import reprlib
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from itertools import islice
from typing import TypeAlias

from ludotome.boardstate.errors import BoardError
from ludotome.diagnostics import Diagnostic, Edit, Fix, Label, Severity, SourceText, Span, in_reading_order, near_names

Place: TypeAlias = tuple[int, int]

MAX_FAULTS = 500
MAX_ALTERNATIVES = 12
MAX_CANDIDATES = 2_000
MAX_SNIPPET = 2_000
MAX_SHOWN = 60


def shown(value: object) -> str:
    """Return *value* in backticks, as shown in messages, truncated if it is long."""
    text = value if isinstance(value, str) else _short_repr(value)
    text = "".join(mark if mark.isprintable() else f"\\u{ord(mark):04x}" for mark in text[: MAX_SHOWN + 1])
    return f"`{text}`" if len(text) <= MAX_SHOWN else f"`{text[:MAX_SHOWN]}…`"


def _short_repr(value: object) -> str:
    try:
        return reprlib.repr(value)
    except ValueError:  # a number with more digits than Python converts
        return f"a huge {type(value).__name__}"


def _nowhere(_field: str) -> Place | None:
    return None


@dataclass(frozen=True, slots=True)
class Ref:
    """The name of a part in messages (`path`), and the position of each of its fields in the text, if any (`place`)."""

    path: str
    place: Callable[[str], Place | None] = _nowhere


def at(path: str, place: Place | None) -> Ref:
    """Return a `Ref` to a single value at *place*."""
    return Ref(path, lambda _field: place)


def one_of(near: tuple[str, ...], otherwise: str) -> str:
    """Return a suggestion of similar names (*near*), or *otherwise* if there are none."""
    return f"write {' or '.join(f'`{name}`' for name in near[:3])}" if near else otherwise


class Faults:
    """The faults of one text, or of one call if there is no text."""

    def __init__(self, source: SourceText | None = None) -> None:
        self.source = source
        self.found: list[Diagnostic] = []
        self.error_count = 0
        # The first part with each id, so that a clash can show both places.
        self.ref_of_id: dict[str, Ref] = {}

    def error(
        self,
        code: str,
        path: str,
        message: str,
        suggestion: str,
        place: Place | None = None,
        *,
        alternatives: tuple[str, ...] = (),
        notes: tuple[str, ...] = (),
        labels: Iterable[tuple[Place | None, str]] = (),
    ) -> None:
        """Record an error; the first one after `MAX_FAULTS` ends the reading with `BoardError`."""
        if self.error_count == MAX_FAULTS:
            self._note("LT659", "error", path, f"more than {MAX_FAULTS} errors", "fix the errors above first", place)
            self.check()
        self.error_count += 1
        shown = tuple(Label(span=self._span(spot), text=text) for spot, text in labels if spot and self.source)
        self._note(code, "error", path, message, suggestion, place, alternatives, notes, shown)

    def warning(
        self, code: str, path: str, message: str, suggestion: str, place: Place, *, replacement: str | None = None
    ) -> None:
        """Record a warning, fixed by *replacement* at *place*; warnings after `MAX_FAULTS` are dropped."""
        if len(self.found) >= MAX_FAULTS:
            return
        fix = None
        if replacement is not None and self.source:
            fix = Fix(title=suggestion, edits=(Edit(span=self._span(place), replacement=replacement),))
        self._note(code, "warning", path, message, suggestion, place, fix=fix)

    def near(self, name: str, candidates: Iterable[str]) -> tuple[str, ...]:
        """Return the *candidates* similar to *name*, nearest first, up to a limit."""
        return near_names(name, tuple(islice(candidates, MAX_CANDIDATES)))[:MAX_ALTERNATIVES]

    def place_of_id(self, id_: str) -> Place | None:
        """Return where *id_* was first given, or None if it was not in a text."""
        ref = self.ref_of_id.get(id_)
        return None if ref is None else ref.place("id")

    @property
    def warnings(self) -> tuple[Diagnostic, ...]:
        """The warnings found so far, in reading order."""
        return in_reading_order([fault for fault in self.found if fault.severity == "warning"])

    def check(self) -> None:
        """Raise `BoardError` with everything found, warnings too, if there is any error."""
        if self.error_count:
            raise BoardError(in_reading_order(self.found))

    def _span(self, place: Place) -> Span:
        assert self.source is not None
        return self.source.span(*place)

    def _snippet(self, span: Span) -> str:
        """The lines around *span*, or only part of its own line if lines are extremely long."""
        assert self.source is not None
        starts = self.source.line_starts
        before, after = max(0, span.line - 2), min(len(starts), span.line + 2) - 1
        if starts[after] - starts[before] <= MAX_SNIPPET and len(self.source.text) - starts[-1] <= MAX_SNIPPET:
            return self.source.snippet(span)
        end = starts[span.line] if span.line < len(starts) else len(self.source.text)
        around = self.source.text[max(starts[span.line - 1], span.start - 40) : min(end, span.start + 120)]
        return around.rstrip("\r\n")

    def _note(
        self,
        code: str,
        severity: Severity,
        path: str,
        message: str,
        suggestion: str,
        place: Place | None,
        alternatives: tuple[str, ...] = (),
        notes: tuple[str, ...] = (),
        labels: tuple[Label, ...] = (),
        fix: Fix | None = None,
    ) -> None:
        span = self._span(place) if place and self.source else None
        self.found.append(
            Diagnostic(
                code=code,
                severity=severity,
                path=path,
                message=message,
                suggestion=suggestion,
                span=span,
                context_snippet=self._snippet(span) if span else None,
                alternatives=alternatives,
                notes=notes,
                labels=labels,
                fix=fix,
            )
        )
