/* entry.h: what Python calls. A state is passed whole, with its indexes, so that a call starts where the previous one
   ended; its first LT_FLAT_BYTES are the flat state of the layout. Nothing else is kept between calls.

   A decision is LT_WIDTH numbers: the action, then its parameters, 0 for those it does not have. */

LT_API int64_t lt_state_bytes(void) { return (int64_t)sizeof(lt_state); }

/* How much each recorded position adds to a state. A state that is written to must have room for one more. */
LT_API int64_t lt_key_bytes(void) { return (int64_t)(LT_KEYS * sizeof(uint64_t)); }

/* A list with room for more decisions than this never needs a second call; 0 when the maximum is unknown. */
LT_API int64_t lt_most_decisions(void) { return LT_MOST_DECISIONS; }

/* Rebuild everything kept beside the flat state, after the flat state was written from outside. */
LT_API void lt_rebuild(lt_state *s) {
    lt_halt halt = lt_new_halt(&lt_never);
    memset((char *)s + LT_FLAT_BYTES, 0, sizeof *s - LT_FLAT_BYTES);
    lt_begin_call(s, &halt);
    rebuild(s);
    (void)lt_end_call_on(s, &halt);
}

LT_API void lt_blank(lt_state *s) {
    lt_halt halt = lt_new_halt(&lt_never);
    blank_state(s);
    lt_begin_call(s, &halt);
    rebuild(s);
    (void)lt_end_call_on(s, &halt);
}

/* Start a game. Every call that can take long takes a stop flag: once the flag is set, the call soon returns
   LT_STOPPED. Without a flag (0) it returns LT_STOPPED by itself after a few milliseconds, so a caller that must not
   wait can try first without a flag and then call again with one. */
LT_API int32_t lt_new(lt_state *s, uint64_t seed, const volatile int32_t *stop) {
    lt_halt halt = lt_new_halt(stop);
    lt_play play = lt_fresh_play();
    int32_t fault = lt_begin(s, &play, seed, &halt);
    lt_free_play(&play);
    (void)lt_end_call_on(s, &halt);
    return fault;
}

/* Set up a blank state and go to the first decision; after a fault the result is not a valid state. */
LT_API int32_t lt_setup(lt_state *s, const volatile int32_t *stop) {
    lt_halt halt = lt_new_halt(stop);
    lt_play play = lt_fresh_play();
    lt_begin_call(s, &halt);
    int32_t fault = lt_set_up(s, &play);
    lt_free_play(&play);
    (void)lt_end_call_on(s, &halt);
    return fault;
}

#if !LT_OPEN

/* Keep those of *count* listed decisions that pass every filter, in order. Returns how many. */
LT_INLINE int64_t lt_keep_passing(const lt_state *s, const uint64_t *pins, int32_t *list, int64_t count) {
    int32_t *kept = list;
    for (int32_t *entry = list; entry < list + count * LT_ENTRY; entry += LT_ENTRY)
        if (lt_entry_passes(s, pins, entry)) { memmove(kept, entry, LT_ENTRY * sizeof *entry); kept += LT_ENTRY; }
    return (kept - list) / LT_ENTRY;
}

/* Turn *count* entries into decisions, in place: from the last one on, since a decision is at least as long as an
   entry. */
LT_INLINE void lt_spell_out(int32_t *list, int64_t count) {
    (void)list; (void)count;
#if LT_NUMBERED
    for (int64_t k = count - 1; k >= 0; k--) decision_of_number(list[k], list + k * LT_WIDTH);
#endif
}

#endif

#if LT_FORESEEN

/* Write the first *capacity* decisions of the sets. Returns how many there are. */
LT_INLINE int64_t lt_write_sets(const lt_state *s, const uint64_t *sets, int32_t *out, int64_t capacity) {
    int64_t count = 0;
    for (int32_t word = 0; word < LT_DRAWN_END(s); word++)
        for (uint64_t bits = sets[word]; bits; bits &= bits - 1, count++)
            if (count < capacity) drawn_decision(s, word * 64 + lt_lowest_bit(bits), out + count * LT_WIDTH);
    return count;
}

