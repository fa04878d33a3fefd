"""Reports: what the commands that check things have in common: their formats, and the lines that follow the findings.

A format for programs has nothing after its findings, so that a log holds only what programs read.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ludotome.cli.console import say
from ludotome.cli.errors import CommandError
from ludotome.diagnostics import FORMATS, Diagnostic, Format

_FORMATS_FOR_PEOPLE = ("full", "concise")


def known_format(name: str) -> Format:
    """Return the format called *name*; another name is a wrong use of the command."""
    for known in FORMATS:
        if known == name:
            return known
    raise CommandError(f"unknown format `{name}`: write one of {', '.join(FORMATS)}", status=2)


def say_summaries(summary_of_name: Mapping[str, str], diagnostics: Sequence[Diagnostic], form: Format) -> None:
    """Say what came of each file, and where to read more of the codes found, to people."""
    if form not in _FORMATS_FOR_PEOPLE:
        return
    for name, summary in summary_of_name.items():
        say(f"{name}: {summary}")
    if diagnostics:
        codes = sorted({diagnostic.code for diagnostic in diagnostics})
        say(f"`ludotome explain CODE` says more of {', '.join(codes)}")
