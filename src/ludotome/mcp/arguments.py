"""Arguments: errors in the arguments of a call, in words that a model can use.

    check(document="x.md")        →  `check` has no argument `document`; it has `name`, `text`, `fix`
    simulate(name="pig", games=0) →  `games` is 0; write a whole number from 1 to 100,000

The words come from the JSON Schema of the tool, which is what the client was shown.

This module does not know what the tools do.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from typing import Any

from ludotome.diagnostics import nearest

_HALF = re.compile("[\ud800-\udfff]")
_SHOWN = 60  # characters of a value
_KINDS = {
    "string": "a text", "integer": "a whole number", "number": "a number", "boolean": "true or false",
    "array": "a list", "object": "a mapping",
}  # fmt: skip


def unknown_tool(name: str, tools: Iterable[str]) -> str:
    """Return the error for an unknown tool *name*, with near names, or else all names."""
    known = tuple(tools)
    near = nearest(name[:_SHOWN], known)[:3] or known
    return f"there is no tool `{name[:_SHOWN]}`; write {' or '.join(f'`{one}`' for one in near)}"


def unknown_argument(tool: str, given: Mapping[str, Any], schema: Mapping[str, Any]) -> str | None:
    """Return the error if *tool* does not have one of the arguments *given*; None if it has all of them."""
    known = tuple(schema.get("properties", {}))
    wrong = next((name for name in given if name not in known), None)
    if wrong is None:
        return None
    near = nearest(wrong[:_SHOWN], known)
    listed = ", ".join(f"`{name}`" for name in known)
    instead = f"write `{near[0]}`" if near else f"it has {listed}" if known else "leave it out"
    return f"`{tool}` has no argument `{wrong[:_SHOWN]}`; {instead}"


def wrong_argument(tool: str, name: str, given: Mapping[str, Any], schema: Mapping[str, Any]) -> str:
    """Return the error for an argument *name* of *tool* that is missing or does not match *schema*."""
    asked: Mapping[str, Any] = schema.get("properties", {}).get(name, {})
    told = asked.get("description")
    if name not in given:
        return f"`{tool}` needs `{name}`" + (f": {told}" if told else "")
    return f"`{name}` is {_shown(given[name])}; write {_wanted(asked)}" + (f": {told}" if told else "")


def half_character(given: Mapping[str, Any]) -> str | None:
    """Return the error if a text in *given* has half of a surrogate pair, which no file can hold; None if none has."""
    for name, value in given.items():
        found = _HALF.search(value) if isinstance(value, str) else None
        if found is not None:
            written = f"\\u{ord(found[0]):04x}"
            return f"`{name}` has `{written}` at character {found.start()}, half of a character; leave it out"
    return None


def _shown(value: Any) -> str:
    written = json.dumps(value, ensure_ascii=True, default=str)
    return written if len(written) <= _SHOWN else f"{written[:_SHOWN]}…"


def _wanted(asked: Mapping[str, Any]) -> str:
    """Return what a part of the schema accepts; null is not mentioned, since it means leaving the argument out."""
    if "anyOf" in asked:
        return " or ".join(_wanted(one) for one in asked["anyOf"] if one.get("type") != "null")
    if "enum" in asked:
        return f"one of {', '.join(f'`{one}`' for one in asked['enum'])}"
    kind = _KINDS.get(str(asked.get("type")), "another value")
    least, most = asked.get("minimum", asked.get("exclusiveMinimum")), asked.get("maximum")
    if least is None or most is None:
        return kind
    bounds = "above {:,g} up to {:,g}" if "exclusiveMinimum" in asked else "from {:,g} to {:,g}"
    return f"{kind} {bounds.format(least, most)}"
