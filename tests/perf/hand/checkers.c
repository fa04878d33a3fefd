/* English draughts on the 32 dark cells. A series of jumps is several decisions, one a hop, as in the document.

   Four cells a row. From a cell of an even row (0, 2, …) a step up goes to +4 and +5, from an odd row to +3 and +4; down
   likewise by -4 and -3, or -5 and -4. A jump goes to +7, +9, -7 or -9. Black, who begins, is below and goes up. */

#include "hand.h"

#define MOST_MOVES 64
#define QUIET_LIMIT 80 /* decisions without a capture or a man's move that make a draw */

typedef uint32_t Cells;

#define EVEN_ROWS 0x0F0F0F0Fu
#define ODD_ROWS 0xF0F0F0F0u
#define LEFT 0x11111111u  /* cells with no cell further left in their row: bits 0, 4, … */
#define RIGHT 0x88888888u /* likewise to the right */

typedef struct {
    uint8_t from, to, over; /* `over` is 32 for a step */
} Move;

typedef struct {
    Cells mine, theirs, kings, chain; /* `chain`: the piece that has to go on jumping, or none */
    int turn, quiet;
} Position;

static Position first_position(void) { return (Position){0x00000FFFu, 0xFFF00000u, 0, 0, 0, 0}; }

/* The four ways: where the neighbours of a set of cells are. Even rows are shifted half a cell to the left of odd ones. */
static inline Cells up_left(Cells c) { return (c & EVEN_ROWS & ~LEFT) << 3 | (c & ODD_ROWS) << 4; }
static inline Cells up_right(Cells c) { return (c & EVEN_ROWS) << 4 | (c & ODD_ROWS & ~RIGHT) << 5; }
static inline Cells down_left(Cells c) { return (c & EVEN_ROWS & ~LEFT) >> 5 | (c & ODD_ROWS) >> 4; }
static inline Cells down_right(Cells c) { return (c & EVEN_ROWS) >> 4 | (c & ODD_ROWS & ~RIGHT) >> 3; }

/* Add the moves of `pieces` one way. `back` is the same way in reverse: it leads from a target to where the piece came from. */
#define ADD_STEPS(pieces, way, back)                                                                   \
    for (Cells targets = way(pieces) & empty; targets; targets &= targets - 1) {                       \
        Cells to = targets & -targets;                                                                 \
        moves[n++] = (Move){(uint8_t)first_bit(back(to)), (uint8_t)first_bit(to), 32};                 \
    }
#define ADD_JUMPS(pieces, way, back)                                                                   \
    for (Cells targets = way(way(pieces) & p->theirs) & empty; targets; targets &= targets - 1) {      \
        Cells to = targets & -targets, over = back(to);                                                \
        moves[n++] = (Move){(uint8_t)first_bit(back(over)), (uint8_t)first_bit(to), (uint8_t)first_bit(over)}; \
    }

static inline int list_jumps(const Position *p, Cells pieces, Move *moves) {
    Cells empty = ~(p->mine | p->theirs), kings = pieces & p->kings;
    Cells up = p->turn ? kings : pieces, down = p->turn ? pieces : kings;
    int n = 0;
    ADD_JUMPS(up, up_left, down_right)
    ADD_JUMPS(up, up_right, down_left)
    ADD_JUMPS(down, down_left, up_right)
    ADD_JUMPS(down, down_right, up_left)
    return n;
}

static int list_moves(const Position *p, Move *moves) {
    if (p->quiet >= QUIET_LIMIT)
        return 0;
    int n = list_jumps(p, p->chain ? p->chain : p->mine, moves);
    if (n)
        return n;
    Cells empty = ~(p->mine | p->theirs), kings = p->mine & p->kings;
    Cells up = p->turn ? kings : p->mine, down = p->turn ? p->mine : kings;
    ADD_STEPS(up, up_left, down_right)
    ADD_STEPS(up, up_right, down_left)
    ADD_STEPS(down, down_left, up_right)
    ADD_STEPS(down, down_right, up_left)
    return n;
}

static inline void end_turn(Position *p) {
    Cells mine = p->mine;
    p->mine = p->theirs;
    p->theirs = mine;
    p->chain = 0;
    p->turn ^= 1;
}

static void make_move(Position *p, Move move) {
    Cells from = (Cells)1 << move.from, to = (Cells)1 << move.to;
    int king = (p->kings & from) != 0, crowned = !king && (to & (p->turn ? 0x0000000Fu : 0xF0000000u));
    p->mine ^= from | to;
    p->kings &= ~from;
    if (king || crowned)
        p->kings |= to;
    if (move.over == 32) {
        p->quiet = king ? p->quiet + 1 : 0;
        end_turn(p);
        return;
    }
    Cells taken = (Cells)1 << move.over;
    Move more[MOST_MOVES];
    p->theirs &= ~taken;
    p->kings &= ~taken;
    p->quiet = 0;
    if (crowned || !list_jumps(p, to, more))
        end_turn(p);
    else
        p->chain = to;
}

static int result_of(const Position *p) {
    if (p->quiet >= QUIET_LIMIT) {
        Move moves[MOST_MOVES];
        Position now = *p;
        now.quiet = 0;
        if (list_moves(&now, moves))
            return 0;
    }
    return p->turn ? 1 : -1; /* who cannot move has lost */
}

#include "reasoner.h"

static int64_t turns_from(const Position *p, int depth) {
    Move moves[MOST_MOVES];
    int n = list_moves(p, moves);
    int64_t lines = 0;
    for (int i = 0; i < n; i++) {
        Position next = *p;
        make_move(&next, moves[i]);
        if (next.turn == p->turn)
            lines += turns_from(&next, depth); /* the same move goes on */
        else
            lines += depth == 1 ? 1 : turns_from(&next, depth - 1);
    }
    return lines;
}

/* How many sequences of exactly `depth` whole moves there are, each series of jumps counted as one. */
int64_t hand_perft_of_turns(int depth) {
    Position p = first_position();
    return turns_from(&p, depth);
}
