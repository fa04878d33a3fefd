"""outline: the sections of a document in reading order, and the things each of them declares."""

from __future__ import annotations

from ludotome.diagnostics import Span
from ludotome.language.analysed import Read, symbols_of
from ludotome.language.symbol import OutlineEntry
from ludotome.language.symbols import Symbols
from ludotome.spec import YamlValue, key_path

_NAME_KEYS = ("id", "name")
_BOARDS = ("grid", "hex", "graph", "mission")
# The kind of the entries of a section; the entries of other sections are not shown.
_KINDS = {
    "parameters": "parameter", "constants": "constant", "globalVars": "variable",
    "perPlayerVars": "variable", "perZoneVars": "variable",
    "zones": "zone", "regions": "region", "terrain": "terrain", "tokenTypes": "token type", "macros": "macro",
    "actions": "action", "triggers": "trigger", "tests": "test",
}  # fmt: skip


def outline(text: str, read: Read = None) -> tuple[OutlineEntry, ...]:
    """Return the sections of *text* with what they declare, in reading order."""
    symbols = symbols_of(text, read)
    entries = [
        OutlineEntry(section, "section", whole, name, _entries(symbols, section, value))
        for section, value in symbols.analysis.doc.sections.items()
        if (whole := _whole(symbols, section)) and (name := symbols.analysis.source_map.key_span(section))
        if not name.source
    ]
    return tuple(sorted(entries, key=lambda entry: entry.span.start))


def _whole(symbols: Symbols, path: str) -> Span | None:
    """Return the span from the key at *path* to the end of its value."""
    source_map = symbols.analysis.source_map
    key, value = source_map.key_span(path), source_map.value_span(path)
    if key is None or value is None or value.end < key.start or value.source != key.source:
        return key if value is not None and value.source else value
    return source_map.source.span(key.start, value.end)


def _entries(symbols: Symbols, section: str, value: YamlValue) -> tuple[OutlineEntry, ...]:
    if section == "turnStructure" and isinstance(value, dict):
        return _listed(symbols, "turnStructure.phases", value.get("phases"), "phase")
    kind = _KINDS.get(section)
    if kind is None:
        return ()
    if isinstance(value, dict):
        made = [_entry(symbols, key, kind, key_path(section, key), None) for key in value]
        return tuple(entry for entry in made if entry is not None)
    return _listed(symbols, section, value, kind)


def _listed(symbols: Symbols, path: str, value: YamlValue, kind: str) -> tuple[OutlineEntry, ...]:
    made = []
    for index, item in enumerate(value if isinstance(value, list) else ()):
        if not isinstance(item, dict):
            continue
        here = f"{path}[{index}]"
        key = next((key for key in _NAME_KEYS if isinstance(item.get(key), str)), None)
        board = next((name for name in _BOARDS if name in item), None)
        if key is not None:
            made.append(_entry(symbols, str(item[key]), kind, here, f"{here}.{key}"))
        elif board is not None and path == "zones":
            made.append(_entry(symbols, board, "board", here, f"{here}.{board}"))
    return tuple(entry for entry in made if entry is not None)


def _entry(symbols: Symbols, name: str, kind: str, path: str, name_path: str | None) -> OutlineEntry | None:
    whole = _whole(symbols, path)
    source_map = symbols.analysis.source_map
    named = source_map.span(name_path) if name_path is not None else source_map.key_span(path)
    if whole is None or named is None or whole.source or named.source:
        return None  # declarations in a base document are in that document's outline
    inside = whole.start <= named.start and named.end <= whole.end
    return OutlineEntry(name, kind, whole, named if inside else whole)
