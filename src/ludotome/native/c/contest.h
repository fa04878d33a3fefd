/* contest.h: whole games between agents, without Python in the loop; included after search.h.

   What an agent draws for a decision comes from mix(seed, game, ply) alone, so a game does not depend on other games
   or on the thread that plays it. The statistics of a game are those of `simulate/watch.py`. */

/* The number of worlds that a greedy agent samples when it does not know everything. */
enum { LT_GREEDY_WORLDS = 4 };

enum { LT_RANDOM_AGENT, LT_GREEDY_AGENT, LT_SEARCH_AGENT };

typedef struct {
    const lt_contest *contest;
    lt_search *search; /* its run, list and memory are used for everything else too */
    void *run; /* of the current game */
    const void *state; /* its current state */
    const volatile int32_t *stop;
    double *worth;
    int64_t worth_capacity;
    uint8_t *allowed; /* whether each decision is legal in each world of a greedy agent */
    int64_t allowed_capacity;
    int32_t *there; /* the decisions of a world */
    int64_t there_capacity;
    int64_t *own; /* how many of the decisions belong to each action */
    int32_t *decision;
} lt_table;

/* Restart a search in the same memory. */
static void lt_search_again(lt_search *h, const void *root, uint64_t seed) {
    h->root = root;
    h->random = lt_seed_generator(seed);
    h->nodes[0] = lt_blank_node(0);
    h->node_count = 1;
    if (h->secrets && !lt_plant(h)) h->fault = LT_NO_MEMORY;
    h->proof_count = 0;
    h->largest = 1;
}

/* The value for *player* of the state one step after *decision*; a decision that fails is worth less than any
   other. */
static double lt_worth_after(lt_table *t, const int32_t *decision, int32_t player) {
    lt_search *h = t->search;
    if (h->rules.run_take(h->run, decision)) return -HUGE_VAL;
    if (lt_number_at(h->rules.run_state(h->run), h->rules.outcome_at)) {
        h->fault = h->rules.run_result(h->run, h->winners, h->scores, h->returns);
        return 1000000.0 * h->returns[player];
    }
    if (!h->rules.run_worths(h->run, h->scores)) return 0;
    int64_t most = INT64_MIN;
    for (int32_t seat = 0; seat < h->rules.players; seat++)
        if (seat != player && h->scores[seat] > most) most = h->scores[seat];
    return (double)(h->rules.players > 1 ? h->scores[player] - most : h->scores[player]);
}

static double lt_greedy_worth(lt_table *t, const int32_t *decision, int32_t player) {
    lt_search *h = t->search;
    if (!h->rules.run_begin(h->run, t->state, t->stop)) { h->fault = LT_NO_MEMORY; return -HUGE_VAL; }
    return lt_worth_after(t, decision, player);
}

/* List the decisions of the state that the search's run is at into `there`. Returns how many; 0 on a fault. */
static int64_t lt_list_there(lt_table *t) {
    lt_search *h = t->search;
    int64_t count = h->rules.run_list(h->run, t->there, t->there_capacity);
    if (count > t->there_capacity) {
        if (!lt_reserve(&t->there, &t->there_capacity, count + 1, lt_row_bytes(h))) { h->fault = LT_NO_MEMORY; return 0; }
        count = h->rules.run_list(h->run, t->there, t->there_capacity);
    }
    if (count < 0) h->fault = (int32_t)-count;
    return count < 0 ? 0 : count;
}

/* Go to a world of the deciding player. Returns whether there is one. */
static int32_t lt_go_to_world(lt_table *t, uint64_t seed) {
    lt_search *h = t->search;
    int32_t fault = h->rules.run_world(h->run, seed, t->stop);
    if (fault && fault != LT_NO_WORLD) h->fault = fault;
    return !fault;
}

/* Write to `worth` the average value of each listed decision over the worlds that allow it, as `agents/greedy.py`
   does. */