#endif

/* Write the first *capacity* legal decisions. Returns how many there are, or LT_MANY + 1 if there are more than
   LT_MANY; what stopped the call, as a negative number. */
static int64_t lt_list_legal(const lt_state *s, int32_t *out, int64_t capacity) {
    if (s->outcome != LT_RUNNING) return 0;
#if LT_OPEN
    int32_t many = 0;
    for (int32_t word = 0; word < LT_OPEN_WORDS; word++) many += s->open_count[word];
    if (!lt_is_suspended(s) && capacity >= many) {
        for (int32_t word = 0; word < LT_OPEN_WORDS; word++)
            for (uint64_t bits = s->LT_OPEN_SET[word]; bits; bits &= bits - 1, out += LT_WIDTH) {
                memset(out, 0, LT_WIDTH * sizeof *out);
                out[1] = word * 64 + lt_lowest_bit(bits);
            }
        return many;
    }
#elif LT_FORESEEN
    if (!lt_is_suspended(s)) {
        uint64_t sets[LT_DRAWN_WORDS];
        legal_sets(s, sets);
        return lt_write_sets(s, sets, out, capacity);
    }
#elif LT_MOST_DECISIONS
    /* Room for one more than there can be: an entry is written before it is counted. */
    if (!lt_is_suspended(s) && capacity > LT_MOST_DECISIONS) {
        int64_t count = (fill_decisions(s, out, 0) - out) / LT_ENTRY;
        uint64_t pins[LT_WATCHES + 1];
        if (LT_FILTERED) find_pins(s, pins);
        if (LT_FILTERED) count = lt_keep_passing(s, pins, out, count);
        lt_spell_out(out, count);
        return count;
    }
#endif
    lt_list list = lt_list_in(out, capacity, LT_MANY + 1);
    int32_t fault = lt_list_open(s, &list);
    return fault ? -fault : list.count;
}

/* Whether a read-only call needs its own copy of the state. Trials change the state and restore it, while another
   thread may be reading it; and a call that can be stopped is noted in its state. */
#define LT_OWN_STATE ((LT_FILTERED && LT_UNDO) || LT_HALTS)

/* Call a function that lists decisions, on a copy of *s* if it needs one: in *room*, which saves time, if the caller
   has room for a state like *s*. */
LT_INLINE int64_t lt_list_by(int64_t (*list)(const lt_state *, int32_t *, int64_t), const lt_state *s, int32_t *out,
                             int64_t capacity, lt_state *room, const volatile int32_t *stop) {
    if (!LT_OWN_STATE) return list(s, out, capacity);
    lt_halt halt = lt_new_halt(stop);
    lt_state *own = room ? room : malloc(lt_bytes_for(lt_records(s)));
    if (!own) return -LT_NO_MEMORY;
    lt_copy_state(own, s);
    lt_begin_call(own, &halt);
    int64_t count = list(own, out, capacity);
    (void)lt_end_call_on(own, &halt);
    if (!room) free(own);
    return halt.why ? -halt.why : count;
}

LT_API int64_t lt_legal(const lt_state *s, int32_t *out, int64_t capacity, lt_state *room,
                         const volatile int32_t *stop) {
#if LT_FORESEEN
    uint64_t sets[LT_DRAWN_WORDS];
    if (s->outcome == LT_RUNNING && !lt_is_suspended(s) && foreseen_sets(s, sets))
        return lt_write_sets(s, sets, out, capacity);
#endif
    return lt_list_by(lt_list_legal, s, out, capacity, room, stop);
}

