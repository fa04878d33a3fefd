"""Schema: the JSON Schema of a definition, generated from the same annotations the codec reads.

Invariants:
    * all output of `to_json` is valid; the committed copy changes only with `SCHEMA_VERSION`, a new node or its text;
    * it describes the canonical form and the short forms of `codec`.

This module checks nothing; `validate_game_def` finds what a schema cannot express.
"""

from __future__ import annotations

import types
import typing
from typing import Any, Literal

import msgspec

from ludotome.gamedef.definition import SCHEMA_VERSION, GameDef
from ludotome.gamedef.effects import Effect
from ludotome.gamedef.expressions import Expr
from ludotome.gamedef.node import NODES, Node, NodeInfo, fields_of

_LITERALS = ({"type": "integer"}, {"type": "boolean"}, {"type": "null"}, {"type": "string"})
_PLAYER_FORMS = {
    "type": "object",
    "additionalProperties": False,
    "minProperties": 1,
    "maxProperties": 1,
    "properties": {
        "id": {"type": "integer"},
        "chosen": {"type": "string"},
        "relative": {"enum": ["left", "right"]},
    },
}
_SPELT_AS_THEMSELVES = {"int", "bool"}


def json_schema() -> dict[str, Any]:
    """Return the JSON Schema (2020-12) of a definition."""
    maker = _Maker()
    root = maker.struct(GameDef)
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Ludotome game definition",
        "version": SCHEMA_VERSION,
        **root,
        "$defs": maker.definitions,
    }


class _Maker:
    """Makes one schema, each struct and node a definition of its own."""

    def __init__(self) -> None:
        self.definitions: dict[str, Any] = {}

    def of(self, wanted: Any) -> dict[str, Any]:
        """Return the schema of values of type *wanted*."""
        origin = typing.get_origin(wanted)
        if origin is typing.Annotated:
            return self.of(wanted.__origin__)
        if isinstance(wanted, typing.NewType):
            return self.of(wanted.__supertype__)
        if wanted in (Expr, Effect):
            return self._union("expression" if wanted == Expr else "effect")
        if origin in (typing.Union, types.UnionType):
            return self._either(typing.get_args(wanted))
        if origin is tuple:
            return self._list(typing.get_args(wanted))
        if origin is dict:
            return {"type": "object", "additionalProperties": self.of(typing.get_args(wanted)[1])}
        if origin is Literal:
            return {"enum": list(typing.get_args(wanted))}
        if isinstance(wanted, type) and issubclass(wanted, msgspec.Struct):
            return self._reference(wanted)
        return {"type": {int: "integer", bool: "boolean", str: "string", type(None): "null"}[wanted]}

    def struct(self, cls: type[msgspec.Struct], tag: dict[str, Any] | None = None) -> dict[str, Any]:
        """Return the schema of a struct's object, with *tag* properties before its own."""
        fields = fields_of(cls)
        properties = {**(tag or {}), **{info.json_name: self.of(info.type) for info in fields}}
        required = [*(tag or {}), *(info.json_name for info in fields if info.required)]
        described = {"description": (cls.__doc__ or "").strip().split("\n")[0]}
        return {
            **described,
            "type": "object",
            "properties": properties,
            "required": required,
            "additionalProperties": False,
        }

    def _either(self, options: tuple[Any, ...]) -> dict[str, Any]:
        nodes = tuple(option for option in options if isinstance(option, type) and issubclass(option, Node))
        rest = [option for option in options if option not in nodes]
        made = [self.of(option) for option in rest]
        if nodes:
            made.insert(0, self._union("effect" if NODES[nodes[0]].family == "effect" else "expression"))
        return made[0] if len(made) == 1 else {"anyOf": made}

    def _list(self, args: tuple[Any, ...]) -> dict[str, Any]:
        if len(args) == 2 and args[1] is Ellipsis:
            return {"type": "array", "items": self.of(args[0])}
        items = [self.of(arg) for arg in args]
        return {"type": "array", "prefixItems": items, "items": False, "minItems": len(items)}

    def _reference(self, cls: type[msgspec.Struct]) -> dict[str, Any]:
        name = cls.__name__
        if name not in self.definitions:
            self.definitions[name] = {}  # a placeholder, because definitions may be recursive
            self.definitions[name] = self.struct(cls)
        return {"$ref": f"#/$defs/{name}"}

    def _union(self, name: str) -> dict[str, Any]:
        if name not in self.definitions:
            self.definitions[name] = {}
            rows = [info for info in NODES.values() if (info.family == "effect") == (name == "effect")]
            made = [self._node(info) for info in rows if info.name not in _SPELT_AS_THEMSELVES or info.family != "ref"]
            short: list[dict[str, Any]] = [{"type": "string"}] if name == "effect" else [*_LITERALS, _PLAYER_FORMS]
            self.definitions[name] = {"anyOf": [*short, *made]}
        return {"$ref": f"#/$defs/{name}"}

    def _node(self, info: NodeInfo) -> dict[str, Any]:
        name = info.cls.__name__
        self.definitions[name] = {}
        if info.family == "effect":
            body = {
                "type": "object",
                "properties": {info.name: self.struct(info.cls)},
                "required": [info.name],
                "additionalProperties": False,
            }
        elif info.spellings:
            body = self.struct(info.cls)
        else:
            body = self.struct(info.cls, {info.family: {"const": info.name}})
        self.definitions[name] = body
        return {"$ref": f"#/$defs/{name}"}
