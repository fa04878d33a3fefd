/* batch.h: many games side by side, each state kept whole between calls.

   Python owns the states and the masks, so that it can look at them without a copy; they must outlive the batch. One
   call at a time. */

typedef struct {
    int64_t n, slice_count;
    lt_slice *slices;
} lt_batch;

LT_API void lt_batch_free(lt_batch *b) {
    if (!b) return;
    for (int64_t i = 0; b->slices && i < b->slice_count; i++) lt_slice_free(&b->slices[i]);
    free(b->slices);
    free(b);
}

/* A batch on *n* states not yet begun; NULL without memory. */
LT_API lt_batch *lt_batch_new(lt_state *states, int64_t n) {
    lt_batch *b = calloc(1, sizeof *b);
    if (!b) return 0;
    b->n = n;
    b->slice_count = 1;
    int32_t made = (b->slices = calloc((size_t)b->slice_count, sizeof *b->slices)) != 0;
    for (int64_t i = 0; made && i < b->slice_count; i++) made = lt_slice_new(&b->slices[i], states, 0, n);
    if (made) return b;
    lt_batch_free(b);
    return 0;
}

/* Begin each game, or only those that are `done`, counted by *next*: in order, since one may be passed over. */
static int32_t lt_batch_start(lt_batch *b, const uint8_t *done, uint64_t seed, int64_t *next) {
    for (lt_slice *slice = b->slices; slice < b->slices + b->slice_count; slice++)
        for (int64_t game = 0; game < slice->n; game++) {
            int32_t fault = done && !done[slice->first + game] ? LT_OK : lt_begin_game(slice, game, seed, next);
            if (fault) return fault;
        }
    return LT_OK;
}

/* Begin the games of *seed*, counted by *next*: game i from mix(seed, i). Returns a fault. */
LT_API int32_t lt_batch_begin(lt_batch *b, uint64_t seed, int64_t *next) { return lt_batch_start(b, 0, seed, next); }

/* List all legal ids, unless they are. Returns a fault. */
LT_API int32_t lt_batch_list(lt_batch *b) {
    int32_t fault = LT_OK;
    for (int64_t i = 0; i < b->slice_count && !fault; i++) fault = lt_list_slice(&b->slices[i]);
    return fault;
}

/* From now on show the legal ids in *mask*, which is all 0. Returns a fault. */
LT_API int32_t lt_batch_show(lt_batch *b, uint8_t *mask) {
    for (int64_t i = 0; i < b->slice_count; i++) {
        b->slices[i].mask = mask + b->slices[i].first * LT_IDS;
        b->slices[i].listed = 0;
    }
    return lt_batch_list(b);
}

/* Write where the legal ids of each game begin in a list of them all, how many there are, and the list itself, unless
   it is NULL; they must be listed. Returns its length. */
LT_API int64_t lt_batch_legal(const lt_batch *b, int64_t *first, int64_t *count, int32_t *ids) {
    int64_t used = 0;
    for (const lt_slice *slice = b->slices; slice < b->slices + b->slice_count; slice++)
        for (int64_t game = 0, at = slice->first; game < slice->n; game++, used += count[at++]) {
            first[at] = used;
            count[at] = lt_legal_ids(slice, game, ids ? ids + used : 0);
        }
    return used;
}

/* Draw an id in each game, by a player of its own with mix(seed, game). Returns a fault. */
LT_API int32_t lt_batch_draw(lt_batch *b, uint64_t seed, int64_t *ids) {
    int32_t fault = LT_OK;
    for (int64_t i = 0; i < b->slice_count && !fault; i++) fault = lt_draw_slice(&b->slices[i], seed, ids);
    return fault;
}

/* Returns the first game where its id is not legal, or n. */
LT_API int64_t lt_batch_first_illegal(const lt_batch *b, const int64_t *ids) {
    for (const lt_slice *slice = b->slices; slice < b->slices + b->slice_count; slice++)
        for (int64_t game = 0, at = slice->first; game < slice->n; game++, at++) {
            if (ids[at] >= 0 && ids[at] == slice->drawn[game]) continue;
            if (ids[at] < 0 || ids[at] >= LT_IDS || !lt_is_legal_id(slice, game, (int32_t)ids[at])) return at;
        }
    return b->n;
}

/* Take a legal decision in each game and follow those that are `done` by the next of *seed*, counted by *next*: one
   call, so that an interrupt finds the step made or not begun. Returns a fault. */
LT_API int32_t lt_batch_step(lt_batch *b, const int64_t *ids, double *returns, uint8_t *done, int32_t *faults,
                             uint64_t seed, int64_t *next) {
    const lt_round round = {ids, returns, done, faults};
    int32_t fault = LT_OK;
    for (int64_t i = 0; i < b->slice_count && !fault; i++) fault = lt_step_slice(&b->slices[i], &round);
    if (!fault) fault = lt_batch_start(b, done, seed, next);
    for (int64_t i = 0; i < b->slice_count; i++) {
        lt_slice *slice = &b->slices[i];
        slice->listed = slice->mask && !fault;
        if (slice->mask) lt_turn_lists(slice);
    }
    return fault;
}

/* Write what the player to decide may see in each game, [n, LT_COLUMNS]. */
LT_API void lt_batch_observe(const lt_batch *b, int32_t *out) {
    for (int64_t i = 0; i < b->slice_count; i++) lt_observe_slice(&b->slices[i], out);
}
