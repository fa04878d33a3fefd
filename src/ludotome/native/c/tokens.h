/* tokens.h: numbers that may be nothing, and the tokens of a state: where they stand, making, moving, destroying.

   Everything here is about `lt_state`, whose fields the generated part above declares. Arrays over zones, tokens and
   players start with the entry of nothing, so `array[1 + x]` may be read for x = -1; it is never written.
   Only these functions write tokens, so whatever is kept beside them is kept up to date here. */

/* ---- numbers that may be nothing ---- */

LT_INLINE int64_t lt_int(int32_t stored) { return stored == INT32_MIN ? LT_NOTHING : stored; }
LT_INLINE int64_t lt_or_zero(int64_t a) { return a == LT_NOTHING ? 0 : a; }
LT_INLINE int32_t lt_or(int32_t a, int32_t b) { return a < 0 ? b : a; }
LT_INLINE int64_t lt_min(int64_t a, int64_t b) { return a < b ? a : b; }
LT_INLINE int64_t lt_max(int64_t a, int64_t b) { return a > b ? a : b; }
LT_INLINE int64_t lt_abs(int64_t a) { return a < 0 ? -a : a; }
LT_INLINE int64_t lt_clamp(int64_t a, int64_t low, int64_t high) { return a < low ? low : a > high ? high : a; }

/* C truncates; the language floors. The divisor is a constant other than 0. */
LT_INLINE int64_t lt_floor_divide(int64_t a, int64_t b) {
    int64_t quotient = a / b;
    return a % b != 0 && (a < 0) != (b < 0) ? quotient - 1 : quotient;
}
LT_INLINE int64_t lt_remainder(int64_t a, int64_t b) {
    int64_t rest = a % b;
    return rest != 0 && (rest < 0) != (b < 0) ? rest + b : rest;
}

LT_INLINE int32_t lt_both(int64_t a, int64_t b) { return a != LT_NOTHING && b != LT_NOTHING; }
LT_INLINE int64_t lt_maybe_add(int64_t a, int64_t b) { return lt_both(a, b) ? a + b : LT_NOTHING; }
LT_INLINE int64_t lt_maybe_subtract(int64_t a, int64_t b) { return lt_both(a, b) ? a - b : LT_NOTHING; }
LT_INLINE int64_t lt_maybe_multiply(int64_t a, int64_t b) { return lt_both(a, b) ? a * b : LT_NOTHING; }
LT_INLINE int64_t lt_maybe_floor_divide(int64_t a, int64_t b) { return lt_both(a, b) ? lt_floor_divide(a, b) : LT_NOTHING; }
LT_INLINE int64_t lt_maybe_remainder(int64_t a, int64_t b) { return lt_both(a, b) ? lt_remainder(a, b) : LT_NOTHING; }
LT_INLINE int64_t lt_maybe_min(int64_t a, int64_t b) { return lt_both(a, b) ? lt_min(a, b) : LT_NOTHING; }
LT_INLINE int64_t lt_maybe_max(int64_t a, int64_t b) { return lt_both(a, b) ? lt_max(a, b) : LT_NOTHING; }
LT_INLINE int64_t lt_maybe_abs(int64_t a) { return a == LT_NOTHING ? a : lt_abs(a); }

/* A comparison in which a side is nothing is false. */
LT_INLINE int32_t lt_int_eq(int64_t a, int64_t b) { return lt_both(a, b) && a == b; }
LT_INLINE int32_t lt_int_ne(int64_t a, int64_t b) { return lt_both(a, b) && a != b; }
LT_INLINE int32_t lt_int_lt(int64_t a, int64_t b) { return lt_both(a, b) && a < b; }
LT_INLINE int32_t lt_int_le(int64_t a, int64_t b) { return lt_both(a, b) && a <= b; }
LT_INLINE int32_t lt_int_gt(int64_t a, int64_t b) { return lt_both(a, b) && a > b; }
LT_INLINE int32_t lt_int_ge(int64_t a, int64_t b) { return lt_both(a, b) && a >= b; }
LT_INLINE int32_t lt_same(int32_t a, int32_t b) { return a >= 0 && a == b; }
LT_INLINE int32_t lt_differ(int32_t a, int32_t b) { return a >= 0 && b >= 0 && a != b; }

