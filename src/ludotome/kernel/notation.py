"""Notation: decisions as people write them.

An action's template is evaluated in the state before it, with its parameters bound: zones by display name, token types
by `short`, players by seat name, tokens by id. An action without a template is its id and its parameters. An answer is
its value.

Invariant: a text is for people; two decisions may share one, so reading one back is a search among the legal ones.

This module does not know which decisions are legal.
"""

from __future__ import annotations

from typing import Any

from ludotome.gamedef import Decision, GameDef, GameState, Type
from ludotome.kernel.context import Context, make
from ludotome.kernel.decisions import from_json_value
from ludotome.kernel.legality import Action, Candidate
from ludotome.kernel.tables import Tables, tables_of
from ludotome.kernel.transitions import legality_of, view_of
from ludotome.kernel.working import Handle, Working, thaw


def legal_notations(game_def: GameDef, state: GameState) -> tuple[str, ...]:
    """Return the notation of each legal decision, in the order of `legal_moves`."""
    if state.outcome is not None:
        return ()
    tables = tables_of(game_def)
    if state.pending is not None:
        question = view_of(tables, state).question
        return tuple(_shown(tables, option, question.type) for option in question.options)
    legality = legality_of(tables, state)
    return tuple(_text(tables, legality.state, legality.candidates[place]) for place in legality.legal)


def notation_of(game_def: GameDef, state: GameState, decision: Decision) -> str:
    """Return how *decision*, made in *state*, is written down."""
    tables = tables_of(game_def)
    if decision.kind == "action":
        assert decision.action is not None
        action = tables.rules.actions[tables.symbols.action_index[decision.action]]
        working = thaw(state)
        return _text(tables, working, Candidate(action, action.values_of(working, decision)))
    given: Any = decision.choose if decision.kind == "choose" else decision.chance
    type_ = view_of(tables, state).question.type
    return _shown(tables, from_json_value(tables, given, type_), type_)


def _text(tables: Tables, state: Working, candidate: Candidate) -> str:
    action = candidate.action
    if action.definition.notation is None:
        values = zip(candidate.values, action.types, strict=True)
        return " ".join((action.definition.id, *(_shown(tables, value, type_) for value, type_ in values)))
    context = Context(state, state.active, dict(zip(action.names, candidate.values, strict=True)))
    return "".join(
        part if isinstance(part, str) else _shown(tables, evaluate(context), type_)
        for part, evaluate, type_ in _template(tables, action)
    )


def _template(tables: Tables, action: Action) -> list[tuple[Any, Any, Any]]:
    """Return the parts of an action's notation: a text, or an expression ready to be asked with its type."""
    kept: dict[int, list[tuple[Any, Any, Any]]] = tables.rules.notations
    if action.index not in kept:
        scope = action.scope.at("notation")
        kept[action.index] = [
            (part, None, None)
            if isinstance(part, str)
            else (part, make(part, tables), tables.rules.type_of(part, scope))
            for part in action.definition.notation or ()
        ]
    return kept[action.index]


def _shown(tables: Tables, value: Any, type_: Type) -> str:
    if value is None:
        return "none"
    if isinstance(value, (tuple, range)):
        element = type_.element if type_.element is not None else type_
        return ",".join(_shown(tables, item, element) for item in value)
    if isinstance(value, Handle):
        return str(value.slot)
    match type_.kind:
        case "zone":
            zone = tables.game_def.zones[value]
            return str(zone.name or zone.id)
        case "player":
            return str(tables.game_def.metadata.seats[value])
        case "name":
            kind = tables.symbols.token_type.get(value)
            return str(tables.symbols.names[value] if kind is None or kind.short is None else kind.short)
        case "bool":
            return "true" if value else "false"
        case _:
            return str(value)
