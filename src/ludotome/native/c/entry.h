/* entry.h: what Python calls. A state is passed whole, indexes and all, so that a call starts where the last one ended;
   its first LT_FLAT_BYTES are the flat state of the layout. Nothing else is kept between calls.

   A decision is LT_WIDTH numbers: the action, then its parameters, 0 where it has fewer. */

LT_API int64_t lt_state_bytes(void) { return (int64_t)sizeof(lt_state); }

/* A list with room for more than so many is filled without looking twice; 0 when nobody can say. */
LT_API int64_t lt_most_decisions(void) { return LT_MOST_DECISIONS; }

/* Make everything kept beside the flat state anew, after somebody else wrote the flat state. */
LT_API void lt_rebuild(lt_state *s) {
    memset((char *)s + LT_FLAT_BYTES, 0, sizeof *s - LT_FLAT_BYTES);
    rebuild(s);
}

LT_API void lt_blank(lt_state *s) {
    blank_state(s);
    rebuild(s);
}

LT_API int32_t lt_new(lt_state *s, uint64_t seed) {
    lt_play play = lt_fresh_play();
    int32_t fault = lt_begin(s, &play, seed);
    lt_free_play(&play);
    return fault;
}

/* Set up a blank state and go to the first decision; after a fault it is no state. */
LT_API int32_t lt_setup(lt_state *s) {
    lt_play play = lt_fresh_play();
    int32_t fault = lt_set_up(s, &play);
    lt_free_play(&play);
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

/* Turn *count* entries into decisions, in place: from the last one on, since a decision is no shorter than an entry. */
LT_INLINE void lt_spell_out(int32_t *list, int64_t count) {
    (void)list; (void)count;
#if LT_NUMBERED
    for (int64_t k = count - 1; k >= 0; k--) decision_of_number(list[k], list + k * LT_WIDTH);
#endif
}

#endif

#if LT_FORESEEN

/* Write the first *capacity* decisions of sets. Returns how many there are. */
LT_INLINE int64_t lt_write_sets(const lt_state *s, const uint64_t *sets, int32_t *out, int64_t capacity) {
    int64_t count = 0;
    for (int32_t word = 0; word < LT_DRAWN_END(s); word++)
        for (uint64_t bits = sets[word]; bits; bits &= bits - 1, count++)
            if (count < capacity) drawn_decision(s, word * 64 + lt_lowest_bit(bits), out + count * LT_WIDTH);
    return count;
}

#endif

/* Returns how many legal decisions there are and writes the first *capacity* of them. */
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
    /* One more than can be: the last one is written before it is counted. */
    if (!lt_is_suspended(s) && capacity > LT_MOST_DECISIONS) {
        int64_t count = (fill_decisions(s, out) - out) / LT_ENTRY;
        uint64_t pins[LT_WATCHES + 1];
        if (LT_FILTERED) find_pins(s, pins);
        if (LT_FILTERED) count = lt_keep_passing(s, pins, out, count);
        lt_spell_out(out, count);
        return count;
    }
#endif
    lt_list list = lt_list_in(out, capacity, INT64_MAX);
    lt_list_open(s, &list);
    return list.count;
}

LT_API int64_t lt_legal(const lt_state *s, int32_t *out, int64_t capacity) {
#if LT_FORESEEN
    uint64_t sets[LT_DRAWN_WORDS];
    if (s->outcome == LT_RUNNING && !lt_is_suspended(s) && foreseen_sets(s, sets))
        return lt_write_sets(s, sets, out, capacity);
#endif
#if LT_FILTERED && LT_UNDO
    /* Trials change the state and put it back, and another thread may be looking at it. */
    lt_state own = *s;
    return lt_list_legal(&own, out, capacity);
#else
    return lt_list_legal(s, out, capacity);
#endif
}

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

