"""C for targets by masks: destinations of a token, without testing zones one by one.

This module does not know when masks can be used (`target_masks`).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal

from msgspec import Struct

from ludotome.native.emit.emitter import Emitter
from ludotome.native.indexes.held import TYPE as HELD_TYPE
from ludotome.native.lower import ir
from ludotome.native.lower.attack_masks import zones_fit_words
from ludotome.native.lower.ir import Local, Scalar
from ludotome.native.lower.lowering import Lowering
from ludotome.native.lower.target_masks import (
    TargetMasks,
    landing_asked,
    landing_sources,
    longest_slide,
    rays_over_empty,
    zone_words,
)
from ludotome.native.lower.targets import Line
from ludotome.native.text import Lines, c_array, c_name, c_word, c_words

MOST_SHAPES = 16  # shapes of lines; with more, testing each token is as fast
STANDS = ((1, "~s->occupied[{0}]"), (2, "enemies[{0}]"), (4, "friends[{0}]"), (8, "s->owner_zones[0][{0}]"))


class Form(Struct, frozen=True):
    """How targets are written: as zones, one byte each, or as decision numbers, by adding the zone to a base."""

    suffix: str
    result: str
    out: str
    start: str
    none: str
    end: str
    jump: str
    slide: str


_ZONES = Form(
    "",
    "int32_t ",
    "uint8_t *out",
    "n = 0",
    "0",
    "n",
    "n = lt_jump(way, stands, out, n);",
    "n = lt_slide(way->zones, {}, out, n);",
)
_NUMBERS = Form(
    "_numbers",
    "int32_t *",
    "int32_t first, int32_t *out",
    "",
    "out",
    "out",
    "out = lt_jump_numbers(way, stands, first, out);",
    "out = lt_slide_numbers(way->zones, {}, first, out);",
)


def write(emit: Emitter, name: str, masks: TargetMasks) -> None:
    """Write the tables and the function *name*, which lists the targets of a token as bytes and counts them."""
    emit.kept.stands.ask()
    emit.target_masks[name] = masks
    out = Lines()
    _tables(emit, out, name, masks)
    for part, _ in _needed(emit, masks):
        zones = [[line.zones[:-1] if part == "over" else line.zones[-1:] for line in row] for row in masks.rows]
        rows = [sum(1 << zone for zone in {z for way in ways for z in way}) for ways in zones]
        c_words(out, f"{name}_{part}[{len(rows)}]", rows)
    emit.functions.append(str(out))
    _of_token(emit, name, masks, _ZONES)


def _of_token(emit: Emitter, name: str, masks: TargetMasks, form: Form) -> None:
    out = Lines()
    if form is _ZONES:
        _sets(emit, out, name, masks)
        given, owner = "", "s->token_owner[1 + token]"
    else:
        given, owner = "int32_t owner, const lt_zone_set *stands, ", ""
    with out.block(f"static {form.result}{name}{form.suffix}(const lt_state *s, int32_t token, {given}{form.out})"):
        out.add(_started("int32_t zone = s->token_zone[1 + token]", form))
        if owner:
            out.add(f"int32_t owner = {owner};", f"if (owner < 0) return {form.none};")
            out.add(f"lt_zone_set stands[{_many(masks)}];", f"{name}_sets(s, owner, stands);")
        out.add("int32_t row = (lt_kind(s->token_type[1 + token]) * LT_PLAYERS + owner) * LT_ZONES + zone;")
        out.add(
            *(
                f"if (!({name}_{part}[row] & ~stands[{number}][0])) return {form.none};"
                for part, number in _needed(emit, masks)
            )
        )
        _ways(emit, out, name, masks, form)
    emit.functions.append(str(out))


def _many(masks: TargetMasks) -> int:
    return max(len(masks.sets), 1)


def _sets(emit: Emitter, out: Lines, name: str, masks: TargetMasks) -> None:
    """Write the function that computes the sets of zones that block a player."""
    with out.block(f"LT_INLINE void {name}_sets(const lt_state *s, int32_t owner, lt_zone_set *stands)"):
        out.add("const uint64_t *friends = s->owner_zones[1 + owner];", "lt_zone_set enemies;")
        out.add("for (int32_t i = 0; i < LT_ZONE_WORDS; i++)")
        out.add("    enemies[i] = s->occupied[i] & ~friends[i] & ~s->owner_zones[0][i];", "(void)enemies;")
        for number, stands in enumerate(masks.sets or (0,)):
            for word in range(zone_words(emit.low)):
                text = " | ".join(text.format(word) for bit, text in STANDS if stands & bit) or "0"
                out.add(f"stands[{number}][{word}] = {text};")


def _started(declared: str, form: Form) -> str:
    return f"{declared}{f', {form.start}' if form.start else ''};"


def _needed(emit: Emitter, masks: TargetMasks) -> list[tuple[Literal["over", "onto"], int]]:
    """Return what a token's lines must contain for it to have a target, with the number of the set it is not in."""
    parts: tuple[Literal["over", "onto"], ...] = ("over", "onto")
    found = [(part, masks.needed(part)) for part in parts if zone_words(emit.low) == 1]
    return [(part, masks.sets.index(stands)) for part, stands in found if stands is not None]


