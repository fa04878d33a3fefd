"""removed: explain errors about names that a variant has removed and that something still uses."""

from __future__ import annotations

import re

import msgspec

from ludotome.diagnostics import Diagnostic, Label
from ludotome.spec.document import GameSpecDoc
from ludotome.spec.source_map import SourceMap

_NAMED = re.compile(r"`([^`]+)`")


def explain_removed(
    doc: GameSpecDoc, source_map: SourceMap, diagnostics: tuple[Diagnostic, ...]
) -> tuple[Diagnostic, ...]:
    """Return *diagnostics*, with a label at `remove` of *doc* for errors about a name that it lists."""
    removed = doc.get("remove")
    places = {
        str(name): f"remove.{section}[{index}]" if isinstance(names, list) else f"remove.{section}"
        for section, names in (removed.items() if isinstance(removed, dict) else ())
        for index, name in enumerate(names if isinstance(names, list) else [names] if names is not True else [section])
    }
    if not places:
        return diagnostics
    return tuple(_explained(found, places, source_map) for found in diagnostics)


def _explained(found: Diagnostic, places: dict[str, str], source_map: SourceMap) -> Diagnostic:
    name = next((name for name in _NAMED.findall(found.message) if name in places), None)
    span = source_map.span(places[name]) if name is not None else None
    is_about_removing = found.path.startswith("remove") or "`remove`" in found.message
    if name is None or span is None or found.severity != "error" or is_about_removing:
        return found
    label = Label(span=span, text="removed here")
    suggestion = f"change what still uses `{name}`, or do not remove it"
    return msgspec.structs.replace(
        found, suggestion=suggestion, labels=(*found.labels, label), alternatives=(), fix=None
    )
