"""Target masks: the ways a token may go, with what stands on them asked of sets of zones instead of zone by zone.

    slide    the first zone of the way that is occupied, or its last, ends it: one bit of a mask
    jump     no zone passed may be in one set of zones, and the landing not in another

They need that a set of zones fits one word, that each zone holds one token at most, and of a slide that it has at most
eight zones, numbered upwards or downwards throughout, and lands on every empty one of them.

This module does not know C.
"""

from __future__ import annotations

from dataclasses import dataclass

from ludotome.gamedef import TokenTypeDef
from ludotome.movement import EMPTY
from ludotome.native import ir
from ludotome.native.attack_masks import zones_fit_words
from ludotome.native.ir import Local, Scalar
from ludotome.native.lower import Lowering
from ludotome.native.targets import Line, lines_from

LONGEST_SLIDE = 8  # so that its zones, a byte each, are copied at once


@dataclass(frozen=True, slots=True)
class TargetMasks:
    """The ways of every type, seat and zone, in that order, and how far on its way from a zone another zone is."""

    rows: tuple[tuple[Line, ...], ...]
    steps: tuple[tuple[int, ...], ...]
    most: int

    @property
    def lines(self) -> tuple[Line, ...]:
        """All ways."""
        return tuple(line for row in self.rows for line in row)

    @property
    def sets(self) -> tuple[int, ...]:
        """The sets of zones asked, each as the bits of what stands there (1 nothing, 2 enemy, 4 friend, 8 nobody's)."""
        asked = {line.not_onto & 15 for line in self.lines}
        return tuple(
            sorted(asked | {line.not_over & 15 for line in self.lines if not line.slide and len(line.zones) > 1})
        )


def target_masks(low: Lowering, group: str | None) -> TargetMasks | None:
    """Return the ways of all types (of one named group of their movement), or None where masks cannot say them."""
    if not zones_fit_words(low):
        return None
    zones = range(low.layout.zones)
    rows, most = [], 0
    steps = [[0] * len(zones) for _ in zones]
    for kind in low.game_def.token_types:
        for seat in range(low.players):
            for zone in zones:
                row = tuple(lines_from(low, kind, seat, zone, group, attacks=False))
                landings = [z for line in row for z in (line.zones if line.slide else line.zones[-1:])]
                if len(landings) != len(set(landings)) or not all(_is_plain(line) for line in row):
                    return None
                for line in row:
                    for place, met in enumerate(line.zones if line.slide else (), start=1):
                        if steps[zone][met] not in (0, place):
                            return None
                        steps[zone][met] = place
                most = max(most, len(landings))
                rows.append(row)
    return TargetMasks(tuple(rows), tuple(map(tuple, steps)), most)


def landing_asked(guards: tuple[Scalar, ...], element: Local) -> ir.Lookup | None:
    """Return the guard that asks whether a target is in a static set of zones, if there is one."""
    for guard in guards:
        match guard:
            case ir.Lookup(kind="bool", index=(*others, target)) if target == element:
                if not any(element in ir.free_locals(other) for other in others):
                    return guard
    return None


def landing_sources(low: Lowering, group: str | None, landings: ir.Table) -> tuple[tuple[tuple[int, ...], ...], ...]:
    """Return for each row of *landings*, type and seat the zones from which some way leads to a zone of that row."""
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


def _is_plain(line: Line) -> bool:
    if not line.slide:
        return True
    straight = line.zones in (tuple(sorted(line.zones)), tuple(sorted(line.zones, reverse=True)))
    return straight and len(line.zones) <= LONGEST_SLIDE and not line.not_onto & EMPTY
