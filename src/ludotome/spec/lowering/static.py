"""static: conditions on zones that are known before play: regions, left-out cells, `place`."""

from __future__ import annotations

from collections.abc import Iterable

from ludotome.diagnostics import Diagnostic
from ludotome.gamedef import IT, MAX_FOLDED, Expr, Inference, NotStaticError, Scope, Type, fold
from ludotome.space import ZoneDef
from ludotome.spec.blocks import YamlValue
from ludotome.spec.lowering.context import POISON, Context
from ludotome.spec.lowering.environment import Env, Want
from ludotome.spec.lowering.located import nodes_by_path, origin_of_path
from ludotome.spec.lowering.origins import Origin
from ludotome.spec.lowering.parts import part_of

# Limit on parts of conditions times zones: a few seconds of work, and far more than real regions need.
_HERE = "condition"  # the root of paths inside a standalone condition


def zones_where(
    ctx: Context, condition: YamlValue, path: str, zones: Iterable[ZoneDef] | None = None
) -> tuple[str, ...]:
    """Return the ids of the board zones (or of *zones*) for which *condition* holds, in definition order."""
    among = [zone for zone in ctx.things.shell.zones if zone.board is not None] if zones is None else list(zones)
    scope = Scope("movement").bind(IT, Type("zone"))
    env = Env(scope, {}, IT)
    part = part_of(ctx, condition, path)
    node = ctx.lower(part, Want("bool"), env)
    inference = Inference(ctx.things.symbols, shared=ctx.things.inference.declared)
    inference.expect(node, "bool", scope, _HERE)
    if inference.findings.found or node == POISON:
        _point_out(ctx, node, inference.findings.sorted(), path)
        return ()
    ctx.folded += len(among) * ctx.size(node)
    if ctx.folded > MAX_FOLDED:
        message = f"evaluating this for {len(among)} zones takes too long"
        ctx.fault("LT256", Origin(path), message, "write shorter conditions, or make the board smaller")
        return ()
    try:
        return tuple(str(zone.id) for zone in among if fold(node, {IT: zone}) is True)
    except NotStaticError as error:
        origin = ctx.origins.of_node.get(id(error.node), Origin(path))
        ctx.fault(
            "LT241", origin, "this depends on the state of the game", "use coordinates, terrain, constants and zones"
        )
        return ()


def _point_out(ctx: Context, node: Expr, found: tuple[Diagnostic, ...], path: str) -> None:
    """Report the type errors of a condition where it was written; poison was reported before."""
    nodes = dict(nodes_by_path(node, _HERE))
    for one in found:
        if nodes.get(one.path) != POISON:
            origin = origin_of_path(ctx, nodes, one.path)
            place = origin if origin.path != one.path else Origin(path)
            ctx.report.extend_at(one, ctx.span(place), ctx.written_path(place.path))
