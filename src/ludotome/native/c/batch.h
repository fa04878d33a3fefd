/* batch.h: many states stepped at once. A decision's id is its place in mixed radix:

   id = base[action] + sum over its parameters of (value - low[parameter]) * stride[parameter]

   The three tables are made by Python, LT_WIDTH - 1 parameters an action, and passed in: nothing here knows the game. */

static int64_t lt_decision_id(const int32_t *d, const int64_t *base, const int32_t *low, const int64_t *stride) {
    int64_t id = base[d[0]];
    for (int32_t i = 0; i < LT_WIDTH - 1; i++) {
        int64_t at = (int64_t)d[0] * (LT_WIDTH - 1) + i;
        id += (int64_t)(d[1 + i] - low[at]) * stride[at];
    }
    return id;
}

/* Write for each of *n* states which of *ids* decisions are legal, a byte each. Returns a fault. */
LT_API int32_t lt_masks(
    const char *states, int64_t n, int64_t ids, const int64_t *base, const int32_t *low, const int64_t *stride,
    uint8_t *mask) {
    lt_list list = lt_list_in(0, 0, INT64_MAX);
    memset(mask, 0, (size_t)(n * ids));
    for (int64_t game = 0; game < n; game++) {
        lt_state s;
        lt_load(&s, states + game * LT_FLAT_BYTES);
        if (!lt_list_strictly(&s, &list)) {
            free(list.at);
            return LT_NO_MEMORY;
        }
        for (int64_t k = 0; k < list.count; k++) {
            int64_t id = lt_decision_id(list.at + k * LT_WIDTH, base, low, stride);
            if (id >= 0 && id < ids) mask[game * ids + id] = 1;
        }
    }
    free(list.at);
    return LT_OK;
}

/* The first of *n* decisions that is not legal in its state, or n. */
LT_API int64_t lt_first_illegal(const char *states, int64_t n, const int32_t *decisions) {
    for (int64_t game = 0; game < n; game++) {
        lt_state s;
        lt_load(&s, states + game * LT_FLAT_BYTES);
        if (s.outcome != LT_RUNNING || !lt_is_legal(&s, decisions + game * LT_WIDTH)) return game;
    }
    return n;
}

/* Take one legal decision in each of *n* states. A game that ends, or meets a fault, gives its returns and is followed
   by the next game of *seed*: game i starts from mix(seed, i), and *next* counts them. Returns a fault of a start. */
LT_API int32_t lt_step_batch(
    char *states, int64_t n, const int32_t *decisions, uint64_t seed, int64_t *next, double *returns, uint8_t *done,
    int32_t *faults) {
    lt_play play = lt_fresh_play();
    int32_t winners[LT_PLAYERS], fault = LT_OK;
    int64_t scores[LT_PLAYERS];
    for (int64_t game = 0; game < n && !fault; game++) {
        int32_t d[LT_WIDTH];
        lt_state s;
        double *row = returns + game * LT_PLAYERS;
        lt_load(&s, states + game * LT_FLAT_BYTES);
        memcpy(d, decisions + game * LT_WIDTH, sizeof d);
        faults[game] = lt_take(&s, &play, d);
        done[game] = (uint8_t)(faults[game] || s.outcome != LT_RUNNING);
        for (int32_t i = 0; i < LT_PLAYERS; i++) row[i] = 0;
        if (done[game]) {
            if (!faults[game]) result(&s, winners, scores, row);
            fault = lt_begin(&s, &play, lt_mix1(seed, (uint64_t)(*next)++));
        }
        lt_store(&s, states + game * LT_FLAT_BYTES);
    }
    free(play.list.at);
    free(play.events);
    return fault;
}