/* Whether a decision is legal; the caller checks whether the call was stopped. */
static int32_t lt_is_legal(const lt_state *s, const int32_t *decision) {
    lt_list all = lt_list_in(0, 0, INT64_MAX);
    all.wanted = decision;
    if (lt_is_suspended(s)) {
        lt_list_open(s, &all);
        return all.found;
    }
    list_decisions(s, 0, &all);
    uint64_t pins[LT_WATCHES + 1];
    find_pins(s, pins);
    return all.found && passes(s, pins, decision);
}

static int32_t lt_follow_on(lt_state *s, const int32_t *decision) {
    lt_play play = lt_fresh_play();
    int32_t d[LT_WIDTH], fault;
    memcpy(d, decision, sizeof d);
    fault = lt_take(s, &play, d);
    lt_free_play(&play);
    return fault;
}

/* Write to *to* the state after *decision*, which must be legal; after a fault *to* is not a valid state. */
LT_API int32_t lt_follow(const lt_state *from, const int32_t *decision, lt_state *to, const volatile int32_t *stop) {
    lt_halt halt = lt_new_halt(stop);
    lt_copy_state(to, from);
    lt_begin_call(to, &halt);
    int32_t fault = lt_follow_on(to, decision);
    (void)lt_end_call_on(to, &halt);
    return fault;
}

/* The same for any decision: an illegal one is a fault. */
LT_API int32_t lt_apply(const lt_state *from, const int32_t *decision, lt_state *to, const volatile int32_t *stop) {
    lt_halt halt = lt_new_halt(stop);
    if (from->outcome != LT_RUNNING) return LT_GAME_OVER;
    lt_copy_state(to, from);
    lt_begin_call(to, &halt);
    int32_t legal = lt_is_legal(to, decision);
    int32_t fault = halt.why ? halt.why : legal ? lt_follow_on(to, decision) : LT_ILLEGAL;
    (void)lt_end_call_on(to, &halt);
    return fault;
}

/* Write to *to* the state to show, which may be *s* itself: for a suspended state, the one in which its question was
   met. *to* has room for as many recorded positions as *s*, and one more. Reaching a question again takes no longer
   than it did before. */
LT_API void lt_shown(const lt_state *s, lt_state *to) {
    lt_copy_state(to, s);
#if LT_ASKS
    if (lt_is_suspended(s)) {
        lt_halt halt = lt_new_halt(&lt_never);
        lt_begin_call(to, &halt);
        lt_meet_question(s, to);
        (void)lt_end_call_on(to, &halt);
    }
#endif
}

/* Write the result of a finished game. Returns a fault. */
LT_API int32_t lt_result(const lt_state *s, int32_t *winners, int64_t *scores, double *returns,
                         const volatile int32_t *stop) {
    lt_halt halt = lt_new_halt(stop);
    lt_state *own = LT_HALTS ? lt_copy_of(s) : 0;
    if (LT_HALTS && !own) return LT_NO_MEMORY;
    if (own) lt_begin_call(own, &halt);
    result(own ? own : s, winners, scores, returns);
    free(own);
    return lt_end_call(&halt);
}

/* ---- decisions as numbers ---- */

#if LT_IDS

/* The number of a decision; -1 for anything that cannot be a decision. */
LT_API int64_t lt_number_of_decision(const int32_t *decision) {
    int64_t number = decision_number(decision);
    int32_t again[LT_WIDTH];
    if (number < 0 || number >= LT_IDS) return -1;
    decision_of_number((int32_t)number, again);
    return memcmp(again, decision, sizeof again) ? -1 : number;
}