static void lt_worths_in_worlds(lt_table *t, int64_t count, int32_t player, lt_generator *random) {
    lt_search *h = t->search;
    uint64_t seeds[LT_GREEDY_WORLDS];
    size_t bytes = lt_row_bytes(h);
    if (!lt_reserve(&t->allowed, &t->allowed_capacity, LT_GREEDY_WORLDS * count, sizeof *t->allowed))
        { h->fault = LT_NO_MEMORY; return; }
    if ((h->fault = h->rules.run_veil(h->run, h->secrets, t->state, player))) return;
    memset(t->allowed, 0, (size_t)(LT_GREEDY_WORLDS * count));
    for (int32_t w = 0; w < LT_GREEDY_WORLDS; w++) seeds[w] = lt_bounded(random, UINT64_C(1) << 63);
    for (int32_t w = 0; w < LT_GREEDY_WORLDS && !h->fault; w++) {
        int64_t there = lt_go_to_world(t, seeds[w]) ? lt_list_there(t) : 0;
        for (int64_t i = 0, at = 0; i < count && there; i++) { /* both lists are mostly in the same order */
            int64_t tried = 0;
            while (tried < there && memcmp(t->there + at * h->rules.width, h->list + i * h->rules.width, bytes))
                tried++, at = at + 1 < there ? at + 1 : 0;
            t->allowed[w * count + i] = tried < there;
        }
    }
    for (int64_t i = 0; i < count && !h->fault; i++) {
        double sum = 0;
        int32_t known = 0;
        for (int32_t w = 0; w < LT_GREEDY_WORLDS && !h->fault; w++) {
            if (!t->allowed[w * count + i] || !lt_go_to_world(t, seeds[w])) continue;
            sum += lt_worth_after(t, h->list + i * h->rules.width, player);
            known++;
        }
        t->worth[i] = known ? sum / known : 0;
    }
}

/* One of the decisions with the greatest worth, at random. */
static int64_t lt_choose_greedily(lt_table *t, int64_t count, int32_t player, lt_generator *random) {
    lt_search *h = t->search;
    int64_t ties = 0;
    double most = 0;
    if (!lt_reserve(&t->worth, &t->worth_capacity, count, sizeof *t->worth)) { h->fault = LT_NO_MEMORY; return 0; }
    if (h->secrets) lt_worths_in_worlds(t, count, player, random);
    if (h->fault) return 0;
    for (int64_t i = 0; i < count; i++) {
        if (!h->secrets) t->worth[i] = lt_greedy_worth(t, h->list + i * h->rules.width, player);
        if (!i || t->worth[i] > most) { most = t->worth[i]; ties = 0; }
        ties += t->worth[i] == most;
    }
    int64_t left = (int64_t)lt_bounded(random, (uint64_t)ties), place = 0;
    while (t->worth[place] != most || left--) place++;
    return place;
}

/* The index of the decision that a search finds best. */
static int64_t lt_choose_by_search(
    lt_table *t, int64_t count, int64_t simulations, int32_t player, lt_generator *random, const volatile int32_t *stop) {
    lt_search *h = t->search;
    if (count == 1) return 0;
    uint64_t seed = lt_bounded(random, UINT64_C(1) << 63);
    h->fault = LT_OK;
    lt_search_again(h, t->state, lt_mix1(seed, 0));
    if (h->secrets && !h->fault) h->fault = h->rules.run_veil(h->run, h->secrets, t->state, player);
    if (h->fault || lt_search_run(h, simulations, stop) <= 0) return 0;
    if (!h->secrets) return h->nodes[lt_best_child(h, 0)].place;
    int64_t place = lt_worlds_answer(h);
    if (place < 0) h->fault = (int32_t)-place;
    return place < 0 ? 0 : place;
}

/* List the decisions of the table's state into the search's list. Returns how many; 0 on a fault. */
static int64_t lt_list_table(lt_table *t) {
    lt_search *h = t->search;
    int64_t count = h->rules.run_list(t->run, h->list, h->list_capacity);
    if (count <= h->list_capacity) return count;
    if (!lt_reserve(&h->list, &h->list_capacity, count + 1, (size_t)h->rules.width * sizeof(int32_t))) {
        h->fault = LT_NO_MEMORY;
        return 0;
    }
    return h->rules.run_list(t->run, h->list, h->list_capacity);
}

/* Find the sole leader by score. Returns the previous one while several lead. */
static int32_t lt_leader(lt_table *t, int32_t before, int32_t *changes) {
    lt_search *h = t->search;
    int32_t best = 0, several = 0;
    if (lt_number_at(t->state, h->rules.outcome_at) || !h->rules.run_worths(t->run, h->scores)) return before;
    for (int32_t seat = 1; seat < h->rules.players; seat++) {
        several = h->scores[seat] == h->scores[best] || (several && h->scores[seat] < h->scores[best]);
        if (h->scores[seat] > h->scores[best]) best = seat;
    }
    if (several) return before;
    *changes += before >= 0 && before != best;
    return best;
}

