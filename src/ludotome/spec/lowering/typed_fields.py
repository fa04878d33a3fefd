"""typed_fields: unknown fields of an effect → the fields they must mean, by the types of their values.

    createToken: { piece: rook, on: $cell, by: actor }   →  piece is `type`, on is `zone`, by is `owner`

The keys are ignored: `rook` is a token type, `$cell` a zone and `actor` a player, and each fits exactly one of the
fields not written.

Invariants:
    * a field is assigned only if no other reading is possible: it is the only one that fits, or the only required one
      among those;
    * a value that is not a plain name, binding, number or list has no known type and is not assigned.

This module reports nothing; `effects` does.
"""

from __future__ import annotations

import re

from ludotome.gamedef import FieldInfo, NodeInfo, fields_of
from ludotome.spec.blocks import YamlValue
from ludotome.spec.lowering.context import Context
from ludotome.spec.lowering.environment import Env
from ludotome.spec.lowering.names import find_thing
from ludotome.spec.shapes.field import BINDING, NAME
from ludotome.spec.shapes.node_fields import effect_lists

_SELECTOR = re.compile(r"\w+:[\w$]+")


def assigned_fields(ctx: Context, info: NodeInfo, value: dict[str, YamlValue], env: Env) -> dict[str, str]:
    """Return the field of *info* that each unknown key of *value* means, for keys with only one possible meaning."""
    fields = {field.json_name: field for field in fields_of(info.cls)}
    free = {name: field for name, field in fields.items() if name not in value}
    homes = {
        key: [name for name, field in free.items() if _fits(ctx, info, field, held, env)]
        for key, held in value.items()
        if key not in fields
    }
    found: dict[str, str] = {}
    while True:
        sure = next((pair for key, names in homes.items() if (pair := _home(key, names, fields)) is not None), None)
        if sure is None:
            return found
        key, name = sure
        found[key] = name
        homes = {one: [left for left in names if left != name] for one, names in homes.items() if one != key}


def under_another_name(ctx: Context, info: NodeInfo, value: dict[str, YamlValue], missing: str, env: Env) -> str | None:
    """Return the field of *value* whose value fits the required field *missing* and not the field itself."""
    fields = {field.json_name: field for field in fields_of(info.cls)}
    found = [
        name
        for name, held in value.items()
        if not fields[name].required
        and _fits(ctx, info, fields[missing], held, env)
        and not _fits(ctx, info, fields[name], held, env)
    ]
    return found[0] if len(found) == 1 else None


def _home(key: str, names: list[str], fields: dict[str, FieldInfo]) -> tuple[str, str] | None:
    needed = [name for name in names if fields[name].required]
    sure = needed if len(needed) == 1 else names if len(names) == 1 else []
    return (key, sure[0]) if sure else None


def _fits(ctx: Context, info: NodeInfo, field: FieldInfo, held: YamlValue, env: Env) -> bool:
    """Return whether *held* has the type of *field*."""
    if field.json_name in effect_lists(info):
        return isinstance(held, list)
    return field.holds is not None and field.holds.what in _kinds(ctx, held, env)


def _kinds(ctx: Context, held: YamlValue, env: Env) -> tuple[str, ...]:
    """Return the possible kinds of *held*, in the vocabulary of nodes; empty if unknown."""
    if isinstance(held, bool):
        return ("bool",)
    if isinstance(held, int):
        return ("int",)
    if not isinstance(held, str):
        return ()
    if BINDING.fullmatch(held):
        node = env.visible.get(held)
        return ("binder",) if node is None else (ctx.type_of(node, env.scope).kind,)
    if _SELECTOR.fullmatch(held):
        return ("zone",)
    if not NAME.fullmatch(held):
        return ()
    declared, symbols = ctx.things.inference.declared, ctx.things.symbols
    named = [
        kind
        for kind, names in (
            ("token type name", declared.token_types),
            ("variable", {**symbols.global_var, **symbols.player_var, **symbols.zone_var}),
            ("token property", declared.token_properties),
            ("direction", declared.directions),
        )
        if held in names
    ]
    thing = find_thing(ctx, held)
    return (*named, ctx.type_of(thing, env.scope).kind) if thing is not None else tuple(named)
