/* slice_play.h: advance, draw in and observe the games of a slice, one after another. */

#define LT_FETCHED 8192 /* bytes of a state that are prefetched before a step */
#define LT_FAR_APART 1024 /* the size of a state, in bytes, from which prefetching pays: a batch of smaller ones stays
                             in the cache */
#define LT_FETCHED_TO_DRAW 384 /* bytes of what is kept that are prefetched before a draw */

/* Prefetch the memory at *at*. A compiler may assume that a function that does nothing else has no effect and drop it;
   an empty piece of assembler, which it cannot analyse, keeps it. */
#if defined(__GNUC__)
#define LT_FETCH(at) do { __builtin_prefetch(at, 1); __asm__ volatile (""); } while (0)
#else
#define LT_FETCH(at) ((void)(at))
#endif

/* Prefetch at most *most* bytes of a state from *begin* on. If it stayed a loop, the loop would cost as much as its
   body. */
LT_INLINE void lt_fetch_bytes(const char *state, size_t begin, size_t most) {
    const size_t end = begin + most < sizeof(lt_state) ? begin + most : sizeof(lt_state);
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC unroll 32
#endif
    for (size_t byte = begin; byte < end; byte += 64) LT_FETCH(state + byte);
}

/* ---- moving on ---- */

/* Write a game to the tensor of its seat, if observations were requested. Returns a fault. */
LT_INLINE int32_t lt_show_game(const lt_slice *slice, int64_t game) {
    const lt_state *s = lt_game(slice, game);
    if (!slice->tensors) return LT_OK;
    return lt_look_at(s, slice->looking ? slice->looking[game] : s->LT_DECIDES, slice->tensors + game * LT_TENSOR);
}

/* Note that a game has arrived at a decision. Returns a fault. */
LT_INLINE int32_t lt_arrived(lt_slice *slice, int64_t game) {
    slice->drawn[game] = LT_UNKNOWN;
    int32_t fault = lt_show_game(slice, game);
    if (fault || !lt_keep_listed(slice, game)) return fault ? fault : LT_NO_MEMORY;
    return slice->mask || LT_GATHERED ? lt_list_ids(slice, game) : LT_OK;
}

/* Note that a game has been changed from outside, or stays where it is while the others move on: what was listed on
   its arrival is gone, and its ids, removed from its mask before, are listed again. Returns a fault. */
static int32_t lt_list_again(lt_slice *slice, int64_t game) {
#if LT_BY_LIST
    slice->kept.count[game] = LT_UNKNOWN;
#endif
    return slice->mask || LT_GATHERED ? lt_list_ids(slice, game) : LT_OK;
}

/* The input and output of a step, game by game. A game that is `still` is left as it is. The tensors of finished games
   go to `ends`, as the observing seat sees them, or the player who took the last decision. */
typedef struct {
    const int64_t *ids;
    const uint8_t *still; /* 0: none is */
    double *returns;
    uint8_t *done, *truncated;
    int32_t *faults;
    lt_cell *ends; /* [n, LT_TENSOR], or 0 */
} lt_round;

/* Write the result of a finished game. */
LT_INLINE int32_t lt_tell_end(const lt_slice *slice, int64_t game, const lt_round *round, int32_t decided) {
    const lt_state *s = lt_game(slice, game);
    const int64_t at = slice->first + game;
    int32_t winners[LT_PLAYERS];
    int64_t scores[LT_PLAYERS];
    round->truncated[at] = s->outcome == LT_TRUNCATED;
    if (round->faults[at]) return LT_OK;
    result(s, winners, scores, round->returns + at * LT_PLAYERS);
    if (!round->ends) return LT_OK;
    return lt_look_at(s, slice->looking ? slice->looking[game] : decided, round->ends + at * LT_TENSOR);
}

/* Prefetch the memory of the next game: games are further apart than a processor prefetches by itself. */
LT_INLINE void lt_fetch_next(const lt_slice *slice, int64_t game) {
    if (sizeof(lt_state) < LT_FAR_APART || ++game >= slice->n) return;
    const char *state = (const char *)lt_game(slice, game);
    /* Before the phase come the generator and the keys of the past, which are hardly ever read. */
    LT_FETCH(state);
    lt_fetch_bytes(state, offsetof(lt_state, phase), LT_FETCHED);
}

