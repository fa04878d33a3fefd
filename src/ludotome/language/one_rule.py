"""one_rule: a document without the rules that cannot affect a place.

Completion compiles the text at every keystroke. A rule other than the one at the cursor cannot change what may stand
there, so it is left out. What may be in a macro depends on the rules that call it; those are kept.

Invariants:
    * every declaration stays, and entries of lists keep their index, so paths stay the same.

This module does not know types.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from ludotome.spec import GameSpecDoc, YamlValue

# The sections of rules: a rule other than the one at the cursor does not affect it.
_RULES = ("setup", "triggers", "endConditions", "scoring", "look", "tests")
_WORD = re.compile(r"[A-Za-z_]\w*")
# The fields of an action that see neither its notation nor the effects after them.
_BEFORE_NOTATION = ("params", "pre", "effects")
_FIELD = re.compile(r"\.(\w+)(?:\[(\d+)\])?")


def only_rule(doc: GameSpecDoc, path: str) -> GameSpecDoc:
    """Return *doc* without the bodies of rules, except the one at *path* and those that call the macro there."""
    section, index = _entry(path)
    names = _macros_that_reach(doc, index) if section == "macros" and index is not None else frozenset[str]()
    kept: dict[str, YamlValue] = {}
    for name, value in doc.sections.items():
        if name == "actions" and isinstance(value, list):
            kept[name] = [_action(one, f"actions[{place}]", path, names) for place, one in enumerate(value)]
        elif name == section or name not in _RULES or names & set(_words(value)):
            kept[name] = value
    return replace(doc, sections=kept)


def calls_macro_at(doc: GameSpecDoc, path: str) -> bool:
    """Whether a rule of *doc* calls the macro around *path*, directly or through other macros."""
    section, index = _entry(path)
    if section != "macros" or index is None:
        return False
    names = _macros_that_reach(doc, index)
    rules = ("actions", *_RULES)
    return any(names & set(_words(value)) for name, value in doc.sections.items() if name in rules)


def _action(action: YamlValue, place: str, path: str, names: frozenset[str]) -> YamlValue:
    """Return the part of an action that can affect *path*: what is written before it, since that binds names."""
    if not isinstance(action, dict) or names & set(_words(action)):
        return action
    if not path.startswith(place):
        return {"id": action.get("id"), "effects": []}
    field = _FIELD.match(path, len(place))
    effects = action.get("effects")
    if field is None or field[1] not in _BEFORE_NOTATION or not isinstance(effects, list):
        return action
    needed = int(field[2]) + 1 if field[1] == "effects" and field[2] else 0
    return {name: value for name, value in action.items() if name != "notation"} | {"effects": effects[:needed]}


def _entry(path: str) -> tuple[str, int | None]:
    found = re.match(r"(\w+)(?:\[(\d+)\])?", path)
    return (found[1], int(found[2]) if found[2] else None) if found is not None else (path, None)


def _macros_that_reach(doc: GameSpecDoc, index: int) -> frozenset[str]:
    """Return the name of the macro at *index* and of each macro that calls it, directly or not."""
    macros = doc.get("macros")
    listed = [one if isinstance(one, dict) else {} for one in macros] if isinstance(macros, list) else []
    if index >= len(listed):
        return frozenset()
    found = {str(listed[index].get("name"))}
    bodies = {str(one.get("name")): set(_words({**one, "name": ""})) for one in listed}
    while more := {name for name, words in bodies.items() if name not in found and words & found}:
        found |= more
    return frozenset(found)


def _words(value: YamlValue) -> Iterator[str]:
    """Yield every word in the texts and keys of *value*, in any order."""
    waiting = [value]
    while waiting:
        one = waiting.pop()
        if isinstance(one, str):
            yield from _WORD.findall(one)
        elif isinstance(one, list):
            waiting.extend(one)
        elif isinstance(one, dict):
            waiting.extend(one.values())
            yield from one
