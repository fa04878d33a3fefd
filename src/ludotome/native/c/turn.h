/* turn.h: from the end of a decision to the next stop, the twenty lines of docs/kernel.md.

   The generated part above defines what the document says: phase_holds, enter_phase, exit_phase, end_condition,
   list_decisions, take, passes. Nothing here recurses, however many phases are passed. */

enum { LT_AFTER_DECISION, LT_TURN_START, LT_PHASE_END, LT_LEAVE_TURN };

/* ---- what the document can reach ---- */

/* Without effects that end a phase or the turn, none is ever requested. */
LT_INLINE int32_t lt_is_requested(const lt_play *p, int32_t what) { return LT_ENDS_PARTS && (p->requests & what); }

LT_INLINE int32_t lt_phase_now(const lt_state *s) { return LT_PHASES > 1 ? s->phase : 0; }

/* ---- decisions ---- */

/* An entry of a list is a decision's number, where numbers determine everything (LT_ENTRY is 1), or the decision
   itself. */
LT_INLINE void lt_decision_at(const int32_t *entry, int32_t *d) {
#if LT_NUMBERED
    decision_of_number(*entry, d);
#else
    memcpy(d, entry, LT_WIDTH * sizeof *d);
#endif
}

#if LT_OPEN

/* Every decision is one action with one zone out of an open set, so nothing need be listed. */

static int32_t open_any(const lt_state *s) {
    int32_t any = 0;
    for (int32_t word = 0; word < LT_OPEN_WORDS; word++) any |= s->open_count[word];
    return any != 0;
}

static int32_t open_draw(const lt_state *s, lt_generator *player, int32_t *d) {
    int32_t total = 0, word = 0, below = 0, passed = 0;
    for (int32_t i = 0; i < LT_OPEN_WORDS; i++) total += s->open_count[i];
    if (total == 0) return 0;
    int32_t k = (int32_t)lt_bounded(player, (uint64_t)total);
    /* No branch on its place, which is unpredictable. */
    for (int32_t i = 0; i < LT_OPEN_WORDS - 1; i++) {
        passed += s->open_count[i];
        word += k >= passed;
        below = k >= passed ? passed : below;
    }
    d[0] = 0;
    d[1] = word * 64 + lt_select_bit(s->LT_OPEN_SET[word], k - below);
    return 1;
}

#else

LT_INLINE int32_t lt_entry_passes(const lt_state *s, const uint64_t *pins, const int32_t *entry) {
    int32_t d[LT_WIDTH];
    lt_decision_at(entry, d);
    return passes(s, pins, d);
}

/* Whether one of the listed decisions passes every filter. */
static int32_t lt_any_passes(const lt_state *s, lt_play *p) {
    if (!p->any) p->any = -1;
    else return p->any > 0;
    for (int64_t i = 0; i < p->list.count && p->any < 0; i++)
        if (lt_entry_passes(s, p->pins, p->list.at + i * LT_ENTRY)) p->any = 1;
    return p->any > 0;
}

static int32_t lt_grow(lt_list *list, int64_t capacity) {
    int32_t *bigger = realloc(list->at, (size_t)capacity * LT_ENTRY * sizeof(int32_t));
    if (!bigger) return 0;
    list->at = bigger;
    list->capacity = capacity;
    return 1;
}

/* List the pseudo-legal decisions into the buffer of *p*, which grows when necessary; `unpaid` says which are left out.
   Returns 0 without memory. */
static int32_t lt_relist(const lt_state *s, lt_play *p) {
    lt_list *list = &p->list;
#if LT_MOST_DECISIONS
    /* One more than there can be: an entry is written before it is counted. */
    if (!list->at && !lt_grow(list, LT_MOST_DECISIONS + 1)) { p->broken = p->fault = LT_NO_MEMORY; return 0; }
    list->count = (fill_decisions(s, list->at, p->unpaid) - list->at) / LT_ENTRY;
#else
    list->count = 0;
    list->limit = p->many + 1;
    list_decisions(s, 0, list);
    if (list->count > p->many) { p->broken = p->fault = LT_MANY_DECISIONS; return 0; }
    if (list->count > list->capacity) {
        if (!lt_grow(list, 2 * list->count)) { p->broken = p->fault = LT_NO_MEMORY; return 0; }
        list->count = 0;
        list_decisions(s, 0, list);
    }
#endif
    p->listed = 1;
    p->any = 0;
    find_pins(s, p->pins);
    return 1;
}

#if LT_DRAWN_WORDS

/* Every decision is a bit in an incrementally updated set, so nothing need be listed to draw one. */

/* Return the sets, computed into *room* if they are not cached. */
LT_INLINE const uint64_t *lt_sets(const lt_state *s, lt_play *p, uint64_t *room) {
#if LT_RECALLED
    (void)room;
    return recalled_sets(s, p);
#else
    (void)p;
    drawn_sets(s, room);
    return room;
#endif
}

