/* resample.h: worlds, that is, states that a seat cannot tell from the present one, drawn by a seed.

   Number for number those of the reference kernel; `docs/kernel.md` (Worlds) says in which order they are drawn. A state
   is first reduced to what the seat knows, its veil, which is made once and gives any number of worlds. A state that
   waits for an answer has no veil here (LT_SUSPENDED).

   Most of it is LT_SELDOM: a world takes less than a microsecond all the same, and everybody waits for the compiler. */

#if LT_WORLDS

/* One more than there are slots: where a game has no tokens, a compiler warns of loops that never run. */
#define LT_VEIL_ROOM (LT_TOKENS + 2)

struct lt_veil_ {
    const lt_secrets *secrets;
    lt_held_state state; /* as the seat knows it: hidden tokens are there, at no place yet */
    int32_t seat;
    int32_t hidden;  /* how many tokens the seat does not see, */
    int32_t blanks;  /* and of how many of them it does not know the type */
    int32_t alike;   /* every hidden token may lie at every hidden place */
    int32_t unseen;  /* there is a zone that the seat does not see */
    int32_t is_now;  /* the last recorded position is that of the state itself */
    int32_t slot_at[LT_VEIL_ROOM], zone_at[LT_VEIL_ROOM]; /* by hidden place: zone by zone, in stored order */
    int32_t order[LT_VEIL_ROOM], others[LT_VEIL_ROOM];
    int32_t came_from[LT_VEIL_ROOM];
    int32_t kind_of[LT_VEIL_ROOM]; /* by slot: those of one kind may lie at the same places */
    int32_t start_of_zone[LT_ZONES1];
    int32_t number_of_type[LT_TYPES + 1], drawn_of_type[LT_TYPES + 1];
    uint8_t is_hidden[LT_VEIL_ROOM], is_blank[LT_VEIL_ROOM], is_open[LT_VEIL_ROOM]; /* by slot, by slot, by place */
};

static void lt_free_veil(lt_veil *veil) {
    if (veil) free(veil->state.at);
    free(veil);
}

LT_INLINE int32_t lt_after(const lt_state *s, int32_t token) {
#if LT_SINGLE
    return (void)s, (void)token, -1;
#else
    return s->token_after[1 + token];
#endif
}

LT_INLINE int32_t lt_veil_sees(const lt_secrets *x, int32_t seat, int32_t zone) { return x->sees[seat * LT_ZONES + zone]; }

/* Whether a hidden token can lie in a zone that the seat does not see. */
LT_INLINE int32_t lt_may_lie(const lt_veil *v, int32_t slot, int32_t zone) {
    const lt_secrets *x = v->secrets;
    const lt_state *s = v->state.at;
    int32_t place = x->place_of_zone[zone];
    if (v->is_blank[slot]) return x->open_at[place] < x->open_at[place + 1];
    int32_t type = x->type_of_name[s->token_type[1 + slot]];
    return x->may_lie[((int64_t)type * LT_PLAYERS1 + 1 + s->token_owner[1 + slot]) * x->places + place];
}

/* ---- making a veil ---- */

/* Find what is hidden, zone by zone. */
LT_SELDOM void lt_find_hidden(lt_veil *v, const lt_state *from) {
    for (int32_t zone = 0; zone < LT_ZONES; zone++) {
        if (lt_veil_sees(v->secrets, v->seat, zone)) continue;
        v->unseen = 1;
        v->start_of_zone[zone] = v->hidden;
        for (int32_t slot = from->first_token[1 + zone]; slot >= 0; slot = lt_after(from, slot)) {
            v->is_hidden[slot] = 1;
            v->is_open[v->hidden] = 0;
#if LT_OPENS
            v->is_open[v->hidden] = from->open_order[slot / 64] >> slot % 64 & 1;
            v->state.at->open_order[slot / 64] &= ~(UINT64_C(1) << slot % 64);
#endif
            v->zone_at[v->hidden++] = zone;
        }
    }
}

