"""C for the two hashes of a state, feature by feature as `ludotome.gamedef.hash_features` lists them.

`seen` needs the position hash often; then the sums of the token numbers are kept (`indexes.numbers`)
and only the rest is computed. The state hash is always computed from scratch.

This module does not know what the hashes are used for.
"""

from __future__ import annotations

from itertools import product

from ludotome.chance import mix
from ludotome.gamedef import VarDef
from ludotome.native.emit.emitter import Emitter
from ludotome.native.indexes.numbers import LARGEST_TABLE, TOKEN
from ludotome.native.lower.lowering import Lowering
from ludotome.native.text import MOST_SPELT_OUT, Lines, Written, c_words

# The kinds of features, by their numbers in `hash_features.Feature`.
GLOBAL_VAR, PLAYER_VAR, ZONE_VAR, ACTIVE, NEXT, PHASE, OUT, USAGE, SLOT, CLOCK, GENERATOR = range(2, 13)
HISTORY_FEATURE, REGION_FEATURE, EXPLICIT, OPEN, OUTCOME = range(13, 18)
WORD = 2**64 - 1


def hashes(emit: Emitter) -> None:
    """Write `position_hash` and `state_hash`, which takes the ply as an argument."""
    emit.kept.numbers.keep(emit)
    # `seen` uses the position hash, so it is written before everything that may use `seen`.
    for name, whole in (("position_hash", False), ("state_hash", True)):
        out, tables = Lines(), Lines()
        ply = ", int32_t ply" if whole else ""
        with out.block(f"static uint64_t {name}(const lt_state *s{ply})"):
            if emit.kept.numbers.adds_up and not whole:
                out.add("uint64_t sum = s->token_sum;")
            else:
                out.add("uint64_t sum = 0;")
                _tokens(emit, out, whole=whole)
            _variables(emit, out, whole=whole)
            if not whole and _turn_table(emit, tables):
                out.add("sum += numbers_of_turn[1 + s->active][1 + s->next_player][s->phase];")
            else:
                out.add(f"sum += lt_mix1({ACTIVE}, lt_word(s->active));")
                out.add(f"sum += lt_mix1({NEXT}, lt_word(s->next_player));")
                out.add(f"sum += lt_mix1({PHASE}, lt_word(s->phase));")
            with out.block("for (int32_t seat = 0; seat < LT_PLAYERS; seat++)"):
                out.add(f"if (s->out[1 + seat]) sum += lt_mix1({OUT}, lt_word(seat));")
            if emit.low.symbols.usage_counters:
                with out.block("for (int32_t i = 0; i < LT_COUNTERS * LT_PLAYERS; i++)"):
                    out.add(f"sum += lt_mix2({USAGE}, lt_word(i), lt_word(s->usage[i]));")
            if whole:
                _rest(emit, out)
            out.add("return lt_finish_hash(sum);")
        if whole:
            emit.functions.append(str(out))
        else:
            emit.positions = _token_numbers(emit) + _zone_number(emit) + str(tables) + str(out) + _seen(emit)


def _turn_table(emit: Emitter, out: Lines) -> bool:
    """Write the table of the contributions of active player and phase, if positions are recorded; return whether."""
    seats, phases = range(-1, emit.low.players), range(len(emit.low.game_def.turn_structure.phases))
    if not emit.kept.numbers.adds_up or len(seats) ** 2 * len(phases) > LARGEST_TABLE:
        return False
    rows = [
        [
            [sum(map(mix, (ACTIVE, NEXT, PHASE), turn)) & WORD for turn in product((active,), (following,), phases)]
            for following in seats
        ]
        for active in seats
    ]
    c_words(out, f"numbers_of_turn[LT_PLAYERS1][LT_PLAYERS1][{len(phases)}]", rows)
    return True


