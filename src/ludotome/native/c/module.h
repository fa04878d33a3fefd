/* module.h: what a WebAssembly module provides beside `entry.h`: a search, worlds and dice, without tables from
   outside.

   It is included after the rules, the secrets (`native/run/module_c.py`) and the search. In a module all addresses are
   32-bit numbers, so functions whose arguments differ only in pointer types can be called as each other. */

LT_API int32_t lt_module_version(void) { return 1; }

static const lt_rules lt_own_rules = {
    .players = LT_PLAYERS,
    .width = LT_WIDTH,
    .outcome_at = offsetof(lt_state, outcome) / 4,
    .decides_at = offsetof(lt_state, LT_DECIDES) / 4,
    .run_new = (void *(*)(void))lt_run_new,
    .run_free = (void (*)(void *))lt_run_free,
    .run_begin = (const void *(*)(void *, const void *, const volatile int32_t *))lt_run_begin,
    .run_start = (int32_t (*)(void *, uint64_t, const volatile int32_t *))lt_run_start,
    .run_state = (const void *(*)(const void *))lt_run_state,
    .run_list = (int64_t (*)(void *, int32_t *, int64_t))lt_run_list,
    .run_take = (int32_t (*)(void *, const int32_t *))lt_run_take,
    .run_out = (int32_t (*)(void *, uint64_t))lt_run_out,
    .run_worths = (int32_t (*)(const void *, int64_t *))lt_run_worths,
    .run_result = (int32_t (*)(void *, int32_t *, int64_t *, double *))lt_run_result,
#if LT_HAS_SECRETS
    .run_veil = (int32_t (*)(void *, const void *, const void *, int32_t))lt_run_veil,
    .run_world = (int32_t (*)(void *, uint64_t, const volatile int32_t *))lt_run_world,
    .run_known = (int32_t (*)(const void *, const int32_t *, int64_t, int32_t *))lt_run_known,
    .run_places = (void (*)(const void *, const int32_t *, int32_t *))lt_run_places,
#endif
};

/* The seed of one of several trees grown from one *seed*. */
LT_API uint64_t lt_module_seed(uint64_t seed, uint64_t tree) { return lt_mix1(seed, tree); }

/* A search from *state*, which has *bytes* bytes: for *seat* from worlds, or, where *seat* is negative, from the state
   itself. NULL without memory. */
LT_API lt_search *lt_module_search(
    const lt_state *state, int64_t bytes, uint64_t seed, int64_t memory, double best, int32_t seat) {
#if LT_HAS_SECRETS
    if (seat >= 0) return lt_search_worlds(&lt_own_rules, state, bytes, seed, memory, &lt_own_secrets, seat);
#endif
    return seat >= 0 ? 0 : lt_search_new(&lt_own_rules, state, bytes, seed, memory, 1, best);
}

#if LT_HAS_SECRETS

/* Write to *to*, which has room for a state like *state*, the world that *seed* draws for *seat*. Returns a fault. */
LT_API int32_t lt_module_world(
    const lt_state *state, int32_t seat, uint64_t seed, lt_state *to, const volatile int32_t *stop) {
    lt_run *run = lt_run_new();
    if (!run) return LT_NO_MEMORY;
    int32_t fault = lt_run_veil(run, &lt_own_secrets, state, seat);
    if (!fault) fault = lt_run_world(run, seed, stop);
    if (!fault) {
        lt_copy_state(to, lt_run_state(run));
        lt_rebuild(to);
    }
    lt_run_free(run);
    return fault;
}

#endif

/* The number of dice noted, followed by the sides and the value of each. */
LT_API int32_t *lt_module_dice(void) { return lt_dice; }

#if LT_HAS_REASONS

/* Write for each condition of the action of *decision*, legal or not, whether it holds: 1 or 0. The zones and tokens
   that it names must exist. Returns a fault. */
LT_API int32_t lt_module_reasons(
    const lt_state *state, const int32_t *decision, int32_t *out, const volatile int32_t *stop) {
    lt_halt halt = lt_new_halt(stop);
    lt_play play = lt_fresh_play();
    lt_state *own = lt_copy_of(state);
    if (!own) return LT_NO_MEMORY;
    lt_begin_call(own, &halt);
    reasons(own, &play, decision, out);
    lt_free_play(&play);
    free(own);
    return lt_end_call(&halt);
}

#endif