/* Let nothing be in a slot: equal states are equal bytes. */
LT_SELDOM void lt_empty_slot(lt_state *s, int32_t slot) {
    s->token_type[1 + slot] = s->token_owner[1 + slot] = -1;
    s->token_zone[1 + slot] = -1;
#if !LT_SINGLE
    s->token_before[1 + slot] = s->token_after[1 + slot] = -1;
#endif
#if LT_PROPS
    for (int32_t row = 0; row < LT_PROPS; row++) s->token_props[row * LT_TOKENS1 + 1 + slot] = missing_prop[row];
#endif
    s->free_slots[slot / 64] |= UINT64_C(1) << slot % 64;
}

/* Write the slots of the hidden tokens to `order`: fixed types by slot, then blanks, in the lowest slots left. */
LT_SELDOM void lt_find_slots(lt_veil *v) {
    const lt_secrets *x = v->secrets;
    lt_state *s = v->state.at;
    int32_t found = 0;
    for (int32_t slot = 0; slot < LT_TOKENS; slot++) {
        if (!v->is_hidden[slot]) continue;
        int32_t type = x->type_of_name[s->token_type[1 + slot]];
        if (!x->is_fixed[type]) {
            v->is_hidden[slot] = 0;
            lt_empty_slot(s, slot);
            continue;
        }
        const uint8_t *unsettled = x->unsettled + type * (1 + LT_PROPS);
        if (unsettled[0]) s->token_owner[1 + slot] = -1;
#if LT_PROPS
        for (int32_t row = 0; row < LT_PROPS; row++)
            if (unsettled[1 + row])
                s->token_props[row * LT_TOKENS1 + 1 + slot] = initial_prop(s->token_type[1 + slot], row);
#endif
        v->order[found++] = slot;
    }
    v->blanks = v->hidden - found;
    for (int32_t slot = 0; slot < LT_TOKENS; slot++) {
        if (s->token_type[1 + slot] >= 0) v->number_of_type[x->type_of_name[s->token_type[1 + slot]]]++;
        else if (found < v->hidden) {
            v->order[found++] = slot;
            v->is_blank[slot] = v->is_hidden[slot] = 1;
            s->free_slots[slot / 64] &= ~(UINT64_C(1) << slot % 64);
        }
    }
}

/* Give *slot* a place, moving others on where it needs theirs: an augmenting path, breadth first. */
LT_SELDOM void lt_take_place(lt_veil *v, int32_t slot, int32_t first_free) {
    int32_t ahead = 0, behind = 0, *queue = v->others;
    for (int32_t place = first_free; place < v->hidden; place++)
        if (v->slot_at[place] < 0 && lt_may_lie(v, slot, v->zone_at[place])) { v->slot_at[place] = slot; return; }
    for (int32_t place = 0; place < v->hidden; place++) v->came_from[place] = -2;
    for (int32_t origin = -1;;) {
        int32_t mover = origin < 0 ? slot : v->slot_at[origin];
        for (int32_t place = 0; place < v->hidden; place++) {
            if (v->came_from[place] != -2 || !lt_may_lie(v, mover, v->zone_at[place])) continue;
            v->came_from[place] = origin;
            if (v->slot_at[place] >= 0) { queue[behind++] = place; continue; }
            for (int32_t before; (before = v->came_from[place]) >= 0; place = before) v->slot_at[place] = v->slot_at[before];
            v->slot_at[place] = slot;
            return;
        }
        if (ahead == behind) return;
        origin = queue[ahead++];
    }
}

/* Arrange the slots of `order`: each takes the first place that leaves one for all before it, those without one what is
   left. */
LT_SELDOM void lt_arrange(lt_veil *v) {
    int32_t first_free = 0, left = 0;
    for (int32_t place = 0; place < v->hidden; place++) v->slot_at[place] = -1;
    for (int32_t i = 0; i < v->hidden; i++) {
        while (first_free < v->hidden && v->slot_at[first_free] >= 0) first_free++;
        lt_take_place(v, v->order[i], first_free);
    }
    for (int32_t slot = 0; slot <= LT_TOKENS; slot++) v->kind_of[slot] = 0;
    for (int32_t place = 0; place < v->hidden; place++)
        if (v->slot_at[place] >= 0) v->kind_of[v->slot_at[place]] = 1;
    for (int32_t place = 0; place < v->hidden; place++) {
        if (v->slot_at[place] >= 0) continue;
        while (v->kind_of[v->order[left]]) left++;
        v->slot_at[place] = v->order[left++];
    }
}

