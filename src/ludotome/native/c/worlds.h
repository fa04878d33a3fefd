/* worlds.h: search trees over what one seat knows, for games with chance or secrets; included after search.h.

   Every simulation starts in a world drawn for the searching seat (`run_world`). A node is a decision as that seat
   knows it (`run_known`): decisions it cannot distinguish share a node, and which of them is made is drawn. All worlds
   share the tree, so a node counts how often it could have been chosen, not only how often it was. `play/uct.py`
   defines its meaning, as for search.h. */

/* A child is an entry in the list of its parent's children, in the order in which they were first chosen. */
struct lt_known_ {
    double total, mean, reach;
    uint32_t visits, possible;
    uint32_t parent, first, last, next; /* 0: none, since the root is never a child */
    int32_t is_faulty; /* the document was at fault when the decision was last made */
};

LT_INLINE size_t lt_row_bytes(const lt_search *h) { return (size_t)h->rules.width * sizeof(int32_t); }

/* ---- memory ---- */

static uint64_t lt_row_hash(const lt_search *h, uint64_t hash, const int32_t *row) {
    for (int32_t i = 0; i < h->rules.width; i++) hash = (hash ^ (uint32_t)row[i]) * UINT64_C(0x9E3779B97F4A7C15);
    return hash ^ hash >> 29;
}

/* The cell of the child of *parent* with this row in the hash table of nodes, or the free cell for it. */
static uint32_t *lt_cell_of(const lt_search *h, uint32_t parent, const int32_t *row) {
    uint64_t mask = (uint64_t)h->cell_count - 1, at = lt_row_hash(h, parent, row) & mask;
    for (; h->cells[at]; at = (at + 1) & mask) {
        uint32_t node = h->cells[at];
        if (h->known[node].parent == parent &&
            memcmp(h->known_rows + (int64_t)node * h->rules.width, row, lt_row_bytes(h)) == 0)
            break;
    }
    return &h->cells[at];
}

/* Resize the table to *count* cells, a power of two, at least twice the number of nodes. */
static int32_t lt_new_cells(lt_search *h, int64_t count) {
    uint32_t *cells = calloc((size_t)count, sizeof *cells);
    if (!cells) return 0;
    free(h->cells);
    h->cells = cells;
    h->cell_count = count;
    for (int64_t node = 1; node < h->known_count; node++)
        *lt_cell_of(h, h->known[node].parent, h->known_rows + node * h->rules.width) = (uint32_t)node;
    return 1;
}

/* Make room for one more node. Returns 0 if the limit is reached or there is no memory. */
static int32_t lt_reserve_known(lt_search *h) {
    if (h->known_count >= h->most_known) return 0;
    if (h->known_count >= h->known_capacity) {
        int64_t more = 2 * h->known_capacity + 64;
        if (more > h->most_known) more = h->most_known;
        size_t rows = (size_t)more * lt_row_bytes(h);
        lt_known *known = realloc(h->known, (size_t)more * sizeof *known);
        if (!known) return 0;
        h->known = known;
        int32_t *known_rows = realloc(h->known_rows, rows);
        if (!known_rows) return 0;
        h->known_rows = known_rows;
        int32_t *made_rows = realloc(h->made_rows, rows);
        if (!made_rows) return 0;
        h->made_rows = made_rows;
        h->known_capacity = more;
    }
    return 2 * (h->known_count + 1) <= h->cell_count || lt_new_cells(h, h->cell_count ? 2 * h->cell_count : 256);
}

/* Begin with an empty root. Returns 0 without memory. */
static int32_t lt_plant(lt_search *h) {
    h->known_count = 0;
    if (!lt_reserve_known(h)) return 0;
    memset(h->cells, 0, (size_t)h->cell_count * sizeof *h->cells);
    memset(h->known, 0, sizeof *h->known);
    h->known_count = 1;
    return 1;
}

static void lt_free_known(lt_search *h) {
    free(h->known); free(h->known_rows); free(h->made_rows); free(h->cells);
    free(h->list_known); free(h->group_of); free(h->open); free(h->heads);
}

/* ---- choosing ---- */

