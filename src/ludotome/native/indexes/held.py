"""Held lines: which zones of a line are occupied, as one word per line of a direction.

    slide: D, onto: empty              its length is the number of clear bits after the start
    ray(z, D) while empty(it)          the same

A line is the zones in one direction from a zone without a predecessor. This requires that no two zones lead to
the same zone, that no line is cyclic, and that a line fits in half a word.
"""

from __future__ import annotations

from msgspec import Struct

from ludotome.native.indexes.index import Index, Writer
from ludotome.native.indexes.stands import Stands
from ludotome.native.lower.lowering import Lowering
from ludotome.native.lower.target_masks import NOT_EMPTY, TargetMasks, longest_slide
from ludotome.native.lower.targets import Line

MOST_PLACES = 31

TYPE = """\
/* A slide: its line, the index of its first zone there, the bit after its last zone, and its zones. */
typedef struct { uint32_t end; uint16_t line; uint8_t shift, zones[LT_SLIDE]; } lt_held;

/* How many of them, from the first on, are empty. */
LT_INLINE int32_t lt_held_length(const lt_state *s, const lt_held *way) {
    return lt_lowest_bit((uint32_t)s->held[way->line] >> way->shift | way->end);
}
"""


class DirectedLines(Struct, frozen=True):
    """The lines of one direction: how many, the longest, and for each zone the number of its line and its place."""

    count: int
    longest: int
    places: tuple[tuple[int, int], ...]


class HeldWay(Struct, frozen=True):
    """The start of a slide as a direction, a line and a place on it, and the zones that follow."""

    direction: int
    line: int
    place: int
    zones: tuple[int, ...]


class Held(Index):
    """`held`: a word for every line of the directions in use, in that order; requires `stands`."""

    def __init__(self, stands: Stands) -> None:
        super().__init__()
        self._stands = stands
        self._directions: list[int] = []

    def ways(self, c: Writer, name: str, masks: TargetMasks) -> list[str] | None:
        """Return the table of ways, whose lines are then kept, if lines determine the length of each of *masks*."""
        found = held_ways(c.low, masks) if c.options.held_lines else None
        if found is None:
            return None
        entries = (f"    {self._way(c.low, way)}," for way in found)
        return [f"static const lt_held {name}_ways[{len(found)}] = {{", *entries, "};"]

    def _way(self, low: Lowering, way: HeldWay) -> str:
        line = self._first_line(low, way.direction) + way.line
        zones = ", ".join(map(str, [*way.zones, *[0] * (longest_slide(low) - len(way.zones))]))
        return f"{{{1 << len(way.zones)}, {line}, {way.place + 1}, {{{zones}}}}}"

    def _first_line(self, low: Lowering, direction: int) -> int:
        """Return the number of the first line of a direction, which is then kept."""
        if direction not in self._directions:
            self._stands.ask()
            self.ask(more=True)
            self._directions.append(direction)
        before = self._directions[: self._directions.index(direction)]
        return sum(_lines(low, other).count for other in before)

    def _word(self, low: Lowering) -> str:
        longest = max(_lines(low, direction).longest for direction in self._directions)
        return "uint16_t" if longest <= 16 else "uint32_t"

    def fields(self, c: Writer) -> list[str]:
        """Return the C field of the words."""
        return [f"{self._word(c.low)} held[{sum(_lines(c.low, direction).count for direction in self._directions)}];"]

    def tables(self, c: Writer) -> list[str]:
        """Return the table of the bits of each zone."""
        kept = [(self._first_line(c.low, direction), _lines(c.low, direction)) for direction in self._directions]
        rows = [
            ", ".join(f"{{{first + lines.places[zone][0]}, {1 << lines.places[zone][1]}}}" for first, lines in kept)
            for zone in range(c.low.layout.zones)
        ]
        head = f"static const struct {{ uint16_t line; {self._word(c.low)} bit; }} held_by_zone[LT_ZONES][{len(kept)}]"
        return [f"{head} = {{", *(f"    {{{row}}}," for row in rows), "};"]

    def token_toggled(self, c: Writer) -> list[str]:
        """Return the C that toggles the bits of a token's zone, which holds at most one token."""
        places = (f"held_by_zone[s->token_zone[1 + token]][{place}]" for place in range(len(self._directions)))
        return [f"s->held[{at}.line] ^= {at}.bit;" for at in places]

    def rebuild(self, c: Writer) -> list[str]:
        """Return the C that clears the words before every token is toggled."""
        return ["memset(s->held, 0, sizeof s->held);"]


def _lines(low: Lowering, direction: int) -> DirectedLines:
    found = lines_along(low, direction)
    assert found is not None
    return found


def lines_along(low: Lowering, direction: int) -> DirectedLines | None:
    """Return the lines of a direction, numbered by their first zones; None if they cannot be kept."""
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
        return None  # some line is cyclic or too long
    return DirectedLines(len(starts), longest, tuple(places[zone] for zone in range(len(step))))


def held_ways(low: Lowering, masks: TargetMasks) -> tuple[HeldWay, ...] | None:
    """Return the start of each way of *masks*; None if lines do not determine the length of one of them.

    Each must be an unconditional slide that lands only on empty zones and goes to the end of a line.
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
    """Return the zones from *start* to the end of its line, which must not be cyclic."""
    met: list[int] = []
    at = low.board.neighbor_by_direction[start][direction]
    while at >= 0:
        met.append(at)
        at = low.board.neighbor_by_direction[at][direction]
    return tuple(met)