/* Where tokens are open, they stand in slot order at the open places of their zone; noted in *s*, unless that is 0. */
LT_SELDOM void lt_sort_open(lt_veil *v, lt_state *s, int32_t *slots) {
    (void)v; (void)s; (void)slots;
#if LT_OPENS
    uint64_t there[LT_SLOT_WORDS];
    for (int32_t start = 0, end; start < v->hidden; start = end) {
        memset(there, 0, sizeof there);
        for (end = start; end < v->hidden && v->zone_at[end] == v->zone_at[start]; end++)
            if (v->is_open[end]) there[slots[end] / 64] |= UINT64_C(1) << slots[end] % 64;
        int32_t place = start;
        for (int32_t word = 0; word < LT_SLOT_WORDS; word++)
            for (uint64_t bits = there[word]; bits; bits &= bits - 1) {
                while (!v->is_open[place]) place++;
                slots[place++] = word * 64 + lt_lowest_bit(bits);
                if (s) s->open_order[word] |= bits & -bits;
            }
    }
#endif
}

/* A number for the places where a token may lie, the same for equal ones. */
LT_SELDOM uint64_t lt_places_number(const lt_veil *v, int32_t slot) {
    uint64_t number = lt_mix_start(0);
    for (int32_t place = 0; place < v->hidden; place++)
        if (!place || v->zone_at[place] != v->zone_at[place - 1])
            number = lt_mix_step(number, (uint64_t)lt_may_lie(v, slot, v->zone_at[place]));
    return number;
}

LT_INLINE int32_t lt_same_kind(const lt_veil *v, int32_t one, int32_t other) {
    const lt_state *s = v->state.at;
    if (v->is_blank[one] || v->is_blank[other]) return v->is_blank[one] == v->is_blank[other];
    return s->token_type[1 + one] == s->token_type[1 + other] && s->token_owner[1 + one] == s->token_owner[1 + other];
}

/* Number the tokens by the places where they may lie. Returns 0 without memory. */
LT_SELDOM int32_t lt_find_kinds(lt_veil *v) {
    int32_t *first = v->others, known = 0;
    uint64_t *number = malloc((size_t)(v->hidden + 1) * sizeof *number);
    if (!number) return 0;
    v->alike = 1;
    for (int32_t i = 0; i < v->hidden; i++) {
        int32_t slot = v->order[i], same = 0;
        while (same < known && !lt_same_kind(v, first[same], slot)) same++;
        if (same == known) {
            first[known] = slot;
            number[known++] = lt_places_number(v, slot);
        }
        int32_t kind = 0;
        while (number[kind] != number[same]) kind++;
        v->kind_of[slot] = kind;
        v->alike &= !kind;
    }
    free(number);
    return 1;
}

/* What a variable holds: of hidden tokens, the first of their zone. */
LT_INLINE int32_t lt_veiled_token(const lt_veil *v, const lt_state *from, int32_t token) {
    if (token < 0) return token;
    int32_t zone = from->token_zone[1 + token];
    return lt_veil_sees(v->secrets, v->seat, zone) ? token : v->slot_at[v->start_of_zone[zone]];
}

