/* watch.h: random games with statistics: how many decisions there were to choose from, how often each action was
   taken, how often the lead changed hands. The games are those of lt_playouts; only the statistics take extra time. */

typedef struct { int64_t choices, actions[LT_ACTIONS + 1]; int32_t leader, lead_changes; } lt_watched;

/* Find the sole leader by score, if there is one, and whether the lead has changed. */
LT_INLINE void lt_watch_lead(const lt_state *s, lt_watched *w) {
#if LT_SCORED
    int64_t worths[LT_PLAYERS];
    int32_t best = 0, several = 0;
    if (lt_is_suspended(s)) return;
    current_worths(s, worths);
    for (int32_t i = 1; i < LT_PLAYERS; i++) {
        several = worths[i] == worths[best] || (several && worths[i] < worths[best]);
        if (worths[i] > worths[best]) best = i;
    }
    if (several) return;
    if (w->leader >= 0 && w->leader != best) w->lead_changes++;
    w->leader = best;
#else
    (void)s; (void)w;
#endif
}

static int32_t lt_watch_on(lt_held_state *held, lt_play *p, lt_generator *player, int64_t max_plies, lt_watched *w,
                           const volatile int32_t *stop) {
    lt_state *s = held->at;
    while (s->outcome == LT_RUNNING && s->ply < max_plies) {
        int32_t d[LT_WIDTH], ply = s->ply;
        if (*stop) return LT_STOPPED;
        if (!lt_hold(held, lt_records(s) + 1)) return LT_NO_MEMORY;
        s = held->at;
        int64_t count = lt_count_decisions(s, p);
        if (count < 0) return lt_no_list(p);
        if (!lt_draw_decision(s, p, player, d)) return lt_no_draw(s, p);
        int32_t action = d[0];
        if (lt_take(s, p, d)) { s->ply = ply; return p->fault; }
        w->choices += count;
        if (action < LT_ACTIONS) w->actions[action]++;
        lt_watch_lead(s, w);
    }
    return LT_OK;
}

/* The same as lt_playouts, and for each game the number of choices, LT_ACTIONS counts and the changes of the lead. */
LT_API int64_t lt_watched_playouts(
    uint64_t seed, int64_t first, int64_t n, int64_t max_plies, double *returns, int32_t *plies, int32_t *outcomes,
    int32_t *conditions, int32_t *faults, int64_t *choices, int64_t *actions, int32_t *lead_changes,
    int64_t many, const volatile int32_t *stop) {
    lt_halt halt = lt_new_halt(stop);
    lt_play play = lt_fresh_play();
    lt_held_state held = {0, 0};
    const lt_results to = {returns, plies, outcomes, conditions, faults};
    int64_t done = 0;
    play.playing = 1;
    play.many = many;
    if (!lt_hold(&held, 1)) return -LT_NO_MEMORY;
    for (; done < n && !*stop; done++) {
        lt_watched w = {0, {0}, -1, 0};
        lt_generator player = lt_seed_generator(lt_mix2(seed, (uint64_t)(first + done), 1));
        int32_t fault = lt_begin(held.at, &play, lt_mix1(seed, (uint64_t)(first + done)), &halt);
        if (!fault) fault = lt_watch_on(&held, &play, &player, max_plies, &w, stop);
        if (!fault) fault = halt.why;
        if (fault == LT_STOPPED) break;
        lt_note_result(held.at, fault, &to, done);
        halt.why = LT_OK;
        choices[done] = w.choices;
        memcpy(actions + done * LT_ACTIONS, w.actions, LT_ACTIONS * sizeof *actions);
        lead_changes[done] = w.lead_changes;
    }
    free(held.at);
    lt_free_play(&play);
    (void)lt_end_call(&halt);
    return done;
}
