"""C that keeps the indexes: their fields behind the state, the hooks that keep them, and their rebuilding.

This module does not know who reads them.
"""

from __future__ import annotations

from ludotome.native.emit.scalars import Emitter
from ludotome.native.indexes import groups_c as emit_kept_groups
from ludotome.native.indexes import held_c as emit_held_lines
from ludotome.native.indexes import joins as emit_groups
from ludotome.native.indexes import lines_c as emit_kept_lines
from ludotome.native.indexes import numbers as emit_kept_hash
from ludotome.native.indexes import steps_c as emit_kept_steps
from ludotome.native.indexes.kept import LOG_SIZE, OpenSet
from ludotome.native.lower import ir
from ludotome.native.lower.ir import Table
from ludotome.native.lower.lowering import Lowering
from ludotome.native.text import Lines, c_array


def index_fields(emit: Emitter) -> list[str]:
    """Return the C fields that stand behind the flat state; those that are looked at to draw a decision first."""
    kept, zones = emit.kept, emit.low.layout.zones
    fields = [f"uint64_t {one.name}[{(zones + 63) // 64}];" for one in kept.open_sets]
    fields += emit_kept_hash.fields(emit)
    if kept.slots_end:
        fields.append("int32_t slots_end;")
    if kept.counted:
        fields.append("int32_t open_count[LT_OPEN_WORDS];")
    for number in range(len(kept.joins)):
        fields += emit_groups.fields(number)
    if kept.zones_of:
        fields.append("uint64_t zones_of[LT_PLAYERS1];")
    if kept.owned:
        fields.append("uint64_t owned[LT_PLAYERS1][LT_SLOT_WORDS];")
    if kept.stands or kept.kinds:
        fields.append("uint64_t occupied[LT_ZONE_WORDS], owner_zones[LT_PLAYERS1][LT_ZONE_WORDS];")
    if kept.kinds:
        fields.append(f"uint64_t kind_zones[LT_PLAYERS1][{max(len(emit.low.type_numbers), 1)}];")
    if kept.log:
        fields.append(f"int32_t log_end, settled[LT_PLAYERS1], log[{LOG_SIZE}];")
    parts = (emit_held_lines, emit_kept_steps, emit_kept_lines, emit_kept_groups)
    fields += [field for part in parts for field in part.fields(emit)]
    if kept.owner_on:
        # Bytes, so that a whole board fits a few cache lines.
        fields.append(f"{'int8_t' if emit.low.players < 100 else 'int32_t'} owner_on[LT_ZONES1];")
    if kept.stand_on:
        fields.append(f"{'int8_t' if emit.low.players < 100 else 'int32_t'} stand_on[LT_ZONES1];")
    return [*fields, *emit_kept_hash.large_fields(emit)]


def open_tables(emit: Emitter) -> None:
    """Note the tables of zones to test again."""
    for one in emit.kept.open_sets:
        emit.low.rows(f"{one.name}_affected", [(), *one.affected])


