/* distances.h: the distance between two zones in steps, computed on demand.

   A small board has a table of all pairs instead, which is faster; for a large board the table would be larger than
   the rest of the game. Each thread caches the distances from a few zones: a rule that walks over zones usually
   changes one end and keeps the other. Adjacency is symmetric, so the distances from either end will do. */

#define LT_FAR 8

static __thread struct {
    int32_t from[LT_FAR], asked[LT_FAR]; /* 1 + zone; 0: none */
    int16_t steps[LT_FAR][LT_ZONES1], queue[LT_ZONES1];
} lt_far;

/* Compute the distance of every zone from *start*; -1 where there is no path. */
LT_SELDOM void lt_go_far(int32_t start) {
    int16_t *steps = lt_far.steps[start % LT_FAR], *queue = lt_far.queue;
    int32_t count = 1;
    for (int32_t zone = 0; zone < LT_ZONES; zone++) steps[zone] = -1;
    steps[start] = 0;
    queue[0] = (int16_t)start;
    for (int32_t next = 0; next < count; next++) {
        int32_t here = queue[next];
        for (int32_t i = neighbours_at[1 + here]; i < neighbours_at[2 + here]; i++) {
            int32_t there = neighbours[i];
            if (steps[there] >= 0) continue;
            steps[there] = (int16_t)(steps[here] + 1);
            queue[count++] = (int16_t)there;
        }
    }
    lt_far.from[start % LT_FAR] = 1 + start;
}

static int64_t lt_distance(const lt_state *s, int32_t from, int32_t to) {
    (void)s;
    if (from < 0 || to < 0) return LT_NOTHING;
    if (lt_far.from[from % LT_FAR] != 1 + from) {
        int32_t end = to % LT_FAR, again = lt_far.asked[end] == 1 + to, start = from;
        lt_far.asked[end] = 1 + to;
        if (again || lt_far.from[end] == 1 + to) {
            start = to;
            to = from;
        }
        if (lt_far.from[start % LT_FAR] != 1 + start) lt_go_far(start);
        from = start;
    }
    int32_t steps = lt_far.steps[from % LT_FAR][to];
    return steps < 0 ? LT_NOTHING : steps;
}
