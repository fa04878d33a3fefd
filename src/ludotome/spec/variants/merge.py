"""merge: the sections of a base and of the document that extends it → one document that keeps every place.

    base entries, without those that `remove` names
      → replaced field by field where this document has an entry of the same name
      → followed by the new entries, each at the end or `before` another

Named things are merged by name: entries of lists, keys of mappings, phases, seats. A field that is a mapping from names
is merged by key; any other field is replaced as a whole. `null` drops the base's field.

This module reports unknown names and does not check the contents of fields.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from msgspec import Struct
from msgspec.structs import replace

from ludotome.diagnostics import nearest, some_names
from ludotome.spec.blocks import YamlValue, key_path
from ludotome.spec.document import GameSpecDoc
from ludotome.spec.expansion.boards import board_macro
from ludotome.spec.lowering.context import INHERITED
from ludotome.spec.lowering.trees import FAMILIES
from ludotome.spec.parse_game_spec import ParseResult
from ludotome.spec.report import Report
from ludotome.spec.sections import SECTIONS
from ludotome.spec.shapes import BOARD_MACROS, SECTION_FIELDS, ZONE, Field
from ludotome.spec.source_map import SourceMap
from ludotome.spec.variants.graft import Graft, Written
from ludotome.spec.variants.inherited import Inheritance, is_said

# The key under which the entries of a list have their name; for zones see `_name`.
_NAMED = {
    "globalVars": "name", "perPlayerVars": "name", "perZoneVars": "name", "zones": "id", "tokenTypes": "id",
    "macros": "name", "actions": "id", "triggers": "id", "endConditions": "id", "phases": "id",
}  # fmt: skip
_DECLARING = (
    "globalVars", "perPlayerVars", "perZoneVars", "zones", "macros", "constants", "parameters", "regions"
)  # fmt: skip
_BY_KEY = ("metadata", "parameters", "constants", "regions", "terrain", "look")
_WHOLE = ("setup", "scoring", "orientation", "turnStructure")  # entries without names: removed as a whole or not at all
_OWN = ("tests", "remove")
_BEFORE = "before"
_DEFAULT_BOARD = "board"
_NO_FIELD = "-"  # in `look.fen`


def merge(base: ParseResult, own: ParseResult, report: Report) -> tuple[GameSpecDoc, SourceMap]:
    """Return *own*, which extends *base*, merged with it; errors go to *report*."""
    return _Merge(base, own, report).merged()


class _Entry(Struct):
    """An entry of a merged list: its name, and how the base and this document wrote it."""

    name: str | None
    base: Written | None
    own: Written | None = None


class _Merge:
    def __init__(self, base: ParseResult, own: ParseResult, report: Report) -> None:
        self.base, self.own, self.report = base, own, report
        self.graft = Graft(own.source_map, base.source_map)
        removed = own.doc.get("remove")
        self.removed = dict(removed) if isinstance(removed, dict) else {}
        is_declared = _declares(own.doc, INHERITED) or _declares(base.doc, INHERITED, self._dropped)
        self.inheritance = Inheritance(self.graft, report, own.source_map, is_declared=is_declared)

    def merged(self) -> tuple[GameSpecDoc, SourceMap]:
        self._check_removed()
        self._check_id()
        sections: dict[str, YamlValue] = {}
        for section in SECTIONS:
            base, own = self._section(self.base, section), self._section(self.own, section)
            if section in _OWN or self._is_removed(section):
                base = None
            if section == "look" and base is not None:
                base = self._without_removed_fields(base)
            if base is not None or own is not None:
                sections[section] = self._merged_section(section, base, own)
        doc = GameSpecDoc(sections, self.base.doc.broken | self.own.doc.broken)
        return doc, self.graft.source_map

    def _section(self, parsed: ParseResult, section: str) -> Written | None:
        if section not in parsed.doc.sections:
            return None
        return Written(parsed.doc.sections[section], parsed.source_map, section)

    def _merged_section(self, section: str, base: Written | None, own: Written | None) -> YamlValue:
        if section == "turnStructure" and base is not None and own is not None:
            return self._turn_structure(base, own)
        if section in _NAMED:
            return self._list(section, section, base, own)
        if section in _BY_KEY:
            return self._mapping(SECTION_FIELDS[section], section, base, own, self._dropped(section))
        if own is not None:
            return self.inheritance.put(own, base, section)
        assert base is not None
        return self.graft.put(base, section)

    def _without_removed_fields(self, look: Written) -> Written:
        """Return the base's *look* with `-` for removed variables, which would be unknown names in `fen`."""
        fen = look.value.get("fen") if isinstance(look.value, dict) else None
        if not isinstance(look.value, dict) or not isinstance(fen, list):
            return look
        kept: list[YamlValue] = []
        for field in fen:
            if isinstance(field, dict):
                letters = {letter: name for letter, name in field.items() if not self._is_removed_variable(name)}
                kept.append(letters or _NO_FIELD)
            else:
                kept.append(_NO_FIELD if self._is_removed_variable(field) else field)
        return replace(look, value={**look.value, "fen": kept})

    def _is_removed_variable(self, name: YamlValue) -> bool:
        owner, _, bare = str(name).rpartition(".")
        section = "perPlayerVars" if owner else "globalVars"
        return bare in self._dropped(section) or (self._is_removed(section) and bare in (self._names(section) or ()))

    # ── lists of named things ──────────────────────────────────────────────────────────────────────────────────────

    def _list(self, section: str, path: str, base: Written | None, own: Written | None) -> YamlValue:
        dropped = self._dropped(section)
        entries = [_Entry(_name(section, one.value), one) for one in (base.items() if base is not None else ())]
        entries = [entry for entry in entries if entry.name not in dropped]
        for one in own.items() if own is not None else ():
            self._enter(section, entries, one)
        head = own if own is not None else base
        assert head is not None
        self.graft.put_place(head, path)
        field = _entry_field(section)
        return [self._entry(section, field, entry, f"{path}[{index}]") for index, entry in enumerate(entries)]

    def _enter(self, section: str, entries: list[_Entry], own: Written) -> None:
        """Put an entry of this document in its place among *entries*."""
        name = _name(section, own.value)
        known = next((entry for entry in entries if name is not None and entry.name == name), None)
        entry = _Entry(name, None, own) if known is None else known
        if known is not None and known.own is not None:
            path = key_path(own.path, _NAMED[section])
            self._fault(path, f"`{name}` is already written above under `{section}`", "join the two entries")
        if known is not None:
            known.own = own
        before = own.value.get(_BEFORE) if isinstance(own.value, dict) else None
        if known is not None and before is None:
            return
        if known is not None:
            entries.remove(known)
        at = next((index for index, other in enumerate(entries) if other.name == before), len(entries))
        if before is not None and at == len(entries):
            names = [other.name for other in entries if other.name is not None]
            self._unknown(section, str(before), names, f"{own.path}.{_BEFORE}")
        entries.insert(at, entry)

    def _entry(self, section: str, field: Field | None, entry: _Entry, path: str) -> YamlValue:
        base, own = entry.base, entry.own
        if own is None:
            assert base is not None
            return self.graft.put(base, path)
        if not isinstance(own.value, dict):
            return self.graft.put(own, path)
        own = own.without(_BEFORE)
        kind = _board_kind(own.value) if section == "zones" else None
        if base is None:
            self._check_new(section, field, entry.name, own)
        if base is None or not isinstance(base.value, dict):
            return self.inheritance.put(own, None, path)
        if kind is not None and isinstance(base.value.get(kind), dict):
            self.graft.put_place(own, path)
            inner = Field("shape", shape=BOARD_MACROS[kind])
            return {kind: self._mapping(inner, key_path(path, kind), base.at(kind), own.at(kind))}
        if kind is not None or _board_kind(base.value) is not None:
            return self.inheritance.put(own, None, path)
        return self._mapping(field, path, base, own)

    # ── mappings ───────────────────────────────────────────────────────────────────────────────────────────────────

    def _mapping(
        self,
        field: Field | None,
        path: str,
        base: Written | None,
        own: Written | None,
        dropped: Iterable[str] = (),
    ) -> YamlValue:
        """Return the keys of the base and then the new ones; for common keys this document wins, or both are merged."""
        head = own if own is not None else base
        assert head is not None
        if not all(one is None or isinstance(one.value, dict) for one in (base, own)):
            return self.graft.put(head, path)
        self.graft.put_place(head, path)
        left = {key: one for key, one in (base.fields() if base is not None else ()) if key not in dropped}
        right = dict(own.fields()) if own is not None else {}
        made: dict[str, YamlValue] = {}
        for key in dict.fromkeys((*left, *right)):
            first, second, below = left.get(key), right.get(key), key_path(path, key)
            if second is None:
                assert first is not None
                made[key] = self.graft.put(first, below)
            elif first is not None and second.value is None:
                continue  # `null` drops what the base has
            elif first is not None and _is_merged(field, key, path, first.value, second.value):
                made[key] = self._mapping(_below(field, key), below, first, second)
            else:
                made[key] = self.inheritance.put(second, first, below)
        return made

    def _turn_structure(self, base: Written, own: Written) -> YamlValue:
        made = self._mapping(None, "turnStructure", base.without("phases"), own.without("phases"))
        phases = [one.at("phases") if "phases" in one.keys() else None for one in (base, own)]  # noqa: SIM118
        if isinstance(made, dict) and any(one is not None for one in phases):
            made["phases"] = self._list("phases", "turnStructure.phases", *phases)
        return made

    # ── unknown names ────────────────────────────────────────────────────────────────────────────────────

    def _is_removed(self, section: str) -> bool:
        """Whether the whole section of the base is removed."""
        return self.removed.get(section) is True and section in SECTIONS and section not in (*_OWN, "metadata")

    def _dropped(self, section: str) -> dict[str, str]:
        """Return each removed name of *section*, with its path; what cannot be a name is reported with its shape."""
        names, path = self.removed.get(section), key_path("remove", section)
        written = (
            {f"{path}[{index}]": one for index, one in enumerate(names)} if isinstance(names, list) else {path: names}
        )
        return {str(one): place for place, one in written.items() if type(one) in (str, int)}

    def _check_removed(self) -> None:
        """Report each name under `remove` that the base does not have."""
        for section, names in self.removed.items():
            path = key_path("remove", section)
            if self._is_removed(section):
                if section not in self.base.doc.sections:
                    self._fault(path, f"the base has no `{section}`", "leave it out", on_key=True)
                continue
            known = self._names(section)
            if known is None and section in _WHOLE:
                self._fault(path, f"`{section}` has no names", f"write `{section}: true` to remove all of it")
                continue
            if known is not None and isinstance(names, bool | dict):
                some = ", ".join(known[:2] if isinstance(names, bool) else names)
                self._fault(
                    path,
                    f"what is under `remove` for `{section}` must be a list of names",
                    f"write `{section}: [{some}]`",
                )
                continue
            if known is None:
                kinds = (*_NAMED, *(one for one in _BY_KEY if one != "metadata"), *_WHOLE)
                near = nearest(section, kinds)
                hint = f"write `{near[0]}`" if near else f"write one of {some_names(f'`{one}`' for one in kinds)}"
                self._fault(path, f"nothing under `{section}` can be removed by name", hint, on_key=True)
                continue
            for name, place in self._dropped(section).items():
                if name not in known:
                    self._unknown(section, name, known, place)

    def _check_new(self, section: str, field: Field | None, name: str | None, own: Written) -> None:
        """Report a new entry that was meant to change one of the base: it is incomplete, or it inherits."""
        near = nearest(name, self._names(section) or ()) if name is not None else ()
        needed = field.shape.fields if field is not None and field.shape is not None else {}
        is_whole = all(key in own.keys() for key, one in needed.items() if one.required)  # noqa: SIM118
        if not near or (is_whole and not is_said(own.value)):
            return
        path = key_path(own.path, _NAMED[section])
        if name in self._dropped(section):
            message = f"`{name}` is under `remove`, so nothing of the base is left to change"
            self._fault(path, message, "take it out of `remove`, or write the whole entry here")
        else:
            self._fault(path, f"the base has no `{name}` under `{section}`", f"write `{near[0]}` to change that one")

    def _names(self, section: str) -> list[str] | None:
        """Return the names of the things of the base in *section*; None if they have no names."""
        if section == "phases":
            turn = self.base.doc.get("turnStructure")
            value = turn.get("phases") if isinstance(turn, dict) else None
        else:
            value = self.base.doc.get(section)
        if section in _NAMED:
            names = (_name(section, one) for one in (value if isinstance(value, list) else ()))
            return [name for name in names if name is not None]
        if section in _BY_KEY and section != "metadata":
            return list(value) if isinstance(value, dict) else []
        return None

    def _check_id(self) -> None:
        metadata = self.own.doc.get("metadata")
        if isinstance(metadata, dict) and "id" not in metadata:
            message = "a document that extends another needs a name of its own"
            self._fault("metadata.extends", message, "add `id: ` with the name of this game")

    def _unknown(self, section: str, name: str, known: Iterable[str], path: str) -> None:
        names = list(known)
        near = nearest(name, names)
        hint = f"write `{near[0]}`" if near else f"write one of {some_names(f'`{one}`' for one in names)}"
        if not names:
            hint = "leave it out"
            if section == "endConditions":
                hint = "give the end condition of the base an `id`, or write all end conditions here"
        homes = [one for one in (*_NAMED, *_BY_KEY) if path.startswith("remove") and name in (self._names(one) or ())]
        if homes:
            hint = f"write it under `{homes[0]}`: `remove: {{ {homes[0]}: [{name}] }}`"
        self._fault(path, f"the base has no `{name}` under `{section}`", hint)

    def _fault(self, path: str, message: str, suggestion: str, *, on_key: bool = False) -> None:
        source_map = self.own.source_map
        span = (source_map.key_span(path) if on_key else None) or source_map.span(path)
        self.report.add("LT263", path, message, suggestion, span=span)


