/* batch.h: many games side by side, each state kept whole between calls, with the ids of its legal decisions.

   A decision's id is its place in mixed radix, by the tables of `emit_ids`:

   id = id_base[action] + sum over its parameters of (value - id_low[parameter]) * id_stride[parameter]

   Python owns the states and the masks, so that it can look at them without a copy; they must outlive the batch. */

/* Whether every decision is a zone of the one open set: then the set is the list, and of a mask only what changed is
   written. */
#define LT_BY_SET (LT_OPEN && !LT_ASKS)

/* The legal ids of all games, in whichever order they were listed; game g has count[g] of them from first[g]. */
typedef struct { int32_t *ids; int64_t used, room, *first, *count; } lt_lists;

typedef struct {
    lt_state *states;
    int64_t n;
    uint8_t *mask; /* [n, LT_IDS] */
    lt_lists now, next; /* a step reads the one and writes the other; by set they hold counts alone */
    uint64_t *shown; /* [n, LT_OPEN_WORDS], by set: the zones whose ids are in the mask */
    int32_t *rows; /* the decisions of one game, before they are ids */
    int64_t room;
    lt_play play;
    lt_opening opening;
} lt_batch;

static int32_t lt_lists_new(lt_lists *lists, int64_t n) {
    memset(lists, 0, sizeof *lists);
    lists->first = calloc((size_t)n, sizeof *lists->first);
    lists->count = calloc((size_t)n, sizeof *lists->count);
    return lists->first && lists->count;
}

static void lt_lists_free(lt_lists *lists) {
    free(lists->ids);
    free(lists->first);
    free(lists->count);
}

LT_API void lt_batch_free(lt_batch *b) {
    if (!b) return;
    lt_lists_free(&b->now);
    lt_lists_free(&b->next);
    lt_free_play(&b->play);
    free(b->shown);
    free(b->rows);
    free(b);
}

/* A batch on *n* states not yet begun; NULL without memory. */
LT_API lt_batch *lt_batch_new(lt_state *states, int64_t n, uint8_t *mask) {
    lt_batch *b = calloc(1, sizeof *b);
    if (!b) return 0;
    b->states = states;
    b->n = n;
    b->mask = mask;
    b->play = lt_fresh_play();
    b->play.playing = 1;
    b->room = LT_FIRST_ROOM;
    b->rows = malloc((size_t)b->room * LT_WIDTH * sizeof *b->rows);
    b->shown = calloc(LT_BY_SET ? (size_t)(n * LT_OPEN_WORDS) : 1, sizeof *b->shown);
    if (b->rows && b->shown && lt_lists_new(&b->now, n) && lt_lists_new(&b->next, n)) return b;
    lt_batch_free(b);
    return 0;
}

LT_INLINE int64_t lt_decision_id(const int32_t *d) {
    int64_t id = id_base[d[0]];
    for (int32_t i = 0; i < LT_WIDTH - 1; i++) {
        int32_t at = d[0] * (LT_WIDTH - 1) + i;
        id += ((int64_t)d[1 + i] - id_low[at]) * id_stride[at];
    }
    return id;
}

static void lt_decision_of_id(int32_t id, int32_t *d) {
    uint32_t rest;
    d[0] = (int32_t)(sizeof id_base / sizeof *id_base) - 1;
    while (id_base[d[0]] > id) d[0]--;
    rest = (uint32_t)(id - id_base[d[0]]);
    for (int32_t i = 0; i < LT_WIDTH - 1; i++) {
        int32_t at = d[0] * (LT_WIDTH - 1) + i;
        d[1 + i] = (int32_t)(rest / (uint32_t)id_stride[at]) + id_low[at];
        rest %= (uint32_t)id_stride[at];
    }
}

#if LT_BY_SET

/* List the legal decisions of a game. */
static int32_t lt_batch_list(lt_batch *b, int64_t game) {
    const lt_state *s = &b->states[game];
    uint8_t *mask = b->mask + game * LT_IDS;
    uint64_t *shown = b->shown + game * LT_OPEN_WORDS;
    int64_t count = 0;
    for (int32_t word = 0; word < LT_OPEN_WORDS; word++) {
        uint64_t open = s->outcome == LT_RUNNING ? s->LT_OPEN_SET[word] : 0;
        /* One action with one zone, so its place is its id. */
        for (uint64_t bits = open ^ shown[word]; bits; bits &= bits - 1)
            mask[word * 64 + lt_lowest_bit(bits) - id_low[0]] ^= 1;
        shown[word] = open;
        count += lt_bit_count(open);
    }
    b->next.count[game] = count;
    return LT_OK;
}

static void lt_batch_unmask(lt_batch *b, int64_t game) { (void)b; (void)game; }

/* The legal id at place *k* of a game, which has more than that. */
LT_INLINE int32_t lt_batch_id(const lt_batch *b, int64_t game, int32_t k) {
    const uint64_t *shown = b->shown + game * LT_OPEN_WORDS;
    int32_t word = 0;
    for (int32_t many; k >= (many = lt_bit_count(shown[word])); word++) k -= many;
    return word * 64 + lt_select_bit(shown[word], k) - id_low[0];
}

