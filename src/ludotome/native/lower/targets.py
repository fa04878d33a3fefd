"""Targets: the lines of movement and attack by type, seat and zone, as computed by `ludotome.movement`.

This module does not know C, nor what is on the board.
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec import Struct

from ludotome.gamedef import MovementPattern, TokenTypeDef
from ludotome.movement import (
    ENEMY,
    FixedPattern,
    HopPattern,
    LeapPattern,
    MultiDirectionPattern,
    NullPattern,
    Pattern,
    Piece,
    move_table,
)
from ludotome.native.lower.lowering import Lowering
from ludotome.native.lower.unsupported import UnsupportedError

# Zones on all lines together. Each takes several bytes of C, so more would exceed the largest C that is compiled.
MOST_TARGETS = 750_000


class Line(Struct, frozen=True):
    """One line from a zone: its zones in order, what must not be there, and the pattern it belongs to.

    On a slide every zone is a landing zone, and the first occupied one ends it; otherwise only the last zone is one.
    """

    zones: tuple[int, ...]
    not_over: int
    not_onto: int
    slide: bool
    when: int


class StepEntry(Struct, frozen=True):
    """An entry of a table of single steps: the zone in its lowest `bits`, and what may not be there in the next 4."""

    bits: int
    ctype: str

    @classmethod
    def of(cls, low: Lowering) -> StepEntry:
        """Return the narrowest entry that fits every zone."""
        return cls(12, "uint16_t") if low.layout.zones <= 1 << 12 else cls(28, "uint32_t")

    def written(self, zone: int, not_onto: int) -> int:
        """Return the entry of a step."""
        return zone | (not_onto & 15) << self.bits

    def zone(self, entry: str) -> str:
        """Return the C of the zone that *entry* leads to."""
        return f"{entry} & {(1 << self.bits) - 1}"

    def not_onto(self, entry: str) -> str:
        """Return the C of what may not be on that zone."""
        return f"{entry} >> {self.bits}"


def lines_from(
    low: Lowering, kind: TokenTypeDef, seat: int, zone: int, group: str | None, *, attacks: bool
) -> tuple[Line, ...]:
    """Return the lines of a type (one named group of its movement, or all) from *zone*, in the order of its patterns.

    With *attacks*, only those of patterns that can capture.
    """
    key = (kind.id, seat, group, attacks)
    if key not in low.lines:
        low.lines[key] = _drawn(low, kind, seat, group, attacks=attacks)
    found: tuple[Line, ...] = low.lines[key][zone]
    return found


def _drawn(
    low: Lowering, kind: TokenTypeDef, seat: int, group: str | None, *, attacks: bool
) -> tuple[tuple[Line, ...], ...]:
    """Return the lines from every zone."""
    patterns = [(g.name, p) for g in kind.movement for p in g.patterns]
    if not patterns:
        return ((),) * low.layout.zones
    whens = [-1 if p.when is None else pattern_number(low, kind, place) for place, (_, p) in enumerate(patterns)]
    table = move_table(low.movement_board, Piece(kind.id, seat, tuple(_pattern(low, p, seat) for _, p in patterns)))

    def lines(zone: int) -> Iterator[Line]:
        _refuse_many(low)
        rows = zip(patterns, whens, table.rows(zone), strict=True)
        for (name, _), when, (not_over, not_onto, rays, jumps) in rows:
            if (group is not None and name != group) or (attacks and not_onto & ENEMY):
                continue
            low.drawn += sum(map(len, rays)) + len(jumps)
            yield from (Line(ray, not_over, not_onto, True, when) for ray in rays if ray)
            yield from (Line((*passed, landing), not_over, not_onto, False, when) for passed, landing in jumps)

    return tuple(tuple(lines(zone)) for zone in range(low.layout.zones))


def _refuse_many(low: Lowering) -> None:
    if low.drawn > MOST_TARGETS:
        raise UnsupportedError(f"its tokens have more than {MOST_TARGETS} places to move to, counted from every zone")


def most_targets(low: Lowering, group: str | None, types: tuple[int, ...] | None, *, attacks: bool) -> int:
    """Return the maximum number of targets of a token of these types (any if None)."""
    most = 0
    for number, kind in zip(low.type_numbers, low.game_def.token_types, strict=True):
        if types is None or number in types:
            for seat in range(low.players):
                for zone in range(low.layout.zones):
                    lines = lines_from(low, kind, seat, zone, group, attacks=attacks)
                    most = max(most, sum(len(line.zones) if line.slide else 1 for line in lines))
    return most


def pattern_number(low: Lowering, kind: TokenTypeDef, place: int) -> int:
    """Return the number of a conditional pattern among all patterns of the definition."""
    before = 0
    for other in low.game_def.token_types:
        if other.id == kind.id:
            return before + place
        before += sum(len(group.patterns) for group in other.movement)
    raise AssertionError("the type is in the definition")


def _pattern(low: Lowering, pattern: MovementPattern, seat: int) -> Pattern:
    facing, known = low.facing(seat), low.board.index_of_direction
    # If a board has a direction called `left`, the word means that direction.
    meant = (name if name in known else facing.get(name) for name in pattern.directions)
    ways = tuple(name for name in meant if name is not None)
    if pattern.kind != "leap" and (not ways or (pattern.kind == "path" and len(ways) < len(pattern.directions))):
        return NullPattern()  # this seat has no facing, or the board lacks the direction
    match pattern.kind:
        case "step" | "slide":
            return MultiDirectionPattern(ways, is_repeatable=pattern.kind == "slide", onto=pattern.onto)
        case "hop":
            return HopPattern(ways, onto=pattern.onto, over=pattern.over)
        case "path":
            return FixedPattern(ways, onto=pattern.onto, over=pattern.over)
        case "leap":
            if pattern.offset is None:
                raise UnsupportedError("a leap without an offset")
            return LeapPattern(pattern.offset, onto=pattern.onto)
