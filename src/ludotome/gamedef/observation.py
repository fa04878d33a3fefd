"""Observation: what one seat may see of a state, as plain data.

Public zones show their tokens to everybody, `owner` zones to their owner, hidden ones to nobody; the number of tokens
in a zone is public. Hidden data is absent, not blanked: an unseen zone has a count and no tokens.

Invariants:
    * nothing depends on hidden data: slots, order, the generator or recorded positions;
    * a token is named by its id only if the seat sees its zone; a variable that holds another shows only the zone;
    * all players see who must answer a pending choice; only that player sees the options.

This module does not know the pending choice of a suspended state; the kernel passes it in.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from msgspec import Struct

from ludotome.gamedef.definition import PropDef, VarDef
from ludotome.gamedef.state import GameState, Stored, Token
from ludotome.gamedef.state_data import properties_to_data, turn_to_data, value_to_data, variables_to_data
from ludotome.gamedef.stored_values import json_value
from ludotome.gamedef.symbols import Symbols

TERMINAL = -4


class Asked(Struct, frozen=True):
    """A pending choice: who answers, the kind of value (for chance a number), and the options as plain numbers."""

    player: int
    kind: str
    options: tuple[int, ...]


class Sight:
    """The visibility of zones for each player, for one number of players; computed once."""

    def __init__(self, symbols: Symbols, players: int) -> None:
        game_def, owners = symbols.game_def, symbols.owner_of_zone
        self._symbols = symbols
        self._zone_ids = [str(zone.id) for zone in game_def.zones]
        self._in_play = [zone for zone, owner in enumerate(owners) if owner is None or owner < players]
        self._sees = [self._seen_by(player) for player in range(players)]

    def _seen_by(self, player: int) -> tuple[bool, ...]:
        return tuple(sees_zone(self._symbols, zone, player) for zone in range(len(self._zone_ids)))

    def observation(
        self,
        state: GameState,
        ply: int,
        player: int,
        asked: Asked | None = None,
        names: Mapping[int, str] | None = None,
    ) -> dict[str, Any]:
        """Return what *player* may see of *state*; a token's `id` is its slot, or its name in *names*.

        For a suspended state, *state* is the state at the moment of the choice.
        """
        seen = _Seen(self._symbols, self._zone_ids, self._sees[player], state, names)
        data = seen.data(player, self._in_play)
        data["ply"] = ply
        data["currentPlayer"] = TERMINAL if state.outcome is not None else state.active
        if asked is not None:
            data["currentPlayer"] = asked.player
            data["choice"] = {"player": asked.player}
            if asked.player == player:
                data["choice"]["options"] = self._options(asked, names)
        return data

    def _options(self, asked: Asked, names: Mapping[int, str] | None) -> list[Any]:
        if names is None or asked.kind != "token":
            return [json_value(self._symbols, option, asked.kind) for option in asked.options]
        place_of = {slot: place for place, slot in enumerate(names)}
        return [names[slot] for slot in sorted(asked.options, key=place_of.__getitem__)]


def sees_zone(symbols: Symbols, zone: int, player: int | None) -> bool:
    """Return whether *player* (None: a spectator) sees the tokens of *zone*."""
    definition = symbols.game_def.zones[zone]
    if definition.visibility == "owner":
        return player is not None and symbols.owner_of_zone[zone] == player
    return definition.visibility == "public"


class _Seen:
    """One state as one player sees it."""

    def __init__(
        self,
        symbols: Symbols,
        zone_ids: Sequence[str],
        sees: Sequence[bool],
        state: GameState,
        names: Mapping[int, str] | None,
    ) -> None:
        self.symbols, self.ids, self.sees, self.state, self.names = symbols, zone_ids, sees, state, names

    def data(self, player: int, in_play: Sequence[int]) -> dict[str, Any]:
        state = self.state
        return {
            "player": player,
            **turn_to_data(self.symbols, state),
            **variables_to_data(self.symbols, state, self._value),
            "zones": self._zones(in_play),
            "usage": list(state.usage),
            "outcome": None if state.outcome is None else state.outcome.type,
        }

    def _zones(self, in_play: Sequence[int]) -> dict[str, Any]:
        zones, ids, sees, token = self.state.zones, self.ids, self.sees, self._token
        zone: Callable[[tuple[int, ...]], dict[str, Any]] = (
            self._zone
            if self.state.open_order
            else (lambda slots: {"count": len(slots), "tokens": [token(slot) for slot in slots]})
        )
        return {ids[one]: zone(zones[one]) if sees[one] else {"count": len(zones[one])} for one in in_play}

    def _zone(self, slots: tuple[int, ...]) -> dict[str, Any]:
        """Return a zone whose order may be undecided; tokens with undecided places are listed without their order."""
        still_open = set(slots) & set(self.state.open_order)
        tokens = [self._token(slot) for slot in slots if slot not in still_open]
        order = sorted(still_open) if self.names is None else [slot for slot in self.names if slot in still_open]
        unplaced = [self._token(slot) for slot in order]
        return {"count": len(slots), "tokens": tokens} | ({"unplaced": unplaced} if unplaced else {})

    def _token(self, slot: int) -> dict[str, Any]:
        token = self.state.tokens[slot]
        assert token is not None
        kind = self.symbols.token_type[token.type]
        props = properties_to_data(self.symbols, token.type, token.props, self._value) if kind.props else {}
        return {"id": self._id(slot), "type": kind.id, "owner": token.owner, "props": props}

    def _value(self, declared: VarDef | PropDef, value: Stored) -> Any:
        if declared.type == "token" and value is not None:
            return self._token_value(self.state.tokens[value], value)
        return value_to_data(self.symbols, declared, value)

    def _id(self, slot: int) -> int | str:
        return slot if self.names is None else self.names[slot]

    def _token_value(self, token: Token | None, slot: int) -> Any:
        assert token is not None
        return {"id": self._id(slot)} if self.sees[token.zone] else {"oneOf": self.ids[token.zone]}
