"""token_properties: `{ rank: 3, suit: hearts }` of tokens of a type → the nodes of the values."""

from __future__ import annotations

from ludotome.gamedef import Expr
from ludotome.spec.blocks import YamlValue, key_path
from ludotome.spec.lowering.context import Context
from ludotome.spec.lowering.environment import Env, Want
from ludotome.spec.lowering.origins import Origin
from ludotome.spec.lowering.trees import lower_field


def lower_token_properties(ctx: Context, kind: str, given: YamlValue, path: str, env: Env) -> dict[str, Expr]:
    """Return the node of each value.

    A bare name is one of the values of the property. Unknown properties are reported.
    """
    declared = {prop.name: prop.type for one in ctx.things.shell.token_types if one.id == kind for prop in one.props}
    made: dict[str, Expr] = {}
    for name, value in given.items() if isinstance(given, dict) else ():
        below = key_path(path, name)
        if name not in declared:
            ctx.unknown("property", name, declared, Origin(below, calls=env.calls, on_key=True))
            continue
        names = declared[name]
        want = Want("scalar", frozenset(names) if isinstance(names, tuple) else frozenset())
        made[name] = lower_field(ctx, value, below, want, env)
    return made