LT_INLINE int32_t lt_lowest_bit(uint64_t bits) {
#if defined(__GNUC__) || defined(__clang__)
    return __builtin_ctzll(bits);
#else
    int32_t n = 0;
    while (!(bits & 1)) { bits >>= 1; n++; }
    return n;
#endif
}

LT_INLINE int32_t lt_bit_count(uint64_t bits) {
    bits -= bits >> 1 & UINT64_C(0x5555555555555555);
    bits = (bits & UINT64_C(0x3333333333333333)) + (bits >> 2 & UINT64_C(0x3333333333333333));
    return (int32_t)(((bits + (bits >> 4)) & UINT64_C(0x0F0F0F0F0F0F0F0F)) * UINT64_C(0x0101010101010101) >> 56);
}

/* ---- zones and slots ---- */

LT_INLINE uint64_t lt_used_slots(const lt_state *s, int32_t word) {
    uint64_t all = word < LT_SLOT_WORDS - 1 || LT_TOKENS % 64 == 0 ? ~UINT64_C(0) : (UINT64_C(1) << LT_TOKENS % 64) - 1;
    return LT_TOKENS == 0 ? 0 : ~s->free_slots[word] & all;
}

LT_INLINE int32_t lt_empty(const lt_state *s, int32_t zone) { return zone >= 0 && s->first_token[1 + zone] < 0; }
LT_INLINE int32_t lt_occupied(const lt_state *s, int32_t zone) { return s->first_token[1 + zone] >= 0; }

#if LT_SINGLE

LT_INLINE int32_t lt_top(const lt_state *s, int32_t zone) { return s->first_token[1 + zone]; }
LT_INLINE int64_t lt_count(const lt_state *s, int32_t zone) {
    return zone < 0 ? LT_NOTHING : s->first_token[1 + zone] >= 0;
}
LT_INLINE int32_t lt_full(const lt_state *s, int32_t zone) { return s->first_token[1 + zone] >= 0; }
LT_INLINE void lt_leave(lt_state *s, int32_t token) { s->first_token[1 + s->token_zone[1 + token]] = -1; }
LT_INLINE void lt_enter(lt_state *s, int32_t token, int32_t zone, int32_t place) {
    (void)place;
    s->first_token[1 + zone] = token;
    s->token_zone[1 + token] = zone;
}

#else

/* `token_before` and `token_after` link the tokens of a zone from the bottom of a stack, or the front of a queue or
   set, to the other end; the last of a stack and the first of the others is the one a draw takes. */

LT_INLINE int32_t lt_top(const lt_state *s, int32_t zone) {
    return zone_is_stack[1 + zone] ? s->last_token[1 + zone] : s->first_token[1 + zone];
}
LT_INLINE int32_t lt_below(const lt_state *s, int32_t zone, int32_t token) {
    return zone_is_stack[1 + zone] ? s->token_before[1 + token] : s->token_after[1 + token];
}
LT_INLINE int64_t lt_count(const lt_state *s, int32_t zone) { return zone < 0 ? LT_NOTHING : s->count_of_zone[1 + zone]; }
LT_INLINE int32_t lt_full(const lt_state *s, int32_t zone) {
    return s->count_of_zone[1 + zone] >= zone_capacity[1 + zone];
}

LT_INLINE void lt_leave(lt_state *s, int32_t token) {
    int32_t zone = s->token_zone[1 + token], before = s->token_before[1 + token], after = s->token_after[1 + token];
    if (before >= 0) s->token_after[1 + before] = after; else s->first_token[1 + zone] = after;
    if (after >= 0) s->token_before[1 + after] = before; else s->last_token[1 + zone] = before;
    s->count_of_zone[1 + zone]--;
}

