/* search.h: UCT over any compiled game.

   It is compiled apart from the games and calls a game's rules through `lt_rules`, a few calls per simulation, so no
   game takes longer to compile. `play/uct.py` defines its meaning: the same state, seed and number of simulations give
   exactly the same visits. Only this code uses floating point: sums, products, quotients and `sqrt`, which IEEE 754
   rounds in one way only, and logarithms from a table; it is compiled with -ffp-contract=off.

   It never reads a clock: a caller that has waited long enough sets `stop`. */

#define LT_CURIOSITY 1.4 /* the exploration constant: about sqrt(2), for returns from -1 to 1 */
#define LT_FAULTY (-1)
#define LT_SHARED_PROOFS 16

/* A decision and its statistics. Its children are stored side by side from `first` on, the tried ones before the
   others. */
typedef struct {
    double total; /* the sum of what its player got */
    double mean;  /* its value for its player: total / visits, or the exact value once it is proven */
    double reach; /* 1 / sqrt(visits): how far the true value may be from the mean; 0 once it is proven */
    uint32_t visits, first, count, tried;
    uint32_t place; /* in definition order among its siblings */
    int32_t proof;  /* 1 + the index of its proven returns; 0 while it has none; LT_FAULTY if the decision cannot be
                       made */
} lt_node;

typedef struct lt_known_ lt_known;

struct lt_search {
    lt_rules rules;
    void *own; /* the root, if the search owns it */
    void *run;
    const void *root, *state; /* the root state, and the state that the run is at */
    const volatile int32_t *stop;
    lt_generator random;
    lt_node *nodes; /* the root first; 0 is never a child, so a `first` of 0 means not listed */
    int32_t *rows;  /* the decision of each node */
    int64_t node_count, node_capacity, most_nodes;
    int32_t *list;
    int64_t list_capacity;
    double *proofs;
    int64_t proof_count, proof_capacity, most_proofs;
    uint32_t *path;
    int32_t *players, *rather; /* who decided at each step of the path, and the proof that player would rather have
                                  taken */
    int64_t depth, path_capacity;
    double *returns, largest; /* the greatest absolute return met: scored games have a wider range */
    int32_t *winners;
    int64_t *scores;
    double best; /* no return is greater, and it decides the returns of all other players too; or infinite */
    int32_t solves, fault;
    /* where each simulation has a world of its own (worlds.h) */
    const void *secrets;
    lt_known *known; /* the root first */
    int32_t *known_rows, *made_rows; /* the decision of each, as the seat knows it, and as it was first made */
    int64_t known_count, known_capacity, most_known;
    uint32_t *cells; /* a hash table of nodes by parent and decision */
    int64_t cell_count;
    int32_t *list_known, *group_of, *open, *heads; /* of the decisions listed last */
    int64_t group_capacity, head_capacity;
};

static void lt_simulate_world(lt_search *h);
static void lt_free_known(lt_search *h);

/* ---- memory ---- */

/* Make room in *array* for *wanted* items of *bytes* bytes each. Returns 0 without memory. */
static int32_t lt_reserve(void *array, int64_t *capacity, int64_t wanted, size_t bytes) {
    void **at = array;
    if (wanted <= *capacity) return 1;
    int64_t more = 2 * wanted;
    void *bigger = realloc(*at, (size_t)more * bytes);
    if (!bigger) return 0;
    *at = bigger;
    *capacity = more;
    return 1;
}

/* Make room for *count* more nodes. Returns 0 if the limit is reached or there is no memory. */
static int32_t lt_reserve_nodes(lt_search *h, int64_t count) {
    int64_t wanted = h->node_count + count, more = 2 * wanted;
    if (wanted <= h->node_capacity) return 1;
    if (wanted > h->most_nodes) return 0;
    if (more > h->most_nodes) more = h->most_nodes;
    lt_node *nodes = realloc(h->nodes, (size_t)more * sizeof *nodes);
    if (!nodes) return 0;
    h->nodes = nodes;
    int32_t *rows = realloc(h->rows, (size_t)(more * h->rules.width) * sizeof *rows);
    if (!rows) return 0;
    h->rows = rows;
    h->node_capacity = more;
    return 1;
}

