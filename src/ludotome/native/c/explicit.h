/* explicit.h: where dice rolls and the order of shuffled zones come from: the generator, or answers of chance.

   Under explicit chance a die, a random place and the next token of a shuffled zone are questions to player -1. A
   shuffle asks nothing: its tokens stay open, in slot order at their places, and any of them may turn out to lie at
   any of these places. The rule that takes or reads one of them asks which it is. A question with a single outcome is
   not asked. */

#if !LT_SINGLE

/* Set the order of a zone to *list*: all of its tokens, from first to last. */
LT_INLINE void lt_put_in_order(lt_state *s, int32_t zone, const int32_t *list, int32_t count) {
    for (int32_t i = 0; i < count; i++) {
        s->token_before[1 + list[i]] = i > 0 ? list[i - 1] : -1;
        s->token_after[1 + list[i]] = i + 1 < count ? list[i + 1] : -1;
    }
    s->first_token[1 + zone] = count ? list[0] : -1;
    s->last_token[1 + zone] = count ? list[count - 1] : -1;
    zone_changed(s, zone);
}

LT_INLINE int32_t lt_tokens_in_order(const lt_state *s, int32_t zone, int32_t *list) {
    int32_t count = 0;
    for (int32_t token = s->first_token[1 + zone]; token >= 0; token = s->token_after[1 + token]) list[count++] = token;
    return count;
}

#endif

#if LT_EXPLICIT && LT_ASKS

enum { LT_CHANCE = -1 };

/* Ask for one of *count* numbers from *first* on. */
static int32_t lt_ask_number(lt_state *s, lt_play *p, int64_t first, int64_t count, int64_t *answer) {
    *answer = first;
    if (count == 1) return LT_OK;
    if (count > LT_MOST_OUTCOMES) return LT_MANY_OUTCOMES;
    if (!lt_room_for_options(p, count)) return LT_NO_MEMORY;
    for (int64_t i = 0; i < count; i++) p->question.options[i] = first + i;
    return lt_ask(s, p, LT_CHANCE, LT_CHANCE_ANSWER, p->question.options, count, answer);
}

LT_INLINE int32_t lt_draw_number(lt_state *s, lt_play *p, int64_t n, int64_t *drawn) {
    return lt_ask_number(s, p, 0, n, drawn);
}

LT_INLINE int32_t lt_roll_die(lt_state *s, lt_play *p, int64_t sides, int64_t *rolled) {
    *rolled = LT_NOTHING;
    return sides == LT_NOTHING ? LT_OK : lt_ask_number(s, p, 1, sides, rolled);
}

#else

LT_INLINE int32_t lt_draw_number(lt_state *s, lt_play *p, int64_t n, int64_t *drawn) {
    (void)p;
    *drawn = (int64_t)lt_bounded(&s->generator, (uint64_t)n);
    return LT_OK;
}

/* What a module that shows dice does with each roll (`module.h`). */
#ifndef LT_ROLLED
#define LT_ROLLED(sides, value) ((void)0)
#endif

/* Roll a die from 1 to *sides*; the caller has checked that *sides* is at least 1, or nothing. */
LT_INLINE int32_t lt_roll_die(lt_state *s, lt_play *p, int64_t sides, int64_t *rolled) {
    (void)p;
    *rolled = sides == LT_NOTHING ? LT_NOTHING : (int64_t)lt_roll(&s->generator, (uint64_t)sides);
    if (sides != LT_NOTHING) LT_ROLLED(sides, *rolled);
    return LT_OK;
}

#endif

/* ---- the order of a zone ---- */

#if LT_OPENS

LT_INLINE int32_t lt_is_open(const lt_state *s, int32_t token) { return s->open_order[token / 64] >> token % 64 & 1; }

LT_INLINE void lt_close(lt_state *s, int32_t token) { s->open_order[token / 64] &= ~(UINT64_C(1) << token % 64); }

/* List the open tokens of a zone by slot; a single remaining one is closed, since nothing is left to find out. */
static int32_t lt_still_open(lt_state *s, int32_t zone, int64_t *list) {
    int32_t count = 0;
    for (int32_t word = 0; word < LT_SLOT_WORDS; word++)
        for (uint64_t bits = s->open_order[word]; bits; bits &= bits - 1) {
            int32_t token = word * 64 + lt_lowest_bit(bits);
            if (s->token_zone[1 + token] == zone) list[count++] = token;
        }
    if (count == 1) lt_close(s, (int32_t)list[0]);
    return count;
}