/* The same for a draw, which reads the kept sets and little else. */
LT_INLINE void lt_fetch_next_sets(const lt_slice *slice, int64_t game) {
    if (++game >= slice->n) return;
    const char *state = (const char *)lt_game(slice, game);
    LT_FETCH(state + offsetof(lt_state, phase));
    lt_fetch_bytes(state, offsetof(lt_state, end_of_flat), LT_FETCHED_TO_DRAW);
}

/* Prefetch the place where the position after this step will be recorded: nothing else reads it. */
LT_INLINE void lt_fetch_past(const lt_state *s) {
    (void)s;
#if LT_KEYS
    LT_FETCH(s->history + s->history_count * LT_KEYS);
#endif
}

/* The same for its mask, from which the ids that are legal now will be removed. */
LT_INLINE void lt_fetch_next_mask(const lt_slice *slice, int64_t game) {
    (void)slice; (void)game;
#if !LT_SHOWN_WORDS && !LT_GATHERED
    if (!slice->mask || ++game >= slice->n) return;
    const uint8_t *mask = slice->mask + game * LT_IDS;
    const int32_t *ids = slice->now.ids + slice->now.first[game];
    /* Neighbours are often side by side, so every other one is enough. */
    for (int64_t k = 0; k < slice->now.count[game]; k += 2) LT_FETCH(mask + ids[k]);
#endif
}

/* Take a legal decision in each game that is not still. A game that ends, or meets a fault, gives its returns and is
   `done`; it has no valid state until another game replaces it. */
static int32_t lt_step_slice(lt_slice *slice, const lt_round *round) {
    int32_t d[LT_WIDTH], fault = LT_OK;
    slice->kept.used = 0;
    for (int64_t game = 0, at = slice->first; game < slice->n && !fault; game++, at++) {
        lt_state *s = lt_game(slice, game);
        const int32_t decided = s->LT_DECIDES;
        lt_fetch_next(slice, game);
        lt_fetch_next_mask(slice, game);
        lt_fetch_past(s);
        if (slice->mask) lt_unlist_ids(slice, game);
        for (int32_t i = 0; i < LT_PLAYERS; i++) round->returns[at * LT_PLAYERS + i] = 0;
        round->faults[at] = LT_OK;
        round->done[at] = round->truncated[at] = 0;
        if (!lt_list_behind(slice)) return LT_NO_MEMORY;
        if (round->still && round->still[at]) {
            fault = lt_list_again(slice, game);
            continue;
        }
        decision_of_number((int32_t)round->ids[at], d);
        round->faults[at] = lt_take(s, &slice->play, d);
        round->done[at] = (uint8_t)(round->faults[at] || s->outcome != LT_RUNNING);
        fault = round->done[at] ? lt_tell_end(slice, game, round, decided) : lt_arrived(slice, game);
        if (!fault) fault = slice->halt.why;
    }
    return fault;
}

/* How many games of a seed in a row may be over at their start before the search for one is given up. */
enum { LT_MOST_STARTS = 1000 };

/* Begin the next game of *seed*, counted by *next*, that is not over at its start. Returns a fault: LT_GAME_OVER if
   none is found. */
static int32_t lt_begin_game(lt_slice *slice, int64_t game, uint64_t seed, int64_t *next) {
    lt_state *s = lt_game(slice, game);
    for (int32_t start = 0; start < LT_MOST_STARTS; start++) {
        if (!lt_list_behind(slice)) return LT_NO_MEMORY;
        int32_t fault = lt_begin_again(s, &slice->play, lt_mix1(seed, (uint64_t)(*next)++), &slice->halt, &slice->opening);
        if (fault) return fault;
        if (s->outcome == LT_RUNNING) return lt_arrived(slice, game);
    }
    return LT_GAME_OVER;
}

/* ---- drawing ---- */

#if LT_BY_LIST

/* Draw from the kept decisions; those that fail are dropped from a copy, so that the next draw begins with all of
   them. Returns a fault. */
