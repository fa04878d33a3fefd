/* swaps.h: swapping two tokens. Included only in games that have the effect. */

#if !LT_SINGLE
/* How many tokens lie before *token* in its zone. */
LT_INLINE int32_t lt_place_of(const lt_state *s, int32_t token) {
    int32_t place = 0;
    while ((token = s->token_before[1 + token]) >= 0) place++;
    return place;
}
#endif

LT_INLINE int32_t lt_swap(lt_state *s, lt_play *p, int32_t actor, int32_t a, int32_t b) {
    if (a < 0 || b < 0 || a == b) return LT_OK;
    int32_t at_a = s->token_zone[1 + a], at_b = s->token_zone[1 + b], fault;
    /* A place in an open order is not known, so the order is found out first. */
    if ((fault = lt_find_order(s, p, at_a, LT_TOKENS))) return fault;
    if ((fault = lt_find_order(s, p, at_b, LT_TOKENS))) return fault;
    token_toggled(s, a);
    token_toggled(s, b);
#if LT_SINGLE
    lt_enter(s, a, at_b, LT_LAST);
    lt_enter(s, b, at_a, LT_LAST);
#else
    int32_t place_a = lt_place_of(s, a), place_b = lt_place_of(s, b);
    lt_leave(s, a);
    lt_leave(s, b);
    /* In the same zone the lower place is filled first, so that both places are counted as they were. */
    if (place_a < place_b) {
        lt_enter(s, b, at_a, place_a);
        lt_enter(s, a, at_b, place_b);
    } else {
        lt_enter(s, a, at_b, place_b);
        lt_enter(s, b, at_a, place_a);
    }
#endif
    token_toggled(s, a);
    token_toggled(s, b);
    zone_changed(s, at_a);
    zone_changed(s, at_b);
    if ((fault = token_entered(p, actor, a, at_b, at_a))) return fault;
    return token_entered(p, actor, b, at_a, at_b);
}
