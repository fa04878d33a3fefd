"""slots: every place of a document that holds a name, an expression or a word, with what the place holds.

    actions[0].phase                      →  the name of a phase
    actions[0].effects[1].setVar.var      →  the name of a variable
    tokenTypes[0].props.cost (its key)    →  declares a token property
    actions[0].pre                        →  an expression, which sees the parameters of the action

One walk over the document as it was written, along the table of shapes and the table of nodes.

Invariants:
    * paths are those of the text; slots come in the order of the document's sections;
    * a part of the wrong shape has no slots: nothing here reports or guesses.

This module does not know what a name means; `bindings` and `symbols` do.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Generator, Iterable, Iterator, Mapping
from typing import Any, TypeAlias, cast

from msgspec import Struct, field

from ludotome.gamedef import NODE_OF_JSON, FieldInfo, NodeInfo, fields_of
from ludotome.spec import (
    BOARD_MACROS,
    EFFECT_MACROS,
    EFFECT_SHORTHANDS,
    SECTION_FIELDS,
    ZONE,
    Field,
    GameSpecDoc,
    Shape,
    YamlValue,
    effect_lists,
    holds_many,
    key_path,
    plain_type,
)

FAMILIES = ("op", "ref", "aggregate", "query")
# The effects whose name is bound for what follows them in their list.
_BIND_FOR_THE_REST = ("roll", "chooseOne", "chooseN", "let")

# The kind of a name in a field of a shape; with `=` before it, the field declares the name.
_HOLDS: dict[tuple[str, str], str] = {
    ("metadata", "seats"): "=seat",
    ("a parameter of the game", "values"): "=value",
    ("a parameter of the game", "default"): "value",
    ("a variable", "name"): "=variable",
    ("a variable", "type"): "=value",
    ("a property", "type"): "=value",
    ("a zone", "id"): "=zone",
    ("a zone", "adjacentTo"): "zone",
    ("a zone", "terrain"): "terrain",
    ("a graph", "zones"): "=zone",
    ("a line", "along"): "=direction",
    ("a line", "back"): "=direction",
    ("a line", "zones"): "zone",
    **{(shape.name, "id"): "=board" for shape in BOARD_MACROS.values()},
    **{("a movement pattern", kind): "direction" for kind in ("step", "slide", "hop", "path")},
    ("a token type", "id"): "=token type",
    ("a macro", "name"): "=macro",
    ("a macro", "params"): "=binding",
    ("a parameter", "name"): "=binding",
    ("a phase", "id"): "=phase",
    ("an action", "id"): "=action",
    ("an action", "phase"): "phase",
    ("a trigger", "id"): "=trigger",
    ("an event", "phase"): "phase",
    ("an event", "action"): "action",
    ("an event", "zone"): "zone",
    ("a test", "active"): "seat",
    ("look", "fen"): "variable expression",
    **{("a test", key): "move" for key in ("moves", "legal", "illegal")},
    ("a test", "vars"): "",
}
# The same for the keys of a mapping, and for its values.
_KEYS: dict[tuple[str, str], str] = {
    ("", "parameters"): "=parameter",
    ("", "constants"): "=constant",
    ("", "regions"): "=region",
    ("", "terrain"): "=terrain",
    ("", "orientation"): "seat",
    ("a zone", "props"): "=zone property",
    ("a graph", "at"): "zone",
    **{(shape.name, "terrain"): "terrain" for shape in BOARD_MACROS.values()},
    ("a token type", "props"): "=token property",
    ("a token type", "movement"): "=movement group",
    ("a token type", "draw"): "seat",
    ("look", "seats"): "seat",
    ("look", "terrain"): "terrain",
    ("look", "types"): "token type",
    ("a test", "set"): "parameter",
    ("a test", "vars"): "variable expression",
    ("a test", "expect"): "expr",
}
_VALUES: dict[tuple[str, str], str] = {
    ("", "orientation"): "direction",
    ("", "regions"): "zone",
    ("a zone", "props"): "=value",
    ("a test", "set"): "value",
    **{(shape.name, "terrain"): "zone" for shape in BOARD_MACROS.values()},
}
_STORED = {"int": "number", "player": "seat", "zone": "zone"}

Scope: TypeAlias = "Mapping[str, str]"


class Slot(Struct, frozen=True):
    """One place: its path, what it holds, and the bindings in sight, each with the path that declares it.

    `declares` says that the name is declared here, `on_key` that the key before the value is meant. A `word`
    and a `key` have `choices`; a key is one that is unknown in its mapping. `beside` are all keys of the
    mapping in which a key stands.
    """

    path: str
    what: str
    value: YamlValue = None
    on_key: bool = False
    declares: bool = False
    scope: Scope = field(default_factory=dict)
    choices: tuple[str, ...] = ()
    beside: Collection[str] = ()


_SlotsThenScope: TypeAlias = "Generator[Slot, None, Scope]"


def slots_of(doc: GameSpecDoc) -> Iterator[Slot]:
    """Yield the slots of *doc*."""
    for section, known in SECTION_FIELDS.items():
        value = doc.get(section)
        if value is None:
            continue
        if section == "zones":
            yield from _zones(value)
        else:
            yield from _field(known, value, section, {}, ("", section))


def _zones(value: YamlValue) -> Iterator[Slot]:
    for index, entry in enumerate(value if isinstance(value, list) else ()):
        path = f"zones[{index}]"
        if not isinstance(entry, dict):
            continue
        board = next((name for name in BOARD_MACROS if isinstance(entry.get(name), dict)), None)
        if board is not None:
            yield from _shape(BOARD_MACROS[board], entry[board], f"{path}.{board}", {})
        elif "id" in entry:
            yield from _shape(ZONE, entry, path, {})
        else:
            yield from _unknown_keys(entry, path, (*ZONE.fields, *BOARD_MACROS))


def _unknown_keys(value: YamlValue, path: str, known: Iterable[str]) -> Iterator[Slot]:
    if not isinstance(value, dict):
        return
    names = tuple(known)
    free = tuple(name for name in names if name not in value)
    for key in value:
        if key not in names:
            yield Slot(key_path(path, key), "key", key, on_key=True, choices=free)


def _slot(what: str, path: str, value: YamlValue, scope: Scope) -> Iterator[Slot]:
    if what:
        declares = what.startswith("=")
        yield Slot(path, what.removeprefix("="), value, declares=declares, scope=scope)


def _field(known: Field, value: YamlValue, path: str, scope: Scope, at: tuple[str, str]) -> Iterator[Slot]:
    """Yield the slots of *value*; *at* is the shape and the field it is in."""
    match known.kind:
        case "shape" if known.shape is not None:
            yield from _shape(known.shape, value, path, scope)
        case "list":
            for index, item in enumerate(value if isinstance(value, list) else ()):
                if known.of is not None:
                    yield from _field(known.of, item, f"{path}[{index}]", scope, at)
        case "mapping":
            yield from _mapping(known, value, path, scope, at)
        case "either":
            option = _option(known, value)
            if option is not None:
                yield from _field(option, value, path, scope, at)
        case "effects":
            yield from effects_slots(value, path, scope)
        case "expr":
            yield from expression_slots(value, path, scope)
        case "template":
            yield Slot(path, "template", value, scope=scope)
        case "place":
            yield from _place(value, path, scope)
        case "any":
            yield from _OF_TESTS.get(at, _nothing)(value, path)
        case "word":
            yield Slot(path, "word", value, choices=known.choices)
        case "bool":
            yield Slot(path, "word", value, choices=("true", "false"))
        case "int":
            yield Slot(path, "number", value)
        case _:
            what = _HOLDS.get(at) or _VALUES.get(at, "")
            if at[1] == "terrain" and path.endswith(".default"):
                what = "terrain"
            yield from _slot(what if isinstance(value, str) else "", path, value, scope)


def _option(known: Field, value: YamlValue) -> Field | None:
    """Return which of the options of *known* a value like *value* is meant for."""
    for option in known.options:
        is_collection = option.kind in ("list", "mapping", "shape", "effects")
        if isinstance(value, list) and option.kind == "list":
            return option
        if isinstance(value, dict) and option.kind in ("mapping", "shape"):
            return option
        if not isinstance(value, list | dict) and not is_collection:
            return option
    return next((option for option in known.options if option.kind == "expr"), None)


def _mapping(known: Field, value: YamlValue, path: str, scope: Scope, at: tuple[str, str]) -> Iterator[Slot]:
    if not isinstance(value, dict) or known.of is None:
        return
    key_holds = _KEYS.get(at, "")
    if at == ("", "regions") and path != "regions":
        key_holds = "seat"
    for key, below in value.items():
        here = key_path(path, key)
        is_usual = at[1] == "terrain" and at[0] != "" and key == "default"
        if key_holds and not is_usual:
            what, declares = key_holds.removeprefix("="), key_holds.startswith("=")
            yield Slot(here, what, key, on_key=True, declares=declares, scope=scope, beside=value)
        yield from _field(known.of, below, here, scope, at)


def _shape(shape: Shape, value: YamlValue, path: str, scope: Scope) -> Iterator[Slot]:
    if not isinstance(value, dict):
        return
    yield from _unknown_keys(value, path, shape.fields)
    for key, known in shape.fields.items():
        if key not in value or ((shape.name, key) == ("a token type", "draw") and _draws_by_value(value[key])):
            continue
        here, below = key_path(path, key), value[key]
        inner = scope
        match shape.name, key:
            case ("an action", "params"):
                scope = yield from _params(below, here, scope)
                continue
            case ("an action", "longest") | ("an action", "actor"):
                inner = scope if key == "longest" else {}
            case ("a macro", "params"):
                listed = below if isinstance(below, list) else []
                scope = {str(one): f"{here}[{index}]" for index, one in enumerate(listed)}
            case (("a variable" | "a property"), "init"):
                yield from _initial(value.get("type"), below, here)
                continue
            case _:
                pass
        yield from _field(known, below, here, inner, (shape.name, key))


def _draws_by_value(value: YamlValue) -> bool:
    return isinstance(value, dict) and "by" in value


def _params(value: YamlValue, path: str, scope: Scope) -> _SlotsThenScope:
    """Yield the slots of parameters and return the scope with all of them; each sees those before it."""
    for index, param in enumerate(value if isinstance(value, list) else ()):
        if not isinstance(param, dict):
            continue
        here = f"{path}[{index}]"
        yield from _unknown_keys(param, here, ("name", "domain"))
        if "domain" in param:
            yield from expression_slots(param["domain"], f"{here}.domain", scope)
        name = param.get("name")
        if isinstance(name, str):
            yield Slot(f"{here}.name", "binding", name, declares=True)
            scope = {**scope, name: f"{here}.name"}
    return scope


def _initial(kind: YamlValue, value: YamlValue, path: str) -> Iterator[Slot]:
    if isinstance(value, str):
        what = "value" if isinstance(kind, list) else _STORED.get(str(kind), "")
        yield from _slot(what if value != "none" else "", path, value, {})


def _outcome(value: YamlValue, path: str) -> Iterator[Slot]:
    """Yield the seats of `{ win: X }` and `{ type: win, winners: [X] }`."""
    for key, below in value.items() if isinstance(value, dict) else ():
        if key not in ("type", "score", "scores"):
            for index, seat in enumerate(below if isinstance(below, list) else [below]):
                if isinstance(seat, str):
                    yield Slot(f"{path}.{key}[{index}]" if isinstance(below, list) else f"{path}.{key}", "seat", seat)


def _deals(value: YamlValue, path: str) -> Iterator[Slot]:
    """Yield the slots of `[[hand:White, [card: { rank: 3 }]]]`: pairs of a zone and the tokens that come there."""
    for index, pair in enumerate(value if isinstance(value, list) else ()):
        if isinstance(pair, list) and len(pair) == 2 and isinstance(pair[0], str):
            yield Slot(f"{path}[{index}][0]", "zone", pair[0])
            yield from _draws(pair[1], f"{path}[{index}][1]")


def _draws(value: YamlValue, path: str) -> Iterator[Slot]:
    """Yield the slots of tokens that are drawn: `[queen, card: { rank: 3 }]`."""
    for index, token in enumerate(value if isinstance(value, list) else ()):
        here = f"{path}[{index}]"
        if isinstance(token, str):
            yield Slot(here, "token type", token)
        written = token if isinstance(token, dict) else {}
        for kind, props in written.items():
            below = key_path(here, kind)
            yield Slot(below, "token type", kind, on_key=True, beside=written)
            values = props if isinstance(props, dict) else {}
            for name, held in values.items():
                yield Slot(key_path(below, name), "token property", name, on_key=True, beside=values)
                yield from _slot("value" if isinstance(held, str) else "", key_path(below, name), held, {})


def _nothing(value: YamlValue, path: str) -> Iterator[Slot]:
    del value, path
    yield from ()


_OF_TESTS: dict[tuple[str, str], Callable[[YamlValue, str], Iterator[Slot]]] = {
    ("a test", "outcome"): _outcome,
    ("a test", "deals"): _deals,
    ("a test", "draws"): _draws,
}


def _place(value: YamlValue, path: str, scope: Scope) -> Iterator[Slot]:
    if not isinstance(value, dict):
        return
    for seat, kinds in value.items():
        here = key_path(path, seat)
        if seat == "vars":
            yield from _mapping(Field("mapping", of=Field("expr")), kinds, here, scope, ("a test", "vars"))
            continue
        yield Slot(here, "seat" if seat != "none" else "word", seat, on_key=True, beside=value)
        if not isinstance(kinds, dict):
            continue
        for kind, zones in kinds.items():
            below = key_path(here, kind)
            yield Slot(below, "token type", kind, on_key=True, beside=kinds)
            if isinstance(zones, dict):
                for zone, count in zones.items():
                    yield Slot(key_path(below, zone), "zone", zone, on_key=True, beside=zones)
                    yield from expression_slots(count, key_path(below, zone), scope)
            else:
                yield from expression_slots(zones, below, scope)


# -- effects


def effects_slots(value: YamlValue, path: str, scope: Scope) -> Iterator[Slot]:
    """Yield the slots of a list of effects; a name that one binds is visible to those after it."""
    for index, item in enumerate(value if isinstance(value, list) else ()):
        here = f"{path}[{index}]"
        if isinstance(item, str):
            yield Slot(here, "effect", item, scope=scope)
        elif isinstance(item, dict) and len(item) == 1:
            ((name, fields),) = item.items()
            scope = yield from _effect(name, fields, key_path(here, name), scope)


def _effect(name: str, value: YamlValue, path: str, scope: Scope) -> _SlotsThenScope:
    """Yield the slots of one effect and return the scope of those after it."""
    yield Slot(path, "effect", name, on_key=True, scope=scope)
    info = NODE_OF_JSON.get(("effect", name))
    if info is not None:
        if not isinstance(value, dict) or not any(family in value for family in FAMILIES):
            known = (*(one.json_name for one in fields_of(info.cls)), *EFFECT_SHORTHANDS.get(name, ()))
            yield from _unknown_keys(value, path, known)
        yield from _shorthands(name, value, path, scope)
        return (yield from _node_fields(info, given_fields(info, value, path), scope))
    if name == "place":
        yield from _place(value, path, scope)
    elif name in EFFECT_MACROS:
        fields = EFFECT_MACROS[name].fields
        has_fields = isinstance(value, dict) and bool(set(value) & set(fields))
        for key, below in value.items() if has_fields and isinstance(value, dict) else ():
            yield from expression_slots(below, key_path(path, key), scope)
        if not has_fields:
            yield from expression_slots(value, path, scope)
    else:
        arguments = [(value, path)]
        if isinstance(value, list):
            arguments = [(item, f"{path}[{index}]") for index, item in enumerate(value)]
        for argument, below in arguments:
            yield from expression_slots(argument, below, scope)
    return scope


def _shorthands(name: str, value: YamlValue, path: str, scope: Scope) -> Iterator[Slot]:
    """Yield the slots of fields that stand for other effects: properties with the values that each has in turn."""
    for key in EFFECT_SHORTHANDS.get(name, ()):
        each = value.get(key) if isinstance(value, dict) else None
        written = each if isinstance(each, dict) else {}
        for prop, values in written.items():
            below = key_path(key_path(path, key), prop)
            yield Slot(below, "token property", prop, on_key=True, beside=written)
            yield from expression_slots(values, below, scope)


def given_fields(info: NodeInfo, value: YamlValue, path: str) -> dict[str, tuple[YamlValue, str]]:
    """Return the fields of an effect that were written, each with its path; a bare value is the one required field's.

    A document may omit some fields that a node needs: the owner of a variable, its scope.
    """
    fields = [one.json_name for one in fields_of(info.cls)]
    required = [one.json_name for one in fields_of(info.cls) if one.required]
    needed = [name for name in required if name not in ("scope", "player")] or required
    if isinstance(value, dict) and (set(value) & set(fields) or len(needed) != 1):
        return {key: (below, key_path(path, key)) for key, below in value.items() if key in fields}
    return {needed[0]: (value, path)} if len(needed) == 1 and value is not None else {}


def _node_fields(info: NodeInfo, given: dict[str, tuple[YamlValue, str]], scope: Scope) -> _SlotsThenScope:
    """Yield the slots of the fields of a node and return the scope of what follows an effect in its list."""
    bind, bind_path = given.get("bind", (None, ""))
    inner = {**scope, bind: bind_path} if isinstance(bind, str) else scope
    for one in fields_of(info.cls):
        if one.json_name not in given:
            continue
        value, path = given[one.json_name]
        if one.json_name in effect_lists(info):
            yield from effects_slots(value, path, inner)
        elif one.json_name == "props" and isinstance(value, dict):
            for key, below in value.items():
                yield Slot(key_path(path, key), "token property", key, on_key=True, beside=value)
                yield from expression_slots(below, key_path(path, key), scope)
        elif plain_type(one) is not None:
            yield from _leaf(one, value, path, scope)
        elif one.holds is not None:
            yield from expression_slots(value, path, inner if one.holds.per is not None else scope)
    return inner if info.name in _BIND_FOR_THE_REST and "in" not in given else scope


def _leaf(one: FieldInfo, value: YamlValue, path: str, scope: Scope) -> Iterator[Slot]:
    if one.holds is None:
        return
    what = one.holds.what
    if holds_many(one) and isinstance(value, list):
        for index, item in enumerate(value):
            yield Slot(f"{path}[{index}]", what, item, scope=scope)
    else:
        is_binder = what == "binder"
        yield Slot(path, "binding" if is_binder else what, value, declares=is_binder, scope=scope)


# -- expressions


def expression_slots(value: YamlValue, path: str, scope: Scope) -> Iterator[Slot]:
    """Yield the slots of an expression, text or tree; a text is one slot."""
    if isinstance(value, str):
        yield Slot(path, "expr", value, scope=scope)
    elif isinstance(value, list):
        for index, item in enumerate(value):
            yield from expression_slots(item, f"{path}[{index}]", scope)
    elif isinstance(value, dict):
        yield from _tree(value, path, scope)


def _tree(value: dict[str, Any], path: str, scope: Scope) -> Iterator[Slot]:
    family = next((name for name in FAMILIES if name in value), None)
    info = NODE_OF_JSON.get(cast("Any", (family, str(value[family])))) if family is not None else None
    if info is None:
        if isinstance(chosen := value.get("chosen"), str):
            yield Slot(f"{path}.chosen", "binding", chosen, scope=scope)
        return
    given = {key: (below, key_path(path, key)) for key, below in value.items() if key != family}
    yield from _node_fields(info, given, scope)
    fields = {one.json_name for one in fields_of(info.cls)}
    bind, bind_path = given.get("bind", (None, ""))
    if isinstance(bind, str) and "bind" not in fields:
        yield Slot(bind_path, "binding", bind, declares=True, scope=scope)
    if "where" in given and "where" not in fields:
        inner = {**scope, bind: bind_path} if isinstance(bind, str) else scope
        yield from expression_slots(given["where"][0], given["where"][1], inner)