#else

/* Make room for *more* entries of *size* bytes behind the *used* ones. */
static int32_t lt_more_room(int32_t **at, int64_t *room, int64_t used, int64_t more, size_t size) {
    if (*at && used + more <= *room) return 1;
    int32_t *bigger = realloc(*at, (size_t)(2 * (used + more + 1)) * size);
    if (!bigger) return 0;
    *at = bigger;
    *room = 2 * (used + more + 1);
    return 1;
}

/* Room for the ids of a game behind those of `next`. */
static int32_t *lt_batch_room(lt_batch *b, int64_t game, int64_t count) {
    lt_lists *lists = &b->next;
    if (!lt_more_room(&lists->ids, &lists->room, lists->used, count, sizeof *lists->ids)) return 0;
    lists->first[game] = lists->used;
    lists->count[game] = count;
    lists->used += count;
    return lists->ids + lists->first[game];
}

/* Give back the room behind those that were used. */
LT_INLINE void lt_batch_found(lt_batch *b, int64_t game, int64_t count) {
    b->next.used += count - b->next.count[game];
    b->next.count[game] = count;
}

/* Number the decisions of a game behind the ids of `next`; of those with *pins* only the ones that pass. */
LT_INLINE int32_t lt_batch_note(lt_batch *b, int64_t game, const int32_t *rows, int64_t count, const uint64_t *pins) {
    const lt_state *s = &b->states[game];
    uint8_t *mask = b->mask + game * LT_IDS;
    int32_t *first = lt_batch_room(b, game, count), *ids = first;
    if (!ids) return LT_NO_MEMORY;
    for (const int32_t *d = rows; d < rows + count * LT_WIDTH; d += LT_WIDTH) {
        if (pins && !passes(s, pins, d)) continue;
        int64_t id = lt_decision_id(d);
        if (id < 0 || id >= LT_IDS) return LT_ILLEGAL;
        *ids++ = (int32_t)id;
        mask[id] = 1;
    }
    lt_batch_found(b, game, ids - first);
    return LT_OK;
}

#if LT_DRAWN_WORDS

/* Every decision is a bit in a set that is kept, so they are numbered as they are met. */
static int32_t lt_batch_note_found(lt_batch *b, int64_t game) {
    const lt_state *s = &b->states[game];
    uint8_t *mask = b->mask + game * LT_IDS;
    uint64_t sets[LT_DRAWN_WORDS], *pins = b->play.pins;
    const int32_t end = LT_DRAWN_END(s);
    int32_t most = 0, d[LT_WIDTH];
    drawn_sets(s, sets);
    for (int32_t word = 0; word < end; word++) most += lt_bit_count(sets[word]);
    int32_t *first = lt_batch_room(b, game, most), *ids = first;
    if (!ids) return LT_NO_MEMORY;
    if (LT_FILTERED) find_pins(s, pins);
    for (int32_t word = 0; word < end; word++)
        for (uint64_t bits = sets[word]; bits; bits &= bits - 1) {
            drawn_decision(s, word * 64 + lt_lowest_bit(bits), d);
            if (LT_FILTERED && !passes(s, pins, d)) continue;
            int64_t id = lt_decision_id(d);
            if (id < 0 || id >= LT_IDS) return LT_ILLEGAL;
            *ids++ = (int32_t)id;
            mask[id] = 1;
        }
    lt_batch_found(b, game, ids - first);
    return LT_OK;
}

#elif !LT_OPEN

/* Arriving here may have listed the pseudo-legal decisions already. */
static int32_t lt_batch_note_found(lt_batch *b, int64_t game) {
    const lt_state *s = &b->states[game];
    lt_list *list = &b->play.list;
    if (!b->play.listed && !lt_relist(s, &b->play)) return LT_NO_MEMORY;
    return lt_batch_note(b, game, list->at, list->count, LT_FILTERED ? b->play.pins : 0);
}

#endif

/* List the legal decisions of a game. */
static int32_t lt_batch_list(lt_batch *b, int64_t game) {
    const lt_state *s = &b->states[game];
    int64_t count = 0;
#if !LT_OPEN
    if (s->outcome == LT_RUNNING && !lt_is_suspended(s)) return lt_batch_note_found(b, game);
#endif
    while ((count = lt_list_legal(s, b->rows, b->room)) > b->room)
        if (!lt_more_room(&b->rows, &b->room, 0, count, LT_WIDTH * sizeof *b->rows)) return LT_NO_MEMORY;
    return lt_batch_note(b, game, b->rows, count, 0);
}

static void lt_batch_unmask(lt_batch *b, int64_t game) {
    uint8_t *mask = b->mask + game * LT_IDS;
    const int32_t *ids = b->now.ids + b->now.first[game];
    int64_t count = b->now.count[game];
    if (LT_IDS <= 8 * count) memset(mask, 0, LT_IDS);
    else for (int64_t k = 0; k < count; k++) mask[ids[k]] = 0;
}

