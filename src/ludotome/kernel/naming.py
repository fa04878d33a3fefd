"""Naming: convert between decisions with slots and decisions with names for tokens.

A client that must not see slots gets names for them (`names`: slot → name). Zones, players, numbers and names are the
same in both.

This module does not know where names come from, nor which decisions are legal.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ludotome.gamedef import Decision, GameDef, GameState, Type, checked
from ludotome.kernel.decisions import from_json_value, to_json_value
from ludotome.kernel.rules import tables_of
from ludotome.kernel.tables import Tables
from ludotome.kernel.transitions import asked_type

_TOKEN = "token"


def named_decision(game_def: GameDef, state: GameState, decision: Decision, names: Mapping[int, str]) -> Decision:
    """Return *decision*, which must be possible in *state*, with the names of its tokens."""
    return _changed(game_def, state, decision, lambda kind, value: names[value] if kind == _TOKEN else value)


def unnamed_decision(
    game_def: GameDef, state: GameState, decision: Decision, slots: Mapping[str, int]
) -> Decision | None:
    """Return *decision* with slots for the names of its tokens; None if a name is unknown."""
    missing = False

    def slot(kind: str, value: Any) -> Any:
        nonlocal missing
        if kind != _TOKEN or value is None:
            return value
        found = slots.get(value) if isinstance(value, str) else None
        missing = missing or found is None
        return found

    changed = _changed(game_def, state, decision, slot)
    return None if missing else changed


def spelt_decision(game_def: GameDef, state: GameState, decision: Decision) -> Decision:
    """Return *decision*, whose tokens have names, in the form of legal decisions: zones by id, parameters in order."""
    tables = tables_of(game_def)

    def spelt(kind: Type, value: Any) -> Any:
        found = None if kind.kind == _TOKEN else from_json_value(tables, value, kind)
        return value if found is None else to_json_value(tables, found, kind)

    if decision.kind != "action":
        asked = asked_type(game_def, state)
        if asked is None:
            return decision
        if decision.kind == "chance":
            return Decision(chance=spelt(asked, decision.chance))
        return Decision(choose=spelt(asked, decision.choose))
    types = _types(tables, decision)
    given = dict(decision.params)
    if types is None or set(types) != set(given) or len(given) != len(decision.params):
        return decision
    return Decision(decision.action, tuple((name, spelt(kind, given[name])) for name, kind in types.items()))


def decision_order(
    game_def: GameDef, state: GameState, decision: Decision, names: Mapping[int, str]
) -> tuple[Any, ...]:
    """Return a sort key for the legal decisions of *state* under which their order reveals nothing about slots.

    Actions in definition order, then parameter by parameter: tokens in the order of *names*, zones and names in that of
    the definition, numbers and players ascending.
    """
    tables = tables_of(game_def)
    place_of = {slot: place for place, slot in enumerate(names)}

    def key(kind: str, value: Any, type_: Type) -> int:
        if value is None:
            return -1
        return place_of[value] if kind == _TOKEN else int(from_json_value(tables, value, type_))

    if decision.kind != "action":
        asked = asked_type(game_def, state)
        assert asked is not None
        given = decision.chance if decision.kind == "chance" else decision.choose
        return (key(asked.kind, given, asked),)
    types = _types(tables, decision)
    assert types is not None
    values = (key(types[name].kind, value, types[name]) for name, value in decision.params)
    return (tables.symbols.action_index[str(decision.action)], *values)


def _types(tables: Tables, decision: Decision) -> dict[str, Type] | None:
    """Return the type of each parameter of an action, in order; None if there is no such action."""
    scope = checked(tables.game_def).scope_of_action.get(decision.action or "")
    return None if scope is None else scope.bindings


def _changed(game_def: GameDef, state: GameState, decision: Decision, change: Any) -> Decision:
    """Return *decision* with *change* applied to each value; it gets the kind and the value."""
    if decision.kind != "action":
        asked = asked_type(game_def, state)
        kind = "unknown" if asked is None else asked.kind
        if decision.kind == "chance":
            return Decision(chance=change(kind, decision.chance))
        return Decision(choose=change(kind, decision.choose))
    types = _types(tables_of(game_def), decision) or {}
    kinds = {name: kind.kind for name, kind in types.items()}
    return Decision(
        decision.action, tuple((name, change(kinds.get(name, "unknown"), value)) for name, value in decision.params)
    )
