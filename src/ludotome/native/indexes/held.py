"""Held lines: which zones of a line hold something, as one word for every line of a direction.

    slide: D, onto: empty              how far it goes is the number of clear bits from the next place on
    ray(z, D) while empty(it)          the same

A line is all zones met by going on in one direction, from a zone nobody comes to. It needs that no two zones lead to
one, that no line comes round, and that a line fits half a word.

This module does not know C.
"""

from __future__ import annotations

from msgspec import Struct

from ludotome.native.lower.lowering import Lowering
from ludotome.native.lower.target_masks import NOT_EMPTY, TargetMasks
from ludotome.native.lower.targets import Line

MOST_PLACES = 31


class DirectedLines(Struct, frozen=True):
    """The lines of one direction: how many, the longest, and for each zone the number of its line and its place."""

    count: int
    longest: int
    places: tuple[tuple[int, int], ...]


class HeldWay(Struct, frozen=True):
    """Where a slide begins, by a direction, a line of it and a place on that line, and the zones that follow."""

    direction: int
    line: int
    place: int
    zones: tuple[int, ...]


def lines_along(low: Lowering, direction: int) -> DirectedLines | None:
    """Return the lines of a direction, numbered by their first zones; None where they are none to be kept."""
    step = [row[direction] for row in low.board.neighbor_by_direction]
    ends = [zone for zone in step if zone >= 0]
    if len(set(ends)) < len(ends):
        return None
    places: dict[int, tuple[int, int]] = {}
    starts = sorted(set(range(len(step))) - set(ends))
    longest = 0
    for number, start in enumerate(starts):
        at, place = start, 0
        while at >= 0:
            places[at] = number, place
            at, place = step[at], place + 1
        longest = max(longest, place)
    if len(places) < len(step) or longest > MOST_PLACES:
        return None  # some line comes round, or is too long
    return DirectedLines(len(starts), longest, tuple(places[zone] for zone in range(len(step))))


def held_ways(low: Lowering, masks: TargetMasks) -> tuple[HeldWay, ...] | None:
    """Return where each way of *masks* begins; None if lines do not tell how far one of them goes.

    Each must be a slide, whatever the position, that lands on empty zones alone and goes to the end of a line.
    """
    along = {way: lines for way in range(len(low.board.direction_names)) if (lines := lines_along(low, way))}
    found = list[HeldWay]()
    for number, row in enumerate(masks.rows):
        for line in row:
            way = _held(low, along, number % low.layout.zones, line)
            if way is None:
                return None
            found.append(way)
    return tuple(found) or None


def _held(low: Lowering, along: dict[int, DirectedLines], start: int, line: Line) -> HeldWay | None:
    if not line.slide or line.when >= 0 or line.not_onto & 15 != NOT_EMPTY:
        return None
    for direction, lines in along.items():
        if _walk(low, start, direction) == line.zones:
            number, place = lines.places[start]
            return HeldWay(direction, number, place, line.zones)
    return None


def _walk(low: Lowering, start: int, direction: int) -> tuple[int, ...]:
    """Return the zones met from *start* to the end of its line, which does not come round."""
    met: list[int] = []
    at = low.board.neighbor_by_direction[start][direction]
    while at >= 0:
        met.append(at)
        at = low.board.neighbor_by_direction[at][direction]
    return tuple(met)