/* Make room for one more step. Returns 0 without memory. */
static int32_t lt_reserve_path(lt_search *h) {
    int64_t path = h->path_capacity, players = h->path_capacity;
    return lt_reserve(&h->path, &path, h->depth + 1, sizeof *h->path) &&
           lt_reserve(&h->players, &players, h->depth + 1, sizeof *h->players) &&
           lt_reserve(&h->rather, &h->path_capacity, h->depth + 1, sizeof *h->rather);
}

LT_API void lt_search_free(lt_search *h) {
    if (!h) return;
    if (h->run) h->rules.run_free(h->run);
    free(h->own); free(h->nodes); free(h->rows); free(h->list); free(h->proofs);
    free(h->path); free(h->players); free(h->rather); free(h->returns); free(h->winners); free(h->scores);
    lt_free_known(h);
    free(h);
}

static lt_node lt_blank_node(uint32_t place) {
    lt_node node;
    memset(&node, 0, sizeof node);
    node.place = place;
    return node;
}

/* A search from *root*, a state of *bytes* bytes, with an empty tree, in at most about *memory* bytes; NULL without
   memory. *solves* says whether proofs may be kept; for *best* see the struct. */
LT_API lt_search *lt_search_new(
    const lt_rules *rules, const void *root, int64_t bytes, uint64_t seed, int64_t memory, int32_t solves, double best) {
    lt_search *h = calloc(1, sizeof *h);
    if (!h) return 0;
    size_t players = (size_t)rules->players;
    int64_t node_bytes = (int64_t)sizeof(lt_node) + rules->width * (int64_t)sizeof(int32_t);
    h->rules = *rules;
    h->random = lt_seed_generator(seed);
    h->most_nodes = memory / node_bytes < UINT32_MAX ? memory / node_bytes : UINT32_MAX;
    h->most_proofs = memory / 16 / (int64_t)(players * sizeof(double)) + LT_SHARED_PROOFS;
    if (h->most_proofs > INT32_MAX - 1) h->most_proofs = INT32_MAX - 1;
    h->solves = solves;
    h->best = best;
    h->largest = 1;
    h->own = malloc(bytes ? (size_t)bytes : 1);
    h->run = rules->run_new();
    h->returns = calloc(players, sizeof(double));
    h->winners = calloc(players, sizeof(int32_t));
    h->scores = calloc(players, sizeof(int64_t));
    if (!h->own || !h->run || !h->returns || !h->winners || !h->scores || !lt_reserve_nodes(h, 1)) {
        lt_search_free(h);
        return 0;
    }
    if (bytes) memcpy(h->own, root, (size_t)bytes);
    h->root = h->own;
    h->nodes[0] = lt_blank_node(0);
    h->node_count = 1;
    return h;
}

/* ---- proofs ---- */

/* The index of *returns* among the proven ones, from 1; 0 where there is no room. */
static int32_t lt_keep_proof(lt_search *h, const double *returns) {
    size_t bytes = (size_t)h->rules.players * sizeof(double);
    for (int32_t i = 0; i < h->proof_count && i < LT_SHARED_PROOFS; i++)
        if (memcmp(h->proofs + i * h->rules.players, returns, bytes) == 0) return i + 1;
    if (h->proof_count >= h->most_proofs) return 0;
    if (!lt_reserve(&h->proofs, &h->proof_capacity, h->proof_count + 1, bytes)) return 0;
    memcpy(h->proofs + h->proof_count * h->rules.players, returns, bytes);
    return (int32_t)++h->proof_count;
}

LT_INLINE const double *lt_proven(const lt_search *h, int32_t proof) {
    return h->proofs + (int64_t)(proof - 1) * h->rules.players;
}

