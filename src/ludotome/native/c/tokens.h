/* tokens.h: creating, moving, changing and destroying tokens.

   Only these functions write tokens, so everything kept beside them is updated here: `zone_changed` is called when the
   contents of a zone change, `token_gained` and `token_lost` when a token gets another owner, `token_toggled` when a
   token starts or stops standing as its fields say. */

/* ---- effects on tokens: each does nothing for nothing, and returns a fault or LT_OK ---- */

enum { LT_LAST = -1, LT_ON_TOP = -2, LT_AT_BOTTOM = -3, LT_RANDOM = -4 };

LT_INLINE int32_t lt_board_zone(int32_t zone) { return zone_on_board[1 + zone] ? zone : -1; }

LT_INLINE int32_t lt_create(
    lt_state *s, lt_play *p, int32_t actor, int32_t type, int32_t zone, int32_t owner, int32_t *made) {
    *made = -1;
    if (type < 0 || zone < 0) return LT_OK;
    if (!room_for_type(s, type)) return LT_NO_SLOT;
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
    token_gained(s, slot);
    token_toggled(s, slot);
    zone_changed(s, zone);
    *made = slot;
    return token_entered(p, actor, slot, zone, -1);
}

/* Take a token off the board and free its slot. */
LT_INLINE void lt_take_away(lt_state *s, int32_t token) {
    int32_t zone = s->token_zone[1 + token];
    token_lost(s, token);
    token_toggled(s, token);
    lt_leave(s, token);
    lt_left_order(s, token, zone);
    s->token_type[1 + token] = -1;
    s->token_owner[1 + token] = -1;
    s->token_zone[1 + token] = -1;
#if !LT_SINGLE
    /* Equal states are equal bytes, so a free slot is cleared. */
    s->token_before[1 + token] = s->token_after[1 + token] = -1;
#endif
#if LT_PROPS
    for (int32_t row = 0; row < LT_PROPS; row++) s->token_props[row * LT_TOKENS1 + 1 + token] = missing_prop[row];
#endif
    s->free_slots[token / 64] |= UINT64_C(1) << token % 64;
    zone_changed(s, zone);
}

LT_INLINE void lt_destroy(lt_state *s, lt_play *p, int32_t token) {
    lt_take_away(s, token);
    forget_token(s, token);
    lt_forget_event_tokens(p, token);
}

LT_INLINE int32_t lt_move(lt_state *s, lt_play *p, int32_t actor, int32_t token, int32_t zone, int32_t place) {
    if (token < 0 || zone < 0) return LT_OK;
    int32_t from = s->token_zone[1 + token];
    if (zone != from && lt_full(s, zone)) return LT_FULL_ZONE;
    token_toggled(s, token);
    lt_leave(s, token);
    lt_left_order(s, token, from);
    if (place == LT_RANDOM) {
        int64_t count = lt_count(s, zone), drawn = 0;
        int32_t fault = count == 0 ? LT_OK : lt_draw_number(s, p, count + 1, &drawn);
        if (fault) return fault;
        place = (int32_t)drawn;
    } else if (place != LT_LAST) {
        /* The top is where the next draw takes from: the end of a stack, otherwise the front. */
        place = (place == LT_ON_TOP) == zone_is_stack[1 + zone] ? LT_LAST : 0;
    }
    lt_enter(s, token, zone, place);
    token_toggled(s, token);
    zone_changed(s, from);
    zone_changed(s, zone);
    return token_entered(p, actor, token, zone, from);
}

/* Move the tokens of a list, in its order, each to the end of the zone. */
LT_INLINE int32_t lt_move_listed(
    lt_state *s, lt_play *p, int32_t actor, const int32_t *list, int32_t count, int32_t zone) {
    for (int32_t i = 0; i < count; i++) {
        int32_t fault = lt_move(s, p, actor, list[i], zone, LT_LAST);
        if (fault) return fault;
    }
    return LT_OK;
}

LT_INLINE int32_t lt_draw(lt_state *s, lt_play *p, int32_t actor, int32_t from, int32_t to, int64_t count) {
    int32_t taken = 0, fault;
    LT_LIST(int32_t, list, LT_TOKENS1); /* on the heap: moving a token may trigger another draw */
    if (LT_NO_ROOM(list)) return LT_NO_MEMORY;
    list[0] = -1; /* a compiler does not know that an empty list is never read */
    if (from < 0 || to < 0) return LT_OK;
    if ((fault = lt_find_order(s, p, from, count))) return fault;
#if LT_SINGLE
    if (count > 0 && s->first_token[1 + from] >= 0) list[taken++] = s->first_token[1 + from];
#else
    for (int32_t token = lt_top(s, from); token >= 0 && taken < count; token = lt_below(s, from, token))
        list[taken++] = token;
#endif
    return lt_move_listed(s, p, actor, list, taken, to);
}