def rays_call(emit: Emitter, source: ir.Rays, into: str) -> tuple[str, int] | None:
    """Return the call that lists the zones of rays over empty zones as bytes, and the list's size, if masks apply."""
    name = _rays_name(emit, source)
    return None if name is None else (f"{name}(s, {emit.value(source.zone)}, {into})", emit.targets[name])


def _rays_name(emit: Emitter, source: ir.Rays) -> str | None:
    masks = rays_over_empty(emit.low, source) if emit.options.target_masks else None
    if masks is None:
        return None
    assert isinstance(source.directions, ir.Row)
    name = f"empty_rays_{source.directions.table.name}"
    if name not in emit.targets:
        emit.targets[name] = masks.most + longest_slide(emit.low)
        emit.target_masks[name] = masks
        emit.kept.stands.ask()
        out = Lines()
        _tables(emit, out, name, masks)
        emit.functions.append(str(out))
        _of_zone(emit, name, masks, _ZONES)
    return name


def _of_zone(emit: Emitter, name: str, masks: TargetMasks, form: Form) -> None:
    out = Lines()
    with out.block(f"static {form.result}{name}{form.suffix}(const lt_state *s, int32_t zone, {form.out})"):
        out.add(_started("int32_t row = zone", form), f"if (zone < 0) return {form.none};")
        words = ", ".join(f"s->occupied[{word}]" for word in range(zone_words(emit.low)))
        out.add(f"const lt_zone_set stands[1] = {{{{{words}}}}};")
        _ways(emit, out, name, masks, form)
    emit.functions.append(str(out))


def numbers_of_targets(emit: Emitter, name: str) -> str | None:
    """Return the name of a function that writes decisions for the targets listed by function *name*, if masks apply.

    It takes a token, its owner, the sets that block that player (`sets_of_targets`), the number of the
    decision that names the token and the first zone, and the output pointer; it returns the end, and may write
    `longest_slide` numbers beyond it.
    """
    return _numbers(emit, name, _of_token) if name in emit.target_masks else None


def sets_of_targets(emit: Emitter, name: str, owner: str) -> list[str]:
    """Return C that declares `stands`, the sets that block *owner*, who must be a player."""
    return [f"lt_zone_set stands[{_many(emit.target_masks[name])}];", f"{name}_sets(s, {owner}, stands);"]


def movers(emit: Emitter, name: str) -> str | None:
    """Return the name of a function that finds all zones from which a player's token may have a target, as a word.

    It takes the player and the sets that block them; a zone is found also if only another type could move from it.
    None if the targets are not single steps and jumps in few directions.
    """
    masks = emit.target_masks[name]
    starts = None if zone_words(emit.low) > 1 else _starts(emit.low, masks)
    if starts is None:
        return None
    out, made = Lines(), f"{name}_movers"
    if made in emit.targets:
        return made
    emit.targets[made] = 0
    alike = all(len(set(rows)) == 1 for rows in starts.values())  # for every player
    if not alike:
        c_words(out, f"{name}_starts[LT_PLAYERS][{len(starts)}]", list(zip(*starts.values(), strict=True)))
    with out.block(f"LT_INLINE uint64_t {made}(int32_t owner, const lt_zone_set *stands)"):
        out.add("(void)owner;" if alike else f"const uint64_t *starts = {name}_starts[owner];", "uint64_t movers = 0;")
        for number, ((passed, landing, over, onto), rows) in enumerate(starts.items()):
            tests = [(over, away) for away in passed] + [(onto, landing)]
            free = (f"~(stands[{blocked}][0] {'>>' if away >= 0 else '<<'} {abs(away)})" for blocked, away in tests)
            out.add(f"movers |= {c_word(rows[0]) if alike else f'starts[{number}]'} & {' & '.join(free)};")
        out.add("return movers;")
    emit.functions.append(str(out))
    return made


def _starts(low: Lowering, masks: TargetMasks) -> dict[tuple[tuple[int, ...], int, int, int], list[int]] | None:
    """Return for each shape of a line the zones where each player has one, as bits.

    A shape is the differences of the zone numbers passed and of the landing zone, and the sets that block these.
    """
    found: dict[tuple[tuple[int, ...], int, int, int], list[int]] = {}
    for place, row in enumerate(masks.rows):
        owner, zone = place // low.layout.zones % low.players, place % low.layout.zones
        for line in row:
            if line.slide:
                return None
            away = tuple(other - zone for other in line.zones)
            over = masks.sets.index(line.not_over & 15) if len(away) > 1 else 0
            shape = (away[:-1], away[-1], over, masks.sets.index(line.not_onto & 15))
            found.setdefault(shape, [0] * low.players)[owner] |= 1 << zone
    return found if 0 < len(found) <= MOST_SHAPES else None


def numbers_of_rays(emit: Emitter, source: ir.Rays) -> str | None:
    """Return the name of such a function that takes the start zone of rays, if masks apply."""
    name = _rays_name(emit, source)
    return None if name is None else _numbers(emit, name, _of_zone)


