"""SARIF 2.1.0: diagnostics for code-scanning services and editors.

Invariants:
    * columns count UTF-16 units from 1 (`columnKind` says so), ends are exclusive, as in the standard;
    * every code that occurs is a rule, in the order of the codes, and results name it by index;
    * a fix is a `fix`, labels are `relatedLocations`, the structure's path is a logical location.

If the text of a source is unknown, its code-point columns are kept; they differ only after rare characters.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from typing import Any
from urllib.parse import quote

from ludotome.diagnostics.diagnostic import Diagnostic, Fix, Severity
from ludotome.diagnostics.pages import find_code_page
from ludotome.diagnostics.renderers.columns import utf16_column
from ludotome.diagnostics.renderers.phrases import whole_message
from ludotome.diagnostics.source import Span
from ludotome.diagnostics.sources import Sources

_LEVEL: dict[Severity, str] = {"error": "error", "warning": "warning", "info": "note"}


def render_sarif(diagnostics: Sequence[Diagnostic], sources: Sources) -> str:
    """Return one SARIF log with one run, as indented JSON."""
    codes = sorted({diagnostic.code for diagnostic in diagnostics})
    run = {
        "tool": {"driver": {"name": "ludotome", "rules": [_rule(code) for code in codes]}},
        "columnKind": "utf16CodeUnits",
        "results": [_result(diagnostic, codes, sources) for diagnostic in diagnostics],
    }
    log = {"$schema": "https://json.schemastore.org/sarif-2.1.0.json", "version": "2.1.0", "runs": [run]}
    return json.dumps(log, indent=2, ensure_ascii=False) + "\n"


def _rule(code: str) -> dict[str, Any]:
    page = find_code_page(code)
    if page is None:
        return {"id": code}
    return {
        "id": code,
        "name": page.name,
        "shortDescription": {"text": page.title},
        "fullDescription": {"text": page.why_it_matters},
        "help": {"text": f"ludotome explain {code}", "markdown": page.markdown},
    }


def _result(diagnostic: Diagnostic, codes: list[str], sources: Sources) -> dict[str, Any]:
    location: dict[str, Any] = {
        "physicalLocation": _physical(diagnostic.span, sources),
        "logicalLocations": [{"fullyQualifiedName": diagnostic.path}],
    }
    result: dict[str, Any] = {
        "ruleId": diagnostic.code,
        "ruleIndex": codes.index(diagnostic.code),
        "level": _LEVEL[diagnostic.severity],
        "message": {"text": whole_message(diagnostic)},
        "locations": [location],
    }
    if diagnostic.labels:
        result["relatedLocations"] = [
            {"id": number, "physicalLocation": _physical(label.span, sources), "message": {"text": label.text}}
            for number, label in enumerate(diagnostic.labels)
        ]
    if diagnostic.fix:
        result["fixes"] = [_fix(diagnostic.fix, sources)]
    return result


def _physical(span: Span | None, sources: Sources) -> dict[str, Any]:
    name = span.source if span else ""
    physical: dict[str, Any] = {"artifactLocation": {"uri": _uri(name, sources)}}
    if span:
        physical["region"] = _region(span, sources)
    return physical


def _uri(name: str, sources: Sources) -> str:
    return quote(sources.filename(name), errors="replace")


def _region(span: Span, sources: Sources) -> dict[str, int]:
    return {
        "startLine": span.line,
        "startColumn": _column(span.line, span.column, span, sources),
        "endLine": span.end_line,
        "endColumn": _column(span.end_line, span.end_column, span, sources),
    }


def _column(line: int, column: int, span: Span, sources: Sources) -> int:
    source = sources.find(span.source)
    if source is None or not 1 <= line <= source.line_count:
        return column
    return utf16_column(source.line(line), column)


def _fix(fix: Fix, sources: Sources) -> dict[str, Any]:
    names: Iterable[str] = dict.fromkeys(edit.span.source for edit in fix.edits)
    changes = [
        {
            "artifactLocation": {"uri": _uri(name, sources)},
            "replacements": [
                {"deletedRegion": _region(edit.span, sources), "insertedContent": {"text": edit.replacement}}
                for edit in fix.edits
                if edit.span.source == name
            ],
        }
        for name in names
    ]
    return {"description": {"text": fix.title}, "artifactChanges": changes}
