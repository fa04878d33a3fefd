"""C that keeps the numbers of the tokens added up, for the position and for each region asked by `seen`.

    number_of_zone   the numbers of the tokens of a zone, added up; where type and owner tell the number of its one
                     token, which these are is kept instead (`held_on`), and the numbers are a table
    token_sum        the same for all zones
    region_sum       the same for the zones of each region
    seen_bits        for each kind of key that is asked for, three bits for every recorded one: where one of them is not
                     set, the key was never seen
    stood_T          for each owner the zones where a token of type T has stood: one put down elsewhere makes a
                     position that was never seen

Invariant: a kept sum is what adding from scratch gives; `seen_bits` and `stood_T` may have bits too many (keys since
dropped, tokens on trial, a past that is known by its keys only), never too few.

This module does not know what else a position counts (`emit.hash`).
"""

from __future__ import annotations

from ludotome.chance import mix
from ludotome.gamedef import expressions as ex
from ludotome.gamedef import walk
from ludotome.native.emit.scalars import Emitter
from ludotome.native.emit.stored import initial_stored
from ludotome.native.text import Lines, c_words

TOKEN = 1  # the kind of a token's feature, by its number in `hash_features.Feature`
LARGEST_TABLE = 4096  # numbers, of what zones may hold
FILTER_BITS = 2048  # a power of two; a game records some hundreds of positions


def worth_keeping(emit: Emitter) -> bool:
    """Whether positions are asked, and a token's number changes only when something in its zone does.

    A property that holds a token counts the number of that token, which may stand in another zone.
    """
    props = (prop.type for kind in emit.low.game_def.token_types for prop in kind.props)
    return bool(emit.options.kept_hashes and emit.low.layout.history) and "token" not in props


def fields(emit: Emitter) -> list[str]:
    """Return the C fields of what is looked at to judge a decision."""
    regions = len(emit.low.symbols.seen_regions)
    sums = ["uint64_t token_sum;"] if emit.kept.numbers else []
    sums += [f"uint64_t region_sum[{regions}];"] if emit.kept.numbers and regions else []
    return [*sums, *(f"uint64_t stood_{kind}[LT_PLAYERS1][LT_ZONE_WORDS];" for kind in _stood(emit))]


def large_fields(emit: Emitter) -> list[str]:
    """Return those of which little is looked at."""
    rows = 1 + len(emit.low.symbols.seen_regions) - _first_row(emit)
    found = [f"uint64_t seen_bits[{rows}][{FILTER_BITS // 64}];"] if _filters(emit) else []
    if emit.kept.numbers:
        found.append("uint8_t held_on[LT_ZONES];" if _held(emit) else "uint64_t number_of_zone[LT_ZONES];")
    return found


def _held(emit: Emitter) -> range | None:
    """Return the numbers of the types, where type and owner tell the number of a zone's one token, and are few."""
    low = emit.low
    numbers = range(min(low.type_numbers, default=0), max(low.type_numbers, default=-1) + 1)
    told = low.layout.single and not low.layout.props and len(numbers) == len(low.type_numbers)
    kinds = len(numbers) * (low.players + 1)
    return numbers if told and 0 < kinds < 256 and kinds * low.layout.zones <= LARGEST_TABLE else None


def _held_table(emit: Emitter, out: Lines) -> None:
    """Write `lt_held`, which says what a zone holds, and the number of each zone that holds it; nothing is 0."""
    numbers, zones = _held(emit), range(emit.low.layout.zones)
    assert numbers is not None
    rows = [[_new_token(emit, kind, zone, owner) for zone in zones] for kind in numbers for owner in _owners(emit)]
    c_words(out, f"numbers_held[{1 + len(rows)}][LT_ZONES]", [[0 for _ in zones], *rows])
    out.add("/* Which row of them is that of a token of a type and owner. */")
    row = f"(type - {numbers[0]}) * LT_PLAYERS1 + owner + 2" if len(numbers) > 1 else "owner + 2"
    with out.block("LT_INLINE int32_t lt_held_row(int32_t type, int32_t owner)"):
        out.add("(void)type;", f"return {row};")


def _owners(emit: Emitter) -> range:
    return range(-1, emit.low.players)


def _stood(emit: Emitter) -> list[int]:
    """Return the types of which it is kept where they stood; where zones hold one token, each is met as it changes."""
    return sorted(emit.kept.placed) if emit.kept.numbers and emit.low.layout.single else []


