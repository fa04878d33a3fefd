/* Connect four: seven columns of seven bits, the highest of which stays empty, so that lines do not wrap. */

#include "hand.h"

#define MOST_MOVES 7
#define BOTTOM 0x40810204081u /* the lowest cell of each column: bits 0, 7, … 42 */
#define BOARD (BOTTOM * 0x3F)

typedef Bits Move; /* the cell that is filled */

typedef struct {
    Bits mine, all; /* stones of who is to move; all stones */
    int won;        /* whether who moved last has a line */
} Position;

static Position first_position(void) { return (Position){0, 0, 0}; }

static int has_line(Bits stones) {
    static const int WAYS[4] = {1, 6, 7, 8};
    Bits lines = 0;
    for (int way = 0; way < 4; way++) {
        Bits pairs = stones & (stones >> WAYS[way]);
        lines |= pairs & (pairs >> 2 * WAYS[way]);
    }
    return lines != 0;
}

static int list_moves(const Position *p, Move *moves) {
    int n = 0;
    if (p->won)
        return 0;
    for (Bits open = (p->all + BOTTOM) & BOARD; open; open &= open - 1)
        moves[n++] = open & -open;
    return n;
}

static void make_move(Position *p, Move cell) {
    p->won = has_line(p->mine | cell);
    p->mine ^= p->all; /* the other seat's stones: it is to move */
    p->all |= cell;
}

static int result_of(const Position *p) {
    if (!p->won)
        return 0;
    return count_bits(p->all) & 1 ? 1 : -1; /* an odd number of stones: the first seat moved last */
}

#include "reasoner.h"
