"""Fixes: apply the fixes of diagnostics to a text.

Invariants:
    * a fix is applied completely or not at all;
    * of two fixes that touch the same characters only one is applied: that of the earlier diagnostic; the later one
      waits for the next round, when the document has been checked again;
    * only the named text is edited; a fix that needs another text is not applied.

This module opens no file; `ludotome check --fix` does.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise

from msgspec import Struct

from ludotome.diagnostics.diagnostic import Diagnostic, Edit


class FixResult(Struct, frozen=True):
    """The text after the fixes, the diagnostics whose fix was applied, and those whose fix must wait."""

    text: str
    taken: tuple[Diagnostic, ...]
    left: tuple[Diagnostic, ...]


def apply_fixes(text: str, diagnostics: Iterable[Diagnostic], source: str = "") -> FixResult:
    """Return *text* (named *source*) after applying the fixes of *diagnostics* in their order.

    Diagnostics without a fix are in neither list of the result.
    """
    accepted: list[Edit] = []
    taken: list[Diagnostic] = []
    left: list[Diagnostic] = []
    for diagnostic in diagnostics:
        if diagnostic.fix is None:
            continue
        edits = [*accepted, *diagnostic.fix.edits]
        if can_apply(text, edits, source):
            accepted = edits
            taken.append(diagnostic)
        else:
            left.append(diagnostic)
    return FixResult(apply_edits(text, accepted), tuple(taken), tuple(left))


def can_apply(text: str, edits: Sequence[Edit], source: str = "") -> bool:
    """Return whether all *edits* lie inside the text named *source* and no two of them touch the same place.

    An insertion touches every edit that begins at the same place, since their order would be arbitrary.
    """
    if any(edit.span.source != source or not 0 <= edit.span.start <= edit.span.end <= len(text) for edit in edits):
        return False
    spans = sorted((edit.span.start, edit.span.end) for edit in edits)
    return all(before[1] <= after[0] and before[0] < after[0] for before, after in pairwise(spans))


def apply_edits(text: str, edits: Sequence[Edit], offset: int = 0) -> str:
    """Return *text* after *edits*, which must pass `can_apply`; *text* may be the part that begins at *offset*."""
    # Backwards: an edit moves only the text after it.
    for edit in sorted(edits, key=lambda edit: edit.span.start, reverse=True):
        text = text[: edit.span.start - offset] + edit.replacement + text[edit.span.end - offset :]
    return text
