"""Answers: results of `language` for a position in a text, in the form of the editor.

This module does not know sockets.
"""

from __future__ import annotations

from typing import Any

from ludotome import language
from ludotome.diagnostics import Span
from ludotome.language import rename as rename_symbol
from ludotome.studio.workshop.checking import Read
from ludotome.studio.workshop.places import Places

MOST_COMPLETIONS = 400


def complete(text: str, at: int, read: Read) -> list[dict[str, Any]]:
    """Return the completions at the browser's offset *at*."""
    places = Places(text)
    found = language.complete(text, places.offset(at), read)
    return [
        {**places.span(one.span), "label": one.label, "kind": one.kind, "insert": one.insert, "detail": one.detail}
        for one in found[:MOST_COMPLETIONS]
    ]


def hover(text: str, at: int, read: Read) -> dict[str, Any] | None:
    """Return the hover text there, as Markdown, or None."""
    places = Places(text)
    found = language.hover(text, places.offset(at), read)
    return None if found is None else {**places.span(found.span), "text": found.text}


def definition(text: str, at: int, read: Read) -> dict[str, Any] | None:
    """Return the declaration of the name there; `source` is the file if it is another one."""
    places = Places(text)
    found = language.definition(text, places.offset(at), read)
    return None if found is None else _located(places, found)


def references(text: str, at: int, read: Read) -> list[dict[str, Any]]:
    """Return the references in this text to the name there."""
    places = Places(text)
    found = language.references(text, places.offset(at), read)
    return [_located(places, one) for one in found if not one.source]


def can_rename(text: str, at: int, read: Read) -> dict[str, Any] | None:
    """Return the name there that can be renamed, or None."""
    places = Places(text)
    found = language.can_rename(text, places.offset(at), read)
    return None if found is None else {**places.span(found), "name": text[found.start : found.end]}


def renamed(text: str, at: int, new: str, read: Read) -> list[dict[str, Any]]:
    """Return the edits that rename the name there; raise `RenameError` if that is not possible."""
    places = Places(text)
    return places.edits(rename_symbol(text, places.offset(at), new, read))


def _located(places: Places, span: Span) -> dict[str, Any]:
    if span.source:
        return {"source": span.source, "line": span.line}
    return {**places.span(span), "line": span.line}
