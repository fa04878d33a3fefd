/* groups.h: connected groups of zones of one kind, kept up to date, each with the open zones it touches.

   A group is named by one of its zones: `of` is 1 + that zone, 0 where there is no group, -1 where the group is
   unknown. The zones of a group form a ring (`after`). Either all zones of a group are known or none is.

   What a group touches is one number: the sum of `open_worth` of the open neighbour over each pair of a member and an
   open neighbour (`open_worth`: 1, the index and the square of the index, packed side by side). It shows whether there
   are no such pairs, and whether all of them have the same open zone: then the mean of the squares is the square of
   the mean. Such a group is weak, and so are its zones: one more placement may leave it without an open zone.

   The code that keeps groups reports the kind of each zone and whether it is open. In a trial that will be undone it
   reports nothing: the groups stay as they were before it and will be after it, and must not be read. */

enum { LT_NO_GROUP = 0, LT_UNKNOWN_GROUP = -1 };

#define LT_EACH_NEAR(i, zone) (int32_t i = neighbours_at[1 + (zone)]; i < neighbours_at[2 + (zone)]; i++)

LT_INLINE int32_t lt_groups_know(const lt_groups *g, int32_t zone) { return g->of[1 + zone] >= 0; }

/* Whether the group of a zone, which must be known, touches an open zone; false where there is no group. */
LT_INLINE int32_t lt_groups_touch(const lt_groups *g, int32_t zone) { return g->touches[g->of[1 + zone]] != 0; }

/* Whether a group touches at most one zone. */
LT_INLINE int32_t lt_is_weak(uint64_t touches) {
    uint64_t pairs = touches & ((UINT64_C(1) << LT_SUM_BIT) - 1), squares = touches >> LT_SQUARES_BIT;
    uint64_t sum = (touches >> LT_SUM_BIT) & ((UINT64_C(1) << (LT_SQUARES_BIT - LT_SUM_BIT)) - 1);
    return pairs * squares == sum * sum;
}

/* What a group touches has changed: note whether it is weak. */
LT_INLINE void lt_groups_mark(lt_groups *g, int32_t group) {
    int32_t zone = group - 1, weak = lt_is_weak(g->touches[group]);
    if (lt_has_bit(g->weak, zone) == weak) return;
    do {
        lt_put_bit(g->weak, zone, weak);
        zone = g->after[1 + zone];
    } while (zone != group - 1);
}

/* Walk the group of a zone and record it. */
static void lt_groups_learn(lt_groups *g, int32_t start) {
    int32_t list[LT_ZONES1], count = 1, last = start;
    uint64_t touches = 0;
    list[0] = start;
    g->of[1 + start] = (lt_small)(1 + start);
    for (int32_t at = 0; at < count; at++) {
        int32_t zone = list[at];
        lt_put_bit(g->unknown, zone, 0);
        g->after[1 + last] = (lt_small)zone;
        last = zone;
        for LT_EACH_NEAR(i, zone) {
            int32_t near = neighbours[i];
            touches += lt_has_bit(g->open, near) * open_worth[near];
            if (g->kind[1 + near] != g->kind[1 + start] || g->of[1 + near] == 1 + start) continue;
            g->of[1 + near] = (lt_small)(1 + start);
            list[count++] = near;
        }
    }
    g->after[1 + last] = (lt_small)start;
    g->size[1 + start] = (lt_small)count;
    g->touches[1 + start] = touches;
    for (int32_t at = 0; at < count; at++) lt_put_bit(g->weak, list[at], lt_is_weak(touches));
}

/* Join the groups of two zones; the smaller gets the name of the larger. */
LT_INLINE void lt_groups_join(lt_groups *g, int32_t a, int32_t b) {
    if (g->of[1 + a] == g->of[1 + b]) return;
    int32_t smaller = g->size[g->of[1 + a]] < g->size[g->of[1 + b]] ? a : b, greater = a + b - smaller;
    int32_t from = g->of[1 + smaller], to = g->of[1 + greater], zone = smaller, weak = lt_has_bit(g->weak, greater);
    g->size[to] = (lt_small)(g->size[to] + g->size[from]);
    g->touches[to] += g->touches[from];
    do {
        g->of[1 + zone] = (lt_small)to;
        lt_put_bit(g->weak, zone, weak);
        zone = g->after[1 + zone];
    } while (zone != smaller);
    lt_small after = g->after[1 + smaller];
    g->after[1 + smaller] = g->after[1 + greater];
    g->after[1 + greater] = after;
}

/* A zone leaves its group, which may fall apart, so the whole group becomes unknown. */
LT_INLINE void lt_groups_leave(lt_groups *g, int32_t zone) {
    for (int32_t at = zone; lt_groups_know(g, at); at = g->after[1 + at]) {
        g->of[1 + at] = LT_UNKNOWN_GROUP;
        lt_put_bit(g->unknown, at, 1);
    }
    g->of[1 + zone] = LT_NO_GROUP;
    lt_put_bit(g->of_kind[g->kind[1 + zone]], zone, 0);
    lt_put_bit(g->unknown, zone, 0);
    lt_put_bit(g->weak, zone, 0);
}

/* Make a zone a group of its own, then join it with its neighbours of the same kind (*own*), all of which are
   known. */
