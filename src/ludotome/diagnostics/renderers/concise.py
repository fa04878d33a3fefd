"""Concise: one line per diagnostic, for editors, logs and grep.

game.md:12:9: error[LT201]: unknown zone `shop`; help: did you mean `market`?
"""

from __future__ import annotations

from collections.abc import Sequence

from ludotome.diagnostics.diagnostic import Diagnostic
from ludotome.diagnostics.renderers.columns import one_line
from ludotome.diagnostics.renderers.paint import Paint
from ludotome.diagnostics.renderers.phrases import help_line
from ludotome.diagnostics.sources import Sources


def render_concise(diagnostics: Sequence[Diagnostic], sources: Sources, *, color: bool) -> str:
    """Return one line per diagnostic; without a span, the path replaces line and column."""
    paint = Paint(color=color)
    return "".join(_line(diagnostic, sources, paint) + "\n" for diagnostic in diagnostics)


def _line(diagnostic: Diagnostic, sources: Sources, paint: Paint) -> str:
    span = diagnostic.span
    if span is None:
        place = f"{sources.filename('')} ({diagnostic.path})"
    else:
        place = f"{sources.filename(span.source)}:{span.line}:{span.column}"
    head = paint(f"{diagnostic.severity}[{one_line(diagnostic.code)}]", diagnostic.severity)
    wanted = help_line(diagnostic)
    tail = f"; {paint('help', 'help')}: {one_line(wanted)}" if wanted else ""
    return f"{paint(one_line(place), 'bold')}: {head}: {one_line(diagnostic.message)}{tail}"
