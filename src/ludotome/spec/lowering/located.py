"""located: map a path of the definition to the place where its node was written."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec

from ludotome.gamedef import NODELESS, NODES, Node, fields_of
from ludotome.spec.lowering.context import Context
from ludotome.spec.lowering.origins import Origin
from ludotome.spec.source_map import parent_path


def origin_of_path(ctx: Context, nodes: dict[str, Node], path: str) -> Origin:
    """Return the origin of *path* of the definition: its node, a field of its node, or a declaration."""
    here, below = path, ""
    while here:
        node = nodes.get(here)
        if node is not None:
            if below and (found := ctx.origins.find_field(node, below)) is not None:
                return found
            if (found := ctx.origins.of_node.get(id(node))) is not None:
                return found
        if here in ctx.origins.of_path:
            return Origin(ctx.origins.of_path[here] + path[len(here) :])
        shorter = parent_path(here)
        below = path[len(shorter) :].lstrip(".")
        here = shorter
    return Origin(path)


def nodes_by_path(value: Any, path: str) -> Iterator[tuple[str, Node]]:
    """Yield every node below *value* with its path in `gamedef`."""
    if type(value) in NODELESS:
        return
    if isinstance(value, Node):
        info = NODES[type(value)]
        if info.family == "effect":
            path = f"{path}.{info.name}"
        yield path, value
    if isinstance(value, msgspec.Struct):
        for field in fields_of(type(value)):
            below = f"{path}.{field.json_name}" if path else field.json_name
            yield from nodes_by_path(getattr(value, field.name), below)
    elif isinstance(value, tuple):
        for index, item in enumerate(value):
            yield from nodes_by_path(item, f"{path}[{index}]")
    elif isinstance(value, dict):
        for key, item in value.items():
            yield from nodes_by_path(item, f"{path}.{key}")
