"""repairs: a value of the wrong shape → how to write it in the right one, if only one thing can be meant.

A mapping where a list is meant, one thing where a list is meant, `players: 2`, `grid(3, 3)`, a flat `if`, an effect
with its name as a field. Each result says what to write, and has the edits that do so.

This module reports nothing; `reshape` makes the edits.
"""

from __future__ import annotations

import re

from msgspec import Struct

from ludotome.gamedef import NODE_OF_JSON, fields_of
from ludotome.spec.blocks import YamlValue, key_path
from ludotome.spec.foreign_words import bare, foreign_word
from ludotome.spec.reshape import Edits, Reshaper, inline
from ludotome.spec.shapes.field import NAME, Field, Shape
from ludotome.spec.shapes.table import BOARD_MACROS, EFFECT_MACROS, ZONE
from ludotome.spec.shapes.written_calls import board_kind, board_of_call, result_of_call

_NAMES = ("name", "word")
_LABELS = ("name", "word", "label")
_NAME_KEYS = ("type", "effect", "action", "do", "op", "kind", "name", "verb", "fn", "call")
# The shape of the entries -> the field that an entry that is not a mapping means.
_ONLY_FIELD = {"a parameter": "domain", "a macro": "expr", "a variable": "type"}
_TIMES = re.compile(r"(?:grid|square|rect)?[\s(]*(\d+)\s*[x×,]\s*(\d+)\s*\)?", re.IGNORECASE)
_HEX = re.compile(r"hex\s*\(?\s*(?:radius\s*[=:]\s*)?(\d+)\s*\)?", re.IGNORECASE)
_ROWS = re.compile(r"(?:[ \t]*(?:[*]?[A-Za-z]|[.\d])(?:[ \t]?(?:[*]?[A-Za-z]|[.\d]))+[ \t]*\n?){2,}")
_SEATS = "metadata.seats"
_SPAN = re.compile(r"(\d+)\s*(?:-|–|to|\.\.=?)\s*(\d+)")
_RANGED = re.compile(r"(?:int|integer|number)?\s*[(\[]?\s*(-?\d+)\s*(?:\.\.=?|-|–|,|to)\s*(-?\d+)\s*[)\]]?")
_DRAWN = re.compile(r"\$?([A-Za-z]\w*)\s+(?:in|from|of)\s+(.+)", re.DOTALL)  # `$card in hand`, for a parameter
_SIGNATURE = re.compile(r"([A-Za-z]\w*)\(([^()]*)\)")  # `mine(c)`, of a macro
_COUNTS = ("count", "number", "num", "exactly", "n", "total", "players")  # the number of players, if there is only one


class Repair(Struct, frozen=True):
    """What to write, and the edits; none if the document has no source."""

    suggestion: str
    edits: Edits


def effect_names() -> tuple[str, ...]:
    """Return the names of all effects and built-in effect macros."""
    return (*(name for family, name in NODE_OF_JSON if family == "effect"), *EFFECT_MACROS)


def as_effect(name: str) -> str | None:
    """Return the effect called *name*, by our name or a foreign one."""
    known = effect_names()
    same = next((one for one in known if bare(one) == bare(name)), None)
    return same or foreign_word("effect", name, known)