static int32_t drawn_any(const lt_state *s, lt_play *p) {
#if LT_GATHERED
    return find_planes(s, p) > 0;
#else
    uint64_t room[LT_DRAWN_WORDS], any = 0;
    const int32_t end = LT_DRAWN_END(s);
    const uint64_t *bits = lt_sets(s, p, room);
    for (int32_t i = 0; i < end; i++) any |= is_free_word[i] ? bits[i] : 0;
    if (any || !LT_FILTERED) return any != 0;
    find_pins(s, p->pins);
    for (int32_t i = 0; i < end; i++)
        for (uint64_t rest = bits[i]; rest; rest &= rest - 1) {
            int32_t d[LT_WIDTH];
            drawn_decision(s, i * 64 + lt_lowest_bit(rest), d);
            if (passes(s, p->pins, d)) return 1;
        }
    return 0;
#endif
}

/* Draw a decision; *known* are the sets, and *legal* says which of their bits pass every filter; each is 0 where it is
   not known. */
LT_INLINE int32_t drawn_draw(const lt_state *s, lt_play *p, const uint64_t *known, const uint64_t *legal,
                           lt_generator *player, int32_t *d) {
    uint64_t bits[LT_DRAWN_WORDS];
    const int32_t end = LT_DRAWN_END(s);
    int32_t counts[LT_DRAWN_WORDS], total = 0;
    if (!known) known = lt_sets(s, p, bits);
    if (known != bits) memcpy(bits, known, sizeof bits);
    find_pins(s, p->pins);
    for (int32_t i = 0; i < end; i++) total += counts[i] = lt_bit_count(bits[i]);
    for (; total > 0; total--) {
        int32_t k = (int32_t)lt_bounded(player, (uint64_t)total), word = 0, below = 0, passed = 0;
        /* No branch on its place, which is unpredictable. */
        for (int32_t i = 0; i < end - 1; i++) {
            passed += counts[i];
            word += k >= passed;
            below = k >= passed ? passed : below;
        }
        int32_t bit = lt_select_bit(bits[word], k - below);
        drawn_decision(s, word * 64 + bit, d);
        if (!LT_FILTERED || (legal ? (int32_t)(legal[word] >> bit & 1) : passes(s, p->pins, d))) return 1;
        bits[word] &= ~(UINT64_C(1) << bit);
        counts[word]--;
    }
    memset(d, 0, LT_WIDTH * sizeof *d); /* never read, but not every compiler knows that */
    return 0;
}

#endif

#endif

/* While playing on, the next decision is drawn from the list made here. */
static int32_t lt_has_decision(const lt_state *s, lt_play *p) {
#if LT_OPEN
    (void)p;
    return open_any(s);
#else
#if LT_SEEN_REGIONS
    /* A decision is judged with this turn's position recorded: a `post` that forbids repeating a position must already
       count the one that is left. End conditions read only the earlier ones. */
    if (!s->recorded) {
        lt_state *recorded = lt_copy_of(s);
        if (!recorded) return p->broken = LT_NO_MEMORY, 0;
        record_position(recorded);
        int32_t found = lt_has_decision(recorded, p);
        free(recorded);
        return found;
    }
#endif
#if LT_DRAWN_WORDS
    if (p->playing) return drawn_any(s, p);
#endif
    if (p->playing) {
        if (!p->listed && !lt_relist(s, p)) return 0;
        return LT_FILTERED ? lt_any_passes(s, p) : p->list.count > 0;
    }
    lt_list any = lt_list_in(0, 0, 1);
    list_decisions(s, 1, &any);
    return any.count > 0;
#endif
}

/* Whether the active player has no decision. Outside play, where there is no run to ask in, no player is stuck. */
LT_INLINE int32_t lt_stuck(const lt_state *s, lt_play *p) {
    return p && phase_has_actions[lt_phase_now(s)] && !lt_has_decision(s, p);
}

/* ---- seats ---- */

static void lt_reset_usage(lt_state *s, int32_t scope) {
    (void)s; (void)scope;
#if LT_COUNTERS
    for (int32_t i = 0; i < LT_COUNTERS; i++)
        if (scope_of_counter[i] == scope)
            for (int32_t seat = 0; seat < LT_PLAYERS; seat++) s->usage[i * LT_PLAYERS + seat] = 0;
#endif
}

/* ---- the walk ---- */

LT_INLINE void lt_end_game(lt_state *s, int32_t outcome, int32_t condition) {
    s->outcome = outcome;
    s->condition = condition;
}

/* Count a phase that is passed without a decision; too many in a row are a stall. */
LT_INLINE int32_t lt_passed(lt_state *s, int32_t *passed) {
    if (++*passed < LT_PLAYERS * LT_PHASES) return 0;
    lt_end_game(s, LT_STALL, -1);
    return 1;
}

