/* run.h: a game step by step for C that is compiled apart from it, such as search.h.

   A run goes through one state after the other and keeps what the rules work out on the way. Whoever puts another state
   in place of the one a run is at says so by lt_run_begin. */

LT_API void lt_run_begin(lt_play *run) { lt_forget_lists(run); }

/* A run not yet at any state; NULL without memory. */
LT_API lt_play *lt_run_new(void) {
    lt_play *run = calloc(1, sizeof *run);
    if (run) run->playing = 1;
    return run;
}

LT_API void lt_run_free(lt_play *run) {
    if (run) lt_free_play(run);
    free(run);
}

/* Returns how many legal decisions there are and writes the first *capacity* of them. */
LT_API int64_t lt_run_list(const lt_state *s, int32_t *out, int64_t capacity) { return lt_list_legal(s, out, capacity); }

/* Take a legal decision in place. Returns a fault: then *s* is no state. */
LT_API int32_t lt_run_take(lt_state *s, lt_play *run, const int32_t *decision) {
    int32_t d[LT_WIDTH];
    memcpy(d, decision, sizeof d);
    return lt_take(s, run, d);
}

/* Play on to the end of the game by what *seed* draws. Returns a fault: then *s* is no state. */
LT_API int32_t lt_run_out(lt_state *s, lt_play *run, uint64_t seed) {
    lt_generator player = lt_seed_generator(seed);
    return lt_play_on(s, run, &player, INT64_MAX);
}

/* Set up the game of *seed* and go to its first decision. Returns a fault: then *s* is no state. */
LT_API int32_t lt_run_start(lt_state *s, lt_play *run, uint64_t seed) { return lt_begin(s, run, seed); }

/* Write what `scoring` gives each player now, higher for the better, as a player is shown it. Returns 0 without scoring. */
LT_API int32_t lt_run_worths(const lt_state *s, int64_t *worths) {
#if LT_SCORED
    lt_state shown = *s;
    if (lt_is_suspended(s)) lt_meet_question(&shown);
    current_worths(&shown, worths);
    return 1;
#else
    (void)s; (void)worths;
    return 0;
#endif
}
