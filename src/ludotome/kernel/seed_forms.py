"""Seed forms: the spatial functions of seed 000 under their own names, over a graph and a state.

They ask what `spatial` and `token_effects` mean, for callers who hold a graph instead of a definition. A zone's number
is its place in the graph, which is its place in the definition. A `via` is a condition node with `$zone` bound; where
it reads more than zones and tokens, the context must say which definition it belongs to.

This module adds no meaning of its own.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from msgspec import Struct, field

from ludotome.gamedef import (
    BoolLiteral,
    EndCondition,
    Expr,
    GameDef,
    GameState,
    Metadata,
    MoveTokenAdjacent,
    PhaseDef,
    PlayerCount,
    PlayError,
    Result,
    Token,
    TurnStructure,
)
from ludotome.kernel.context import Context, make
from ludotome.kernel.evaluation import apply_effects
from ludotome.kernel.tables import Tables, tables_of
from ludotome.kernel.working import thaw
from ludotome.space import AdjacencyGraph, ZoneDef, connected_zones


class EvalContext(Struct, frozen=True, dict=True):
    """What a condition or effect is evaluated in: the definition, the state, who acts, what is bound."""

    game_def: GameDef
    state: GameState
    actor: int | None = None
    bindings: Mapping[str, Any] = field(default_factory=dict)


class EffectResult(Struct, frozen=True):
    """The state after an effect."""

    state: GameState


def query_tokens_in_adjacent_zones(graph: AdjacencyGraph, state: GameState, zone: str) -> tuple[Token, ...]:
    """Return the tokens of the zones next to *zone*, in neighbour order, within a zone from the front."""
    index = {name: number for number, name in enumerate(graph.neighbors)}
    near = (index[other] for other in graph.require(zone))  # type: ignore[arg-type]
    slots = (slot for other in near for slot in state.zones[other])
    return tuple(token for slot in slots if (token := state.tokens[slot]) is not None)


def query_connected_zones(
    graph: AdjacencyGraph,
    state: GameState,
    zone: str,
    via: Expr | Callable[[str], bool] | None = None,
    max_depth: int | None = None,
    *,
    include_start: bool = False,
    ctx: EvalContext | None = None,
) -> tuple[str, ...]:
    """Return the zones reached from *zone* over zones for which *via* holds, breadth first; the start only if asked."""
    test = via if via is None or callable(via) else _test(graph, state, via, ctx)
    return connected_zones(graph, zone, test, max_depth, include_start=include_start)  # type: ignore[arg-type]


def eval_adjacent_condition(graph: AdjacencyGraph, a: str, b: str) -> bool:
    """Return whether the two zones are neighbours; a zone is never its own."""
    graph.require(b)  # type: ignore[arg-type]
    return b in graph.require(a)  # type: ignore[arg-type]


def eval_connected_condition(
    graph: AdjacencyGraph,
    state: GameState,
    a: str,
    b: str,
    via: Expr | Callable[[str], bool] | None = None,
    ctx: EvalContext | None = None,
    max_depth: int | None = None,
) -> bool:
    """Return whether a path leads from *a* to *b* over zones, *b* included, for which *via* holds; never to itself."""
    graph.require(b)  # type: ignore[arg-type]
    return b in query_connected_zones(graph, state, a, via, max_depth, ctx=ctx)


def apply_move_token_adjacent(effect: MoveTokenAdjacent, ctx: EvalContext, graph: AdjacencyGraph) -> EffectResult:
    """Return the state after *effect*; a destination that is not next to the token is a `PlayError`."""
    if tuple(graph.neighbors) != tuple(zone.id for zone in ctx.game_def.zones):
        raise PlayError("bad-argument", "the graph is not that of the context's definition")
    return EffectResult(apply_effects(ctx.game_def, ctx.state, (effect,), actor=ctx.actor, bindings=ctx.bindings))


def _test(graph: AdjacencyGraph, state: GameState, via: Expr, ctx: EvalContext | None) -> Callable[[str], bool]:
    tables = tables_of(ctx.game_def) if ctx is not None else _bare_tables(graph)
    holds, index = make(via, tables), tables.symbols.zone_index
    context = Context(thaw(state), None if ctx is None else ctx.actor, dict(ctx.bindings) if ctx is not None else {})

    def test(zone: str) -> bool:
        context.bindings["$zone"] = context.bindings["$it"] = index[zone]
        return bool(holds(context))

    return test


def _bare_tables(graph: AdjacencyGraph) -> Tables:
    """Return the tables of a definition that has the graph's zones and nothing else."""
    return Tables(
        GameDef(
            metadata=Metadata("graph", PlayerCount(1, 1), ("P1",)),
            zones=tuple(ZoneDef(zone, adjacent_to=near) for zone, near in graph.neighbors.items()),
            turn_structure=TurnStructure((PhaseDef("main"),)),
            actions=(),
            end_conditions=(EndCondition(BoolLiteral(False), Result("draw")),),
        )
    )