def repair(reshaper: Reshaper, field: Field, value: YamlValue, path: str) -> Repair | None:
    """Return how to write *value* so that it fits *field*, or None if that is not certain."""
    if field.kind == "list" and field.of is not None and field.of.shape is None and isinstance(value, dict):
        inner = next(iter(value.values()), None)
        if len(value) == 1 and isinstance(inner, list):  # `{ items: [ … ] }`
            return _made("write the list alone", reshaper.lifted(path, key_path(path, next(iter(value)))))
    match field.kind:
        case "list" if field.of is not None and field.of.shape is not None:
            return _list_of(reshaper, field.of.shape, value, path)
        case "list" if field.of is not None and field.of.kind == "list" and isinstance(value, list):
            return _made("write a list of lists: `[[ … ]]`", reshaper.list_of_one(path))
        case "list" if isinstance(value, str) and field.of is not None and field.of.kind in _NAMES and "," in value:
            names = [one.strip() for one in value.split(",")]
            if not all(NAME.fullmatch(one) for one in names):
                return None
            return _made(f"write `[{', '.join(names)}]`", reshaper.replaced(path, f"[{', '.join(names)}]"))
        case "list" if path.endswith(".values") and isinstance(value, str) and (ends := _SPAN.fullmatch(value)):
            low, high = f"min: {ends[1]}", f"max: {ends[2]}"  # of a parameter: `values: 3..6`
            return _made(f"write `{low}, {high}`", reshaper.pair_replaced(path, low, high))
        case "mapping" if isinstance(value, list) and value and field.of is not None:
            return _mapping_of(reshaper, field.of, value, path)
        case "list" if not isinstance(value, dict | list | None):
            return _made(f"write a list, such as `[ {inline(str(value))} ]`", reshaper.list_of_one(path))
        case "effects":
            return _effects(reshaper, value, path)
        case "shape" if field.shape is not None:
            return _shape(reshaper, field.shape, value, path)
        case _:
            return None


def _result_in_words(text: str, choices: tuple[str, ...]) -> str | None:
    """Return what `win lastActor` should be."""
    kind, _, player = text.partition(" ")
    if player in ("wins", "won", "win"):
        kind, player = "win", kind
    meant = next((one for one in choices if bare(one) == bare(kind)), foreign_word("word", kind, choices))
    is_player = re.fullmatch(r"[$A-Za-z][\w.]*", player) is not None
    return f"{{ type: win, player: {player} }}" if meant == "win" and is_player else None


def _made(suggestion: str, edits: Edits | None) -> Repair | None:
    return None if edits is None else Repair(suggestion, edits)


def _list_of(reshaper: Reshaper, shape: Shape, value: YamlValue, path: str) -> Repair | None:
    if not isinstance(value, dict) or not value:
        return None
    named = "id" if "id" in shape.fields else "name" if "name" in shape.fields else None
    fields = {*shape.fields, *(key for key in value if foreign_word(f"field of {shape.name}", key, shape.fields))}
    if set(value) <= fields and (
        named is None or named in value or not all(isinstance(v, dict) for v in value.values())
    ):
        return _made("begin it with `- `: this is a list", reshaper.list_of_one(path))
    if named is None:
        return _by_word(reshaper, shape, value, path)
    if shape.name == "a variable" and all(isinstance(below, int) for below in value.values()):
        first, init = next(iter(value.items()))
        edits = reshaper.named_entries(path, value, named, "type: bool, init") if _are_bools(value) else []
        return _made(f"write a list, each entry with its name: `- {first_value(first, init)}`", edits)
    if shape.name == "a macro" and (text := _macros_with_signatures(value)) is not None:
        return _made(f"write `{text}`", reshaper.replaced(path, text))
    only, mark = _ONLY_FIELD.get(shape.name), "$" if shape.fields[named].kind == "binding" else ""
    first = next(iter(value))
    mark = "" if first.startswith("$") else mark
    suggestion = f"write a list, each entry with its name: `- {{ {named}: {mark}{first}, … }}`"
    return _made(suggestion, reshaper.named_entries(path, value, named, only, mark))


def _macros_with_signatures(value: dict[str, YamlValue]) -> str | None:
    """Return the macros of `mine(c): "c.owner == actor"`: a function with its parameters as a key."""
    made = []
    for signature, body in value.items():
        found = _SIGNATURE.fullmatch(signature)
        if found is None or not isinstance(body, str):
            return None
        params = [one.strip().lstrip("$") for one in found[2].split(",") if one.strip()]
        if not all(NAME.fullmatch(param) for param in params):
            return None
        for param in params:
            body = re.sub(rf"(?<![\w$.]){re.escape(param)}\b", lambda name: f"${name[0]}", body)
        listed = ", ".join(f"${param}" for param in params)
        made.append(f"{{ name: {found[1]}, params: [{listed}], expr: {inline(body)} }}")
    return f"[ {', '.join(made)} ]"


def first_value(name: str, init: YamlValue) -> str:
    """Return the variable *name* with the initial value *init*, a boolean or a number, whose range is left open."""
    if isinstance(init, bool):
        return f"{{ name: {name}, type: bool, init: {str(init).lower()} }}"
    assert isinstance(init, int)
    return f"{{ name: {name}, type: int, min: {min(0, init)}, max: {max(100, init)}, init: {init} }}"