def _filters(emit: Emitter) -> bool:
    return bool(emit.options.kept_hashes and emit.low.layout.history)


def _first_row(emit: Emitter) -> int:
    """Return the first kind of key that is asked for: 0, the position, unless only regions are."""
    return int(not any(isinstance(node, ex.Seen) and not node.region for node in walk(emit.low.game_def)))


def filter_functions(emit: Emitter) -> list[str]:
    """Return `lt_may_be_seen` and `lt_note_seen`; without the filter, everything may have been seen."""
    out = Lines()
    first = _first_row(emit)
    place = f"s->seen_bits[{f'row - {first}' if first else 'row'}][key / 64 % {FILTER_BITS // 64}]"
    # Three bits of one word: with a hundred keys one that was never seen has all by chance once in four hundred times.
    bits = " | ".join(f"UINT64_C(1) << {part} % 64" for part in ("key", "(key >> 32)", "(key >> 48)"))
    kept = _filters(emit)
    with out.block("LT_INLINE int32_t lt_may_be_seen(const lt_state *s, int32_t row, uint64_t key)"):
        if kept:
            out.add(*(["if (row == 0) return 1;"] * first))
            out.add(f"uint64_t bits = {bits};", f"return ({place} & bits) == bits;")
        else:
            out.add("return (void)s, (void)row, (void)key, 1;")
    with out.block("LT_INLINE void lt_note_seen(lt_state *s, int32_t row, uint64_t key)"):
        out.add(*(["if (row == 0) return;"] * (kept * first)))
        out.add(f"{place} |= {bits};" if kept else "(void)s; (void)row; (void)key;")
    return out.lines


def renumber(emit: Emitter, regions: list[list[int]]) -> list[str]:
    """Return `renumber_zone`, which brings the sums up to date when a zone holds something else."""
    out = Lines()
    if not emit.kept.numbers:
        return out.lines
    zones = range(emit.low.layout.zones)
    partial = [row for row, region in enumerate(regions) if len(region) < len(zones)]
    if _held(emit):
        _held_table(emit, out)
    if partial:
        out.add(f"static const uint8_t in_seen_region[{len(regions)}][LT_ZONES] = {{")
        out.add(*(f"    {{{', '.join(str(int(zone in set(region))) for zone in zones)}}}," for region in regions), "};")
    with out.block("LT_INLINE void renumber_zone(lt_state *s, int32_t zone)"):
        if _held(emit):
            out.add("int32_t token = s->first_token[1 + zone], type = s->token_type[1 + token];")
            out.add("int32_t owner = s->token_owner[1 + token], held = token < 0 ? 0 : lt_held_row(type, owner);")
            out.add("uint64_t change = numbers_held[held][zone] - numbers_held[s->held_on[zone]][zone];")
            out.add("s->held_on[zone] = (uint8_t)held;")
        else:
            out.add("uint64_t number = zone_number(s, zone), change = number - s->number_of_zone[zone];")
            out.add("s->number_of_zone[zone] = number;")
            if _stood(emit):
                out.add("int32_t token = s->first_token[1 + zone], type = s->token_type[1 + token];")
                out.add("int32_t owner = s->token_owner[1 + token];")
        out.add("s->token_sum += change;")
        for row in range(len(regions)):
            test = f"if (in_seen_region[{row}][zone]) " if row in partial else ""
            out.add(f"{test}s->region_sum[{row}] += change;")
        for kind in _stood(emit):
            out.add(f"s->stood_{kind}[1 + owner][zone / 64] |= (uint64_t)(type == {kind}) << zone % 64;")
    return out.lines


