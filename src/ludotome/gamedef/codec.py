"""The codec: convert structs and nodes to plain JSON values and back, driven by their annotations.

Encoding is canonical: fields in declaration order, defaults omitted, so equal definitions give equal bytes. Decoding is
strict (unknown keys, wrong shapes and missing fields are faults), finds every fault at once and names its path. For
people who write a definition by hand it also accepts short forms where the context is unambiguous:

    a string in a zone's place      "deck", "hand:actor", "hand:0"
    a string in a player's place    "actor", "active", "lastActor", or {"id": 0}, {"relative": "left"}
    a string anywhere else          a name; a binding when it begins with `$`
    a bare effect                   "endTurn"

This module does not know whether a definition makes sense; `validate_game_def` checks that.
"""

from __future__ import annotations

import types
import typing
from typing import Any, Literal, TypeVar

import msgspec
from msgspec import Struct, field

from ludotome.gamedef import expressions as ex
from ludotome.gamedef.node import NODE_OF_JSON, NODES, Family, FieldInfo, Node, NodeInfo, fields_of

_LEAST, _GREATEST = -(2**63), 2**63 - 1
_DEEPEST = 200
# an aggregate may range over a bare binding, {"aggregate": "count", "query": "$c"}: so it is tried before `query`
_EXPRESSION_FAMILIES: tuple[Family, ...] = ("ref", "op", "aggregate", "query")
_EFFECT = ("effect",)
# Alternative spellings: a scope may have the name of the expression that reads such a variable.
_SPELLINGS = {"gvar": "global", "pvar": "player", "zvar": "zone"}
T = TypeVar("T")


def usual_spelling(word: Any, options: tuple[Any, ...]) -> Any:
    """Return *word* as one of *options* if it is an alternative spelling, otherwise *word* itself."""
    usual = _SPELLINGS.get(word) if isinstance(word, str) else None
    return usual if usual in options else word


# ── encoding ───────────────────────────────────────────────────────────────────────────────────────────────────────


def encode(value: Any, holds: str | None = None) -> Any:
    """Return *value*, in a field that holds *holds*, as plain JSON data."""
    match value:
        case ex.IntLiteral() | ex.BoolLiteral():
            return value.value
        case ex.NoneLiteral():
            return None
        case ex.NameLiteral():
            # as itself, unless a bare string would be read as something else here
            return value.name if _short_form(value.name, holds) == value else _encode_node(value)
        case Node():
            return _encode_node(value)
        case msgspec.Struct():
            return _encode_fields(value)
        case tuple() | list():
            return [encode(item, holds) for item in value]
        case dict():
            return {key: encode(item, holds) for key, item in value.items()}
        case _:
            return value  # any other value is not a node


def _encode_node(value: Node) -> dict[str, Any]:
    info = NODES[type(value)]
    fields = _encode_fields(value)
    if info.family == "effect":
        return {info.name: fields}
    return fields if info.spellings else {info.family: info.name, **fields}


def _encode_fields(value: msgspec.Struct) -> dict[str, Any]:
    pairs = ((info, getattr(value, info.name)) for info in fields_of(type(value)))
    return {info.json_name: _encode_field(info, item) for info, item in pairs if info.required or item != info.default}


def _encode_field(info: FieldInfo, item: Any) -> Any:
    # a bare null in an optional field means that it is omitted
    if isinstance(item, ex.NoneLiteral) and info.default is None:
        return _encode_node(item)
    return encode(item, info.holds.what if info.holds else None)


# ── decoding ───────────────────────────────────────────────────────────────────────────────────────────────────────


class Fault(Struct, frozen=True):
    """One error in the JSON."""

    path: str
    message: str
    suggestion: str
    wrong: str = ""
    candidates: tuple[str, ...] = ()


class _BrokenError(Exception):
    """A value could not be made; the fault is recorded, and its siblings are still decoded."""


