/* pending.h: states that wait for an answer.

   A suspended state is the state before its decision, together with the decision and the answers so far; only `ply`
   has moved on. Each answer runs the whole decision again from there, with the same random numbers. The question is
   computed again whenever it is needed. */

#if LT_ASKS

enum { LT_NOT_PENDING, LT_IN_SETUP, LT_IN_DECISION };

LT_INLINE int32_t lt_is_suspended(const lt_state *s) { return s->pending != LT_NOT_PENDING; }

/* How many plies a suspended state is ahead of the state before: the decision, and the answers given by players. */
LT_INLINE int32_t lt_plies_ahead(const lt_state *s) {
    int32_t plies = (s->pending == LT_IN_DECISION) + s->answer_count;
#if LT_EXPLICIT
    for (int32_t i = 0; i < s->answer_count; i++) plies -= s->answers[2 * i] == LT_ACTIONS + LT_CHANCE_ANSWER;
#endif
    return plies;
}

LT_INLINE void lt_forget_pending(lt_state *s) {
    memset(s->pending_decision, 0, sizeof s->pending_decision);
    memset(s->answers, 0, (size_t)s->answer_count * 2 * sizeof *s->answers);
    s->pending = s->answer_count = 0;
}

/* Run the decision and answers of *before*, equal to *s*, up to the end or the first question without an answer. */
static int32_t lt_run_record(const lt_state *before, lt_state *s, lt_play *p) {
    int32_t d[LT_WIDTH], fault;
    memcpy(d, before->pending_decision, sizeof d);
    p->answers = before->answers;
    p->answer_count = before->answer_count;
    p->next_answer = p->asked = p->stopped = 0;
    lt_forget_pending(s);
#if LT_OPENS
    s->run = p;
#endif
    fault = before->pending == LT_IN_SETUP ? lt_run_setup(s, p) : lt_run_decision(s, p, d);
#if LT_OPENS
    s->run = 0;
#endif
    if (p->stopped) fault = p->stopped;
    p->answers = 0;
    return !fault && p->next_answer < p->answer_count ? LT_ILLEGAL : fault;
}

/* Run one apply from *s*, the state before with the record of what was decided. A question without an answer leaves
   *s* suspended. On a fault *s* is unchanged. */
static int32_t lt_rerun(lt_state *s, lt_play *p) {
    if (!lt_hold_copy(&p->before, s)) return p->fault = LT_NO_MEMORY;
    const lt_state *before = p->before.at;
    int32_t fault = lt_run_record(before, s, p);
    s->decides = s->active;
    if (fault) {
        lt_copy_state(s, before);
        lt_forget_found(p);
    }
    if (fault == LT_SUSPENDED) {
        s->ply += lt_plies_ahead(s);
        s->decides = p->question.player;
        p->asked = 1;
        fault = LT_OK;
    }
    return p->fault = fault;
}

static int32_t lt_set_up(lt_state *s, lt_play *p) {
    s->pending = LT_IN_SETUP;
    return lt_rerun(s, p);
}

static int32_t lt_answer(lt_state *s, lt_play *p, const int32_t *d) {
    if (!lt_is_suspended(s)) return LT_ILLEGAL;
    if (s->answer_count == LT_MOST_ANSWERS) return LT_NO_ROOM;
    s->ply -= lt_plies_ahead(s);
    memcpy(s->answers + 2 * s->answer_count++, d, 2 * sizeof *d);
    if (lt_rerun(s, p)) {
        s->answer_count--;
        memset(s->answers + 2 * s->answer_count, 0, 2 * sizeof *d);
        s->ply += lt_plies_ahead(s);
    }
    return p->fault;
}

/* Take a legal decision, or give an allowed answer, and walk on. */
static int32_t lt_take(lt_state *s, lt_play *p, const int32_t *d) {
    if (d[0] >= LT_ACTIONS) return p->fault = lt_answer(s, p, d);
    s->pending = LT_IN_DECISION;
    memcpy(s->pending_decision, d, sizeof s->pending_decision);
    if (lt_rerun(s, p)) lt_forget_pending(s);
    return p->fault;
}

/* ---- what a suspended state waits for ---- */

/* Find the question of *s* again, unless it is the one just met. Returns a fault. */
static int32_t lt_look(const lt_state *s, lt_play *p) {
    if (p->asked) return LT_OK;
    lt_state *again = lt_copy_of(s);
    if (!again) return LT_NO_MEMORY;
    again->ply -= lt_plies_ahead(s);
    int32_t fault = lt_rerun(again, p);
    free(again);
    return fault ? fault : p->asked ? LT_OK : LT_ILLEGAL;
}