/* The same as lt_list_legal, as numbers; -LT_ILLEGAL if a decision cannot be numbered. */
static int64_t lt_list_numbers(const lt_state *s, int32_t *out, int64_t capacity) {
    int64_t count;
#if LT_OPEN
    if (s->outcome == LT_RUNNING && !lt_is_suspended(s) && capacity >= LT_ZONES) {
        int32_t *end = out;
        for (int32_t word = 0; word < LT_OPEN_WORDS; word++)
            for (uint64_t bits = s->LT_OPEN_SET[word]; bits; bits &= bits - 1)
                *end++ = word * 64 + lt_lowest_bit(bits) - LT_FIRST_ZONE;
        return end - out;
    }
#elif LT_NUMBERED && LT_FORESEEN
    if (s->outcome == LT_RUNNING && !lt_is_suspended(s) && capacity > LT_MOST_DECISIONS) {
        uint64_t sets[LT_DRAWN_WORDS];
        legal_sets(s, sets);
        return drawn_numbers(s, sets, out) - out;
    }
#elif LT_NUMBERED
    if (s->outcome == LT_RUNNING && !lt_is_suspended(s) && capacity > LT_MOST_DECISIONS) {
#if LT_DRAWN_WORDS
        uint64_t sets[LT_DRAWN_WORDS];
        drawn_sets(s, sets);
        count = drawn_numbers(s, sets, out) - out;
#else
        count = fill_decisions(s, out, 0) - out;
#endif
        if (!LT_FILTERED) return count;
        uint64_t pins[LT_WATCHES + 1];
        find_pins(s, pins);
        return lt_keep_passing(s, pins, out, count);
    }
#endif
    count = lt_list_legal(s, out, capacity);
    for (int64_t k = 0; k < count && count <= capacity; k++) {
        int64_t number = lt_number_of_decision(out + k * LT_WIDTH);
        if (number < 0) return -LT_ILLEGAL;
        out[k] = (int32_t)number;
    }
    return count;
}

/* Returns how many legal decisions there are and writes their numbers, unless there are more than *capacity*; *out*
   must have room for that many decisions. What stopped the call, or LT_ILLEGAL if a decision cannot be numbered, as a
   negative number. */
LT_API int64_t lt_legal_numbers(const lt_state *s, int32_t *out, int64_t capacity, lt_state *room,
                         const volatile int32_t *stop) {
#if LT_FORESEEN && LT_NUMBERED
    uint64_t sets[LT_DRAWN_WORDS];
    if (s->outcome == LT_RUNNING && !lt_is_suspended(s) && capacity > LT_MOST_DECISIONS && foreseen_sets(s, sets))
        return drawn_numbers(s, sets, out) - out;
#endif
    return lt_list_by(lt_list_numbers, s, out, capacity, room, stop);
}

/* lt_follow for a decision given as its number. */
LT_API int32_t lt_follow_number(const lt_state *from, int32_t number, lt_state *to, const volatile int32_t *stop) {
    int32_t d[LT_WIDTH];
    decision_of_number(number, d);
    return lt_follow(from, d, to, stop);
}

LT_API void lt_decision_of_number(int32_t number, int32_t *decision) { decision_of_number(number, decision); }

#endif

/* ---- random games ---- */

#if !LT_OPEN && !LT_DRAWN_WORDS

/* Return how many decisions the list leaves out. */
LT_INLINE int64_t lt_count_unpaid(const lt_play *p) {
    int64_t count = 0;
    for (int32_t i = 0; i < LT_UNPAID; i++) count += p->unpaid[i].count;
    return count;
}

/* Return whether decision *k* of all decisions is one that the list leaves out: then drop it; otherwise set *k* to its
   index in the list. Consecutive ones are equivalent, so they are only counted. */
LT_INLINE int32_t lt_drop_unpaid(lt_play *p, int64_t *k) {
    int64_t passed = 0;
    for (int32_t i = 0; i < LT_UNPAID && *k - passed >= p->unpaid[i].at; i++) {
        if (*k - passed < p->unpaid[i].at + p->unpaid[i].count) return p->unpaid[i].count--, 1;
        passed += p->unpaid[i].count;
    }
    *k -= passed;
    return 0;
}

#endif

/* Draw by the normative rule into *d*: a pseudo-legal decision uniformly; if it fails a filter, drop it and draw
   again. Returns whether one was found. */
