/* dice.h: the dice that were rolled, for a module that shows them; included before the rules.

   A caller that wants the dice sets the count to 0 before a call. Dice that a search rolls are noted too, up to the
   limit. */

enum { LT_MOST_DICE = 256 };

static int32_t lt_dice[1 + 2 * LT_MOST_DICE]; /* the count, then the sides and the value of each */

#define LT_ROLLED(sides, value) lt_note_die((int64_t)(sides), (int64_t)(value))

static inline void lt_note_die(int64_t sides, int64_t value) {
    if (lt_dice[0] >= LT_MOST_DICE) return;
    lt_dice[1 + 2 * lt_dice[0]] = (int32_t)sides;
    lt_dice[2 + 2 * lt_dice[0]++] = (int32_t)value;
}
