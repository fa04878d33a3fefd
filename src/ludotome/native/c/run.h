/* run.h: a game step by step, for C that is compiled apart from it, such as search.h.

   A run holds one state, advances it decision by decision, and keeps what the rules compute on the way. Once its stop
   flag is set, every call after lt_run_begin soon ends with LT_STOPPED; then the run must begin again. */

typedef struct lt_veil_ lt_veil;

/* `veil` is what a seat knows of the state that worlds are drawn from (`resample.h`). */
typedef struct { lt_play play; lt_halt halt; lt_held_state held; const volatile int32_t *stop; lt_veil *veil; } lt_run;

static void lt_free_veil(lt_veil *veil);

/* A run that is not yet at any state; NULL without memory. */
LT_API lt_run *lt_run_new(void) {
    lt_run *run = calloc(1, sizeof *run);
    if (!run) return 0;
    run->play = lt_fresh_play();
    run->play.playing = 1;
    return run;
}

LT_API void lt_run_free(lt_run *run) {
    if (!run) return;
    lt_free_play(&run->play);
    (void)lt_end_call(&run->halt);
    free(run->held.at);
    lt_free_veil(run->veil);
    free(run);
}

/* Go to *state*. Returns the run's copy of it; NULL without memory. */
LT_API const lt_state *lt_run_begin(lt_run *run, const lt_state *state, const volatile int32_t *stop) {
    if (!lt_hold_copy(&run->held, state)) return 0;
    run->stop = run->halt.stop = stop;
    run->halt.why = LT_OK;
    lt_begin_call(run->held.at, &run->halt);
    lt_forget_lists(&run->play);
    return run->held.at;
}

/* The state that the run is at now. */
LT_API const lt_state *lt_run_state(const lt_run *run) { return run->held.at; }

/* Returns how many legal decisions there are and writes the first *capacity* of them; a fault as a negative number. */
LT_API int64_t lt_run_list(lt_run *run, int32_t *out, int64_t capacity) {
    int64_t count = lt_list_legal(run->held.at, out, capacity);
    if (lt_why_halted(run->held.at)) return -lt_why_halted(run->held.at);
    return count > LT_MANY ? -LT_MANY_DECISIONS : count;
}

/* Take a legal decision. Returns a fault: then the run must begin again. */
LT_API int32_t lt_run_take(lt_run *run, const int32_t *decision) {
    int32_t d[LT_WIDTH];
    memcpy(d, decision, sizeof d);
    if (!lt_hold(&run->held, lt_records(run->held.at) + 1)) return LT_NO_MEMORY;
    return lt_take(run->held.at, &run->play, d);
}

/* Play to the end of the game at random, from *seed*. Returns a fault: then the run must begin again. */
LT_API int32_t lt_run_out(lt_run *run, uint64_t seed) {
    lt_generator player = lt_seed_generator(seed);
    return lt_play_on(&run->held, &run->play, player, INT64_MAX, run->stop);
}

/* Write the results of a finished game. Returns a fault. */
LT_API int32_t lt_run_result(lt_run *run, int32_t *winners, int64_t *scores, double *returns) {
    result(run->held.at, winners, scores, returns);
    return lt_why_halted(run->held.at);
}

/* Set up the game of *seed* and go to its first decision. Returns a fault: then the run must begin again. */
LT_API int32_t lt_run_start(lt_run *run, uint64_t seed, const volatile int32_t *stop) {
    if (!lt_hold(&run->held, 1)) return LT_NO_MEMORY;
    run->stop = run->halt.stop = stop;
    run->halt.why = LT_OK;
    lt_forget_lists(&run->play);
    return lt_begin(run->held.at, &run->play, seed, &run->halt);
}

/* Write the current `scoring` of each player, higher for the better, as a player is shown it. Returns 0 without
   scoring or without memory. */
LT_API int32_t lt_run_worths(const lt_run *run, int64_t *worths) {
#if LT_SCORED && LT_ASKS
    const lt_state *s = run->held.at;
    if (lt_is_suspended(s)) {
        lt_state *shown = lt_copy_of(s);
        if (!shown) return 0;
        lt_meet_question(s, shown);
        current_worths(shown, worths);
        free(shown);
        return 1;
    }
#endif
#if LT_SCORED
    current_worths(run->held.at, worths);
    return 1;
#else
    (void)run; (void)worths;
    return 0;
#endif
}
