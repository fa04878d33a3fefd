"""doubt_renames: drop fixes that would rename correct uses of a name.

If the declaration itself is misspelt, every use is reported as undefined, with the misspelt name as the suggestion.
That may be the case whenever an undeclared name is used more often than the declared one, and only the author knows
which is right. Names that the language declares are always spelt right.

This module finds no errors.
"""

from __future__ import annotations

import re
from collections import Counter

import msgspec

from ludotome.diagnostics import Diagnostic, SourceText
from ludotome.spec.lowering import Context, Things

_WORD = re.compile(r"\$?[^\W\d]\w*")


def doubt_renames(ctx: Context, diagnostics: tuple[Diagnostic, ...]) -> tuple[Diagnostic, ...]:
    """Return *diagnostics* without the fixes that may be caused by a misspelt declaration."""
    if ctx.source_map is None:
        return diagnostics
    source = ctx.source_map.source
    renames = [_rename(found, source) for found in diagnostics]
    often = Counter(rename for rename in renames if rename is not None)
    if max(often.values(), default=0) < 2:
        return diagnostics
    written = Counter(_WORD.findall(source.text))
    return tuple(
        _doubted(found, *rename, often[rename])
        if rename is not None and written[rename[1]] < often[rename] and _is_declared(ctx.things, rename[1])
        else found
        for found, rename in zip(diagnostics, renames, strict=True)
    )


def _rename(found: Diagnostic, source: SourceText) -> tuple[str, str] | None:
    """Return the written name and its replacement, if the fix does nothing but replace it."""
    if found.fix is None or found.span is None or [edit.span for edit in found.fix.edits] != [found.span]:
        return None
    name, near = source.text_of(found.span), found.fix.edits[0].replacement
    return (name, near) if near != f"${name}" else None  # only the `$` is missing, so the reading is certain


def _doubted(found: Diagnostic, name: str, near: str, times: int) -> Diagnostic:
    instead = f"write `{near}`, or declare `{name}` instead, which is written {times} times"
    return msgspec.structs.replace(found, fix=None, suggestion=instead)


def _is_declared(things: Things, name: str) -> bool:
    """Return whether the document itself declares *name*; `$` names never belong to the language."""
    props = {prop.name for kind in things.shell.token_types for prop in kind.props}
    declared = name in things.declared_names or name in things.symbols.names or name in props
    return declared or name in things.macros or name.startswith("$")
