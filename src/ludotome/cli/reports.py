"""Reports: what the commands that check files share: output formats, names of files, summary lines.

Machine-readable formats have no summary, so that a log holds only what programs read.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

import msgspec

from ludotome.cli.console import say
from ludotome.cli.errors import CommandError
from ludotome.diagnostics import FORMATS, Diagnostic, Format, Span

_FORMATS_FOR_PEOPLE = ("full", "concise")


def known_format(name: str) -> Format:
    """Return the format called *name*; an unknown name is a usage error."""
    for known in FORMATS:
        if known == name:
            return known
    raise CommandError(f"unknown format `{name}`: write one of {', '.join(FORMATS)}", status=2)


def say_summaries(summary_of_name: Mapping[str, str], diagnostics: Sequence[Diagnostic], form: Format) -> None:
    """Print a summary of each file and the command that explains its codes; nothing in machine-readable formats."""
    if form not in _FORMATS_FOR_PEOPLE:
        return
    for name, summary in summary_of_name.items():
        say(f"{name}: {summary}")
    if diagnostics:
        codes = sorted({diagnostic.code for diagnostic in diagnostics})
        say(f"For more: ludotome explain {' '.join(codes)}")


def at_home(diagnostic: Diagnostic, named: Callable[[str], str]) -> Diagnostic:
    """Return *diagnostic* with file names that users know; *named* maps the names of sources to them."""

    def at(span: Span) -> Span:
        return msgspec.structs.replace(span, source=named(span.source))

    start = Span(start=0, end=0, line=1, column=1, end_line=1, end_column=1)
    fix = diagnostic.fix
    return msgspec.structs.replace(
        diagnostic,
        span=at(diagnostic.span or start),
        labels=tuple(msgspec.structs.replace(label, span=at(label.span)) for label in diagnostic.labels),
        fix=fix
        and msgspec.structs.replace(
            fix, edits=tuple(msgspec.structs.replace(edit, span=at(edit.span)) for edit in fix.edits)
        ),
    )
