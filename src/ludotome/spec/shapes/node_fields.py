"""node_fields: which fields of a node hold plain values and which hold lists of effects, by `gamedef`'s table.

This module does not know any particular node.
"""

from __future__ import annotations

import typing
from functools import cache
from typing import Any, Literal

from ludotome.gamedef import FieldInfo, NodeInfo, fields_of

COMBINED = "each"  # of `createToken`, which is expanded to loops


def plain_type(field: FieldInfo) -> Any:
    """Return the type of *field* or its items: int, bool, str or a `Literal`; None if it is not a plain value."""
    return _plain(field.type)


def holds_many(field: FieldInfo) -> bool:
    """Whether *field* holds a list."""
    return typing.get_origin(_bare(field.type)) is tuple


@cache
def effect_lists(info: NodeInfo) -> tuple[str, ...]:
    """Return the JSON names of the fields of a node that hold lists of effects."""
    return tuple(
        field.json_name
        for field in fields_of(info.cls)
        if field.holds is None and holds_many(field) and plain_type(field) is None
    )


@cache
def _plain(kind: Any) -> Any:
    bare = _bare(kind)
    if typing.get_origin(bare) is tuple:
        bare = _bare(typing.get_args(bare)[0])
    return bare if bare in (int, bool, str) or typing.get_origin(bare) is Literal else None


@cache
def _bare(kind: Any) -> Any:
    """Return the type without annotations and without None."""
    if typing.get_origin(kind) is typing.Annotated:
        return _bare(kind.__origin__)
    if type(None) in (options := typing.get_args(kind)):
        rest = [option for option in options if option is not type(None)]
        return _bare(rest[0]) if len(rest) == 1 else kind
    return kind
