"""unbound_name: an effect whose bound name is missing → the name that its rule uses without binding it.

    - roll: { sides: 6 }                      →  - roll: { bind: $roll, sides: 6 }
    - addVar: { var: pot, delta: $roll }

This module does not know the value of the name.
"""

from __future__ import annotations

import re

from msgspec import Struct

from ludotome.diagnostics import Span
from ludotome.spec.blocks import YamlValue
from ludotome.spec.lowering.context import Context
from ludotome.spec.reshape import Edits

_BINDING = re.compile(r"\$[A-Za-z]\w*")
_RULE = re.compile(r"\w+(?:\[\d+\])?")
_DIE = re.compile(r"(?:1\s*)?[dD]?(\d+)")


class UnboundName(Struct, frozen=True):
    """The meant name, what to write, and the edits."""

    name: str
    suggestion: str
    edits: Edits


def unbound_name(ctx: Context, effect: str, value: YamlValue, path: str) -> UnboundName | None:
    """Return the name that *effect*, with the fields *value*, should bind; None if it has one or that is uncertain."""
    written = ctx.written_path(path)
    if isinstance(value, dict):
        # A `$` name under another key is the bound one.
        if "bind" in value or not value or any(_BINDING.fullmatch(str(one)) for pair in value.items() for one in pair):
            return None
    elif effect != "roll" or not isinstance(value, int | str) or not _DIE.fullmatch(str(value)):
        return None
    names = _free_names(ctx, written)
    if len(names) > 1:
        return None
    name = next(iter(names), f"${effect}")
    place = ctx.source_map.places.get(written) if ctx.source_map is not None else None
    if not isinstance(value, dict):
        die = _DIE.fullmatch(str(value))
        assert die is not None
        meant = f"{{ bind: {name}, sides: {die[1]} }}"
        edits = [(_span(ctx, written, 0, None), meant)] if place is not None else []
        return UnboundName(name, f"write `{effect}: {meant}`", edits)
    edits = []
    if place is not None and place.style == "{":
        edits = [(_span(ctx, written, 1, 1), f" bind: {name},")]
    elif place is not None and place.style == ":":
        column = place.value[0] - (place.block.text.rfind("\n", 0, place.value[0]) + 1)
        edits = [(_span(ctx, written, 0, 0), f"bind: {name}\n{' ' * column}")]
    return UnboundName(name, f"add `bind: {name}`", edits)


def _span(ctx: Context, path: str, start: int, end: int | None) -> Span:
    assert ctx.source_map is not None
    place = ctx.source_map.places[path]
    first, last = place.value
    return ctx.source_map.block_span(place.block, first + start, last if end is None else first + end)


def _free_names(ctx: Context, path: str) -> set[str]:
    """Return the `$` names that the rule around *path* mentions without binding them."""
    rule = _RULE.match(path)
    places = ctx.source_map.places if ctx.source_map is not None else {}
    mentioned: set[str] = set()
    bound: set[str] = {"$player", "$token", "$zone", "$from", "$action", "$phase"}
    for at, place in places.items():
        if place.text is not None and rule is not None and _is_in(at, rule.group()):
            names = _BINDING.findall(place.text)
            (bound if at.endswith((".bind", ".name")) else mentioned).update(names)
            bound.update(re.findall(r"(\$\w+) in ", place.text))
    return mentioned - bound


def _is_in(path: str, rule: str) -> bool:
    return path == rule or path.startswith((f"{rule}.", f"{rule}["))
