"""Wrong values: documents in which one field of one node or section has a wrong value.

A document here is plain data, section by section. `SAMPLE` is a valid game that uses every field of the table of
shapes; `node_document` puts any node of `gamedef`'s table into it, with a fitting value in every field. Both are
generated from the tables, so a new node or field is covered as soon as it is declared. If a field holds a kind that
`FITTING` does not know, the tests report it.
"""

from __future__ import annotations

import copy
import json
import pathlib
import random
import re
import typing
from collections.abc import Iterator
from functools import cache
from typing import Any, TypeAlias

from ludotome.gamedef import NODES, FieldInfo, NodeInfo, fields_of
from ludotome.spec import parse_game_spec

Sections: TypeAlias = dict[str, Any]
Path: TypeAlias = tuple[str | int, ...]

SAMPLE: Sections = {
    "metadata": {
        "id": "sample", "players": {"min": 2, "max": 3}, "seats": ["White", "Black", "Red"], "maxTriggerDepth": 8,
        "maxPlies": 200, "history": 10,
    },
    "parameters": {"limit": {"default": 5, "values": [3, 5]}},
    "constants": {"goal": 5},
    "globalVars": [
        {"name": "score", "type": "int", "min": 0, "max": 9, "init": 0, "position": True},
        {"name": "mode", "type": ["fast", "slow"]},
        {"name": "marked", "type": "zone"},
        {"name": "angry", "type": "bool"},
    ],
    "perPlayerVars": [{"name": "money", "type": "int", "min": 0, "max": 9, "init": 3}],
    "perZoneVars": [{"name": "heat", "type": "int", "min": 0, "max": 9}],
    "zones": [
        {
            "grid": {
                "id": "board", "rows": 3, "cols": 3, "directions": 8, "wrap": "none", "names": "algebraic",
                "cells": "row >= 0", "capacity": 9, "terrain": {"default": "floor", "swamp": ["b2"]},
            }
        },
        {"hex": {"id": "ring", "radius": 1, "cells": "q != 9", "capacity": 9, "terrain": {}}},
        {"macro": "hex", "args": {"id": "rhomb", "rhombus": 2}},
        {"hex": {"id": "oblong", "rectangle": [2, 1], "top": "flat"}},
        {
            "graph": {
                "id": "road", "zones": ["ga", "gb"], "capacity": 9, "terrain": {"default": "floor"}, "layout": "rows",
                "lines": [{"along": "on", "back": "off", "closed": False, "zones": [["ga", "gb"]]}],
            }
        },
        {"id": "deck", "visibility": "hidden", "ordering": "stack", "capacity": 90, "props": {"weight": 2}},
        {"id": "hand", "owner": "player", "visibility": "owner", "capacity": 90},
        {"id": "east", "adjacentTo": ["west"], "terrain": "swamp", "capacity": 90},
        {"id": "west", "adjacentTo": ["east"], "capacity": 90, "at": [1, 2]},
        {"graph": {"id": "path", "zones": ["gc", "gd"], "at": {"gc": [0, 0], "gd": [1, 0]}}},
    ],
    "regions": {
        "edge": "row == 0", "ends": ["a1", "c3"], "home": {"White": ["a1"], "Black": ["a3"], "Red": "row == 1"},
    },
    "orientation": {"White": "n", "Black": "s", "Red": "e"},
    "terrain": {"floor": {}, "swamp": {"blocks": ["sight"], "cover": True, "cost": 1}},
    "tokenTypes": [
        {
            "id": "man", "props": {"power": {"type": "int", "min": 0, "max": 9, "init": 1}}, "blocks": ["move"],
            "cover": True, "max": 40, "short": "M", "draw": {"White": "M", "Black": "m", "Red": "r"},
            "movement": {
                "walk": [{"step": "forward", "onto": ["empty", "enemy"], "when": "score < 9"}, {"path": ["n", "e"]}],
                "run": [{"slide": ["n", "s"]}, {"leap": [1, 2]}, {"hop": "diagonal", "over": "enemy"}],
            },
        },
        {"id": "gem", "draw": "*", "letter": "G"},
    ],
    "look": {
        "seats": {"White": "white", "Black": "#222222", "Red": "red"},
        "board": {"style": "plain", "light": "#F4EFE2", "dark": "brown"},
        "terrain": {"swamp": "green"},
        "types": {"man": {"shape": "figure", "color": "blue"}, "gem": {"mark": "x", "draw": {"White": "g"}}},
        "fen": [{"A": "angry"}, "score", "-", 1],
    },
    "macros": [
        {"name": "mine", "params": ["$z"], "expr": "top($z).owner == actor"},
        {"name": "pay", "params": [], "effects": [{"addVar": {"var": "money", "delta": -1}}]},
    ],
    "setup": [
        {"place": {"White": {"man": ["a1", "b1"]}, "Black": {"man": {"c3": 2}}, "none": {"gem": ["b2"]}}},
        {"createToken": {"type": "gem", "zone": "deck", "count": 8}},
        {"shuffle": "deck"},
        {"draw": {"from": "deck", "to": "hand:each", "count": 1}},
    ],
    "turnStructure": {
        "phases": [
            {
                "id": "main", "ends": "afterAction", "when": "score >= 0",
                "onEnter": [{"setVar": {"var": "mode", "value": "fast"}}],
                "onExit": [{"setVar": {"var": "mode", "value": "slow"}}],
            }
        ],
        "activePlayerOrder": "roundRobin",
    },
    "actions": [
        {
            "id": "go", "actor": "active", "phase": "main", "params": [{"name": "$c", "domain": "adjacentZones(b2)"}],
            "pre": "score < 9", "cost": [{"addVar": {"var": "score", "delta": 1}}],
            "effects": [{"capture": "$c"}, "pay"],
            "post": "score <= 9", "limits": [{"scope": "game", "max": 20}], "notation": ["go {$c}", "go {$c} {score}"],
        },
        {"id": "pass", "effects": [], "longest": {"upTo": "1", "prefer": "0"}},
        {
            "id": "tend",
            "effects": [
                {"refillToSize": {"zone": "hand", "size": 2, "fromZone": "deck"}},
                {"discardDownTo": {"zone": "hand", "size": 3, "to": "deck"}},
                {"capture": {"zone": "c1"}},
                {"discardDownTo": {"zone": "hand", "size": 4, "to": "deck", "choose": "actor"}},
            ],
        },
        {
            "id": "use",
            "params": [
                {"name": "$t", "domain": "tokens(man)"},
                {"name": "$z", "domain": "[a1, c3]"},
                {"name": "$p", "domain": "players"},
                {"name": "$n", "domain": "1..2"},
            ],
            "effects": [],
        },
    ],
    "triggers": [
        {
            "id": "watch", "event": {"type": "tokenEntered", "zone": "hand"}, "when": "score < 9",
            "effects": [{"setVar": {"var": "marked", "value": "$zone"}}],
        },
        {"event": {"type": "phaseEnter", "phase": "main"}, "effects": []},
        {"event": {"type": "actionResolved", "action": "go"}, "effects": []},
        {"event": "turnStart", "effects": []},
    ],
    "endConditions": [
        {"when": "score == 9", "result": {"type": "rank", "by": ["$player.money"]}},
        {"when": "noLegalMoves", "result": {"type": "win", "player": "lastActor"}},
    ],
    "scoring": {"method": "highest", "value": "$player.money"},
    "tests": [
        {"name": "set", "set": {"limit": 3}, "expect": {"limit": 3}}, {
            "name": "a start", "position": {"White": {"man": ["a1"]}}, "vars": {"score": 1}, "active": "White",
            "players": 2, "seed": 3, "rolls": [], "moves": [], "illegal": ["go b2"], "outcome": "running",
            "expect": {"score": 1}, "perft": [1], "per": "decision",
        },
        {"name": "what is legal", "legal": ["pass"]},
        {"name": "what comes then", "after": "what is legal", "legal": ["pass"]},
        {"name": "what is drawn", "deals": [["hand:White", ["gem"]]], "draws": ["gem"]},
    ],
}  # fmt: skip