/* List the decisions of the current state, also as the seat knows them. Returns how many; 0 on a fault. */
static int64_t lt_list_known(lt_search *h, int32_t *differs) {
    int64_t count = h->rules.run_list(h->run, h->list, h->list_capacity);
    if (count > h->list_capacity) {
        if (!lt_reserve(&h->list, &h->list_capacity, count + 1, lt_row_bytes(h))) { h->fault = LT_NO_MEMORY; return 0; }
        count = h->rules.run_list(h->run, h->list, h->list_capacity);
    }
    if (count <= 0) { h->fault = count < 0 ? (int32_t)-count : LT_NO_DECISION; return 0; }
    if (count > h->group_capacity) {
        int64_t more = 2 * count;
        int32_t *known = realloc(h->list_known, (size_t)more * lt_row_bytes(h));
        if (known) h->list_known = known;
        int32_t *group_of = realloc(h->group_of, (size_t)more * sizeof *group_of);
        if (group_of) h->group_of = group_of;
        int32_t *open = realloc(h->open, (size_t)more * sizeof *open);
        if (open) h->open = open;
        if (!known || !group_of || !open) { h->fault = LT_NO_MEMORY; return 0; }
        h->group_capacity = more;
    }
    *differs = h->rules.run_known(h->run, h->list, count, h->list_known);
    if (*differs < 0) { h->fault = -*differs; return 0; }
    return count;
}

/* Write to `group_of`, for each of *count* decisions, the first one that looks the same to the seat. Returns 0 without
   memory. */
static int32_t lt_group(lt_search *h, int64_t count, int32_t differs) {
    for (int64_t i = 0; i < count; i++) h->group_of[i] = (int32_t)i;
    if (!differs) return 1;
    int64_t cells = 16, width = h->rules.width;
    while (cells < 2 * count) cells *= 2;
    if (!lt_reserve(&h->heads, &h->head_capacity, cells, sizeof *h->heads)) return 0;
    memset(h->heads, 255, (size_t)cells * sizeof *h->heads);
    for (int64_t i = 0; i < count; i++) {
        const int32_t *row = h->list_known + i * width;
        uint64_t at = lt_row_hash(h, 1, row) & (uint64_t)(cells - 1);
        while (h->heads[at] >= 0 && memcmp(h->list_known + h->heads[at] * width, row, lt_row_bytes(h)))
            at = (at + 1) & (uint64_t)(cells - 1);
        if (h->heads[at] < 0) h->heads[at] = (int32_t)i;
        h->group_of[i] = h->heads[at];
    }
    return 1;
}

/* Choose one of the decisions of *group* at random; nothing is drawn for a single one. */
static int64_t lt_member(lt_search *h, int64_t count, int32_t group, int32_t differs) {
    int64_t members = 0, left;
    if (!differs) return group;
    for (int64_t i = group; i < count; i++) members += h->group_of[i] == group;
    left = members > 1 ? (int64_t)lt_bounded(&h->random, (uint64_t)members) : 0;
    for (int64_t i = group;; i++)
        if (h->group_of[i] == group && left-- == 0) return i;
}

/* Add a child of *at* for the decision at *place* of the list. Returns 0 where there is no room. */
static uint32_t lt_new_child(lt_search *h, uint32_t at, int64_t place) {
    if (!lt_reserve_known(h)) return 0;
    uint32_t node = (uint32_t)h->known_count;
    const int32_t *row = h->list_known + place * h->rules.width;
    memcpy(h->known_rows + (int64_t)node * h->rules.width, row, lt_row_bytes(h));
    memcpy(h->made_rows + (int64_t)node * h->rules.width, h->list + place * h->rules.width, lt_row_bytes(h));
    *lt_cell_of(h, at, row) = node;
    h->known_count++;
    memset(h->known + node, 0, sizeof *h->known);
    h->known[node].possible = 1;
    h->known[node].parent = at;
    if (h->known[at].first) h->known[h->known[at].last].next = node; else h->known[at].first = node;
    h->known[at].last = node;
    return node;
}

LT_INLINE uint32_t lt_child_of(const lt_search *h, uint32_t at, int64_t place) {
    return *lt_cell_of(h, at, h->list_known + place * h->rules.width);
}

LT_INLINE double lt_known_bound(const lt_search *h, const lt_known *node) {
    if (node->is_faulty) return -HUGE_VAL;
    return node->mean + LT_CURIOSITY * h->largest * sqrt(lt_logarithm(node->possible)) * node->reach;
}

/* Choose among the *count* decisions of this world: one never chosen, at random, or the one with the greatest bound;
   chance chooses any. Writes the index of the decision to make. Returns its node, 0 where there is no room for one. */
