"""GameSpecDoc: a document as plain values, section by section.

Invariants:
    * sections are in canonical order, whatever order they were written in; sections that were not written are absent;
    * values are YAML's own: dict, list, str, int, float, bool, None;
    * `broken` names the sections that could not be parsed, so that later passes do not report them.

Positions are only in the `SourceMap`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from msgspec.structs import replace

from ludotome.diagnostics import Diagnostic
from ludotome.gamedef import PlayError, Setting, bad_argument, of_kind
from ludotome.spec.blocks import YamlValue
from ludotome.spec.sections import SECTIONS
from ludotome.spec.source_map import parent_path

if TYPE_CHECKING:
    from ludotome.spec.expansion import MadeBoards

# One step of a path: a key, an index, or a key in quotes.
_STEP = re.compile(r"\.?(?P<key>[^.\[\]]+)|\[(?P<index>\d+)\]|\[\"(?P<quoted>(?:[^\"\\]|\\.)*)\"\]")
_SCALARS = (str, int, float, bool, type(None))
_INSTEAD = "write dicts, lists, strings, numbers, booleans and None, as YAML has them"
_DEEPEST = 64  # a text may be nested 50 deep, and expansion adds a few levels
_ESCAPED = re.compile(r"\\(.)")


@dataclass(frozen=True, slots=True)
class GameSpecDoc:
    """The sections by name.

    `origins` maps the paths of what a macro made to written paths; `boards` is set once macros are expanded, and
    `changed` then has, for each section that expansion changed, the value before and after. `settings` are the
    parameters whose values are not the default.
    """

    sections: Mapping[str, YamlValue]
    broken: frozenset[str] = frozenset()
    origins: Mapping[str, str] = field(default_factory=dict)
    boards: MadeBoards | None = None
    changed: Mapping[str, tuple[YamlValue, YamlValue]] = field(default_factory=dict)
    settings: Mapping[str, Setting] = field(default_factory=dict)

    def get(self, section: str) -> YamlValue:
        """Return the contents of *section*, or None if it was not written."""
        return self.sections.get(section)

    def written(self, section: str) -> YamlValue:
        """Return what was written in *section*, even after macros are expanded."""
        value = self.sections.get(section)
        before, after = self.changed.get(section, (value, value))
        return before if after is value else value

    def as_written(self) -> GameSpecDoc:
        """Return the document as it was before its macros were expanded."""
        if self.boards is None:
            return self
        sections = {section: self.written(section) for section in self.sections}
        return GameSpecDoc(sections, self.broken, settings=self.settings)

    def at_written_paths(self, diagnostics: Iterable[Diagnostic]) -> tuple[Diagnostic, ...]:
        """Return *diagnostics*, each at a path of the document as it was written."""
        return tuple(
            found if (path := self.nearest_path(found.path)) == found.path else replace(found, path=path)
            for found in diagnostics
        )

    def nearest_path(self, path: str) -> str:
        """Return the longest prefix of *path* that was written; `document` if not even its section was."""
        value: YamlValue = None
        end = 0
        for step in _STEP.finditer(path):
            key = step["key"] if step["key"] is not None else step["quoted"]
            if end == 0:
                if key not in self.sections:
                    return "document" if key in SECTIONS and key not in self.broken else path
                value = self.written(key)
            elif isinstance(value, dict) and key is not None:
                key = key if step["quoted"] is None else _ESCAPED.sub(r"\1", key)
                if key not in value:
                    break
                value = value[key]
            elif isinstance(value, list) and step["index"] is not None and int(step["index"]) < len(value):
                value = value[int(step["index"])]
            else:
                break
            end = step.end()
        return path[:end] or path

    def written_path(self, path: str) -> str:
        """Return the written path for *path*, which may be inside something a macro made."""
        head = path
        while head:
            if head in self.origins:
                return self.origins[head] + path[len(head) :]
            head = parent_path(head)
        return path


def checked_doc(doc: Any) -> GameSpecDoc:
    """Return *doc*, whose values must be YAML values; otherwise a `PlayError` says what to write instead."""
    of_kind("doc", doc, GameSpecDoc, "write a document, as `parse_game_spec(…).doc` is one")
    if not isinstance(doc.sections, Mapping):
        raise bad_argument("doc.sections", doc.sections, "write a mapping from the names of sections to what they hold")
    waiting: list[tuple[Any, int]] = [(dict(doc.sections), 0)]
    while waiting:
        value, depth = waiting.pop()
        if depth > _DEEPEST:
            raise PlayError("bad-argument", f"doc is nested more than {_DEEPEST} deep; write a flatter document")
        if isinstance(value, dict):
            if not all(isinstance(key, str) for key in value):
                raise PlayError("bad-argument", "doc has a key that is not a string; write every key as a string")
            waiting.extend((below, depth + 1) for below in value.values())
        elif isinstance(value, list):
            waiting.extend((below, depth + 1) for below in value)
        elif not isinstance(value, _SCALARS):
            raise PlayError("bad-argument", f"doc holds {type(value).__name__} values; {_INSTEAD}")
    return doc  # type: ignore[no-any-return]