LT_SELDOM void lt_veil_holders(lt_veil *v, const lt_state *from) {
    const lt_secrets *x = v->secrets;
    lt_state *s = v->state.at;
    (void)x; (void)from; (void)s;
#if LT_GLOBAL_HOLDERS
    for (int32_t i = 0; i < x->global_holders; i++)
        s->global_vars[x->globals[i]] = lt_veiled_token(v, from, s->global_vars[x->globals[i]]);
#endif
#if LT_PLAYER_HOLDERS
    for (int32_t i = 0; i < x->player_holders; i++)
        for (int32_t at = x->players[i] * LT_PLAYERS1 + 1; at < (x->players[i] + 1) * LT_PLAYERS1; at++)
            s->player_vars[at] = lt_veiled_token(v, from, s->player_vars[at]);
#endif
#if LT_ZONE_HOLDERS
    for (int32_t i = 0; i < x->zone_holders; i++)
        for (int32_t at = x->zones[i] * LT_ZONES1 + 1; at < (x->zones[i] + 1) * LT_ZONES1; at++)
            s->zone_vars[at] = lt_veiled_token(v, from, s->zone_vars[at]);
#endif
#if LT_PROPS
    for (int32_t slot = 0; x->any_holder && slot < LT_TOKENS; slot++) {
        if (s->token_type[1 + slot] < 0) continue;
        int32_t type = x->type_of_name[s->token_type[1 + slot]];
        for (int32_t i = x->holder_at[type]; i < x->holder_at[type + 1]; i++) {
            int32_t *held = &s->token_props[x->holder_rows[i] * LT_TOKENS1 + 1 + slot];
            *held = lt_veiled_token(v, from, *held);
        }
    }
#endif
}

/* Leave of the recorded positions in which something is hidden nothing but how many there are. */
LT_SELDOM void lt_veil_history(lt_veil *v) {
    (void)v;
#if LT_KEYS
    lt_state *s = v->state.at;
    v->is_now = v->unseen && s->recorded && s->history_count > 0;
    if (!v->unseen) return;
    for (int32_t key = 0; key < LT_KEYS; key++)
        if (!key || v->secrets->hides_region[v->seat * LT_SEEN_REGIONS + key - 1])
            for (int32_t i = 0; i < s->history_count; i++) s->history[i * LT_KEYS + key] = (uint64_t)i + 1;
#endif
}

/* Reduce *from* to what *seat* knows. Returns a fault. */
LT_SELDOM int32_t lt_make_veil(lt_veil *v, const lt_secrets *secrets, const lt_state *from, int32_t seat) {
    if (lt_is_suspended(from)) return LT_SUSPENDED;
    if (!lt_hold_copy(&v->state, from)) return LT_NO_MEMORY;
    v->secrets = secrets;
    v->seat = seat;
    v->hidden = v->blanks = v->unseen = v->is_now = 0;
    memset(v->is_hidden, 0, sizeof v->is_hidden);
    memset(v->is_blank, 0, sizeof v->is_blank);
    memset(v->number_of_type, 0, sizeof v->number_of_type);
    lt_find_hidden(v, from);
    lt_veil_history(v);
    if (!v->hidden) return LT_OK;
    lt_find_slots(v);
    lt_arrange(v);
    lt_sort_open(v, 0, v->slot_at);
    lt_veil_holders(v, from);
    return lt_find_kinds(v) ? LT_OK : LT_NO_MEMORY;
}

/* ---- drawing a world ---- */

/* One of *count* numbers from 0 on; a single one is not drawn. */
LT_INLINE int32_t lt_one_of(lt_generator *lot, int32_t count) {
    return count > 1 ? (int32_t)lt_bounded(lot, (uint64_t)count) : 0;
}

/* Let the hidden tokens change places, as far as they may. */
LT_SELDOM void lt_shuffle_hidden(lt_veil *v, lt_generator *lot) {
    int32_t *order = v->order, *others = v->others;
    memcpy(order, v->slot_at, (size_t)v->hidden * sizeof *order);
    for (int32_t last = v->hidden - 1; last > 0; last--) {
        int32_t mine = order[last], here = v->zone_at[last], count = 0, place;
        if (v->alike) place = (int32_t)lt_bounded(lot, (uint64_t)last + 1);
        else {
            for (int32_t i = 0; i < last; i++)
                if (v->kind_of[order[i]] == v->kind_of[mine] ||
                    (lt_may_lie(v, mine, v->zone_at[i]) && lt_may_lie(v, order[i], here)))
                    others[count++] = i;
            if (!count) continue;
            others[count] = last;
            place = others[lt_bounded(lot, (uint64_t)count + 1)];
        }
        order[last] = order[place];
        order[place] = mine;
    }
}