static int32_t lt_arrive(lt_state *s, lt_play *p, int32_t *passed) {
    /* A walk may arrive several times before a player can decide, each time in another state. */
    lt_forget_found(p);
    if (lt_is_out(s, s->active) || lt_is_requested(p, LT_END_TURN))
        return lt_passed(s, passed) ? -1 : LT_LEAVE_TURN;
    if (lt_is_requested(p, LT_END_PHASE)) return lt_passed(s, passed) ? -1 : LT_PHASE_END;
    int32_t ended = end_condition(s, p);
    if (ended >= 0) {
        lt_end_game(s, outcome_of_condition[ended], ended);
        return -1;
    }
    if (s->ply >= LT_MAX_PLIES) {
        lt_end_game(s, LT_TRUNCATED, -1);
        return -1;
    }
#if LT_SEEN_REGIONS
    /* The question is asked with this position recorded (see above); recording it here saves doing it on a copy. */
    if (!s->recorded && s->history_count < LT_HISTORY) {
        record_position(s);
        if (lt_has_decision(s, p)) return -1;
        forget_position(s);
        return lt_passed(s, passed) ? -1 : LT_PHASE_END;
    }
#endif
    if (!lt_has_decision(s, p)) return lt_passed(s, passed) ? -1 : LT_PHASE_END;
    if (!s->recorded) record_position(s);
    return -1;
}

/* Returns whether there is a next turn. */
LT_INLINE int32_t lt_finish_turn(lt_state *s, lt_play *p) {
    if ((p->fault = turnEnd_events(s, p))) return 0;
    p->requests = 0;
    s->turn++;
    int32_t next = -1;
    if (LT_NAMES_NEXT) {
        next = s->next_player;
        s->next_player = -1;
    }
    if (next < 0) {
        int32_t stays = LT_FIXED_ORDER && !lt_is_out(s, s->active);
        next = stays ? s->active : lt_seat_not_out(s, s->active, 1);
    }
    if (next < 0) {
        lt_end_game(s, LT_STALL, -1);
        return 0;
    }
    s->active = next;
    return 1;
}

/* Returns a fault. */
LT_INLINE int32_t lt_leave_phase(lt_state *s, lt_play *p, int32_t *next) {
    *next = lt_phase_now(s) + 1;
    if ((p->fault = exit_phase(s, p))) return p->fault;
    p->requests = 0;
    return LT_OK;
}

/* Each step jumps to the next one: where the document leaves no choice, the compiler joins them, so that an ordinary
   turn is one straight line. */
static int32_t lt_walk(lt_state *s, lt_play *p, int32_t step) {
    int32_t passed = 0, phase = 0;
    if (step == LT_TURN_START) goto turn_start;
    if (lt_is_requested(p, LT_END_TURN) || lt_is_out(s, s->active)) goto leave_turn;
    if (!lt_is_requested(p, LT_END_PHASE) && !phase_ends_after_action[lt_phase_now(s)]) goto arrive;
phase_end:
    if (lt_leave_phase(s, p, &phase)) return p->fault;
enter:
    if (phase == LT_PHASES) goto turn_finish;
    if (!phase_holds(s, phase)) {
        if (lt_passed(s, &passed)) return LT_OK;
        phase++;
        goto enter;
    }
    s->phase = phase;
    lt_reset_usage(s, LT_PER_PHASE);
    if ((p->fault = enter_phase(s, p))) return p->fault;
arrive:
    step = lt_arrive(s, p, &passed);
    if (step == LT_PHASE_END) goto phase_end;
    if (step < 0) return p->fault;
leave_turn:
    if (lt_leave_phase(s, p, &phase)) return p->fault;
turn_finish:
    if (!lt_finish_turn(s, p)) return p->fault;
turn_start:
    lt_reset_usage(s, LT_PER_TURN);
    s->recorded = 0;
    if ((p->fault = turnStart_events(s, p))) return p->fault;
    phase = 0;
    goto enter;
}

/* ---- the two ways to start ---- */

LT_INLINE void lt_begin_run(lt_play *p) {
    lt_forget_found(p);
    p->steps = p->requests = p->fault = p->broken = p->clamped = p->event_count = 0;
}

/* How a walk ended: if memory ran out on the way, or the call was stopped, that takes precedence. */
LT_INLINE int32_t lt_arrived_at(const lt_state *s, lt_play *p, int32_t fault) {
    if (lt_why_halted(s)) p->broken = lt_why_halted(s);
    return p->broken ? p->fault = p->broken : fault;
}

/* Set up a blank state and walk to the first decision. */
static int32_t lt_run_setup(lt_state *s, lt_play *p) {
    lt_begin_run(p);
    if ((p->fault = setup(s, p)) || (p->fault = lt_dispatch(s, p, 0, 0))) return p->fault;
    if (s->next_player >= 0) {
        s->active = s->next_player;
        s->next_player = -1;
    }
    return lt_arrived_at(s, p, lt_walk(s, p, LT_TURN_START));
}

/* Take a legal decision and walk on; *d* is changed where it names a token that is destroyed. */
static int32_t lt_run_decision(lt_state *s, lt_play *p, int32_t *d) {
    int32_t actor = s->active;
    lt_begin_run(p);
    if ((p->fault = take(s, p, actor, d))) return p->fault;
    settle_groups(s);
    s->last_actor = actor;
    s->ply++;
    return lt_arrived_at(s, p, lt_walk(s, p, LT_AFTER_DECISION));
}
