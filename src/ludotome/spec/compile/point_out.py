"""point_out: what `gamedef` found wrong at a path of the definition → the same at the place it was written.

Invariants:
    * nothing is said about poison: its cause was reported where it was met;
    * the path of the diagnostic becomes the document's.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import msgspec

from ludotome.diagnostics import Diagnostic, Span, nearest
from ludotome.gamedef import NODES, GameDef, Node, fields_of
from ludotome.spec.lowering import POISON, Context, Origin
from ludotome.spec.source_map import parent_path

_UNKNOWN = re.compile(r"unknown [a-z ]+ `(.+)`")


def point_out(ctx: Context, game_def: GameDef, diagnostics: tuple[Diagnostic, ...]) -> None:
    """Put *diagnostics* of *game_def* into the report of *ctx*, at the places of the document."""
    if not diagnostics:
        return
    nodes = dict(_nodes(game_def, ""))
    for found in diagnostics:
        node = nodes.get(found.path)
        if isinstance(node, type(POISON)) and node == POISON:
            continue
        origin = _origin(ctx, nodes, found.path)
        path = ctx.written_path(origin.path)
        if any(_is_root(path, broken) for broken in ctx.doc.broken):
            continue
        span = ctx.span(origin)
        if (note := ctx.origins.notes.get(id(node))) is not None:
            found = msgspec.structs.replace(found, notes=(*found.notes, note))
        ctx.report.extend_at(found, span, path, ctx.call_labels(origin), _replacement(ctx, found, span))


def _replacement(ctx: Context, found: Diagnostic, span: Span | None) -> str | None:
    """The one name that an unknown name most likely is, where the span is just that name."""
    unknown = _UNKNOWN.fullmatch(found.message)
    if unknown is None or span is None or ctx.source_map is None:
        return None
    near = nearest(unknown.group(1), found.alternatives)
    return near[0] if len(near) == 1 and ctx.source_map.source.text_of(span) == unknown.group(1) else None


def _is_root(path: str, section: str) -> bool:
    return path == section or path.startswith((f"{section}.", f"{section}["))


def _origin(ctx: Context, nodes: dict[str, Node], path: str) -> Origin:
    """Where *path* of the definition was written: its node, a field of its node, or a declaration."""
    here, below = path, ""
    while here:
        node = nodes.get(here)
        if node is not None:
            if below and (found := ctx.origins.of_field.get((id(node), below))) is not None:
                return found
            if (found := ctx.origins.of_node.get(id(node))) is not None:
                return found
        if here in ctx.origins.of_path:
            return Origin(ctx.origins.of_path[here] + path[len(here) :])
        shorter = parent_path(here)
        below = path[len(shorter) :].lstrip(".")
        here = shorter
    return Origin(path)


def _nodes(value: Any, path: str) -> Iterator[tuple[str, Node]]:
    """Yield every node below *value* with the path `gamedef` calls it by."""
    if isinstance(value, Node):
        info = NODES[type(value)]
        if info.family == "effect":
            path = f"{path}.{info.name}"
        yield path, value
    if isinstance(value, msgspec.Struct):
        for field in fields_of(type(value)):
            below = f"{path}.{field.json_name}" if path else field.json_name
            yield from _nodes(getattr(value, field.name), below)
    elif isinstance(value, tuple):
        for index, item in enumerate(value):
            yield from _nodes(item, f"{path}[{index}]")
    elif isinstance(value, dict):
        for key, item in value.items():
            yield from _nodes(item, f"{path}.{key}")
