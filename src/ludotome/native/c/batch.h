/* batch.h: many games in parallel. Each state is kept whole between calls, in slices that threads process at the same
   time.

   Python owns the states and the masks, so that it can read them without a copy; they must outlive the batch. Only one
   call may run at a time. Results do not depend on the number of slices. */

/* `by_caller`: whether this runs in the thread that called, rather than in a thread of the pool. */
typedef void (*lt_task)(void *job, int64_t part, int32_t by_caller);

typedef struct {
    int64_t n, slice_count;
    lt_slice *slices;
    void *pool; /* a pool of threads, for jobs with one part per slice; 0: the caller processes all slices */
    void (*run)(void *pool, lt_task work, void *job, void (*ask)(void));
    void (*ask)(void); /* decides whether to set the stop flag: called now and then by a long call, in the thread that
                          called; or 0 */
} lt_batch;

/* What the slices are asked to do; each reads its own part. */
typedef struct {
    lt_batch *batch;
    const lt_round *round;
    uint64_t seed;
    int64_t *drawn;
} lt_job;

LT_API void lt_batch_free(lt_batch *b) {
    if (!b) return;
    for (int64_t i = 0; b->slices && i < b->slice_count; i++) lt_slice_free(&b->slices[i]);
    free(b->slices);
    free(b);
}

/* A batch on *n* states not yet begun, divided into slices for the threads of *pool*, which *run* calls. Once
   *stop* is set, which *ask* may do, every call on the batch ends soon, and the batch can only be freed. NULL
   without memory. */
LT_API int64_t lt_batch_stride(void) { return (int64_t)LT_STRIDE; }

LT_API lt_batch *lt_batch_new(void *states, int64_t n, int64_t slice_count, void *pool, void *run,
                              const volatile int32_t *stop, void *ask) {
    lt_batch *b = calloc(1, sizeof *b);
    if (!b) return 0;
    b->n = n;
    b->slice_count = slice_count;
    b->pool = pool;
    memcpy(&b->run, &run, sizeof run);
    memcpy(&b->ask, &ask, sizeof ask);
    int32_t made = (b->slices = calloc((size_t)slice_count, sizeof *b->slices)) != 0;
    for (int64_t i = 0, first = 0, end; made && i < slice_count; i++, first = end) {
        end = n * (i + 1) / slice_count;
        made = lt_slice_new(&b->slices[i], states, first, end - first, stop);
        b->slices[i].halt.ask = b->ask;
    }
    if (made) return b;
    lt_batch_free(b);
    return 0;
}

/* ---- the work of a slice ---- */

LT_INLINE lt_slice *lt_slice_of(void *job, int64_t part, int32_t by_caller) {
    lt_batch *b = ((lt_job *)job)->batch;
    b->slices[part].halt.ask = by_caller ? b->ask : 0;
    return &b->slices[part];
}

static void lt_work_list(void *job, int64_t part, int32_t by_caller) {
    lt_slice *slice = lt_slice_of(job, part, by_caller);
    slice->fault = lt_list_slice(slice);
}

static void lt_work_draw(void *job, int64_t part, int32_t by_caller) {
    lt_slice *slice = lt_slice_of(job, part, by_caller);
    slice->fault = lt_draw_slice(slice, ((lt_job *)job)->seed, ((lt_job *)job)->drawn);
}

static void lt_work_step(void *job, int64_t part, int32_t by_caller) {
    lt_slice *slice = lt_slice_of(job, part, by_caller);
    slice->fault = lt_step_slice(slice, ((lt_job *)job)->round);
}

static void lt_work_show(void *job, int64_t part, int32_t by_caller) {
    lt_slice *slice = lt_slice_of(job, part, by_caller);
    for (int64_t game = 0; game < slice->n && !slice->fault; game++) slice->fault = lt_show_game(slice, game);
}

/* The first fault that a slice met, or why the slices were stopped. */
static int32_t lt_batch_fault(const lt_batch *b) {
    for (int64_t i = 0; i < b->slice_count; i++)
        if (b->slices[i].fault || b->slices[i].halt.why) return b->slices[i].fault ? b->slices[i].fault : b->slices[i].halt.why;
    return LT_OK;
}

/* Do *work* in every slice. Returns the first fault. */
static int32_t lt_batch_do(lt_batch *b, lt_task work, lt_job *job) {
    job->batch = b;
    for (int64_t i = 0; i < b->slice_count; i++) b->slices[i].fault = LT_OK;
    if (b->pool) b->run(b->pool, work, job, b->ask);
    else for (int64_t i = 0; i < b->slice_count; i++) work(job, i, 1);
    for (int64_t i = 0; i < b->slice_count; i++) b->slices[i].halt.ask = b->ask;
    return lt_batch_fault(b);
}

static lt_job lt_new_job(void) {
    lt_job job;
    memset(&job, 0, sizeof job);
    return job;
}

/* ---- what Python calls ---- */

/* Begin each game, or only those that are `done`, counted by *next*: in order, since a seed may be skipped. */
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

/* List all legal ids, unless they are listed already. Returns a fault. */
LT_API int32_t lt_batch_list(lt_batch *b) {
    lt_job job = lt_new_job();
    return lt_batch_do(b, lt_work_list, &job);
}

/* From now on show the legal ids in *mask*, which is all 0. Returns a fault. */
LT_API int32_t lt_batch_show(lt_batch *b, uint8_t *mask) {
    for (lt_slice *slice = b->slices; slice < b->slices + b->slice_count; slice++) {
        /* What was listed so far is in no mask. */
        if (!slice->mask) memset(slice->shown, 0, (size_t)(slice->n * LT_SHOWN_WORDS) * sizeof *slice->shown);
        slice->mask = mask + slice->first * LT_IDS;
        slice->listed = 0;
    }
    return lt_batch_list(b);
}