class Decoder(Struct):
    """Collects the faults of one decoding."""

    faults: list[Fault] = field(default_factory=list)
    _depth: int = 0

    def decode(self, data: Any, wanted: type[T], path: str = "") -> T | None:
        """Return *data* as a *wanted* struct, or record at least one fault and return None."""
        try:
            made = self._value(data, wanted, None, path)
        except _BrokenError:
            return None
        return typing.cast("T", made) if not self.faults else None

    def _fail(
        self, path: str, message: str, suggestion: str, wrong: str = "", candidates: tuple[str, ...] = ()
    ) -> _BrokenError:
        self.faults.append(Fault(path or "(root)", message, suggestion, wrong, candidates))
        return _BrokenError()

    def _value(self, data: Any, wanted: Any, holds: str | None, path: str) -> Any:
        self._depth += 1
        try:
            if self._depth > _DEEPEST:
                raise self._fail(
                    path, f"nested more than {_DEEPEST} deep", "split the expression into variables or macros"
                )
            return self._value_of_type(data, wanted, holds, path)
        finally:
            self._depth -= 1

    def _value_of_type(self, data: Any, wanted: Any, holds: str | None, path: str) -> Any:
        origin = typing.get_origin(wanted)
        if origin is typing.Annotated:
            inner = next((extra.what for extra in wanted.__metadata__ if hasattr(extra, "what")), None)
            return self._value(data, wanted.__origin__, inner or holds, path)
        if isinstance(wanted, typing.NewType):
            return self._value(data, wanted.__supertype__, holds, path)
        if origin in (typing.Union, types.UnionType):
            return self._union(data, typing.get_args(wanted), holds, path)
        if origin is tuple:
            return self._tuple(data, typing.get_args(wanted), holds, path)
        if origin is dict:
            return self._dict(data, typing.get_args(wanted)[1], holds, path)
        if origin is Literal:
            return self._one_of(data, typing.get_args(wanted), path)
        if isinstance(wanted, type) and issubclass(wanted, msgspec.Struct):
            return self._struct(data, wanted, path)
        return self._plain(data, wanted, path)

    def _plain(self, data: Any, wanted: Any, path: str) -> Any:
        if wanted is int:
            if isinstance(data, bool) or not isinstance(data, int):
                raise self._fail(path, f"expected a whole number, found {_show(data)}", "write a whole number")
            if not _LEAST <= data <= _GREATEST:
                raise self._fail(path, f"{data} does not fit into 64 bits", "write a smaller number")
            return data
        if not isinstance(data, wanted):
            kind = {str: "a string", bool: "true or false"}.get(wanted, str(wanted))
            raise self._fail(path, f"expected {kind}, found {_show(data)}", f"write {kind}")
        return data

    def _one_of(self, data: Any, options: tuple[Any, ...], path: str) -> Any:
        data = usual_spelling(data, options)
        if data not in options or isinstance(data, bool):
            names = tuple(str(option) for option in options)
            raise self._fail(
                path,
                f"{_show(data)} is not one of {', '.join(names)}",
                f"write one of {', '.join(names)}",
                str(data),
                names,
            )
        return data

    def _tuple(self, data: Any, args: tuple[Any, ...], holds: str | None, path: str) -> tuple[Any, ...]:
        if not isinstance(data, list):
            raise self._fail(path, f"expected a list, found {_show(data)}", "write a list, `[…]`")
        if len(args) == 2 and args[1] is Ellipsis:
            wanted = [args[0]] * len(data)
        elif len(args) != len(data):
            raise self._fail(path, f"expected {len(args)} items, found {len(data)}", f"write {len(args)} items")
        else:
            wanted = list(args)
        return tuple(
            self._all(
                self._value,
                [(item, w, holds, f"{path}[{i}]") for i, (item, w) in enumerate(zip(data, wanted, strict=True))],
            )
        )

    def _dict(self, data: Any, wanted: Any, holds: str | None, path: str) -> dict[str, Any]:
        if not isinstance(data, dict):
            raise self._fail(path, f"expected an object, found {_show(data)}", "write an object, `{…}`")
        made = self._all(self._value, [(item, wanted, holds, f"{path}.{key}") for key, item in data.items()])
        return dict(zip(data, made, strict=True))

    def _all(self, make: Any, calls: list[tuple[Any, ...]]) -> list[Any]:
        """Decode every item, to find all faults, before raising."""
        made, broken = [], False
        for call in calls:
            try:
                made.append(make(*call))
            except _BrokenError:
                broken = True
        if broken:
            raise _BrokenError
        return made

    def _struct(self, data: Any, wanted: type[msgspec.Struct], path: str) -> msgspec.Struct:
        if not isinstance(data, dict):
            raise self._fail(path, f"expected an object, found {_show(data)}", "write an object, `{…}`")
        return self._fields(data, wanted, path, ())

    def _fields(
        self, data: dict[str, Any], wanted: type[msgspec.Struct], path: str, tags: tuple[str, ...]
    ) -> msgspec.Struct:
        fields = {info.json_name: info for info in fields_of(wanted)}
        broken, made = False, []
        for key in data:
            if key not in fields and key not in tags:
                self._fail(
                    f"{path}.{key}".lstrip("."),
                    f"unknown field `{key}`",
                    f"write one of {', '.join(fields)}",
                    key,
                    tuple(fields),
                )
                broken = True
        missing = [name for name, info in fields.items() if info.required and name not in data]
        if missing:
            listed = ", ".join(f"`{name}`" for name in missing)
            self._fail(path, f"missing {listed}", f"add {listed}")
            broken = True
        try:
            made = self._all(
                self._field,
                [(info, data[name], f"{path}.{name}".lstrip(".")) for name, info in fields.items() if name in data],
            )
        except _BrokenError:
            broken = True
        if broken:
            raise _BrokenError
        return wanted(**dict(made))

    def _field(self, info: FieldInfo, data: Any, path: str) -> tuple[str, Any]:
        return info.name, self._value(data, info.type, info.holds.what if info.holds else None, path)

    def _union(self, data: Any, options: tuple[Any, ...], holds: str | None, path: str) -> Any:
        if data is None and type(None) in options:
            return None
        # an Expr or an Effect is a union of node classes
        plain = tuple(o for o in options if o is not type(None))
        nodes = [o for o in plain if isinstance(o, type) and issubclass(o, Node)]
        if nodes:
            if str in plain and isinstance(data, str):
                return data
            family = NODES[nodes[0]].family
            return self._effect(data, path) if family == "effect" else self._expression(data, holds, path)
        nested = [o for o in plain if typing.get_origin(o) is typing.Annotated]
        if str in plain and isinstance(data, str):
            return data
        structs = [o for o in plain if isinstance(o, type) and issubclass(o, msgspec.Struct)]
        if nested and structs and isinstance(data, dict) and not any(family in data for family in _EXPRESSION_FAMILIES):
            return self._value(data, structs[0], holds, path)
        if len(nested) == 1:
            return self._value(data, nested[0], holds, path)
        if len(plain) == 1:
            return self._value(data, plain[0], holds, path)
        return self._first_that_fits(data, plain, path)

    def _first_that_fits(self, data: Any, options: tuple[Any, ...], path: str) -> Any:
        for option in options:
            trial = Decoder()
            made = trial._attempt(data, option, path)
            if not trial.faults:
                return made
        shapes = " or ".join(_shape(option) for option in options)
        raise self._fail(path, f"expected {shapes}, found {_show(data)}", f"write {shapes}")

    def _attempt(self, data: Any, wanted: Any, path: str) -> Any:
        try:
            return self._value(data, wanted, None, path)
        except _BrokenError:
            return None

    # ── nodes ──

    def _effect(self, data: Any, path: str) -> Node:
        if isinstance(data, str):
            data = {data: {}}
        if not isinstance(data, dict) or len(data) != 1:
            raise self._fail(
                path, f"expected an effect, found {_show(data)}", 'write one key with its fields, as in {"endTurn": {}}'
            )
        ((name, fields),) = data.items()
        info = self._info("effect", name, path)
        if not isinstance(fields, dict):
            raise self._fail(
                f"{path}.{name}", f"expected the fields of `{name}`, found {_show(fields)}", "write an object, `{…}`"
            )
        return typing.cast("Node", self._fields(fields, info.cls, f"{path}.{name}", ()))

    def _expression(self, data: Any, holds: str | None, path: str) -> Node:
        if isinstance(data, bool):
            return ex.BoolLiteral(data)
        if isinstance(data, int):
            return ex.IntLiteral(self._plain(data, int, path))
        if data is None:
            return ex.NoneLiteral()
        if isinstance(data, str):
            return _short_form(data, holds)
        if isinstance(data, dict):
            if holds in ("player", "players") and (made := self._player(data)):
                return made
            for family in _EXPRESSION_FAMILIES:
                if isinstance(data.get(family), str):
                    info = self._info(family, data[family], path)
                    return typing.cast("Node", self._fields(_untagged(data, info), info.cls, path, (family,)))
        raise self._fail(
            path,
            f"expected an expression, found {_show(data)}",
            "write a number, a name, or an object with `op`, `ref`, `query` or `aggregate`",
        )

    def _player(self, data: dict[str, Any]) -> Node | None:
        match data:
            case {"id": int(seat)} if len(data) == 1 and not isinstance(seat, bool):
                return ex.SeatLiteral(seat)
            case {"chosen": str(name)} if len(data) == 1:
                return ex.Binding(name)
            case {"relative": ("left" | "right") as side} if len(data) == 1:
                return ex.PlayerProp(ex.Actor(), "next" if side == "left" else "previous")
            case _:
                return None

    def _info(self, family: Family, name: str, path: str) -> NodeInfo:
        info = NODE_OF_JSON.get((family, name))
        if info is None:
            names = tuple(known for kind, known in NODE_OF_JSON if kind == family)
            where = f"{path}.{name}" if family == "effect" else f"{path}.{family}"
            kind = "effect" if family == "effect" else f"`{family}`"
            raise self._fail(where, f"unknown {kind} `{name}`", "write one that exists", name, names)
        return info