def _are_bools(value: dict[str, YamlValue]) -> bool:
    return all(isinstance(below, bool) for below in value.values())


def _by_word(reshaper: Reshaper, shape: Shape, value: dict[str, YamlValue], path: str) -> Repair | None:
    """Return what `limits: { turn: 1 }` should be: the keys are values of one field, the values those of the other."""
    needed = {key: field for key, field in shape.fields.items() if field.required}
    word = next(
        (key for key, field in needed.items() if field.kind == "word" and set(value) <= set(field.choices)), None
    )
    if word is None or len(needed) != 2 or not all(isinstance(below, int | str) for below in value.values()):
        return None
    other = next(key for key in needed if key != word)
    text = ", ".join(f"{{ {word}: {key}, {other}: {inline(str(below))} }}" for key, below in value.items())
    return _made(f"write `[ {text} ]`", reshaper.replaced(path, f"[ {text} ]"))


def _mapping_of(reshaper: Reshaper, of: Field, items: list[YamlValue], path: str) -> Repair | None:
    first = items[0]
    keys = list(first) if isinstance(first, dict) else []
    if len(keys) == 1 and (edits := reshaper.mapping_of_pairs(path, items)):
        return Repair("write a mapping: `NAME: …` without `- `", edits)
    if not keys or not all(isinstance(item, dict) and list(item) == keys for item in items if of.kind != "shape"):
        return None
    named, only = keys[0], None
    if of.kind == "shape" and named not in ("name", "id", "key"):
        return None
    has_parts = of.kind == "either" and any(option.kind == "mapping" for option in of.options)
    if has_parts and named in ("name", "id", "key") and len(keys) > 2:
        return _made("write a mapping: `NAME: { … }`", reshaper.mapping_of(path, items, named))
    if of.kind != "shape":
        only = keys[1] if len(keys) == 2 else None
        if only is None or not all(isinstance(item, dict) and isinstance(item[named], str) for item in items):
            return None
    return _made("write a mapping: `NAME: …`", reshaper.mapping_of(path, items, named, only))


def repair_patterns(reshaper: Reshaper, field: Field, value: YamlValue, path: str) -> Repair | None:
    """Return how to write a single thing where a list of things, or named groups of them, is allowed."""
    of = next((one.of for one in field.options if one.kind == "list"), None)
    if isinstance(value, str) and "," in value and of is not None and of.kind in _LABELS:
        names = [one.strip() for one in value.split(",")]
        if all(NAME.fullmatch(one) for one in names):
            return _made(f"write `[{', '.join(names)}]`", reshaper.replaced(path, f"[{', '.join(names)}]"))
    is_mapping = any(one.kind == "mapping" for one in field.options)
    if isinstance(value, list) and is_mapping and of is not None and of.shape is None:
        if (text := _of_records(value)) is not None:
            return _made(f"write `{text}`", reshaper.replaced(path, text))
        return _made("write a mapping: `NAME: …` without `- `", reshaper.mapping_of_pairs(path, value))
    if not isinstance(value, dict) or not value or of is None or of.shape is None:
        return None
    if not set(value) <= set(of.shape.fields) or any(_are_mappings(below) for below in value.values()):
        return None
    return _made("begin it with `- `: this is a list", reshaper.list_of_one(path))


def _of_records(value: list[YamlValue]) -> str | None:
    """Return the mapping that `[ { player: X, where: C }, { player: O, where: D } ]` says: `{ X: C, O: D }`."""
    pairs = [tuple(item.items()) for item in value if isinstance(item, dict) and len(item) == 2]
    if len(pairs) < len(value) or len({(first[0], second[0]) for first, second in pairs}) != 1:
        return None
    named = {str(first[1]): second[1] for first, second in pairs}
    if len(named) < len(pairs) or not all(NAME.fullmatch(one) and isinstance(named[one], str) for one in named):
        return None
    return f"{{ {', '.join(f'{one}: {inline(str(below))}' for one, below in named.items())} }}"


