"""Observation: what one seat may see of a state, as plain data.

Public zones show their tokens to everybody, `owner` zones to their owner, hidden ones to nobody; how many tokens a zone
holds is public. What is hidden is absent, not blanked: an unseen zone has a count and no tokens.

Invariants:
    * nothing depends on what the seat cannot see: not slots, not order, not the generator, not recorded positions;
    * a token is named by its id only if the seat sees its zone; a variable that holds another says only the zone;
    * of a pending choice everybody sees who has to answer, and only that player the options.

This module does not know what anybody concludes from it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ludotome.gamedef import GameDef, GameState, PlayError, PropDef, Stored, Token, VarDef
from ludotome.kernel.decisions import to_json_value
from ludotome.kernel.tables import Tables, tables_of
from ludotome.kernel.transitions import TERMINAL, view_of
from ludotome.kernel.working import Working, thaw


def observation(
    game_def: GameDef, state: GameState, player: int, names: Mapping[int, str] | None = None
) -> dict[str, Any]:
    """Return what *player* may see of *state*; a token's `id` is its slot, or its name in *names*."""
    if type(player) is not int or not 0 <= player < state.players:
        raise PlayError("bad-argument", f"there is no player {player!r}; players are 0 to {state.players - 1}")
    tables = tables_of(game_def)
    question = None if state.pending is None else view_of(tables, state).question
    working = thaw(state) if state.pending is None else view_of(tables, state).working
    seen = _Seen(tables, working, player, names).data()
    seen["ply"] = state.ply
    seen["currentPlayer"] = TERMINAL if state.outcome is not None else working.active
    if question is not None:
        seen["currentPlayer"] = question.player
        seen["choice"] = {"player": question.player}
        if question.player == player:
            options = [to_json_value(tables, option, question.type) for option in question.options]
            if names is not None and question.type.kind == "token":
                place_of = {slot: place for place, slot in enumerate(names)}
                options = [names[slot] for slot in sorted(options, key=place_of.__getitem__)]
            seen["choice"]["options"] = options
    return seen


def sees_zone(tables: Tables, zone: int, player: int) -> bool:
    """Whether *player* sees the tokens of *zone*."""
    definition = tables.game_def.zones[zone]
    if definition.visibility == "owner":
        return tables.symbols.owner_of_zone[zone] == player
    return definition.visibility == "public"


def sees_zone_id(game_def: GameDef, zone: str, player: int | None) -> bool:
    """Whether *player* (None: somebody who holds no seat) sees the tokens of the zone of this id."""
    tables = tables_of(game_def)
    return sees_zone(tables, tables.symbols.zone_index[zone], -1 if player is None else player)


class _Seen:
    """One state through the eyes of one player."""

    def __init__(self, tables: Tables, state: Working, player: int, names: Mapping[int, str] | None) -> None:
        self.tables = tables
        self.state = state
        self.player = player
        self.names = names

    def data(self) -> dict[str, Any]:
        game, state, ids = self.tables.game_def, self.state, self.tables.board.zone_ids
        return {
            "player": self.player,
            "players": state.players,
            "phase": game.turn_structure.phases[state.phase].id,
            "active": state.active,
            "lastActor": state.last_actor,
            "nextPlayer": state.next_player,
            "out": [seat for seat, is_out in enumerate(state.out) if is_out],
            "turn": state.turn,
            "globalVars": {
                var.name: self._value(var, value)
                for var, value in zip(game.global_vars, state.global_vars, strict=True)
            },
            "playerVars": {
                var.name: [self._value(var, value) for value in row]
                for var, row in zip(game.per_player_vars, state.player_vars, strict=True)
            },
            "zoneVars": {
                var.name: {
                    str(ids[zone]): self._value(var, value)
                    for zone, value in zip(self.tables.symbols.board_zones, row, strict=True)
                }
                for var, row in zip(game.per_zone_vars, state.zone_vars, strict=True)
            },
            "zones": {str(ids[zone]): self._zone(zone) for zone in self.tables.zones_in_play(state.players)},
            "usage": list(state.usage),
            "outcome": None if state.outcome is None else state.outcome.type,
        }

    def _zone(self, zone: int) -> dict[str, Any]:
        slots = self.state.zones[zone]
        if not sees_zone(self.tables, zone, self.player):
            return {"count": len(slots)}
        shown = [slot for slot in slots if slot not in self.state.open_order]
        tokens = [self._token(slot) for slot in shown]
        # An order left open is seen by nobody, so those tokens are told without their place.
        still_open = set(slots) & self.state.open_order
        order = sorted(still_open) if self.names is None else [slot for slot in self.names if slot in still_open]
        unplaced = [self._token(slot) for slot in order]
        return {"count": len(slots), "tokens": tokens} | ({"unplaced": unplaced} if unplaced else {})

    def _token(self, slot: int) -> dict[str, Any]:
        token = self.state.tokens[slot]
        assert token is not None
        kind = self.tables.symbols.token_type[token.type]
        props = {prop.name: self._value(prop, value) for prop, value in zip(kind.props, token.props, strict=True)}
        return {"id": self._id(slot), "type": kind.id, "owner": token.owner, "props": props}

    def _value(self, declared: VarDef | PropDef, value: Stored) -> Any:
        if value is None:
            return None
        if isinstance(declared.type, tuple):
            return self.tables.symbols.names[value]
        match declared.type:
            case "zone":
                return str(self.tables.board.zone_ids[value])
            case "bool":
                return bool(value)
            case "token":
                return self._held(self.state.tokens[value], value)
            case _:
                return value

    def _id(self, slot: int) -> int | str:
        return slot if self.names is None else self.names[slot]

    def _held(self, token: Token | None, slot: int) -> Any:
        assert token is not None
        if sees_zone(self.tables, token.zone, self.player):
            return {"id": self._id(slot)}
        return {"oneOf": str(self.tables.board.zone_ids[token.zone])}