def hooks(emit: Emitter) -> str:
    """Return `zone_changed`, `token_gained`, `token_lost`, `token_toggled` and `rebuild`."""
    kept = emit.kept
    out = Lines()
    if kept.stands or kept.kinds:
        out.add(*_kind_of_type(emit.low))
    if kept.stand_on:
        seats = range(emit.low.players)
        rows = [
            [1, 8, *(2 for _ in seats)],
            *([1, 8, *(4 if other == seat else 2 for other in seats)] for seat in seats),
        ]
        out.add(f"static const uint8_t stand_bits[LT_PLAYERS1][{len(rows[0])}] = {{")
        out.add(*(f"    {{{', '.join(map(str, row))}}}," for row in rows), "};", *STANDS.splitlines())
    out.add(*emit_kept_lines.functions(emit).splitlines(), *emit_kept_steps.functions(emit).splitlines())
    for one in kept.open_sets:
        with out.block(f"LT_INLINE int32_t is_{one.name}(const lt_state *s, int32_t {one.element.name})"):
            out.add("(void)s;")
            out.add(f"return {emit.condition(ir.AllOf(one.conditions))};")
    for number, node in enumerate(kept.joins):
        out.add(*emit_groups.functions(emit, number, node).splitlines())
    out.add(*emit_kept_groups.functions(emit).splitlines())
    with out.block("LT_INLINE void zone_changed(lt_state *s, int32_t zone)"):
        out.add("(void)s; (void)zone;")
        if kept.runs:
            out.add("toggle_lines(s, zone, s->owner_on[1 + zone]);")
            out.add("toggle_lines(s, zone, s->token_owner[1 + lt_top(s, zone)]);")
        if kept.owner_on:
            out.add("s->owner_on[1 + zone] = (int8_t)s->token_owner[1 + lt_top(s, zone)];")
        if kept.stand_on:
            out.add("s->stand_on[1 + zone] = (int8_t)lt_stand_number(s, zone);")
        if kept.zones_of:
            out.add("int32_t owner = s->token_owner[1 + lt_top(s, zone)];")
            out.add("for (int32_t i = 0; i < LT_PLAYERS1; i++) s->zones_of[i] &= ~(UINT64_C(1) << zone);")
            out.add("s->zones_of[1 + owner] |= UINT64_C(1) << zone;")
        if kept.numbers:
            out.add("renumber_zone(s, zone);")
        if kept.log:
            out.add(f"s->log[s->log_end++ & {LOG_SIZE - 1}] = zone;")
        for one in kept.open_sets:
            _retest(emit, out, one)
        emit_kept_steps.zone_changed(emit, out)
        emit_kept_groups.zone_changed(emit, out)
        out.add(*(f"join_zone_{number}(s, zone);" for number in range(len(kept.joins))))
    for word, sign in (("gained", "|="), ("lost", "&= ~")):
        with out.block(f"LT_INLINE void token_{word}(lt_state *s, int32_t token)"):
            out.add("(void)s; (void)token;")
            if kept.owned:
                # Unowned tokens go to the row of nothing, which nobody reads.
                bit = "(UINT64_C(1) << token % 64)"
                out.add(f"s->owned[1 + s->token_owner[1 + token]][token / 64] {sign}{bit};")
            if word == "gained" and kept.slots_end:
                out.add("if (token >= s->slots_end) s->slots_end = token + 1;")
            if word == "lost":
                emit_kept_steps.token_lost(emit, out)
    emit_held_lines.tables(emit, out)
    with out.block("LT_INLINE void token_toggled(lt_state *s, int32_t token)"):
        out.add("(void)s; (void)token;")
        emit_held_lines.token_toggled(emit, out)
        if kept.stands or kept.kinds:
            out.add("int32_t word = s->token_zone[1 + token] / 64;")
            out.add("uint64_t zone = UINT64_C(1) << s->token_zone[1 + token] % 64;", "s->occupied[word] ^= zone;")
            out.add("s->owner_zones[1 + s->token_owner[1 + token]][word] ^= zone;")
        if kept.kinds:
            out.add("s->kind_zones[1 + s->token_owner[1 + token]][lt_kind(s->token_type[1 + token])] ^= zone;")
    _rebuild(emit, out)
    return str(out)


def _kind_of_type(low: Lowering) -> list[str]:
    """Return `lt_kind`, the place of a type among the types: a difference where their numbers follow each other."""
    numbers = list(low.type_numbers)
    head = "LT_INLINE int32_t lt_kind(int32_t type)"
    if numbers == list(range(numbers[0], numbers[0] + len(numbers))):
        return [f"{head} {{ return type - {numbers[0]}; }}"]
    places = [numbers.index(number) if number in numbers else -1 for number in range(max(numbers) + 1)]
    return [*c_array("int16_t", "kind_of_type", places), f"{head} {{ return kind_of_type[type]; }}"]


def _set_bit(emit: Emitter, one: OpenSet, zone: str) -> list[str]:
    """Return the C that tests a zone and sets its bit so, by no branch."""
    lines = [
        f"uint64_t *word = &s->{one.name}[{zone} / 64], is_open = is_{one.name}(s, {zone}) != 0;",
        f"*word = (*word & ~(UINT64_C(1) << {zone} % 64)) | is_open << {zone} % 64;",
    ]
    if emit.kept.counted:
        lines.insert(1, f"s->open_count[{zone} / 64] += (int32_t)is_open - (int32_t)(*word >> {zone} % 64 & 1);")
    return lines


def _retest(emit: Emitter, out: Lines, one: OpenSet) -> None:
    row: Table = emit.low.tables[f"{one.name}_affected"]
    if all(listed in ((), (zone,)) for zone, listed in enumerate(one.affected)):
        with out.block(f"if ({row.name}_at[1 + zone] < {row.name}_at[2 + zone])"):
            out.add(*_set_bit(emit, one, "zone"))
        return
    with out.block(f"for (int32_t i = {row.name}_at[1 + zone]; i < {row.name}_at[2 + zone]; i++)"):
        out.add(f"int32_t near = {row.name}[i];", *_set_bit(emit, one, "near"))