/* Draw the type of a blank at *place*: one that has room for one more, if any has. */
LT_SELDOM int32_t lt_draw_type(lt_veil *v, int32_t place, lt_generator *lot) {
    const lt_secrets *x = v->secrets;
    int32_t first = x->open_at[place], count = x->open_at[place + 1] - first, any = !count, with_room = 0;
    if (any) count = x->types;
    for (int32_t i = 0; i < count; i++) {
        int32_t type = any ? i : x->open_types[first + i];
        with_room += v->drawn_of_type[type] < x->most[type];
    }
    int32_t left = lt_one_of(lot, with_room ? with_room : count), type = 0;
    for (int32_t i = 0; i < count; i++) {
        type = any ? i : x->open_types[first + i];
        if ((!with_room || v->drawn_of_type[type] < x->most[type]) && left-- == 0) break;
    }
    v->drawn_of_type[type]++;
    return type;
}

/* Draw what the token of *slot*, which lies in *zone*, is. */
LT_INLINE void lt_draw_token(lt_veil *v, lt_state *s, int32_t slot, int32_t zone, lt_generator *lot) {
    const lt_secrets *x = v->secrets;
    int32_t place = x->place_of_zone[zone], type;
    if (v->is_blank[slot]) {
        type = lt_draw_type(v, place, lot);
        s->token_type[1 + slot] = x->name_of_type[type];
        s->token_owner[1 + slot] = -1;
#if LT_PROPS
        for (int32_t row = 0; row < LT_PROPS; row++)
            s->token_props[row * LT_TOKENS1 + 1 + slot] = initial_prop(s->token_type[1 + slot], row);
#endif
    } else type = x->type_of_name[s->token_type[1 + slot]];
    const int32_t *at = x->choice_at + (int64_t)type * x->places + place;
    for (int32_t i = at[0]; i < at[1]; i++) {
        const lt_choice *c = x->choices + i;
        int32_t drawn = lt_one_of(lot, c->count), value = c->first < 0 ? c->low + drawn : x->options[c->first + drawn];
        if (c->row < 0) s->token_owner[1 + slot] = value;
#if LT_PROPS
        else s->token_props[c->row * LT_TOKENS1 + 1 + slot] = value;
#endif
    }
}

/* Put the hidden tokens where `order` says. */
LT_SELDOM void lt_put_hidden(lt_veil *v, lt_state *s) {
    for (int32_t place = 0; place < v->hidden; place++) {
        int32_t slot = v->order[place], zone = v->zone_at[place];
        s->token_zone[1 + slot] = zone;
#if LT_SINGLE
        s->first_token[1 + zone] = slot;
#else
        int32_t is_first = !place || v->zone_at[place - 1] != zone;
        int32_t is_last = place == v->hidden - 1 || v->zone_at[place + 1] != zone;
        s->token_before[1 + slot] = is_first ? -1 : v->order[place - 1];
        s->token_after[1 + slot] = is_last ? -1 : v->order[place + 1];
        if (is_first) s->first_token[1 + zone] = slot;
        if (is_last) s->last_token[1 + zone] = slot;
#endif
    }
}

/* What a variable that holds a hidden token holds in the world: any of its zone. *zones* has where the veil has it. */
LT_INLINE int32_t lt_drawn_token(const lt_veil *v, const int32_t *zone_of, int32_t token, lt_generator *lot) {
    if (token < 0 || !v->is_hidden[token]) return token;
    int32_t zone = zone_of[token], start = v->start_of_zone[zone], count = 0;
    while (start + count < v->hidden && v->zone_at[start + count] == zone) count++;
    return v->order[start + lt_one_of(lot, count)];
}