def _are_mappings(value: YamlValue) -> bool:
    return isinstance(value, list) and any(isinstance(one, dict) for one in value)


def _effects(reshaper: Reshaper, value: YamlValue, path: str) -> Repair | None:
    if isinstance(value, str) and path == "setup" and (rows := _ROWS.fullmatch(value)) is not None:
        picture = "/".join(row.strip() for row in rows.group().strip().splitlines())
        return _made("write the picture under `- place:`", reshaper.replaced(path, f'[ place: "{picture}" ]'))
    if isinstance(value, str):
        return _made("write a list of effects", reshaper.list_of_one(path))
    if not isinstance(value, dict) or not value:
        return None
    if all(as_effect(key) for key in value):
        return _made("begin each effect with `- `", reshaper.list_of_pairs(path, value))
    if path == "setup" and all(isinstance(below, dict) and below and key[0].isupper() for key, below in value.items()):
        return _made("put the pieces under `- place:`", reshaper.inside(path, "place"))
    return None


def _shape(reshaper: Reshaper, shape: Shape, value: YamlValue, path: str) -> Repair | None:
    text = None
    if isinstance(value, list) and (edits := reshaper.mapping_of_pairs(path, value)):
        return Repair("write a mapping: `NAME: …` without `- `", edits)
    if shape.name == "players" and isinstance(value, list) and _are_seats(value) and not reshaper.has(_SEATS):
        seats = f"seats: [{', '.join(str(one) for one in value)}]"
        text = f"{{ min: {len(value)}, max: {len(value)} }}"
        return _made(f"write `players: {text}, {seats}`", reshaper.value_replaced(path, text, seats))
    if shape.name == "players":
        text = players_of(value)
    elif shape.name == "a result" and isinstance(value, str):
        choices = shape.fields["type"].choices
        kind = next((one for one in choices if bare(one) == bare(value)), foreign_word("word", value, choices))
        if kind is None and foreign_word("word", value.replace(" ", ""), choices) == "rank":
            kind = "score"  # `highest score`, of which nothing else is said
        text = f"{{ type: {kind} }}" if kind in ("draw", "lossAll", "score", "rank") else None
        text = text or result_of_call(value, shape) or _result_in_words(value, choices)
    elif shape.name == "a parameter" and isinstance(value, str) and (drawn := _DRAWN.fullmatch(value)):
        text = f"{{ name: ${drawn[1]}, domain: {inline(drawn[2])} }}"
    elif shape.name == "a property" and isinstance(value, str) and (ends := _RANGED.fullmatch(value)):
        text = f"{{ type: int, min: {ends[1]}, max: {ends[2]} }}"
    elif isinstance(value, str) and NAME.fullmatch(value):
        needed = [key for key, field in shape.fields.items() if field.required]
        text = f"{{ {needed[0]}: {value} }}" if needed in (["id"], ["name"]) else None
    return _made(f"write `{text}`", reshaper.replaced(path, text)) if text else None


def _are_seats(value: list[YamlValue]) -> bool:
    return bool(value) and all(isinstance(one, str) and NAME.fullmatch(one) for one in value)


def players_of(value: YamlValue) -> str | None:
    """Return the field `players` for *value*, a number or a range in any spelling; None if it is neither."""
    if isinstance(value, int) and not isinstance(value, bool):
        return f"{{ min: {value}, max: {value} }}"
    if isinstance(value, dict) and len(value) == 1 and [*value.values()] == [None]:
        return players_of(int(only)) if (only := next(iter(value))).isdecimal() else None  # `{ 2 }`
    if isinstance(value, str) and value.strip().isdecimal():
        return players_of(int(value))
    if isinstance(value, dict) and len(value) == 1 and (only := next(iter(value))) in _COUNTS:
        return players_of(value[only])
    if isinstance(value, str) and (found := _SPAN.fullmatch(value)):
        return f"{{ min: {found[1]}, max: {found[2]} }}"
    if isinstance(value, list) and len(value) == 2 and all(isinstance(one, int) for one in value):
        return f"{{ min: {value[0]}, max: {value[1]} }}"
    return None