def seen_with(emit: Emitter, regions: list[list[int]]) -> list[str]:
    """Return for each type that is foreseen to be put down how often a region was as it would be with such a token.

    *gone* is what the tokens add that would be gone.
    """
    out = Lines()
    zones = range(emit.low.layout.zones)
    inside = "in_seen_region[region][zone]" if any(len(region) < len(zones) for region in regions) else "1"
    if emit.kept.placed:
        with out.block("LT_INLINE uint64_t lt_number_in(const lt_state *s, int32_t region, int32_t zone)"):
            number = "numbers_held[s->held_on[zone]][zone]" if _held(emit) else "s->number_of_zone[zone]"
            out.add("(void)region;", f"return {inside} ? {number} : 0;" if inside != "1" else f"return {number};")
    partial = _outside(out, regions, len(zones)) if _stood(emit) else False
    for kind in sorted(emit.kept.placed):
        new = f"numbers_held[lt_held_row({kind}, owner)][zone]"
        if not _held(emit):
            rows = [[_new_token(emit, kind, zone, owner) for zone in zones] for owner in _owners(emit)]
            c_words(out, f"numbers_of_{kind}[LT_PLAYERS1][LT_ZONES]", rows)
            new = f"numbers_of_{kind}[1 + owner][zone]"
        _may_repeat(emit, out, kind, partial=partial)
        params = "const lt_state *s, int64_t region, int32_t zone, int32_t owner, int64_t gone"
        with out.block(f"LT_INLINE int64_t lt_seen_region_with_{kind}({params})"):
            out.add(f"if (!(lt_may_repeat_{kind}(s, region, owner, zone >> 6) >> (zone & 63) & 1)) return 0;")
            number = new if inside == "1" else f"({inside} ? {new} : 0)"
            out.add(f"uint64_t sum = s->region_sum[region] + {number} - (uint64_t)gone;")
            out.add("return lt_key_seen(s, region, lt_finish_hash(sum));")
    return out.lines


def _outside(out: Lines, regions: list[list[int]], zones: int) -> bool:
    """Write the zones outside each region, unless there are none, and return whether there are any."""
    outside = [sum(1 << zone for zone in range(zones) if zone not in set(region)) for region in regions]
    if any(outside):
        words = [[bits >> 64 * word & (1 << 64) - 1 for word in range((zones + 63) // 64)] for bits in outside]
        c_words(out, f"outside_seen_region[{len(regions)}][LT_ZONE_WORDS]", words)
    return any(outside)


def _may_repeat(emit: Emitter, out: Lines, kind: int, *, partial: bool) -> None:
    """Write `lt_may_repeat_T`: of a word of zones those where such a token may make a region as it was before."""
    out.add("/* Of a word of zones, those where putting such a token down may bring back what a region was. */")
    head = f"LT_INLINE uint64_t lt_may_repeat_{kind}(const lt_state *s, int64_t region, int32_t owner, int32_t word)"
    with out.block(head):
        stood = f"s->stood_{kind}[1 + owner][word]" if kind in _stood(emit) else "~UINT64_C(0)"
        beyond = " | outside_seen_region[region][word]" if partial else ""
        out.add("(void)s; (void)region; (void)owner; (void)word;", f"return {stood}{beyond};")


def _new_token(emit: Emitter, kind: int, zone: int, owner: int) -> int:
    """Return the number of a token of a type that has just been put on an empty zone."""
    low = emit.low
    place = int(low.game_def.zones[zone].ordering != "set")
    declared = next(one for one in low.game_def.token_types if low.symbols.name_index[one.id] == kind)
    props = (initial_stored(low, prop) for prop in declared.props)
    return mix(TOKEN, zone + (place << 32), kind + (owner + 1 << 32), *props)


def rebuild(emit: Emitter, out: Lines) -> None:
    """Write the computing of everything from the state."""
    regions = len(emit.low.symbols.seen_regions)
    if emit.kept.numbers:
        numbers = "held_on" if _held(emit) else "number_of_zone"
        out.add(f"memset(s->{numbers}, 0, sizeof s->{numbers});", "s->token_sum = 0;")
        if regions:
            out.add("memset(s->region_sum, 0, sizeof s->region_sum);")
        for kind in _stood(emit):
            out.add(f"memset(s->stood_{kind}, s->history_count > 0 ? 255 : 0, sizeof s->stood_{kind});")
        out.add("for (int32_t i = 0; i < LT_ZONES; i++) renumber_zone(s, i);")
    if _filters(emit):
        out.add("memset(s->seen_bits, 0, sizeof s->seen_bits);")
        if not _first_row(emit):
            out.add("for (int32_t i = 0; i < s->history_count; i++) lt_note_seen(s, 0, s->history[i * LT_KEYS]);")
        if regions:
            out.add(f"for (int32_t r = 0; r < {regions}; r++)", "    for (int32_t i = 0; i < s->history_count; i++)")
            out.add("        lt_note_seen(s, 1 + r, s->history[i * LT_KEYS + 1 + r]);")
