"""attempts: compile a document with another word at one place.

Only the rule around the place is compiled (`one_rule`). This module does not know what is worth trying.
"""

from __future__ import annotations

import re
from dataclasses import replace

from ludotome.language.analysed import Read
from ludotome.language.one_rule import calls_macro_at, only_rule
from ludotome.language.slots import Slot
from ludotome.spec import Analysis, GameSpecDoc, ParseResult, TextPart, analyse_doc

_STEP = re.compile(r"\.?([^.\[\]]+)|\[\"([^\"]*)\"\]|\[(\d+)\]")


def analysed_at(parsed: ParseResult, doc: GameSpecDoc, path: str, read: Read) -> Analysis:
    """Return the analysis of *doc*, of its rules only the one around *path*."""
    is_uncalled = path.startswith("macros") and not calls_macro_at(doc, path)
    return analyse_doc(only_rule(doc, path), parsed.source_map, parsed.diagnostics, read, with_uncalled=is_uncalled)


def tried(parsed: ParseResult, slot: Slot, value: str, written: str, read: Read) -> tuple[GameSpecDoc, Analysis]:
    """Return the document with *written* instead of *value* at *slot*, and its analysis."""
    doc = with_value(parsed.doc, slot.path, slot, value, written)
    return doc, analysed_at(parsed, doc, slot.path, read)


def has_errors_below(analysis: Analysis, path: str) -> bool:
    """Whether the compiler reported an error at *path* of the document, or below it."""
    ctx = analysis.context
    errors = (one.path for one in ctx.report.diagnostics if one.severity == "error")
    return any(ctx.written_path(error).startswith(path) for error in errors)


def length_of(part: object) -> int:
    """Return how many characters a part of an expression has."""
    return part.ast.end - part.ast.start if isinstance(part, TextPart) else 0


def _steps(path: str) -> list[str | int]:
    return [key or quoted or int(index) for key, quoted, index in _STEP.findall(path)]


def value_at(doc: GameSpecDoc, path: str) -> object:
    """Return what is written at *path*, None where nothing is."""
    node: object = dict(doc.sections)
    for step in _steps(path):
        if isinstance(node, dict):
            node = node.get(step)
        elif isinstance(node, list) and isinstance(step, int) and step < len(node):
            node = node[step]
        else:
            return None
    return node


def with_value(doc: GameSpecDoc, path: str, slot: Slot, value: str, written: str) -> GameSpecDoc:
    """Return *doc* with *written* instead of *value* in the text at *path*."""

    def changed(node: object, rest: list[str | int]) -> object:
        if not rest:
            return str(slot.value).replace(value, written)
        step, *below = rest
        if isinstance(node, dict) and step in node:
            return {**node, step: changed(node[step], below)}
        if isinstance(node, list) and isinstance(step, int) and step < len(node):
            return [changed(item, below) if index == step else item for index, item in enumerate(node)]
        return node

    made = changed(dict(doc.sections), _steps(path))
    return replace(doc, sections=made) if isinstance(made, dict) else doc