static int32_t lt_draw_decision(const lt_state *s, lt_play *p, lt_generator *player, int32_t *d) {
    if (lt_is_suspended(s)) return lt_draw_answer(s, p, player, d);
#if LT_OPEN
    (void)p;
    return open_draw(s, player, d);
#elif LT_GATHERED
    int32_t bit = draw_bit(s, p, player);
    if (bit >= 0) return drawn_decision(s, bit, d), 1;
    memset(d, 0, LT_WIDTH * sizeof *d); /* never read, but not every compiler knows that */
    return 0;
#elif LT_DRAWN_WORDS
    return drawn_draw(s, p, 0, 0, player, d);
#else
    lt_list *list = &p->list;
    if (!p->listed && !lt_relist(s, p)) return 0;
    for (int64_t unpaid = lt_count_unpaid(p); list->count + unpaid > 0;) {
        int64_t k = (int64_t)lt_bounded(player, (uint64_t)(list->count + unpaid));
        if (lt_drop_unpaid(p, &k)) { unpaid--; continue; }
        int32_t *chosen = list->at + k * LT_ENTRY;
        lt_decision_at(chosen, d);
        if (!LT_FILTERED || passes(s, p->pins, d)) return 1;
        list->count--;
        memmove(chosen, chosen + LT_ENTRY, (size_t)(list->count - k) * LT_ENTRY * sizeof(int32_t));
        for (int32_t i = 0; i < LT_UNPAID; i++) p->unpaid[i].at -= p->unpaid[i].at > k;
    }
    return 0;
#endif
}

/* The fault when no decision could be drawn. */
LT_INLINE int32_t lt_no_draw(const lt_state *s, const lt_play *p) {
    return lt_why_halted(s) ? lt_why_halted(s) : p->fault ? p->fault : LT_NO_DECISION;
}

/* Play a state on to the end of the game, or to *max_plies*; then the game is left unfinished. After a fault only its
   ply count is valid. */
LT_PLAYER int32_t lt_play_on(lt_held_state *held, lt_play *p, lt_generator player, int64_t max_plies,
                             const volatile int32_t *stop) {
    lt_state *s = held->at;
    while (s->outcome == LT_RUNNING) {
        int32_t d[LT_WIDTH], ply = s->ply;
        if (ply >= max_plies) break;
        if (*stop) return LT_STOPPED;
#if LT_KEYS
        if (!lt_hold(held, lt_records(s) + 1)) return LT_NO_MEMORY;
        s = held->at;
#endif
        if (!lt_draw_decision(s, p, &player, d)) return lt_no_draw(s, p);
        if (lt_take(s, p, d)) { s->ply = ply; return p->fault; }
    }
    return LT_OK;
}

/* Play *from* to the end of the game with a random player of *seed*, and write what each seat gets. Returns a
   fault. */
LT_API int32_t lt_playout(const lt_state *from, uint64_t seed, double *returns, const volatile int32_t *stop) {
    lt_generator player = lt_seed_generator(seed);
    lt_halt halt = lt_new_halt(stop);
    lt_play play = lt_fresh_play();
    lt_held_state held = {0, 0};
    int32_t winners[LT_PLAYERS], fault = LT_NO_MEMORY;
    int64_t scores[LT_PLAYERS];
    if (lt_hold_copy(&held, from)) {
        lt_begin_call(held.at, &halt);
        play.playing = 1;
        fault = lt_play_on(&held, &play, player, stop ? INT64_MAX : from->ply + LT_QUICK_PLIES, stop ? stop : &lt_never);
        if (!fault && held.at->outcome == LT_RUNNING) fault = LT_STOPPED;
    }
    if (!fault) result(held.at, winners, scores, returns);
    free(held.at);
    lt_free_play(&play);
    (void)lt_end_call(&halt);
    return fault ? fault : halt.why;
}

