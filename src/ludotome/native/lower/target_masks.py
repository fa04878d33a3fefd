"""Target masks: the lines of a token, tested with sets of zones instead of zone by zone.

    slide    the first occupied zone of the line, or its last zone, ends it: one bit of a mask
    jump     no passed zone may be in one set of zones, and the landing zone not in another

This requires that a set of zones fits in one or two words, and that each zone holds at most one token. A slide must
have at most eight zones per word, with ascending or descending numbers, and land on every empty one of them.

    ray(z, D) while empty(it)          is a slide too, from a zone instead of a token

This module does not know C.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

from msgspec import Struct

from ludotome.gamedef import TokenTypeDef
from ludotome.movement import EMPTY, ENEMY, FRIEND, NEUTRAL
from ludotome.native.lower import ir
from ludotome.native.lower.ir import Local, Scalar
from ludotome.native.lower.lowering import Lowering
from ludotome.native.lower.targets import Line, lines_from

MOST_WORDS = 2
NOT_EMPTY = ENEMY | FRIEND | NEUTRAL


def zone_words(low: Lowering) -> int:
    """Return the number of words for a set of zones."""
    return (low.layout.zones + 63) // 64


def longest_slide(low: Lowering) -> int:
    """Return the maximum number of zones of a slide; that many bytes are copied at once."""
    return 8 * zone_words(low)


class TargetMasks(Struct, frozen=True):
    """The lines of every type, seat and zone, in that order, and the position of each zone on the line from another."""

    rows: tuple[tuple[Line, ...], ...]
    steps: tuple[tuple[int, ...], ...]
    most: int

    @property
    def lines(self) -> tuple[Line, ...]:
        """All lines."""
        return tuple(line for row in self.rows for line in row)

    @property
    def sets(self) -> tuple[int, ...]:
        """The sets of zones in use, each as bits of their content (1 empty, 2 enemy, 4 friend, 8 unowned)."""
        asked = {line.not_onto & 15 for line in self.lines}
        return tuple(
            sorted(asked | {line.not_over & 15 for line in self.lines if not line.slide and len(line.zones) > 1})
        )

    def needed(self, part: Literal["over", "onto"]) -> int | None:
        """Return the set that must not contain passed or landing zones, if it is the same for all lines.

        Then a token has no target if everything that it could pass over, or land on, is in that set.
        """
        met = {line.not_over & 15 if part == "over" else line.not_onto & 15 for line in self.lines}
        jumps = all(not line.slide and (part == "onto" or len(line.zones) > 1) for line in self.lines)
        return met.pop() if jumps and len(met) == 1 else None


def target_masks(low: Lowering, group: str | None) -> TargetMasks | None:
    """Return the lines of all types (of one named group of their movement), or None if masks cannot represent them."""
    places = ((kind, seat) for kind in low.game_def.token_types for seat in range(low.players))
    rows = (
        lines_from(low, kind, seat, zone, group, attacks=False)
        for kind, seat in places
        for zone in range(low.layout.zones)
    )
    return _masks(low, rows)


def rays_over_empty(low: Lowering, source: ir.Rays) -> TargetMasks | None:
    """Return the lines from every zone in the directions of *source*, if its rays run over empty zones."""
    match source:
        case ir.Rays(directions=ir.Row(index=None, table=table), keep=keep, then=None) if keep == ir.Call(
            "lt_empty", (source.element,), "bool"
        ):
            ways = [low.board.index_of_direction[low.symbols.names[number]] for number in table.rows[0]]
            return _masks(low, (_rays(low, zone, ways) for zone in range(low.layout.zones)))
        case _:
            return None


def _rays(low: Lowering, zone: int, ways: list[int]) -> tuple[Line, ...]:
    found = []
    for way in ways:
        ray: list[int] = []
        at = low.board.neighbor_by_direction[zone][way]
        while at >= 0 and at not in ray:
            ray.append(at)
            at = low.board.neighbor_by_direction[at][way]
        if ray:
            found.append(Line(tuple(ray), 0, NOT_EMPTY, True, -1))
    return tuple(found)


def _masks(low: Lowering, rows: Iterable[tuple[Line, ...]]) -> TargetMasks | None:
    if not low.layout.single or zone_words(low) > MOST_WORDS:
        return None
    zones = range(low.layout.zones)
    kept, most = [], 0
    steps = [[0] * len(zones) for _ in zones]
    for number, row in enumerate(rows):
        zone = number % len(zones)
        landings = [z for line in row for z in (line.zones if line.slide else line.zones[-1:])]
        met = {zone, *landings}
        if len(met) <= len(landings) or not all(_is_plain(line, longest_slide(low)) for line in row):
            return None
        for line in row:
            for place, there in enumerate(line.zones if line.slide else (), start=1):
                if steps[zone][there] not in (0, place):
                    return None
                steps[zone][there] = place
        most = max(most, len(landings))
        kept.append(row)
    return TargetMasks(tuple(kept), tuple(map(tuple, steps)), most)


def landing_asked(guards: tuple[Scalar, ...], element: Local) -> ir.Lookup | None:
    """Return the guard that tests whether a target is in a static set of zones, if there is one."""
    for guard in guards:
        match guard:
            case ir.Lookup(kind="bool", index=(*others, target)) if target == element:
                if not any(element in ir.free_locals(other) for other in others):
                    return guard
    return None


def landing_sources(low: Lowering, group: str | None, landings: ir.Table) -> tuple[tuple[tuple[int, ...], ...], ...]:
    """Return for each row of *landings*, type and seat the zones from which a line leads to a zone of that row."""
    zones = range(low.layout.zones)
    rows = []
    for flags in landings.rows:
        held = {zone for zone in zones if flags[1 + zone] > 0}
        rows.append(
            tuple(
                tuple(
                    sum(1 << zone for zone in zones if _lands(low, kind, seat, zone, group, held))
                    for seat in range(low.players)
                )
                for kind in low.game_def.token_types
            )
        )
    return tuple(rows)


def _lands(low: Lowering, kind: TokenTypeDef, seat: int, zone: int, group: str | None, held: set[int]) -> bool:
    lines = lines_from(low, kind, seat, zone, group, attacks=False)
    return any(held.intersection(line.zones if line.slide else line.zones[-1:]) for line in lines)


def _is_plain(line: Line, longest: int) -> bool:
    if not line.slide:
        return True
    straight = line.zones in (tuple(sorted(line.zones)), tuple(sorted(line.zones, reverse=True)))
    return straight and len(line.zones) <= longest and not line.not_onto & EMPTY
