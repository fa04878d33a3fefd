"""Handles: names of tokens for one seat that reveal no hidden information.

Inside the kernels a token is a slot, the lowest one that was free when it was created. Slots reveal hidden information:
cards are created in order, and a reused slot shows which hidden token was destroyed. A seat gets handles instead:

* a token in a zone that the seat sees is `t0`, `t1`, …: counted zone by zone in definition order, and within a zone in
  stored order (tokens whose order is still undecided under explicit chance come last, sorted by description);
* any other token is its zone and its index there: `hand:1#0`.

Invariants:
    * handles depend only on what the seat sees, so states it cannot distinguish have the same ones;
    * a handle is valid for one state: after a decision the same token may have another.

This module does not know what a seat does with handles (`seat`, `viewing`).
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property

from ludotome.gamedef import GameDef, GameState, checked
from ludotome.play.reference import kernel


class Handles:
    """The handles of all tokens of *state* for one seat; None is a spectator."""

    def __init__(self, game_def: GameDef, state: GameState, seat: int | None) -> None:
        self._state = state if state.pending is None else kernel.view_state(game_def, state)
        self._ids = tuple(zone.id for zone in game_def.zones)
        self._sees = checked(game_def).sees(seat)

    @cached_property
    def seen(self) -> dict[int, str]:
        """The handle of each slot whose token the seat sees, in the order of the handles."""
        zones = (slots for slots, sees in zip(self._state.zones, self._sees, strict=True) if slots and sees)
        return {
            slot: f"t{place}" for place, slot in enumerate(slot for slots in zones for slot in self._ordered(slots))
        }

    @cached_property
    def of_slot(self) -> dict[int, str]:
        """The handle of each slot, those the seat sees first."""
        hidden = (
            (slot, f"{zone}#{place}")
            for zone, slots, sees in zip(self._ids, self._state.zones, self._sees, strict=True)
            if not sees
            for place, slot in enumerate(slots)
        )
        return self.seen | dict(hidden)

    @cached_property
    def slot_of(self) -> dict[str, int]:
        """The slot of each handle."""
        return {handle: slot for slot, handle in self.of_slot.items()}

    def _ordered(self, slots: tuple[int, ...]) -> Iterator[int]:
        if not self._state.open_order:
            yield from slots
            return
        unplaced = set(self._state.open_order).intersection(slots)
        yield from (slot for slot in slots if slot not in unplaced)
        yield from sorted(unplaced, key=lambda slot: (repr(self._state.tokens[slot]), slot))
