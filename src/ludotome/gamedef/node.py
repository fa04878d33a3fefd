"""Nodes: the table of node classes, in which each class is described once for all passes.

A node class is a frozen struct. Its decorator gives it a *family* and a *name*, which together are its JSON form:

    op         {"op": "adjacent", "left": …, "right": …}
    ref        {"ref": "top", "zone": …}
    query      {"query": "ray", "from": …, "direction": …}
    aggregate  {"aggregate": "count", "query": …}
    effect     {"moveToken": {"token": …, "to": …}}

The annotation of each field says what it can hold (`Holds`). The codec, the schema, the checker, the compiler
of documents and the reference pages all read this one table, `NODES`, in the order of definition.

This module does not know particular nodes.
"""

from __future__ import annotations

import sys
import typing
from collections.abc import Callable, Iterator
from functools import cache
from typing import Annotated, Any, Literal, TypeVar

import msgspec
from msgspec import Struct

from ludotome.gamedef.deeds import Deed, Part, When
from ludotome.space import BoardDef, ZoneDef

Family = Literal["op", "ref", "query", "aggregate", "effect"]


class Holds(Struct, frozen=True):
    """What a field holds: the type that an expression must have, or the kind of thing that a name must name.

    `per` names the sibling field with the binder; this expression is then evaluated for every element.
    """

    what: str
    per: str | None = None


class Node(msgspec.Struct, frozen=True):
    """Base class of all nodes of expressions and effects."""


class FieldInfo(Struct, frozen=True):
    """One field of a node: its Python and JSON names, what it holds, its type and its default (if it has one)."""

    name: str
    json_name: str
    holds: Holds | None
    type: Any
    required: bool
    default: Any


class NodeInfo(Struct, frozen=True):
    """One row of the table: a node class with its JSON family and name.

    `result` is the type an expression gives (None if it depends on its parts, and for effects), `element` the type
    of the elements its binder takes, `text` its call or keyword in text expressions. A node with
    `spellings` has no JSON name of its own; its operator field is used instead ({"op": "+", …}). `does` is what an
    effect does and `reads` what an expression itself reads; use `facts` to query both.
    """

    cls: type[Node]
    family: Family
    name: str
    result: str | None
    element: str | None
    text: str | None
    spellings: tuple[str, ...] = ()
    does: tuple[Deed, ...] = ()
    reads: tuple[Part, ...] = ()

    @property
    def doc(self) -> str:
        """The first sentence of the class docstring."""
        return (self.cls.__doc__ or "").strip().split("\n")[0]


NODES: dict[type[Node], NodeInfo] = {}
UNIONS: dict[str, Any] = {}  # "Expr" and "Effect", for annotations that precede the definition of the union
NODE_OF_JSON: dict[tuple[Family, str], NodeInfo] = {}

N = TypeVar("N", bound=Node)


def node(
    family: Family,
    name: str,
    *,
    result: str | None = None,
    element: str | None = None,
    text: str | None = None,
    spellings: tuple[str, ...] = (),
    does: tuple[Deed, ...] | None = None,
    reads: tuple[Part, ...] | None = None,
) -> Callable[[type[N]], type[N]]:
    """Register the decorated class in the table of nodes; effects need `does`, expressions `reads`."""

    def enter(cls: type[N]) -> type[N]:
        _check_declared(cls, family, name, does, reads)
        info = NodeInfo(cls, family, name, result, element, text, spellings, does or (), reads or ())
        NODES[cls] = info
        for spelling in spellings or (name,):
            assert (family, spelling) not in NODE_OF_JSON, f"two nodes are called {family} {spelling}"
            NODE_OF_JSON[family, spelling] = info
        return cls

    return enter


def _check_declared(
    cls: type[Node], family: Family, name: str, does: tuple[Deed, ...] | None, reads: tuple[Part, ...] | None
) -> None:
    """Raise `TypeError` for a node without a declaration, or a deed that names an unknown field."""
    if family == "effect" and does is None:
        raise TypeError(f"effect `{name}`: write `does=(…)` with what it does, `does=()` for nothing")
    if family != "effect" and reads is None:
        raise TypeError(f"{family} `{name}`: write `reads=(…)` with what it looks at, `reads=()` for nothing")
    for deed in does or ():
        for part in deed.__struct_fields__:
            named = getattr(deed, part)
            named = named.field if isinstance(named, When) else named
            if isinstance(named, str) and part != "what" and named not in cls.__struct_fields__:
                raise TypeError(
                    f"{family} `{name}`: {type(deed).__name__} names `{named}`, which is not one of its fields"
                )


def json_name(python_name: str) -> str:
    """Return the JSON spelling of a field name.

    >>> json_name("max_depth"), json_name("from_")
    ('maxDepth', 'from')
    """
    head, *rest = python_name.rstrip("_").split("_")
    return head + "".join(part.capitalize() for part in rest)


@cache
def fields_of(cls: type[msgspec.Struct]) -> tuple[FieldInfo, ...]:
    """Return the fields of a struct class in definition order, with their annotations resolved."""
    hints = typing.get_type_hints(cls, vars(sys.modules[cls.__module__]) | UNIONS, include_extras=True)
    # Read from the class itself: `msgspec.structs.fields` would resolve the annotations without `UNIONS`.
    names = cls.__struct_fields__
    defaults = dict(zip(reversed(names), reversed(cls.__struct_defaults__), strict=False))
    found = []
    for name in names:
        holds, bare = _split(hints[name])
        default = defaults.get(name, msgspec.NODEFAULT)
        required = default is msgspec.NODEFAULT
        made = default.factory() if hasattr(default, "factory") else default
        found.append(FieldInfo(name, json_name(name), holds, bare, required, None if required else made))
    return tuple(found)


def _split(hint: Any) -> tuple[Holds | None, Any]:
    """Split an annotation into its `Holds` and its type; `X | None` keeps the `Holds` of X."""
    if typing.get_origin(hint) is Annotated:
        return next(extra for extra in hint.__metadata__ if isinstance(extra, Holds)), hint.__origin__
    for part in typing.get_args(hint):
        if typing.get_origin(part) is Annotated:
            return _split(part)[0], hint
    return None, hint


# Types without expressions, which need not be searched for nodes: plain values, and the many zones of a board.
NODELESS = frozenset({str, int, bool, type(None), ZoneDef, BoardDef})


def children(value: Any, path: str = "") -> Iterator[tuple[str, Node]]:
    """Yield each node directly below *value* with its path, in written order, through declarations in between."""
    cls: type[msgspec.Struct] = type(value)
    for info in fields_of(cls):
        name = f"{path}.{info.json_name}" if path else info.json_name
        yield from _nodes_in(getattr(value, info.name), name)


def _nodes_in(value: Any, path: str) -> Iterator[tuple[str, Node]]:
    if type(value) in NODELESS:
        return
    if isinstance(value, Node):
        yield path, value
    elif isinstance(value, tuple):
        for index, item in enumerate(value):
            yield from _nodes_in(item, f"{path}[{index}]")
    elif isinstance(value, dict):
        for key, item in value.items():
            yield from _nodes_in(item, f"{path}.{key}")
    elif isinstance(value, msgspec.Struct):
        yield from children(value, path)
