/* veil.h: what one seat knows of a state, from which worlds are drawn (`resample.h`).

   The numbers equal those of the reference kernel (`kernel/veil.py`); `docs/kernel.md` (Worlds) describes it. A veil
   is made once and gives any number of worlds. Most of it is LT_SELDOM: every game waits for the compiler. */

#if LT_WORLDS

/* One more than there are slots: in a game without tokens, a compiler warns of loops that never run. */
#define LT_VEIL_ROOM (LT_TOKENS + 2)

#if LT_ASKS

typedef struct lt_awaited_ lt_awaited;

static void lt_free_awaited(lt_awaited *awaited);
static int32_t lt_await(lt_veil *veil, const lt_state *from);

#endif

struct lt_veil_ {
    const lt_secrets *secrets;
#if LT_ASKS
    lt_awaited *awaited; /* where the state waits for an answer: `awaited.h` */
    int32_t is_awaited;
#endif
    lt_held_state state; /* as the seat knows it: hidden tokens exist, but have no place yet */
    int32_t seat;
    int32_t hidden;  /* how many tokens the seat does not see, */
    int32_t blanks;  /* and for how many of them it does not know the type */
    int32_t alike;   /* every hidden token may lie at every hidden place */
    int32_t unseen;  /* there is a zone that the seat does not see */
    int32_t is_now;  /* the last recorded position is that of the state itself */
    int32_t slot_at[LT_VEIL_ROOM], zone_at[LT_VEIL_ROOM]; /* by hidden place: zone by zone, in stored order */
    int32_t order[LT_VEIL_ROOM], others[LT_VEIL_ROOM];
    int32_t came_from[LT_VEIL_ROOM];
    int32_t kind_of[LT_VEIL_ROOM]; /* by slot: slots of one kind may lie at the same places */
    int32_t start_of_zone[LT_ZONES1];
    int32_t number_of_type[LT_TYPES + 1], drawn_of_type[LT_TYPES + 1];
    uint8_t is_hidden[LT_VEIL_ROOM], is_blank[LT_VEIL_ROOM], is_open[LT_VEIL_ROOM]; /* by slot, by slot, by place */
};

static void lt_free_veil(lt_veil *veil) {
    if (!veil) return;
    free(veil->state.at);
#if LT_ASKS
    lt_free_awaited(veil->awaited);
#endif
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

/* Clear a slot: equal states are equal bytes. */
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

/* Write the slots of the hidden tokens to `order`: fixed types by slot, then blanks, in the lowest remaining slots. */
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

/* Give *slot* a place, moving others where it needs theirs: an augmenting path, breadth first. */
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

/* Arrange the slots of `order`: each takes the first place that leaves one for all before it; slots without one take
   what is left. */
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

/* Open tokens are in slot order at the open places of their zone; noted in *s*, unless that is 0. */
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

/* A number for the set of places where a token may lie; equal sets have equal numbers. */
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

/* Number the tokens by the sets of places where they may lie. Returns 0 without memory. */
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

/* What a variable holds: for hidden tokens, the first of their zone. */
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

/* Keep only the number of the recorded positions in which something is hidden. */
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

/* Reduce *from*, or, if it waits for an answer, the state before it, to what *seat* knows. Returns a fault. */
LT_SELDOM int32_t lt_make_veil(lt_veil *v, const lt_secrets *secrets, const lt_state *from, int32_t seat) {
    if (!lt_hold_copy(&v->state, from)) return LT_NO_MEMORY;
#if LT_ASKS
    if ((v->is_awaited = lt_is_suspended(from))) {
        if (lt_await(v, from)) return LT_NO_MEMORY;
        v->state.at->ply -= lt_plies_ahead(from);
        v->state.at->decides = v->state.at->active;
        lt_forget_pending(v->state.at);
    }
#endif
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

#endif
