"""Rules diff: the changed lines of a document, with a few lines around each.

Lines are those of the document itself, prose and rules alike, so that a designer recognizes them.

This module does not know what the lines mean.
"""

from __future__ import annotations

from collections.abc import Mapping
from difflib import SequenceMatcher
from typing import Literal

from msgspec import Struct

from ludotome.gamedef import Setting

_AROUND = 1


class DiffLine(Struct, frozen=True):
    """A line that was removed, added or kept; `number` is its number in its document, from 1.

    The setting of a parameter is not a line: its number is 0.
    """

    kind: Literal["removed", "added", "kept", "skipped"]
    number: int
    text: str


def settings_diff(before: Mapping[str, Setting], after: Mapping[str, Setting]) -> tuple[DiffLine, ...]:
    """Return the parameters with different values in the two versions."""
    found: list[DiffLine] = []
    for name, value in before.items():
        if name in after and after[name] != value:
            found.append(DiffLine("removed", 0, f"parameter {name}: {value}"))
            found.append(DiffLine("added", 0, f"parameter {name}: {after[name]}"))
    return tuple(found)


def rules_diff(before: str, after: str) -> tuple[DiffLine, ...]:
    """Return the lines that differ, each group with a line around it; empty if the documents are equal."""
    old, new = before.splitlines(), after.splitlines()
    found: list[DiffLine] = []
    for place, group in enumerate(SequenceMatcher(None, old, new, autojunk=False).get_grouped_opcodes(_AROUND)):
        if place:
            found.append(DiffLine("skipped", 0, "…"))
        for tag, start, end, new_start, new_end in group:
            if tag == "equal":
                found += [DiffLine("kept", new_start + at + 1, old[start + at]) for at in range(end - start)]
                continue
            found += [DiffLine("removed", start + at + 1, line) for at, line in enumerate(old[start:end])]
            found += [DiffLine("added", new_start + at + 1, line) for at, line in enumerate(new[new_start:new_end])]
    return tuple(found)