def repair_effect(reshaper: Reshaper, item: dict[str, YamlValue], path: str) -> Repair | None:
    """Return how to write an effect whose fields are beside its name, or whose name is a field."""
    keys = list(item)
    if keys[0] == "if" and set(keys) <= {"if", "then", "else"} and not isinstance(item["if"], dict | list):
        form = "write `if: { when: CONDITION, then: [ … ], else: [ … ] }`"
        return _made(form, reshaper.nested(path, item, "if", "if", "when"))
    named = item[keys[0]]
    if keys[0] in _NAME_KEYS and isinstance(named, str) and (effect := as_effect(named)) is not None:
        form = f"write `{effect}: {{ … }}`, its fields below its name"
        return _made(form, reshaper.nested(path, item, effect, keys[0]))
    placed = _placed(reshaper, item, path)
    return placed or _fields_beside(reshaper, item, path) or _fields_alone(reshaper, item, path)


def _placed(reshaper: Reshaper, item: dict[str, YamlValue], path: str) -> Repair | None:
    """Return what `{ place: rook, zones: [a1, h1], owner: White }` should be: a place with seats and token types."""
    if next(iter(item)) != "place" or len(item) != 3 or not isinstance(item["place"], str):
        return None
    names = {_own_field("createToken", key.removesuffix("s"), {"zone": True, "owner": False}): key for key in item}
    zones, owner = item.get(names.get("zone", "")), item.get(names.get("owner", ""))
    listed = [zones] if isinstance(zones, str) else zones
    if not isinstance(owner, str) or not isinstance(listed, list) or not all(isinstance(one, str) for one in listed):
        return None
    if not all(NAME.fullmatch(one) for one in (item["place"], owner)):
        return None
    text = f"place: {{ {owner}: {{ {item['place']}: [{', '.join(inline(str(one)) for one in listed)}] }} }}"
    return _made(f"write `{text}`", reshaper.entry_replaced(path, text))


def _of_seats(value: list[YamlValue]) -> str | None:
    """Return the place that `[ { owner: X, type: rook, zones: [a1] } ]` says: `{ X: { rook: [a1] } }`."""
    made: dict[str, list[str]] = {}
    for item in value:
        fields = {"type": True, "zone": True, "owner": False}
        named = (
            {}
            if not isinstance(item, dict)
            else {_own_field("createToken", key.removesuffix("s"), fields): below for key, below in item.items()}
        )
        if set(named) != set(fields) or not isinstance(item, dict) or len(item) != len(fields):
            return None
        kind, zones, owner = str(named["type"]), named["zone"], str(named["owner"])
        if not isinstance(zones, str | list) or not NAME.fullmatch(kind) or not NAME.fullmatch(owner):
            return None
        listed = inline(zones) if isinstance(zones, str) else f"[{', '.join(inline(str(one)) for one in zones)}]"
        made.setdefault(owner, []).append(f"{kind}: {listed}")
    seats = [f"{owner}: {{ {', '.join(kinds)} }}" for owner, kinds in made.items()]
    return f"{{ {', '.join(seats)} }}" if seats else None


def repair_place(reshaper: Reshaper, value: YamlValue, path: str) -> Repair | None:
    """Return what `place: { token: rook, at: $cell, owner: actor }` should be: by its fields a `createToken`."""
    if isinstance(value, list) and (text := _of_seats(value)) is not None:
        return _made(f"write `{text}`", reshaper.replaced(path, text))
    if not isinstance(value, dict) or not all(isinstance(below, str) for below in value.values()):
        return None
    fields = _fields_of_effect("createToken")
    meant = {_own_field("createToken", key, fields) for key in value}
    if None in meant or len(meant) < len(value) or not {key for key, needed in fields.items() if needed} <= meant:
        return None
    return _made("write `createToken`", reshaper.key_replaced(path, "createToken"))