static int32_t lt_draw_kept(lt_slice *slice, int64_t game, lt_generator *player, int32_t *d) {
    const lt_state *s = lt_game(slice, game);
    lt_play *p = &slice->play;
    if (!lt_know_decisions(slice, game)) return LT_NO_MEMORY;
    const int32_t *list = slice->kept.list + slice->kept.first[game] * LT_ENTRY;
    const int64_t count = slice->kept.count[game];
    lt_generator first = *player;
    memcpy(p->pins, slice->kept.pins + game * LT_PIN_WORDS, sizeof p->pins);
    memcpy(p->unpaid, slice->kept.unpaid + game * LT_UNPAID, LT_UNPAID * sizeof *p->unpaid);
    if (!lt_count_unpaid(p)) {
        lt_decision_at(list + (int64_t)lt_bounded(&first, (uint64_t)count) * LT_ENTRY, d);
        if (!LT_FILTERED || passes(s, p->pins, d)) return LT_OK;
    }
    if (!lt_more_room(&slice->rows, &slice->room, 0, count, LT_WIDTH * sizeof *list)) return LT_NO_MEMORY;
    memcpy(slice->rows, list, (size_t)count * LT_ENTRY * sizeof *list);
    lt_list own = p->list;
    p->list = lt_list_in(slice->rows, count, INT64_MAX);
    p->list.count = count;
    p->listed = 1;
    int32_t found = lt_draw_decision(s, p, player, d);
    p->list = own;
    return found ? LT_OK : LT_NO_DECISION;
}

#endif

/* Draw a decision by the normative rule, as random games do. Returns a fault. */
LT_INLINE int32_t lt_draw_in_slice(lt_slice *slice, int64_t game, lt_generator *player, int32_t *d) {
    const lt_state *s = lt_game(slice, game);
    lt_play *p = &slice->play;
    lt_forget_lists(p);
#if LT_BY_LIST
    if (!lt_is_suspended(s)) return lt_draw_kept(slice, game, player, d);
#endif
#if LT_GATHERED
    const uint64_t *sets = slice->gathered + game * LT_GATHERED_WORDS;
    return drawn_draw(s, p, sets, 0, player, d) ? LT_OK : LT_NO_DECISION;
#else
#if LT_BY_LEGAL
    if (slice->listed) return drawn_draw(s, p, 0, slice->shown + game * LT_SHOWN_WORDS, player, d) ? LT_OK : LT_NO_DECISION;
#endif
    if (!lt_list_behind(slice)) return LT_NO_MEMORY;
    p->fault = LT_OK;
    return lt_draw_decision(s, p, player, d) ? LT_OK : p->fault ? p->fault : LT_NO_DECISION;
#endif
}

/* Draw an id in each game, with a random player of its own, seeded by mix(seed, game). Returns a fault. */
static int32_t lt_draw_slice(lt_slice *slice, uint64_t seed, int64_t *ids) {
    int32_t d[LT_WIDTH], fault;
    for (int64_t game = 0, at = slice->first; game < slice->n; game++, at++) {
        lt_generator player = lt_seed_generator(lt_mix1(seed, (uint64_t)at));
        int32_t *drawn = &slice->drawn[game];
#if !LT_SHOWN_WORDS && !LT_GATHERED && !LT_FILTERED
        /* The listed ids are those to draw from. */
        if (slice->listed) {
            const lt_ids *now = &slice->now;
            ids[at] = *drawn = now->ids[now->first[game] + (int64_t)lt_bounded(&player, (uint64_t)now->count[game])];
            continue;
        }
#endif
#if LT_FILTERED && LT_FORESEEN
        if (!LT_BY_LEGAL || !slice->listed) lt_fetch_next_sets(slice, game);
#elif LT_FILTERED
        lt_fetch_next(slice, game); /* a drawn decision is tried, which reads the whole state */
#endif
        if ((fault = lt_draw_in_slice(slice, game, &player, d))) return fault;
        int64_t id = decision_number(d);
        if (id < 0 || id >= LT_IDS) return LT_ILLEGAL;
        ids[at] = *drawn = (int32_t)id;
    }
    return LT_OK;
}