/* Put *token*, which stands nowhere, after *place* tokens of the zone; a negative place is the end. */
LT_INLINE void lt_enter(lt_state *s, int32_t token, int32_t zone, int32_t place) {
    int32_t before, after;
    if (place < 0) {
        before = s->last_token[1 + zone];
        after = -1;
    } else {
        before = -1;
        after = s->first_token[1 + zone];
        for (int32_t i = 0; i < place && after >= 0; i++) { before = after; after = s->token_after[1 + after]; }
    }
    s->token_zone[1 + token] = zone;
    s->token_before[1 + token] = before;
    s->token_after[1 + token] = after;
    if (before >= 0) s->token_after[1 + before] = token; else s->first_token[1 + zone] = token;
    if (after >= 0) s->token_before[1 + after] = token; else s->last_token[1 + zone] = token;
    s->count_of_zone[1 + zone]++;
}

#endif

/* ---- effects on tokens: each does nothing to nothing, and returns a fault or LT_OK ---- */

enum { LT_LAST = -1, LT_FIRST = -2, LT_RANDOM = -3 };

LT_INLINE int32_t lt_board_zone(int32_t zone) { return zone_on_board[1 + zone] ? zone : -1; }

LT_INLINE int32_t lt_create(lt_state *s, int32_t type, int32_t zone, int32_t owner, int32_t *made) {
    *made = -1;
    if (type < 0 || zone < 0) return LT_OK;
    if (lt_full(s, zone)) return LT_FULL_ZONE;
    int32_t slot = -1;
    for (int32_t word = 0; word < LT_SLOT_WORDS && slot < 0; word++)
        if (s->free_slots[word]) {
            slot = word * 64 + lt_lowest_bit(s->free_slots[word]);
            s->free_slots[word] &= s->free_slots[word] - 1;
        }
    if (slot < 0) return LT_NO_SLOT;
    s->token_type[1 + slot] = type;
    s->token_owner[1 + slot] = owner;
#if LT_PROPS
    for (int32_t row = 0; row < LT_PROPS; row++) s->token_props[row * LT_TOKENS1 + 1 + slot] = initial_prop(type, row);
#endif
    lt_enter(s, slot, zone, LT_LAST);
    lt_indexed(s, slot, zone);
    *made = slot;
    return LT_OK;
}

LT_INLINE void lt_destroy(lt_state *s, int32_t token) {
    lt_unindexed(s, token, s->token_zone[1 + token]);
    lt_leave(s, token);
    s->token_type[1 + token] = -1;
    s->token_owner[1 + token] = -1;
    s->token_zone[1 + token] = -1;
#if LT_PROPS
    for (int32_t row = 0; row < LT_PROPS; row++) s->token_props[row * LT_TOKENS1 + 1 + token] = missing_prop[row];
#endif
    s->free_slots[token / 64] |= UINT64_C(1) << token % 64;
    forget_token(s, token);
}

LT_INLINE int32_t lt_move(lt_state *s, int32_t token, int32_t zone, int32_t place) {
    if (token < 0 || zone < 0) return LT_OK;
    lt_unindexed(s, token, s->token_zone[1 + token]);
    lt_leave(s, token);
    if (lt_full(s, zone)) return LT_FULL_ZONE;
    if (place == LT_RANDOM) {
        int64_t count = lt_count(s, zone);
        place = count == 0 ? 0 : (int32_t)lt_bounded(&s->generator, (uint64_t)count + 1);
    } else if (place == LT_FIRST) {
        place = 0;
    }
    lt_enter(s, token, zone, place);
    lt_indexed(s, token, zone);
    return LT_OK;
}

LT_INLINE void lt_set_owner(lt_state *s, int32_t token, int32_t owner) {
    if (token < 0) return;
    lt_unindexed(s, token, s->token_zone[1 + token]);
    s->token_owner[1 + token] = owner;
    lt_indexed(s, token, s->token_zone[1 + token]);
}

