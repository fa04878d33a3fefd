"""Diagnostic: one problem in a document, as a value.

Invariants:
    * a diagnostic is plain frozen data: collected, sorted and rendered, never raised;
    * `code` never changes its meaning and has a page under `diagnostics/codes/`;
    * `path` names the place in the structure (`actions[2].effects[0].moveToken.from`) and is never empty;
    * every error has a suggestion.

This module does not know how a diagnostic is shown (the renderers do) nor what is checked (other packages do).
"""

from __future__ import annotations

from typing import Literal

import msgspec

from ludotome.diagnostics.source import Span

Severity = Literal["error", "warning", "info"]


class Label(msgspec.Struct, frozen=True, kw_only=True):
    """Another relevant place, with the text to write under it."""

    span: Span
    text: str


class Edit(msgspec.Struct, frozen=True, kw_only=True):
    """Replace the text of *span* by *replacement*; an empty span inserts."""

    span: Span
    replacement: str


class Fix(msgspec.Struct, frozen=True, kw_only=True):
    """Edits that should fix the cause; `check --fix` makes all of them, or none if they do not help (see `mend`)."""

    title: str
    edits: tuple[Edit, ...]


class Diagnostic(msgspec.Struct, frozen=True, kw_only=True):
    """What is wrong (`message`), where (`path`, `span`, `labels`) and what to write instead (`suggestion`, `fix`).

    `alternatives` are names of the right kind, nearest first. `context_snippet` is the two or three source lines around
    the span, for readers who do not have the document. `span` is None only when no source text is known.
    """

    code: str
    severity: Severity
    path: str
    message: str
    suggestion: str | None = None
    span: Span | None = None
    context_snippet: str | None = None
    alternatives: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    labels: tuple[Label, ...] = ()
    fix: Fix | None = None


def has_errors(diagnostics: tuple[Diagnostic, ...] | list[Diagnostic]) -> bool:
    """Return whether any of *diagnostics* is an error, not a warning or info."""
    return any(diagnostic.severity == "error" for diagnostic in diagnostics)


def in_reading_order(diagnostics: tuple[Diagnostic, ...] | list[Diagnostic]) -> tuple[Diagnostic, ...]:
    """Return *diagnostics* sorted by source name, place, code and message; those without a span come last."""

    def place(diagnostic: Diagnostic) -> tuple[bool, str, int, int, str, str, str]:
        span = diagnostic.span
        if span is None:
            return (True, "", 0, 0, diagnostic.path, diagnostic.code, diagnostic.message)
        return (False, span.source, span.start, span.end, diagnostic.path, diagnostic.code, diagnostic.message)

    return tuple(sorted(diagnostics, key=place))