/* The legal id at place *k* of a game, which has more than that. */
LT_INLINE int32_t lt_batch_id(const lt_batch *b, int64_t game, int32_t k) {
    return b->now.ids[b->now.first[game] + k];
}

#endif

static void lt_batch_turn(lt_batch *b) {
    lt_lists lists = b->now;
    b->now = b->next;
    b->next = lists;
    b->next.used = 0;
}

/* Start the games first … first + n - 1 of *seed*: game i from mix(seed, i). Returns a fault. */
LT_API int32_t lt_batch_begin(lt_batch *b, uint64_t seed, int64_t first) {
    int32_t fault = LT_OK;
    for (int64_t game = 0; game < b->n && !fault; game++) {
        fault = lt_begin_again(&b->states[game], &b->play, lt_mix1(seed, (uint64_t)(first + game)), &b->opening);
        if (!fault) fault = lt_batch_list(b, game);
    }
    lt_batch_turn(b);
    return fault;
}

/* Returns the first game where its id is not legal, or n. */
LT_API int64_t lt_batch_first_illegal(const lt_batch *b, const int64_t *ids) {
    for (int64_t game = 0; game < b->n; game++)
        if (ids[game] < 0 || ids[game] >= LT_IDS || !b->mask[game * LT_IDS + ids[game]]) return game;
    return b->n;
}

/* Take a legal decision in each game. A game that ends, or meets a fault, gives its returns, is `done`, not listed. */
static int32_t lt_batch_take(lt_batch *b, const int64_t *ids, double *returns, uint8_t *done, int32_t *faults) {
    int32_t d[LT_WIDTH], winners[LT_PLAYERS], fault = LT_OK;
    int64_t scores[LT_PLAYERS];
    for (int64_t game = 0; game < b->n && !fault; game++) {
        lt_state *s = &b->states[game];
        double *row = returns + game * LT_PLAYERS;
        lt_batch_unmask(b, game);
        lt_decision_of_id((int32_t)ids[game], d);
        faults[game] = lt_take(s, &b->play, d);
        done[game] = (uint8_t)(faults[game] || s->outcome != LT_RUNNING);
        for (int32_t i = 0; i < LT_PLAYERS; i++) row[i] = 0;
        if (!done[game]) fault = lt_batch_list(b, game);
        else if (!faults[game]) result(s, winners, scores, row);
    }
    return fault;
}

/* End a step: each game that is `done` is followed by the next one of *seed*, counted by *next*. */
static int32_t lt_batch_restart(lt_batch *b, const uint8_t *done, uint64_t seed, int64_t *next) {
    int32_t fault = LT_OK;
    for (int64_t game = 0; game < b->n && !fault; game++) {
        if (!done[game]) continue;
        fault = lt_begin_again(&b->states[game], &b->play, lt_mix1(seed, (uint64_t)(*next)++), &b->opening);
        if (!fault) fault = lt_batch_list(b, game);
    }
    lt_batch_turn(b);
    return fault;
}

/* Take a legal decision in each game and follow those that are `done` by the next of *seed*: one call, so that an
   interrupt finds the step made or not begun. */
LT_API int32_t lt_batch_step(lt_batch *b, const int64_t *ids, double *returns, uint8_t *done, int32_t *faults,
                             uint64_t seed, int64_t *next) {
    int32_t fault = lt_batch_take(b, ids, returns, done, faults);
    return fault ? fault : lt_batch_restart(b, done, seed, next);
}

/* Write where the legal ids of each game begin in a list of them all, how many there are, and the list itself, unless
   it is NULL. Returns its length. */
LT_API int64_t lt_batch_legal(const lt_batch *b, int64_t *first, int64_t *count, int32_t *ids) {
    int64_t used = 0;
    for (int64_t game = 0; game < b->n; used += count[game++]) {
        first[game] = used;
        count[game] = b->now.count[game];
        if (ids) for (int32_t k = 0; k < count[game]; k++) ids[used + k] = lt_batch_id(b, game, k);
    }
    return used;
}

/* Write for each game the legal id at the place that a number from 0 up to 1 stands for; -1 where there is none. */
LT_API void lt_batch_pick(const lt_batch *b, const double *places, int64_t *ids) {
    for (int64_t game = 0; game < b->n; game++) {
        double place = places[game];
        /* Whatever is no such number (nothing forbids a caller infinity) has no place, and C no conversion for it. */
        int64_t count = b->now.count[game], k = place >= 0 && place < 1 ? (int64_t)(place * (double)count) : -1;
        ids[game] = k >= 0 && k < count ? lt_batch_id(b, game, (int32_t)k) : -1;
    }
}

/* Copy the states as they are shown: one that waits for an answer, as it stands where the question was met. */
LT_API void lt_batch_shown(const lt_batch *b, lt_state *out) {
    memcpy(out, b->states, (size_t)b->n * sizeof *out);
    for (int64_t game = 0; game < b->n; game++)
        if (lt_is_suspended(&out[game])) lt_meet_question(&out[game]);
}
