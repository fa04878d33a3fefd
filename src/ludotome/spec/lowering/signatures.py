"""signatures: the functions of the language and their arguments, from `gamedef`'s table.

One table, read from the nodes; a node with `text` is a function or a word of that name.
"""

from __future__ import annotations

import typing
from functools import cache
from typing import TYPE_CHECKING

from ludotome.gamedef import NODES, FieldInfo, NodeInfo, fields_of

if TYPE_CHECKING:
    from ludotome.spec.lowering.context import Context

# Fields that are not arguments of a call.
_NOT_ARGUMENTS = frozenset({"bind", "include_start", "max_depth", "while_", "then"})
DIRECTIONS = "directions"


@cache
def functions() -> dict[str, NodeInfo]:
    """Return the functions by name, in the order of the table."""
    return {info.text: info for info in NODES.values() if info.text is not None and argument_fields(info)}


@cache
def argument_fields(info: NodeInfo) -> tuple[FieldInfo, ...]:
    """Return the fields of a node that are arguments of its call, in order."""
    return tuple(field for field in fields_of(info.cls) if field.name not in _NOT_ARGUMENTS)


def is_many(field: FieldInfo) -> bool:
    """Return whether the field takes any number of arguments."""
    return typing.get_origin(field.type) is tuple


@cache
def signature(info: NodeInfo) -> str:
    """Return the form of a call: `step(zone, direction[, count])`."""
    fields = argument_fields(info)
    text = ""
    for index, field in enumerate(fields):
        name = field.json_name + ("…" if is_many(field) else "")
        joined = f", {name}" if index else name
        text += joined if field.required and not is_many(field) else f"[{joined}]"
    return f"{info.text}({text})"


def usual_call(info: NodeInfo) -> str:
    """Return the call to write for a bare function name: `tokens()`, or its signature if it needs arguments."""
    needs = any(field.required and not is_many(field) for field in argument_fields(info))
    return signature(info) if needs else f"{info.text}()"


def names_for(ctx: Context, what: str | None) -> frozenset[str]:
    """Return the names accepted by a place that holds *what*; none if it accepts no names."""
    declared = ctx.things.inference.declared
    if what in ("direction", DIRECTIONS):
        return frozenset(declared.directions)
    if what == "token type name":
        return frozenset(declared.token_types)
    return frozenset()
