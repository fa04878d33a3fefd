"""expand_macros: boards and built-in effect macros → zones and effects.

    zones: [ grid: { rows: 3, cols: 3 } ]       →  nine zones with their neighbours
    draw: { from: deck, to: hand:each, … }      →  forEach player: draw to that player's hand
    capture: $to                                →  forEach token of the zone: destroyToken

A document's own macros stay: they are put in where they are called, with their scopes, by the compiler. `place` stays
too: it is an effect that makes tokens.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from msgspec import Struct

from ludotome.diagnostics import Diagnostic
from ludotome.spec.blocks import YamlValue
from ludotome.spec.document import GameSpecDoc, checked_doc
from ludotome.spec.expansion import Expander, expand_zones
from ludotome.spec.expansion.effects import MAX_EFFECTS
from ludotome.spec.report import Report
from ludotome.spec.source_map import SourceMap

# Where lists of effects stand: section, the list inside an entry (None: the section itself), under which key.
_EFFECT_LISTS = (
    ("actions", ("cost", "effects")),
    ("triggers", ("effects",)),
    ("macros", ("effects",)),
)


class ExpandResult(Struct, frozen=True):
    """The document without built-in macros, and what could not be expanded."""

    doc: GameSpecDoc
    diagnostics: tuple[Diagnostic, ...]


def expand_macros(
    doc: GameSpecDoc, read: Callable[[str], str] | None = None, source_map: SourceMap | None = None
) -> ExpandResult:
    """Return *doc* with boards and built-in effect macros expanded; expanding twice changes nothing more."""
    checked_doc(doc)
    report = Report(source_map.source if source_map is not None else None)
    if doc.boards is not None:
        return ExpandResult(doc, ())
    boards = expand_zones(doc, report, source_map, read)
    expander = Expander()
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
    # The document may itself be part of a larger one, whose paths are the written ones.
    kept = {path: written for path, written in doc.origins.items() if path not in made_at}
    origins = {**kept, **{path: doc.written_path(written) for path, written in made_at.items()}}
    made = replace(doc, sections=sections, origins=origins, boards=boards)
    return ExpandResult(made, report.diagnostics)


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