LT_SELDOM void lt_draw_holders(lt_veil *v, lt_state *s, lt_generator *lot) {
    const lt_secrets *x = v->secrets;
    int32_t *zone_of = v->came_from;
    if (!x->global_holders && !x->player_holders && !x->zone_holders && !x->any_holder) return;
    for (int32_t place = 0; place < v->hidden; place++) zone_of[v->slot_at[place]] = v->zone_at[place];
    (void)s; (void)lot;
#if LT_GLOBAL_HOLDERS
    for (int32_t i = 0; i < x->global_holders; i++)
        s->global_vars[x->globals[i]] = lt_drawn_token(v, zone_of, s->global_vars[x->globals[i]], lot);
#endif
#if LT_PLAYER_HOLDERS
    for (int32_t i = 0; i < x->player_holders; i++)
        for (int32_t at = x->players[i] * LT_PLAYERS1 + 1; at < (x->players[i] + 1) * LT_PLAYERS1; at++)
            s->player_vars[at] = lt_drawn_token(v, zone_of, s->player_vars[at], lot);
#endif
#if LT_ZONE_HOLDERS
    for (int32_t i = 0; i < x->zone_holders; i++)
        for (int32_t at = x->zones[i] * LT_ZONES1 + 1; at < (x->zones[i] + 1) * LT_ZONES1; at++)
            s->zone_vars[at] = lt_drawn_token(v, zone_of, s->zone_vars[at], lot);
#endif
#if LT_PROPS
    for (int32_t slot = 0; x->any_holder && slot < LT_TOKENS; slot++) {
        if (s->token_type[1 + slot] < 0) continue;
        int32_t type = x->type_of_name[s->token_type[1 + slot]];
        for (int32_t i = x->holder_at[type]; i < x->holder_at[type + 1]; i++) {
            int32_t *held = &s->token_props[x->holder_rows[i] * LT_TOKENS1 + 1 + slot];
            *held = lt_drawn_token(v, zone_of, *held, lot);
        }
    }
#endif
}

/* Make what is kept beside the flat state anew. */
LT_SELDOM void lt_rebuild_world(lt_state *s, lt_halt *halt) {
    memset((char *)s + LT_FLAT_BYTES, 0, sizeof *s - LT_FLAT_BYTES);
    lt_begin_call(s, halt);
    rebuild(s);
}

/* Draw a world into *s*, a copy of the state of the veil. */
LT_SELDOM void lt_draw_world(lt_veil *v, lt_state *s, lt_halt *halt, uint64_t seed) {
    lt_generator lot = lt_seed_generator(seed);
    if (v->hidden) {
        lt_shuffle_hidden(v, &lot);
        if (v->blanks) memcpy(v->drawn_of_type, v->number_of_type, sizeof v->number_of_type);
        for (int32_t place = 0; place < v->hidden; place++)
            lt_draw_token(v, s, v->order[place], v->zone_at[place], &lot);
        lt_sort_open(v, s, v->order);
        lt_put_hidden(v, s);
        lt_draw_holders(v, s, &lot);
    }
    s->generator = lt_seed_generator(lt_bounded(&lot, UINT64_C(1) << 63));
    if (v->hidden || (LT_KEYS && v->unseen)) lt_rebuild_world(s, halt);
    else lt_begin_call(s, halt);
#if LT_KEYS
    if (!v->is_now) return;
    uint64_t *keys = s->history + (s->history_count - 1) * LT_KEYS, own = position_hash(s);
#if LT_SEEN_REGIONS
    for (int32_t r = 0; r < LT_SEEN_REGIONS; r++)
        if (v->secrets->hides_region[v->seat * LT_SEEN_REGIONS + r]) keys[1 + r] = region_key(s, r);
#endif
    keys[0] = own;
    lt_rebuild_world(s, halt);
#endif
}

/* ---- what a search asks (run.h) ---- */

enum { LT_WORLD_STARTS = 16 };

/* Keep what *seat* knows of *state* for the worlds to come. Returns a fault; LT_SUSPENDED where an answer is awaited. */
LT_API int32_t lt_run_veil(lt_run *run, const void *secrets, const lt_state *state, int32_t seat) {
    if (!run->veil && !(run->veil = calloc(1, sizeof *run->veil))) return LT_NO_MEMORY;
    return lt_make_veil(run->veil, secrets, state, seat);
}

