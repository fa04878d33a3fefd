/* lines.h: walks along the board's directions, by the static table `step`. */

/* Return the zone reached by *count* steps in a direction; nothing when an edge is missing or the count is
   negative. */
LT_INLINE int32_t lt_step(const lt_state *s, int32_t zone, int32_t way, int64_t count) {
    (void)s;
    if (way < 0 || count < 0) return -1;
    for (; count > 0 && zone >= 0; count--) zone = step[1 + zone][1 + way];
    return zone;
}

/* List the zones strictly between two zones, in the first direction whose ray from one reaches the other. */

LT_INLINE int32_t lt_between(int32_t start, int32_t goal, int32_t *out) {
    if (start < 0 || goal < 0) return 0;
    for (uint32_t i = 0; i < sizeof set_directions / sizeof *set_directions; i++) {
        int32_t n = 0, zone = step[1 + start][1 + set_directions[i]];
        for (; zone >= 0 && zone != goal; zone = step[1 + zone][1 + set_directions[i]]) out[n++] = zone;
        if (zone == goal) return n;
    }
    return 0;
}

/* The same if that direction is known; nothing if no ray reaches. */
LT_INLINE int32_t lt_between_along(int32_t way, int32_t start, int32_t goal, int32_t *out) {
    int32_t n = 0;
    if (way < 0) return 0;
    for (int32_t zone = step[1 + start][1 + way]; zone != goal; zone = step[1 + zone][1 + way]) out[n++] = zone;
    return n;
}