/* Play a whole game of *seed*, writing the state hash at the start and after each decision, up to *most* hashes.
   Returns how many were written. Unlike in a chain of lt_apply, everything kept beside the state is kept
   throughout. */
LT_API int64_t lt_trace(uint64_t seed, uint64_t player_seed, uint64_t *hashes, int64_t most,
                        const volatile int32_t *stop) {
    lt_halt halt = lt_new_halt(stop);
    lt_play play = lt_fresh_play();
    lt_held_state held = {0, 0};
    lt_generator player = lt_seed_generator(player_seed);
    int64_t n = 0;
    play.playing = 1;
    int32_t d[LT_WIDTH], fault = lt_hold(&held, 1) ? lt_begin(held.at, &play, seed, &halt) : LT_NO_MEMORY;
    while (!fault && n < most && !*stop) {
        hashes[n++] = lt_full_hash(held.at);
        if (held.at->outcome != LT_RUNNING || !lt_hold(&held, lt_records(held.at) + 1)) break;
        if (!lt_draw_decision(held.at, &play, &player, d)) break;
        fault = lt_take(held.at, &play, d);
    }
    free(held.at);
    lt_free_play(&play);
    (void)lt_end_call(&halt);
    return n;
}

/* A first state that is the same for every seed, except for the generator; 0 until it is known. */
typedef struct { lt_state *state; } lt_opening;

/* Begin a game in *s*, which has room for one recorded position. */
static int32_t lt_begin_again(lt_state *s, lt_play *p, uint64_t seed, lt_halt *halt, lt_opening *opening) {
    lt_generator start = lt_seed_generator(seed);
    if (opening->state) {
        lt_copy_state(s, opening->state);
        s->generator = start;
        lt_begin_call(s, halt);
        lt_forget_lists(p);
        return LT_OK;
    }
    int32_t fault = lt_begin(s, p, seed, halt);
    /* A setup that drew no random number is the same for every seed. */
    if (!fault && memcmp(&s->generator, &start, sizeof start) == 0) opening->state = lt_copy_of(s);
    return fault;
}

/* Where the results of games go, one entry per game; a game that met a fault has no result. */
typedef struct { double *returns; int32_t *plies, *outcomes, *conditions, *faults; } lt_results;

static void lt_note_result(const lt_state *s, int32_t fault, const lt_results *to, int64_t at) {
    int32_t winners[LT_PLAYERS];
    int64_t scores[LT_PLAYERS];
    to->faults[at] = fault;
    to->plies[at] = s->ply;
    to->outcomes[at] = fault ? LT_RUNNING : s->outcome;
    to->conditions[at] = fault ? -1 : s->condition;
    if (fault) for (int32_t i = 0; i < LT_PLAYERS; i++) to->returns[at * LT_PLAYERS + i] = 0;
    else result(s, winners, scores, to->returns + at * LT_PLAYERS);
}

/* Play games first … first + n - 1 of *seed*; stop early once *stop* is not 0. Returns how many were finished, or, as
   a negative number, why none can be. A position with more than *many* decisions is a fault. Game i starts from
   mix(seed, i); its players draw from mix(seed, i, 1). */
LT_API int64_t lt_playouts(
    uint64_t seed, int64_t first, int64_t n, int64_t max_plies, double *returns, int32_t *plies, int32_t *outcomes,
    int32_t *conditions, int32_t *faults, int64_t many, const volatile int32_t *stop) {
    lt_halt halt = lt_new_halt(stop);
    lt_play play = lt_fresh_play();
    lt_held_state held = {0, 0};
    lt_opening opening = {0};
    const lt_results to = {returns, plies, outcomes, conditions, faults};
    int64_t done = 0;
    play.playing = 1;
    play.many = many;
    if (!lt_hold(&held, 1)) return -LT_NO_MEMORY;
    for (; done < n && !*stop; done++) {
        lt_generator player = lt_seed_generator(lt_mix2(seed, (uint64_t)(first + done), 1));
        int32_t fault = lt_begin_again(held.at, &play, lt_mix1(seed, (uint64_t)(first + done)), &halt, &opening);
        if (!fault) fault = lt_play_on(&held, &play, player, max_plies, stop);
        if (!fault) fault = halt.why;
        if (fault == LT_STOPPED) break; /* an unfinished game does not count */
        lt_note_result(held.at, fault, &to, done);
        halt.why = LT_OK;
    }
    free(opening.state);
    free(held.at);
    lt_free_play(&play);
    (void)lt_end_call(&halt);
    return done;
}

