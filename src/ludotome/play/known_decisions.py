"""Known decisions: a decision as one seat knows it, as the key of a node in a search.

A token that the seat does not see is represented by its zone. If the seat does not see everything, all outcomes of
chance count as one, because nothing records who saw them.

This module does not know trees; `native/c/resample.h` does the same in machine code (`lt_run_known`).
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from typing import Any

from ludotome.gamedef import Decision, GameDef, GameState
from ludotome.play.backends import Backend
from ludotome.play.reference import kernel


class KnownDecisions:
    """The decisions of a game as one seat knows them."""

    def __init__(self, game_def: GameDef, seat: int) -> None:
        self._game_def, self._seat = game_def, seat
        self._sees_all = all(kernel.sees_zone_id(game_def, zone.id, seat) for zone in game_def.zones)

    def keys(self, backend: Backend, position: Any, decisions: Sequence[Decision]) -> Sequence[Hashable]:
        """Return each of the legal *decisions* of a position as the seat knows it."""
        if self._sees_all:
            return decisions
        if decisions[0].kind == "chance":
            return [None] * len(decisions)
        state = backend.to_state(position)
        return [self._key(state, decision) for decision in decisions]

    def _key(self, state: GameState, decision: Decision) -> Hashable:
        if decision.kind == "action" and not decision.params:
            return decision
        known = kernel.redacted_decision(self._game_def, state, decision, self._seat)
        if decision.kind == "choose":
            return _plain(known["choose"])
        return decision.action, tuple(_plain(value) for value in known["params"].values())

    def places(self, state: GameState, decision: Decision) -> tuple[int, ...]:
        """Return the indices of the tokens that the seat does not see; they distinguish decisions of one key."""
        if decision.kind != "action" or not decision.params:
            return ()
        known = kernel.redacted_decision(self._game_def, state, decision, self._seat)["params"]
        hidden = (slot for name, slot in decision.params if isinstance(known[name], dict))
        return tuple(next(zone.index(slot) for zone in state.zones if slot in zone) for slot in hidden)


def _plain(value: Any) -> Hashable:
    return tuple(value.items()) if isinstance(value, dict) else value
