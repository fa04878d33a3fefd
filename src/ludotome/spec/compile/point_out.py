"""point_out: move diagnostics of `gamedef` from paths of the definition to their place in the document.

Invariants:
    * poison is not reported, because its cause already was;
    * the path of the diagnostic becomes the document's.
"""

from __future__ import annotations

import re

import msgspec

from ludotome.diagnostics import Diagnostic, Span, is_sure, nearest
from ludotome.gamedef import GameDef, Node
from ludotome.spec.foreign_words import foreign_word
from ludotome.spec.lowering import POISON, Context
from ludotome.spec.lowering.declared_at import binding_labels
from ludotome.spec.lowering.located import nodes_by_path, origin_of_path
from ludotome.spec.odd_values import NEVER_NOTHING, OWNER_OF_CELL
from ludotome.spec.settings import values_in_words

# The codes about types: the type of a binding depends on where it was bound, so that place is shown too.
_TYPES = "LT30"
# Expressions that are always or never nothing, and what is probably meant.
_OTHERWISE = {
    OWNER_OF_CELL: ((re.compile(r"(\$?\w+)\.owner"), r"top(\1).owner"), (re.compile("owner"), "top(it).owner")),
    NEVER_NOTHING: ((re.compile(r"(\$?\w+) *== *none"), r"empty(\1)"),),
}
_WHO = ("active", "lastActor")  # the players that may be meant where there is no actor
_PATH = re.compile(r"`([a-zA-Z]+\[\d+\][^`]*)`")
_UNKNOWN = re.compile(r"unknown [a-z ]+ `(.+)`")


def point_out(ctx: Context, game_def: GameDef, diagnostics: tuple[Diagnostic, ...]) -> None:
    """Put *diagnostics* of *game_def* into the report of *ctx*, at the places of the document."""
    if not diagnostics:
        return
    nodes = dict(nodes_by_path(game_def, ""))
    for found in diagnostics:
        node = nodes.get(found.path)
        if isinstance(node, type(POISON)) and node == POISON:
            continue
        origin = origin_of_path(ctx, nodes, found.path)
        path = ctx.written_path(origin.path)
        if any(_is_root(path, broken) for broken in ctx.doc.broken):
            continue
        span = ctx.span(origin)
        if (note := ctx.origins.notes.get(id(node))) is not None:
            found = msgspec.structs.replace(found, notes=(*found.notes, note))
        written = ctx.text_at(origin) or ""
        if found.severity == "error" and "\n" not in written and (known := values_in_words(ctx.doc, written)):
            found = msgspec.structs.replace(found, notes=(*found.notes, known))
        if found.alternatives == _WHO and path.startswith("scoring"):
            suggestion = "write `$player`: the player whose score it is"
            found = msgspec.structs.replace(found, suggestion=suggestion, alternatives=("$player",))
        meant = _foreign(ctx, found)
        if meant is not None:
            found = msgspec.structs.replace(found, suggestion=f"write `{meant}`", alternatives=(meant,))
        found = msgspec.structs.replace(found, message=_PATH.sub(lambda at: _shown(ctx, nodes, at[1]), found.message))
        replacement = _replacement(ctx, found, span, meant)
        if found.code in _OTHERWISE and replacement is not None:
            found = msgspec.structs.replace(found, suggestion=f"write `{replacement}`")
        declared = binding_labels(ctx, node, origin) if found.code.startswith(_TYPES) else ()
        labels = (*declared, *ctx.parameter_labels(node), *ctx.call_labels(origin))
        ctx.report.extend_at(found, span, path, labels, replacement)


def _shown(ctx: Context, nodes: dict[str, Node], path: str) -> str:
    """Return a path of the definition in a message as a path of the document."""
    written = ctx.written_path(origin_of_path(ctx, nodes, path).path)
    return f"`{ctx.doc.nearest_path(written)}`"


def _foreign(ctx: Context, found: Diagnostic) -> str | None:
    """Return our name for an unknown direction, if the table of foreign words has it."""
    unknown = _UNKNOWN.fullmatch(found.message)
    if unknown is None or not found.message.startswith("unknown direction"):
        return None
    return foreign_word("direction", unknown.group(1), ctx.things.inference.declared.directions)


def _replacement(ctx: Context, found: Diagnostic, span: Span | None, meant: str | None) -> str | None:
    """Return the most likely replacement for an unknown name, if the span is just that name."""
    unknown = _UNKNOWN.fullmatch(found.message)
    if found.code in _OTHERWISE and span is not None and ctx.source_map is not None:
        return _said_otherwise(found.code, ctx.source_map.source.text_of(span))
    if found.alternatives == ("$player",) and span is not None and ctx.source_map is not None:
        return "$player" if ctx.source_map.source.text_of(span) == "actor" else None
    if unknown is None or span is None or ctx.source_map is None:
        return None
    near = (meant,) if meant is not None else nearest(unknown.group(1), found.alternatives)
    return (
        near[0] if is_sure(unknown.group(1), near) and ctx.source_map.source.text_of(span) == unknown.group(1) else None
    )


def _said_otherwise(code: str, written: str) -> str | None:
    """Return what to write instead of *written*, which is always or never `none`, if it is a name with a property."""
    for form, meant in _OTHERWISE[code]:
        if (match := form.fullmatch(written)) is not None:
            return match.expand(meant)
    return None


def _is_root(path: str, section: str) -> bool:
    return path == section or path.startswith((f"{section}.", f"{section}["))
