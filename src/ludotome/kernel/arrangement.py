"""Arrangement: which token lies at which place, where not every token can lie everywhere.

Both functions take the zone of each place, in order, and `allowed(slot, zone)`.

Invariants:
    * an arrangement that keeps to `allowed` is found if there is one; else as many tokens as can be lie where they may;
    * what comes out depends on the arguments alone, and on *lot* for what is drawn.

This module does not know what tokens are.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Protocol

Allowed = Callable[[int, int], bool]


class Drawing(Protocol):
    """Where random numbers come from."""

    def below(self, n: int) -> int:
        """Return a number from 0 up to, not including, *n*."""


def arranged(slots: Sequence[int], zones: Sequence[int], allowed: Allowed) -> list[int]:
    """Return *slots* in the order of places: each takes the first place that leaves one for all before it.

    Where every token may lie everywhere, they come out as they went in.
    """
    slot_at: list[int | None] = [None] * len(zones)
    for slot in slots:
        _take_place(slot, slot_at, zones, allowed)
    placed = {slot for slot in slot_at if slot is not None}
    left = iter([slot for slot in slots if slot not in placed])
    return [next(left) if slot is None else slot for slot in slot_at]


def _take_place(slot: int, slot_at: list[int | None], zones: Sequence[int], allowed: Allowed) -> None:
    """Give *slot* a place, moving others on where it needs theirs (an augmenting path, breadth first)."""
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
    """Return *slots*, which lie in *zones*, in random order: a Fisher–Yates shuffle of the exchanges that are allowed.

    From the last place to the second: of the places up to this one with whose token this token may change places, this
    one included and last, one is drawn and the two are exchanged. Where only this one is left, nothing is drawn. Where
    all may change places, this is the plain shuffle.
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
