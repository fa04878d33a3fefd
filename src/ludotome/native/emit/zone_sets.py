"""C for zone sets: each word of a set is an expression of words, which loops and counts read.

This module does not know which conditions are sets (`zone_sets`).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import assert_never

from ludotome.native.emit.emitter import Emitter
from ludotome.native.lower.target_masks import zone_words
from ludotome.native.lower.zone_sets import (
    AllSets,
    AnySet,
    Before,
    Current,
    Fixed,
    Holding,
    Outside,
    Passed,
    Straight,
    ZoneSet,
    zones_ahead,
)
from ludotome.native.text import Lines, c_array, c_word, c_words

WORD = (1 << 64) - 1

_BETWEEN = """\
/* A word of the zones strictly between two zones on a straight line. */
LT_INLINE uint64_t zones_between(int32_t start, int32_t goal, int32_t word) {
    int32_t way = start < 0 || goal < 0 ? -1 : way_between[start * LT_ZONES + goal];
    if (way < 0) return 0;
    uint64_t there = goal / 64 == word ? UINT64_C(1) << goal % 64 : 0;
    return zones_ahead[start][way][word] & ~zones_ahead[goal][way][word] & ~there;
}
"""

_ROW = """\
/* The row of a table whose first row is that of `first`; the last row, which is empty, where there is none. */
LT_INLINE int64_t lt_row_of(int64_t value, int64_t first, int64_t rows) {
    uint64_t row = (uint64_t)value - (uint64_t)first;
    return row < (uint64_t)rows ? (int64_t)row : rows;
}
"""

_PASSED = """\
/* The zones of a ray before the first outside `over`, if that one, its `end`, is in `onto`; otherwise none. Nobody can
   guess whether it is, so there is no branch. The numbers of the zones rise, so a carry finds the end. */