def _seen(emit: Emitter) -> str:
    """Return the functions that count and record positions: `lt_seen`, `lt_seen_region`, `record_position`."""
    layout = emit.low.layout
    out = Lines()
    if not layout.history:
        out.add("LT_INLINE void record_position(lt_state *s) { s->recorded = 1; }")
        return str(out)
    regions = [_region(emit, name) for name in emit.low.symbols.seen_regions]
    if regions:
        _region_key(emit, out, regions)
    numbers = emit.kept.numbers
    out.add(*numbers.renumber(emit, regions), *numbers.filter_functions(emit), *HISTORY.splitlines())
    if regions:
        out.add(*REGION_HISTORY.splitlines(), *numbers.seen_with(emit, regions))
    with out.block("LT_INLINE void record_position(lt_state *s)"):
        out.add("uint64_t *keys = lt_next_keys(s);", "s->recorded = 1;")
        if regions:
            out.add("for (int32_t r = 0; r < LT_SEEN_REGIONS; r++)")
            out.add("    lt_note_seen(s, 1 + r, keys[1 + r] = region_key(s, r));")
        out.add("lt_note_seen(s, 0, keys[0] = position_hash(s));")
    with out.block(
        "/* Undo `record_position`, where nothing was dropped. */\nLT_INLINE void forget_position(lt_state *s)"
    ):
        out.add("s->recorded = 0;", "s->history_count--;")
    return str(out)


def _region_key(emit: Emitter, out: Lines, regions: list[list[int]]) -> None:
    if emit.kept.numbers.adds_up:
        head = "LT_INLINE uint64_t region_key(const lt_state *s, int32_t region)"
        out.add(f"{head} {{ return lt_finish_hash(s->region_sum[region]); }}")
        return
    emit.low.rows("seen_zones", [(), *regions])
    with out.block("static uint64_t region_key(const lt_state *s, int32_t region)"):
        out.add("uint64_t sum = 0;", "for (int32_t i = seen_zones_at[1 + region]; i < seen_zones_at[2 + region]; i++)")
        out.add("    sum += zone_number(s, seen_zones[i]);", "return lt_finish_hash(sum);")


HISTORY = """\
/* How many of *count* recorded positions, the first of which is at *keys*, have this key. */
LT_INLINE int64_t lt_times_seen(const uint64_t *keys, int32_t count, uint64_t key) {
    int64_t n = 0;
    for (int32_t i = 0; i < count; i++) n += keys[i * LT_KEYS] == key;
    return n;
}

LT_INLINE int64_t lt_seen(const lt_state *s) {
    uint64_t key = position_hash(s);
    return lt_may_be_seen(s, 0, key) ? lt_times_seen(s->history, s->history_count, key) : 0;
}

/* Where the keys of one more recorded position go: the oldest is dropped when the maximum is reached. */
LT_INLINE uint64_t *lt_next_keys(lt_state *s) {
    if (s->history_count == LT_HISTORY)
        memmove(s->history, s->history + LT_KEYS, (size_t)(LT_HISTORY - 1) * LT_KEYS * sizeof *s->history);
    else s->history_count++;
    return s->history + (s->history_count - 1) * LT_KEYS;
}
"""

REGION_HISTORY = """\
LT_INLINE int64_t lt_key_seen(const lt_state *s, int64_t region, uint64_t key) {
    if (!lt_may_be_seen(s, 1 + (int32_t)region, key)) return 0;
    return lt_times_seen(s->history + 1 + region, s->history_count, key);
}

LT_INLINE int64_t lt_seen_region(const lt_state *s, int64_t region) {
    uint64_t key = region_key(s, (int32_t)region);
    return lt_key_seen(s, region, key);
}
"""


def _region(emit: Emitter, name: str) -> list[int]:
    """Return the zones of a region in play; for a seat region, those of all seats."""
    region, index = emit.low.symbols.regions[name], emit.low.symbols.zone_index
    listed = {*region.zones, *(z for zones in (region.of_seat or ())[: emit.low.players] for z in zones)}
    return sorted({index[zone] for zone in listed} & set(emit.low.zones_in_play))


