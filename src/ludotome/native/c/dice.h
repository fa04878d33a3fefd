/* dice.h: the dice that fell, for a module that shows them; it stands in front of the rules.

   Whoever wants to know sets the count to 0 before a call. What a search rolls is noted too, up to the limit. */

enum { LT_MOST_DICE = 256 };

static int32_t lt_dice[1 + 2 * LT_MOST_DICE]; /* how many, then the sides and the value of each */

#define LT_ROLLED(sides, value) lt_note_die((int64_t)(sides), (int64_t)(value))

static inline void lt_note_die(int64_t sides, int64_t value) {
    if (lt_dice[0] >= LT_MOST_DICE) return;
    lt_dice[1 + 2 * lt_dice[0]] = (int32_t)sides;
    lt_dice[2 + 2 * lt_dice[0]++] = (int32_t)value;
}
