"""Any node: values of every struct of a definition, generated from its own annotations, sensible or not."""

from __future__ import annotations

import types
import typing
from functools import cache
from typing import Any, Literal

import msgspec
from hypothesis import strategies as st

from ludotome.gamedef import NODES, Node, fields_of

NAMES = st.sampled_from(
    ["board", "deck", "hand", "mark", "main", "place", "$it", "$cell", "n", "owner", "v", "nope", "é"]
)
SMALL = st.integers(-3, 3) | st.sampled_from([-(2**63), 2**63 - 1, 2**31])


@cache
def anything(wanted: Any, depth: int) -> st.SearchStrategy[Any]:
    """Return values of type *wanted*, nested at most *depth* nodes deep."""
    origin = typing.get_origin(wanted)
    if origin is typing.Annotated:
        return anything(wanted.__origin__, depth)
    if isinstance(wanted, typing.NewType):
        return anything(wanted.__supertype__, depth)
    if origin in (typing.Union, types.UnionType):
        return _either(typing.get_args(wanted), depth)
    if origin is tuple:
        args = typing.get_args(wanted)
        if len(args) == 2 and args[1] is Ellipsis:
            return st.lists(anything(args[0], depth - 1), max_size=2).map(tuple)
        return st.tuples(*(anything(arg, depth - 1) for arg in args))
    if origin is dict:
        return st.dictionaries(NAMES, anything(typing.get_args(wanted)[1], depth - 1), max_size=2)
    if origin is Literal:
        return st.sampled_from(typing.get_args(wanted))
    if isinstance(wanted, type) and issubclass(wanted, msgspec.Struct):
        return struct(wanted, depth)
    return {int: SMALL, bool: st.booleans(), str: NAMES, type(None): st.none()}[wanted]


def _either(options: tuple[Any, ...], depth: int) -> st.SearchStrategy[Any]:
    nodes = [option for option in options if isinstance(option, type) and issubclass(option, Node)]
    rest = [anything(option, depth) for option in options if option not in nodes]
    if nodes:
        leaves = [node for node in nodes if not any(f.required and "Expr" in str(f.type) for f in fields_of(node))]
        shallow = [node for node in nodes if _is_leaf(node)] or leaves or nodes
        rest.append(st.sampled_from(nodes if depth > 0 else shallow).flatmap(lambda cls: struct(cls, depth - 1)))
    return st.one_of(rest)


def _is_leaf(cls: type[msgspec.Struct]) -> bool:
    return all(not info.required or info.type in (int, bool, str) for info in fields_of(cls))


@cache
def struct(cls: type[msgspec.Struct], depth: int) -> st.SearchStrategy[Any]:
    """Return instances of a struct class; at the lowest level only with required fields."""
    fields = [info for info in fields_of(cls) if info.required or depth > 0]
    return st.fixed_dictionaries(
        {info.name: st.deferred(lambda i=info: anything(i.type, depth)) for info in fields}
    ).map(lambda values: cls(**values))


def any_node() -> st.SearchStrategy[Node]:
    """Return an instance of any node class, three levels deep."""
    return st.sampled_from(sorted(NODES, key=lambda cls: cls.__name__)).flatmap(lambda cls: struct(cls, 3))