def _fields_beside(reshaper: Reshaper, item: dict[str, YamlValue], path: str) -> Repair | None:
    """Return what `- roll: d6` with `bind: $die` beside it should be: the value is the field that is missing."""
    first, *beside = item
    effect, held = as_effect(first), item[first]
    fields = _fields_of_effect(effect) if effect is not None else {}
    named = [_own_field(effect or "", key, fields) for key in beside]
    if effect is None or None in named or isinstance(held, dict | list | bool | None):
        return None
    free = [key for key in fields if key not in named]
    meant = next((key for key in free if fields[key]), next(iter(free), None))
    if meant is None or any(isinstance(item[key], str) and as_effect(key) and key not in fields for key in beside):
        return None
    form = f"write `{effect}: {{ {meant}: …, … }}`, its fields below its name"
    return _made(form, reshaper.nested(path, item, effect, first, meant))


def _fields_alone(reshaper: Reshaper, item: dict[str, YamlValue], path: str) -> Repair | None:
    """Return what `- when: CONDITION` with `then: [ … ]` beside it should be: the only effect with such fields."""
    found = []
    for effect in effect_names():
        fields = _fields_of_effect(effect)
        if set(item) <= set(fields) and {key for key, required in fields.items() if required} <= set(item):
            found.append(effect)
    if len(found) != 1:
        return None
    first = next(iter(item))
    if isinstance(item[first], dict | list):
        return None
    return _made(f"write `{found[0]}: {{ … }}`", reshaper.nested(path, item, found[0], first, first))


def _fields_of_effect(effect: str) -> dict[str, bool]:
    """Return the fields of *effect*, and whether each is required."""
    info = NODE_OF_JSON.get(("effect", effect))
    if info is not None:
        return {field.json_name: field.required for field in fields_of(info.cls)}
    return {key: field.required for key, field in EFFECT_MACROS[effect].fields.items()}


def _own_field(effect: str, key: str, fields: dict[str, bool]) -> str | None:
    return key if key in fields else foreign_word(f"field of {effect}", key, fields)


_STATEMENT = re.compile(
    r"(?:if\s+(?P<when>.+)|for(?:\s*each)?\s+\$?(?P<bind>[A-Za-z]\w*)\s+in\s+(?P<over>.+))", re.IGNORECASE
)


def repair_statement(reshaper: Reshaper, item: dict[str, YamlValue], path: str) -> Repair | None:
    """Return how to write `- if CONDITION:` or `- for $x in SET:`, with its effects below."""
    first, *rest = item
    found = _STATEMENT.fullmatch(first)
    if found is None or rest not in ([], ["else"]) or not all(isinstance(below, list) for below in item.values()):
        return None
    if found["when"] is not None:
        fields = ["if", f"when: {inline(found['when'].strip())}", "then"]
        return _made("write `if: { when: CONDITION, then: [ … ] }`", reshaper.headed(path, first, fields))
    if rest:
        return None
    fields = ["forEach", f"bind: ${found['bind']}", f"over: {inline(found['over'].strip())}", "effects"]
    return _made("write `forEach: { bind: $x, over: SET, effects: [ … ] }`", reshaper.headed(path, first, fields))


def repair_zones(reshaper: Reshaper, value: YamlValue) -> Repair | None:
    """Return how to write `zones` that is not a list."""
    if isinstance(value, str) and (text := _board_of_text(value)):
        return _made(f"write `[ {text} ]`", reshaper.replaced("zones", f"[ {text} ]"))
    if not isinstance(value, dict) or not value:
        return None
    if (boards := [_named_board(name, below) for name, below in value.items()]) and all(boards):
        text = f"[ {', '.join(str(board) for board in boards)} ]"
        return _made(f"write `{text}`", reshaper.replaced("zones", text))
    if (board := _board_of_fields(value)) is not None:
        return _made(f"write `[ {board} ]`", reshaper.replaced("zones", f"[ {board} ]"))
    if set(value) <= set(BOARD_MACROS):
        return _made("begin each board with `- `", reshaper.list_of_pairs("zones", value))
    if "id" in value or "macro" in value or board_kind(str(value.get("type", ""))) is not None:
        return _made("begin it with `- `: this is a list", reshaper.list_of_one("zones"))
    if set(value) & set(BOARD_MACROS):
        return _made("begin each board and zone with `- `", reshaper.list_of_pairs("zones", value))
    if board_macro_of(value) is not None:
        return _made("begin the board with `- grid: { … }`", reshaper.replaced("zones", board_macro_of(value) or ""))
    suggestion = f"write a list, each zone with its name: `- {{ id: {next(iter(value))}, … }}`"
    return _made(suggestion, reshaper.named_entries("zones", value, "id"))


