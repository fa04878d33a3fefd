"""field_repairs: an unknown field → the fields that say the same, if only one thing can be meant.

    hidden: true            →  visibility: hidden
    type: stack             →  ordering: stack
    range: [0, 30]          →  min: 0, max: 30
    type: enum, values: …   →  type: [ … ]

Also required fields that other fields imply: a result `{ player: actor }` is a win.

This module reports nothing; `check` does.
"""

from __future__ import annotations

import re

from ludotome.diagnostics import nearest
from ludotome.spec.blocks import YamlValue, key_path
from ludotome.spec.foreign_words import bare, foreign_word, variables_of
from ludotome.spec.reshape import Edits, Reshaper, inline
from ludotome.spec.sections import PASSES
from ludotome.spec.shapes.field import BINDING, NAME, Field, Shape
from ludotome.spec.shapes.repairs import Repair, first_value, players_of

_RANGES = ("range", "bounds", "interval", "between", "minmax", "limits")
_NAMES = ("values", "options", "choices", "enum", "names", "of", "members")
_ENUMS = ("enum", "enumeration", "choice", "string", "str", "text", "name", "names", "symbol", "one of")
_REMARKS = ("description", "summary", "comment", "comments", "note", "notes", "doc", "docs", "docstring", "remark")
_RANGED = re.compile(r"([A-Za-z]*)\s*[(\[<{]?\s*(-?\d+)\s*(?:\.\.|-|–|,|:|to)\s*(-?\d+)\s*[)\]>}]?")
_SPAN = re.compile(r"(-?\d+)\s*(?:\.\.|-|–|to)\s*(-?\d+)")
# The required fields of a part -> the field that says what kind it is.
_IMPLIED = {
    ("a result", "type"): (("player", "win"), ("by", "rank")),
    ("a variable", "type"): (("min", "int"), ("max", "int")),
    ("a property", "type"): (("min", "int"), ("max", "int")),
}
_KINDS = (
    "token",
    "zone",
    "player",
    "int",
    "number",
    "integer",
    "cell",
    "square",
    "card",
    "piece",
    "position",
    "object",
)
_LIMIT = re.compile(r"(once|twice|max|limit|times|uses|most)(?:a|each|per)(turn|phase|game)")
_CAPTURES = ("captures", "capture", "cancapture", "takes", "cantake")
_TIMES = re.compile(r"(\d+)\s*[x×*]\s*(\d+)")
_SIZES = ("size", "side", "sides", "dimensions", "dims", "shape")
_WINNERS = ("winner", "winners", "wins", "win", "player")
_LOSSES = ("loss", "lose", "loses", "loser", "lost", "defeat")
_PROSE = ("name", "title", "description", "summary", "author", "version", "about", "subtitle", "date", "license")
_FILTERS = ("where", "filter", "when", "if", "condition", "cond", "suchthat", "with", "matching")
_CONDITION = re.compile(r"[<>]|[=!]=|\b(?:in|not|and|or|exists|all|empty|occupied|adjacent|connected|canTake)\b")
_ASSIGNS = re.compile(r"[-+*/%]=|\+\+|--|(?<![=!<>])=(?!=)")
_ANYBODY = ("player", "any", "all", "each", "both", "none", "actor")
_SHAPES = {
    "hexagon": "radius",
    "hexagonal": "radius",
    "hex": "radius",
    "rhombus": "rhombus",
    "parallelogram": "rhombus",
}
_WHOLE = ("int", "integer", "number", "Integer", "i32", "u8")
_WAYS = {"orthogonal": 4, "cardinal": 4, "vonneumann": 4, "rook": 4, "four": 4, "all": 8, "any": 8, "moore": 8,
         "king": 8, "queen": 8, "diagonal": 8, "eight": 8, "both": 8, "directions": 8}  # fmt: skip


