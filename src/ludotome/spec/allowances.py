"""allowances: warnings that the author has acknowledged in a comment.

    - moveToken: { token: $t, to: $to }   # ludotome: allow LT430 because the doorway is always free here

The comment is at the end of the line that the warning points at, or alone on the line above it. It needs a reason.
A comment without effect is an error, so that it is removed together with the warning.

Invariants:
    * errors cannot be allowed;
    * without a definition, comments without effect are not reported, because not all warnings were computed.

This module reports no other errors and does not change the definition.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from msgspec import Struct

from ludotome.diagnostics import Diagnostic, SourceText, Span, code_pages, has_errors, in_reading_order, near_names
from ludotome.spec.blocks import yaml_blocks
from ludotome.spec.report import Report

_COMMENT = re.compile(r"(?:^|(?<=\s))#\s*ludotome:\s*(?P<words>[^\n]*)", re.MULTILINE)
_ALLOW = re.compile(r"allow\s+(?P<codes>\w+(?:\s*,\s*\w+)*)(?:\s+because\s+(?P<why>\S.*))?\s*", re.IGNORECASE)
_FORM = "`# ludotome: allow LT430 because …`"


class _Allowance(Struct, frozen=True):
    """The codes allowed on a line, the span of the comment, and whether it gives a reason."""

    codes: tuple[str, ...]
    line: int
    span: Span
    has_reason: bool


def without_allowed(source: SourceText, diagnostics: tuple[Diagnostic, ...]) -> tuple[Diagnostic, ...]:
    """Return *diagnostics* of *source* without the allowed ones, and with errors in the comments."""
    if "ludotome:" not in source.text:
        return diagnostics
    report = Report(source)
    allowances = list(_allowances(source, report))
    kept = list(diagnostics)
    is_whole = not has_errors(diagnostics)
    for allowance in allowances:
        for code in allowance.codes:
            allowed = [found for found in kept if _is_allowed(found, code, allowance.line)]
            kept = [found for found in kept if found not in allowed]
            _check(allowance, code, report, diagnostics, unused=is_whole and not allowed)
    return in_reading_order([*kept, *report.diagnostics])


def _allowances(source: SourceText, report: Report) -> Iterator[_Allowance]:
    blocks, _ = yaml_blocks(source)
    for block in blocks:
        for found in _COMMENT.finditer(block.text):
            start = block.to_source(found.start())
            span = source.span(start, start + len(found.group().rstrip()))
            words = _ALLOW.fullmatch(found["words"].strip())
            if words is None:
                message = "unknown comment to ludotome"
                report.add("LT511", "document", message, f"write {_FORM}", span=span)
                continue
            codes = tuple(code.strip().upper() for code in words["codes"].split(","))
            is_alone = not block.text[block.text.rfind("\n", 0, found.start()) + 1 : found.start()].strip()
            line = _next_line(block.text, found.end()) if is_alone else 0
            yield _Allowance(codes, span.line + line, span, words["why"] is not None)


def _next_line(text: str, end: int) -> int:
    """Return the number of lines from the one that ends at *end* to the next line that is not a comment."""
    lines = text[end:].split("\n")[1:]
    return next((number for number, line in enumerate(lines, 1) if line.strip() and line.strip()[0] != "#"), 1)


def _is_allowed(found: Diagnostic, code: str, line: int) -> bool:
    span = found.span
    is_here = span is not None and not span.source and span.line <= line <= span.end_line
    return found.severity != "error" and found.code == code and is_here


def _check(
    allowance: _Allowance, code: str, report: Report, diagnostics: tuple[Diagnostic, ...], *, unused: bool
) -> None:
    known = {page.code for page in code_pages()}
    if code not in known:
        near = near_names(code, sorted(known))
        report.add("LT511", "document", f"unknown code `{code}`", f"write `{near[0]}`", span=allowance.span)
    elif not allowance.has_reason:
        suggestion = f"write why it is right: `# ludotome: allow {code} because …`"
        report.add("LT511", "document", f"`allow {code}` gives no reason", suggestion, span=allowance.span)
    elif unused:
        elsewhere = [one.span.line for one in diagnostics if one.code == code and one.span is not None]
        where = f"; {code} is reported at line {', '.join(map(str, elsewhere[:5]))}" if elsewhere else ""
        report.add(
            "LT511",
            "document",
            f"this comment has no effect: the line has no {code}",
            f"remove the comment, or put it at the line that {code} points at{where}",
            span=allowance.span,
            edits=() if elsewhere else [(allowance.span, "")],
        )
