"""Arrangement: assign tokens to places if not every token can be at every place.

Both functions get the zone of each place, in order, and `allowed(slot, zone)`.

Invariants:
    * an arrangement that satisfies `allowed` is found if there is one; otherwise one for as many tokens as possible;
    * the result depends only on the arguments, and on *lot* for random draws.

This module does not know what the tokens are.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Protocol

Allowed = Callable[[int, int], bool]


class Drawing(Protocol):
    """A source of random numbers."""

    def below(self, n: int) -> int:
        """Return a number from 0 up to, not including, *n*."""


def arranged(slots: Sequence[int], zones: Sequence[int], allowed: Allowed) -> list[int]:
    """Return *slots* in the order of places: each takes the first place that leaves places for all earlier slots.

    If every token can be everywhere, the order does not change.
    """
    slot_at: list[int | None] = [None] * len(zones)
    for slot in slots:
        _take_place(slot, slot_at, zones, allowed)
    placed = {slot for slot in slot_at if slot is not None}
    left = iter([slot for slot in slots if slot not in placed])
    return [next(left) if slot is None else slot for slot in slot_at]


def _take_place(slot: int, slot_at: list[int | None], zones: Sequence[int], allowed: Allowed) -> None:
    """Give *slot* a place, moving others if necessary (an augmenting path, breadth first)."""
    came_from: dict[int, int | None] = {}  # place → the place whose token would move to it, None for *slot* itself
    ahead: list[tuple[int, int | None]] = [(slot, None)]
    for mover, origin in ahead:
        for place, zone in enumerate(zones):
            if place in came_from or not allowed(mover, zone):
                continue
            came_from[place] = origin
            holder = slot_at[place]
            if holder is not None:
                ahead.append((holder, place))
                continue
            while (before := came_from[place]) is not None:
                slot_at[place], place = slot_at[before], before
            slot_at[place] = slot
            return


def rearranged(slots: Sequence[int], zones: Sequence[int], allowed: Allowed, lot: Drawing) -> list[int]:
    """Return *slots*, which are in *zones*, in random order: a Fisher–Yates shuffle restricted to allowed exchanges.

    From the last place down to the second: among the places up to this one whose token can be exchanged with this token
    (this place included, last), one is drawn and the two tokens are exchanged. If only this place is left, nothing is
    drawn. If all exchanges are allowed, this is the plain shuffle.
    """
    order = list(slots)
    kinds: dict[tuple[bool, ...], int] = {}
    different = tuple(dict.fromkeys(zones))
    kind_of = {slot: kinds.setdefault(tuple(allowed(slot, zone) for zone in different), len(kinds)) for slot in order}
    if len(kinds) <= 1:
        for last in range(len(order) - 1, 0, -1):
            place = lot.below(last + 1)
            order[last], order[place] = order[place], order[last]
        return order
    for last in range(len(order) - 1, 0, -1):
        mine, here = order[last], zones[last]
        others = [
            place
            for place in range(last)
            if kind_of[order[place]] == kind_of[mine] or (allowed(mine, zones[place]) and allowed(order[place], here))
        ]
        if others:
            place = (*others, last)[lot.below(len(others) + 1)]
            order[last], order[place] = order[place], order[last]
    return order