static uint32_t lt_select_known(lt_search *h, uint32_t at, int64_t count, int32_t differs, int32_t player, int64_t *place) {
    int64_t open = 0;
    uint32_t best = 0;
    double most = 0;
    for (int64_t i = 0; i < count; i++) {
        if (h->group_of[i] != i) continue;
        uint32_t node = lt_child_of(h, at, i);
        if (!node) { h->open[open++] = (int32_t)i; continue; }
        lt_known *known = h->known + node;
        known->possible++;
        if (open || player < 0) continue;
        double bound = lt_known_bound(h, known);
        if (!best || bound > most) { most = bound; best = node; *place = i; }
    }
    if (player < 0) {
        *place = (int64_t)lt_bounded(&h->random, (uint64_t)count);
        best = lt_child_of(h, at, h->group_of[*place]);
        return best ? best : lt_new_child(h, at, *place);
    }
    if (!open) {
        *place = lt_member(h, count, (int32_t)*place, differs);
        return best;
    }
    int32_t group = h->open[lt_bounded(&h->random, (uint64_t)open)];
    *place = lt_member(h, count, group, differs);
    return lt_new_child(h, at, *place);
}

/* ---- one simulation ---- */

/* Play on at random from the current state, and find what each player gets. */
static void lt_play_out(lt_search *h) {
    uint64_t seed = lt_bounded(&h->random, UINT64_C(1) << 63);
    int32_t fault = h->rules.run_out(h->run, seed);
    if (fault) (void)lt_lose_all(h, fault);
    else h->fault = h->rules.run_result(h->run, h->winners, h->scores, h->returns);
}

/* Walk from the root of a world to the first new decision, and find what each player gets. */
static void lt_descend_known(lt_search *h) {
    uint32_t at = 0;
    int64_t place = 0, count;
    int32_t fault, differs;
    for (;;) {
        h->state = h->rules.run_state(h->run);
        if (lt_number_at(h->state, h->rules.outcome_at)) {
            h->fault = h->rules.run_result(h->run, h->winners, h->scores, h->returns);
            return;
        }
        if (at && !h->known[at].visits) { lt_play_out(h); return; }
        if (!(count = lt_list_known(h, &differs))) return;
        if (!lt_group(h, count, differs) || !lt_reserve_path(h)) { h->fault = LT_NO_MEMORY; return; }
        int32_t player = lt_number_at(h->state, h->rules.decides_at);
        at = lt_select_known(h, at, count, differs, player, &place);
        if (at) {
            h->path[h->depth] = at;
            h->players[h->depth++] = player;
        }
        fault = h->rules.run_take(h->run, h->list + place * h->rules.width);
        if (at) h->known[at].is_faulty = fault != LT_OK;
        if (fault) { (void)lt_lose_all(h, fault); return; }
        if (!at) { lt_play_out(h); return; } /* the tree is full: this decision is not kept */
    }
}

static void lt_simulate_world(lt_search *h) {
    int32_t fault = h->rules.run_world(h->run, lt_bounded(&h->random, UINT64_C(1) << 63), h->stop);
    if (fault == LT_NO_WORLD) { h->nodes[0].visits++; return; }
    if (fault) { h->fault = fault; return; }
    h->depth = 0;
    lt_descend_known(h);
    if (h->fault) return;
    for (int32_t i = 0; i < h->rules.players; i++)
        if (fabs(h->returns[i]) > h->largest) h->largest = fabs(h->returns[i]);
    h->nodes[0].visits++;
    for (int64_t step = h->depth - 1; step >= 0; step--) {
        lt_known *node = &h->known[h->path[step]];
        node->visits++;
        node->total += h->players[step] >= 0 ? h->returns[h->players[step]] : 0;
        node->mean = node->total / node->visits;
        node->reach = 1 / sqrt((double)node->visits);
    }
}

/* ---- results ---- */

/* A search for *seat* from *root*, which it uses only to draw worlds; *secrets* as in secrets.h. Otherwise like
   lt_search_new. */
LT_API lt_search *lt_search_worlds(
    const lt_rules *rules, const void *root, int64_t bytes, uint64_t seed, int64_t memory, const void *secrets, int32_t seat) {
    lt_search *h = lt_search_new(rules, root, bytes, seed, memory, 0, HUGE_VAL);
    if (!h) return 0;
    int64_t each = (int64_t)sizeof(lt_known) + 2 * (int64_t)lt_row_bytes(h) + 4 * (int64_t)sizeof(uint32_t);
    h->secrets = secrets;
    h->most_known = memory / each < UINT32_MAX ? memory / each : UINT32_MAX;
    if (!lt_plant(h) || (bytes && rules->run_veil(h->run, secrets, h->root, seat))) {
        lt_search_free(h);
        return 0;
    }
    return h;
}

