"""Graph functions: conditions, queries and an effect on the board as a graph, for callers with a graph and a state.

They have the meaning of `spatial` and `token_effects`. A zone's number is its index in the definition; without a
context that gives the definition, its index in the graph. Conditions and effects may be nodes or plain JSON data. A
`via` has `$zone` bound; if it reads more than zones and tokens, the context must give its definition.

This module adds no semantics.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from msgspec import Struct, field
from msgspec.structs import force_setattr

from ludotome.gamedef import (
    Binding,
    BoolLiteral,
    EndCondition,
    Expr,
    GameDef,
    GameState,
    Metadata,
    MoveToken,
    MoveTokenAdjacent,
    NameLiteral,
    PhaseDef,
    PlayerCount,
    PlayError,
    Result,
    Stored,
    TurnStructure,
    ZoneLiteral,
    as_effect,
    as_expression,
)
from ludotome.kernel.context import Context, make
from ludotome.kernel.evaluation import apply_effects, eval_value
from ludotome.kernel.rules import Rules, tables_of
from ludotome.kernel.tables import Tables
from ludotome.kernel.working import thaw
from ludotome.space import AdjacencyGraph, ZoneDef, build_adjacency_graph, connected_zones

Via = Expr | Mapping[str, Any] | Callable[[str], bool] | None


class EvalContext(Struct, frozen=True):
    """The context of a condition or effect: the definition, the state, the actor, the bindings and the graph.

    The default graph is that of the definition's zones.
    """

    game_def: GameDef
    state: GameState
    actor: int | None = None
    bindings: Mapping[str, Any] = field(default_factory=dict)
    adjacency_graph: AdjacencyGraph = None  # type: ignore[assignment]  # made below

    def __post_init__(self) -> None:
        given: object = self.adjacency_graph
        if given is None:
            force_setattr(self, "adjacency_graph", build_adjacency_graph(self.game_def.zones))


EffectContext = EvalContext


class EffectResult(Struct, frozen=True):
    """The state after an effect."""

    state: GameState


class FoundToken(Struct, frozen=True):
    """A token with its id, which decisions and bindings use; the other fields are as in the state."""

    id: int
    type: int
    owner: int | None
    zone: int
    props: tuple[Stored, ...] = ()


def query_tokens_in_adjacent_zones(graph: AdjacencyGraph, state: GameState, zone: str) -> tuple[FoundToken, ...]:
    """Return the tokens of the zones next to *zone*, in neighbour order; within a zone in stored order."""
    index = {name: number for number, name in enumerate(graph.neighbors)}
    near = (index[other] for other in graph.require(zone))
    slots = (slot for other in near for slot in state.zones[other])
    found = ((slot, token) for slot in slots if (token := state.tokens[slot]) is not None)
    return tuple(FoundToken(slot, token.type, token.owner, token.zone, token.props) for slot, token in found)


def query_connected_zones(
    graph: AdjacencyGraph,
    state: GameState,
    zone: str,
    via: Via = None,
    max_depth: int | None = None,
    *,
    include_start: bool = False,
    ctx: EvalContext | None = None,
) -> tuple[str, ...]:
    """Return the zones reached from *zone* over zones for which *via* holds, breadth first."""
    test = via if via is None or callable(via) else _test(graph, state, as_expression("via", via), ctx)
    return connected_zones(graph, zone, test, max_depth, include_start=include_start)


def eval_adjacent_condition(graph: AdjacencyGraph, a: str, b: str) -> bool:
    """Return whether the two zones are neighbours; a zone is not its own neighbour."""
    graph.require(b)
    return b in graph.require(a)


def eval_connected_condition(
    graph: AdjacencyGraph,
    state: GameState,
    a: str,
    b: str,
    via: Via = None,
    ctx: EvalContext | None = None,
    max_depth: int | None = None,
) -> bool:
    """Return whether a path leads from *a* to *b* over zones, *b* included, for which *via* holds; false if a is b."""
    graph.require(b)
    return b in query_connected_zones(graph, state, a, via, max_depth, ctx=ctx)


def apply_move_token_adjacent(
    effect: MoveTokenAdjacent | Mapping[str, Any], ctx: EvalContext, graph: AdjacencyGraph | None = None
) -> EffectResult:
    """Return the state after *effect*, which moves a token to a neighbour of its zone in *graph*.

    The target is a zone (`to`) or a `direction`: a zone, a binding of a zone, or a direction of the board. Raises
    `PlayError`, without changing anything, for an unbound token, a missing or unknown direction, and a zone that is not
    a neighbour.
    """
    node = as_effect("effect", effect)
    if type(node) is not MoveTokenAdjacent:
        raise PlayError("bad-argument", f"effect is a `{type(node).__name__}`; write a `moveTokenAdjacent`")
    move = _Move(node, ctx, ctx.adjacency_graph if graph is None else graph)
    start, end = move.start(), move.end()
    if end not in move.neighbours(start):
        near = ", ".join(f"`{zone}`" for zone in move.neighbours(start)) or "no zone"
        raise PlayError("document-fault", f"`{end}` is not adjacent to `{start}`; adjacent to it: {near}")
    moved = MoveToken(node.token, ZoneLiteral(end), node.from_)
    return EffectResult(apply_effects(ctx.game_def, ctx.state, (moved,), actor=ctx.actor, bindings=ctx.bindings))


class _Move(Struct):
    """One `moveTokenAdjacent` in its context."""

    node: MoveTokenAdjacent
    ctx: EvalContext
    graph: AdjacencyGraph

    def start(self) -> str:
        """Return the zone of the token."""
        slot = self._value(self.node.token, "token")
        tokens = self.ctx.state.tokens
        token = tokens[slot] if isinstance(slot, int) and 0 <= slot < len(tokens) else None
        if token is None:
            raise PlayError("bad-argument", "there is no token to move: `token` is `none`")
        return str(self.ctx.game_def.zones[token.zone].id)

    def end(self) -> str:
        """Return the target zone."""
        to, way = self.node.to, self.node.direction
        if to is None and way is None:
            message = "the effect has no destination; write `to: ZONE`, or `direction:` with a zone or a direction"
            raise PlayError("bad-argument", message)
        if to is not None:
            return self._zone(self._value(to, "to"))
        if isinstance(way, NameLiteral):
            return self._named(way.name)
        assert way is not None
        return self._named(str(self._value(way, "direction")))

    def _named(self, name: str) -> str:
        """Return the zone named *name*, or the one in the direction *name*."""
        by_name = {zone.name: zone.id for zone in self.ctx.game_def.zones if zone.name}
        found = by_name.get(name, name)
        if found in self.graph.neighbors:
            return str(found)
        start = self.start()
        ways = next((zone.directions for zone in self.ctx.game_def.zones if zone.id == start), None) or {}
        if name not in ways:
            known = sorted({way for zone in self.ctx.game_def.zones for way in zone.directions or ()})
            if name in known:
                raise PlayError("document-fault", f"there is no zone `{name}` of `{start}`")
            listed = f"; its directions are {', '.join(f'`{way}`' for way in known)}" if known else ""
            raise PlayError("bad-argument", f"`{name}` is neither a zone nor a direction of the board{listed}")
        return str(ways[name])

    def _zone(self, value: Any) -> str:
        if not isinstance(value, str) or value not in self.graph.neighbors:
            raise PlayError(
                "bad-argument", f"`to` is {'nothing' if value is None else value}; write a zone of the graph"
            )
        return value

    def neighbours(self, zone: str) -> tuple[str, ...]:
        """Return the neighbours of *zone* in the given graph."""
        if zone not in self.graph.neighbors:
            raise PlayError("bad-argument", f"the graph has no zone `{zone}`, where the token lies")
        return tuple(str(near) for near in self.graph.neighbors[zone])

    def _value(self, node: Expr, what: str) -> Any:
        ctx = self.ctx
        if isinstance(node, Binding) and node.name not in ctx.bindings:
            bound = ", ".join(f"`{name}`" for name in ctx.bindings)
            known = f"; bound here: {bound}" if bound else "; pass it in `bindings` of the context"
            raise PlayError("bad-argument", f"`{what}` is `{node.name}`, which is not bound{known}")
        if isinstance(node, Binding) and what == "token":
            return ctx.bindings[node.name]
        return eval_value(ctx.game_def, ctx.state, node, actor=ctx.actor, bindings=ctx.bindings)


def _test(graph: AdjacencyGraph, state: GameState, via: Expr, ctx: EvalContext | None) -> Callable[[str], bool]:
    tables = tables_of(ctx.game_def) if ctx is not None else _bare_tables(graph)
    holds, index = make(via, tables), tables.symbols.zone_index
    context = Context(thaw(state), None if ctx is None else ctx.actor, dict(ctx.bindings) if ctx is not None else {})

    def test(zone: str) -> bool:
        context.bindings["$zone"] = context.bindings["$it"] = index[zone]
        return bool(holds(context))

    return test


def _bare_tables(graph: AdjacencyGraph) -> Tables:
    """Return the tables of a definition that has only the graph's zones."""
    return Tables(
        GameDef(
            metadata=Metadata("graph", PlayerCount(1, 1), ("P1",)),
            zones=tuple(ZoneDef(zone, adjacent_to=near) for zone, near in graph.neighbors.items()),
            turn_structure=TurnStructure((PhaseDef("main"),)),
            actions=(),
            end_conditions=(EndCondition(BoolLiteral(False), Result("draw")),),
        ),
        Rules,
    )