def repair_field(reshaper: Reshaper, shape: Shape, name: str, value: dict[str, YamlValue], path: str) -> Repair | None:
    """Return what the unknown field *name* of *value*, at *path*, should be; *shape* has the known ones."""
    held = value[name]
    free = {key: field for key, field in shape.fields.items() if key not in value}
    if held is True and (word := _word(free, name)) is not None:
        return _made(f"write `{word[0]}: {word[1]}`", reshaper.pair_replaced(path, f"{word[0]}: {word[1]}"))
    for repaired in (_worded, _tagged, _flat, _spread, _bounded, _filtered, _as_condition):
        if (found := repaired(reshaper, shape, name, value, path)) is not None:
            return found
    if (limit := _limit(shape, name, value)) is not None:
        return _made(f"write `{limit}`", reshaper.pair_replaced(path, limit))
    if shape.name == "a movement pattern" and held is True and "onto" in free and bare(name) in _CAPTURES:
        return _made("write `onto: [empty, enemy]`", reshaper.pair_replaced(path, "onto: [empty, enemy]"))
    if isinstance(held, str):
        homes = [key for key, field in free.items() if field.kind == "word" and held in field.choices]
        if len(homes) == 1 and nearest(name, free)[:1] in ((), (homes[0],)):  # else it is a misspelt field
            return _made(f"write `{homes[0]}`", reshaper.key_replaced(path, homes[0]))
    if bare(name) in _RANGES and {"min", "max"} <= set(free) and (ends := _ends(held)) is not None:
        low, high = f"min: {ends[0]}", f"max: {ends[1]}"
        return _made(f"write `{low}, {high}`", reshaper.pair_replaced(path, low, high))
    if bare(name) in _NAMES and "type" in shape.fields and _are_names(held):
        return _enum(reshaper, value, held, path)
    if shape.name == "an end condition" and name in ("player", "by") and isinstance(value.get("result"), str):
        return _result_beside(reshaper, name, value, path)
    if shape.name == "an end condition" and "result" not in value and bare(name) in _WINNERS and isinstance(held, str):
        result = f"result: {{ type: win, player: {inline(held)} }}"
        return _made(f"write `{result}`", reshaper.pair_replaced(path, result))
    loser = held if isinstance(held, str) and NAME.fullmatch(held) else None
    if shape.name == "an end condition" and "result" not in value and bare(name) in _LOSSES and loser is not None:
        result = f"result: {{ type: win, player: {loser}.opponent }}"
        return _made(f"write `{result}`", reshaper.pair_replaced(path, result))
    if {"rows", "cols"} <= set(free) and bare(name) in _SIZES and (sides := _sides(held)) is not None:
        rows, cols = f"rows: {sides[0]}", f"cols: {sides[1]}"
        return _made(f"write `{rows}, {cols}`", reshaper.pair_replaced(path, rows, cols))
    if shape.name == "players" and len(value) == 1 and (count := players_of(value)) is not None:
        return _made(f"write `players: {count}`", reshaper.replaced(path.rpartition(".")[0], count))
    is_kind = "domain" in value or (held in _KINDS and len(value) > 2)
    if shape.name == "a parameter" and name in ("type", "kind") and isinstance(held, str) and is_kind:
        return _made("remove it: the domain says what it is", reshaper.pair_removed(path))
    if shape.name == "a token type" and name in ("type", "kind", "class") and "id" in value and held in _KINDS:
        return _made("remove it: every token type is one", reshaper.pair_removed(path))
    others = [key for key in value if key not in shape.fields and key not in ("type", "kind")]
    if shape.name == "a parameter" and "domain" not in value and others == [name] and isinstance(held, str):
        return _made("write `domain`", reshaper.key_replaced(path, "domain"))
    if shape.name == "metadata" and "players" in free and foreign_word("field of metadata", name, free) == "players":
        count = players_of(held)
        return _made(f"write `players: {count}`", reshaper.pair_replaced(path, f"players: {count}")) if count else None
    is_prose = shape.name == "metadata" and bare(name) in _PROSE and "id" in value and not isinstance(held, dict | list)
    if is_prose or (isinstance(held, str) and bare(name) in _REMARKS):
        return _made("remove it: prose stands outside of the blocks", reshaper.pair_removed(path))
    if shape.name == "a variable" and name in ("scope", "per") and variables_of(str(held)) == path.partition("[")[0]:
        return _made("remove it: the section says whose it is", reshaper.pair_removed(path))
    if shape.name == "a token type" and name == "owner" and held in _ANYBODY:
        return _made("remove it: each token has an owner of its own", reshaper.pair_removed(path))
    if shape.name == "a token type" and name in ("owner", "player", "side", "color", "colour"):
        given = isinstance(held, str) and _is_given_owner(reshaper, str(value.get("id", "")))
        return _made("remove it: each token is given its owner", reshaper.pair_removed(path)) if given else None
    if shape.name == "a hex board" and name == "shape" and _SHAPES.get(str(held), "") in value:
        return _made("remove it: the size says so", reshaper.pair_removed(path))
    if shape.name == "a hex board" and name == "shape" and str(held) in _SHAPES:
        meant = _SHAPES[str(held)]
        size = key_path(path.rpartition(".")[0], "size")
        if "size" in value and (edits := reshaper.key_replaced(size, meant)) is not None:
            gone = reshaper.pair_removed(path)
            return None if gone is None else Repair(f"write `{meant}: {value['size']}`", [*edits, *gone])
    return None