def _declares(doc: GameSpecDoc, name: str, dropped: Callable[[str], Iterable[str]] = lambda _: ()) -> bool:
    """Whether *doc* declares a variable, macro, zone, region, constant or parameter called *name*."""
    for section in _DECLARING:
        value = doc.get(section)
        if name in dropped(section):
            continue
        if isinstance(value, dict) and name in value:
            return True
        if isinstance(value, list) and any(name in (_name(section, one), *_graph_zones(one)) for one in value):
            return True
    return False


def _graph_zones(entry: YamlValue) -> tuple[str, ...]:
    graph = entry.get("graph") if isinstance(entry, dict) else None
    zones = graph.get("zones") if isinstance(graph, dict) else None
    return tuple(map(str, zones)) if isinstance(zones, list) else ()


def _name(section: str, entry: YamlValue) -> str | None:
    """Return the name of an entry of a list; a board without an `id` is called `board`."""
    if not isinstance(entry, dict):
        return None
    macro = board_macro(entry, "") if section == "zones" else None
    name = macro.args.get("id", _DEFAULT_BOARD) if macro is not None else entry.get(_NAMED[section])
    return name if isinstance(name, str) else None


def _board_kind(entry: YamlValue) -> str | None:
    """Return the kind of board that *entry* of `zones` is, if it is written as `- grid: { … }`."""
    if not isinstance(entry, dict) or len(entry) != 1:
        return None
    return next((kind for kind in BOARD_MACROS if isinstance(entry.get(kind), dict)), None)


def _entry_field(section: str) -> Field | None:
    if section == "zones":
        return Field("shape", shape=ZONE)
    if section == "phases":
        return None
    return SECTION_FIELDS[section].of


def _below(field: Field | None, key: str) -> Field | None:
    if field is None:
        return None
    if field.kind == "shape" and field.shape is not None:
        return field.shape.fields.get(key)
    if field.kind == "mapping":
        return field.of
    return next((_below(option, key) for option in field.options if option.kind == "mapping"), None)


def _is_merged(field: Field | None, key: str, path: str, base: YamlValue, own: YamlValue) -> bool:
    """Whether a field is a mapping from names, in the base and here, to be merged by key."""
    if not isinstance(base, dict) or not isinstance(own, dict):
        return False
    inner = _below(field, key)
    if inner is None:
        return False
    if path in ("parameters", "terrain", "look"):
        return inner.kind in ("shape", "mapping")  # the things of these sections are mappings themselves
    is_mapping = inner.kind == "mapping" or any(option.kind == "mapping" for option in inner.options)
    return is_mapping and not any(family in one for family in FAMILIES for one in (base, own))
