"""expand_macros: boards and built-in effect macros → zones and effects.

    zones: [ grid: { rows: 3, cols: 3 } ]       →  nine zones with their neighbours
    draw: { from: deck, to: hand:each, … }      →  forEach player: draw to that player's hand
    capture: $to                                →  forEach token of the zone: destroyToken

A document's own macros are kept: the compiler inlines them where they are called, with their scopes. `place` is kept
too: it is an effect that creates tokens.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from msgspec import Struct

from ludotome.diagnostics import Diagnostic, has_errors
from ludotome.gamedef import MAX_EFFECTS
from ludotome.spec.blocks import YamlValue
from ludotome.spec.document import GameSpecDoc, checked_doc
from ludotome.spec.expansion import Expander, expand_zones
from ludotome.spec.made_names import bindings_in
from ludotome.spec.report import Report
from ludotome.spec.settings import values_of
from ludotome.spec.shapes.check import ShapeCheck
from ludotome.spec.source_map import SourceMap
from ludotome.spec.validate_game_spec import validate_game_spec

# The places of lists of effects: section, the list inside an entry (None: the section itself), and the key.
_EFFECT_LISTS = (
    ("actions", ("cost", "effects")),
    ("triggers", ("effects",)),
    ("macros", ("effects",)),
)


class ExpandResult(Struct, frozen=True):
    """The document without built-in macros, and what could not be expanded.

    `is_too_large` means that there are more effects than the limit, `has_lost_zones` that a board is missing.
    """

    doc: GameSpecDoc
    diagnostics: tuple[Diagnostic, ...]
    is_too_large: bool = False
    has_lost_zones: bool = False


def expand_macros(
    doc: GameSpecDoc, read: Callable[[str], str] | None = None, source_map: SourceMap | None = None
) -> ExpandResult:
    """Return *doc* with boards and built-in effect macros expanded; a second expansion changes nothing.

    If a macro or one of its parameters is wrong, *doc* is returned unchanged, with the errors.
    """
    checked_doc(doc)
    if doc.boards is not None:
        return ExpandResult(doc, ())
    faults = tuple(found for found in validate_game_spec(doc, source_map) if _is_of_macros(found))
    if has_errors(faults):
        return ExpandResult(doc, faults)
    expanded = expand_checked(doc, read, source_map)
    if has_errors(expanded.diagnostics):
        return ExpandResult(doc, doc.at_written_paths(expanded.diagnostics))
    return expanded


def _is_of_macros(found: Diagnostic) -> bool:
    """Return whether *found* is about something that expansion reads: the zones, and the constants in them."""
    return found.path.startswith(("zones", "constants", "parameters"))


def expand_checked(
    doc: GameSpecDoc, read: Callable[[str], str] | None = None, source_map: SourceMap | None = None
) -> ExpandResult:
    """Return *doc*, whose structure has been checked, expanded as far as possible, and what could not be expanded."""
    report = Report(source_map.source if source_map is not None else None)
    if doc.boards is not None:
        return ExpandResult(doc, ())
    boards = expand_zones(doc, report, source_map, read)
    has_lost_zones = report.has_errors()
    check = ShapeCheck(report, source_map, values_of(doc))
    expander = Expander(check, frozenset(bindings_in(dict(doc.sections))), _names_of_property(doc))
    sections: dict[str, YamlValue] = dict(doc.sections)
    if "zones" in sections:
        sections["zones"] = boards.zones
    if "setup" in sections:
        sections["setup"] = expander.expand(sections["setup"], "setup", "setup")
    for section, keys in _EFFECT_LISTS:
        if section in sections:
            sections[section] = _entries(expander, sections[section], section, keys)
    turn = sections.get("turnStructure")
    if isinstance(turn, dict) and "phases" in turn:
        phases = _entries(expander, turn["phases"], "turnStructure.phases", ("onEnter", "onExit"))
        sections["turnStructure"] = {**turn, "phases": phases}
    if expander.count > MAX_EFFECTS:
        span = source_map.span("actions") if source_map is not None else None
        message = f"the document has {expander.count} effects after expansion; at most {MAX_EFFECTS} are allowed"
        report.add("LT615", "actions", message, "say the same with fewer effects, `forEach` and macros", span=span)
    made_at = {**boards.origins, **expander.origins}
    # The document may be the sound part of a larger one, whose paths are the written ones.
    kept = {path: written for path, written in doc.origins.items() if path not in made_at}
    origins = {**kept, **{path: doc.written_path(written) for path, written in made_at.items()}}
    changed = {name: (doc.sections[name], value) for name, value in sections.items() if value is not doc.sections[name]}
    made = replace(doc, sections=sections, origins=origins, boards=boards, changed=changed)
    return ExpandResult(made, report.diagnostics, expander.count > MAX_EFFECTS, has_lost_zones)


def _names_of_property(doc: GameSpecDoc) -> dict[tuple[str, str], tuple[str, ...]]:
    """Return the names that each property of a name type can have, by token type and property."""
    types = doc.get("tokenTypes")
    found: dict[tuple[str, str], tuple[str, ...]] = {}
    for kind in types if isinstance(types, list) else ():
        props = kind.get("props") if isinstance(kind, dict) else None
        for name, declared in props.items() if isinstance(props, dict) else ():
            names = declared.get("type") if isinstance(declared, dict) else None
            if isinstance(kind, dict) and isinstance(names, list):
                found[str(kind.get("id")), name] = tuple(map(str, names))
    return found


def _entries(expander: Expander, entries: YamlValue, path: str, keys: tuple[str, ...]) -> YamlValue:
    if not isinstance(entries, list):
        return entries
    made: list[Any] = []
    for index, entry in enumerate(entries):
        if isinstance(entry, dict):
            here = f"{path}[{index}]"
            entry = {
                key: expander.expand(value, f"{here}.{key}", f"{here}.{key}") if key in keys else value
                for key, value in entry.items()
            }
        made.append(entry)
    return made
