"""sound_part: a document with structural errors → the part of it whose names and types can already be checked.

    actions[0] has `parms: [ { name: $to, … } ]`   →  the action without `parms`; `$to` is excused
    zones[0] is a `grid` without `rows`            →  no such board; every bare name is excused

Broken parts are left out, or replaced by a value of unknown type, so that the rest can be compiled. A name that a
broken part may declare is *excused*: if it is undeclared otherwise, that is not reported.

Invariants:
    * the returned document has no structural errors: it can be expanded and compiled like any other;
    * paths of the returned document lead to the written ones through `origins`;
    * a part is left out only if a structural error is at it or in it.

This module reports nothing.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Set
from dataclasses import replace
from typing import Any

import msgspec
from msgspec import Struct

from ludotome.diagnostics import Diagnostic
from ludotome.gamedef import MOST_PLAYERS
from ludotome.spec.blocks import YamlValue, key_path
from ludotome.spec.document import GameSpecDoc
from ludotome.spec.expansion.boards import board_macro
from ludotome.spec.lowering.parts import UNREADABLE
from ludotome.spec.sections import SECTIONS
from ludotome.spec.shapes import BINDING, NAME, SECTION_FIELDS, ZONE, Field, Shape
from ludotome.spec.shapes.check import has_kind
from ludotome.spec.shapes.table import MACRO, PROPERTY, VARIABLE
from ludotome.spec.source_map import SourceMap

_WORD = re.compile(r"\$?[A-Za-z_]\w*")
_STEP = re.compile(r"[.\[]")  # how a path continues below
_TOP_LINE = re.compile(r"^([ >]*)(?=[\w\"'`])[\"']?(\w*)", re.MULTILINE)
# Errors in names, types and boards. Others, about the whole game, may be caused by a missing part.
_TOLD = ("LT2", "LT3", "LT42", "LT6", "LT7")
_YAML = ("LT00", "LT01", "LT02", "LT03", "LT04")
# How messages say that a name is unknown, and what such a name looks like.
_UNKNOWN = ("unknown ", "undefined name", "there is no function", "there is no effect")
_NAMED = re.compile(r"[\w$.:]+")
_BROKEN = object()
_ZONE = Field("shape", shape=ZONE)
# The replacement for a required field that is missing or wrong, by the name of its shape; UNREADABLE has no type.
_STAND_INS: dict[tuple[str, str], YamlValue] = {
    ("metadata", "players"): {"min": 2, "max": 2},
    ("an end condition", "result"): {"type": "draw"},
    ("a result", "type"): "draw",
}


class SoundPart(Struct, frozen=True):
    """The document without its broken parts, and the names that these may have declared."""

    doc: GameSpecDoc
    excused: frozenset[str]
    # A broken board declares its cells, its directions and itself; their names are not written in it. Nor is the name
    # of a variable whose `name` is missing.
    excuses_bare_names: bool
    excuses_bindings: bool = False
    things: frozenset[str] = frozenset()

    def is_excused(self, found: Diagnostic) -> bool:
        """Whether *found* may be an error only because a broken part, which may declare a name, was left out."""
        if not found.code.startswith(_TOLD):
            return True
        if not found.code.startswith("LT2"):
            return False
        named = next(iter(re.findall(r"`([^`]+)`", found.message)), "")
        words = _WORD.findall(named) if _NAMED.fullmatch(named) else []
        if any(word in self.excused for word in words):
            return True
        is_unknown = found.message.startswith(_UNKNOWN)
        return is_unknown and any(
            word in self.things or (self.excuses_bindings if word[0] == "$" else self.excuses_bare_names)
            for word in words
        )


def sound_part(doc: GameSpecDoc, faults: tuple[Diagnostic, ...], source_map: SourceMap | None) -> SoundPart:
    """Return the part of *doc* that has none of the structural errors *faults*."""
    at_fault = frozenset(fault.path for fault in faults if fault.severity == "error")
    pruning = _Pruning(
        at_fault, frozenset(path[: found.start()] for path in at_fault for found in _STEP.finditer(path))
    )
    sections: dict[str, YamlValue] = {}
    for section, value in doc.sections.items():
        pruned: Any = _BROKEN
        if section not in doc.broken and section in SECTION_FIELDS:
            field = SECTION_FIELDS[section]
            pruned = pruning.zones(value) if section == "zones" else pruning.field(field, value, section)
        if section == "parameters":
            pruned = value  # a parameter that cannot be set still has a value
        if pruned is _BROKEN:
            pruning.excuse(value)
        else:
            sections[section] = pruned
    if any(fault.path.startswith("metadata") for fault in faults):
        pruning.excused.update(f"P{seat + 1}" for seat in range(MOST_PLAYERS))  # the number of seats is not known
    if source_map is not None:
        text = source_map.source.text
        strange = {fault.path for fault in faults} - set(SECTIONS)
        words_of = _words_of_sections(text, doc.broken | strange)
        for name in doc.broken | strange:
            words = words_of.get(name, [])
            pruning.excused.update(words)
            is_empty = name in doc.broken and not words and not strange
            pruning.lost_names |= is_empty or (name in strange and "zones" not in sections)
        # Each line once, however many errors it has.
        lines = {line for fault in faults if (line := _unread_line(text, fault)) is not None}
        pruning.excused.update(word for start, end in lines for word in _WORD.findall(text[start:end]))
    return SoundPart(
        replace(doc, sections=sections, broken=frozenset(), origins=pruning.origins),
        frozenset(pruning.excused),
        excuses_bare_names=pruning.lost_names or "zones" in doc.broken,
        excuses_bindings=pruning.lost_bindings,
        things=frozenset(_names_of_things(doc)),
    )


def _names_of_things(doc: GameSpecDoc) -> Iterator[str]:
    """Yield names whose meaning depends on an unknown type beside them, such as `$piece.type == pawn`."""
    turn = doc.get("turnStructure")
    for entries in (doc.get("tokenTypes"), doc.get("actions"), turn.get("phases") if isinstance(turn, dict) else None):
        for entry in entries if isinstance(entries, list) else ():
            if isinstance(entry, dict) and isinstance(entry.get("id"), str):
                yield str(entry["id"])


def _unread_line(text: str, fault: Diagnostic) -> tuple[int, int] | None:
    """Return the place of the line of a YAML error; some of its words may be in no value."""
    if fault.span is None or not fault.code.startswith(_YAML):
        return None
    end = text.find("\n", fault.span.end)
    return text.rfind("\n", 0, fault.span.start) + 1, end if end >= 0 else len(text)


def _words_of_sections(text: str, names: Set[str]) -> dict[str, list[str]]:
    """Return the words under each of the top-level keys *names*, which could not be read; the text is read once."""
    words: dict[str, list[str]] = {}
    open_keys: list[tuple[int, str, int]] = []  # the indentation, the key, and where it ends
    lines = [(len(line[1]), line[2], line.start(), line.end()) for line in _TOP_LINE.finditer(text)]
    for indent, name, start, end in [*lines, (-1, "", len(text), len(text))]:
        while open_keys and open_keys[-1][0] >= indent:
            _, key, begin = open_keys.pop()
            words.setdefault(key, []).extend(_WORD.findall(text[begin:start]))
        if name in names:
            open_keys.append((indent, name, end))
    return words


class _Pruning(Struct):
    """Leaves out broken parts, at *faults* and partly *above* them, and records names and paths."""

    faults: frozenset[str]
    above: frozenset[str]
    excused: set[str] = msgspec.field(default_factory=set)
    origins: dict[str, str] = msgspec.field(default_factory=dict)
    lost_names: bool = False
    lost_bindings: bool = False

    def excuse(self, value: YamlValue) -> None:
        """Excuse every word in *value*, which is left out."""
        if isinstance(value, dict):
            for key, below in value.items():
                self.excused.update(_WORD.findall(key))
                self.excuse(below)
        elif isinstance(value, list):
            for item in value:
                self.excuse(item)
        elif isinstance(value, str):
            self.excused.update(_WORD.findall(value))

    def zones(self, value: YamlValue) -> Any:
        """Return the zones; a broken entry becomes an empty mapping, which expansion ignores."""
        if not isinstance(value, list):
            return _BROKEN
        made: list[YamlValue] = []
        for index, entry in enumerate(value):
            path = f"zones[{index}]"
            is_zone = isinstance(entry, dict) and "id" in entry and board_macro(entry, path) is None
            pruned = self.field(_ZONE, entry, path) if is_zone else {} if self._is_broken(path) else entry
            if pruned is _BROKEN or pruned == {}:
                self.excuse(entry)
                self.lost_names |= not is_zone
                pruned = {}
            made.append(pruned)
        return made

    def field(self, field: Field, value: YamlValue, path: str) -> Any:
        """Return the sound part of *value*, or `_BROKEN` if no part of it can be the value of *field*."""
        is_lost = value is None and field.kind not in ("expr", "scalar", "any")  # for example, its colon is missing
        match field.kind:
            case "shape" if isinstance(value, dict) and field.shape is not None:
                return self._shape(field.shape, value, path)
            case "list" if isinstance(value, list) and path not in self.faults:
                return self._list(field, value, path)
            case "mapping" if isinstance(value, dict) and path not in self.faults:
                return self._mapping(field, value, path)
            case "either" if path not in self.faults:
                option = next((option for option in field.options if has_kind(option, value)), None)
                return _BROKEN if option is None else self.field(option, value, path)
            case "effects" if isinstance(value, list) and path not in self.faults:
                return [self._effect(item, f"{path}[{index}]") for index, item in enumerate(value)]
            case _ if not is_lost and not self._is_broken(path):
                return value
            case "expr" | "template" if isinstance(value, str):
                return value  # parsed again when it is compiled; of unknown type if that fails
            case "expr":
                return UNREADABLE
            case "binding" if isinstance(value, str) and BINDING.fullmatch(f"${value}"):
                return f"${value}"
            case _:
                return _BROKEN

    def _is_broken(self, path: str) -> bool:
        """Whether there is an error at *path* or below it."""
        return path in self.faults or path in self.above

    def _shape(self, shape: Shape, value: dict[str, YamlValue], path: str) -> Any:
        if shape in (VARIABLE, PROPERTY, ZONE) and self._is_broken(path):
            return self._lost(shape, value)  # a part of it would mean something else
        made: dict[str, YamlValue] = {}
        for key, below in value.items():
            known = shape.fields.get(key)
            is_unread = below is None and path in self.faults
            pruned: Any = _BROKEN if known is None or is_unread else self.field(known, below, key_path(path, key))
            if pruned is _BROKEN:
                self.excuse({key: below})
                self.excuse(value.get("id"))  # other missing fields are not separate errors
            else:
                made[key] = pruned
        for key, known in shape.fields.items():
            if known.required and key not in made:
                stand_in: Any = self._stand_in(shape, key, known, value)
                if stand_in is _BROKEN:
                    return self._lost(shape, value)
                made[key] = stand_in
        if shape is MACRO and (set(value) - set(made) or not {"expr", "effects"} & set(made)):
            return self._lost(shape, value)
        return made

    def _lost(self, shape: Shape, value: dict[str, YamlValue]) -> object:
        """Record that a part with an unknown name was left out, unless its name is written in it."""
        named = next((field for key, field in shape.fields.items() if key in ("id", "name")), None)
        if named is not None and not any(key in ("id", "name") for key in value):
            self.lost_names |= named.kind != "binding"
            self.lost_bindings |= named.kind == "binding"
        return _BROKEN

    def _stand_in(self, shape: Shape, key: str, known: Field, value: dict[str, YamlValue]) -> Any:
        if (shape.name, key) in _STAND_INS:
            return _STAND_INS[shape.name, key]
        if known.kind in ("id", "name"):
            # `name: move` where `id` is meant: still the name
            strange = [one for other, one in value.items() if other not in shape.fields and isinstance(one, str)]
            return next((one for one in strange if NAME.fullmatch(one)), _BROKEN)
        return {"expr": UNREADABLE, "effects": []}.get(known.kind, _BROKEN)

    def _list(self, field: Field, value: list[YamlValue], path: str) -> Any:
        if field.of is None:
            return value
        made: list[YamlValue] = []
        for index, item in enumerate(value):
            pruned = self.field(field.of, item, f"{path}[{index}]")
            if pruned is _BROKEN:
                self.excuse(item)
                continue
            if len(made) != index:
                self.origins[f"{path}[{len(made)}]"] = f"{path}[{index}]"
            made.append(pruned)
        return made

    def _mapping(self, field: Field, value: dict[str, YamlValue], path: str) -> Any:
        made: dict[str, YamlValue] = {}
        for key, below in value.items():
            pruned = below if field.of is None else self.field(field.of, below, key_path(path, key))
            if pruned is _BROKEN:
                self.excuse({key: below})
            else:
                made[key] = pruned
        return made

    def _effect(self, item: YamlValue, path: str) -> YamlValue:
        """Return an effect; a broken one becomes an empty mapping, which does nothing."""
        if not self._is_broken(path):
            return item
        self.excuse(item)
        return {}