/* A token has left a zone: its place is known, and if only one other token was open, so is the place of that one. */
LT_INLINE void lt_left_order(lt_state *s, int32_t token, int32_t zone) {
    LT_LIST(int64_t, list, LT_TOKENS1);
    lt_close(s, token);
    if (LT_NO_ROOM(list)) return;
    (void)lt_still_open(s, zone, list);
}

/* Place the open *token* where the open *holder* is; the others keep slot order at the remaining places. */
static void lt_settle(lt_state *s, int32_t zone, int32_t holder, int32_t token, const int64_t *open) {
    LT_LIST(int32_t, list, LT_TOKENS1);
    LT_LIST(int64_t, left, LT_TOKENS1);
    if (LT_NO_ROOM(list) || LT_NO_ROOM(left)) return;
    int32_t all = lt_tokens_in_order(s, zone, list), next = 0;
    for (int32_t i = 0; i < all; i++) {
        if (list[i] == holder) { list[i] = token; continue; }
        if (!lt_is_open(s, list[i])) continue;
        if (open[next] == token) next++;
        list[i] = (int32_t)open[next++];
    }
    lt_put_in_order(s, zone, list, all);
    lt_close(s, token);
    (void)lt_still_open(s, zone, left);
}

/* Find out which token lies at the place of *holder*, if that is open. */
static int32_t lt_find_out(lt_state *s, lt_play *p, int32_t zone, int32_t holder, int32_t *found) {
    int64_t answer;
    *found = holder;
    if (holder < 0 || !lt_is_open(s, holder)) return LT_OK;
    LT_LIST(int64_t, open, LT_TOKENS1);
    if (LT_NO_ROOM(open)) return LT_NO_MEMORY;
    int32_t count = lt_still_open(s, zone, open), fault;
    if ((fault = lt_ask(s, p, LT_CHANCE, LT_CHANCE_ANSWER, open, count, &answer))) {
        p->question.of_tokens = 1;
        return fault;
    }
    *found = (int32_t)answer;
    lt_settle(s, zone, holder, *found, open);
    return LT_OK;
}

/* Find out which the next *count* tokens of a zone are, or all of them if there are fewer. */
static int32_t lt_find_order(lt_state *s, lt_play *p, int32_t zone, int64_t count) {
    int32_t token = zone < 0 ? -1 : lt_top(s, zone), fault;
    for (; token >= 0 && count > 0; token = lt_below(s, zone, token), count--)
        if ((fault = lt_find_out(s, p, zone, token, &token))) return fault;
    return LT_OK;
}

/* Return the token that a draw would take next, in the middle of an expression. If the question has no answer yet, the
   run is marked as ended and continues with nothing until it is checked. Code that only reads a state never asks. */
LT_INLINE int32_t lt_next_token(const lt_state *s, int32_t zone) {
    int32_t token = lt_top(s, zone);
    if (token < 0 || !lt_is_open(s, token)) return token;
    if (!s->run || s->run->stopped) return -1;
    s->run->stopped = lt_find_out((lt_state *)s, s->run, zone, token, &token);
    return s->run->stopped ? -1 : token;
}

LT_INLINE void lt_shuffle_zone(lt_state *s, int32_t zone) {
    int32_t count = 0;
    LT_LIST(int32_t, list, LT_TOKENS1);
    if (zone < 0 || LT_NO_ROOM(list)) return;
    for (int32_t token = 0; token < LT_TOKENS; token++)
        if (s->token_zone[1 + token] == zone) list[count++] = token;
    lt_put_in_order(s, zone, list, count);
    for (int32_t i = 0; i < count && count > 1; i++) s->open_order[list[i] / 64] |= UINT64_C(1) << list[i] % 64;
}

#else

LT_INLINE void lt_left_order(lt_state *s, int32_t token, int32_t zone) { (void)s; (void)token; (void)zone; }
LT_INLINE int32_t lt_find_order(lt_state *s, lt_play *p, int32_t zone, int64_t count) {
    (void)s; (void)p; (void)zone; (void)count;
    return LT_OK;
}

/* Shuffle by Fisher-Yates, counting tokens from the bottom of a stack, or the front of a queue or set. */
LT_INLINE void lt_shuffle_zone(lt_state *s, int32_t zone) {
#if LT_SINGLE
    (void)s; (void)zone;
#else
    LT_LIST(int32_t, list, LT_TOKENS1 + 1); /* at least two, or a compiler warns of a shuffle where there are no
                                               tokens */
    if (zone < 0 || LT_NO_ROOM(list)) return;
    int32_t count = lt_tokens_in_order(s, zone, list);
    lt_shuffle(&s->generator, list, count);
    lt_put_in_order(s, zone, list, count);
#endif
}

#endif