/* Write where the legal ids of each game begin in a list of all of them, how many each game has, and the list itself,
   unless it is NULL; the ids must be listed. Returns the length of the list. */
LT_API int64_t lt_batch_legal(const lt_batch *b, int64_t *first, int64_t *count, int32_t *ids) {
    int64_t used = 0;
    for (const lt_slice *slice = b->slices; slice < b->slices + b->slice_count; slice++)
        for (int64_t game = 0, at = slice->first; game < slice->n; game++, used += count[at++]) {
            first[at] = used;
            count[at] = lt_legal_ids(slice, game, ids ? ids + used : 0);
        }
    return used;
}

/* Draw an id in each game, with a random player of its own, seeded by mix(seed, game). Returns a fault. */
LT_API int32_t lt_batch_draw(lt_batch *b, uint64_t seed, int64_t *ids) {
    lt_job job = lt_new_job();
    job.seed = seed;
    job.drawn = ids;
    return lt_batch_do(b, lt_work_draw, &job);
}

/* Returns the first game, among those that are not still, whose id is not legal, or n. */
LT_API int64_t lt_batch_first_illegal(const lt_batch *b, const int64_t *ids, const uint8_t *still) {
    for (const lt_slice *slice = b->slices; slice < b->slices + b->slice_count; slice++) {
        int64_t game = lt_first_illegal(slice, ids, still);
        if (game < slice->n) return slice->first + game;
    }
    return b->n;
}

/* Take a legal decision in each game that is not still, and replace each game that is `done` by the next game of
   *seed*, counted by *next*. All in one call, so that an interrupt finds the step either made or not begun. Returns a
   fault. */
LT_API int32_t lt_batch_step(lt_batch *b, const int64_t *ids, const uint8_t *still, double *returns, uint8_t *done,
                             uint8_t *truncated, int32_t *faults, void *ends, uint64_t seed, int64_t *next) {
    const lt_round round = {ids, still, returns, done, truncated, faults, ends};
    lt_job job = lt_new_job();
    job.round = &round;
    int32_t fault = lt_batch_do(b, lt_work_step, &job);
    if (!fault) fault = lt_batch_start(b, done, seed, next);
    for (lt_slice *slice = b->slices; slice < b->slices + b->slice_count; slice++) {
        slice->listed = slice->mask && !fault;
        if (slice->mask) lt_turn_lists(slice);
    }
    return fault;
}

/* ---- one game ---- */

LT_INLINE lt_slice *lt_slice_with(const lt_batch *b, int64_t game) {
    lt_slice *slice = b->slices;
    while (game >= slice->first + slice->n) slice++;
    return slice;
}

/* A game is about to change: its list and its mask are no longer valid. Where decisions are bits, only changed bits
   will be written. */
LT_INLINE void lt_change(lt_slice *slice, int64_t game) {
    if (slice->mask && !LT_SHOWN_WORDS) memset(slice->mask + game * LT_IDS, 0, LT_IDS);
    slice->listed = 0;
    slice->drawn[game] = LT_UNKNOWN;
}

/* Restart each of *count* games: from its own seed, or, without seeds, as the next game of *seed*, counted by *next*.
   A game of its own seed that is over at once is replaced by the next game of *seed*. Returns a fault: LT_GAME_OVER if
   there was such a game. The caller must list the ids again. */
LT_API int32_t lt_batch_reset(lt_batch *b, const int64_t *games, int64_t count, const uint64_t *own, uint64_t seed,
                              int64_t *next) {
    int32_t over = LT_OK;
    for (int64_t i = 0; i < count; i++) {
        lt_slice *slice = lt_slice_with(b, games[i]);
        const int64_t game = games[i] - slice->first;
        lt_state *s = lt_game(slice, game);
        int32_t fault = LT_OK, begun = 0;
        lt_change(slice, game);
        if (!lt_list_behind(slice)) return LT_NO_MEMORY;
        if (own) {
            fault = lt_begin_again(s, &slice->play, own[i], &slice->halt, &slice->opening);
            begun = !fault && s->outcome == LT_RUNNING;
            if (!fault && !begun) over = LT_GAME_OVER;
        }
        if (!fault) fault = begun ? lt_arrived(slice, game) : lt_begin_game(slice, game, seed, next);
        if (fault) return fault;
    }
    return over;
}

/* Set a game to *state*, which is not over. Returns a fault. The caller must list the ids again. */
LT_API int32_t lt_batch_set(lt_batch *b, int64_t at, const lt_state *state) {
    lt_slice *slice = lt_slice_with(b, at);
    const int64_t game = at - slice->first;
    lt_change(slice, game);
    lt_copy_state(lt_game(slice, game), state);
    lt_begin_call(lt_game(slice, game), &slice->halt);
    int32_t fault = lt_show_game(slice, game);
    return fault ? fault : lt_list_again(slice, game);
}

/* ---- observations ---- */

/* From now on write the games to *tensors*, [n, LT_TENSOR], each as its seat in *looking* sees it, or as the deciding
   player does. Returns a fault. */
LT_API int32_t lt_batch_watch(lt_batch *b, void *tensors, const int32_t *looking) {
    lt_job job = lt_new_job();
    for (lt_slice *slice = b->slices; slice < b->slices + b->slice_count; slice++) {
        slice->tensors = (lt_cell *)tensors + slice->first * LT_TENSOR;
        slice->looking = looking ? looking + slice->first : 0;
    }
    return lt_batch_do(b, lt_work_show, &job);
}
