"""of_base: errors in the parts that a variant inherits from a shipped game, with what to write in the variant.

A shipped game is correct by itself, so such an error is caused by a change in the variant, and the author cannot edit
the underlined text. A base beside the document may be wrong itself, so its suggestions are kept.
"""

from __future__ import annotations

import re

import msgspec

from ludotome.diagnostics import Diagnostic
from ludotome.spec.document import GameSpecDoc

_PLACE = re.compile(r"(\w+)(?:\[(\d+)\]|\.([\w-]+))")
_FILE = ".md"
_NAMES = ("id", "name")


def explain_base(doc: GameSpecDoc, diagnostics: tuple[Diagnostic, ...]) -> tuple[Diagnostic, ...]:
    """Return *diagnostics*; for errors in the text of a shipped base they say what to write in *doc* instead."""
    return tuple(_explained(doc, found) for found in diagnostics)


def _explained(doc: GameSpecDoc, found: Diagnostic) -> Diagnostic:
    base = found.span.source if found.span is not None else ""
    if not base or base.endswith(_FILE) or found.severity != "error":
        return found
    used = any(label.text == "removed here" for label in found.labels)
    instead = "do not remove what it uses" if used else "remove it"
    suggestion = f"write {_thing(doc, found.path)} in this document, or {instead}"
    return msgspec.structs.replace(found, suggestion=suggestion, alternatives=(), fix=None)


def _thing(doc: GameSpecDoc, path: str) -> str:
    """Return words for the thing at *path*: `kingHome` under `regions`, or the whole section `setup`."""
    place = _PLACE.match(path)
    section, index, key = place.groups() if place is not None else (path, None, None)
    entries = doc.get(section)
    if isinstance(entries, list) and index is not None and int(index) < len(entries):
        entry = entries[int(index)]
        key = next((entry[name] for name in _NAMES if name in entry), None) if isinstance(entry, dict) else None
    return f"your own `{key}` under `{section}`" if isinstance(key, str) else f"your own `{section}`"
