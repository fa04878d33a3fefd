"""Render: diagnostics as text in one of five formats.

Invariants:
    * the text depends on the arguments alone: not on a terminal, the clock or the environment;
    * the given order is kept;
    * the text can always be encoded as UTF-8, whatever the document contains.

This module only chooses; each format is a module of `renderers/`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any, Literal, get_args

from ludotome.diagnostics.diagnostic import Diagnostic
from ludotome.diagnostics.renderers.columns import REPLACEMENT
from ludotome.diagnostics.source import SourceText
from ludotome.diagnostics.sources import Sources

Format = Literal["full", "concise", "json", "sarif", "github"]
FORMATS: tuple[Format, ...] = get_args(Format)

_LONE_SURROGATE = re.compile("[\ud800-\udfff]")


def render(
    diagnostics: Sequence[Diagnostic],
    source: str | SourceText | Mapping[str, str],
    format: Format = "full",  # noqa: A002 - the public name of the argument
    *,
    filename: str | None = None,
    color: bool = False,
    width: int = 100,
) -> str:
    """Return *diagnostics* as text in *format*; nothing at all, or an empty report, when there are none.

    *source* is the document, or a mapping from source names (as in `Span.source`; "" is the document) to texts.
    *filename* is the name shown for the document. Only the formats for people use colour and width.
    """
    _check_asked(diagnostics, source)
    sources = Sources(source, filename)
    match format:  # imported on demand: most documents have nothing to show
        case "full":
            from ludotome.diagnostics.renderers.full import render_full

            text = render_full(diagnostics, sources, color=color, width=width)
        case "concise":
            from ludotome.diagnostics.renderers.concise import render_concise

            text = render_concise(diagnostics, sources, color=color)
        case "json":
            from ludotome.diagnostics.renderers.json_report import render_json

            text = render_json(diagnostics, sources)
        case "sarif":
            from ludotome.diagnostics.renderers.sarif import render_sarif

            text = render_sarif(diagnostics, sources)
        case "github":
            from ludotome.diagnostics.renderers.github import render_github

            text = render_github(diagnostics, sources)
        case _:
            raise ValueError(f"unknown format `{format}`: write one of {', '.join(FORMATS)}")
    return _LONE_SURROGATE.sub(REPLACEMENT, text)


def _check_asked(diagnostics: Any, source: Any) -> None:
    """Raise `TypeError` naming the argument if it is not a list of diagnostics, or not a text."""
    if not (isinstance(diagnostics, Sequence) and all(isinstance(found, Diagnostic) for found in diagnostics)):
        instead = "a list of `Diagnostic`, such as `result.diagnostics`"
        raise TypeError(f"diagnostics is of type `{type(diagnostics).__name__}`; write {instead}")
    if not isinstance(source, str | SourceText | Mapping):
        instead = "the text of the document, or texts by their names"
        raise TypeError(f"source is of type `{type(source).__name__}`; write {instead}")