def repair_zone(reshaper: Reshaper, entry: YamlValue, path: str) -> Repair | None:
    """Return how to write an entry of `zones` that is neither a zone nor a board."""
    if isinstance(entry, str):
        text = _board_of_text(entry)
        return _made(f"write `{text}`", reshaper.replaced(path, text)) if text else None
    if not isinstance(entry, dict) or not entry:
        return None
    first, below = next(iter(entry.items()))
    if len(entry) == 1 and (text := _board_of_lisp(first, below)) is not None:
        return _made(f"write `{text}`", reshaper.pair_replaced(key_path(path, first), text))
    if first in ("type", "kind", "shape", "board") and isinstance(below, str) and (kind := board_kind(below)):
        return _made(f"write `{kind}: {{ … }}`", reshaper.nested(path, entry, kind, first))
    if len(entry) > 1:
        return None
    if isinstance(below, dict) and first == "board" and (text := _board_of_fields(below)) is not None:
        return _made(f"write `{text}`", reshaper.pair_replaced(key_path(path, first), text))
    if isinstance(below, dict) and (found := _other_board(reshaper, first, below, path)) is not None:
        return found
    if isinstance(below, dict) and (found := _kind_inside(reshaper, first, below, path)) is not None:
        return found
    if first in BOARD_MACROS:
        if isinstance(below, list) and (edits := reshaper.mapping_of_pairs(key_path(path, first), below)):
            return Repair(f"write `{first}: {{ … }}`", edits)
        text = _board_fields(first, below)
        return _made(f"write `{first}: {text}`", reshaper.replaced(key_path(path, first), text)) if text else None
    known = ZONE.fields
    if (
        isinstance(below, dict)
        and below
        and all(key in known or foreign_word("field of a zone", key, known) for key in below)
    ):
        suggestion = f"write `{{ id: {first}, … }}`"
        return _made(suggestion, reshaper.unnested(path, first, "id"))
    return None


def _board_of_lisp(written: str, below: YamlValue) -> str | None:
    """Return what `(board (rectangle 3 5)): { names: algebraic }` should be: a grid with all of these fields."""
    found = re.fullmatch(r"\(board\s+(.+)\)", written)
    text = board_of_call(found[1] if found is not None else written) if written.startswith("(") else None
    if text is None or not isinstance(below, dict) or not all(isinstance(one, int | str) for one in below.values()):
        return None
    beside = "".join(f", {key}: {inline(str(one))}" for key, one in below.items())
    return f"{text.removesuffix(' }')}{beside} }}"


def repair_board(reshaper: Reshaper, kind: str, entry: dict[str, YamlValue], path: str) -> Repair | None:
    """Return how to write `grid: [6, 6]` with more fields beside it: all below the name."""
    own = entry[kind]
    first = None if isinstance(own, dict) else _board_fields(kind, own)
    if isinstance(own, dict) and all(isinstance(below, int | str) for below in own.values()):
        first = f"{{ {', '.join(f'{key}: {inline(str(below))}' for key, below in own.items())} }}"
    beside = {key: below for key, below in entry.items() if key != kind}
    if first is None or not all(key in BOARD_MACROS[kind].fields for key in beside):
        return None
    if not all(isinstance(below, int | str) for below in beside.values()):
        return None
    fields = [first.strip("{} "), *(f"{key}: {inline(str(below))}" for key, below in beside.items())]
    text = f"{kind}: {{ {', '.join(one for one in fields if one)} }}"
    return _made(f"write `{text}`", reshaper.replaced(path, text))


def _other_board(reshaper: Reshaper, name: str, below: dict[str, YamlValue], path: str) -> Repair | None:
    """Return how to write `hexagon: { radius: 3 }`: a board by a foreign name."""
    kind = None if name in BOARD_MACROS else board_kind(name)
    if kind is None:
        return None
    shape = BOARD_MACROS[kind]
    where = f"field of {shape.name}"
    if not all(key in shape.fields or key == "size" or foreign_word(where, key, shape.fields) for key in below):
        return None
    here = key_path(path, name)
    edits = reshaper.key_replaced(here, kind)
    size = below.get("size")
    if size is not None and "size" not in shape.fields:
        fields = (f"rows: {size}", f"cols: {size}") if kind == "grid" else (f"radius: {size}",)
        sized = reshaper.pair_replaced(key_path(here, "size"), *fields) if isinstance(size, int) else None
        edits = None if edits is None or sized is None else [*edits, *sized]
    return _made(f"write `{kind}`", edits)