# A fitting value for each kind of field of a node; for plain fields, by type.
FITTING: dict[str, Any] = {
    "int": 1, "bool": True, "player": "actor", "players": "players", "zone": "b2", "token": "$t", "direction": "n",
    "directions": "orthogonal", "scalar": 1, "set": {"query": "region", "name": "board"},
    "set of zone": {"query": "region", "name": "board"}, "any": 1, "binder": "$bound", "binding": "$t",
    "token type": "man", "movement group": "walk", "action": "pass", "region": "edge", "phase": "main",
    "zone id": "deck", "owned zone": "hand", "zone or owned zone": "hand", "global variable": "score",
    "player variable": "money", "zone variable": "heat", "token property": "power", "zone property": "row",
    "player property": "seat", "variable": "score", "token type name": "gem",
}  # fmt: skip
_ZONE_OF_TOKEN = {"ref": "tokenProp", "token": "$t", "prop": "zone"}
# Exceptions, if the kind is not enough, by node and field; None omits the field.
_FITTING_FIELDS: dict[tuple[str, str], Any] = {
    ("name", "name"): "fast",
    ("region", "name"): "edge",
    ("region", "player"): None,  # omitted: `edge` has no owner
    ("setVar", "scope"): None,
    ("addVar", "scope"): None,
    ("setVar", "player"): None,
    ("addVar", "player"): None,
    ("setVar", "zone"): None,
    ("addVar", "zone"): None,
    ("createToken", "props"): None,
    ("createToken", "owner"): "actor",
    ("moveTokenAdjacent", "from"): None,
    ("moveTokenAdjacent", "direction"): None,
    ("moveTokenAdjacent", "to"): {"ref": "step", "zone": _ZONE_OF_TOKEN, "direction": "n"},
    ("moveToken", "from"): _ZONE_OF_TOKEN,
    ("chooseN", "n"): 1,
    ("roll", "sides"): 6,
    ("compare", "op"): "<",
    ("arithmetic", "op"): "+",
    ("in", "set"): {"query": "intsInRange", "min": 1, "max": 3},
    ("notIn", "set"): {"query": "intsInRange", "min": 1, "max": 3},
    ("let", "in"): None,
    ("let", "value"): 1,
}  # fmt: skip

