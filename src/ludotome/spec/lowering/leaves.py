"""leaves: the fields of a node that hold plain values instead of expressions, each checked against its kind.

    { ref: int, value: 1.5 }        →  expected a whole number, found 1.5
    { ref: gvar, var: [round] }     →  expected the name of a global variable, found a list
    roll: { bind: d, sides: 6 }     →  expected a name with `$`, found `d`

The type of a leaf is that in `gamedef`'s table of nodes. `gamedef` checks later whether a name exists.
"""

from __future__ import annotations

import re
import typing
from collections.abc import Mapping
from typing import Any, Literal

from ludotome.diagnostics import near_names, nearest
from ludotome.gamedef import FieldInfo, NodeInfo, fields_of, usual_spelling
from ludotome.spec.blocks import YamlValue
from ludotome.spec.lowering.context import Context
from ludotome.spec.lowering.environment import Env
from ludotome.spec.lowering.origins import Origin
from ludotome.spec.made_names import MadeName
from ludotome.spec.shapes.check import shown
from ludotome.spec.shapes.field import BINDING, NAME
from ludotome.spec.shapes.node_fields import holds_many, plain_type

Given = Mapping[str, tuple[YamlValue, str]]
# Replaces a binder with an error; no document can spell it.
NAMELESS = "$_"
_LARGEST = 2**63 - 1
_BINDING_KINDS = ("binder", "binding")


def read_leaves(ctx: Context, info: NodeInfo, given: Given, env: Env) -> tuple[dict[str, Any], bool]:
    """Return the plain values among *given* by JSON name, and whether all of them are valid.

    Invalid values are reported and left out, except a binder, which gets a name so that its uses are not reported.
    """
    read: dict[str, Any] = {}
    is_right = True
    for field in fields_of(info.cls):
        name = field.json_name
        wanted = plain_type(field)
        if wanted is None or name not in given:
            continue
        value, path = given[name]
        if value is None and not field.required and field.default is None:
            continue  # as in JSON, null means omitted
        if holds_many(field):
            items = value if isinstance(value, list) else [value]
            paths = [f"{path}[{index}]" if isinstance(value, list) else path for index in range(len(items))]
            fits = [_fits(ctx, field, item, below, env) for item, below in zip(items, paths, strict=True)]
            read[name], is_right = tuple(items), is_right and all(fits)
        elif _fits(ctx, field, value, path, env):
            read[name] = usual_spelling(value, typing.get_args(wanted))
        else:
            is_right = False
            if field.holds is not None and field.holds.what == "binder":
                read[name] = f"${value}" if isinstance(value, str) and NAME.fullmatch(value) else NAMELESS
    return read, is_right


def read_binder(ctx: Context, value: YamlValue, path: str, env: Env) -> str | None:
    """Return the name *value* of a `bind`; None, with an error reported, if it is not a name."""
    return str(value) if _fits_kind(ctx, str, "binder", value, path, env) else None


def _fits(ctx: Context, field: FieldInfo, value: YamlValue, path: str, env: Env) -> bool:
    what = field.holds.what if field.holds is not None else None
    return _fits_kind(ctx, plain_type(field), what, value, path, env)


def _fits_kind(ctx: Context, wanted: Any, what: str | None, value: YamlValue, path: str, env: Env) -> bool:
    if typing.get_origin(wanted) is Literal:
        return _is_one_of(ctx, typing.get_args(wanted), value, path, env)
    if wanted is bool:
        fits = isinstance(value, bool)
    elif wanted is int:
        fits = isinstance(value, int) and not isinstance(value, bool) and abs(value) <= _LARGEST
    elif what in _BINDING_KINDS:
        fits = isinstance(value, MadeName) or (isinstance(value, str) and BINDING.fullmatch(value) is not None)
    else:
        fits = isinstance(value, str) and bool(value.strip())
    if not fits:
        needed = _named(wanted, what)
        replacement = _replacement(wanted, what, value)
        suggestion = f"write `{replacement}`" if replacement is not None else f"write {needed}{_example(wanted, what)}"
        origin = Origin(path, calls=env.calls)
        ctx.fault("LT257", origin, f"expected {needed}, found {shown(value)}", suggestion, replacement=replacement)
    return fits


def _is_one_of(ctx: Context, options: tuple[str, ...], value: YamlValue, path: str, env: Env) -> bool:
    if isinstance(value, str) and usual_spelling(value, options) in options:
        return True
    near = nearest(value, options) if isinstance(value, str) else ()
    listed = ", ".join(f"`{option}`" for option in options)
    ctx.fault(
        "LT257",
        Origin(path, calls=env.calls),
        f"expected one of {listed}, found {shown(value)}",
        f"write `{near[0]}`" if near else f"write one of {listed}",
        alternatives=near_names(value, options) if isinstance(value, str) else options,
        replacement=near[0] if len(near) == 1 else None,
    )
    return False


def _named(wanted: Any, what: str | None) -> str:
    if wanted is int:
        return "a whole number"
    if wanted is bool:
        return "true or false"
    if what in _BINDING_KINDS:
        return "a name with `$`"
    if what is None:
        return "a name"
    return f"the name of {'an' if what[0] in 'aeiou' else 'a'} {what.removesuffix(' id')}"


def _example(wanted: Any, what: str | None) -> str:
    if what in _BINDING_KINDS:
        return ", such as `$card`"
    return ", such as `1`" if wanted is int else ""


def _replacement(wanted: Any, what: str | None, value: YamlValue) -> str | None:
    """Return the certain replacement for a number in quotes, a name without its `$`, or a list of one name."""
    match value:
        case str() if wanted is int and re.fullmatch(r"-?(0|[1-9][0-9]{0,17})", value):
            return value
        case str() if wanted is bool and value in ("true", "false"):
            return value
        case str() if what in _BINDING_KINDS and NAME.fullmatch(value):
            return f"${value}"
        case [str(only)] if wanted is str and what not in _BINDING_KINDS and NAME.fullmatch(only):
            return only
        case _:
            return None
