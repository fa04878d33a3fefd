"""C that keeps groups and what they touch (`c/groups.h`): their fields, when they change, and what they answer.

This module does not know which questions they answer (`indexes.groups`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ludotome.native.indexes.groups import KeptGroups, group_touching, kinds, worth_bits
from ludotome.native.lower.ir import Scalar
from ludotome.native.lower.sources import neighbours
from ludotome.native.text import Lines, c_words

if TYPE_CHECKING:
    from ludotome.native.emit.scalars import Emitter

FEW_STEPS = 8  # more differences of neighbours than that are not shifted by


def asked(emit: Emitter, node: Scalar) -> tuple[int, KeptGroups, Scalar] | None:
    """Return the kept groups that answer *node*, with their number, and the zone it asks about; they are noted."""
    found = group_touching(emit.low, node) if emit.options.kept_groups else None
    if found is None:
        return None
    groups, zone = found
    if groups not in emit.kept.groups:
        emit.kept.groups.append(groups)
        neighbours(emit.low, zone)
    return emit.kept.groups.index(groups), groups, zone


def call(emit: Emitter, number: int, zone: Scalar, plain: str) -> str:
    """Return the C that asks the group of a zone, or walks it (*plain*) where nobody knows it."""
    groups, at = f"&s->groups[{number}]", emit.value(zone)
    return f"(!s->groups_rest && lt_groups_know({groups}, {at}) ? lt_groups_touch({groups}, {at}) : {plain})"


def types(emit: Emitter) -> str:
    """Return the C type of kept groups; numbers of zones and kinds are bytes where they fit, for a state is copied."""
    if not emit.kept.groups:
        return ""
    kinds_ = max(kinds(emit.low, groups) for groups in emit.kept.groups)
    most = max(emit.low.layout.zones, kinds_)
    return (
        f"typedef {'int8_t' if most < 127 else 'int16_t'} lt_small;\n"
        "typedef struct {\n"
        f"    uint64_t of_kind[{kinds_}][LT_ZONE_WORDS];\n"
        "    uint64_t open[LT_ZONE_WORDS], weak[LT_ZONE_WORDS], unknown[LT_ZONE_WORDS];\n"
        "    lt_small kind[LT_ZONES1], of[LT_ZONES1], after[LT_ZONES1], size[LT_ZONES1];\n"
        "    uint64_t touches[LT_ZONES1];\n} lt_groups;\n"
    )


def tables(emit: Emitter) -> str:
    """Return what each zone is worth to a group that touches it, and its neighbours as bits."""
    bits = worth_bits(emit.low)
    if not emit.kept.groups or bits is None:
        return ""
    out = Lines()
    out.add(f"#define LT_SUM_BIT {bits[0]}", f"#define LT_SQUARES_BIT {bits[1]}")
    out.add(f"#define LT_MOST_NEAR {max(map(len, emit.low.board.neighbors), default=0)}")
    worth = [1 + (zone << bits[0]) + (zone**2 << bits[1]) for zone in range(emit.low.layout.zones)]
    c_words(out, "open_worth[LT_ZONES]", worth)
    near = [sum(1 << other for other in row) for row in emit.low.board.neighbors]
    words = range((emit.low.layout.zones + 63) // 64)
    rows = [[bits >> 64 * word & (1 << 64) - 1 for word in words] for bits in near]
    c_words(out, "near_bits[LT_ZONES][LT_ZONE_WORDS]", rows)
    _zones_near(emit, out)
    return str(out)


def _zones_near(emit: Emitter, out: Lines) -> None:
    """Write `lt_zones_near`: by shifts where neighbours differ by few numbers, as on a grid, else zone by zone."""
    neighbours_, zones = emit.low.board.neighbors, emit.low.layout.zones
    words = range((zones + 63) // 64)
    steps = sorted({other - zone for zone, row in enumerate(neighbours_) for other in row})
    out.add("/* The zones that have a neighbour in *set*; bits beyond the last zone may be set too. */")
    with out.block("LT_INLINE void lt_zones_near(const uint64_t *set, uint64_t *near)"):
        out.add("(void)set;", "for (int32_t i = 0; i < LT_ZONE_WORDS; i++) near[i] = 0;")
        if len(steps) > FEW_STEPS:
            each = (
                "int32_t word = 0; word < LT_ZONE_WORDS; word++",
                "uint64_t rest = set[word]; rest; rest &= rest - 1",
            )
            with out.blocks([f"for ({one})" for one in each]):
                near = "near_bits[word * 64 + lt_lowest_bit(rest)][i]"
                out.add(f"for (int32_t i = 0; i < LT_ZONE_WORDS; i++) near[i] |= {near};")
            return
        for step in steps:
            ends = sum(1 << zone + step for zone, row in enumerate(neighbours_) if zone + step in row)
            reached = sum(1 << zone + step for zone in range(zones) if 0 <= zone + step < zones)
            for word in words:
                part = _shifted(step, word, len(words))
                mask = ends >> 64 * word & (1 << 64) - 1
                full = mask == reached >> 64 * word & (1 << 64) - 1
                if part and mask:
                    out.add(f"near[{word}] |= {part if full else f'({part}) & UINT64_C({mask})'};")


def _shifted(step: int, word: int, words: int) -> str:
    """Return the C of a word of `set` shifted by *step*, upwards where that is positive."""
    low, bits = divmod(64 * word - step, 64)  # where the lowest bit of the word comes from
    parts = [f"set[{low}] >> {bits}" if bits else f"set[{low}]"] if 0 <= low < words else []
    parts += [f"set[{low + 1}] << {64 - bits}"] if bits and 0 <= low + 1 < words else []
    return " | ".join(parts)


def fields(emit: Emitter) -> list[str]:
    """Return the C fields of the groups."""
    return ["int32_t groups_rest;", "lt_groups groups[LT_GROUPS];"] if emit.kept.groups else []


def functions(emit: Emitter) -> str:
    """Return for each what is said of a zone that changed, and what makes all known again after a decision."""
    out = Lines()
    for number, groups in enumerate(emit.kept.groups):
        with out.block(f"LT_INLINE void regroup_{number}(lt_state *s, int32_t zone)"):
            out.add("if (s->groups_rest) return;")
            out.add(f"int32_t kind = {emit.value(groups.kind)}, open = {emit.condition(groups.open)} != 0;")
            out.add(f"lt_groups_change(&s->groups[{number}], zone, kind, open);")
        head = f"LT_INLINE int32_t group_{number}_with(const lt_state *s, int32_t zone, int32_t placed, int32_t kind)"
        out.add(f"{head} {{ return lt_groups_touch_with(&s->groups[{number}], zone, placed, kind); }}")
    with out.block("LT_INLINE void settle_groups(lt_state *s)"):
        out.add("(void)s;", *(f"lt_groups_settle(&s->groups[{number}]);" for number in range(len(emit.kept.groups))))
    return str(out)


def zone_changed(emit: Emitter, out: Lines) -> None:
    """Write what is done when a zone holds something else."""
    out.add(*(f"regroup_{number}(s, zone);" for number in range(len(emit.kept.groups))))


def rebuild(emit: Emitter, out: Lines) -> None:
    """Write the computing of the groups from the state."""
    if emit.kept.groups:
        out.add("s->groups_rest = 0;")
    for number in range(len(emit.kept.groups)):
        out.add(f"lt_groups_clear(&s->groups[{number}]);")
        out.add(f"for (int32_t i = 0; i < LT_ZONES; i++) regroup_{number}(s, i);")


def resting(out: Lines, trial: list[str]) -> None:
    """Write *trial*, which changes the state and puts it back, with the groups at rest.

    Put back zone by zone, the groups it joined would be known to nobody.
    """
    out.lines.append("#if LT_GROUPS")
    out.add("int32_t rest = tried->groups_rest;", "tried->groups_rest = 1;")
    out.lines.append("#endif")
    out.add(*trial)
    out.lines.append("#if LT_GROUPS")
    out.add("tried->groups_rest = rest;")
    out.lines.append("#endif")
