/* batch.h: many games side by side, each state kept whole between calls, with its legal decisions listed.

   A decision's id is its place in mixed radix:

   id = base[action] + sum over its parameters of (value - low[parameter]) * stride[parameter]

   The three tables are made by Python, LT_WIDTH - 1 parameters an action: nothing here knows the game. Python also owns
   the states and the masks, so that it can look at them without a copy; they must outlive the batch. */

/* The legal decisions of all games, in whichever order they were listed; game g has count[g] of them from at[g]. */
typedef struct { int32_t *rows, *ids; int64_t used, room, *at, *count; } lt_lists;

typedef struct {
    lt_state *states;
    int64_t n, ids;
    const int64_t *base, *stride;
    const int32_t *low;
    uint8_t *mask; /* [n, ids] */
    lt_lists now, next; /* a step reads the one and writes the other */
    int64_t *chosen; /* for each game the place of the decision it takes, in `now` */
    lt_play play;
    lt_opening opening;
} lt_batch;

static int32_t lt_lists_new(lt_lists *lists, int64_t n) {
    memset(lists, 0, sizeof *lists);
    lists->at = calloc((size_t)n, sizeof *lists->at);
    lists->count = calloc((size_t)n, sizeof *lists->count);
    return lists->at && lists->count;
}

static void lt_lists_free(lt_lists *lists) {
    free(lists->rows);
    free(lists->ids);
    free(lists->at);
    free(lists->count);
}

LT_API void lt_batch_free(lt_batch *b) {
    if (!b) return;
    lt_lists_free(&b->now);
    lt_lists_free(&b->next);
    free(b->chosen);
    lt_free_play(&b->play);
    free(b);
}

/* A batch on *n* states not yet begun; NULL without memory. */
LT_API lt_batch *lt_batch_new(
    lt_state *states, int64_t n, int64_t ids, const int64_t *base, const int32_t *low, const int64_t *stride, uint8_t *mask) {
    lt_batch *b = calloc(1, sizeof *b);
    if (!b) return 0;
    b->states = states;
    b->n = n;
    b->ids = ids;
    b->base = base;
    b->low = low;
    b->stride = stride;
    b->mask = mask;
    b->play = lt_fresh_play();
    b->chosen = calloc((size_t)n, sizeof *b->chosen);
    if (b->chosen && lt_lists_new(&b->now, n) && lt_lists_new(&b->next, n)) return b;
    lt_batch_free(b);
    return 0;
}

static int32_t lt_lists_room(lt_lists *lists, int64_t more) {
    if (lists->used + more <= lists->room) return 1;
    int64_t room = 2 * (lists->used + more);
    int32_t *rows = realloc(lists->rows, (size_t)room * LT_WIDTH * sizeof *rows);
    if (rows) lists->rows = rows;
    int32_t *ids = realloc(lists->ids, (size_t)room * sizeof *ids);
    if (ids) lists->ids = ids;
    if (!rows || !ids) return 0;
    lists->room = room;
    return 1;
}

static int64_t lt_decision_id(const lt_batch *b, const int32_t *d) {
    int64_t id = b->base[d[0]];
    for (int32_t i = 0; i < LT_WIDTH - 1; i++) {
        int64_t at = (int64_t)d[0] * (LT_WIDTH - 1) + i;
        id += (int64_t)(d[1 + i] - b->low[at]) * b->stride[at];
    }
    return id;
}

/* List the legal decisions of a game behind those of `next`. */
static int32_t lt_batch_list(lt_batch *b, int64_t game) {
    lt_lists *lists = &b->next;
    int64_t count, more = LT_MOST_DECISIONS + 1;
    for (;; more = count) {
        if (!lt_lists_room(lists, more)) return LT_NO_MEMORY;
        count = lt_list_legal(&b->states[game], lists->rows + lists->used * LT_WIDTH, lists->room - lists->used);
        if (lists->used + count <= lists->room) break;
    }
    lists->at[game] = lists->used;
    lists->count[game] = count;
    for (int64_t k = lists->used; k < lists->used + count; k++) {
        int64_t id = lt_decision_id(b, lists->rows + k * LT_WIDTH);
        if (id < 0 || id >= b->ids) return LT_ILLEGAL;
        lists->ids[k] = (int32_t)id;
        b->mask[game * b->ids + id] = 1;
    }
    lists->used += count;
    return LT_OK;
}

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

/* Note which decision each game is to take. Returns the first game where the id is not legal, or n. */
LT_API int64_t lt_batch_choose(lt_batch *b, const int64_t *ids) {
    const lt_lists *now = &b->now;
    for (int64_t game = 0; game < b->n; game++) {
        int64_t k = now->at[game], end = k + now->count[game];
        while (k < end && now->ids[k] != ids[game]) k++;
        if (k == end) return game;
        b->chosen[game] = k;
    }
    return b->n;
}

/* Take the chosen decisions. A game that ends, or meets a fault, gives its returns, is `done` and not listed. */
LT_API int32_t lt_batch_step(lt_batch *b, double *returns, uint8_t *done, int32_t *faults) {
    int32_t winners[LT_PLAYERS], fault = LT_OK;
    int64_t scores[LT_PLAYERS];
    for (int64_t game = 0; game < b->n && !fault; game++) {
        lt_state *s = &b->states[game];
        double *row = returns + game * LT_PLAYERS;
        uint8_t *mask = b->mask + game * b->ids;
        int64_t first = b->now.at[game];
        for (int64_t k = first; k < first + b->now.count[game]; k++) mask[b->now.ids[k]] = 0;
        faults[game] = lt_take(s, &b->play, b->now.rows + b->chosen[game] * LT_WIDTH);
        done[game] = (uint8_t)(faults[game] || s->outcome != LT_RUNNING);
        for (int32_t i = 0; i < LT_PLAYERS; i++) row[i] = 0;
        if (!done[game]) fault = lt_batch_list(b, game);
        else if (!faults[game]) result(s, winners, scores, row);
    }
    return fault;
}

/* End a step: each game that is `done` is followed by the next one of *seed*, counted by *next*. */
LT_API int32_t lt_batch_restart(lt_batch *b, const uint8_t *done, uint64_t seed, int64_t *next) {
    int32_t fault = LT_OK;
    for (int64_t game = 0; game < b->n && !fault; game++) {
        if (!done[game]) continue;
        fault = lt_begin_again(&b->states[game], &b->play, lt_mix1(seed, (uint64_t)(*next)++), &b->opening);
        if (!fault) fault = lt_batch_list(b, game);
    }
    lt_batch_turn(b);
    return fault;
}

/* Write how many decisions each game has and, behind each other, their ids in definition order; the second may be
   NULL. Returns how many there are in all. */
LT_API int64_t lt_batch_legal(const lt_batch *b, int64_t *counts, int64_t *ids) {
    int64_t total = 0;
    for (int64_t game = 0; game < b->n; game++) {
        int64_t count = counts[game] = b->now.count[game];
        if (ids)
            for (int64_t k = 0; k < count; k++) ids[total + k] = b->now.ids[b->now.at[game] + k];
        total += count;
    }
    return total;
}
