/* Hand-written reasoners: what is the same for all of them.

   A reasoner lists every legal move of a position and makes one. It is written for one game, with bits, as somebody would
   who knows the rules and wants speed. `bench_yardsticks` plays random games with it beside the compiled document; the
   counts of `perft` are compared with published ones first, so that the yardstick plays by the right rules.

   A game defines `Position`, `Move`, MOST_MOVES and four functions, then includes `reasoner.h`:

       static Position first_position(void);
       static int list_moves(const Position *p, Move *moves);     how many; none when the game is over
       static void make_move(Position *p, Move move);
       static int result_of(const Position *p);                   of a game that is over: 1, 0 or -1 for the first seat
*/

#ifndef HAND_H
#define HAND_H

#include <stdint.h>

typedef uint64_t Bits;

static inline int count_bits(Bits bits) { return __builtin_popcountll(bits); }

static inline int first_bit(Bits bits) { return __builtin_ctzll(bits); }

/* Splitmix64, which is enough to choose moves. */
static inline uint64_t next_random(uint64_t *seed) {
    uint64_t z = *seed += 0x9E3779B97F4A7C15u;
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
    return z ^ (z >> 31);
}

/* A number below `n`, which is small: the bias is below one in a million. */
static inline uint32_t random_below(uint64_t *seed, uint32_t n) { return (uint32_t)(((next_random(seed) >> 32) * n) >> 32); }

#endif