/* The proof that follows from *player*'s choice among the children of *node*: that of a child with the best possible
   return; or of the best of all children, if all are proven and those that are equally good for the player are equally
   good for every player. 0 for none. */
static int32_t lt_choice_proof(const lt_search *h, const lt_node *node, int32_t player) {
    int32_t found = 0, open = node->tried < node->count, differ = 0;
    for (uint32_t i = 0; i < node->tried; i++) {
        int32_t proof = h->nodes[node->first + i].proof;
        if (proof <= 0) { open = 1; continue; }
        double value = lt_proven(h, proof)[player], most = found ? lt_proven(h, found)[player] : value;
        if (value >= h->best) return proof;
        if (!found || value > most) { found = proof; differ = 0; continue; }
        if (value == most && proof != found)
            differ |= memcmp(lt_proven(h, proof), lt_proven(h, found), (size_t)h->rules.players * sizeof(double)) != 0;
    }
    return open || differ ? 0 : found;
}

/* Mark the returns at the end of the path as proven, and prove at each earlier step what follows from that. */
static void lt_prove_path(lt_search *h) {
    int32_t proof = lt_keep_proof(h, h->returns);
    for (int64_t step = h->depth - 1; step >= 0 && proof; step--) {
        lt_node *node = &h->nodes[h->path[step]];
        node->proof = proof;
        node->mean = lt_proven(h, proof)[h->players[step]];
        node->reach = 0;
        proof = lt_choice_proof(h, step ? &h->nodes[h->path[step - 1]] : h->nodes, h->players[step]);
    }
    if (proof) h->nodes[0].proof = proof;
}

/* ---- one simulation ---- */

/* List the decisions below *node* of the current state. Returns 0 where there is no room. */
static int32_t lt_open_node(lt_search *h, uint32_t at) {
    int64_t count = h->rules.run_list(h->run, h->list, h->list_capacity);
    if (count > h->list_capacity) {
        size_t bytes = (size_t)h->rules.width * sizeof(int32_t);
        if (!lt_reserve(&h->list, &h->list_capacity, count + 1, bytes)) { h->fault = LT_NO_MEMORY; return 0; }
        count = h->rules.run_list(h->run, h->list, h->list_capacity);
    }
    if (count <= 0) { h->fault = count < 0 ? (int32_t)-count : LT_NO_DECISION; return 0; }
    if (!lt_reserve_nodes(h, count)) return 0;
    for (int64_t i = 0; i < count; i++) h->nodes[h->node_count + i] = lt_blank_node((uint32_t)i);
    memcpy(h->rows + h->node_count * h->rules.width, h->list, (size_t)(count * h->rules.width) * sizeof(int32_t));
    h->nodes[at].first = (uint32_t)h->node_count;
    h->nodes[at].count = (uint32_t)count;
    h->node_count += count;
    return 1;
}

static void lt_swap_nodes(lt_search *h, uint32_t a, uint32_t b) {
    lt_node node = h->nodes[a];
    h->nodes[a] = h->nodes[b];
    h->nodes[b] = node;
    int32_t *left = h->rows + (int64_t)a * h->rules.width, *right = h->rows + (int64_t)b * h->rules.width;
    for (int32_t i = 0; i < h->rules.width; i++) {
        int32_t number = left[i];
        left[i] = right[i];
        right[i] = number;
    }
}

/* Choose an untried child at random, or else the one with the greatest bound among those not proven: more visits to a
   proven one teach nothing. If a proven one is worth as much, its player would rather take that one: its proof is
   written to *rather*, and is what counts from there up. */
