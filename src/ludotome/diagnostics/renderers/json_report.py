"""JSON report: diagnostics for a program or a language model, in a stable form.

The form is described in `docs/diagnostics-json.md` and by the JSON Schema beside it. Every key is always present; a
key without a value is null or empty. `version` grows when a key changes its meaning or is removed; a new key does
not change it.

Columns count code points from 1, offsets count code points from 0, ends are exclusive.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any, get_args

from ludotome.diagnostics.diagnostic import Diagnostic, Severity
from ludotome.diagnostics.pages import find_code_page
from ludotome.diagnostics.source import Span
from ludotome.diagnostics.sources import Sources

FORMAT = "ludotome-diagnostics"
VERSION = 1


def render_json(diagnostics: Sequence[Diagnostic], sources: Sources) -> str:
    """Return the report as JSON text, indented, keys in reading order."""
    report = {
        "format": FORMAT,
        "version": VERSION,
        "counts": {severity: sum(d.severity == severity for d in diagnostics) for severity in get_args(Severity)},
        "diagnostics": [_entry(diagnostic, sources) for diagnostic in diagnostics],
    }
    return json.dumps(report, indent=2, ensure_ascii=False) + "\n"


def _entry(diagnostic: Diagnostic, sources: Sources) -> dict[str, Any]:
    page = find_code_page(diagnostic.code)
    return {
        "code": diagnostic.code,
        "name": page.name if page else None,
        "severity": diagnostic.severity,
        "message": diagnostic.message,
        "path": diagnostic.path,
        "file": sources.filename(diagnostic.span.source if diagnostic.span else ""),
        "span": _span(diagnostic.span) if diagnostic.span else None,
        "suggestion": diagnostic.suggestion,
        "alternatives": list(diagnostic.alternatives),
        "notes": list(diagnostic.notes),
        "labels": [_placed(label.span, sources) | {"text": label.text} for label in diagnostic.labels],
        "fix": {
            "title": diagnostic.fix.title,
            "edits": [_placed(edit.span, sources) | {"replacement": edit.replacement} for edit in diagnostic.fix.edits],
        }
        if diagnostic.fix
        else None,
        "context_snippet": diagnostic.context_snippet,
    }


def _placed(span: Span, sources: Sources) -> dict[str, Any]:
    return {"file": sources.filename(span.source), "span": _span(span)}


def _span(span: Span) -> dict[str, int]:
    return {
        "start": span.start,
        "end": span.end,
        "line": span.line,
        "column": span.column,
        "end_line": span.end_line,
        "end_column": span.end_column,
    }
