/* zones.h: numbers that may be nothing, sets of bits, and what zones hold.

   Everything here is about `lt_state`, whose fields the generated part above declares. Arrays over zones, tokens and
   players start with an entry for nothing, so `array[1 + x]` may be read for x = -1; that entry is never written. */

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

/* A comparison with nothing on either side is false. */
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

LT_INLINE int32_t lt_highest_bit(uint64_t bits) {
#if defined(__GNUC__) || defined(__clang__)
    return 63 - __builtin_clzll(bits);
#else
    int32_t n = 0;
    while (bits >>= 1) n++;
    return n;
#endif
}

LT_INLINE int32_t lt_has_bit(const uint64_t *bits, int32_t zone) { return bits[zone >> 6] >> (zone & 63) & 1; }

LT_INLINE void lt_put_bit(uint64_t *bits, int32_t zone, int32_t on) {
    uint64_t *word = &bits[zone >> 6];
    *word = (*word & ~(UINT64_C(1) << (zone & 63))) | (uint64_t)on << (zone & 63);
}

LT_INLINE int32_t lt_bit_count(uint64_t bits) {
    bits -= bits >> 1 & UINT64_C(0x5555555555555555);
    bits = (bits & UINT64_C(0x3333333333333333)) + (bits >> 2 & UINT64_C(0x3333333333333333));
    return (int32_t)(((bits + (bits >> 4)) & UINT64_C(0x0F0F0F0F0F0F0F0F)) * UINT64_C(0x0101010101010101) >> 56);
}

/* The index of the bit of *bits* that has *k* set bits below it; the caller ensures that k < their number. No
   branch. */
#if defined(FAST_PDEP) && defined(__BMI2__) && defined(__x86_64__)
LT_INLINE int32_t lt_select_bit(uint64_t bits, int32_t k) {
    return lt_lowest_bit(__builtin_ia32_pdep_di(UINT64_C(1) << k, bits));
}
#else
LT_INLINE int32_t lt_select_bit(uint64_t bits, int32_t k) {
    const uint64_t ones = UINT64_C(0x0101010101010101), tops = UINT64_C(0x8080808080808080);
    uint64_t twos = bits - (bits >> 1 & UINT64_C(0x5555555555555555)); /* the number of bits in each two, four, … */
    uint64_t fours = (twos & UINT64_C(0x3333333333333333)) + (twos >> 2 & UINT64_C(0x3333333333333333));
    uint64_t sums = ((fours + (fours >> 4)) & UINT64_C(0x0F0F0F0F0F0F0F0F)) * ones; /* byte i: bits in bytes 0 to i */
    uint64_t passed = (((uint64_t)k * ones | tops) - sums) & tops; /* bytes that end at or before the k-th */
    int32_t place = (int32_t)((passed >> 7) * ones >> 56) * 8, in, beyond;
    k -= (int32_t)(sums << 8 >> place & 255);
    in = (int32_t)(fours >> place & 15), beyond = k >= in, k -= beyond ? in : 0, place += 4 * beyond;
    in = (int32_t)(twos >> place & 3), beyond = k >= in, k -= beyond ? in : 0, place += 2 * beyond;
    return place + (k >= (int32_t)(bits >> place & 1));
}
#endif

/* Write the lowest *count* bits, at most 64, as bytes of 0 or 1. No branch. */
LT_INLINE void lt_spread_bits(uint64_t bits, uint8_t *bytes, int32_t count) {
    int32_t at = 0;
#if defined(__BYTE_ORDER__) && defined(__ORDER_LITTLE_ENDIAN__) && __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
    for (; at + 8 <= count; at += 8) {
        /* Eight copies; byte i keeps bit i, which is carried to the top of the byte. */
        uint64_t eight = (bits >> at & 255) * UINT64_C(0x0101010101010101) & UINT64_C(0x8040201008040201);
        eight = (eight + UINT64_C(0x7F7F7F7F7F7F7F7F)) >> 7 & UINT64_C(0x0101010101010101);
        memcpy(bytes + at, &eight, 8);
    }
#endif
    for (; at < count; at++) bytes[at] = (uint8_t)(bits >> at & 1);
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
   set, to the other end; a draw takes the last of a stack and the first of the others. */

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

/* Insert *token*, which is in no zone, after *place* tokens of the zone; a negative place is the end. */
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

/* ---- seats ---- */

/* Without an effect that eliminates players nobody is ever out. */
LT_INLINE int32_t lt_is_out(const lt_state *s, int32_t seat) { return LT_ELIMINATES && s->out[1 + seat]; }

/* The nearest seat from *seat* that is not out, going round by *step*, which is 1 or -1; *seat* itself comes last; -1 if
   all are out. */
LT_INLINE int32_t lt_seat_not_out(const lt_state *s, int32_t seat, int32_t step) {
    for (int32_t away = 1; away <= LT_PLAYERS; away++) {
        seat += step;
        seat += seat < 0 ? LT_PLAYERS : seat >= LT_PLAYERS ? -LT_PLAYERS : 0;
        if (!lt_is_out(s, seat)) return seat;
    }
    return -1;
}

LT_INLINE int32_t lt_next(const lt_state *s, int32_t player) { return player < 0 ? -1 : lt_seat_not_out(s, player, 1); }
LT_INLINE int32_t lt_previous(const lt_state *s, int32_t player) {
    return player < 0 ? -1 : lt_seat_not_out(s, player, -1);
}
