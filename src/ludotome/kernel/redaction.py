"""Redaction: a decision as one seat may know it, with ids only for tokens that the seat sees.

Token ids reveal information (cards are created in order), so a seat that cannot see the zone of a token gets only the
zone: `{"oneOf": zone}`, as in an observation. Everything else about a decision is public, also who made it.

This module does not know which decisions are legal, nor their results.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ludotome.gamedef import Decision, GameDef, GameState, Type
from ludotome.kernel.decisions import find_value, to_json_value
from ludotome.kernel.faults import CHANCE, Question
from ludotome.kernel.observation import sees_zone
from ludotome.kernel.rules import tables_of
from ludotome.kernel.tables import Tables
from ludotome.kernel.transitions import view_of
from ludotome.kernel.working import Handle, Working, thaw


def redacted_decision(
    game_def: GameDef,
    state: GameState,
    decision: Decision,
    player: int | None,
    names: Mapping[int, str] | None = None,
) -> dict[str, Any]:
    """Return *decision*, made in *state*, as JSON data that *player* (None: a spectator) may know.

    A token is given by its slot, or by its name in *names*.
    """
    tables = tables_of(game_def)
    eyes = -1 if player is None else player
    if decision.kind == "action":
        return redacted_action(tables, thaw(state), decision, eyes, names)
    view = view_of(tables, state)
    given = decision.chance if decision.kind == "chance" else decision.choose
    place = find_value(tables, view.question, given)
    assert place is not None, "a decision that was made answers the pending choice"
    return redacted_answer(tables, view.working, view.question, view.question.options[place], eyes, names)


def redacted_action(
    tables: Tables, state: Working, decision: Decision, player: int, names: Mapping[int, str] | None = None
) -> dict[str, Any]:
    """Return a decision for an action in *state* as *player* may know it."""
    assert decision.action is not None
    action = tables.rules.actions[tables.symbols.action_index[decision.action]]
    values = zip(action.names, action.values_of(state, decision), action.types, strict=True)
    params = {name: redacted_value(tables, state, value, kind, player, names) for name, value, kind in values}
    return {"action": decision.action, "params": params} if params else {"action": decision.action}


def redacted_answer(
    tables: Tables,
    state: Working,
    question: Question,
    option: Any,
    player: int,
    names: Mapping[int, str] | None = None,
) -> dict[str, Any]:
    """Return the answer *option* as *player* may know it; the seat that answered knows all of it.

    A spectator has the same number as chance, and knows no more of its answers than others.
    """
    word = "chance" if question.player == CHANCE else "choose"
    if question.player == player != CHANCE:
        return {word: _plain(tables, option, question.type, names)}
    return {word: redacted_value(tables, state, option, question.type, player, names)}


def redacted_value(
    tables: Tables, state: Working, value: Any, kind: Type, player: int, names: Mapping[int, str] | None = None
) -> Any:
    """Return a value as JSON; a token hidden from *player* is replaced by its zone."""
    token = state.token(value) if isinstance(value, Handle) else None
    if token is None or sees_zone(tables, token.zone, player):
        return _plain(tables, value, kind, names)
    return {"oneOf": str(tables.board.zone_ids[token.zone])}


def _plain(tables: Tables, value: Any, kind: Type, names: Mapping[int, str] | None) -> Any:
    named = names is not None and isinstance(value, Handle)
    return names[value.slot] if named and names is not None else to_json_value(tables, value, kind)