/* Writes to *to* the state after *decision*, which must be legal; after a fault *to* is no state. */
LT_API int32_t lt_follow(const lt_state *from, const int32_t *decision, lt_state *to) {
    memcpy(to, from, sizeof *to);
    return lt_follow_on(to, decision);
}

/* The same for any decision: one that is not legal is a fault. */
LT_API int32_t lt_apply(const lt_state *from, const int32_t *decision, lt_state *to) {
    if (from->outcome != LT_RUNNING) return LT_GAME_OVER;
    memcpy(to, from, sizeof *to);
    if (!lt_is_legal(to, decision)) return LT_ILLEGAL;
    return lt_follow_on(to, decision);
}

LT_API void lt_result(const lt_state *s, int32_t *winners, int64_t *scores, double *returns) {
    result(s, winners, scores, returns);
}

/* ---- decisions as numbers ---- */

#if LT_IDS

/* The number of a decision; -1 for what can be none. */
LT_API int64_t lt_number_of_decision(const int32_t *decision) {
    int64_t number = decision_number(decision);
    int32_t again[LT_WIDTH];
    if (number < 0 || number >= LT_IDS) return -1;
    decision_of_number((int32_t)number, again);
    return memcmp(again, decision, sizeof again) ? -1 : number;
}

/* The same as lt_list_legal, as numbers; -1 if one is outside what can be numbered. */
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
        count = fill_decisions(s, out) - out;
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
        if (number < 0) return -1;
        out[k] = (int32_t)number;
    }
    return count;
}

/* Returns how many legal decisions there are and writes their numbers, if they are no more than *capacity*: there must
   be room for as many decisions. -1 if one is outside what can be numbered. */
LT_API int64_t lt_legal_numbers(const lt_state *s, int32_t *out, int64_t capacity) {
#if LT_FORESEEN && LT_NUMBERED
    uint64_t sets[LT_DRAWN_WORDS];
    if (s->outcome == LT_RUNNING && !lt_is_suspended(s) && capacity > LT_MOST_DECISIONS && foreseen_sets(s, sets))
        return drawn_numbers(s, sets, out) - out;
#endif
#if LT_FILTERED && LT_UNDO
    lt_state own = *s;
    return lt_list_numbers(&own, out, capacity);
#else
    return lt_list_numbers(s, out, capacity);
#endif
}

/* lt_follow, for a decision given as its number. */
LT_API int32_t lt_follow_number(const lt_state *from, int32_t number, lt_state *to) {
    int32_t d[LT_WIDTH];
    decision_of_number(number, d);
    return lt_follow(from, d, to);
}

LT_API void lt_decision_of_number(int32_t number, int32_t *decision) { decision_of_number(number, decision); }

#endif

/* ---- random games ---- */

/* Draw by the normative rule into *d*: a pseudo-legal decision uniformly; one that fails a filter is dropped and
   drawn again. Returns whether there was one. */
static int32_t lt_draw_decision(const lt_state *s, lt_play *p, lt_generator *player, int32_t *d) {
    if (lt_is_suspended(s)) return lt_draw_answer(s, p, player, d);
#if LT_OPEN
    (void)p;
    return open_draw(s, player, d);
#elif LT_DRAWN_WORDS
    return drawn_draw(s, p, 0, 0, player, d);
#else
    lt_list *list = &p->list;
    if (!p->listed && !lt_relist(s, p)) return 0;
    while (list->count > 0) {
        int64_t k = (int64_t)lt_bounded(player, (uint64_t)list->count);
        int32_t *chosen = list->at + k * LT_ENTRY;
        lt_decision_at(chosen, d);
        if (!LT_FILTERED || passes(s, p->pins, d)) return 1;
        list->count--;
        memmove(chosen, chosen + LT_ENTRY, (size_t)(list->count - k) * LT_ENTRY * sizeof(int32_t));
    }
    return 0;
#endif
}

