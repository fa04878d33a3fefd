"""Redaction: a decision as one seat may know it: tokens by id only where the seat sees them.

Token ids tell (cards are made in order), so whoever does not see the zone a token lies in is told that zone and no
more: `{"oneOf": zone}`, as in an observation. Everything else about a decision is public: that it was made, by whom.

This module does not know which decisions are legal, nor what became of them.
"""

from __future__ import annotations

from typing import Any

from ludotome.gamedef import Decision, GameDef, GameState, Type
from ludotome.kernel.decisions import find_value, to_json_value
from ludotome.kernel.faults import CHANCE, Question
from ludotome.kernel.observation import sees_zone
from ludotome.kernel.tables import Tables, tables_of
from ludotome.kernel.transitions import view_of
from ludotome.kernel.working import Handle, Working, thaw


def redacted_decision(
    game_def: GameDef, state: GameState, decision: Decision, player: int | None, after: GameState | None = None
) -> dict[str, Any]:
    """Return *decision*, made in *state*, as JSON data that *player* (None: somebody who holds no seat) may know.

    With *after*, the state it led to, a token is named also if it is seen there.
    """
    tables = tables_of(game_def)
    eyes = -1 if player is None else player
    looks = [_looked_at(tables, state)] + ([] if after is None else [_looked_at(tables, after)])
    if decision.kind == "action":
        return redacted_action(tables, looks, decision, eyes)
    question = view_of(tables, state).question
    given = decision.chance if decision.kind == "chance" else decision.choose
    place = find_value(tables, question, given)
    assert place is not None, "a decision that was made answers the question that was asked"
    return redacted_answer(tables, looks, question, question.options[place], eyes)


def redacted_action(tables: Tables, looks: list[Working], decision: Decision, player: int) -> dict[str, Any]:
    """Return a taking of an action as *player* knows it, who sees each of *looks*; the first is where it is made."""
    assert decision.action is not None
    action = tables.rules.actions[tables.symbols.action_index[decision.action]]
    values = zip(action.names, action.values_of(looks[0], decision), action.types, strict=True)
    params = {name: redacted_value(tables, looks, value, kind, player) for name, value, kind in values}
    return {"action": decision.action, "params": params} if params else {"action": decision.action}


def redacted_answer(
    tables: Tables, looks: list[Working], question: Question, option: Any, player: int
) -> dict[str, Any]:
    """Return the answer *option* as *player* knows it; whoever answered knows it all."""
    word = "chance" if question.player == CHANCE else "choose"
    if question.player == player:
        return {word: to_json_value(tables, option, question.type)}
    return {word: redacted_value(tables, looks, option, question.type, player)}


def redacted_value(tables: Tables, looks: list[Working], value: Any, kind: Type, player: int) -> Any:
    """Return a value as JSON, a token that *player* sees in none of *looks* as the zone it lies in first."""
    if not isinstance(value, Handle):
        return to_json_value(tables, value, kind)
    zones = [token.zone for token in (_token_at(look, value.slot) for look in looks) if token is not None]
    if not zones or any(sees_zone(tables, zone, player) for zone in zones):
        return value.slot
    return {"oneOf": str(tables.board.zone_ids[zones[0]])}


def _token_at(look: Working, slot: int) -> Any:
    return look.tokens[slot] if slot < len(look.tokens) else None


def _looked_at(tables: Tables, state: GameState) -> Working:
    return thaw(state) if state.pending is None else view_of(tables, state).working
