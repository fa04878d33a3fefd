"""Numbers: sums of the tokens' contributions to the position hash, in total and for each region used in `seen`.

    number_of_zone   the sum of the numbers of a zone's tokens; if type and owner determine the number of its single
                     token, these are stored instead (`held_on`), and the numbers are in a table
    token_sum        the same for all zones
    region_sum       the same for the zones of each region
    seen_bits        for each kind of key in use, three bits for every recorded key: if one of them is not
                     set, the key was never seen
    stood_T          for each owner, the zones where a token of type T has been: one placed elsewhere creates a
                     position that was never seen

Invariant: a kept sum equals the sum computed from scratch; `seen_bits` and `stood_T` may have extra bits (keys since
dropped, tokens in trials, a past known only by its keys), but never miss one.

This module does not know what else contributes to a position (`emit.hash`).
"""

from __future__ import annotations

from ludotome.chance import mix
from ludotome.gamedef import expressions as ex
from ludotome.gamedef import walk
from ludotome.native.indexes.index import Index, Writer
from ludotome.native.lower.lowering import Lowering
from ludotome.native.lower.stored import initial_stored
from ludotome.native.text import Lines, c_words

TOKEN = 1  # the kind of a token's feature, by its number in `hash_features.Feature`
LARGEST_TABLE = 4096  # numbers for the possible contents of zones
FILTER_BITS = 2048  # a power of two; a game records some hundreds of positions