def _numbers(emit: Emitter, name: str, write_one: Callable[[Emitter, str, TargetMasks, Form], None]) -> str:
    made = f"{name}{_NUMBERS.suffix}"
    if made not in emit.targets:
        emit.targets[made] = emit.targets[name]
        write_one(emit, name, emit.target_masks[name], _NUMBERS)
    return made


def _ways(emit: Emitter, out: Lines, name: str, masks: TargetMasks, form: Form) -> None:
    """Write the loop over the lines of a row, and the end of the function."""
    slides = {line.slide for line in masks.lines}
    held = f"{name}_held" in emit.targets
    if held:
        out.add("(void)stands;")
    with out.block(f"for (int32_t i = {name}_at[row]; i < {name}_at[row + 1]; i++)"):
        out.add(f"const {'lt_held' if held else 'lt_way'} *way = &{name}_ways[i];")
        if any(line.when >= 0 for line in masks.lines):
            out.add("if (way->when >= 0 && !pattern_holds(s, way->when, token)) continue;")
        walked = f"lt_slide_length(s->occupied, way, {name}_steps[zone], stands)"
        slide = form.slide.format("lt_held_length(s, way)" if held else walked)
        both = f"if (way->slide) {slide} else {form.jump}"
        out.add(both if len(slides) == 2 else slide if True in slides else form.jump)
    out.add(f"return {form.end};")


def landing_test(emit: Emitter, source: ir.Targets, element: Local, guards: tuple[Scalar, ...]) -> str | None:
    """Return C that is false if no target of a token can be in a static set required by *guards*.

    None if the guards require no such set, or if most tokens can always reach it.
    """
    low = emit.low
    asked = landing_asked(guards, element) if emit.options.target_masks and zones_fit_words(low) else None
    if asked is None or source.attacks:
        return None
    rows = landing_sources(low, source.group, asked.table)
    if all(2 * zones.bit_count() >= low.layout.zones for row in rows[1:] or rows for kind in row for zones in kind):
        return None
    emit.kept.stands.ask()
    name = f"lands_{c_name(source.group or 'all')}_{asked.table.name}"
    if name not in emit.targets:
        emit.targets[name] = 0
        out = Lines()
        c_words(out, f"{name}_from[{len(rows)}][{len(low.type_numbers)}][LT_PLAYERS]", rows)
        with out.block(f"LT_INLINE int32_t {name}(const lt_state *s, int32_t row, int32_t token)"):
            out.add("int32_t owner = s->token_owner[1 + token];", "if (owner < 0) return 0;")
            out.add("int32_t kind = lt_kind(s->token_type[1 + token]);")
            out.add(f"return {name}_from[row][kind][owner] >> s->token_zone[1 + token] & 1;")
        emit.functions.append(str(out))
    row = "0" if asked.table.flat else f"1 + {emit.value(asked.index[0])}"
    return f"{name}(s, {row}, {emit.value(source.token)})"


def _tables(emit: Emitter, out: Lines, name: str, masks: TargetMasks) -> None:
    low, starts = emit.low, [0]
    for row in masks.rows:
        starts.append(starts[-1] + len(row))
    out.add(*c_array("int32_t", f"{name}_at", starts))
    is_first = not emit.kept.held.is_kept
    ways = emit.kept.held.ways(emit, name, masks)
    if ways is not None:
        if is_first:
            emit.functions.append(HELD_TYPE)
        out.add(*ways)
        emit.targets[f"{name}_held"] = 0
        return
    out.add(f"static const lt_way {name}_ways[{max(starts[-1], 1)}] = {{")
    sets = masks.sets
    out.add(*(f"    {_way(low, line, sets)}," for line in masks.lines))
    out.add(*([] if starts[-1] else ["    {{0}, {0}, {0}, 0, 0, 0, 0, -1},"]), "};")
    if any(line.slide for line in masks.lines):
        rows = (", ".join(map(str, row)) for row in masks.steps)
        out.add(
            f"static const uint8_t {name}_steps[LT_ZONES][LT_ZONES] = {{", *(f"    {{{row}}}," for row in rows), "};"
        )


def _way(low: Lowering, line: Line, sets: tuple[int, ...]) -> str:
    """Return a line as C: the zones passed, the bit of its last zone, the landing zones, and the blocking sets."""
    landings = line.zones if line.slide else line.zones[-1:]
    passed = sum(1 << zone for zone in (line.zones if line.slide else line.zones[:-1]))
    down = line.slide and len(line.zones) > 1 and line.zones[0] > line.zones[1]
    over = 0 if line.slide or not passed else sets.index(line.not_over & 15)
    zones = ", ".join(map(str, landings))
    return (
        f"{{{_set(low, passed)}, {_set(low, 1 << line.zones[-1])}, {{{zones}}}, "
        f"{int(line.slide)}, {int(down)}, {over}, {sets.index(line.not_onto & 15)}, {line.when}}}"
    )


def _set(low: Lowering, zones: int) -> str:
    words = (c_word(zones >> 64 * word & 2**64 - 1) for word in range(zone_words(low)))
    return f"{{{', '.join(words)}}}"
