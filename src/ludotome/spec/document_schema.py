"""document_schema: the JSON Schema of a document's YAML, generated from the tables that also check it.

It describes the structure of the mapping from sections to their contents, with all blocks joined: sections, fields and
the values they accept. Expressions are texts or trees; a schema cannot describe their grammar, names and types.
"""

from __future__ import annotations

from typing import Any

from ludotome.gamedef import NODE_OF_JSON, FieldInfo, Node, fields_of
from ludotome.spec.shapes import (
    BOARD_MACROS,
    EFFECT_MACROS,
    EFFECT_SHORTHANDS,
    MACRO_ARGS,
    SECTION_FIELDS,
    ZONE,
    Field,
    Shape,
)
from ludotome.spec.validate_game_spec import REQUIRED, TO_PLAY_WITH

_LETTERS = "^[A-Za-z][A-Za-z0-9_]*$"
_SCALAR: dict[str, Any] = {"type": ["string", "integer", "boolean", "null"]}
_TREES = ("op", "ref", "query", "aggregate")
_EFFECT_LISTS = frozenset({"then", "else", "effects", "in"})
_EFFECTS = {"$ref": "#/$defs/effects"}
_EXPRESSION = {"$ref": "#/$defs/expression"}


def document_schema() -> dict[str, Any]:
    """Return the JSON Schema (draft 2020-12) of a document, as plain data."""
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Ludotome document",
        "description": "The sections of a game document: its YAML blocks, joined.",
        **_object({name: _section(name) for name in SECTION_FIELDS}, REQUIRED),
        "anyOf": [{"required": [name]} for name in TO_PLAY_WITH],
        "$defs": {
            "expression": {
                "description": "Text such as `count(board where empty(it)) > 3`, a value, a list, or a tree.",
                "anyOf": [_SCALAR, {"type": "array"}, _tree()],
            },
            "effects": {"type": "array", "items": {"$ref": "#/$defs/effect"}},
            "effect": {"anyOf": [{"type": "string"}, _effect()]},
        },
    }


def _object(properties: dict[str, Any], required: Any = ()) -> dict[str, Any]:
    made: dict[str, Any] = {"type": "object", "properties": properties, "additionalProperties": False}
    return {**made, "required": list(required)} if required else made


def _section(name: str) -> dict[str, Any]:
    return {"type": "array", "items": _zone()} if name == "zones" else _field(SECTION_FIELDS[name])


def _zone() -> dict[str, Any]:
    boards = [_object({kind: _shape(shape)}, [kind]) for kind, shape in BOARD_MACROS.items()]
    explicit = [
        _object(
            {"macro": {"const": kind}, "args": {"anyOf": [{"type": "array"}, _shape(BOARD_MACROS[kind])]}},
            ["macro", "args"],
        )
        for kind in MACRO_ARGS
    ]
    return {"anyOf": [_shape(ZONE), *boards, *explicit]}


def _shape(shape: Shape) -> dict[str, Any]:
    required = [name for name, field in shape.fields.items() if field.required]
    made = _object({name: _field(field) for name, field in shape.fields.items()}, required)
    if shape.name == "a macro":
        made["oneOf"] = [{"required": ["expr"]}, {"required": ["effects"]}]
    return made


def _field(field: Field) -> dict[str, Any]:
    match field.kind:
        case "name":
            return {"type": "string", "pattern": _LETTERS}
        case "id":
            return {"type": "string", "pattern": "^[A-Za-z][A-Za-z0-9_-]*$"}
        case "binding":
            return {"type": "string", "pattern": r"^\$[A-Za-z][A-Za-z0-9_]*$"}
        case "label" | "zone":
            return {"type": "string"}
        case "word":
            return {"enum": list(field.choices)}
        case "text" | "template":
            return {"type": ["string", "integer", "boolean"]}
        case "int":
            least = {} if field.least is None else {"minimum": field.least}
            number = {"type": "integer", **least}
            # a text is the name of a constant, or arithmetic with constants
            return {"anyOf": [number, {"type": "string", "pattern": "[A-Za-z]"}]} if field.constants else number
        case "bool":
            return {"type": "boolean"}
        case "scalar":
            return _SCALAR
        case "expr":
            return _EXPRESSION
        case "effects":
            return _EFFECTS
        case "list":
            return {"type": "array", **({} if field.of is None else {"items": _field(field.of)})}
        case "mapping":
            return {"type": "object", **({} if field.of is None else {"additionalProperties": _field(field.of)})}
        case "either":
            return {"anyOf": [_field(option) for option in field.options]}
        case "shape":
            assert field.shape is not None
            return _shape(field.shape)
        case "place":
            return {"anyOf": [{"type": "object", "additionalProperties": {"type": "object"}}, {"type": "string"}]}
        case "any":
            return {}


def _tree() -> dict[str, Any]:
    return {"type": "object", "anyOf": [{"required": [key]} for key in _TREES]}


def _effect() -> dict[str, Any]:
    """Return the schema of an effect: one key, which is an effect with its fields or a macro with its arguments."""
    known = {
        name: _fields(info.cls, EFFECT_SHORTHANDS.get(name, {}))
        for (family, name), info in NODE_OF_JSON.items()
        if family == "effect"
    }
    for name, shape in EFFECT_MACROS.items():
        known[name] = {"anyOf": [_shape(shape), _EXPRESSION]} if shape.fields else {"type": "object"}
    return {"type": "object", "minProperties": 1, "maxProperties": 1, "properties": known}


def _fields(cls: type[Node], shorthands: dict[str, Field]) -> dict[str, Any]:
    """Return the schema of the fields of an effect, or of the bare value of its only required field."""
    fields = fields_of(cls)
    given = {field.json_name: _value_of(field) for field in fields}
    given |= {name: _field(field) for name, field in shorthands.items()}
    needed = [field.json_name for field in fields if field.required]
    # Some fields are optional in a document: the owner of a variable, its scope.
    needed = [name for name in needed if name not in ("scope", "player")]
    whole = _object(given, needed)
    return whole if len(needed) > 1 else {"anyOf": [whole, _EXPRESSION]}


def _value_of(field: FieldInfo) -> dict[str, Any]:
    if field.json_name in _EFFECT_LISTS:
        return _EFFECTS
    if field.json_name == "props":
        return {"type": "object", "additionalProperties": _EXPRESSION}
    return _EXPRESSION if field.holds is not None else {}