WRONG: tuple[Any, ...] = (
    None, True, False, 0, -1, 1, 7, 1.5, 1e30, 10**30, -(10**30), 2**63, "", " ", "x y", "$", "$nope", "$t", "$n",
    "nope", "deck", "hand", "hand:each", "hand:actor", "board", "a1", "White", "actor", "all", "man", "score", "money",
    "power", "walk", "main", "go", "n", "it", "none", "nil", "1", "1.5", "a:b", "{", "}", "[",
    "a b:", "💥", "x" * 300, "(" * 60,
    [], [[]], ["deck"], [1, None], [None], ["a", 1.5], {}, {"a": 1}, {"id": 1}, {"chosen": "$t"}, {"relative": "up"},
    {"ref": "int", "value": 1}, {"ref": "int", "value": 1.5}, {"ref": "int"}, {"op": ["x"]}, {"op": "nope"},
    {"query": "players"}, {"query": 1}, {"ref": None}, {"aggregate": {}}, [{"endTurn": {}}], [{"endTurn": 1}],
    ["endTurn"], [{"if": {"when": True, "then": []}}], [{"a": {}, "b": {}}], {"": ""}, {"when": "true"},
)  # fmt: skip


def node_document(info: NodeInfo) -> tuple[Sections, Path]:
    """Return the sample game with *info*'s node, with all its fields, and the path of the fields."""
    tree = {field.json_name: fit for field in fields_of(info.cls) if (fit := _fitting(info, field)) is not None}
    sections = copy.deepcopy(SAMPLE)
    effects: Path = ("actions", 3, "effects")
    if info.family == "effect":
        put(sections, effects, [{info.name: tree}])
        return sections, (*effects, 0, info.name)
    if not info.spellings:
        tree = {info.family: info.name, **tree}
    when: Path = ("endConditions", 0, "when")
    if info.name == "noLegalMoves":
        put(sections, when, tree)
        return sections, when
    if info.name == "seen":
        put(sections, when, {"op": "<", "left": tree, "right": 9})
        return sections, (*when, "left")
    if info.family == "query":
        put(sections, effects, [{"forEach": {"bind": "$one", "over": tree, "effects": []}}])
        return sections, (*effects, 0, "forEach", "over")
    put(sections, effects, [{"let": {"bind": "$one", "value": tree}}])
    return sections, (*effects, 0, "let", "value")


def _fitting(info: NodeInfo, field: FieldInfo) -> Any:
    special = (info.name, field.json_name)
    if special in _FITTING_FIELDS:
        return copy.deepcopy(_FITTING_FIELDS[special])
    if field.holds is not None:
        assert field.holds.what in FITTING, f"{special} holds {field.holds.what!r}: add to FITTING what fits there"
        fit = copy.deepcopy(FITTING[field.holds.what])
        if typing.get_origin(field.type) is tuple:
            return [fit]
        return {"power": fit} if typing.get_origin(field.type) is dict else fit
    return _plain(field.type)


def _plain(kind: Any) -> Any:
    options = [option for option in typing.get_args(kind) or (kind,) if option is not type(None)]
    first = options[0]
    if first in (int, bool, str):
        return {int: 1, bool: True, str: "fast"}[first]
    if typing.get_origin(kind) is typing.Literal or isinstance(first, str):
        return first
    if typing.get_origin(first) is typing.Literal:
        return typing.get_args(first)[0]
    return [] if typing.get_origin(kind) is tuple or typing.get_origin(first) is tuple else None


