"""C that keeps a word for every line of the directions that slides go, and reads off it how far they go.

This module does not know when that tells all (`indexes.held`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ludotome.native.indexes.held import DirectedLines, HeldWay, held_ways, lines_along
from ludotome.native.lower.target_masks import TargetMasks, longest_slide
from ludotome.native.text import Lines

if TYPE_CHECKING:
    from ludotome.native.emit.scalars import Emitter

TYPE = """\
/* A slide: its line, the place of its first zone there, the bit behind its last, and its zones. */
typedef struct { uint32_t end; uint16_t line; uint8_t shift, zones[LT_SLIDE]; } lt_held;

/* How many of them, from the first on, hold nothing. */
LT_INLINE int32_t lt_held_length(const lt_state *s, const lt_held *way) {
    return lt_lowest_bit((uint32_t)s->held[way->line] >> way->shift | way->end);
}
"""


def ways(emit: Emitter, out: Lines, name: str, masks: TargetMasks) -> bool:
    """Write the table of ways and note their lines, if lines tell how far each of *masks* goes; return whether."""
    found = held_ways(emit.low, masks) if emit.options.held_lines else None
    if found is None:
        return False
    if not emit.kept.held:
        emit.functions.append(TYPE)
    out.add(f"static const lt_held {name}_ways[{len(found)}] = {{", *(f"    {_way(emit, way)}," for way in found), "};")
    return True


def _way(emit: Emitter, way: HeldWay) -> str:
    line = _first_line(emit, way.direction) + way.line
    zones = ", ".join(map(str, [*way.zones, *[0] * (longest_slide(emit.low) - len(way.zones))]))
    return f"{{{1 << len(way.zones)}, {line}, {way.place + 1}, {{{zones}}}}}"


def _first_line(emit: Emitter, direction: int) -> int:
    """Return the number of the first line of a direction, which is kept from now on."""
    if direction not in emit.kept.held:
        emit.kept.held.append(direction)
    before = emit.kept.held[: emit.kept.held.index(direction)]
    return sum(_lines(emit, other).count for other in before)


def _lines(emit: Emitter, direction: int) -> DirectedLines:
    found = lines_along(emit.low, direction)
    assert found is not None
    return found


def _word(emit: Emitter) -> str:
    longest = max(_lines(emit, direction).longest for direction in emit.kept.held)
    return "uint16_t" if longest <= 16 else "uint32_t"


def fields(emit: Emitter) -> list[str]:
    """Return the C field of the words."""
    if not emit.kept.held:
        return []
    count = sum(_lines(emit, direction).count for direction in emit.kept.held)
    return [f"{_word(emit)} held[{count}];"]


def tables(emit: Emitter, out: Lines) -> None:
    """Write the table of the bits of each zone."""
    if not emit.kept.held:
        return
    kept = [(_first_line(emit, direction), _lines(emit, direction)) for direction in emit.kept.held]
    rows = [
        ", ".join(f"{{{first + lines.places[zone][0]}, {1 << lines.places[zone][1]}}}" for first, lines in kept)
        for zone in range(emit.low.layout.zones)
    ]
    out.add(f"static const struct {{ uint16_t line; {_word(emit)} bit; }} held_by_zone[LT_ZONES][{len(kept)}] = {{")
    out.add(*(f"    {{{row}}}," for row in rows), "};")


def token_toggled(emit: Emitter, out: Lines) -> None:
    """Write the toggling of the bits of a token's zone, which holds one token at most."""
    for place in range(len(emit.kept.held)):
        at = f"held_by_zone[s->token_zone[1 + token]][{place}]"
        out.add(f"s->held[{at}.line] ^= {at}.bit;")


def rebuild(emit: Emitter, out: Lines) -> None:
    """Write the clearing of the words before every token is toggled."""
    if emit.kept.held:
        out.add("memset(s->held, 0, sizeof s->held);")
