"""GameSpecDoc: a document as plain values, section by section.

Invariants:
    * sections are in canonical order, whatever order they were written in; a section nobody wrote is absent;
    * values are YAML's own: dict, list, str, int, float, bool, None;
    * `broken` names the sections that were written but could not be read, so later passes stay quiet about them.

Positions live in the `SourceMap`, never here.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from ludotome.gamedef import of_kind
from ludotome.spec.blocks import YamlValue
from ludotome.spec.source_map import parent_path

if TYPE_CHECKING:
    from ludotome.spec.expansion import MadeBoards


@dataclass(frozen=True, slots=True)
class GameSpecDoc:
    """The sections by name.

    `origins` says, for what a macro made, which written path it stands for; `boards` is there when macros are expanded.
    """

    sections: Mapping[str, YamlValue]
    broken: frozenset[str] = frozenset()
    origins: Mapping[str, str] = field(default_factory=dict)
    boards: MadeBoards | None = None

    def get(self, section: str) -> YamlValue:
        """Return what *section* holds, or None when nobody wrote it."""
        return self.sections.get(section)

    def written_path(self, path: str) -> str:
        """Return the path that was written for *path*, which a macro may have made."""
        head = path
        while head:
            if head in self.origins:
                return self.origins[head] + path[len(head) :]
            head = parent_path(head)
        return path


def checked_doc(doc: Any) -> GameSpecDoc:
    """Return *doc*, which must be a document; a `PlayError` says where to take one."""
    return of_kind("doc", doc, GameSpecDoc, "write a document, as `parse_game_spec(…).doc` is one")