def _token_numbers(emit: Emitter) -> str:
    """Return the functions that mix a token's properties, and that give the number of a token in a variable."""
    low = emit.low
    out = Lines()
    out.add("LT_INLINE uint64_t lt_word(int64_t number) { return (uint64_t)number; }")
    out.add("/* tokens: 0 mixes the slots of tokens that properties hold, 1 mixes their numbers, 2 hides them. */")
    out.add("LT_INLINE uint64_t held_token_number(const lt_state *s, int32_t slot);")
    with out.block("LT_INLINE uint64_t mix_props(const lt_state *s, int32_t slot, uint64_t mixed, int32_t tokens)"):
        out.add("(void)s; (void)slot; (void)tokens;")
        with out.block("switch (s->token_type[1 + slot])"):
            for kinds, rows in _mixed_rows(low):
                out.add(*(f"case {kind}:" for kind in kinds))
                out.add_each((row, _mixed_prop(is_token)) for row, is_token in rows)
                out.add("    break;")
            out.add("default: break;")
        out.add("return mixed;")
    with out.block("LT_INLINE uint64_t mix_token(const lt_state *s, int32_t slot, int32_t index, int32_t tokens)"):
        out.add("int32_t zone = s->token_zone[1 + slot];")
        out.add("uint64_t place = zone_is_ordered[1 + zone] ? (uint64_t)index + 1 : 0;")
        out.add(f"uint64_t mixed = lt_mix_step(lt_mix_start({TOKEN}), (uint64_t)zone + (place << 32));")
        out.add("mixed = lt_mix_step(mixed, type_and_owner(s, slot));", "return mix_props(s, slot, mixed, tokens);")
    with out.block("LT_INLINE uint64_t held_token_number(const lt_state *s, int32_t slot)"):
        out.add("if (slot < 0) return lt_word(-1);", "int32_t index = 0;")
        if not low.layout.single:
            out.add("for (int32_t t = s->token_before[1 + slot]; t >= 0; t = s->token_before[1 + t]) index++;")
        out.add("return mix_token(s, slot, index, 2);")
    owner = Lines()
    with owner.block("LT_INLINE uint64_t type_and_owner(const lt_state *s, int32_t slot)"):
        owner.add("return (uint64_t)s->token_type[1 + slot] + ((uint64_t)(s->token_owner[1 + slot] + 1) << 32);")
    return str(owner) + str(out)


def _mixed_rows(low: Lowering) -> list[tuple[list[int], tuple[tuple[int, bool], ...]]]:
    """Return the properties that types mix, as rows, and whether each stores a token; many types share an entry."""
    rows, names = low.layout.props, low.symbols.name_index
    place = {name: row for row, name in enumerate(rows)}
    types = [
        (names[kind.id], tuple((place[prop.name], prop.type == "token") for prop in kind.props))
        for kind in low.game_def.token_types
        if kind.props
    ]
    if len(types) <= MOST_SPELT_OUT:
        return [([kind], mixed) for kind, mixed in types]
    shared: dict[tuple[tuple[int, bool], ...], list[int]] = {}
    for kind, mixed in types:
        shared.setdefault(mixed, []).append(kind)
    return [(kinds, mixed) for mixed, kinds in shared.items()]


def _mixed_prop(is_token: bool) -> Written:
    def lines(row: str) -> list[str]:
        value = f"s->token_props[{row} * LT_TOKENS1 + 1 + slot]"
        text = f"lt_word({value})"
        if is_token:
            text = f"tokens == 0 || {value} < 0 ? {text} : tokens == 1 ? held_token_number(s, {value}) : 0"
        return [f"    mixed = lt_mix_step(mixed, {text});"]

    return lines


def _zone_number(emit: Emitter) -> str:
    """Return `zone_number`: the sum of the numbers of a zone's tokens, as in the position hash."""
    out = Lines()
    with out.block("LT_INLINE uint64_t zone_number(const lt_state *s, int32_t zone)"):
        out.add("uint64_t sum = 0;", f"{_slots(emit)} sum += mix_token(s, slot, index, 1);", "return sum;")
    return str(out)


def _slots(emit: Emitter) -> str:
    after = "-1" if emit.low.layout.single else "s->token_after[1 + slot]"
    return f"for (int32_t slot = s->first_token[1 + zone], index = 0; slot >= 0; slot = {after}, index++)"


def _tokens(emit: Emitter, out: Lines, *, whole: bool) -> None:
    if emit.low.layout.tokens == 0:
        return  # a compiler that sees how short the arrays are would warn about a loop that never runs
    with out.block("for (int32_t zone = 0; zone < LT_ZONES; zone++)"):
        if not whole:
            out.add("sum += zone_number(s, zone);")
            return
        with out.block(_slots(emit)):
            out.add(
                f"uint64_t mixed = lt_mix2({SLOT}, (uint64_t)slot, (uint64_t)zone + (((uint64_t)index + 1) << 32));"
            )
            out.add("mixed = lt_mix_step(mixed, type_and_owner(s, slot));", "sum += mix_props(s, slot, mixed, 0);")


