"""one_rule: a document without the rules that say nothing about a place.

Completion compiles the text at every keystroke. A rule other than the one at the cursor cannot change what may stand
there, so it is left out. What may stand in a macro depends on the rules that call it; those are kept.

Invariants:
    * every declaration stays, and entries of lists keep their index, so paths stay the same.

This module does not know types.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from ludotome.spec import GameSpecDoc, YamlValue

# The sections of rules: a rule other than the one at the cursor says nothing about it.
_RULES = ("setup", "triggers", "endConditions", "scoring", "look", "tests")
_WORD = re.compile(r"[A-Za-z_]\w*")


def only_rule(doc: GameSpecDoc, path: str) -> GameSpecDoc:
    """Return *doc* without the bodies of the rules that neither stand at *path* nor call the macro there."""
    section, index = _entry(path)
    names = _macros_that_reach(doc, index) if section == "macros" and index is not None else frozenset[str]()
    kept: dict[str, YamlValue] = {}
    for name, value in doc.sections.items():
        if name == "actions" and isinstance(value, list):
            kept[name] = [
                {"id": one.get("id"), "effects": []}
                if isinstance(one, dict) and not path.startswith(f"actions[{place}]") and not names & set(_words(one))
                else one
                for place, one in enumerate(value)
            ]
        elif name == section or name not in _RULES or names & set(_words(value)):
            kept[name] = value
    return replace(doc, sections=kept)


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
