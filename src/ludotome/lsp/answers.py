"""Answers: results of `language` and `spec` as types of the protocol.

This module does not know the connection: each function takes a text and returns the response.
"""

from __future__ import annotations

from collections.abc import Iterable

from lsprotocol import types

from ludotome import language
from ludotome.diagnostics import Diagnostic, Edit, Severity, SourceText
from ludotome.lsp.positions import to_offset, to_range

SOURCE = "ludotome"
_SEVERITIES: dict[Severity, types.DiagnosticSeverity] = {
    "error": types.DiagnosticSeverity.Error,
    "warning": types.DiagnosticSeverity.Warning,
    "info": types.DiagnosticSeverity.Information,
}
_COMPLETION_KINDS = {
    "section": types.CompletionItemKind.Module,
    "field": types.CompletionItemKind.Field,
    "word": types.CompletionItemKind.Keyword,
    "effect": types.CompletionItemKind.Function,
    "function": types.CompletionItemKind.Function,
    "macro": types.CompletionItemKind.Function,
    "property": types.CompletionItemKind.Property,
    "binding": types.CompletionItemKind.Variable,
    "constant": types.CompletionItemKind.Constant,
    "parameter": types.CompletionItemKind.Constant,
    "name": types.CompletionItemKind.EnumMember,
}
_SYMBOL_KINDS = {
    "section": types.SymbolKind.Namespace,
    "constant": types.SymbolKind.Constant,
    "parameter": types.SymbolKind.Constant,
    "variable": types.SymbolKind.Variable,
    "zone": types.SymbolKind.Object,
    "board": types.SymbolKind.Object,
    "region": types.SymbolKind.Array,
    "terrain": types.SymbolKind.Enum,
    "token type": types.SymbolKind.Class,
    "macro": types.SymbolKind.Function,
    "phase": types.SymbolKind.Event,
    "action": types.SymbolKind.Method,
    "trigger": types.SymbolKind.Event,
    "test": types.SymbolKind.Boolean,
}


def diagnostics(source: SourceText, found: Iterable[Diagnostic]) -> list[types.Diagnostic]:
    """Return *found* as the protocol's diagnostics; errors in another file are placed on the first line."""
    return [
        types.Diagnostic(
            range=to_range(source, one.span) if _is_here(one) and one.span is not None else _TOP,
            message=_message(one),
            severity=_SEVERITIES[one.severity],
            code=one.code,
            source=SOURCE,
        )
        for one in found
    ]


_TOP = types.Range(start=types.Position(line=0, character=0), end=types.Position(line=0, character=0))


def _is_here(one: Diagnostic) -> bool:
    return one.span is not None and one.span.source == ""


def _message(one: Diagnostic) -> str:
    where = f"{one.span.source}:{one.span.line}: " if one.span is not None and one.span.source else ""
    return f"{where}{one.message}" + (f"\n{one.suggestion}" if one.suggestion else "")


def quick_fixes(
    source: SourceText, uri: str, found: Iterable[Diagnostic], asked: types.Range
) -> list[types.CodeAction]:
    """Return the fixes of the diagnostics that touch the range *asked*."""
    start, end = to_offset(source, asked.start), to_offset(source, asked.end)
    return [
        types.CodeAction(
            title=one.fix.title,
            kind=types.CodeActionKind.QuickFix,
            diagnostics=diagnostics(source, [one]),
            is_preferred=True,
            edit=workspace_edit(source, uri, one.fix.edits),
        )
        for one in found
        if one.fix is not None and one.span is not None and one.span.start <= end and start <= one.span.end
        if all(edit.span.source == "" for edit in one.fix.edits)
    ]


def workspace_edit(source: SourceText, uri: str, edits: Iterable[Edit]) -> types.WorkspaceEdit:
    """Return *edits* of the document at *uri*."""
    changes = [types.TextEdit(range=to_range(source, edit.span), new_text=edit.replacement) for edit in edits]
    return types.WorkspaceEdit(changes={uri: changes})


def completions(source: SourceText, found: Iterable[language.Completion]) -> list[types.CompletionItem]:
    """Return *found* as the protocol's items, in their order."""
    return [
        types.CompletionItem(
            label=one.label,
            kind=_COMPLETION_KINDS.get(one.kind, types.CompletionItemKind.Value),
            detail=one.detail or one.kind,
            sort_text=f"{index:05}",
            text_edit=types.TextEdit(range=to_range(source, one.span), new_text=one.insert),
        )
        for index, one in enumerate(found)
    ]


def symbols(source: SourceText, entries: Iterable[language.OutlineEntry]) -> list[types.DocumentSymbol]:
    """Return the outline as the protocol's symbols."""
    return [
        types.DocumentSymbol(
            name=entry.name or entry.kind,
            kind=_SYMBOL_KINDS.get(entry.kind, types.SymbolKind.Field),
            range=to_range(source, entry.span),
            selection_range=to_range(source, entry.name_span),
            detail=entry.kind,
            children=symbols(source, entry.children),
        )
        for entry in entries
    ]


def hover(source: SourceText, found: language.Hover | None) -> types.Hover | None:
    """Return *found* as the protocol's hover."""
    if found is None:
        return None
    contents = types.MarkupContent(kind=types.MarkupKind.Markdown, value=found.text)
    return types.Hover(contents=contents, range=to_range(source, found.span))