class Numbers(Index):
    """Kept if positions are recorded; `adds_up` if the sums are kept too.

    `placed` are the types of tokens whose placement is foreseen; their numbers are in tables.
    """

    def __init__(self) -> None:
        super().__init__()
        self.adds_up = False
        self.placed: set[int] = set()

    def keep(self, c: Writer) -> None:
        """Keep what pays, once it is known that position hashes are needed."""
        if self._filters(c):
            self.ask()
        self.adds_up = worth_keeping(c)

    def fields(self, c: Writer) -> list[str]:
        """Return the C fields that are read to test a decision."""
        regions = len(c.low.symbols.seen_regions)
        sums = ["uint64_t token_sum;"] if self.adds_up else []
        sums += [f"uint64_t region_sum[{regions}];"] if self.adds_up and regions else []
        return [*sums, *(f"uint64_t stood_{kind}[LT_PLAYERS1][LT_ZONE_WORDS];" for kind in self._stood(c))]

    def far_fields(self, c: Writer) -> list[str]:
        """Return the C fields that are rarely read."""
        rows = 1 + len(c.low.symbols.seen_regions) - _first_row(c.low)
        found = [f"uint64_t seen_bits[{rows}][{FILTER_BITS // 64}];"] if self._filters(c) else []
        if self.adds_up:
            found.append("uint8_t held_on[LT_ZONES];" if _held(c.low) else "uint64_t number_of_zone[LT_ZONES];")
        return found

    def _stood(self, c: Writer) -> list[int]:
        """Return the types whose former zones are kept; every change is seen if zones hold one token."""
        return sorted(self.placed) if self.adds_up and c.low.layout.single else []

    def _filters(self, c: Writer) -> bool:
        return bool(c.options.kept_hashes and c.low.layout.history)

    def filter_functions(self, c: Writer) -> list[str]:
        """Return `lt_may_be_seen` and `lt_note_seen`; without the filter, everything may have been seen."""
        out = Lines()
        first = _first_row(c.low)
        place = f"s->seen_bits[{f'row - {first}' if first else 'row'}][key / 64 % {FILTER_BITS // 64}]"
        # Three bits of one word: with a hundred keys, an unseen key has all three by chance once in 400 times.
        bits = " | ".join(f"UINT64_C(1) << {part} % 64" for part in ("key", "(key >> 32)", "(key >> 48)"))
        kept = self._filters(c)
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

    def renumber(self, c: Writer, regions: list[list[int]]) -> list[str]:
        """Return `renumber_zone`, which updates the sums when the content of a zone changed."""
        out = Lines()
        if not self.adds_up:
            return out.lines
        zones = range(c.low.layout.zones)
        partial = [row for row, region in enumerate(regions) if len(region) < len(zones)]
        if _held(c.low):
            _held_table(c.low, out)
        if partial:
            out.add(f"static const uint8_t in_seen_region[{len(regions)}][LT_ZONES] = {{")
            out.add(
                *(f"    {{{', '.join(str(int(zone in set(region))) for zone in zones)}}}," for region in regions), "};"
            )
        with out.block("LT_INLINE void renumber_zone(lt_state *s, int32_t zone)"):
            if _held(c.low):
                out.add("int32_t token = s->first_token[1 + zone], type = s->token_type[1 + token];")
                out.add("int32_t owner = s->token_owner[1 + token], held = token < 0 ? 0 : lt_held_row(type, owner);")
                out.add("uint64_t change = numbers_held[held][zone] - numbers_held[s->held_on[zone]][zone];")
                out.add("s->held_on[zone] = (uint8_t)held;")
            else:
                out.add("uint64_t number = zone_number(s, zone), change = number - s->number_of_zone[zone];")
                out.add("s->number_of_zone[zone] = number;")
                if self._stood(c):
                    out.add("int32_t token = s->first_token[1 + zone], type = s->token_type[1 + token];")
                    out.add("int32_t owner = s->token_owner[1 + token];")
            out.add("s->token_sum += change;")
            for row in range(len(regions)):
                test = f"if (in_seen_region[{row}][zone]) " if row in partial else ""
                out.add(f"{test}s->region_sum[{row}] += change;")
            for kind in self._stood(c):
                out.add(f"s->stood_{kind}[1 + owner][zone / 64] |= (uint64_t)(type == {kind}) << zone % 64;")
        return out.lines

    def seen_with(self, c: Writer, regions: list[list[int]]) -> list[str]:
        """Return for each type whose placement is foreseen how often a region had the content it would get.

        In the C, *gone* is the contribution of the tokens that would be removed.
        """
        out = Lines()
        zones = range(c.low.layout.zones)
        inside = "in_seen_region[region][zone]" if any(len(region) < len(zones) for region in regions) else "1"
        if self.placed:
            with out.block("LT_INLINE uint64_t lt_number_in(const lt_state *s, int32_t region, int32_t zone)"):
                number = "numbers_held[s->held_on[zone]][zone]" if _held(c.low) else "s->number_of_zone[zone]"
                out.add("(void)region;", f"return {inside} ? {number} : 0;" if inside != "1" else f"return {number};")
        partial = _outside(out, regions, len(zones)) if self._stood(c) else False
        for kind in sorted(self.placed):
            new = f"numbers_held[lt_held_row({kind}, owner)][zone]"
            if not _held(c.low):
                rows = [[_new_token(c.low, kind, zone, owner) for zone in zones] for owner in _owners(c.low)]
                c_words(out, f"numbers_of_{kind}[LT_PLAYERS1][LT_ZONES]", rows)
                new = f"numbers_of_{kind}[1 + owner][zone]"
            self._may_repeat(c, out, kind, partial=partial)
            params = "const lt_state *s, int64_t region, int32_t zone, int32_t owner, int64_t gone"
            with out.block(f"LT_INLINE int64_t lt_seen_region_with_{kind}({params})"):
                out.add(f"if (!(lt_may_repeat_{kind}(s, region, owner, zone >> 6) >> (zone & 63) & 1)) return 0;")
                number = new if inside == "1" else f"({inside} ? {new} : 0)"
                out.add(f"uint64_t sum = s->region_sum[region] + {number} - (uint64_t)gone;")
                out.add("return lt_key_seen(s, region, lt_finish_hash(sum));")
        return out.lines

    def _may_repeat(self, c: Writer, out: Lines, kind: int, *, partial: bool) -> None:
        """Write `lt_may_repeat_T`: the zones of a word where such a token may repeat a region's content."""
        out.add("/* Of a word of zones, those where adding such a token may restore an earlier content of a region. */")
        head = (
            f"LT_INLINE uint64_t lt_may_repeat_{kind}(const lt_state *s, int64_t region, int32_t owner, int32_t word)"
        )
        with out.block(head):
            stood = f"s->stood_{kind}[1 + owner][word]" if kind in self._stood(c) else "~UINT64_C(0)"
            beyond = " | outside_seen_region[region][word]" if partial else ""
            out.add("(void)s; (void)region; (void)owner; (void)word;", f"return {stood}{beyond};")

    def zone_changed(self, c: Writer) -> list[str]:
        """Return the C that updates the sums."""
        return ["renumber_zone(s, zone);"] if self.adds_up else []

    def rebuild(self, c: Writer) -> list[str]:
        """Return the C that computes everything from the state."""
        out = Lines()
        regions = len(c.low.symbols.seen_regions)
        if self.adds_up:
            numbers = "held_on" if _held(c.low) else "number_of_zone"
            out.add(f"memset(s->{numbers}, 0, sizeof s->{numbers});", "s->token_sum = 0;")
            if regions:
                out.add("memset(s->region_sum, 0, sizeof s->region_sum);")
            for kind in self._stood(c):
                out.add(f"memset(s->stood_{kind}, s->history_count > 0 ? 255 : 0, sizeof s->stood_{kind});")
            out.add("for (int32_t i = 0; i < LT_ZONES; i++) renumber_zone(s, i);")
        if self._filters(c):
            out.add("memset(s->seen_bits, 0, sizeof s->seen_bits);")
            if not _first_row(c.low):
                out.add("for (int32_t i = 0; i < s->history_count; i++) lt_note_seen(s, 0, s->history[i * LT_KEYS]);")
            if regions:
                out.add(
                    f"for (int32_t r = 0; r < {regions}; r++)", "    for (int32_t i = 0; i < s->history_count; i++)"
                )
                out.add("        lt_note_seen(s, 1 + r, s->history[i * LT_KEYS + 1 + r]);")
        return out.lines


