"""Evaluation: evaluate an expression, or apply a list of effects, in a given state.

Arguments and results have the form of values in decisions: zones by id, names by spelling, players by seat, tokens by
slot. A binding given as a number is a token if a node uses it as a token.

Invariant: the given state is never changed; effects return a new one.

This module does not know turns: no turn advances, and no trigger of a turn fires.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from ludotome.gamedef import (
    Binding,
    Effect,
    Expr,
    GameDef,
    GameState,
    Node,
    PlayError,
    Scope,
    Type,
    as_effect,
    as_expression,
    children,
    fields_of,
)
from ludotome.kernel.context import Context, make
from ludotome.kernel.decisions import to_json_value
from ludotome.kernel.effects import Place, make_effects
from ludotome.kernel.faults import DocumentFault, Suspended
from ludotome.kernel.legality import Legality
from ludotome.kernel.outcome import worths
from ludotome.kernel.rules import tables_of
from ludotome.kernel.run import Run
from ludotome.kernel.tables import Tables
from ludotome.kernel.transitions import view_of
from ludotome.kernel.working import Working, freeze, thaw

_KIND_OF_FIELD = {"token": "token", "zone": "zone", "player": "player", "int": "int", "bool": "bool"}


def eval_value(
    game_def: GameDef,
    state: GameState,
    node: Expr | Any,
    *,
    actor: int | None = None,
    bindings: Mapping[str, Any] | None = None,
) -> Any:
    """Return what *node*, a node or its JSON data, evaluates to in *state*; `none` is None, a set is a tuple."""
    node = as_expression("node", node)
    tables = tables_of(game_def)
    working = _seen_state(tables, state)
    scope, bound = _bound(tables, working, (node,), bindings or {})
    context = Context(working, actor, bound, None, Legality(tables, working))
    return to_json_value(tables, make(node, tables)(context), tables.rules.type_of(node, scope))


def eval_condition(
    game_def: GameDef,
    state: GameState,
    node: Expr | Any,
    *,
    actor: int | None = None,
    bindings: Mapping[str, Any] | None = None,
) -> bool:
    """Return whether *node* holds in *state*; `none` counts as false."""
    return bool(eval_value(game_def, state, node, actor=actor, bindings=bindings))


def eval_query(
    game_def: GameDef,
    state: GameState,
    node: Expr | Any,
    *,
    actor: int | None = None,
    bindings: Mapping[str, Any] | None = None,
) -> tuple[Any, ...]:
    """Return the elements of the set *node* in *state*, in order."""
    found = eval_value(game_def, state, node, actor=actor, bindings=bindings)
    if found is None:
        return ()
    return found if isinstance(found, tuple) else (found,)


def apply_effects(
    game_def: GameDef,
    state: GameState,
    effects: Iterable[Effect | Any],
    *,
    actor: int | None = None,
    bindings: Mapping[str, Any] | None = None,
) -> GameState:
    """Return *state* after *effects* and the triggers they set off; raise `PlayError` if they contain a choice."""
    tables, effects = tables_of(game_def), tuple(as_effect("effects", effect) for effect in effects)
    if state.pending is not None:
        raise PlayError("bad-argument", "a decision is pending; answer it before changing the state")
    run = Run(tables, thaw(state))
    scope, bound = _bound(tables, run.state, effects, bindings or {})
    performer = make_effects(effects, Place(tables, scope, "effects"))
    try:
        tables.rules.triggers.perform(run, run.context(actor, bound), performer)
    except Suspended:
        raise PlayError("bad-argument", "these effects contain a choice, possible only in a decision") from None
    except DocumentFault as fault:
        raise PlayError("document-fault", str(fault), fault=fault.kind, chain=tuple(fault.chain)) from None
    return freeze(run.state)


def current_scores(game_def: GameDef, state: GameState) -> tuple[int, ...]:
    """Return each player's current value by `scoring`, higher is better; zeros without scoring."""
    tables = tables_of(game_def)
    return worths(tables, Context(_seen_state(tables, state)))


def _seen_state(tables: Tables, state: GameState) -> Working:
    return thaw(state) if state.pending is None else view_of(tables, state).working


def _bound(
    tables: Tables, state: Working, nodes: tuple[Node, ...], bindings: Mapping[str, Any]
) -> tuple[Scope, dict[str, Any]]:
    """Return the scope and the values of the given bindings."""
    kinds = dict(kind for node in nodes for kind in _kinds_of_bindings(node))
    scope, bound = Scope("test", Type("player", optional=True)), {}
    for name, given in bindings.items():
        kind, value = _binding(tables, state, given, kinds.get(name))
        scope = scope.bind(name, Type(kind, optional=True))  # type: ignore[arg-type]
        bound[name] = value
    return scope, bound


def _binding(tables: Tables, state: Working, given: Any, kind: str | None) -> tuple[str, Any]:
    if isinstance(given, str):
        zone = tables.symbols.zone_index.get(given, tables.symbols.zone_of_display_name.get(given))
        if zone is not None:
            return "zone", zone
        if given not in tables.symbols.name_index:
            raise PlayError("bad-argument", f"{given!r} is neither a zone nor a name of this game")
        return "name", tables.symbols.name_index[given]
    if kind == "token" and isinstance(given, int):
        if not 0 <= given < len(state.handles):
            raise PlayError("bad-argument", f"there is no token {given}")
        return "token", state.handles[given]
    return kind or ("bool" if isinstance(given, bool) else "int"), given


def _kinds_of_bindings(node: Node) -> Iterator[tuple[str, str]]:
    """Yield each binding in *node* with the kind of its field, if that is fixed."""
    for info in fields_of(type(node)):
        value = getattr(node, info.name)
        if isinstance(value, Binding) and info.holds is not None and info.holds.what in _KIND_OF_FIELD:
            yield value.name, _KIND_OF_FIELD[info.holds.what]
    for _, child in children(node):
        yield from _kinds_of_bindings(child)