def _is_given_owner(reshaper: Reshaper, kind: str) -> bool:
    """Whether every effect that makes a token of this *kind* says whose it is."""
    made = [path for path, text in reshaper.texts_at(".createToken.type").items() if text == kind]
    return all(reshaper.has(f"{path.removesuffix('.type')}.owner") for path in made)


def _limit(shape: Shape, name: str, value: dict[str, YamlValue]) -> str | None:
    """Return what `oncePerTurn: true` or `maxPerGame: 2` should be: a limit."""
    found, held = _LIMIT.fullmatch(bare(name)), value[name]
    if shape.name != "an action" or "limits" in value or found is None:
        return None
    number = 1 if held is True and found[1] == "once" else held
    if isinstance(number, bool) or not isinstance(number, int):
        return None
    return f"limits: [ {{ scope: {found[2]}, max: {number} }} ]"


def has_result_beside(shape: Shape, name: str, value: dict[str, YamlValue]) -> bool:
    """Whether *name* is a result written as only its type, with its other fields beside it."""
    is_type = shape.name == "an end condition" and name == "result" and isinstance(value[name], str)
    return is_type and bool({"player", "by"} & set(value))


def _result_beside(reshaper: Reshaper, name: str, value: dict[str, YamlValue], path: str) -> Repair | None:
    """Return what `result: win, player: X` should be: the fields of a result beside its type."""
    kind, held = str(value["result"]), value[name]
    if not NAME.fullmatch(kind) or not isinstance(held, str):
        return None
    text = f"{{ type: {kind}, {name}: {inline(held)} }}"
    kept = reshaper.replaced(key_path(path.rpartition(".")[0], "result"), text)
    gone = reshaper.pair_removed(path)
    return None if kept is None or gone is None else Repair(f"write `result: {text}`", [*kept, *gone])


def _worded(reshaper: Reshaper, shape: Shape, name: str, value: dict[str, YamlValue], path: str) -> Repair | None:
    """Return what `{ win: lastActor }` should be: the key is the value of one field, its value that of another."""
    for (part, needed), implied in _IMPLIED.items():
        if part != shape.name or needed in value or isinstance(value[name], bool | None):
            continue
        choices = shape.fields[needed].choices
        word = name if name in choices else foreign_word("word", name, choices)
        field = next((key for key, one in implied if one == word and key not in value), None)
        if field is not None:
            edits = reshaper.key_replaced(path, f"{needed}: {word}", field)
            return _made(f"write `{needed}: {word}, {field}: …`", edits)
    return None


def _filtered(reshaper: Reshaper, shape: Shape, name: str, value: dict[str, YamlValue], path: str) -> Repair | None:
    """Return what a condition beside the domain of a parameter should be: a part of the domain."""
    domain, held = value.get("domain"), value[name]
    if shape.name != "a parameter" or not isinstance(domain, str) or not isinstance(held, str):
        return None
    text = filtered_set(name, domain, held)
    kept = None if text is None else reshaper.replaced(key_path(path.rpartition(".")[0], "domain"), inline(text))
    gone = reshaper.pair_removed(path)
    return None if kept is None or gone is None else Repair(f"write `domain: {text}`", [*kept, *gone])


def filtered_set(name: str, of: str, condition: str) -> str | None:
    """Return the set *of*, filtered by the *condition* that the field *name* contains."""
    if bare(name) not in _FILTERS or re.search(r"\b(?:where|while|then)\b", of):
        return None
    return f"{of} where {condition}"