/* ---- perft ---- */

typedef struct { lt_held_state held; lt_list list; int64_t next; int32_t left; } lt_frame;
typedef struct { lt_frame *at; int32_t count; } lt_frames;

#if LT_OPEN || LT_ASKS

static int64_t lt_count_decisions(const lt_state *s, lt_play *p) {
    int64_t count = lt_list_legal(s, 0, 0);
    if (count <= p->many) return count;
    p->broken = LT_MANY_DECISIONS;
    return -1;
}

static int32_t lt_keep_decisions(const lt_state *s, lt_play *p, lt_list *list) {
    for (;;) {
        list->count = 0;
        list->limit = p->many + 1;
        if ((p->broken = lt_list_open(s, list))) return 0;
        if (list->count > p->many) return p->broken = LT_MANY_DECISIONS, 0;
        if (list->count <= list->capacity) return 1;
        int64_t capacity = 2 * list->count;
        int32_t *bigger = realloc(list->at, (size_t)capacity * LT_WIDTH * sizeof(int32_t));
        if (!bigger) return 0;
        list->at = bigger;
        list->capacity = capacity;
    }
}

#else

/* How many decisions there are. A list that was made on arrival is counted; -1 without memory (see lt_no_list). */
static int64_t lt_count_decisions(const lt_state *s, lt_play *p) {
    if (s->outcome != LT_RUNNING) return 0;
    if (!p->listed && !lt_relist(s, p)) return -1;
    if (!LT_FILTERED) return p->list.count;
    int64_t n = 0;
    for (int64_t i = 0; i < p->list.count; i++) n += lt_entry_passes(s, p->pins, p->list.at + i * LT_ENTRY) != 0;
    return n;
}

/* Copy the decisions to *list*, which grows when it must. Returns 0 without memory. */
static int32_t lt_keep_decisions(const lt_state *s, lt_play *p, lt_list *list) {
    list->count = 0;
    if (s->outcome != LT_RUNNING) return 1;
    if (!p->listed && !lt_relist(s, p)) return 0;
    if (list->capacity < p->list.count && !lt_grow(list, p->list.count)) return 0;
    for (int64_t i = 0; i < p->list.count; i++) {
        const int32_t *entry = p->list.at + i * LT_ENTRY;
        if (LT_FILTERED && !lt_entry_passes(s, p->pins, entry)) continue;
        memcpy(list->at + list->count++ * LT_ENTRY, entry, LT_ENTRY * sizeof *entry);
    }
    return 1;
}

#endif

/* The fault when decisions cannot be listed. */
LT_INLINE int32_t lt_no_list(const lt_play *p) { return p->broken ? p->broken : LT_NO_MEMORY; }

/* Make room for the frame at *level*; frames are kept, so that their lists are reused. */
static int32_t lt_room(lt_frames *frames, int32_t level) {
    if (level < frames->count) return 1;
    int32_t count = 2 * level + 8;
    lt_frame *bigger = realloc(frames->at, (size_t)count * sizeof(lt_frame));
    if (!bigger) return 0;
    memset(bigger + frames->count, 0, (size_t)(count - frames->count) * sizeof(lt_frame));
    frames->at = bigger;
    frames->count = count;
    return 1;
}