/* Play *s* on to its end, or to *max_plies*: then it is left running. After a fault only its plies are right. */
static int32_t lt_play_on(lt_state *s, lt_play *p, lt_generator *player, int64_t max_plies) {
    while (s->outcome == LT_RUNNING) {
        int32_t d[LT_WIDTH], ply = s->ply;
        if (ply >= max_plies) break;
        if (!lt_draw_decision(s, p, player, d)) return p->fault ? p->fault : LT_NO_DECISION;
        if (lt_take(s, p, d)) { s->ply = ply; return p->fault; }
    }
    return LT_OK;
}

LT_API void lt_seed_player(lt_generator *player, uint64_t seed) { *player = lt_seed_generator(seed); }

/* Play *s* on for so many plies at most, by what *player* draws; after a fault it is no state. */
LT_API int32_t lt_playout(lt_state *s, lt_generator *player, int64_t plies) {
    lt_play play = lt_fresh_play();
    play.playing = 1;
    int32_t fault = lt_play_on(s, &play, player, s->ply + plies);
    lt_free_play(&play);
    return fault;
}

/* Play a whole game of *seed*, writing the state hash at the start and after each decision, up to *most* of them.
   Returns how many were written. Unlike a chain of lt_apply, everything kept beside the state is kept all along. */
LT_API int64_t lt_trace(uint64_t seed, uint64_t player_seed, uint64_t *hashes, int64_t most) {
    lt_play play = lt_fresh_play();
    lt_state s;
    lt_generator player = lt_seed_generator(player_seed);
    int64_t n = 0;
    play.playing = 1;
    int32_t d[LT_WIDTH], fault = lt_begin(&s, &play, seed);
    while (!fault && n < most) {
        hashes[n++] = lt_full_hash(&s);
        if (s.outcome != LT_RUNNING || !lt_draw_decision(&s, &play, &player, d)) break;
        fault = lt_take(&s, &play, d);
    }
    lt_free_play(&play);
    return n;
}

/* A first state that is the same for every seed, but for the generator. */
typedef struct { lt_state state; int32_t known; } lt_opening;

static int32_t lt_begin_again(lt_state *s, lt_play *p, uint64_t seed, lt_opening *opening) {
    lt_generator start = lt_seed_generator(seed);
    if (opening->known) {
        *s = opening->state;
        s->generator = start;
        lt_forget_lists(p);
        return LT_OK;
    }
    int32_t fault = lt_begin(s, p, seed);
    /* A setup that drew nothing is the same for every seed. */
    opening->known = !fault && memcmp(&s->generator, &start, sizeof start) == 0;
    if (opening->known) opening->state = *s;
    return fault;
}

/* Where the results of games go, a place for each; a game that met a fault has none. */
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

/* Play games first … first + n - 1 of *seed*; stops early once *stop* is not 0. Returns how many were played.
   Game i starts from mix(seed, i), its players draw from mix(seed, i, 1). */
LT_API int64_t lt_playouts(
    uint64_t seed, int64_t first, int64_t n, int64_t max_plies, double *returns, int32_t *plies, int32_t *outcomes,
    int32_t *conditions, int32_t *faults, const volatile int32_t *stop) {
    lt_play play = lt_fresh_play();
    lt_state state;
    lt_opening opening;
    const lt_results to = {returns, plies, outcomes, conditions, faults};
    int64_t done = 0;
    play.playing = 1;
    opening.known = 0;
    for (; done < n && !*stop; done++) {
        lt_generator player = lt_seed_generator(lt_mix2(seed, (uint64_t)(first + done), 1));
        int32_t fault = lt_begin_again(&state, &play, lt_mix1(seed, (uint64_t)(first + done)), &opening);
        if (!fault) fault = lt_play_on(&state, &play, &player, max_plies);
        lt_note_result(&state, fault, &to, done);
    }
    lt_free_play(&play);
    return done;
}

/* ---- perft ---- */

typedef struct { lt_state state; lt_list list; int64_t next; int32_t left; } lt_frame;
typedef struct { lt_frame *at; int32_t count; } lt_frames;

