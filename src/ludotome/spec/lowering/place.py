"""place: `{Seat: {type: zones}, vars: {…}}` → createToken and setVar effects, in written order.

Zones are a list of names, a condition on board zones (`row >= 6`), a mapping from a zone to a count, or any of these
under `cells` with properties under `props`. Next to the seats, `vars` sets variables. Alternatively, a text draws the
board row by row. The effect `place` and the `position` of a test have the same form.
"""

from __future__ import annotations

from collections.abc import Iterator

from ludotome.diagnostics import nearest
from ludotome.gamedef import (
    CreateToken,
    Effect,
    Expr,
    IntLiteral,
    NameLiteral,
    NoneLiteral,
    PositionError,
    SeatLiteral,
    ZoneLiteral,
    position_effects,
)
from ludotome.spec.blocks import YamlValue, key_path
from ludotome.spec.lowering.context import Context
from ludotome.spec.lowering.environment import Env, Want
from ludotome.spec.lowering.origins import Origin
from ludotome.spec.lowering.seats import unknown_seat
from ludotome.spec.lowering.static import zones_where
from ludotome.spec.lowering.token_properties import lower_token_properties
from ludotome.spec.lowering.trees import lower_field
from ludotome.spec.lowering.written_variables import lower_variables

NOBODY = "none"
VARIABLES = "vars"
_CODE = "LT265"


def lower_place(ctx: Context, value: YamlValue, path: str, env: Env) -> tuple[Effect, ...]:
    """Return one `createToken` for each zone, seat by seat, type by type, zones as written or in definition order."""
    if isinstance(value, str):
        return _picture(ctx, value, path, env)
    if not isinstance(value, dict):
        return ()
    made: list[Effect] = []
    for seat, kinds in value.items():
        seat_path = key_path(path, seat)
        if seat == VARIABLES and seat not in ctx.things.seats:
            made.extend(lower_variables(ctx, kinds, seat_path, env))
            continue
        owner = _owner(ctx, seat, seat_path)
        if isinstance(owner, NoneLiteral) and nearest(seat, (VARIABLES,)):
            continue  # what is below is not a token type
        for kind, zones in kinds.items() if isinstance(kinds, dict) else ():
            kind_path = key_path(seat_path, kind)
            if kind not in ctx.things.inference.declared.token_types:
                origin = Origin(kind_path, calls=env.calls, on_key=True)
                ctx.unknown("token type", kind, ctx.things.inference.declared.token_types, origin)
                continue
            zones, zones_path, props = _with_props(ctx, kind, zones, kind_path, env)
            for zone, count, zone_path in _zones(ctx, zones, zones_path, env):
                effect = CreateToken(NameLiteral(kind), zone, owner, count, props)
                ctx.origins.note(effect, Origin(kind_path, calls=env.calls, on_key=True))
                ctx.origins.note_field(effect, "zone", Origin(zone_path, calls=env.calls))
                made.append(effect)
    return tuple(made)


def _picture(ctx: Context, text: str, path: str, env: Env) -> tuple[Effect, ...]:
    """Return the effects that make a position drawn with letters."""
    try:
        made = position_effects(ctx.things.shell, text)
    except PositionError as error:
        for fault in (error, *error.others):
            ctx.fault(_CODE, Origin(path, fault.start, fault.end, calls=env.calls), fault.message, fault.instead)
        return ()
    for effect in made:
        ctx.origins.note(effect, Origin(path, calls=env.calls))
    return made


def _with_props(
    ctx: Context, kind: str, zones: YamlValue, path: str, env: Env
) -> tuple[YamlValue, str, dict[str, Expr]]:
    """Return the zones of `{ cells: [a2], props: { moved: true } }`, their path, and the properties."""
    if not isinstance(zones, dict) or "cells" in ctx.things.zone_ids:
        return zones, path, {}
    if "cells" not in zones:
        others = [key for key in zones if key != "props"]
        if len(others) != 1 or not isinstance(zones[others[0]], list) or others[0] in ctx.things.zone_ids:
            return zones, path, {}
        origin = Origin(key_path(path, others[0]), calls=env.calls, on_key=True)
        ctx.fault(_CODE, origin, f"`{others[0]}` does not say where tokens are", "write `cells`", replacement="cells")
        return [], path, {}
    for key in zones:
        if key not in ("cells", "props"):
            origin = Origin(key_path(path, key), calls=env.calls, on_key=True)
            ctx.fault(_CODE, origin, f"`{key}` and `cells` cannot be combined", "write `cells:` and `props:` alone")
    props = lower_token_properties(ctx, kind, zones.get("props"), f"{path}.props", env)
    return zones["cells"], f"{path}.cells", props


def _owner(ctx: Context, seat: str, path: str) -> Expr | None:
    if seat == NOBODY:
        return None
    if seat in ctx.things.seats:
        return SeatLiteral(ctx.things.seats[seat])
    unknown_seat(ctx, seat, Origin(path, on_key=True), (NOBODY, VARIABLES))
    return NoneLiteral()


def _zones(ctx: Context, zones: YamlValue, path: str, env: Env) -> Iterator[tuple[Expr, Expr, str]]:
    """Yield zone, count and the path of each."""
    if isinstance(zones, list):
        for index, zone in enumerate(zones):
            yield _zone(ctx, zone, f"{path}[{index}]", env), IntLiteral(1), f"{path}[{index}]"
    elif isinstance(zones, dict):
        for zone, count in zones.items():
            below = key_path(path, zone)
            yield _zone(ctx, zone, below, env), lower_field(ctx, count, below, Want("int"), env), below
    elif isinstance(zones, str) and zones in ctx.things.zone_ids:
        yield ZoneLiteral(ctx.things.zone_ids[zones]), IntLiteral(1), path
    else:
        for zone in zones_where(ctx, zones, path):
            yield ZoneLiteral(zone), IntLiteral(1), path


def _zone(ctx: Context, zone: YamlValue, path: str, env: Env) -> Expr:
    return lower_field(ctx, zone, path, Want("zone"), env)