/* Whether the counted unit is complete: a decision, or a turn, which is over when the counter moves or the game
   ends. */
LT_INLINE int32_t lt_moved_on(const lt_state *before, const lt_state *after, int32_t per_turn) {
    return !per_turn || after->turn != before->turn || after->outcome != LT_RUNNING;
}

static int32_t lt_count_below(
    lt_frames *frames, lt_play *play, int32_t depth, int32_t per_turn, int64_t *total, const volatile int32_t *stop) {
    int32_t level = 0, fault;
    frames->at[0].left = depth;
    if (!lt_keep_decisions(frames->at[0].held.at, play, &frames->at[0].list)) return lt_no_list(play);
    while (level >= 0 && !*stop) {
        lt_frame *here = &frames->at[level];
        if (here->next == here->list.count) { level--; continue; }
        if (!per_turn && here->left == 1) { *total += here->list.count; level--; continue; }
        if (!lt_room(frames, level + 1)) return LT_NO_MEMORY;
        here = &frames->at[level];
        lt_frame *there = &frames->at[level + 1];
        int32_t d[LT_WIDTH];
        lt_decision_at(here->list.at + here->next++ * LT_ENTRY, d);
        if (!lt_hold_copy(&there->held, here->held.at)) return LT_NO_MEMORY;
        lt_state *after = there->held.at;
        if ((fault = lt_take(after, play, d))) return fault;
        there->left = here->left - lt_moved_on(here->held.at, after, per_turn);
        if (there->left == 0) { ++*total; continue; }
        if (!per_turn && there->left == 1) {
            int64_t n = lt_count_decisions(after, play);
            if (n < 0) return lt_no_list(play);
            *total += n;
            continue;
        }
        if (!lt_keep_decisions(after, play, &there->list)) return lt_no_list(play);
        there->next = 0;
        level++;
    }
    return LT_OK;
}

/* Count sequences of exactly *depth* legal decisions, or of decisions that make exactly *depth* whole turns. Returns
   -1 on a fault (written to *fault*; a position with more than *many* decisions is one) or once *stop* is set. */
LT_API int64_t lt_perft(const lt_state *from, int32_t depth, int32_t per_turn, int32_t *fault, int64_t many,
                        const volatile int32_t *stop) {
    lt_halt halt = lt_new_halt(stop);
    int64_t total = 0;
    lt_frames frames = {0, 0};
    lt_play play = lt_fresh_play();
    *fault = LT_OK;
    if (depth <= 0) return 1;
    play.playing = 1;
    play.many = many;
    if (!lt_room(&frames, 0)) { *fault = LT_NO_MEMORY; return -1; }
    if (lt_hold_copy(&frames.at[0].held, from)) {
        lt_begin_call(frames.at[0].held.at, &halt);
        *fault = lt_count_below(&frames, &play, depth, per_turn, &total, stop);
        if (halt.why) *fault = halt.why;
    } else *fault = LT_NO_MEMORY;
    for (int32_t i = 0; i < frames.count; i++) {
        free(frames.at[i].list.at);
        free(frames.at[i].held.at);
    }
    free(frames.at);
    lt_free_play(&play);
    (void)lt_end_call(&halt);
    if (*stop && !*fault) *fault = LT_STOPPED;
    return *fault ? -1 : total;
}

/* Write the position hash and the state hash. Returns a fault. The hash of a finished game includes its result. */
LT_API int32_t lt_hashes(const lt_state *s, uint64_t *out, const volatile int32_t *stop) {
    lt_halt halt = lt_new_halt(stop);
    lt_state *own = LT_HALTS ? lt_copy_of(s) : 0;
    if (LT_HALTS && !own) return LT_NO_MEMORY;
    if (own) lt_begin_call(own, &halt);
    out[0] = lt_key(own ? own : s);
    out[1] = lt_full_hash(own ? own : s);
    free(own);
    return lt_end_call(&halt);
}
