"""Phrases: the parts of a diagnostic's text that several formats share."""

from __future__ import annotations

from ludotome.diagnostics.diagnostic import Diagnostic

# Among more names than this, none is more likely than another.
_SHOWN_NAMES = 5


def alternatives_line(diagnostic: Diagnostic) -> str:
    """Return the names that may have been meant as a question, or "" if the suggestion already contains all of them."""
    names = diagnostic.alternatives
    suggestion = diagnostic.suggestion or ""
    if all(f"`{name}`" in suggestion for name in names):
        return ""
    shown = [f"`{name}`" for name in names[:_SHOWN_NAMES]]
    return f"{', '.join(shown[:-1])} or {shown[-1]}?" if len(shown) > 1 else f"{shown[0]}?"


def help_line(diagnostic: Diagnostic) -> str:
    """Return what to write instead, on one line: the suggestion, then the names that may have been meant."""
    meant = alternatives_line(diagnostic)
    parts = [diagnostic.suggestion or "", f"did you mean {meant}" if meant else ""]
    return "; ".join(part for part in parts if part)


def whole_message(diagnostic: Diagnostic) -> str:
    """Return the whole text of a diagnostic, one line each: the message, the help, the notes."""
    wanted = help_line(diagnostic)
    helps = [f"help: {wanted}"] if wanted else []
    return "\n".join([diagnostic.message, *helps, *(f"note: {note}" for note in diagnostic.notes)])