LT_INLINE void lt_set_owner(lt_state *s, int32_t token, int32_t owner) {
    if (token < 0) return;
    token_lost(s, token);
    token_toggled(s, token);
    s->token_owner[1 + token] = owner;
    token_gained(s, token);
    token_toggled(s, token);
    zone_changed(s, s->token_zone[1 + token]);
}

#if LT_PROPS

/* Whether a number is cut to the range of its property on tokens of *type*; nothing is written where they lack it. */
LT_INLINE int32_t lt_is_cut(int32_t type, int32_t row, int64_t value) {
    return prop_form(type, row) && kept_prop(type, row, value) != value;
}

LT_INLINE void lt_set_prop(lt_state *s, int32_t token, int32_t row, int64_t value) {
    /* A property that the token's type does not have stays nothing. */
    int32_t type = s->token_type[1 + token];
    if (token < 0 || !prop_form(type, row)) return;
    s->token_props[row * LT_TOKENS1 + 1 + token] = (int32_t)kept_prop(type, row, value);
    zone_changed(s, s->token_zone[1 + token]);
}

/* Convert the properties of a token to those of another type: a property with the same form on both is kept, cut to
   its range. */
LT_INLINE void lt_convert_props(lt_state *s, lt_play *p, int32_t token, int32_t type) {
    for (int32_t row = 0; row < LT_PROPS; row++) {
        int32_t *value = &s->token_props[row * LT_TOKENS1 + 1 + token], form = prop_form(type, row);
        if (!form || form != prop_form(s->token_type[1 + token], row)) {
            *value = initial_prop(type, row);
            continue;
        }
        if (lt_is_cut(type, row, *value)) p->clamped = 1;
        *value = (int32_t)kept_prop(type, row, *value);
    }
}

#endif

LT_INLINE int32_t lt_set_type(lt_state *s, lt_play *p, int32_t token, int32_t type) {
    (void)p;
    if (token < 0 || type < 0 || s->token_type[1 + token] == type) return LT_OK;
    if (!room_for_type(s, type)) return LT_NO_SLOT;
#if LT_PROPS
    lt_convert_props(s, p, token, type);
#endif
    token_toggled(s, token);
    s->token_type[1 + token] = type;
    token_toggled(s, token);
    zone_changed(s, s->token_zone[1 + token]);
    return LT_OK;
}

LT_INLINE void lt_forget(int32_t *list, int32_t count, int32_t token) {
    for (int32_t i = 0; i < count; i++)
        if (list[i] == token) list[i] = -1;
}

/* ---- trials in place: changes are noted first, and undone afterwards ---- */

#if LT_UNDO

LT_INLINE void lt_note_value(lt_play *p, int32_t *at) {
    lt_was *was = &p->was[p->was_count++];
    was->at = at;
    was->value = *at;
}

LT_INLINE void lt_note(const lt_state *s, lt_play *p, int32_t token) {
    if (token < 0) return;
    lt_was *was = &p->was[p->was_count++];
    was->at = 0;
    was->token = token;
    was->type = s->token_type[1 + token];
    was->owner = s->token_owner[1 + token];
    was->zone = s->token_zone[1 + token];
#if LT_PROPS
    for (int32_t row = 0; row < LT_PROPS; row++) was->props[row] = s->token_props[row * LT_TOKENS1 + 1 + token];
#endif
}

/* Note a token that did not exist before. */
LT_INLINE void lt_note_made(lt_play *p, int32_t token) {
    if (token < 0) return;
    lt_was *was = &p->was[p->was_count++];
    was->at = 0;
    was->token = token;
    was->type = -1;
}

/* Undo what was noted, the newest first. */
LT_INLINE void lt_put_back(lt_state *s, const lt_was *was, int32_t count) {
    while (count-- > 0) {
        const lt_was *one = &was[count];
        int32_t token = one->token;
        if (one->at) { *one->at = one->value; continue; }
        if (s->token_type[1 + token] >= 0) lt_take_away(s, token);
        if (one->type < 0) continue;
        s->free_slots[token / 64] &= ~(UINT64_C(1) << token % 64);
        s->token_type[1 + token] = one->type;
        s->token_owner[1 + token] = one->owner;
#if LT_PROPS
        for (int32_t row = 0; row < LT_PROPS; row++) s->token_props[row * LT_TOKENS1 + 1 + token] = one->props[row];
#endif
        lt_enter(s, token, one->zone, LT_LAST);
        token_gained(s, token);
        token_toggled(s, token);
        zone_changed(s, one->zone);
    }
}

#else

/* On a copy nothing need be undone. */
LT_INLINE void lt_note_value(lt_play *p, int32_t *at) { (void)p; (void)at; }
LT_INLINE void lt_note(const lt_state *s, lt_play *p, int32_t token) { (void)s; (void)p; (void)token; }
LT_INLINE void lt_note_made(lt_play *p, int32_t token) { (void)p; (void)token; }

#endif

/* ---- movement along static lines ---- */

typedef struct { int32_t first; int16_t count, not_over, not_onto, slide, when; } lt_line;