def put(sections: Any, path: Path, value: Any) -> None:
    """Set *value* at *path* in *sections*."""
    *above, last = path
    for step in above:
        sections = sections[step]
    sections[last] = value


def with_value(sections: Sections, path: Path, value: Any) -> Sections:
    """Return *sections* with *value* at *path*; parts not on the path are shared."""
    if not path:
        return value  # type: ignore[no-any-return]
    made: Any = dict(sections) if isinstance(sections, dict) else list(sections)
    made[path[0]] = with_value(made[path[0]], path[1:], value)
    return made  # type: ignore[no-any-return]


def places(value: Any, path: Path = ()) -> Iterator[tuple[Path, Any]]:
    """Yield every path in *value* with its content, the whole first."""
    if path:
        yield path, value
    if isinstance(value, dict):
        for key, below in value.items():
            yield from places(below, (*path, key))
    elif isinstance(value, list):
        for index, below in enumerate(value):
            yield from places(below, (*path, index))


def node_mutants(wrong: tuple[Any, ...] = WRONG) -> Iterator[tuple[str, Sections]]:
    """Yield for every field of every node a document for each wrong value, and one without the field."""
    for info in NODES.values():
        sections, path = node_document(info)
        for field in fields_of(info.cls):
            here = (*path, field.json_name)
            name = f"{info.family} {info.name}.{field.json_name}"
            for value in wrong:
                yield f"{name} = {value!r}", with_value(sections, path, {**_at(sections, path), field.json_name: value})
            if field.json_name in _at(sections, path):
                rest = {key: item for key, item in _at(sections, path).items() if key != here[-1]}
                yield f"{name} missing", with_value(sections, path, rest)
        for value in wrong:
            yield f"{info.family} {info.name} = {value!r}", with_value(sections, path, value)
        yield (
            f"{info.family} {info.name} with a strange field",
            with_value(sections, path, {**_at(sections, path), "strange": 1}),
        )


def section_mutants(wrong: tuple[Any, ...] = WRONG) -> Iterator[tuple[str, Sections]]:
    """Yield for every path of the sample game a document for each wrong value, and one without the entry."""
    for path, _ in places(SAMPLE):
        for value in wrong:
            yield f"{shown_path(path)} = {value!r}", with_value(SAMPLE, path, value)
        without = copy.deepcopy(SAMPLE)
        del _at(without, path[:-1])[path[-1]]
        yield f"{shown_path(path)} missing", without


def _at(value: Any, path: Path) -> Any:
    for step in path:
        value = value[step]
    return value


def shown_path(path: Path) -> str:
    """Return *path* as shown in diagnostics."""
    text = ""
    for step in path:
        if isinstance(step, int):
            text += f"[{step}]"
        elif re.fullmatch(r"[^.\[\]\s\"]+", step):
            text += f".{step}" if text else step
        else:
            text += f'["{step}"]'
    return text


def as_text(sections: Sections) -> str:
    """Return the document with *sections* as its YAML, which JSON is a part of."""
    lines = [f"{name}: {json.dumps(value, ensure_ascii=False)}" for name, value in sections.items()]
    return "# A game\n\n```yaml\n" + "\n".join(lines) + "\n```\n"


def shaken(chance: random.Random) -> Sections:
    """Return a document with values swapped between its fields, or with parts of another game in it."""
    sections: Any = json.loads(json.dumps(chance.choice([SAMPLE, *_documents()])))
    for _ in range(chance.choice([1, 1, 2, 4])):
        spots = list(places(sections))
        (one, first), (other, second) = chance.sample(spots, 2)
        match chance.randrange(4):
            case 0 if one != other[: len(one)] and other != one[: len(other)]:
                sections = with_value(with_value(sections, one, second), other, first)
            case 1:
                sections = with_value(sections, one, second)
            case 2:
                alien = chance.choice([SAMPLE, *_documents()])
                sections = with_value(sections, one, chance.choice(list(places(alien)))[1])
            case _:
                alien = chance.choice([SAMPLE, *_documents()])
                name = chance.choice(list(alien))
                sections = {**sections, name: alien[name]}
    return json.loads(json.dumps(sections))  # type: ignore[no-any-return]


@cache
def _documents() -> tuple[Sections, ...]:
    """Return the sections of the documents in the tests."""
    files = sorted((pathlib.Path(__file__).parents[1] / "documents").glob("*.md"))
    return tuple(dict(parse_game_spec(file.read_text(encoding="utf-8")).doc.sections) for file in files)
