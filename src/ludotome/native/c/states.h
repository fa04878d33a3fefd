/* states.h: copies of states, and calls that can be stopped.

   The size of a state depends on the document, so no state is on the stack: a copy is on the heap, or where the caller
   has room. A state is its struct, followed by LT_KEYS numbers for each recorded position, so that it grows with the
   game and need not have room for the longest possible one. One decision records at most one position.

   A long call takes a stop flag, which another thread may set at any time. In a game that can keep one call busy for
   long (LT_HALTS), every state points to the `lt_halt` of the call it is in, and every loop calls `lt_is_halted` once
   per round. What is computed after a stop is ignored: the call returns `halt.why`. Code that starts a call on a state
   must set `s->halt` with `lt_begin_call` first, and end the call with `lt_end_call_on`, or with `lt_end_call` where
   no state is left; copies inherit it. */

LT_INLINE int64_t lt_records(const lt_state *s) {
#if LT_KEYS
    return s->history_count;
#else
    return (void)s, 0;
#endif
}

/* The size in bytes of a state with *records* recorded positions. */
LT_INLINE size_t lt_bytes_for(int64_t records) {
    return sizeof(lt_state) + (size_t)records * LT_KEYS * sizeof(uint64_t);
}

/* Make *to* the same state as *from*; *to* must have room for its recorded positions. */
LT_INLINE void lt_copy_state(lt_state *to, const lt_state *from) { memcpy(to, from, lt_bytes_for(lt_records(from))); }

/* A copy of *s* on the heap with room for one more recorded position; 0 without memory. */
static lt_state *lt_copy_of(const lt_state *s) {
    lt_state *copy = malloc(lt_bytes_for(lt_records(s) + 1));
    if (copy) lt_copy_state(copy, s);
    return copy;
}

/* Make room for *records* recorded positions and keep the state. Returns 0 without memory; then nothing has
   changed. */
static int32_t lt_hold(lt_held_state *held, int64_t records) {
    if (held->at && (!LT_KEYS || records <= held->room)) return 1;
    int64_t room = 2 * records + 6;
    lt_state *bigger = realloc(held->at, lt_bytes_for(room));
    if (!bigger) return 0;
    held->at = bigger;
    held->room = room;
    return 1;
}

/* Hold a copy of *s* that can take one more decision. Returns 0 without memory. */
LT_INLINE int32_t lt_hold_copy(lt_held_state *held, const lt_state *s) {
    if (!lt_hold(held, lt_records(s) + 1)) return 0;
    lt_copy_state(held->at, s);
    return 1;
}

/* ---- calls that can be stopped ---- */

/* Without a stop flag a call may make LT_QUICK checks, and then goes on for LT_QUICK_TIME, reading the clock once per
   LT_PAUSE checks; or it may play LT_QUICK_PLIES. A check counts for an upper bound of the work until the next one, which
   is often a thousand times too high, so that the count alone would stop calls that are quick. */
enum { LT_QUICK = 1 << 16, LT_PAUSE = 1 << 12, LT_STRETCH = 1 << 8, LT_QUICK_PLIES = 10000 };
#define LT_QUICK_TIME (CLOCKS_PER_SEC / 50)

/* `lt_halt.ask` is called once per this many checks of the flag, since it takes Python's lock. */
enum { LT_LOOKS_AN_ASK = 1 << 6 };

/* The flag of a call that cannot take long. */
static const volatile int32_t lt_never = 0;

LT_INLINE lt_halt lt_new_halt(const volatile int32_t *stop) {
    lt_halt halt = {0, 0, LT_OK, {0, 0}, 0, 0, 0};
    halt.stop = stop;
    halt.left = stop ? LT_STRETCH : LT_QUICK;
    return halt;
}

/* Mark *s* as being in the call that *halt* can stop. */
LT_INLINE void lt_begin_call(lt_state *s, lt_halt *halt) {
    (void)s; (void)halt;
#if LT_HALTS
    s->halt = halt;
#endif
}

#if LT_HALTS

/* Whether a call without a stop flag has taken long enough. */
LT_SELDOM int32_t lt_is_slow(lt_halt *halt) {
    clock_t now = clock();
    halt->left = LT_PAUSE;
    if (halt->since) return now - halt->since > LT_QUICK_TIME;
    halt->since = now ? now : 1;
    return 0;
}

LT_SELDOM int32_t lt_look_at_flag(lt_halt *halt) {
    halt->left = LT_STRETCH;
    if (halt->ask && !halt->why && ++halt->looks >= LT_LOOKS_AN_ASK) {
        halt->looks = 0;
        halt->ask();
    }
    if (!halt->why && (halt->stop ? *halt->stop : lt_is_slow(halt))) halt->why = LT_STOPPED;
    return halt->why;
}

/* Whether the call that *s* is in must end: its flag is set, or there is no memory. If much work follows before the next
   check, this one counts for *checks*. */
LT_INLINE int32_t lt_is_halted_after(const lt_state *s, int32_t checks) {
    return (s->halt->left -= checks) < 0 ? lt_look_at_flag(s->halt) : s->halt->why;
}

/* A copy of a state counts for one check for each 8 kB. */
#define LT_COPY_LOOKS ((int32_t)(1 + (sizeof(lt_state) >> 13)))

LT_INLINE int32_t lt_is_halted(const lt_state *s) { return lt_is_halted_after(s, 1); }

LT_INLINE int32_t lt_why_halted(const lt_state *s) { return s->halt->why; }

/* End a call that leaves no state behind. Returns why it was stopped. */
LT_INLINE int32_t lt_end_call(lt_halt *halt) {
    free(halt->spare.at);
    return halt->why;
}

/* End a call that leaves *s* behind: *s* outlives *halt*, so it must not point there. Returns why the call was
   stopped. */
LT_INLINE int32_t lt_end_call_on(lt_state *s, lt_halt *halt) {
    s->halt = 0;
    return lt_end_call(halt);
}

/* A copy of *s* for a trial, to be given back; 0 without memory, which stops the call. It is mostly the copy that was
   given back before: a trial is too short to wait for `malloc`. */
LT_INLINE lt_state *lt_borrow(const lt_state *s) {
    lt_held_state spare = s->halt->spare;
    s->halt->spare.at = 0;
    if (lt_hold_copy(&spare, s)) return spare.at;
    free(spare.at);
    s->halt->why = LT_NO_MEMORY;
    return 0;
}

LT_INLINE void lt_give_back(const lt_state *s, lt_state *copy) {
    free(s->halt->spare.at); /* of a trial inside another trial */
    s->halt->spare.at = copy;
    s->halt->spare.room = lt_records(copy);
}

#else

LT_INLINE int32_t lt_why_halted(const lt_state *s) { return (void)s, LT_OK; }
LT_INLINE int32_t lt_end_call(lt_halt *halt) { return halt->why; }
LT_INLINE int32_t lt_end_call_on(lt_state *s, lt_halt *halt) { return (void)s, halt->why; }

#endif