/* Bring *s*, a copy of the state *suspended*, to the point where its question was met, which is what a player is
   shown. The result is read-only. */
LT_INLINE void lt_meet_question(const lt_state *suspended, lt_state *s) {
    lt_play play = lt_fresh_play();
    s->ply -= lt_plies_ahead(s);
    (void)lt_run_record(suspended, s, &play);
    s->ply = suspended->ply;
    s->decides = suspended->decides;
    lt_free_play(&play);
}

LT_INLINE void lt_answer_row(const lt_question *q, int64_t place, int32_t *d) {
    memset(d, 0, LT_WIDTH * sizeof *d);
    d[0] = LT_ACTIONS + q->kind;
    d[1] = (int32_t)q->options[place];
}

/* List the decisions of *s*: the answers if it waits for one, otherwise the legal decisions. Returns a fault. */
static int32_t lt_list_open(const lt_state *s, lt_list *list) {
    lt_play play = lt_fresh_play();
    int32_t d[LT_WIDTH], fault = LT_OK;
    if (!lt_is_suspended(s)) {
        if (s->outcome == LT_RUNNING) list_decisions(s, 1, list);
    } else if (!(fault = lt_look(s, &play))) {
        for (int64_t i = 0; i < play.question.count; i++) {
            lt_answer_row(&play.question, i, d);
            if (lt_listed(list, d)) break;
        }
    }
    lt_free_play(&play);
    return fault;
}

static int32_t lt_draw_answer(const lt_state *s, lt_play *p, lt_generator *player, int32_t *d) {
    if ((p->fault = lt_look(s, p))) return 0;
    lt_answer_row(&p->question, (int64_t)lt_bounded(player, (uint64_t)p->question.count), d);
    return 1;
}

LT_INLINE void lt_forget_lists(lt_play *p) {
    lt_forget_found(p);
    p->asked = 0;
}

/* ---- hashes: of the state before, then of the decision and the answers ---- */

static uint64_t lt_with_record(const lt_state *s, uint64_t hash) {
    hash = lt_mix_start(hash);
    if (s->pending == LT_IN_SETUP) {
        hash = lt_mix_step(hash, 3);
    } else {
        const int32_t *d = s->pending_decision;
        hash = lt_mix_step(lt_mix_step(hash, 0), lt_word(d[0]));
        for (int32_t i = 0; i < params_of_action[d[0]]; i++) {
            int32_t is_name = name_params[d[0]] >> i & 1;
            hash = lt_mix_step(hash, lt_word(is_name ? word_of_name[d[1 + i]] : d[1 + i]));
        }
    }
    for (int32_t i = 0; i < s->answer_count; i++) {
        int32_t kind = s->answers[2 * i] - LT_ACTIONS, value = s->answers[2 * i + 1];
        hash = lt_mix_step(hash, kind == LT_CHANCE_ANSWER ? 2 : 1);
        hash = lt_mix_step(hash, lt_word(kind == LT_NAME_CHOICE ? word_of_name[value] : value));
    }
    return hash;
}

static uint64_t lt_key(const lt_state *s) {
    return lt_is_suspended(s) ? lt_with_record(s, position_hash(s)) : position_hash(s);
}

static uint64_t lt_full_hash(const lt_state *s) {
    if (!lt_is_suspended(s)) return state_hash(s, s->ply);
    return lt_with_record(s, state_hash(s, s->ply - lt_plies_ahead(s)));
}

#else

LT_INLINE int32_t lt_is_suspended(const lt_state *s) { (void)s; return 0; }
LT_INLINE int32_t lt_set_up(lt_state *s, lt_play *p) { return lt_run_setup(s, p); }
LT_INLINE int32_t lt_take(lt_state *s, lt_play *p, int32_t *d) { return lt_run_decision(s, p, d); }
LT_INLINE int32_t lt_list_open(const lt_state *s, lt_list *list) {
    if (s->outcome == LT_RUNNING) list_decisions(s, 1, list);
    return LT_OK;
}
LT_INLINE int32_t lt_draw_answer(const lt_state *s, lt_play *p, lt_generator *player, int32_t *d) {
    (void)s; (void)p; (void)player; (void)d;
    return 0;
}
LT_INLINE void lt_forget_lists(lt_play *p) { lt_forget_found(p); }
LT_INLINE uint64_t lt_key(const lt_state *s) { return position_hash(s); }
LT_INLINE uint64_t lt_full_hash(const lt_state *s) { return state_hash(s, s->ply); }

#endif

static int32_t lt_begin(lt_state *s, lt_play *p, uint64_t seed, lt_halt *halt) {
    blank_state(s);
    lt_begin_call(s, halt);
    s->generator = lt_seed_generator(seed);
    return lt_set_up(s, p);
}