def _kind_inside(reshaper: Reshaper, name: str, below: dict[str, YamlValue], path: str) -> Repair | None:
    """Return how to write `board: { shape: square, rows: 3, … }`: the kind becomes the key."""
    said = next((key for key in ("shape", "type", "kind") if isinstance(below.get(key), str)), None)
    kind = None if said is None else board_kind(str(below[said]))
    if said is None or kind is None or name in BOARD_MACROS or name != "board":
        return None
    here = key_path(path, name)
    edits = (reshaper.key_replaced(here, kind), reshaper.pair_removed(key_path(here, said)))
    return None if edits[0] is None or edits[1] is None else Repair(f"write `{kind}: {{ … }}`", [*edits[0], *edits[1]])


def _named_board(name: str, value: YamlValue) -> str | None:
    """Return the entry of `zones` for `board: grid(3, 3)`; a name other than `board` is its id."""
    text = _board_of_text(value) if isinstance(value, str) else None
    if text is None or name == "board":
        return text
    return text.replace("{ ", f"{{ id: {name}, ", 1) if NAME.fullmatch(name) and "id:" not in text else None


def _board_of_fields(value: dict[str, YamlValue]) -> str | None:
    """Return the entry of `zones` for `{ rectangle: [5, 4], directions: 8 }`: a kind, its sizes, and more fields."""
    first, *beside = value
    kind = board_kind(first)
    sides = None if kind is None else _board_fields(kind, value[first])
    if kind is None or sides is None or not all(isinstance(value[key], int | str) for key in beside):
        return None
    fields = BOARD_MACROS[kind].fields
    named = {
        key: key if key in fields else foreign_word(f"field of {BOARD_MACROS[kind].name}", key, fields)
        for key in beside
    }
    if None in named.values():
        return None
    more = "".join(f", {ours}: {inline(str(value[key]))}" for key, ours in named.items())
    return f"{kind}: {{ {sides.strip('{} ')}{more} }}"


def board_macro_of(value: dict[str, YamlValue]) -> str | None:
    """Return the `zones` for `{ rows: 4, cols: 4, directions: 8 }`: the fields of a grid alone."""
    grid = BOARD_MACROS["grid"].fields
    if not {"rows", "cols"} <= set(value) <= set(grid) or not all(isinstance(one, int | str) for one in value.values()):
        return None
    return f"[ grid: {{ {', '.join(f'{key}: {inline(str(one))}' for key, one in value.items())} }} ]"


def _board_of_text(text: str) -> str | None:
    if (called := board_of_call(text)) is not None:
        return called
    if found := _HEX.fullmatch(text.strip()):
        return f"hex: {{ radius: {found[1]} }}"
    if found := _TIMES.fullmatch(text.strip()):
        return f"grid: {{ rows: {found[1]}, cols: {found[2]} }}"
    return None


def _board_fields(kind: str, value: YamlValue) -> str | None:
    if kind == "hex" and isinstance(value, int) and not isinstance(value, bool):
        return f"{{ radius: {value} }}"
    if kind == "grid" and isinstance(value, str) and (found := _TIMES.fullmatch(value.strip())):
        return f"{{ rows: {found[1]}, cols: {found[2]} }}"
    if kind == "grid" and isinstance(value, int) and not isinstance(value, bool):
        return f"{{ rows: {value}, cols: {value} }}"
    if kind == "grid" and isinstance(value, list) and len(value) == 2 and all(isinstance(one, int) for one in value):
        return f"{{ rows: {value[0]}, cols: {value[1]} }}"
    match value:
        case [int() as rows, int() as cols, (4 | 8) as ways] if kind == "grid":
            return f"{{ rows: {rows}, cols: {cols}, directions: {ways} }}"
        case _:
            return None
