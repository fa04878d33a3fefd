/* senses.h: which zones a token reaches, what it sees and what has cover, by the C core of `ludotome.space` above.

   A sheet is one board laid out flat; a zone without coordinates is on no sheet (-1) and sees nothing. */

/* Whether *zone* holds a token of one of *kinds* (a flag for each name), not counting the one in slot *but*. */
LT_INLINE int32_t lt_holds_kind(const lt_state *s, int32_t zone, const int8_t *kinds, int32_t but) {
    int32_t token = s->first_token[1 + zone];
#if LT_SINGLE
    return token >= 0 && token != but && kinds[s->token_type[1 + token]];
#else
    for (; token >= 0; token = s->token_after[1 + token])
        if (token != but && kinds[s->token_type[1 + token]]) return 1;
    return 0;
#endif
}

#if LT_SIGHT

LT_INLINE int32_t lt_line_of_sight(const lt_state *s, int32_t from, int32_t to) {
    int32_t sheet = sheet_of_zone[1 + from];
    if (sheet < 0 || sheet != sheet_of_zone[1 + to]) return 0;
    LT_LIST(uint8_t, opaque, LT_SHEET_CELLS);
    if (LT_NO_ROOM(opaque)) return 0;
    opaque[0] = 0; /* a compiler does not know that every sheet has a cell */
    memcpy(opaque, opaque_ground + sheet_start[sheet], (size_t)(sheet_start[sheet + 1] - sheet_start[sheet]));
    for (int32_t word = 0; word < LT_SLOT_WORDS && LT_SIGHT_BLOCKERS; word++)
        for (uint64_t bits = lt_used_slots(s, word); bits; bits &= bits - 1) {
            int32_t token = word * 64 + lt_lowest_bit(bits), zone = s->token_zone[1 + token];
            if (blocks_sight[s->token_type[1 + token]] && sheet_of_zone[1 + zone] == sheet)
                opaque[cell_of_zone[1 + zone]] = 1;
        }
    return lt_clear(&sheets[sheet], opaque, cell_of_zone[1 + from], cell_of_zone[1 + to], 0);
}

/* Whether something that gives cover is on the line, next to the target; false where the line is blocked. */
LT_INLINE int32_t lt_has_cover(const lt_state *s, int32_t from, int32_t to) {
    if (!lt_line_of_sight(s, from, to)) return 0;
    int32_t sheet = sheet_of_zone[1 + from], cells[LT_LINE_CELLS];
    int32_t count = lt_crossed(&sheets[sheet], cell_of_zone[1 + from], cell_of_zone[1 + to], cells);
    for (int32_t i = 0; i < count; i++) {
        int32_t zone = zone_of_cell[sheet_start[sheet] + cells[i]];
        if (zone < 0 || !is_adjacent[1 + to][1 + zone]) continue;
        if (ground_covers[1 + zone] || lt_holds_kind(s, zone, gives_cover, -1)) return 1;
    }
    return 0;
}

#endif

#if LT_REACH

/* Write the zones *token* reaches within *budget*, its own left out, in definition order; return how many. */
static int32_t lt_reachable(const lt_state *s, int32_t token, int64_t budget, int32_t *out) {
    int32_t start = s->token_zone[1 + token], count = 0, head[LT_RING];
    if (token < 0 || budget < 0 || walking.mask[start]) return 0;
    LT_LIST(int32_t, lists, 6 * LT_ZONES1);
    if (LT_NO_ROOM(lists)) return 0;
    int32_t *cost = lists, *reached = cost + LT_ZONES1, *next = reached + LT_ZONES1, *path = next + LT_ZONES1;
    int32_t *spare = path + LT_ZONES1, *taken = spare + LT_ZONES1;
    lt_work work = {cost, reached, next, path, spare, head, LT_RING, 0};
    for (int32_t zone = 0; zone < LT_ZONES; zone++) {
        cost[zone] = -1;
        if (zone != start && lt_holds_kind(s, zone, blocks_move, token)) taken[count++] = zone;
    }
    lt_flood(&walks, &walking, &work, &start, 1, taken, count, budget > INT32_MAX ? INT32_MAX : (int32_t)budget);
    count = 0;
    for (int32_t zone = 0; zone < LT_ZONES; zone++)
        if (cost[zone] >= 0 && zone != start) out[count++] = zone;
    return count;
}

#endif
