/* searching.h: what Python calls of search.h, worlds.h and contest.h, and what a game provides for them.

   C and cffi read this same text, so it contains only declarations. */

/* What a game provides: its functions, as in run.h and resample.h; and the indexes of two numbers in a state. */
typedef struct {
    int32_t players, width, outcome_at, decides_at;
    void *(*run_new)(void);
    void (*run_free)(void *run);
    const void *(*run_begin)(void *run, const void *state, const volatile int32_t *stop);
    int32_t (*run_start)(void *run, uint64_t seed, const volatile int32_t *stop);
    const void *(*run_state)(const void *run);
    int64_t (*run_list)(void *run, int32_t *out, int64_t capacity);
    int32_t (*run_take)(void *run, const int32_t *decision);
    int32_t (*run_out)(void *run, uint64_t seed);
    int32_t (*run_worths)(const void *run, int64_t *worths);
    int32_t (*run_result)(void *run, int32_t *winners, int64_t *scores, double *returns);
    /* of games with chance or secrets alone */
    int32_t (*run_veil)(void *run, const void *secrets, const void *state, int32_t seat);
    int32_t (*run_world)(void *run, uint64_t seed, const volatile int32_t *stop);
    int32_t (*run_known)(const void *run, const int32_t *rows, int64_t count, int32_t *known);
    void (*run_places)(const void *run, const int32_t *row, int32_t *places);
} lt_rules;

typedef struct lt_search lt_search;

/* ---- search.h ---- */

LT_API lt_search *lt_search_new(
    const lt_rules *rules, const void *root, int64_t bytes, uint64_t seed, int64_t memory, int32_t solves, double best);
LT_API void lt_search_free(lt_search *search);
LT_API int64_t lt_search_run(lt_search *search, int64_t n, const volatile int32_t *stop);
LT_API int32_t lt_search_fault(const lt_search *search);
LT_API int64_t lt_search_count(const lt_search *search);
LT_API int32_t lt_search_read(
    const lt_search *search, int64_t *visits, double *totals, double *values, int32_t *proven, double *returns);
LT_API int64_t lt_search_line(const lt_search *search, int32_t *rows, int64_t most);
LT_API int64_t lt_search_nodes(const lt_search *search, int64_t *most);

/* ---- worlds.h ---- */

LT_API lt_search *lt_search_worlds(
    const lt_rules *rules, const void *root, int64_t bytes, uint64_t seed, int64_t memory, const void *secrets,
    int32_t seat);
LT_API int64_t lt_worlds_read(
    lt_search *search, int64_t most, int64_t *visits, double *totals, double *values, int32_t *faulty);
LT_API int64_t lt_worlds_line(const lt_search *search, int32_t *rows, int64_t most);

/* ---- contest.h ---- */

typedef struct { int32_t kind, unused; int64_t simulations; } lt_agent;

/* Where the games go, one row each: see `native/run/contest.py`. */
typedef struct {
    double *returns, *offered;
    int32_t *plies, *outcomes, *conditions, *faults, *lead_changes;
    int64_t *choices, *taken, *beside;
} lt_contest_results;

typedef struct {
    const lt_agent *agents;
    uint64_t seed;
    int64_t max_plies, memory;
    int32_t rotates; /* agents change seats from game to game, */
    int32_t deals;   /* and this many games in a row share a deal */
    int32_t actions, condition_at, solves;
    double best;
    const void *secrets; /* where a search has worlds (worlds.h); otherwise 0 */
} lt_contest;

LT_API int64_t lt_contest_run(
    const lt_rules *rules, const lt_contest *contest, int64_t first, int64_t n, const lt_contest_results *to,
    int32_t *fault, const volatile int32_t *stop);