static uint32_t lt_select(lt_search *h, uint32_t at, int32_t *rather) {
    lt_node *node = &h->nodes[at];
    *rather = 0;
    if (node->tried < node->count) {
        uint32_t chosen = node->first + node->tried + (uint32_t)lt_bounded(&h->random, node->count - node->tried);
        uint32_t next = node->first + node->tried++;
        if (chosen != next) lt_swap_nodes(h, chosen, next);
        return next;
    }
    const lt_node *child = h->nodes + node->first, *end = child + node->count, *open = 0, *proven = 0;
    double width = LT_CURIOSITY * h->largest * sqrt(lt_logarithm(node->visits)), most = 0;
    for (; child < end; child++) {
        double bound = child->mean + width * child->reach;
        if (child->proof) { if (child->proof > 0 && (!proven || bound > proven->mean)) proven = child; }
        else if (!open || bound > most) { most = bound; open = child; }
    }
    if (!open) return proven ? (uint32_t)(proven - h->nodes) : node->first;
    if (proven && proven->mean >= most) *rather = proven->proof;
    return (uint32_t)(open - h->nodes);
}

LT_INLINE int32_t lt_number_at(const void *state, int32_t place) { return ((const int32_t *)state)[place]; }

/* Set what every player gets when the document is at fault. Returns whether it is: other faults end the search. */
static int32_t lt_lose_all(lt_search *h, int32_t fault) {
    if (fault <= LT_GAME_OVER || fault == LT_NO_DECISION || fault == LT_NO_MEMORY || fault == LT_SUSPENDED ||
        fault == LT_STOPPED || fault == LT_UNTOLD) {
        h->fault = fault;
        return 0;
    }
    for (int32_t i = 0; i < h->rules.players; i++) h->returns[i] = -h->largest;
    return 1;
}

/* Walk from the root to the first new decision, or to a proven node, and find what each player gets. Returns whether
   that is certain; sets `fault` where the search cannot go on. */
static int32_t lt_descend(lt_search *h) {
    uint32_t at = 0;
    int32_t fault;
    h->depth = 0;
    if (!(h->state = h->rules.run_begin(h->run, h->root, h->stop))) { h->fault = LT_NO_MEMORY; return 0; }
    for (;;) {
        if (lt_number_at(h->state, h->rules.outcome_at)) {
            h->fault = h->rules.run_result(h->run, h->winners, h->scores, h->returns);
            return 1;
        }
        if (!h->nodes[at].first && ((at && !h->nodes[at].visits) || !lt_open_node(h, at))) {
            if (h->fault) return 0;
            uint64_t seed = lt_bounded(&h->random, UINT64_C(1) << 63);
            if ((fault = h->rules.run_out(h->run, seed))) (void)lt_lose_all(h, fault);
            else h->fault = h->rules.run_result(h->run, h->winners, h->scores, h->returns);
            return 0;
        }
        if (!lt_reserve_path(h)) { h->fault = LT_NO_MEMORY; return 0; }
        at = lt_select(h, at, &h->rather[h->depth]);
        h->path[h->depth] = at;
        h->players[h->depth++] = lt_number_at(h->state, h->rules.decides_at);
        if (h->nodes[at].proof > 0) {
            memcpy(h->returns, lt_proven(h, h->nodes[at].proof), (size_t)h->rules.players * sizeof(double));
            return 0;
        }
        if ((fault = h->rules.run_take(h->run, h->rows + (int64_t)at * h->rules.width))) {
            if (!lt_lose_all(h, fault)) return 0;
            h->nodes[at].proof = LT_FAULTY;
            h->nodes[at].mean = -HUGE_VAL;
            h->nodes[at].reach = 0;
            return 0;
        }
        h->state = h->rules.run_state(h->run);
    }
}

static void lt_simulate(lt_search *h) {
    int32_t certain = lt_descend(h);
    if (h->fault) return;
    for (int32_t i = 0; i < h->rules.players; i++)
        if (fabs(h->returns[i]) > h->largest) h->largest = fabs(h->returns[i]);
    h->nodes[0].visits++;
    const double *returns = h->returns;
    for (int64_t step = h->depth - 1; step >= 0; step--) {
        lt_node *node = &h->nodes[h->path[step]];
        node->visits++;
        node->total += returns[h->players[step]];
        if (h->rather[step]) returns = lt_proven(h, h->rather[step]);
        if (node->proof) continue;
        node->mean = node->total / node->visits;
        node->reach = 1 / sqrt((double)node->visits);
    }
    if (certain && h->solves) lt_prove_path(h);
}

