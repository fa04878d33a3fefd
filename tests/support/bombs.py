"""Bombs: small documents whose games are large, slow or odd, generated at random from a grammar.

A bomb is a board, a few rules, and one to three charges. Each charge makes one part of a game as large as a document
can write it (a chain of actions, a nest of conditions, a range of numbers, …). The same number gives the same bomb.

This module does not know the result of a bomb (`bomb_range`).
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

import yaml

Document = dict[str, Any]
Charge = Callable[[Random, Document], None]


def bomb(number: int) -> tuple[str, str]:
    """Return the text of a bomb, and the names of its charges."""
    random = Random(number)
    document = _base(random)
    names = random.sample(sorted(CHARGES), random.choice((1, 1, 2, 3)))
    for name in names:
        CHARGES[name](random, document)
    text = f"```yaml\n{yaml.safe_dump(document, sort_keys=False, width=10**9, allow_unicode=True)}```\n"
    for name in names:
        text = TEXT_CHARGES.get(name, lambda _random, same: same)(random, text)
    return text, "+".join(names)


def size(random: Random, most: int, least: int = 1) -> int:
    """Return a number up to *most*, all orders of magnitude about equally often."""
    value = int(least * (most / least) ** random.random())
    return random.choice((value, value, most))


# ── The base game ───────────────────────────────────────────────────────────────────────────────────────


def _base(random: Random) -> Document:
    return {
        "metadata": {"id": "bomb", "players": {"min": 2, "max": 2}, "seats": ["X", "O"]},
        "zones": [_board(random), {"id": "pool", "ordering": random.choice(("stack", "queue", "set"))}],
        "tokenTypes": [{"id": "mark", "movement": [{"slide": "orthogonal"}]}],
        "setup": [],
        "actions": [
            {
                "id": "put",
                "params": [{"name": "$cell", "domain": "board where empty(it)"}],
                "effects": [{"createToken": {"type": "mark", "zone": "$cell", "owner": "actor"}}],
            }
        ],
        "endConditions": [{"when": "noLegalMoves", "result": {"type": "draw"}}],
    }


def _board(random: Random) -> Document:
    kind = random.choice(("small", "small", "grid", "hex", "graph"))
    if kind == "small":
        side = random.randint(1, 8)
        return {"grid": {"rows": side, "cols": random.randint(1, 8), "directions": random.choice((4, 8))}}
    if kind == "grid":
        return {"grid": {"rows": size(random, 100), "cols": size(random, 100), "directions": random.choice((4, 8))}}
    if kind == "hex":
        return {"hex": {"radius": size(random, 57)}}
    zones = [f"p{n}" for n in range(size(random, 2_000, 2))]
    lines = [{"along": "on", "back": "off", "closed": random.random() < 0.5, "zones": [zones]}]
    return {"graph": {"zones": zones, "lines": lines}}


# ── expressions ────────────────────────────────────────────────────────────────────────────────────────────────────


def a_set(random: Random, depth: int, names: tuple[str, ...] = ()) -> str:
    """Return a set of zones, as text."""
    zone = names[-1] if names else "first(board)"
    plain = (
        "board",
        "zones",
        f"adjacentZones({zone})",
        f"connectedZones({zone})",
        f"ray({zone}, n)",
        f"zonesInRange({zone}, {size(random, 1_000_000)})",
        f"connectedZones({zone}, empty(it))",
    )
    source = random.choice(plain)
    return f"{source} where {a_condition(random, depth - 1, names)}" if depth > 0 and random.random() < 0.5 else source


def a_condition(random: Random, depth: int, names: tuple[str, ...] = ()) -> str:
    """Return a condition about zones with nested sets."""
    one = random.choice(names) if names else "first(board)"
    other = names[0] if names else "first(board)"
    if depth <= 0:
        return random.choice(
            (
                f"adjacent({one}, {other})",
                f"lineOfSight({one}, {other})",
                f"hasCover({one}, {other})",
                f"distance({one}, {other}) < 3",
                f"connected({one}, {other})",
                f"attacked({one}, X)",
                f"empty({one})",
                f"({one} == {other} or {one} != {other})",
                f"count(tokens(mark)) * {size(random, 10**12)} > {size(random, 10**12)}",
            )
        )
    name = f"$z{len(names)}"
    inner = a_condition(random, depth - 1, (*names, name))
    source = a_set(random, 0, names)
    kind = random.choice(("exists", "exists", "all", "count", "sum", "and", "not"))
    if kind == "all":
        return f"all({name} in {source}, {inner})"
    if kind in ("count", "sum"):
        return f"count({name} in {source} where {inner}) > {size(random, 1000)}"
    if kind == "not":
        return f"not exists({name} in {source} where {inner})"
    if kind == "and":
        return f"({inner.replace(name, one)} or {a_condition(random, 0, names)})"
    return f"exists({name} in {source} where {inner})"


# ── charges ────────────────────────────────────────────────────────────────────────────────────────────────────────


def _nested(random: Random, document: Document) -> None:
    place = random.choice(("pre", "post", "end", "domain", "effect", "notation", "scoring"))
    asked = a_condition(random, size(random, 12))
    action = document["actions"][0]
    if place in ("pre", "post"):
        action[place] = asked
    elif place == "end":
        document["endConditions"].insert(0, {"when": asked, "result": {"type": "draw"}})
    elif place == "domain":
        action["params"].append({"name": "$more", "domain": f"board where {asked}"})
    elif place == "effect":
        loop = {"bind": "$e", "over": f"board where {asked}", "effects": [{"destroyToken": "top($e)"}]}
        action["effects"].append({"forEach": loop})
    elif place == "notation":
        action["notation"] = f"{{if {asked}: !}}{{$cell}}"
    else:
        document["scoring"] = f"if {asked} then 1 else 0"
        document["endConditions"][0]["result"] = {"type": "score"}


def _many_actions(random: Random, document: Document) -> None:
    first = document["actions"][0]
    document["actions"] += [
        {**first, "id": f"put{n}", "notation": f"p{n} {{$cell}}"} for n in range(size(random, 5000))
    ]


def _can_take_chain(random: Random, document: Document) -> None:
    length = size(random, 2000)
    asked = [f"canTake(c{n + 1})" for n in range(length)] + ["true"]
    document["actions"] += [{"id": f"c{n}", "pre": asked[n], "effects": []} for n in range(length + 1)]


def _can_take_tree(random: Random, document: Document) -> None:
    length, width = size(random, 60), random.randint(2, 4)
    for n in range(length):
        asked = " and ".join([f"not canTake(t{n + 1})"] * width)
        document["actions"].append({"id": f"t{n}", "pre": asked, "effects": []})
    document["actions"].append({"id": f"t{length}", "effects": []})


def _many_parameters(random: Random, document: Document) -> None:
    params = [
        {"name": f"$q{n}", "domain": random.choice(("board", f"1..{size(random, 10**9)}", "players", "tokens(mark)"))}
        for n in range(size(random, 12))
    ]
    document["actions"].append({"id": "many", "params": params, "effects": []})


def _many_variables(random: Random, document: Document) -> None:
    bounds = {"type": "int", "min": 0, "max": size(random, 2**31 - 1), "init": 0}
    where = random.choice(("globalVars", "perPlayerVars", "perZoneVars"))
    document[where] = [{"name": f"v{n}", **bounds} for n in range(size(random, 2_000))]
    document["actions"][0]["post"] = random.choice(("true", "v0 < 3" if where == "globalVars" else "X.out or true"))


def _many_tokens(random: Random, document: Document) -> None:
    document["tokenTypes"].append({"id": "stone", "max": size(random, 10**6)})
    count = size(random, 10**9)
    document["setup"].append({"createToken": {"type": "stone", "zone": "pool", "count": count}})
    document["actions"].append(
        {"id": "take", "params": [{"name": "$s", "domain": "tokens(stone)"}], "effects": [{"destroyToken": "$s"}]}
    )


def _many_types(random: Random, document: Document) -> None:
    props = {
        f"p{n}": {"type": "int", "min": 0, "max": size(random, 2**31 - 1), "init": 0} for n in range(size(random, 60))
    }
    document["tokenTypes"] += [{"id": f"kind{n}", "props": props} for n in range(size(random, 500))]


def _many_seats(random: Random, document: Document) -> None:
    most = size(random, 10**9)
    document["metadata"]["players"] = {"min": random.choice((1, 2, most)), "max": most}
    del document["metadata"]["seats"]
    document["zones"].append({"id": "hand", "owner": "player", "visibility": "owner"})


def _long_game(random: Random, document: Document) -> None:
    document["metadata"]["maxPlies"] = size(random, 10**9)
    document["metadata"]["history"] = size(random, 10**9)
    document["actions"][0]["post"] = "seen(board) < 1"


def _longest(random: Random, document: Document) -> None:
    document["actions"][0]["longest"] = {"upTo": size(random, 64)}


def _triggers(random: Random, document: Document) -> None:
    document["metadata"]["maxTriggerDepth"] = size(random, 10**6)
    effects = [
        {"moveToken": {"token": "$token", "to": f"first(adjacentZones($zone) where {a_condition(random, 0, ('it',))})"}}
    ]
    document["triggers"] = [
        {"event": "tokenEntered", "effects": effects * size(random, 10)} for _ in range(size(random, 300))
    ]


def _phases(random: Random, document: Document) -> None:
    count = size(random, 2_000)
    phases = [{"id": f"phase{n}", "when": random.choice(("true", "false", "canTake(put)"))} for n in range(count)]
    document["turnStructure"] = {"phases": phases}
    document["actions"][0]["phase"] = random.choice(("phase0", [phase["id"] for phase in phases]))


def _loops(random: Random, document: Document) -> None:
    effects: list[Any] = [{"createToken": {"type": "mark", "zone": "$l0"}}]
    for level in range(size(random, 30)):
        over = random.choice(("board", f"1..{size(random, 10**9)}", "players"))
        effects = [{"forEach": {"bind": f"$l{level}", "over": "board" if level == 0 else over, "effects": effects}}]
    document["actions"].append({"id": "loop", "effects": effects})


def _macros(random: Random, document: Document) -> None:
    depth, width = size(random, 60), size(random, 8)
    macros = [{"name": "m0", "params": ["$x"], "expr": "empty($x)"}]
    for level in range(1, depth):
        call = " and ".join([f"m{level - 1}($x)"] * width)
        macros.append({"name": f"m{level}", "params": ["$x"], "expr": call})
    document["macros"] = macros
    document["actions"][0]["pre"] = f"m{depth - 1}($cell)"


def _effect_macros(random: Random, document: Document) -> None:
    depth, width = size(random, 60), size(random, 8)
    macros: list[Any] = [{"name": "e0", "effects": [{"endTurn": {}}]}]
    macros += [{"name": f"e{level}", "effects": [f"e{level - 1}"] * width} for level in range(1, depth)]
    document["macros"] = macros
    document["actions"][0]["effects"].append(f"e{depth - 1}")


def _choices(random: Random, document: Document) -> None:
    options = random.choice(("board", f"1..{size(random, 10**9)}", "[pay, lose]", "players"))
    asked: Document = {"bind": "$answer", "options": options}
    if random.random() < 0.5:
        asked["n"] = size(random, 10**9)
        effects = [{"chooseN": asked}]
    else:
        effects = [{"chooseOne": {**asked, "bind": f"$answer{n}"}} for n in range(size(random, 500))]
    if random.random() < 0.3:
        effects = [{"forEach": {"bind": "$o", "over": "board", "effects": effects}}]
    document["actions"].append({"id": "ask", "effects": effects})


def _dice(random: Random, document: Document) -> None:
    rolls = [{"roll": {"bind": f"$d{n}", "sides": size(random, 10**18)}} for n in range(size(random, 500))]
    document["actions"].append({"id": "roll", "effects": rolls})


def _regions(random: Random, document: Document) -> None:
    document["regions"] = {f"r{n}": random.choice(_FIXED) for n in range(size(random, 200))}
    document["endConditions"].insert(0, {"when": "count(r0) == 0", "result": {"type": "draw"}})


_FIXED = ("it.row % 2 == 0", "it.row * it.row > it.col", "distance(it, it) < 3", "true", [])


def _names(random: Random, document: Document) -> None:
    letter = random.choice(("x", "é", "\u202e", "\x1b", "\u0000", "\ud7ff", " ", "\n", "`", "%", "{", "\\"))
    name = letter * size(random, 5_000)
    place = random.choice(("id", "seat", "zone", "type", "action", "draw", "title"))
    if place == "id":
        document["metadata"]["id"] = name
    elif place == "seat":
        document["metadata"]["seats"] = [name, "O"]
    elif place == "zone":
        document["zones"].append({"id": name})
    elif place == "type":
        document["tokenTypes"].append({"id": name})
    elif place == "action":
        document["actions"].append({"id": name, "effects": []})
    elif place == "draw":
        document["tokenTypes"][0]["draw"] = name
    else:
        document["metadata"]["title"] = name


def _notation(random: Random, document: Document) -> None:
    part = random.choice(("{$cell}", "{$cell|upper}", "x", "{if empty($cell): {$cell}}", "{after empty($cell): !}"))
    form = part * size(random, 20_000)
    document["actions"][0]["notation"] = random.choice((form, [form] * size(random, 50)))


def _numbers(random: Random, document: Document) -> None:
    number = random.choice((size(random, 10**18), -size(random, 10**18), 10**30, 1.5, float("inf"), float("nan")))
    operator = random.choice("+-*/%")
    document["actions"][0]["pre"] = operator.join([f"({number})"] * size(random, 400)) + " != 7"


def _wide(random: Random, document: Document) -> None:
    part = random.choice(
        ("empty($cell)", "adjacent($cell, first(board))", "lineOfSight($cell, $cell)", "not empty($cell)")
    )
    document["actions"][0]["pre"] = random.choice((" and ", " or ")).join([part] * size(random, 400))


def _deep(random: Random, document: Document) -> None:
    depth = size(random, 3_000)
    asked = random.choice(("(" * depth + "true" + ")" * depth, "not " * depth + "true", "-" * depth + "1 == 1"))
    document["actions"][0]["pre"] = asked


def _movement(random: Random, document: Document) -> None:
    word = random.choice(("slide", "step", "leap"))
    where = (
        random.choice(([1, 2], [10**6, 0], [0, 0])) if word == "leap" else random.choice(("orthogonal", "directions"))
    )
    document["tokenTypes"][0]["movement"] = [{word: where}] * size(random, 300)
    params = [{"name": "$m", "domain": "tokens(mark)"}, {"name": "$to", "domain": "destinations($m)"}]
    document["actions"].append({"id": "go", "params": params, "effects": [{"moveToken": {"token": "$m", "to": "$to"}}]})


def _tests(random: Random, document: Document) -> None:
    one = {"name": "one", "expect": {a_condition(random, size(random, 6)): True}}
    document["tests"] = [one] * size(random, 200)


def _cells(random: Random, document: Document) -> None:
    asked = random.choice(("it.row < 0", "it.col != 0", "it.row % 2 == 0", "it.row == it.col"))
    for zone in document["zones"]:
        if "grid" in zone:
            zone["grid"]["cells"] = asked


def _many_ends(random: Random, document: Document) -> None:
    ends = [
        {"when": a_condition(random, 1), "result": {"type": "win", "player": "X"}} for _ in range(size(random, 500))
    ]
    document["endConditions"] = ends + document["endConditions"]


CHARGES: dict[str, Charge] = {
    "nested": _nested,
    "actions": _many_actions,
    "can-take-chain": _can_take_chain,
    "can-take-tree": _can_take_tree,
    "parameters": _many_parameters,
    "variables": _many_variables,
    "tokens": _many_tokens,
    "types": _many_types,
    "seats": _many_seats,
    "long-game": _long_game,
    "longest": _longest,
    "triggers": _triggers,
    "phases": _phases,
    "loops": _loops,
    "macros": _macros,
    "effect-macros": _effect_macros,
    "choices": _choices,
    "dice": _dice,
    "regions": _regions,
    "names": _names,
    "notation": _notation,
    "numbers": _numbers,
    "wide": _wide,
    "deep": _deep,
    "movement": _movement,
    "tests": _tests,
    "cells": _cells,
    "ends": _many_ends,
    "sections": lambda _random, _document: None,
    "yaml": lambda _random, _document: None,
    "torn": lambda _random, _document: None,
}


# ── charges of the text itself ─────────────────────────────────────────────────────────────────────────────────────


def _sections(random: Random, text: str) -> str:
    """Return the document with one section written many times over."""
    part = random.choice(("regions: {}\n", "actions: []\n", "x: 1\n", "```\n\n```yaml\nactions: []\n"))
    return text.replace("```yaml\n", "```yaml\n" + part * size(random, 40_000), 1)


def _yaml(random: Random, text: str) -> str:
    """Return the document with a value that YAML makes large."""
    depth = size(random, 20_000)
    value = random.choice(
        (
            "[" * depth + "]" * depth,
            "{a: " * depth + "1" + "}" * depth,
            "&a [x, x]\n" + "".join(f"y{n}: &b{n} [*a, *a]\n" for n in range(size(random, 2_000))),
            "9" * depth,
            "'" + "x" * depth * 10,
            "!!python/object/apply:os.system [ls]",
            "- " * min(depth, 2_000) + "x",
        )
    )
    return text.replace("```yaml\n", f"```yaml\nextra: {value}\n", 1)


def _torn(random: Random, text: str) -> str:
    """Return the document with a piece cut out or repeated."""
    start = random.randrange(len(text))
    end = min(len(text), start + size(random, 200))
    return text[:start] + text[start:end] * random.choice((0, 2, 500)) + text[end:]


TEXT_CHARGES: dict[str, Callable[[Random, str], str]] = {"sections": _sections, "yaml": _yaml, "torn": _torn}