def _rebuild(emit: Emitter, out: Lines) -> None:
    kept = emit.kept
    out.add("/* Compute every index from the state itself. */")
    with out.block("LT_SELDOM void rebuild(lt_state *s)"):
        out.add("(void)s;")
        if kept.owner_on:
            out.add("for (int32_t i = 0; i <= LT_ZONES; i++)")
            out.add("    s->owner_on[i] = (int8_t)(i == 0 ? -1 : s->token_owner[1 + lt_top(s, i - 1)]);")
        emit_kept_lines.rebuild(emit, out)
        if kept.stand_on:
            out.add("for (int32_t i = 1; i <= LT_ZONES; i++) s->stand_on[i] = (int8_t)lt_stand_number(s, i - 1);")
        if kept.zones_of:
            out.add("memset(s->zones_of, 0, sizeof s->zones_of);", "for (int32_t i = 0; i < LT_ZONES; i++)")
            out.add("    s->zones_of[1 + s->token_owner[1 + lt_top(s, i)]] |= UINT64_C(1) << i;")
        if kept.owned:
            out.add("memset(s->owned, 0, sizeof s->owned);")
            out.add("for (int32_t i = 0; i < LT_TOKENS; i++)", "    if (s->token_type[1 + i] >= 0) token_gained(s, i);")
        if kept.kinds:
            out.add("memset(s->kind_zones, 0, sizeof s->kind_zones);")
        if kept.stands or kept.kinds:
            out.add("memset(s->occupied, 0, sizeof s->occupied);")
            out.add("memset(s->owner_zones, 0, sizeof s->owner_zones);")
            emit_held_lines.rebuild(emit, out)
            out.add(
                "for (int32_t i = 0; i < LT_TOKENS; i++)", "    if (s->token_type[1 + i] >= 0) token_toggled(s, i);"
            )
        if kept.log:
            out.add("memset(s->log, 0, sizeof s->log);", "s->log_end = 0;")
            # Negative: nothing is known of this player's end conditions yet.
            out.add("for (int32_t i = 0; i < LT_PLAYERS1; i++) s->settled[i] = -1;")
        emit_kept_hash.rebuild(emit, out)
        emit_kept_steps.rebuild(emit, out)
        emit_kept_groups.rebuild(emit, out)
        for number in range(len(kept.joins)):
            out.add(f"memset(s->joined_{number}, 0, sizeof s->joined_{number});")
            out.add(f"memset(s->ends_{number}, 0, sizeof s->ends_{number});")
            out.add(f"for (int32_t i = 0; i < LT_ZONES; i++) s->group_{number}[i] = (int16_t)i;")
            # Zone by zone, each joined to those before it; a later one joins itself to the earlier.
            out.add(f"for (int32_t i = 0; i < LT_ZONES; i++) join_zone_{number}(s, i);")
        if kept.slots_end:
            out.add("s->slots_end = 0;")
            out.add("for (int32_t i = 0; i < LT_TOKENS; i++) if (s->token_type[1 + i] >= 0) s->slots_end = i + 1;")
        if kept.counted:
            out.add("memset(s->open_count, 0, sizeof s->open_count);")
        for one in kept.open_sets:
            listed = emit.low.rows(f"{one.name}_zones", [one.zones])
            out.add(f"memset(s->{one.name}, 0, sizeof s->{one.name});")
            with out.block(f"for (int32_t i = 0; i < {len(one.zones)}; i++)"):
                out.add(f"int32_t zone = {listed.name}[i];", *_set_bit(emit, one, "zone"))


STANDS = """\
/* Whose token a zone of one token holds: 0 none, 1 nobody's, 2 + a player's. */
LT_INLINE int32_t lt_stand_number(const lt_state *s, int32_t zone) {
    int32_t token = s->first_token[1 + zone];
    return token < 0 ? 0 : 2 + s->token_owner[1 + token];
}

/* What a zone holds as *owner* sees it: 1 nothing, 2 an enemy, 4 a friend, 8 nobody's; by a table, not a branch. */
LT_INLINE int32_t lt_stands(const lt_state *s, int32_t zone, int32_t owner) {
    return stand_bits[1 + owner][s->stand_on[1 + zone]];
}
"""

LOG = f"""\
/* Whether all that changed since this player's end conditions were last false is still in the log. */
LT_INLINE int32_t lt_log_reaches(const lt_state *s, int32_t player) {{
    return s->settled[1 + player] >= 0 && s->log_end - s->settled[1 + player] <= {LOG_SIZE};
}}
"""