def _variables(emit: Emitter, out: Lines, *, whole: bool) -> None:
    game = emit.low.game_def

    def word(var: VarDef, value: str) -> str:
        return f"held_token_number(s, {value})" if var.type == "token" and not whole else f"lt_word({value})"

    def of_globals(var: VarDef) -> Written:
        return lambda place: [f"sum += lt_mix2({GLOBAL_VAR}, {place}, {word(var, f's->global_vars[{place}]')});"]

    def of_players(var: VarDef) -> Written:
        def lines(place: str) -> list[str]:
            value = word(var, f"s->player_vars[{place} * LT_PLAYERS1 + 1 + seat]")
            return [
                "for (int32_t seat = 0; seat < LT_PLAYERS; seat++) {",
                f"    sum += lt_mix_step(lt_mix2({PLAYER_VAR}, {place}, lt_word(seat)), {value});",
                "}",
            ]

        return lines

    def of_zones(var: VarDef) -> Written:
        def lines(place: str) -> list[str]:
            value = word(var, f"s->zone_vars[{place} * LT_ZONES1 + 1 + zone]")
            return [
                "for (int32_t zone = 0, at = 0; zone < LT_ZONES; zone++) {",
                "    if (!zone_on_board[1 + zone]) continue;",
                f"    sum += lt_mix_step(lt_mix2({ZONE_VAR}, {place}, lt_word(at++)), {value});",
                "}",
            ]

        return lines

    for variables, written in (
        (game.global_vars, of_globals),
        (game.per_player_vars, of_players),
        (game.per_zone_vars, of_zones),
    ):
        out.add_each((place, written(var)) for place, var in enumerate(variables) if whole or var.position)


def _history(emit: Emitter, out: Lines) -> None:
    with out.block("if (s->history_count > 0)"):
        out.add(f"uint64_t past = lt_mix_start({HISTORY_FEATURE});")
        out.add("for (int32_t i = 0; i < s->history_count; i++) past = lt_mix_step(past, s->history[i * LT_KEYS]);")
        out.add("sum += past;")
        if emit.low.symbols.seen_regions:
            with out.block("for (int32_t r = 0; r < LT_SEEN_REGIONS; r++)"):
                out.add(
                    f"past = lt_mix1({REGION_FEATURE}, (uint64_t)r);", "for (int32_t i = 0; i < s->history_count; i++)"
                )
                out.add("    past = lt_mix_step(past, s->history[i * LT_KEYS + 1 + r]);", "sum += past;")


def _rest(emit: Emitter, out: Lines) -> None:
    out.add(f"uint64_t clock = lt_mix2({CLOCK}, LT_PLAYERS, lt_word(s->turn));")
    out.add("clock = lt_mix_step(lt_mix_step(clock, lt_word(ply)), lt_word(s->last_actor));")
    out.add("sum += lt_mix_step(clock, lt_word(s->recorded));")
    out.add(f"uint64_t chance = lt_mix2({GENERATOR}, s->generator.state_high, s->generator.state_low);")
    out.add("chance = lt_mix_step(chance, s->generator.increment_high);")
    out.add("sum += lt_mix_step(chance, s->generator.increment_low);")
    if emit.low.layout.history:
        _history(emit, out)
    if emit.low.layout.explicit:
        out.add(f"sum += lt_mix_start({EXPLICIT});")
    if emit.low.layout.opens:
        with out.block("for (int32_t slot = 0; slot < LT_TOKENS; slot++)"):
            out.add(f"if (s->open_order[slot / 64] >> slot % 64 & 1) sum += lt_mix1({OPEN}, lt_word(slot));")
    with out.block("if (s->outcome != LT_RUNNING)"):
        out.add("int32_t winners[LT_PLAYERS];", "int64_t scores[LT_PLAYERS];", "double returns[LT_PLAYERS];")
        out.add("uint64_t bits = 0;", "result(s, winners, scores, returns);")
        out.add("for (int32_t i = 0; i < LT_PLAYERS; i++) bits |= (uint64_t)winners[i] << i;")
        out.add(f"uint64_t end = lt_mix2({OUTCOME}, lt_word(s->outcome - 1), lt_word(s->condition));")
        out.add("end = lt_mix_step(end, bits);")
        with out.block("if (s->outcome == LT_SCORE || s->outcome == LT_RANK)"):
            out.add("for (int32_t i = 0; i < LT_PLAYERS; i++) end = lt_mix_step(end, lt_word(scores[i]));")
        out.add("sum += end;")