/* List the decisions of the root. A group that the seat cannot distinguish is represented by the decision whose tokens
   come first in their zones: choosing by slots would reveal them. Returns how many there are; a fault as a negative
   number. */
static int64_t lt_list_root(lt_search *h) {
    int32_t differs, width = h->rules.width;
    if (!h->rules.run_begin(h->run, h->root, h->stop)) return -LT_NO_MEMORY;
    int64_t count = lt_list_known(h, &differs);
    if (!count) return -h->fault;
    if (!lt_group(h, count, differs)) return -LT_NO_MEMORY;
    if (!differs) return count;
    if (!lt_reserve(&h->heads, &h->head_capacity, 2 * width, sizeof *h->heads)) return -LT_NO_MEMORY;
    int32_t *mine = h->heads, *first = h->heads + width;
    /* `open` has, at the first of each group, its representative. */
    for (int64_t i = 0; i < count; i++) {
        int32_t group = h->group_of[i], is_before = 0;
        if (group == i) { h->open[i] = (int32_t)i; continue; }
        h->rules.run_places(h->run, h->list + i * width, mine);
        h->rules.run_places(h->run, h->list + (int64_t)h->open[group] * width, first);
        for (int32_t k = 0; k < width && !is_before; k++) {
            if (mine[k] > first[k]) break;
            is_before = mine[k] < first[k];
        }
        if (is_before) h->open[group] = (int32_t)i;
    }
    for (int64_t i = count - 1; i >= 0; i--) h->group_of[i] = h->open[h->group_of[i]];
    return count;
}

/* Write the statistics of each decision of the root, like lt_search_read, up to *most*; of those that the seat cannot
   distinguish, one gets all of them. Returns how many there are; a fault as a negative number. */
LT_API int64_t lt_worlds_read(
    lt_search *h, int64_t most, int64_t *visits, double *totals, double *values, int32_t *faulty) {
    int64_t count = lt_list_root(h);
    for (int64_t i = 0; i < count && i < most; i++) {
        uint32_t node = h->group_of[i] == i ? lt_child_of(h, 0, i) : 0;
        const lt_known *known = h->known + node;
        visits[i] = node ? known->visits : 0;
        totals[i] = node ? known->total : 0;
        values[i] = !node ? 0 : known->is_faulty ? -h->largest : known->mean;
        faulty[i] = node && known->is_faulty;
    }
    return count;
}

/* The index of the decision to make: the most visited one that is not faulty, in a tie the earlier one; without any,
   the first that is not known to be faulty. A fault as a negative number. */
static int64_t lt_worlds_answer(lt_search *h) {
    int64_t count = lt_list_root(h), best = -1, other = -1;
    uint32_t most = 0;
    if (count < 0) return count;
    for (int64_t i = 0; i < count; i++) {
        const lt_known *known = h->known + (h->group_of[i] == i ? lt_child_of(h, 0, i) : 0);
        int32_t is_known = known != h->known, is_faulty = is_known && known->is_faulty;
        if (is_known && !is_faulty && known->visits > most) { most = known->visits; best = i; }
        if (other < 0 && !is_faulty) other = i;
    }
    return best >= 0 ? best : other < 0 ? 0 : other;
}

/* The child of *at* to play: the most visited one that is not faulty, in a tie the earlier one; 0 for none. */
static uint32_t lt_best_known(const lt_search *h, uint32_t at) {
    uint32_t best = 0, other = 0;
    for (uint32_t node = h->known[at].first; node; node = h->known[node].next) {
        const lt_known *known = h->known + node;
        if (known->visits && !known->is_faulty) {
            if (!best || known->visits > h->known[best].visits) best = node;
        } else if (!other || (h->known[other].is_faulty && !known->is_faulty)) other = node;
    }
    return best ? best : other;
}

/* Like lt_search_line; hidden tokens are those of the world where the decision was first made. */
LT_API int64_t lt_worlds_line(const lt_search *h, int32_t *rows, int64_t most) {
    int64_t length = 0;
    for (uint32_t at = 0; length < most && (at = lt_best_known(h, at)) && (!length || h->known[at].visits); length++)
        memcpy(rows + length * h->rules.width, h->made_rows + (int64_t)at * h->rules.width, lt_row_bytes(h));
    return length;
}
