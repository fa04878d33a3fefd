"""static: conditions on zones that are known before play: regions, left-out cells, `place`."""

from __future__ import annotations

from collections.abc import Iterable

from ludotome.gamedef import IT, NotStaticError, Scope, Type, fold
from ludotome.space import ZoneDef
from ludotome.spec.blocks import YamlValue
from ludotome.spec.lowering.context import Context
from ludotome.spec.lowering.environment import Env, Want
from ludotome.spec.lowering.origins import Origin
from ludotome.spec.lowering.parts import part_of


def zones_where(
    ctx: Context, condition: YamlValue, path: str, zones: Iterable[ZoneDef] | None = None
) -> tuple[str, ...]:
    """Return the ids of the board zones (or of *zones*) for which *condition* holds, in definition order."""
    among = [zone for zone in ctx.things.shell.zones if zone.board is not None] if zones is None else list(zones)
    scope = Scope("movement").bind(IT, Type("zone"))
    env = Env(scope, {}, IT)
    part = part_of(ctx, condition, path)
    node = ctx.lower(part, Want("bool"), env)
    kind = ctx.type_of(node, scope)
    if kind.is_unknown:
        return ()
    if kind.kind != "bool":
        ctx.fault(
            "LT240",
            part.origin(env),
            f"expected a condition, found {kind}",
            "write a condition on `it`, such as `row == 0`",
        )
        return ()
    try:
        return tuple(str(zone.id) for zone in among if fold(node, {IT: zone}) is True)
    except NotStaticError as error:
        origin = ctx.origins.of_node.get(id(error.node), Origin(path))
        ctx.fault(
            "LT241", origin, "this is not known before play", "use coordinates, terrain, constants and zones only"
        )
        return ()
