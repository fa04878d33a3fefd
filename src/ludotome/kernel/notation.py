"""Notation: decisions as people write them.

An action's template is evaluated in the state before it, with its parameters bound: zones by display name, token types
by `short`, players by seat name, tokens by id. An action without a template is its id and its parameters. An answer is
its value.

Invariant: a text is for people; two decisions may share one, so reading one back is a search among the legal ones.

This module does not know which decisions are legal.
"""

from __future__ import annotations

import re
from itertools import product
from math import prod
from typing import Any

from ludotome.gamedef import Decision, GameDef, GameState, Type
from ludotome.kernel.context import Context, make
from ludotome.kernel.decisions import from_json_value, shown, to_json_value
from ludotome.kernel.legality import Action, Candidate
from ludotome.kernel.observation import sees_zone_id
from ludotome.kernel.tables import Tables, tables_of
from ludotome.kernel.transitions import legality_of, view_of
from ludotome.kernel.working import Working, thaw

_MOST_INSTANCES = 20_000


def legal_notations(game_def: GameDef, state: GameState) -> tuple[str, ...]:
    """Return the notation of each legal decision, in the order of `legal_moves`."""
    if state.outcome is not None:
        return ()
    tables = tables_of(game_def)
    if state.pending is not None:
        question = view_of(tables, state).question
        return tuple(shown(tables, option, question.type) for option in question.options)
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
    return shown(tables, from_json_value(tables, given, type_), type_)


def _text(tables: Tables, state: Working, candidate: Candidate) -> str:
    action = candidate.action
    if action.definition.notation is None:
        values = zip(candidate.values, action.types, strict=True)
        return " ".join((action.definition.id, *(shown(tables, value, type_) for value, type_ in values)))
    context = Context(state, state.active, dict(zip(action.names, candidate.values, strict=True)))
    return "".join(
        part if isinstance(part, str) else shown(tables, evaluate(context), type_)
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


def decisions_written(game_def: GameDef, state: GameState, text: str) -> tuple[Decision, ...]:
    """Return the actions, legal or not, that would be written as *text* now, in definition order.

    Tokens that the player who decides cannot see are left out. Where an action has more than a few thousand conceivable
    instances, only zones that *text* names and tokens that stand on them are looked at, and of numbers only its own.
    """
    if state.outcome is not None or state.pending is not None:
        return ()
    tables, working = tables_of(game_def), thaw(state)
    found = []
    for action in tables.rules.actions:
        for values in product(*_conceivable(tables, working, action, text)):
            if _text(tables, working, Candidate(action, values)) == text:
                written = zip(action.names, values, action.types, strict=True)
                params = tuple((name, to_json_value(tables, value, type_)) for name, value, type_ in written)
                found.append(Decision(action.definition.id, params))
    return tuple(found)


def _conceivable(tables: Tables, state: Working, action: Action, text: str) -> list[list[Any]]:
    """Return for each parameter every value of its type that may be meant."""
    everything = [_values(tables, state, type_, text) for type_ in action.types]
    if prod(map(len, everything)) <= _MOST_INSTANCES:
        return everything
    zones = {index for index, zone in enumerate(tables.game_def.zones) if (zone.name or zone.id) in text}
    kept = {"zone": lambda value: value in zones, "token": lambda value: state.tokens[value.slot].zone in zones}
    return [
        list(filter(kept.get(type_.kind), values)) if type_.kind in kept else values
        for type_, values in zip(action.types, everything, strict=True)
    ]


def _values(tables: Tables, state: Working, type_: Type, text: str) -> list[Any]:
    match type_.kind:
        case "zone":
            return list(range(len(tables.game_def.zones)))
        case "token":
            seen = [sees_zone_id(tables.game_def, zone.id, state.active) for zone in tables.game_def.zones]
            held = zip(state.handles, state.tokens, strict=True)
            return [handle for handle, token in held if token is not None and seen[token.zone]]
        case "player":
            return list(range(state.players))
        case "name":
            return [tables.symbols.name_index[name] for name in sorted(type_.names)]
        case "bool":
            return [False, True]
        case _:
            return sorted({int(number) for number in re.findall(r"-?\d{1,18}", text)})
