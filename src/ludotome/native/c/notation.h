/* notation.h: the numbers that the notation of a decision needs from a state. The texts are made elsewhere.

   A decision has LT_ASKED numbers: what its template needs before the decision, then its remarks, padded with 0. For
   an answer the first number is its value. */

LT_API int64_t lt_notation_width(void) { return LT_ASKED; }

#if LT_REMARKS

/* Try a decision in *tried*, which has room for it, and write which of its remarks hold. */
static void lt_remark(const lt_state *s, lt_state *tried, const int32_t *decision, int64_t *out) {
    lt_play play = lt_fresh_play();
    int32_t d[LT_WIDTH];
    memcpy(d, decision, sizeof d);
    lt_copy_state(tried, s);
#if LT_OPENS
    tried->run = &play;
#endif
    notation_remarked(tried, &play, d, out);
    lt_free_play(&play);
}

#endif

/* Write the numbers that the notation of *count* legal decisions needs, with their remarks if *remarks*. Returns a
   fault. */
LT_API int32_t lt_notation(const lt_state *s, const int32_t *decisions, int64_t count, int32_t remarks, int64_t *out,
                           const volatile int32_t *stop) {
    lt_halt halt = lt_new_halt(stop);
    lt_play play = lt_fresh_play();
    lt_state *own = lt_copy_of(s), *tried = LT_REMARKS && remarks ? lt_copy_of(s) : 0;
    if (!own || (LT_REMARKS && remarks && !tried)) {
        free(own);
        free(tried);
        return LT_NO_MEMORY;
    }
    lt_begin_call(own, &halt);
    memset(out, 0, (size_t)count * LT_ASKED * sizeof *out);
    for (int64_t k = 0; k < count; k++, decisions += LT_WIDTH, out += LT_ASKED) {
        notation_asked(own, &play, decisions, out);
#if LT_REMARKS
        if (remarks && notation_has_remarks(decisions)) lt_remark(own, tried, decisions, out);
#endif
#if LT_HALTS
        if (lt_is_halted(own)) break;
#endif
    }
    lt_free_play(&play);
    free(own);
    free(tried);
    return lt_end_call(&halt);
}
