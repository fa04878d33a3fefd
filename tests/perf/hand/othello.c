/* Othello: moves and flips by filling along the eight directions, six cells deep. */

#include "hand.h"

#define MOST_MOVES 34 /* no position is known that has more than 33 */
#define PASS 64
#define INNER_FILES 0x7E7E7E7E7E7E7E7Eu

typedef uint8_t Move;

typedef struct {
    Bits mine, theirs;
    int turn;
} Position;

static Position first_position(void) { return (Position){0x0000000810000000u, 0x0000001008000000u, 0}; }

/* The cells behind runs of `enemies` that start next to `stones`, upwards and downwards by `step`. */
static inline Bits behind(Bits stones, Bits enemies, int step) {
    Bits up = enemies & (stones << step), down = enemies & (stones >> step);
    for (int i = 0; i < 5; i++) {
        up |= enemies & (up << step);
        down |= enemies & (down >> step);
    }
    return up << step | down >> step;
}

static inline Bits moves_of(Bits mine, Bits theirs) {
    Bits inner = theirs & INNER_FILES; /* no run goes on across the left or the right edge */
    return (behind(mine, inner, 1) | behind(mine, inner, 7) | behind(mine, inner, 9) | behind(mine, theirs, 8)) &
           ~(mine | theirs);
}

static int list_moves(const Position *p, Move *moves) {
    int n = 0;
    for (Bits open = moves_of(p->mine, p->theirs); open; open &= open - 1)
        moves[n++] = (Move)first_bit(open);
    if (n == 0 && moves_of(p->theirs, p->mine))
        moves[n++] = PASS;
    return n;
}

static inline Bits flips_by(Bits cell, Bits mine, Bits enemies, int step) {
    Bits up = enemies & (cell << step), down = enemies & (cell >> step);
    for (int i = 0; i < 5; i++) {
        up |= enemies & (up << step);
        down |= enemies & (down >> step);
    }
    return ((up << step) & mine ? up : 0) | ((down >> step) & mine ? down : 0);
}

static void make_move(Position *p, Move move) {
    Bits mine = p->mine, theirs = p->theirs;
    if (move != PASS) {
        Bits cell = (Bits)1 << move, inner = theirs & INNER_FILES;
        Bits flips = flips_by(cell, mine, inner, 1) | flips_by(cell, mine, inner, 7) | flips_by(cell, mine, inner, 9) |
                     flips_by(cell, mine, theirs, 8);
        mine |= flips | cell;
        theirs &= ~flips;
    }
    p->mine = theirs;
    p->theirs = mine;
    p->turn ^= 1;
}

static int result_of(const Position *p) {
    int lead = count_bits(p->mine) - count_bits(p->theirs);
    return (p->turn ? -1 : 1) * ((lead > 0) - (lead < 0));
}

#include "reasoner.h"