def _as_condition(reshaper: Reshaper, shape: Shape, name: str, value: dict[str, YamlValue], path: str) -> Repair | None:
    """Return what a list of conditions under another name should be: the condition of its part."""
    held, where = value[name], f"field of {shape.name}"
    free = tuple(key for key in ("pre", "when", "post") if key in shape.fields and key not in value)
    known = tuple(shape.fields)
    named = foreign_word(where, name, known) or foreign_word(where, name.removesuffix("s"), known)
    if not free or not isinstance(held, list) or not held or named not in (None, *free):
        return None
    if not all(isinstance(one, str) and _CONDITION.search(one) and not _ASSIGNS.search(one) for one in held):
        return None
    return _made(f"write `{named or free[0]}`", reshaper.key_replaced(path, named or free[0]))


def _tagged(reshaper: Reshaper, shape: Shape, name: str, value: dict[str, YamlValue], path: str) -> Repair | None:
    """Return what `{ type: slide, directions: diagonal }` should be: one value is the name of the other's field."""
    field = value[name]
    others = [key for key in value if key not in shape.fields and key != name]
    if not isinstance(field, str) or field not in shape.fields or field in value or len(others) != 1:
        return None
    gone = reshaper.pair_removed(path)
    named = reshaper.key_replaced(key_path(path.rpartition(".")[0], others[0]), field)
    return None if gone is None or named is None else Repair(f"write `{field}: …`", [*gone, *named])


def _flat(reshaper: Reshaper, shape: Shape, name: str, value: dict[str, YamlValue], path: str) -> Repair | None:
    """Return what `minPlayers: 2, maxPlayers: 4` should be: fields of a field, whose name is part of theirs."""
    for parent, field in shape.fields.items():
        if parent in value or field.shape is None:
            continue
        stem = bare(parent).removesuffix("s")
        parts = {
            key: inner
            for key in value
            for inner in field.shape.fields
            if bare(key).removesuffix("s") in (bare(inner) + stem, stem + bare(inner))
        }
        needed = {key for key, inner in field.shape.fields.items() if inner.required}
        if next(iter(parts), "") != name or not needed <= set(parts.values()):
            continue
        above = path.rpartition(".")[0]
        text = f"{parent}: {{ {', '.join(f'{inner}: {inline(str(value[key]))}' for key, inner in parts.items())} }}"
        edits = [reshaper.pair_replaced(path, text)]
        edits += [reshaper.pair_removed(key_path(above, key)) for key in parts if key != name]
        if all(one is not None for one in edits):
            return Repair(f"write `{text}`", [edit for one in edits if one is not None for edit in one])
    return None


def _spread(reshaper: Reshaper, shape: Shape, name: str, value: dict[str, YamlValue], path: str) -> Repair | None:
    """Return what `{ when: …, type: win, player: X }` should be: the fields of a missing field, one level too high."""
    for parent, field in shape.fields.items():
        if parent in value or not field.required or field.shape is None:
            continue
        parts = {key: _own_name(field.shape, key) for key in value if key not in shape.fields}
        needed = {key for key, inner in field.shape.fields.items() if inner.required}
        if None in parts.values() or not needed <= set(parts.values()) or next(iter(parts), "") != name:
            continue
        if not all(isinstance(value[key], str | int) for key in parts):
            continue
        text = f"{parent}: {{ {', '.join(f'{inner}: {inline(str(value[key]))}' for key, inner in parts.items())} }}"
        edits = [reshaper.pair_replaced(path, text)]
        above = path.rpartition(".")[0]
        edits += [reshaper.pair_removed(key_path(above, key)) for key in parts if key != name]
        if all(one is not None for one in edits):
            return Repair(f"write `{text}`", [edit for one in edits if one is not None for edit in one])
    return None


def _bounded(reshaper: Reshaper, shape: Shape, name: str, value: dict[str, YamlValue], path: str) -> Repair | None:
    """Return what `{ name: $n, min: 1, max: 3 }` of a parameter should be: `domain: 1..3`."""
    others = [key for key in value if key not in shape.fields]
    if shape.name != "a parameter" or "domain" in value or others[0] != name or not {"min", "max"} <= set(others):
        return None
    if set(others) - {"min", "max", "type"} or value.get("type", "int") not in _WHOLE:
        return None
    if any(isinstance(value[key], bool) or not isinstance(value[key], int) for key in ("min", "max")):
        return None
    text, above = f"domain: {value['min']}..{value['max']}", path.rpartition(".")[0]
    edits = [reshaper.pair_replaced(path, text), *(reshaper.pair_removed(key_path(above, key)) for key in others[1:])]
    if any(one is None for one in edits):
        return None
    return Repair(f"write `{text}`", [edit for one in edits if one is not None for edit in one])


