/* What every reasoner offers to Python: random games and counts. Included once, after the game has defined its functions. */

/* Play `games` uniform random games; write how many decisions they had and the sum of the first seat's results. */
void hand_playouts(int64_t games, uint64_t seed, int64_t *plies, int64_t *score) {
    Move moves[MOST_MOVES];
    *plies = *score = 0;
    for (int64_t game = 0; game < games; game++) {
        Position p = first_position();
        for (int n; (n = list_moves(&p, moves)) > 0; ++*plies)
            make_move(&p, moves[random_below(&seed, (uint32_t)n)]);
        *score += result_of(&p);
    }
}

static int64_t lines_from(const Position *p, int depth) {
    Move moves[MOST_MOVES];
    int n = list_moves(p, moves);
    if (depth == 1)
        return n;
    int64_t lines = 0;
    for (int i = 0; i < n; i++) {
        Position next = *p;
        make_move(&next, moves[i]);
        lines += lines_from(&next, depth - 1);
    }
    return lines;
}

/* How many sequences of exactly `depth` decisions there are, `depth` at least 1. */
int64_t hand_perft(int depth) {
    Position p = first_position();
    return lines_from(&p, depth);
}