#if LT_PROPS
LT_INLINE void lt_set_prop(lt_state *s, int32_t token, int32_t row, int32_t value) {
    /* A property the token's type does not have stays nothing. */
    if (token < 0 || !has_prop(s->token_type[1 + token], row)) return;
    s->token_props[row * LT_TOKENS1 + 1 + token] = value;
}
#endif

LT_INLINE void lt_set_type(lt_state *s, int32_t token, int32_t type) {
    if (token < 0 || type < 0) return;
    lt_unindexed(s, token, s->token_zone[1 + token]);
#if LT_PROPS
    for (int32_t row = 0; row < LT_PROPS; row++)
        if (!has_prop(s->token_type[1 + token], row) || !has_prop(type, row))
            s->token_props[row * LT_TOKENS1 + 1 + token] = initial_prop(type, row);
#endif
    s->token_type[1 + token] = type;
    lt_indexed(s, token, s->token_zone[1 + token]);
}

LT_INLINE void lt_forget(int32_t *list, int32_t count, int32_t token) {
    for (int32_t i = 0; i < count; i++)
        if (list[i] == token) list[i] = -1;
}

/* ---- movement along static lines ---- */

typedef struct { int32_t first; int16_t count, not_over, not_onto, slide, when; } lt_line;

enum { LT_EMPTY_BIT = 1, LT_ENEMY_BIT = 2, LT_FRIEND_BIT = 4, LT_NEUTRAL_BIT = 8 };

LT_INLINE int32_t lt_stand(const lt_state *s, int32_t token, int32_t owner) {
    int32_t other = s->token_owner[1 + token];
    return other < 0 ? LT_NEUTRAL_BIT : other == owner ? LT_FRIEND_BIT : LT_ENEMY_BIT;
}

/* What a zone holds as *owner* sees it, as bits. */
LT_INLINE int32_t lt_holds(const lt_state *s, int32_t zone, int32_t owner) {
    int32_t token = s->first_token[1 + zone];
    if (token < 0) return LT_EMPTY_BIT;
    int32_t bits = lt_stand(s, token, owner);
#if !LT_SINGLE
    while ((token = s->token_after[1 + token]) >= 0) bits |= lt_stand(s, token, owner);
#endif
    return bits;
}

LT_INLINE int32_t lt_passes(const lt_state *s, const lt_line *line, const int16_t *zones, int32_t owner) {
    for (int32_t i = 0; i < line->count - 1; i++)
        if (lt_holds(s, zones[i], owner) & line->not_over) return 0;
    return 1;
}

LT_INLINE int32_t lt_target_line(
    const lt_state *s, const lt_line *line, const int16_t *zones, int32_t owner, int32_t *out, int32_t n) {
    if (!line->slide) {
        int32_t landing = zones[line->count - 1];
        if (!(lt_holds(s, landing, owner) & line->not_onto) && lt_passes(s, line, zones, owner)) out[n++] = landing;
        return n;
    }
    for (int32_t i = 0; i < line->count; i++) {
        int32_t bits = lt_holds(s, zones[i], owner);
        if (!(bits & line->not_onto)) out[n++] = zones[i];
        if (bits != LT_EMPTY_BIT) break;
    }
    return n;
}

/* Drop what stood before in the list, in place; the order stays. */
LT_INLINE int32_t lt_unrepeated(int32_t *list, int32_t count) {
    int32_t kept = 0;
    for (int32_t i = 0; i < count; i++) {
        int32_t again = 0;
        for (int32_t j = 0; j < kept; j++) again |= list[j] == list[i];
        if (!again) list[kept++] = list[i];
    }
    return kept;
}

LT_INLINE int32_t lt_attack_line(
    const lt_state *s, const lt_line *line, const int16_t *zones, int32_t owner, int32_t *out, int32_t n) {
    if (!line->slide) {
        if (lt_passes(s, line, zones, owner)) out[n++] = zones[line->count - 1];
        return n;
    }
    for (int32_t i = 0; i < line->count; i++) {
        out[n++] = zones[i];
        if (s->first_token[1 + zones[i]] >= 0) break;
    }
    return n;
}
