"""GitHub annotations: diagnostics as workflow commands, shown beside the lines of a change.

    ::error file=game.md,line=12,endLine=12,col=9,endColumn=12,title=LT201::unknown zone `shop`%0Ahelp: …

Invariants:
    * one command per line, whatever the texts hold: line breaks and percent signs are escaped, and in a property colons
      and commas too; characters that could disturb a log are replaced;
    * columns are code points; `endColumn` is inclusive; columns are given only for a span on one line, since the
      service refuses them otherwise.
"""

from __future__ import annotations

from collections.abc import Sequence

from ludotome.diagnostics.diagnostic import Diagnostic, Severity
from ludotome.diagnostics.renderers.columns import visible
from ludotome.diagnostics.renderers.phrases import whole_message
from ludotome.diagnostics.source import Span
from ludotome.diagnostics.sources import Sources

_COMMAND: dict[Severity, str] = {"error": "error", "warning": "warning", "info": "notice"}


def render_github(diagnostics: Sequence[Diagnostic], sources: Sources) -> str:
    """Return one workflow command per diagnostic."""
    return "".join(_command(diagnostic, sources) + "\n" for diagnostic in diagnostics)


def _command(diagnostic: Diagnostic, sources: Sources) -> str:
    span = diagnostic.span
    properties = {"file": sources.filename(span.source if span else "")}
    if span:
        properties |= _place(span)
    properties["title"] = diagnostic.code
    told = ",".join(f"{key}={_escaped_property(value)}" for key, value in properties.items())
    return f"::{_COMMAND[diagnostic.severity]} {told}::{_escaped(whole_message(diagnostic))}"


def _place(span: Span) -> dict[str, str]:
    lines = {"line": str(span.line), "endLine": str(span.end_line)}
    if span.line != span.end_line:
        return lines
    return lines | {"col": str(span.column), "endColumn": str(max(span.column, span.end_column - 1))}


def _escaped(text: str) -> str:
    safe = "".join(char if char in "\r\n" else visible(char) for char in text)
    return safe.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _escaped_property(text: str) -> str:
    return _escaped(text).replace(":", "%3A").replace(",", "%2C")
