/* neighbours.h: whether two zones are adjacent, by the list of each zone's neighbours.

   A small board has a table of all pairs instead, which is faster; for a large board the table would be larger than
   the rest of the game. */

LT_INLINE int32_t lt_is_neighbour(const lt_state *s, int32_t zone, int32_t other) {
    (void)s;
    for (int32_t i = neighbours_at[1 + zone]; i < neighbours_at[2 + zone]; i++)
        if (neighbours[i] == other) return 1;
    return 0;
}