def worth_keeping(c: Writer) -> bool:
    """Return whether positions are used, and a token's number changes only when its zone changes.

    A property that stores a token contributes that token's number, which may be in another zone.
    """
    props = (prop.type for kind in c.low.game_def.token_types for prop in kind.props)
    return bool(c.options.kept_hashes and c.low.layout.history) and "token" not in props


def _held(low: Lowering) -> range | None:
    """Return the numbers of the types if type and owner determine the number of a zone's token, and are few."""
    numbers = range(min(low.type_numbers, default=0), max(low.type_numbers, default=-1) + 1)
    told = low.layout.single and not low.layout.props and len(numbers) == len(low.type_numbers)
    kinds = len(numbers) * (low.players + 1)
    return numbers if told and 0 < kinds < 256 and kinds * low.layout.zones <= LARGEST_TABLE else None


def _held_table(low: Lowering, out: Lines) -> None:
    """Write `lt_held`, which encodes the content of a zone (empty is 0), and the numbers by zone and content."""
    numbers, zones = _held(low), range(low.layout.zones)
    assert numbers is not None
    rows = [[_new_token(low, kind, zone, owner) for zone in zones] for kind in numbers for owner in _owners(low)]
    c_words(out, f"numbers_held[{1 + len(rows)}][LT_ZONES]", [[0 for _ in zones], *rows])
    out.add("/* The row of a token of a type and owner. */")
    row = f"(type - {numbers[0]}) * LT_PLAYERS1 + owner + 2" if len(numbers) > 1 else "owner + 2"
    with out.block("LT_INLINE int32_t lt_held_row(int32_t type, int32_t owner)"):
        out.add("(void)type;", f"return {row};")


def _owners(low: Lowering) -> range:
    return range(-1, low.players)


def _first_row(low: Lowering) -> int:
    """Return the first kind of key in use: 0, the position, unless only regions are used."""
    return int(not any(isinstance(node, ex.Seen) and not node.region for node in walk(low.game_def)))


def _outside(out: Lines, regions: list[list[int]], zones: int) -> bool:
    """Write the zones outside each region, unless there are none, and return whether there are any."""
    outside = [sum(1 << zone for zone in range(zones) if zone not in set(region)) for region in regions]
    if any(outside):
        words = [[bits >> 64 * word & (1 << 64) - 1 for word in range((zones + 63) // 64)] for bits in outside]
        c_words(out, f"outside_seen_region[{len(regions)}][LT_ZONE_WORDS]", words)
    return any(outside)


def _new_token(low: Lowering, kind: int, zone: int, owner: int) -> int:
    """Return the number of a token of a type just placed on an empty zone."""
    place = int(low.game_def.zones[zone].ordering != "set")
    declared = next(one for one in low.game_def.token_types if low.symbols.name_index[one.id] == kind)
    props = (initial_stored(low, prop) for prop in declared.props)
    return mix(TOKEN, zone + (place << 32), kind + (owner + 1 << 32), *props)