LT_INLINE void lt_groups_begin(lt_groups *g, int32_t zone, uint64_t touches, const int32_t *own, int32_t count) {
    g->of[1 + zone] = (lt_small)(1 + zone);
    g->after[1 + zone] = (lt_small)zone;
    g->size[1 + zone] = 1;
    g->touches[1 + zone] = touches;
    for (int32_t i = 0; i < count; i++) lt_groups_join(g, zone, own[i]);
    lt_groups_mark(g, g->of[1 + zone]);
}

/* A zone that is in no group gets its kind. */
LT_INLINE void lt_groups_enter(lt_groups *g, int32_t zone) {
    uint64_t touches = 0;
    int32_t own[LT_MOST_NEAR + 1], count = 0, known = 1;
    lt_put_bit(g->of_kind[g->kind[1 + zone]], zone, 1);
    for LT_EACH_NEAR(i, zone) {
        int32_t near = neighbours[i], joins = g->kind[1 + near] == g->kind[1 + zone];
        touches += lt_has_bit(g->open, near) * open_worth[near];
        known &= joins <= lt_groups_know(g, near);
        own[count] = near; /* an entry is written before it is counted */
        count += joins;
    }
    if (known) lt_groups_begin(g, zone, touches, own, count);
    else lt_groups_learn(g, zone);
}

/* Open or close a zone: each group it touches has one pair more or fewer. */
LT_INLINE void lt_groups_open(lt_groups *g, int32_t zone, int32_t open) {
    uint64_t worth = open ? open_worth[zone] : -open_worth[zone];
    lt_put_bit(g->open, zone, open);
    for LT_EACH_NEAR(i, zone) {
        int32_t group = g->of[1 + neighbours[i]];
        if (group <= 0) continue;
        g->touches[group] += worth;
        lt_groups_mark(g, group);
    }
}

/* Give *kind* to a zone that was open and in no group, and close it: the same as `lt_groups_open` and then
   `lt_groups_enter`, with a single pass over its neighbours. */
LT_INLINE void lt_groups_place(lt_groups *g, int32_t zone, int32_t kind) {
    uint64_t touches = 0;
    int32_t own[LT_MOST_NEAR + 1], count = 0, known = 1;
    lt_put_bit(g->open, zone, 0);
    lt_put_bit(g->of_kind[kind], zone, 1);
    g->kind[1 + zone] = (lt_small)kind;
    for LT_EACH_NEAR(i, zone) {
        int32_t near = neighbours[i], group = g->of[1 + near], joins = g->kind[1 + near] == kind;
        touches += lt_has_bit(g->open, near) * open_worth[near];
        known &= joins <= (group > 0);
        own[count] = near; /* an entry is written before it is counted */
        count += joins;
        if (group <= 0) continue;
        g->touches[group] -= open_worth[zone];
        if (!joins) lt_groups_mark(g, group); /* the others are marked when they are joined */
    }
    if (known) lt_groups_begin(g, zone, touches, own, count);
    else lt_groups_learn(g, zone);
}

/* Set the *kind* of a zone (negative: none), and whether it is open. */
LT_INLINE void lt_groups_change(lt_groups *g, int32_t zone, int32_t kind, int32_t open) {
    int32_t was_open = lt_has_bit(g->open, zone);
    if (was_open && !open && kind >= 0 && g->kind[1 + zone] < 0) {
        lt_groups_place(g, zone, kind);
        return;
    }
    if (open != was_open) lt_groups_open(g, zone, open);
    if (kind == g->kind[1 + zone]) return;
    if (g->kind[1 + zone] >= 0) lt_groups_leave(g, zone);
    g->kind[1 + zone] = (lt_small)kind;
    if (kind >= 0) lt_groups_enter(g, zone);
}

/* Whether all groups are known. */
LT_INLINE int32_t lt_groups_all_known(const lt_groups *g) {
    uint64_t unknown = 0;
    for (int32_t word = 0; word < LT_ZONE_WORDS; word++) unknown |= g->unknown[word];
    return !unknown;
}


/* Whether the group of *zone* would touch an open zone if *placed*, which is open and in no group, were of *kind*
   (negative: none) and not open. Of the groups that *placed* touches, the weak ones would have no open zone left;
   those of its kind it joins. */
LT_INLINE int32_t lt_groups_touch_with(const lt_groups *g, int32_t zone, int32_t placed, int32_t kind) {
    if (zone != placed) {
        int32_t group = g->of[1 + zone], near = 0;
        if (group == LT_NO_GROUP || g->touches[group] == 0) return 0;
        if (!lt_has_bit(g->weak, zone)) return 1;
        for LT_EACH_NEAR(i, placed) near |= g->of[1 + neighbours[i]] == group;
        if (!near) return 1;
        if (g->kind[1 + zone] != kind) return 0;
    }
    if (kind < 0) return 0;
    uint64_t any = 0;
    for (int32_t word = 0; word < LT_ZONE_WORDS; word++)
        any |= near_bits[placed][word] & (g->open[word] | (g->of_kind[kind][word] & ~g->weak[word]));
    return any != 0;
}

/* Make every group known again. */
LT_INLINE void lt_groups_settle(lt_groups *g) {
    for (int32_t word = 0; word < LT_ZONE_WORDS; word++)
        while (g->unknown[word]) lt_groups_learn(g, word * 64 + lt_lowest_bit(g->unknown[word]));
}

/* Empty all zones. */
LT_INLINE void lt_groups_clear(lt_groups *g) {
    memset(g, 0, sizeof *g);
    memset(g->kind, -1, sizeof g->kind);
}