def _own_name(shape: Shape, key: str) -> str | None:
    """Return the field of *shape* that *key* means, by our name or a foreign one."""
    known = tuple(shape.fields)
    return key if key in known else foreign_word(f"field of {shape.name}", key, known)


def _made(suggestion: str, edits: Edits | None) -> Repair | None:
    return None if edits is None else Repair(suggestion, edits)


def _word(free: dict[str, Field], name: str) -> tuple[str, str] | None:
    """Return the only field that accepts *name*, or our word for it, as a value, and that word."""
    found = [
        (key, word)
        for key, field in free.items()
        if field.kind == "word"
        and (word := name if name in field.choices else foreign_word("word", name, field.choices)) is not None
    ]
    return found[0] if len(found) == 1 else None


def _ends(value: YamlValue) -> tuple[int, int] | None:
    match value:
        case [int() as low, int() as high] if not isinstance(low, bool) and not isinstance(high, bool):
            return low, high
        case str() if (found := _SPAN.fullmatch(value.strip("[]() "))) is not None:
            return int(found[1]), int(found[2])
        case _:
            return None


def _sides(value: YamlValue) -> tuple[YamlValue, YamlValue] | None:
    """Return the rows and columns of a board of this size: a number, a pair, or a constant."""
    if isinstance(value, str) and (found := _TIMES.fullmatch(value.strip())) is not None:
        return int(found[1]), int(found[2])
    if isinstance(value, list):
        return (value[0], value[1]) if len(value) == 2 and all(isinstance(one, int | str) for one in value) else None
    return (value, value) if isinstance(value, int | str) and not isinstance(value, bool) else None


def _are_names(value: YamlValue) -> bool:
    return (
        isinstance(value, list) and bool(value) and all(isinstance(one, str) and NAME.fullmatch(one) for one in value)
    )


def _enum(reshaper: Reshaper, value: dict[str, YamlValue], names: YamlValue, path: str) -> Repair | None:
    assert isinstance(names, list)
    listed = f"[{', '.join(inline(str(one)) for one in names)}]"
    if "type" not in value:
        return _made("write `type`", reshaper.key_replaced(path, "type"))
    if str(value["type"]).lower() not in _ENUMS:
        return None
    kept = reshaper.value_replaced(key_path(path.rpartition(".")[0], "type"), listed)
    gone = reshaper.pair_removed(path)
    return None if kept is None or gone is None else Repair(f"write `type: {listed}`", [*kept, *gone])


def repair_missing(
    reshaper: Reshaper, shape: Shape, missing: list[str], value: dict[str, YamlValue], path: str
) -> Repair | None:
    """Return what to write for the *missing* fields of *value*, if the others determine it."""
    if shape.name == "players" and (text := players_of(value)) is not None:  # `players: { 2 }`
        return _made(f"write `players: {text}`", reshaper.replaced(path, text))
    if len(missing) != 1:
        return None
    for field, word in _IMPLIED.get((shape.name, missing[0]), ()):
        if field in value or any(foreign_word(f"field of {shape.name}", key, (field,)) for key in value):
            return _made(f"add `{missing[0]}: {word}`", reshaper.field_added(path, f"{missing[0]}: {word}"))
    if shape.name == "an action" and missing == ["effects"] and str(value.get("id", "")).lower() in PASSES:
        return _made("add `effects: []`", reshaper.field_added(path, "effects: []", last=True))
    return None


def repair_parameter(reshaper: Reshaper, shape: Shape, value: dict[str, YamlValue], path: str) -> Repair | None:
    """Return what `- $card: DOMAIN`, `- card: DOMAIN` or `- $card: { domain: DOMAIN }` should be."""
    name, below = next(iter(value.items()), ("", None))
    if shape.name != "a parameter" or len(value) != 1 or name in shape.fields:
        return None
    if not BINDING.fullmatch(name) and not (NAME.fullmatch(name) and isinstance(below, str)):
        return None
    bound = f"${name.removeprefix('$')}"
    if isinstance(below, dict):
        suggestion = f"write `{{ name: {bound}, … }}`"
        return _made(suggestion, reshaper.unnested(path, name, "name")) if set(below) <= set(shape.fields) else None
    edits = reshaper.key_replaced(key_path(path, name), f"name: {bound}", "domain")
    return _made(f"write `{{ name: {bound}, domain: … }}`", edits)