#if LT_OPEN || LT_ASKS

static int64_t lt_count_decisions(const lt_state *s, lt_play *p) {
    (void)p;
    return lt_list_legal(s, 0, 0);
}

static int32_t lt_keep_decisions(const lt_state *s, lt_play *p, lt_list *list) {
    (void)p;
    for (;;) {
        list->count = 0;
        list->limit = INT64_MAX;
        lt_list_open(s, list);
        if (list->count <= list->capacity) return 1;
        int64_t capacity = 2 * list->count;
        int32_t *bigger = realloc(list->at, (size_t)capacity * LT_WIDTH * sizeof(int32_t));
        if (!bigger) return 0;
        list->at = bigger;
        list->capacity = capacity;
    }
}

#else

/* How many decisions there are; the list that was made on arrival is counted, or -1 without memory. */
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

/* Make room for the frame at *level*; frames are kept, so that their lists are used again. */
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

/* Whether what is counted has moved on by one: a decision, or a turn, which is over when the counter moves or the game
   ends. */
LT_INLINE int32_t lt_moved_on(const lt_state *before, const lt_state *after, int32_t per_turn) {
    return !per_turn || after->turn != before->turn || after->outcome != LT_RUNNING;
}

static int32_t lt_count_below(
    lt_frames *frames, lt_play *play, int32_t depth, int32_t per_turn, int64_t *total, const volatile int32_t *stop) {
    int32_t level = 0, fault;
    frames->at[0].left = depth;
    if (!lt_keep_decisions(&frames->at[0].state, play, &frames->at[0].list)) return LT_NO_MEMORY;
    while (level >= 0 && !*stop) {
        lt_frame *here = &frames->at[level];
        if (here->next == here->list.count) { level--; continue; }
        if (!per_turn && here->left == 1) { *total += here->list.count; level--; continue; }
        if (!lt_room(frames, level + 1)) return LT_NO_MEMORY;
        here = &frames->at[level];
        lt_frame *there = &frames->at[level + 1];
        int32_t d[LT_WIDTH];
        lt_decision_at(here->list.at + here->next++ * LT_ENTRY, d);
        there->state = here->state;
        if ((fault = lt_take(&there->state, play, d))) return fault;
        there->left = here->left - lt_moved_on(&here->state, &there->state, per_turn);
        if (there->left == 0) { ++*total; continue; }
        if (!per_turn && there->left == 1) {
            int64_t n = lt_count_decisions(&there->state, play);
            if (n < 0) return LT_NO_MEMORY;
            *total += n;
            continue;
        }
        if (!lt_keep_decisions(&there->state, play, &there->list)) return LT_NO_MEMORY;
        there->next = 0;
        level++;
    }
    return LT_OK;
}

/* Count sequences of exactly *depth* legal decisions, or of decisions that make exactly *depth* whole turns.
   Returns -1 on a fault (its number in *fault*) or once *stop* is set. */
LT_API int64_t lt_perft(const lt_state *from, int32_t depth, int32_t per_turn, int32_t *fault, const volatile int32_t *stop) {
    int64_t total = 0;
    lt_frames frames = {0, 0};
    lt_play play = lt_fresh_play();
    *fault = LT_OK;
    if (depth <= 0) return 1;
    play.playing = 1;
    if (!lt_room(&frames, 0)) { *fault = LT_NO_MEMORY; return -1; }
    frames.at[0].state = *from;
    *fault = lt_count_below(&frames, &play, depth, per_turn, &total, stop);
    for (int32_t i = 0; i < frames.count; i++) free(frames.at[i].list.at);
    free(frames.at);
    lt_free_play(&play);
    return *fault || *stop ? -1 : total;
}

LT_API void lt_hashes(const lt_state *s, uint64_t *out) {
    out[0] = lt_key(s);
    out[1] = lt_full_hash(s);
}
