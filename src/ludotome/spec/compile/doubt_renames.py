"""doubt_renames: fixes that would rename the right uses of a name → the same findings without them.

Where it is the declaration that is misspelt, each use is told to be unknown, with the misspelt name as the one near it.
So it may be wherever a name nobody declares is written in more places than the declared one: which of the two is meant
is the author's to say. What the language declares is spelt right.

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
    """Return *diagnostics*, without the fixes that a misspelt declaration may be the cause of."""
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
    """The name that is written and the one its fix puts there, if that is all it does."""
    if found.fix is None or found.span is None or [edit.span for edit in found.fix.edits] != [found.span]:
        return None
    name, near = source.text_of(found.span), found.fix.edits[0].replacement
    return (name, near) if near != f"${name}" else None  # only `$` was left out, which nothing else can mean


def _doubted(found: Diagnostic, name: str, near: str, times: int) -> Diagnostic:
    instead = f"write `{near}`, or declare `{name}` instead of it: so it is written {times} times"
    return msgspec.structs.replace(found, fix=None, suggestion=instead)


def _is_declared(things: Things, name: str) -> bool:
    """Whether the document itself says what *name* is; `$` names are never the language's."""
    props = {prop.name for kind in things.shell.token_types for prop in kind.props}
    declared = name in things.declared_names or name in things.symbols.names or name in props
    return declared or name in things.macros or name.startswith("$")