def _untagged(data: dict[str, Any], info: NodeInfo) -> dict[str, Any]:
    """Return the fields of a node; an operator is a field of its own."""
    return data if info.spellings else {key: item for key, item in data.items() if key != info.family}


def _short_form(text: str, holds: str | None) -> Node:
    """Return the meaning of a string in a field that holds *holds*; see the module docstring."""
    if text.startswith("$"):
        return ex.Binding(text)
    if holds in ("player", "players"):
        words: dict[str, Node] = {
            "actor": ex.Actor(),
            "active": ex.Active(),
            "lastActor": ex.LastActor(),
            "all": ex.AllPlayers(),
            "allOther": ex.AllOther(),
        }
        return words.get(text, ex.NameLiteral(text))
    if holds == "zone":
        name, colon, whose = text.partition(":")
        if not colon or whose.isdigit():
            return ex.ZoneLiteral(text)
        return ex.OwnedZone(name, typing.cast("ex.Expr", _short_form(whose, "player")))
    return ex.NameLiteral(text)


def _show(data: Any) -> str:
    text = msgspec.json.encode(data).decode() if not isinstance(data, float) else repr(data)
    return text if len(text) <= 40 else text[:37] + "…"


def _shape(wanted: Any) -> str:
    if typing.get_origin(wanted) is Literal:
        return "one of " + ", ".join(map(str, typing.get_args(wanted)))
    if typing.get_origin(wanted) is tuple:
        return "a list"
    return {int: "a whole number", str: "a string", bool: "true or false"}.get(wanted, "an object")