LT_INLINE uint64_t lt_passed_up(uint64_t ray, uint64_t over, uint64_t onto) {
    uint64_t end = ((over | ~ray) + 1) & ray & onto;
    return ray & (end - (end != 0));
}
/* The same where they fall. */
LT_INLINE uint64_t lt_passed_down(uint64_t ray, uint64_t over, uint64_t onto) {
    uint64_t rest = ray & ~over, end = UINT64_C(1) << lt_highest_bit(rest | 1) & rest & onto;
    return ray & (0 - end) << 1;
}
"""


def words(emit: Emitter, zones: ZoneSet) -> list[str]:
    """Return the C of each word of *zones*."""
    places = range(zone_words(emit.low))
    match zones:
        case Fixed(index=None):
            # Without a type, `~` of a number below 2³² would have 32 bits.
            return [f"UINT64_C({c_word(zones.rows[0] >> 64 * word & WORD)})" for word in places]
        case Fixed():
            row = _row(emit, zones)
            return [f"{row}[{word}]" for word in places]
        case Current(name=name):
            return [f"s->{name}[{word}]" for word in places]
        case Holding(owner=None):
            emit.kept.stands.ask()
            return [f"s->occupied[{word}]" for word in places]
        case Holding(owner=owner):
            assert owner is not None
            player = emit.value(owner)
            if len(places) == 1:
                found = [emit.kept.owner_word(emit, player)]
            else:
                emit.kept.stands.ask()
                found = [f"s->owner_zones[1 + {player}][{word}]" for word in places]
            return [f"({player} < 0 ? 0 : {one})" for one in found] if owner.optional else found
        case Straight(start=start, goal=goal):
            _write_between(emit)
            return [f"zones_between({emit.value(start)}, {emit.value(goal)}, {word})" for word in places]
        case Passed(zone=zone, over=over, onto=onto):
            (passed,), (met,) = words(emit, over), words(emit, onto)
            return [f"{_passed(emit, zones)}({emit.value(zone)}, {passed}, {met})"]
        case Before(of=of, difference=difference, starts=starts):
            (word,) = words(emit, of)
            back = f">> {difference}" if difference >= 0 else f"<< {-difference}"
            return [f"({word} {back} & {c_word(starts)})"]
        case AllSets(sets=sets) | AnySet(sets=sets):
            sign = " & " if isinstance(zones, AllSets) else " | "
            each = [words(emit, one) for one in sets]
            return [f"({sign.join(one[word] for one in each)})" for word in places]
        case Outside(of=of):
            return [f"~{one}" for one in words(emit, of)]
        case _:
            assert_never(zones)


def loop(emit: Emitter, out: Lines, zones: ZoneSet, it: str, body: Callable[[], None]) -> None:
    """Write loops that set *it* to every zone of *zones* in ascending order, with *body* inside."""
    found = words(emit, zones)
    with out.block():
        out.add(f"const uint64_t {it}_set[{len(found)}] = {{{', '.join(found)}}};")
        loops = [
            f"for (int32_t {it}_w = 0; {it}_w < {len(found)}; {it}_w++)",
            f"for (uint64_t {it}_b = {it}_set[{it}_w]; {it}_b; {it}_b &= {it}_b - 1)",
        ]
        with out.blocks(loops):
            out.add(f"int32_t {it} = {it}_w * 64 + lt_lowest_bit({it}_b);")
            body()


def count(emit: Emitter, zones: ZoneSet) -> str:
    """Return the C of the number of zones."""
    return " + ".join(f"lt_bit_count({word})" for word in words(emit, zones))


def some(emit: Emitter, zones: ZoneSet) -> str:
    """Return the C of whether there is a zone."""
    return f"({' | '.join(words(emit, zones))}) != 0"


def _row(emit: Emitter, zones: Fixed) -> str:
    """Return the C of the row of a table that the index selects; the table is written once."""
    assert zones.index is not None
    count = zone_words(emit.low)
    rows = zones.rows if zones.is_sure else (*zones.rows, 0)
    name = emit.zone_tables.get(rows)
    if name is None:
        name = emit.zone_tables[rows] = f"zone_set_{len(emit.zone_tables)}"
        out = Lines()
        c_words(out, f"{name}[{len(rows)}][{count}]", [[row >> 64 * w & WORD for w in range(count)] for row in rows])
        emit.tables.append(str(out))  # before the indexes, which may read it
    index = emit.value(zones.index)
    if zones.is_sure:
        return f"{name}[1 + {index}]"
    if _ROW not in emit.tables:
        emit.tables.append(_ROW)
    return f"{name}[lt_row_of({index}, {zones.first}, {len(zones.rows)})]"


def _passed(emit: Emitter, zones: Passed) -> str:
    """Return the name of the function that follows rays from a zone, without a branch."""
    name = emit.ray_sets.get((zones.ahead, zones.ascending))
    if name is not None:
        return name
    _once(emit, "lt_passed_up", lambda: _PASSED)
    name = emit.ray_sets[zones.ahead, zones.ascending] = f"passed_{len(emit.ray_sets)}"
    out, count = Lines(), len(zones.ahead[0])
    c_words(out, f"ahead_of_{name}[LT_ZONES][{count}]", zones.ahead)
    with out.block(f"LT_INLINE uint64_t {name}(int32_t zone, uint64_t over, uint64_t onto)"):
        out.add("if (zone < 0) return 0;", f"const uint64_t *ahead = ahead_of_{name}[zone];", "uint64_t zones = 0;")
        for ray in range(count):
            way = "up" if ray < zones.ascending else "down"
            out.add(f"zones |= lt_passed_{way}(ahead[{ray}], over, onto);")
        out.add("return zones;")
    emit.functions.append(str(out))
    return name


def _write_between(emit: Emitter) -> None:
    """Write `zones_between` and its tables."""

    def text() -> str:
        out, low = Lines(), emit.low
        ahead, count = zones_ahead(low), zone_words(low)
        # Directions in board order; where no line leads, -1.
        ways = [[-1] * low.layout.zones for _ in ahead]
        for row, rays in zip(ways, ahead, strict=True):
            for way, ray in enumerate(rays):
                for zone in ray:
                    row[zone] = way
        bits = [[[sum(1 << z for z in ray) >> 64 * w & WORD for w in range(count)] for ray in rays] for rays in ahead]
        out.add(*c_array("int8_t", "way_between", [way for row in ways for way in row]))
        c_words(out, f"zones_ahead[LT_ZONES][{len(low.board.direction_names)}][{count}]", bits)
        return str(out) + _BETWEEN

    _once(emit, "zones_between", text)


def _once(emit: Emitter, name: str, text: Callable[[], str]) -> None:
    if name not in emit.targets:
        emit.targets[name] = 0
        emit.functions.append(text())