/* Play game *index* and write it to row *at*. Returns 0 when stopped, or on a fault that is not the document's. */
static int32_t lt_play_contest(
    lt_table *t, int64_t index, const lt_contest_results *to, int64_t at, const volatile int32_t *stop) {
    const lt_contest *c = t->contest;
    lt_search *h = t->search;
    int32_t players = h->rules.players, actions = c->actions, leader = -1, plies = 0;
    double *returns = to->returns + at * players, *offered = to->offered + at * actions;
    int64_t *taken = to->taken + at * actions, *beside = to->beside + at * actions, choices = 0;
    memset(returns, 0, (size_t)players * sizeof *returns);
    memset(offered, 0, (size_t)actions * sizeof *offered);
    memset(taken, 0, (size_t)actions * sizeof *taken);
    memset(beside, 0, (size_t)actions * sizeof *beside);
    to->lead_changes[at] = 0;
    t->stop = stop;
    int32_t fault = h->rules.run_start(t->run, lt_mix1(c->seed, (uint64_t)(index / c->deals)), stop);
    t->state = h->rules.run_state(t->run);
    while (!fault && !lt_number_at(t->state, h->rules.outcome_at) && plies < c->max_plies) {
        lt_generator random = lt_seed_generator(lt_mix2(c->seed, (uint64_t)index, (uint64_t)plies));
        int32_t player = lt_number_at(t->state, h->rules.decides_at);
        const lt_agent *agent = c->agents + (c->rotates ? (player + index) % players : player);
        int64_t count = lt_list_table(t), place;
        int32_t *d = t->decision;
        if (count <= 0) { fault = h->fault ? h->fault : count ? (int32_t)-count : LT_NO_DECISION; break; }
        if (agent->kind == LT_SEARCH_AGENT) 
            place = lt_choose_by_search(t, count, agent->simulations, player, &random, stop);
        else if (agent->kind == LT_GREEDY_AGENT) place = lt_choose_greedily(t, count, player, &random);
        else place = (int64_t)lt_bounded(&random, (uint64_t)count);
        if (*stop || h->fault) { fault = h->fault; break; }
        /* A search uses the same list for the decisions below its nodes. */
        if (agent->kind == LT_SEARCH_AGENT) (void)lt_list_table(t);
        memcpy(d, h->list + place * h->rules.width, (size_t)h->rules.width * sizeof *d);
        memset(t->own, 0, (size_t)actions * sizeof *t->own);
        for (int64_t i = 0; i < count; i++)
            if (h->list[i * h->rules.width] < actions) t->own[h->list[i * h->rules.width]]++;
        if ((fault = h->rules.run_take(t->run, d))) break;
        t->state = h->rules.run_state(t->run);
        plies++;
        choices += count;
        if (d[0] < actions) {
            taken[d[0]]++;
            beside[d[0]] += t->own[d[0]];
            for (int32_t i = 0; i < actions; i++)
                if (t->own[i]) offered[i] += (double)t->own[i] / (double)count;
        }
        leader = lt_leader(t, leader, &to->lead_changes[at]);
    }
    if (*stop || (fault && !lt_lose_all(h, fault))) return 0;
    to->plies[at] = plies;
    to->choices[at] = choices;
    to->faults[at] = fault;
    to->outcomes[at] = fault ? 0 : lt_number_at(t->state, h->rules.outcome_at);
    to->conditions[at] = fault || !to->outcomes[at] ? -1 : lt_number_at(t->state, c->condition_at);
    if (to->outcomes[at]) h->fault = h->rules.run_result(t->run, h->winners, h->scores, returns);
    return !h->fault;
}

/* Play games first … first + n - 1. Returns how many were played, fewer once *stop* is not 0; *fault* is any other
   reason for stopping. */
LT_API int64_t lt_contest_run(
    const lt_rules *rules, const lt_contest *contest, int64_t first, int64_t n, const lt_contest_results *to,
    int32_t *fault, const volatile int32_t *stop) {
    lt_table t;
    int64_t done = 0;
    memset(&t, 0, sizeof t);
    t.contest = contest;
    t.run = rules->run_new();
    t.own = calloc((size_t)contest->actions + 1, sizeof *t.own);
    t.decision = calloc((size_t)rules->width, sizeof *t.decision);
    if (t.run && contest->secrets) t.search = lt_search_worlds(rules, 0, 0, 0, contest->memory, contest->secrets, 0);
    else if (t.run) t.search = lt_search_new(rules, 0, 0, 0, contest->memory, contest->solves, contest->best);
    *fault = t.search && t.own && t.decision ? LT_OK : LT_NO_MEMORY;
    while (!*fault && done < n && !*stop && lt_play_contest(&t, first + done, to, done, stop)) done++;
    if (t.search) *fault = t.search->fault == LT_STOPPED ? LT_OK : t.search->fault;
    lt_search_free(t.search);
    if (t.run) rules->run_free(t.run);
    free(t.own); free(t.worth); free(t.decision); free(t.allowed); free(t.there);
    return done;
}
