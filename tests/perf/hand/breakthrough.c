/* Breakthrough on 8×8: two sets of pieces, the board turned after each move so that who is to move goes up. */

#include "hand.h"

#define MOST_MOVES 48 /* sixteen pieces, three ways each */
#define LEFT_FILE 0x0101010101010101u
#define RIGHT_FILE (LEFT_FILE << 7)
#define LAST_ROW 0xFF00000000000000u

typedef struct {
    uint8_t from, to;
} Move;

typedef struct {
    Bits mine, theirs; /* as seen by who is to move */
    int over, turn;
} Position;

static Position first_position(void) { return (Position){0xFFFF, 0xFFFF000000000000u, 0, 0}; }

static inline int list_steps(Bits targets, int step, Move *moves, int n) {
    for (; targets; targets &= targets - 1) {
        int to = first_bit(targets);
        moves[n++] = (Move){(uint8_t)(to - step), (uint8_t)to};
    }
    return n;
}

static int list_moves(const Position *p, Move *moves) {
    if (p->over)
        return 0;
    int n = list_steps((p->mine << 8) & ~(p->mine | p->theirs), 8, moves, 0);
    n = list_steps((p->mine & ~LEFT_FILE) << 7 & ~p->mine, 7, moves, n);
    return list_steps((p->mine & ~RIGHT_FILE) << 9 & ~p->mine, 9, moves, n);
}

static void make_move(Position *p, Move move) {
    Bits to = (Bits)1 << move.to;
    Bits moved = (p->mine ^ (Bits)1 << move.from) | to, left = p->theirs & ~to;
    p->over = (to & LAST_ROW) || !left;
    p->mine = __builtin_bswap64(left); /* reverses the rows */
    p->theirs = __builtin_bswap64(moved);
    p->turn ^= 1;
}

static int result_of(const Position *p) { return p->turn ? 1 : -1; } /* who moved last has won */

#include "reasoner.h"