/* Go to the world that *seed* draws. Returns a fault; LT_NO_WORLD where none was found in bounded work. */
LT_API int32_t lt_run_world(lt_run *run, uint64_t seed, const volatile int32_t *stop) {
    lt_veil *v = run->veil;
    run->stop = stop;
    run->halt.stop = stop;
    run->halt.left = stop ? LT_STRETCH : LT_QUICK;
    run->halt.why = LT_OK;
    for (uint64_t start = 0; start < LT_WORLD_STARTS; start++) {
        if (!lt_hold_copy(&run->held, v->state.at)) return LT_NO_MEMORY;
        lt_state *s = run->held.at;
        lt_draw_world(v, s, &run->halt, lt_mix2(seed, 0, start));
        lt_forget_lists(&run->play);
        run->play.broken = 0;
        if (s->outcome != LT_RUNNING || lt_has_decision(s, &run->play)) return LT_OK;
        if (run->play.broken) return run->play.broken;
        if (lt_why_halted(s)) return lt_why_halted(s);
    }
    return LT_NO_WORLD;
}

/* Write the decisions of the state that the run is at, *count* rows, as the seat of the veil knows them: a token that it
   does not see as the zone it lies in, -2 - zone; an outcome of chance not at all where it does not see everything.
   Returns whether any differs from what it was; a fault as a negative number. */
LT_API int32_t lt_run_known(const lt_run *run, const int32_t *rows, int64_t count, int32_t *known) {
    const lt_veil *v = run->veil;
    const lt_secrets *x = v->secrets;
    const lt_state *s = run->held.at;
    int32_t differs = 0;
    memcpy(known, rows, (size_t)count * LT_WIDTH * sizeof *rows);
    if (!v->unseen || !count) return 0;
#if LT_ASKS
    if (rows[0] >= LT_ACTIONS) {
        int32_t kind = rows[0] - LT_ACTIONS;
        if (kind == LT_CHANCE_ANSWER) {
            for (int64_t i = 0; i < count; i++) known[i * LT_WIDTH + 1] = 0;
            return count > 1;
        }
        if (kind != LT_TOKEN_CHOICE || s->decides == v->seat) return 0;
        lt_state *shown = lt_copy_of(s);
        if (!shown) return -LT_NO_MEMORY;
        lt_meet_question(s, shown);
        for (int64_t i = 0; i < count; i++) {
            int32_t *token = &known[i * LT_WIDTH + 1], zone = *token < 0 ? -1 : shown->token_zone[1 + *token];
            if (zone >= 0 && !lt_veil_sees(x, v->seat, zone)) { *token = -2 - zone; differs = 1; }
        }
        free(shown);
        return differs;
    }
#endif
    for (int64_t i = 0; i < count; i++) {
        int32_t *d = known + i * LT_WIDTH;
        for (uint64_t bits = x->token_params[d[0]]; bits; bits &= bits - 1) {
            int32_t *token = &d[1 + lt_lowest_bit(bits)], zone = *token < 0 ? -1 : s->token_zone[1 + *token];
            if (zone >= 0 && !lt_veil_sees(x, v->seat, zone)) { *token = -2 - zone; differs = 1; }
        }
    }
    return differs;
}

/* Write where the tokens of a decision lie that the seat of the veil does not see: their places in their zones; 0 for
   everything else. Of decisions that it knows as the same, these tell them apart. */
LT_API void lt_run_places(const lt_run *run, const int32_t *row, int32_t *places) {
    const lt_state *s = run->held.at;
    memset(places, 0, LT_WIDTH * sizeof *places);
    if (row[0] >= LT_ACTIONS) return;
    for (uint64_t bits = run->veil->secrets->token_params[row[0]]; bits; bits &= bits - 1) {
        int32_t at = 1 + lt_lowest_bit(bits), token = row[at], zone = token < 0 ? -1 : s->token_zone[1 + token];
        if (zone < 0 || lt_veil_sees(run->veil->secrets, run->veil->seat, zone)) continue;
        for (int32_t t = s->first_token[1 + zone]; t >= 0 && t != token; t = lt_after(s, t)) places[at]++;
    }
}

#else

static void lt_free_veil(lt_veil *veil) { (void)veil; }

#endif
