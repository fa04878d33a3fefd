"""deals: what a test says about shuffled zones → `Deal`s and `WantedToken`s.

deals: [ [hand:Ann, [guard, priest]], [hand:Bob, [ card: { rank: 3 } ]] ]
draws: [guard, card: { rank: 3 }]
"""

from __future__ import annotations

from typing import Any

from ludotome.gamedef import Deal, WantedToken
from ludotome.spec.blocks import YamlValue, key_path
from ludotome.spec.lowering import Context, Env, Origin, Want, lower_token_properties
from ludotome.spec.lowering.trees import lower_field

_CODE = "LT806"
_PAIRS = "write pairs of a zone and its tokens, as `[ [hand:Ann, [queen, jack]] ]`"
_TOKEN = "write a token type, as `queen`, or a type with properties, as `card: { rank: 3 }`"


def compile_deals(ctx: Context, value: YamlValue, path: str, env: Env) -> tuple[Deal, ...]:
    """Return the deals of a test in written order."""
    if value is None:
        return ()
    if not isinstance(value, list):
        ctx.fault(_CODE, Origin(path), "`deals` is a list", _PAIRS)
        return ()
    made = []
    for index, entry in enumerate(value):
        here = f"{path}[{index}]"
        match entry:
            case [zone, list(tokens)] if isinstance(zone, str):
                wanted = compile_draws(ctx, tokens, f"{here}[1]", env)
                made.append(Deal(lower_field(ctx, zone, f"{here}[0]", Want("zone"), env), wanted))
            case _:
                ctx.fault(_CODE, Origin(here), "this is not a pair of a zone and a list of tokens", _PAIRS)
    return tuple(made)


def compile_draws(ctx: Context, value: YamlValue, path: str, env: Env) -> tuple[WantedToken, ...]:
    """Return a list of tokens in written order."""
    if value is None:
        return ()
    if not isinstance(value, list):
        ctx.fault(_CODE, Origin(path), "this is not a list of tokens", _TOKEN)
        return ()
    found = (_token(ctx, one, f"{path}[{index}]", env) for index, one in enumerate(value))
    return tuple(one for one in found if one is not None)


def _token(ctx: Context, written: Any, path: str, env: Env) -> WantedToken | None:
    """Return the token that is described; None, and a report, if there is none."""
    kinds = ctx.things.inference.declared.token_types
    match written:
        case str(kind) if kind in kinds:
            return WantedToken(kind)
        case str(kind):
            ctx.unknown("token type", kind, kinds, Origin(path))
        case {"type": str(kind), **props} if props and "type" not in kinds:
            shown = ", ".join(f"{name}: {value}" for name, value in props.items())
            message = "write the type of a token before its properties"
            ctx.fault(_CODE, Origin(path), message, f"write `{kind}: {{ {shown} }}`")
        case dict() if len(written) == 1:
            ((kind, given),) = written.items()
            here = key_path(path, kind)
            if kind not in kinds:
                ctx.unknown("token type", kind, kinds, Origin(here, on_key=True))
            elif isinstance(given, dict):
                return WantedToken(kind, lower_token_properties(ctx, kind, given, here, env))
            else:
                ctx.fault(_CODE, Origin(here), f"`{kind}:` has no properties after it", _TOKEN)
        case _:
            ctx.fault(_CODE, Origin(path), "this is not a token", _TOKEN)
    return None
