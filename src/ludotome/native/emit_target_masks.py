"""C for targets by masks: where a token may go, without looking at zones one by one.

This module does not know when masks may be used (`target_masks`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ludotome.native import ir
from ludotome.native.attack_masks import zones_fit_words
from ludotome.native.ir import Local, Scalar
from ludotome.native.target_masks import LONGEST_SLIDE, TargetMasks, landing_asked, landing_sources
from ludotome.native.targets import Line
from ludotome.native.text import Lines, c_array, c_name, c_words

if TYPE_CHECKING:
    from ludotome.native.emit_scalars import Emitter

_STANDS = ((1, "~s->occupied"), (2, "enemies"), (4, "friends"), (8, "s->owner_zones[0]"))


def write(emit: Emitter, name: str, masks: TargetMasks) -> None:
    """Write the tables and the function *name*, which lists the targets of a token as bytes and counts them."""
    emit.kept.kinds = True
    out = Lines()
    _tables(out, name, masks)
    conditional = any(line.when >= 0 for line in masks.lines)
    slides = {line.slide for line in masks.lines}
    with out.block(f"static int32_t {name}(const lt_state *s, int32_t token, uint8_t *out)"):
        out.add("int32_t owner = s->token_owner[1 + token], zone = s->token_zone[1 + token], n = 0;")
        out.add("if (owner < 0) return 0;")
        out.add("uint64_t friends = s->owner_zones[1 + owner], enemies = s->occupied & ~friends & ~s->owner_zones[0];")
        out.add("(void)friends; (void)enemies; (void)zone;")
        sets = [" | ".join(text for bit, text in _STANDS if stands & bit) or "0" for stands in masks.sets]
        out.add(f"const uint64_t stands[{max(len(sets), 1)}] = {{{', '.join(sets) or '0'}}};")
        out.add("int32_t row = (lt_kind(s->token_type[1 + token]) * LT_PLAYERS + owner) * LT_ZONES + zone;")
        with out.block(f"for (int32_t i = {name}_at[row]; i < {name}_at[row + 1]; i++)"):
            out.add(f"const lt_way *way = &{name}_ways[i];")
            if conditional:
                out.add("if (way->when >= 0 && !pattern_holds(s, way->when, token)) continue;")
            jump = "n = lt_jump(way, stands, out, n);"
            slide = f"n = lt_slide(s->occupied, way, {name}_steps[zone], stands, out, n);"
            both = f"if (way->slide) {slide} else {jump}"
            out.add(both if len(slides) == 2 else slide if True in slides else jump)
        out.add("return n;")
    emit.functions.append(str(out))


def landing_test(emit: Emitter, source: ir.Targets, element: Local, guards: tuple[Scalar, ...]) -> str | None:
    """Return C that is false where no target of a token can be in a static set that *guards* want it to be in.

    None where the guards want no such thing, or where most tokens could always do it.
    """
    low = emit.low
    asked = landing_asked(guards, element) if emit.options.target_masks and zones_fit_words(low) else None
    if asked is None or source.attacks:
        return None
    rows = landing_sources(low, source.group, asked.table)
    if all(2 * zones.bit_count() >= low.layout.zones for row in rows[1:] or rows for kind in row for zones in kind):
        return None
    emit.kept.kinds = True
    name = f"lands_{c_name(source.group or 'all')}_{asked.table.name}"
    if name not in emit.targets:
        emit.targets[name] = 0
        out = Lines()
        c_words(out, f"{name}_from[{len(rows)}][{len(low.type_numbers)}][LT_PLAYERS]", rows)
        with out.block(f"LT_INLINE int32_t {name}(const lt_state *s, int32_t row, int32_t token)"):
            out.add("int32_t owner = s->token_owner[1 + token], kind = lt_kind(s->token_type[1 + token]);")
            out.add(f"return owner >= 0 && ({name}_from[row][kind][owner] >> s->token_zone[1 + token] & 1);")
        emit.functions.append(str(out))
    row = "0" if asked.table.flat else f"1 + {emit.value(asked.index[0])}"
    return f"{name}(s, {row}, {emit.value(source.token)})"


def _tables(out: Lines, name: str, masks: TargetMasks) -> None:
    starts = [0]
    for row in masks.rows:
        starts.append(starts[-1] + len(row))
    out.add(f"static const lt_way {name}_ways[{max(starts[-1], 1)}] = {{")
    sets = masks.sets
    out.add(*(f"    {_way(line, sets)}," for line in masks.lines))
    out.add(*([] if starts[-1] else ["    {0, 0, {0}, 0, 0, 0, 0, -1},"]), "};")
    out.add(*c_array("int16_t", f"{name}_at", starts))
    if any(line.slide for line in masks.lines):
        rows = (", ".join(map(str, row)) for row in masks.steps)
        out.add(
            f"static const uint8_t {name}_steps[LT_ZONES][LT_ZONES] = {{", *(f"    {{{row}}}," for row in rows), "};"
        )


def _way(line: Line, sets: tuple[int, ...]) -> str:
    """Return a way as C: what it passes, the bit of its last zone, the zones it lands on, and what may not stand."""
    landings = line.zones if line.slide else line.zones[-1:]
    passed = sum(1 << zone for zone in (line.zones if line.slide else line.zones[:-1]))
    down = line.slide and len(line.zones) > 1 and line.zones[0] > line.zones[1]
    over = 0 if line.slide or not passed else sets.index(line.not_over & 15)
    zones = ", ".join(map(str, [*landings, *[0] * (LONGEST_SLIDE - len(landings))]))
    return (
        f"{{UINT64_C({passed}), UINT64_C({1 << line.zones[-1]}), {{{zones}}}, "
        f"{int(line.slide)}, {int(down)}, {over}, {sets.index(line.not_onto & 15)}, {line.when}}}"
    )