enum { LT_EMPTY_BIT = 1, LT_ENEMY_BIT = 2, LT_FRIEND_BIT = 4, LT_NEUTRAL_BIT = 8 };

LT_INLINE int32_t lt_stand(const lt_state *s, int32_t token, int32_t owner) {
    int32_t other = s->token_owner[1 + token];
    return other < 0 ? LT_NEUTRAL_BIT : other == owner ? LT_FRIEND_BIT : LT_ENEMY_BIT;
}

/* What a zone holds from *owner*'s point of view, as bits; of a stack only the top counts. */
LT_INLINE int32_t lt_holds(const lt_state *s, int32_t zone, int32_t owner) {
    int32_t token = s->first_token[1 + zone];
    if (token < 0) return LT_EMPTY_BIT;
#if !LT_SINGLE
    if (zone_is_stack[1 + zone]) return lt_stand(s, s->last_token[1 + zone], owner);
#endif
    int32_t bits = lt_stand(s, token, owner);
#if !LT_SINGLE
    while ((token = s->token_after[1 + token]) >= 0) bits |= lt_stand(s, token, owner);
#endif
    return bits;
}

/* Whether other tokens lie on *token* in a stack: it can neither move nor attack. */
LT_INLINE int32_t lt_is_covered(const lt_state *s, int32_t token) {
#if LT_SINGLE
    return (void)s, (void)token, 0;
#else
    int32_t zone = s->token_zone[1 + token];
    return zone_is_stack[1 + zone] && s->last_token[1 + zone] != token;
#endif
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

#define LT_SLIDE (8 * LT_ZONE_WORDS) /* zones of a way, always copied as a block */

/* A way as masks: the zones it passes, its last zone, where it lands, and the numbers of the sets that may not be in
   between and at the end. */
typedef struct {
    uint64_t over[LT_ZONE_WORDS], last[LT_ZONE_WORDS];
    uint8_t zones[LT_SLIDE], slide, down, not_over, not_onto;
    int16_t when;
} lt_way;
typedef uint64_t lt_zone_set[LT_ZONE_WORDS];

/* Whether nothing blocks a landing. */
LT_INLINE int32_t lt_may_land(const lt_way *way, const lt_zone_set *stands) {
    uint64_t met = 0;
    for (int32_t i = 0; i < LT_ZONE_WORDS; i++)
        met |= (way->over[i] & stands[way->not_over][i]) | (way->last[i] & stands[way->not_onto][i]);
    return !met;
}

/* List a landing; it counts only if nothing blocks it. */
LT_INLINE int32_t lt_jump(const lt_way *way, const lt_zone_set *stands, uint8_t *out, int32_t n) {
    out[n] = way->zones[0];
    return n + lt_may_land(way, stands);
}

/* The same as a number: *first* is that of zone 0. */
LT_INLINE int32_t *lt_jump_numbers(const lt_way *way, const lt_zone_set *stands, int32_t first, int32_t *out) {
    *out = first + way->zones[0];
    return out + lt_may_land(way, stands);
}

#if LT_ZONE_WORDS <= 2

/* The lowest or highest zone of a set that is not empty. */
LT_INLINE int32_t lt_first_met(const uint64_t *met, int32_t down) {
#if LT_ZONE_WORDS == 1
    return down ? lt_highest_bit(met[0]) : lt_lowest_bit(met[0]);
#else
    int32_t word = down ? met[1] != 0 : met[0] == 0;
    return 64 * word + (down ? lt_highest_bit(met[word]) : lt_lowest_bit(met[word]));
#endif
}

/* How many zones of a slide count: those up to the first occupied one, including it if it may be entered. */
LT_INLINE int32_t lt_slide_length(
    const uint64_t *occupied, const lt_way *way, const uint8_t *steps, const lt_zone_set *stands) {
    lt_zone_set met;
    for (int32_t i = 0; i < LT_ZONE_WORDS; i++) met[i] = (way->over[i] & occupied[i]) | way->last[i];
    int32_t first = lt_first_met(met, way->down);
    return steps[first] - (int32_t)(stands[way->not_onto][first / 64] >> first % 64 & 1);
}

/* Copy all zones of a slide at once; only the first ones count. */
LT_INLINE int32_t lt_slide(const uint8_t *zones, int32_t length, uint8_t *out, int32_t n) {
    memcpy(out + n, zones, LT_SLIDE);
    return n + length;
}

/* The same as numbers: *first* is that of zone 0. */
LT_INLINE int32_t *lt_slide_numbers(const uint8_t *zones, int32_t length, int32_t first, int32_t *out) {
    /* Copied, so that a compiler knows that source and target do not overlap, and vectorizes the loop. */
    uint8_t own[LT_SLIDE];
    memcpy(own, zones, LT_SLIDE);
    for (int32_t i = 0; i < LT_SLIDE; i++) out[i] = first + own[i];
    return out + length;
}

#endif

/* Drop repeated entries of a list, in place; the order stays. */
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
