/* resample.h: worlds, that is, states that a seat cannot distinguish from the present one, drawn from a seed.

   The numbers equal those of the reference kernel; `docs/kernel.md` (Worlds) says in which order they are drawn,
   veil.h what they are drawn from, and awaited.h how this works where the state waits for an answer.

   Most of it is LT_SELDOM: drawing a world takes less than a microsecond even so, and every game waits for the
   compiler. */

#if LT_WORLDS

/* The contents of a slot. */
typedef struct {
    int32_t slot, type, owner;
#if LT_PROPS
    int32_t props[LT_PROPS];
#endif
} lt_content;

/* Parts of a world that are given rather than drawn: pairs of slots to swap, and the contents of slots. */
typedef struct {
    int32_t *swaps;
    lt_content *contents;
    int64_t swap_count, swap_room, content_count, content_room;
} lt_hints;

/* ---- drawing a world ---- */

/* Draw one of *count* numbers from 0 on; nothing is drawn for a single one. */
LT_INLINE int32_t lt_one_of(lt_generator *lot, int32_t count) {
    return count > 1 ? (int32_t)lt_bounded(lot, (uint64_t)count) : 0;
}

/* Shuffle the hidden tokens among the places where they may lie. */
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

/* Draw the type of a blank at *place*: a type with room for one more, if any. */
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

/* Draw the contents of *slot*, which lies in *zone*. */
LT_INLINE void lt_draw_token(lt_veil *v, lt_state *s, int32_t slot, int32_t zone, lt_generator *lot) {
    const lt_secrets *x = v->secrets;
    int32_t place = x->place_of_zone[zone], type;
    if (!v->is_hidden[slot] || v->is_blank[slot]) {
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

/* Swap the slots of each pair in *hints*. A blank may take a slot that was free. */
LT_SELDOM void lt_swap_names(lt_veil *v, lt_state *s, const lt_hints *hints) {
    if (!hints || !hints->swap_count) return;
    for (int32_t place = 0; place < v->hidden; place++) s->free_slots[v->order[place] / 64] |= UINT64_C(1) << v->order[place] % 64;
    for (int32_t place = 0; place < v->hidden; place++) {
        int32_t *slot = &v->order[place];
        for (int64_t i = 0; i < hints->swap_count; i++) {
            int32_t one = hints->swaps[2 * i], other = hints->swaps[2 * i + 1];
            *slot = *slot == one ? other : *slot == other ? one : *slot;
        }
        s->free_slots[*slot / 64] &= ~(UINT64_C(1) << *slot % 64);
    }
}

/* Write the contents that *hints* give; if two are for the same slot, the later one. */
LT_SELDOM void lt_write_contents(lt_veil *v, lt_state *s, const lt_hints *hints) {
    for (int64_t i = 0; hints && i < hints->content_count; i++) {
        const lt_content *c = &hints->contents[i];
        int32_t is_there = 0;
        for (int32_t place = 0; place < v->hidden; place++) is_there |= v->order[place] == c->slot;
        if (!is_there) continue;
        s->token_type[1 + c->slot] = c->type;
        s->token_owner[1 + c->slot] = c->owner;
#if LT_PROPS
        for (int32_t row = 0; row < LT_PROPS; row++) s->token_props[row * LT_TOKENS1 + 1 + c->slot] = c->props[row];
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

/* What a variable that holds a hidden token holds in the world: any token of its zone. *zones* has the tokens as in
   the veil. */
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

/* Rebuild what is kept beside the flat state. */
LT_SELDOM void lt_rebuild_world(lt_state *s, lt_halt *halt) {
    memset((char *)s + LT_FLAT_BYTES, 0, sizeof *s - LT_FLAT_BYTES);
    lt_begin_call(s, halt);
    rebuild(s);
}

/* Draw a world with *lot* into *s*, a copy of the state of the veil, except for what *hints* give (0: none). */
LT_SELDOM void lt_draw_world(lt_veil *v, lt_state *s, lt_halt *halt, lt_generator *lot, const lt_hints *hints) {
    if (v->hidden) {
        lt_shuffle_hidden(v, lot);
        lt_swap_names(v, s, hints);
        if (v->blanks) memcpy(v->drawn_of_type, v->number_of_type, sizeof v->number_of_type);
        for (int32_t place = 0; place < v->hidden; place++)
            lt_draw_token(v, s, v->order[place], v->zone_at[place], lot);
        lt_write_contents(v, s, hints);
        lt_sort_open(v, s, v->order);
        lt_put_hidden(v, s);
        lt_draw_holders(v, s, lot);
    }
    s->generator = lt_seed_generator(lt_bounded(lot, UINT64_C(1) << 63));
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

/* ---- the calls of a search (run.h) ---- */

enum { LT_WORLD_STARTS = 16 };

#if LT_ASKS
static int32_t lt_run_awaited(lt_run *run, uint64_t seed);
#endif

/* Keep what *seat* knows of *state* for later worlds. Returns a fault. */
LT_API int32_t lt_run_veil(lt_run *run, const void *secrets, const lt_state *state, int32_t seat) {
    if (!run->veil && !(run->veil = calloc(1, sizeof *run->veil))) return LT_NO_MEMORY;
    return lt_make_veil(run->veil, secrets, state, seat);
}

/* Go to the world that *seed* draws. Returns a fault: LT_NO_WORLD where none was found in bounded work, LT_UNTOLD
   where the results of sampled chance would have to be fixed. */
LT_API int32_t lt_run_world(lt_run *run, uint64_t seed, const volatile int32_t *stop) {
    lt_veil *v = run->veil;
    run->stop = stop;
    run->halt.stop = stop;
    run->halt.left = stop ? LT_STRETCH : LT_QUICK;
    run->halt.since = 0;
    run->halt.why = LT_OK;
#if LT_ASKS
    if (v->is_awaited) return lt_run_awaited(run, seed);
#endif
    for (uint64_t start = 0; start < LT_WORLD_STARTS; start++) {
        if (!lt_hold_copy(&run->held, v->state.at)) return LT_NO_MEMORY;
        lt_state *s = run->held.at;
        lt_generator lot = lt_seed_generator(lt_mix2(seed, 0, start));
        lt_draw_world(v, s, &run->halt, &lot, 0);
        lt_forget_lists(&run->play);
        run->play.broken = 0;
        if (s->outcome != LT_RUNNING || lt_has_decision(s, &run->play)) return LT_OK;
        if (run->play.broken) return run->play.broken;
        if (lt_why_halted(s)) return lt_why_halted(s);
    }
    return LT_NO_WORLD;
}

/* Write the *count* decisions of the current state as the seat of the veil knows them: a token that it does not see
   becomes -2 - its zone; an outcome of chance is cleared unless the seat sees everything. Returns whether any decision
   has changed; a fault as a negative number. */
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

/* Write where those tokens of a decision lie that the seat of the veil does not see: their places in their zones; 0
   for everything else. The places distinguish decisions that the seat knows as the same. */
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