def repair_named(reshaper: Reshaper, shape: Shape, value: dict[str, YamlValue], path: str) -> Repair | None:
    """Return what `- boat: { movement: … }` should be: an entry whose one key is its name, with its fields below."""
    named = next((key for key in ("id", "name") if key in shape.fields), None)
    first, below = next(iter(value.items()), ("", None))
    if named is None or len(value) != 1 or first in shape.fields or not NAME.fullmatch(first):
        return None
    if shape.name == "a variable" and isinstance(below, int):
        text = first_value(first, below)
        edits = reshaper.replaced(path, text) if isinstance(below, bool) else []
        return _made(f"write `{text}`", edits)
    if not isinstance(below, dict) or not all(_own_name(shape, key) for key in below):
        return None
    if not below:
        return _made(
            f"write `{{ {named}: {first} }}`", reshaper.pair_replaced(key_path(path, first), f"{named}: {first}")
        )
    return _made(f"write `{named}: {first}` above its fields", reshaper.unnested(path, first, named))


def repair_loss(reshaper: Reshaper, shape: Shape, value: dict[str, YamlValue], path: str) -> Repair | None:
    """Return what `{ type: loss, player: X }` should be: of two players, the other has won."""
    player, kind = value.get("player"), value.get("type")
    if shape.name != "a result" or not isinstance(player, str) or not isinstance(kind, str) or kind not in _LOSSES:
        return None
    won = f"{player}.opponent" if NAME.fullmatch(player) else f"({player}).opponent"
    edits = (reshaper.replaced(key_path(path, "type"), "win"), reshaper.replaced(key_path(path, "player"), inline(won)))
    if edits[0] is None or edits[1] is None:
        return None
    return Repair(f"write `{{ type: win, player: {won} }}`", [*edits[0], *edits[1]])


def repair_score(reshaper: Reshaper, shape: Shape, value: dict[str, YamlValue], path: str) -> Repair | None:
    """Return what `{ type: highest score }` should be: without `by`, the section `scoring` ranks the players."""
    kind = value.get("type")
    if shape.name != "a result" or not isinstance(kind, str) or kind in shape.fields["type"].choices or len(value) > 1:
        return None
    if foreign_word("word", kind.replace(" ", ""), ("rank",)) is None or not reshaper.has("scoring"):
        return None
    return _made("write `score`", reshaper.replaced(key_path(path, "type"), "score"))


def repair_range(reshaper: Reshaper, value: YamlValue, path: str) -> Repair | None:
    """Return what `{ min: 1, max: 3 }`, `{ 1..3 }` or `[ 1..3 ]` should be where an expression stands: `1..3`."""
    match value:
        case {"min": int(low), "max": int(high), **rest} if not rest:
            text = f"{low}..{high}"
        case {"from": int(low), "to": int(high), **rest} if not rest:
            text = f"{low}..{high}"
        case dict() if len(value) == 1 and [*value.values()] == [None] and _SPAN.fullmatch(next(iter(value))):
            text = next(iter(value))
        case [str(only)] if _SPAN.fullmatch(only):
            text = only
        case _:
            return None
    return _made(f"write `{text}`", reshaper.replaced(path, text))


def repair_ranged_type(reshaper: Reshaper, choices: tuple[str, ...], value: str, path: str) -> Repair | None:
    """Return what `type: int(0..3)` should be: the type, and its range beside it."""
    found = _RANGED.fullmatch(value)
    word = None if found is None else _int_word(found[1], choices)
    above = path.rpartition(".")[0]
    if found is None or word is None or any(reshaper.has(key_path(above, end)) for end in ("min", "max")):
        return None
    fields = (word, f"min: {found[2]}", f"max: {found[3]}")
    return _made(f"write `{', '.join(fields)}`", reshaper.value_replaced(path, *fields))


def _int_word(written: str, choices: tuple[str, ...]) -> str | None:
    word = written or "int"
    return word if word in choices else foreign_word("word", word, choices)


def number_of_ways(word: str) -> int | None:
    """Return the number of directions that *word* describes: 4 or 8."""
    return _WAYS.get(bare(word))