/* Run *n* more simulations, fewer once *stop* is not 0 or the root is proven. Returns how many; -1 on a fault that is
   not the document's (see lt_search_fault). */
LT_API int64_t lt_search_run(lt_search *h, int64_t n, const volatile int32_t *stop) {
    int64_t done = 0;
    h->stop = stop;
    for (; done < n && !*stop && h->nodes[0].proof <= 0 && h->nodes[0].visits < UINT32_MAX; done++) {
        if (h->secrets) lt_simulate_world(h); else lt_simulate(h);
        if (h->fault == LT_STOPPED) { h->fault = LT_OK; break; } /* an unfinished simulation does not count */
        if (h->fault) return -1;
    }
    return done;
}

/* ---- results ---- */

LT_API int32_t lt_search_fault(const lt_search *h) { return h->fault; }

/* The number of decisions of the root; 0 before the first simulation. */
LT_API int64_t lt_search_count(const lt_search *h) { return h->nodes[0].count; }

/* Write for each decision of the root, in definition order, its visits, the sum of what its player got, its value and
   whether that is proven; the value is 0 before the first visit. Returns the index of the root's proof, with its
   returns written, or 0. */
LT_API int32_t lt_search_read(
    const lt_search *h, int64_t *visits, double *totals, double *values, int32_t *proven, double *returns) {
    const lt_node *root = h->nodes;
    for (uint32_t i = 0; i < root->count; i++) {
        const lt_node *node = h->nodes + root->first + i;
        visits[node->place] = node->visits;
        totals[node->place] = node->total;
        values[node->place] = node->proof == LT_FAULTY ? -h->largest : node->mean;
        proven[node->place] = node->proof;
    }
    if (root->proof > 0) memcpy(returns, lt_proven(h, root->proof), (size_t)h->rules.players * sizeof(double));
    return root->proof > 0;
}

/* The child of *at* to play: the better of the most visited unproven child and the best proven child, the proven one
   if they are equal. Among equal proven ones it is the most visited, since a loss that took long to find is the
   hardest for others to find too; in a tie the earlier one. */
static uint32_t lt_best_child(const lt_search *h, uint32_t at) {
    const lt_node *node = h->nodes + at, *open = 0, *proven = 0, *other = 0;
    for (uint32_t i = 0; i < node->count; i++) {
        const lt_node *child = h->nodes + node->first + i;
        const lt_node **best = child->proof > 0 ? &proven : child->proof || !child->visits ? &other : &open;
        double gain = !*best ? 1 : best == &proven ? child->mean - (*best)->mean : child->proof - (*best)->proof;
        if (gain == 0 && best != &other) gain = (double)child->visits - (*best)->visits;
        if (gain > 0 || (gain == 0 && child->place < (*best)->place)) *best = child;
    }
    if (open && proven) return (uint32_t)((proven->mean >= open->mean ? proven : open) - h->nodes);
    return (uint32_t)((open ? open : proven ? proven : other) - h->nodes);
}

/* Write the expected decisions from here on, the answer first, up to *most*. Returns how many. */
LT_API int64_t lt_search_line(const lt_search *h, int32_t *rows, int64_t most) {
    int64_t length = 0;
    uint32_t at = 0;
    while (length < most && h->nodes[at].first && (!at || h->nodes[at].visits)) {
        uint32_t next = lt_best_child(h, at);
        if (at && !h->nodes[next].visits) break;
        memcpy(rows + length++ * h->rules.width, h->rows + (int64_t)next * h->rules.width,
               (size_t)h->rules.width * sizeof(int32_t));
        at = next;
    }
    return length;
}

/* The number of nodes of the tree, and its maximum. */
LT_API int64_t lt_search_nodes(const lt_search *h, int64_t *most) {
    *most = h->secrets ? h->most_known : h->most_nodes;
    return h->secrets ? h->known_count : h->node_count;
}
