/* awaited.h: worlds of a state that waits for an answer.

   The numbers equal those of the reference kernel (`kernel/resampling.py`), which explains them. A guess runs the
   decision again from a world of the state before it, with the answers as the seat knows them. Then tokens are
   swapped, or set to the tokens that the seat sees, as long as each change brings the guess closer to what the seat
   sees now.

   This code cannot fix the results of sampled chance. A guess that meets sampled chance ends with LT_UNTOLD; the
   reference kernel then draws the world. */

#if LT_WORLDS && LT_ASKS

enum { LT_GUESSES = 400, LT_ZONE_CHOICE = 3 }; /* the index of zones among the kinds of choices (`CHOICES`) */

/* An answer as a seat knows it; a token that the seat does not see is represented by its zone. */
typedef struct { int32_t is_chance, is_hidden, sort, value; } lt_known_answer;

/* A world, the state in which its question was met, and the number of places in which it differs from what the seat
   sees. */
typedef struct {
    lt_held_state world, view;
    lt_play play;
    int32_t differences;
} lt_guess;

struct lt_awaited_ {
    lt_held_state state; /* the waiting state, of which only what the seat knows is read */
    lt_guess seen, tried, best;
    int32_t decision[LT_WIDTH]; /* as the seat knows it */
    lt_known_answer *answers;
    int32_t *list;
    int64_t answer_room, list_room;
    lt_hints hints, more; /* those of the best guess, and the candidates to add */
    int32_t guesses, is_known;
};

static void lt_free_guess(lt_guess *guess) {
    free(guess->world.at);
    free(guess->view.at);
    lt_free_play(&guess->play);
}

static void lt_free_awaited(lt_awaited *a) {
    if (!a) return;
    free(a->state.at);
    lt_free_guess(&a->seen);
    lt_free_guess(&a->tried);
    lt_free_guess(&a->best);
    free(a->answers); free(a->list);
    free(a->hints.swaps); free(a->hints.contents); free(a->more.swaps); free(a->more.contents);
    free(a);
}

/* Keep the state that the worlds must look like. Returns a fault. */
LT_SELDOM int32_t lt_await(lt_veil *v, const lt_state *from) {
    if (!v->awaited && !(v->awaited = calloc(1, sizeof *v->awaited))) return LT_NO_MEMORY;
    v->awaited->is_known = 0;
    v->awaited->seen.play.many = v->awaited->tried.play.many = v->awaited->best.play.many = LT_MANY;
    return lt_hold_copy(&v->awaited->state, from) ? LT_OK : LT_NO_MEMORY;
}

/* ---- what the seat knows ---- */

LT_INLINE int32_t lt_is_unseen(const lt_veil *v, const lt_state *s, int64_t token) {
    return token >= 0 && !lt_veil_sees(v->secrets, v->seat, s->token_zone[1 + token]);
}

/* The answer *value* to a question that is met in *s*. */
LT_INLINE lt_known_answer lt_as_known(const lt_veil *v, const lt_state *s, const lt_question *q, int64_t value) {
    int32_t kind = q->kind, is_chance = kind == LT_CHANCE_ANSWER;
    int32_t is_token = kind == LT_TOKEN_CHOICE || (is_chance && q->of_tokens);
    lt_known_answer answer = {0, 0, 0, 0};
    answer.is_chance = is_chance;
    answer.is_hidden = is_token && q->player != v->seat && lt_is_unseen(v, s, value);
    answer.sort = answer.is_hidden || (kind != LT_ZONE_CHOICE && kind != LT_NAME_CHOICE) ? 0 : kind;
    answer.value = answer.is_hidden ? s->token_zone[1 + value] : (int32_t)value;
    return answer;
}

LT_INLINE int32_t lt_is_same_answer(lt_known_answer one, lt_known_answer other) {
    return one.is_chance == other.is_chance && one.is_hidden == other.is_hidden && one.sort == other.sort &&
           one.value == other.value;
}

/* Write a decision in *s* as the seat knows it; a token that it does not see becomes -2 - its zone. */
LT_INLINE void lt_decision_as_known(const lt_veil *v, const lt_state *s, const int32_t *d, int32_t *known) {
    memcpy(known, d, LT_WIDTH * sizeof *known);
    for (uint64_t bits = v->secrets->token_params[d[0]]; bits; bits &= bits - 1) {
        int32_t *token = &known[1 + lt_lowest_bit(bits)];
        if (lt_is_unseen(v, s, *token)) *token = -2 - s->token_zone[1 + *token];
    }
}

/* Run the decision and the answers of *record*, from the state before, up to its question. Returns a fault:
   LT_SUSPENDED where a question was met. */
LT_SELDOM int32_t lt_meet(lt_guess *guess, const lt_state *record) {
    if (!lt_hold_copy(&guess->view, record)) return LT_NO_MEMORY;
    lt_forget_lists(&guess->play);
    guess->play.broken = 0;
    int32_t fault = lt_run_record(record, guess->view.at, &guess->play);
    return lt_why_halted(guess->view.at) ? lt_why_halted(guess->view.at) : fault;
}

/* Find what the seat knows of the decision and the answers, and what it sees now. Returns a fault. */
LT_SELDOM int32_t lt_find_known(lt_veil *v, lt_halt *halt) {
    lt_awaited *a = v->awaited;
    int32_t count = a->state.at->answer_count, fault = LT_OK;
    if (!lt_hold_copy(&a->seen.world, a->state.at)) return LT_NO_MEMORY;
    lt_state *record = a->seen.world.at;
    lt_begin_call(record, halt);
    record->ply -= lt_plies_ahead(record);
    if (count > a->answer_room) {
        lt_known_answer *answers = realloc(a->answers, (size_t)count * sizeof *answers);
        if (!answers) return LT_NO_MEMORY;
        a->answers = answers;
        a->answer_room = count;
    }
    if (record->pending == LT_IN_DECISION) lt_decision_as_known(v, record, record->pending_decision, a->decision);
    for (int32_t i = 0; i <= count; i++) {
        record->answer_count = i;
        if ((fault = lt_meet(&a->seen, record)) != LT_SUSPENDED) return fault ? fault : LT_ILLEGAL;
        if (i < count) a->answers[i] = lt_as_known(v, a->seen.view.at, &a->seen.play.question, record->answers[2 * i + 1]);
    }
    a->is_known = 1;
    return LT_OK;
}

/* ---- the number of places in which two states differ for the seat ---- */

LT_INLINE int32_t lt_held_differs(const lt_veil *v, const lt_state *s, int32_t one, const lt_state *t, int32_t other) {
    if (one < 0 || other < 0) return one != other;
    int32_t hides_one = lt_is_unseen(v, s, one), hides_other = lt_is_unseen(v, t, other);
    if (hides_one != hides_other) return 2; /* a token is named in one, a zone in the other */
    return hides_one ? s->token_zone[1 + one] != t->token_zone[1 + other] : one != other;
}

#if LT_PROPS

LT_INLINE int32_t lt_holds_token(const lt_secrets *x, int32_t type, int32_t row) {
    for (int32_t i = x->holder_at[type]; i < x->holder_at[type + 1]; i++)
        if (x->holder_rows[i] == row) return 1;
    return 0;
}

#endif

LT_SELDOM int32_t lt_token_differs(const lt_veil *v, const lt_state *s, int32_t one, const lt_state *t, int32_t other) {
    int32_t found = (one != other) + (s->token_type[1 + one] != t->token_type[1 + other]) +
                    (s->token_owner[1 + one] != t->token_owner[1 + other]);
#if LT_PROPS
    for (int32_t row = 0; row < LT_PROPS; row++) {
        int32_t type = s->token_type[1 + one], has_one = prop_form(type, row) != 0;
        int32_t has_other = prop_form(t->token_type[1 + other], row) != 0;
        int32_t a = s->token_props[row * LT_TOKENS1 + 1 + one], b = t->token_props[row * LT_TOKENS1 + 1 + other];
        if (has_one && has_other && lt_holds_token(v->secrets, v->secrets->type_of_name[type], row))
            found += lt_held_differs(v, s, a, t, b);
        else if (has_one && has_other) found += a != b;
        else if (has_one || has_other) found += v->secrets->is_bool[row] || (has_one ? a : b) != missing_prop[row];
    }
#else
    (void)v;
#endif
    return found;
}

/* Write the tokens of a zone as the seat observes them: first those in a known order, then the others. Returns how
   many have a known order. */
LT_INLINE int32_t lt_zone_as_seen(const lt_state *s, int32_t zone, int32_t *slots, int32_t *count) {
    int32_t placed = *count = 0;
    for (int32_t token = s->first_token[1 + zone]; token >= 0; token = lt_after(s, token)) {
#if LT_OPENS
        if (lt_is_open(s, token)) continue;
#endif
        slots[placed++] = token;
    }
    *count = placed;
#if LT_OPENS
    for (int32_t word = 0; word < LT_SLOT_WORDS; word++)
        for (uint64_t bits = s->open_order[word]; bits; bits &= bits - 1)
            if (s->token_zone[1 + word * 64 + lt_lowest_bit(bits)] == zone) slots[(*count)++] = word * 64 + lt_lowest_bit(bits);
#endif
    return placed;
}

LT_INLINE int32_t lt_lists_differ(
    const lt_veil *v, const lt_state *s, const int32_t *ones, int32_t n, const lt_state *t, const int32_t *others, int32_t m) {
    int32_t found = n < m ? m - n : n - m;
    for (int32_t i = 0; i < n && i < m; i++) found += lt_token_differs(v, s, ones[i], t, others[i]);
    return found;
}

LT_SELDOM int32_t lt_zones_differ(lt_veil *v, const lt_state *s, const lt_state *t) {
    int32_t found = 0, *ones = v->order, *others = v->others, n, m;
    for (int32_t zone = 0; zone < LT_ZONES; zone++) {
        int32_t placed = lt_zone_as_seen(s, zone, ones, &n), wanted = lt_zone_as_seen(t, zone, others, &m);
        found += n != m;
        if (!lt_veil_sees(v->secrets, v->seat, zone)) continue;
        found += lt_lists_differ(v, s, ones, placed, t, others, wanted);
        if (placed < n && wanted < m)
            found += lt_lists_differ(v, s, ones + placed, n - placed, t, others + wanted, m - wanted);
        else found += placed < n || wanted < m;
    }
    return found;
}

/* The same for numbers in two arrays; of the rows that hold tokens, *held* are listed in order; each variable has
   *each* entries from *first* on. */
LT_INLINE int32_t lt_vars_differ(
    const lt_veil *v, const lt_state *s, const int32_t *ones, const lt_state *t, const int32_t *others, int32_t count,
    int32_t each, const int32_t *holders, int32_t held) {
    int32_t found = 0;
    for (int32_t var = 0, next = 0; var < count; var++) {
        int32_t is_holder = next < held && holders[next] == var;
        next += is_holder;
        for (int32_t at = var * each; at < (var + 1) * each; at++)
            found += is_holder ? lt_held_differs(v, s, ones[at], t, others[at]) : ones[at] != others[at];
    }
    return found;
}

/* The players who are out form a list of seats. */
LT_INLINE int32_t lt_outs_differ(const lt_state *s, const lt_state *t) {
    int32_t found = 0, one = 0, other = 0;
    for (;;) {
        while (one < LT_PLAYERS && !s->out[1 + one]) one++;
        while (other < LT_PLAYERS && !t->out[1 + other]) other++;
        if (one == LT_PLAYERS && other == LT_PLAYERS) return found;
        found += one != other;
        one += one < LT_PLAYERS;
        other += other < LT_PLAYERS;
    }
}

LT_INLINE int32_t lt_questions_differ(const lt_veil *v, const lt_question *one, const lt_question *other) {
    int32_t found = 2 * (one->player != other->player), is_mine = one->player == v->seat;
    if (!is_mine && other->player != v->seat) return found;
    if (one->player != other->player) return found + 1; /* one of them has options, the other does not */
    int64_t least = one->count < other->count ? one->count : other->count, most = one->count + other->count - least;
    for (int64_t i = 0; i < least; i++)
        found += !lt_is_same_answer(lt_as_known(v, 0, one, one->options[i]), lt_as_known(v, 0, other, other->options[i]));
    return found + (int32_t)(most - least);
}

LT_SELDOM int32_t lt_differences(lt_veil *v, const lt_guess *one, const lt_guess *other) {
    const lt_state *s = one->view.at, *t = other->view.at;
    const lt_secrets *x = v->secrets;
    int32_t found = (s->phase != t->phase) + (s->active != t->active) + (s->last_actor != t->last_actor) +
                    (s->next_player != t->next_player) + (s->turn != t->turn) + lt_outs_differ(s, t);
    (void)x;
#if LT_GLOBAL_VARS
    found += lt_vars_differ(v, s, s->global_vars, t, t->global_vars, LT_GLOBAL_VARS, 1, x->globals, x->global_holders);
#endif
#if LT_PLAYER_VARS
    found += lt_vars_differ(
        v, s, s->player_vars, t, t->player_vars, LT_PLAYER_VARS, LT_PLAYERS1, x->players, x->player_holders);
#endif
#if LT_ZONE_VARS
    found += lt_vars_differ(v, s, s->zone_vars, t, t->zone_vars, LT_ZONE_VARS, LT_ZONES1, x->zones, x->zone_holders);
#endif
#if LT_COUNTERS
    for (int32_t i = 0; i < LT_COUNTERS * LT_PLAYERS; i++) found += s->usage[i] != t->usage[i];
#endif
    return found + lt_zones_differ(v, s, t) + lt_questions_differ(v, &one->play.question, &other->play.question);
}

/* ---- one guess ---- */

/* Write a legal decision of *world* that looks to the seat like the actual one. Returns whether there is one; a fault
   as a negative number. */
LT_SELDOM int32_t lt_guess_decision(lt_veil *v, const lt_state *world, lt_generator *lot, int32_t *d) {
    lt_awaited *a = v->awaited;
    int32_t known[LT_WIDTH];
    int64_t count = lt_list_legal(world, a->list, a->list_room), alike = 0;
    if (count > LT_MANY) return 0;
    if (count > a->list_room) {
        int32_t *list = realloc(a->list, (size_t)(2 * count + 1) * LT_WIDTH * sizeof *list);
        if (!list) return -LT_NO_MEMORY;
        a->list = list;
        a->list_room = 2 * count + 1;
        count = lt_list_legal(world, a->list, a->list_room);
    }
    if (lt_why_halted(world)) return -lt_why_halted(world);
    for (int64_t i = 0; i < count; i++) {
        const int32_t *row = a->list + i * LT_WIDTH;
        if (row[0] != a->decision[0]) continue;
        lt_decision_as_known(v, world, row, known);
        if (memcmp(known, a->decision, sizeof known) == 0) memmove(a->list + alike++ * LT_WIDTH, row, sizeof known);
    }
    if (alike > 0) memcpy(d, a->list + (int64_t)lt_bounded(lot, (uint64_t)alike) * LT_WIDTH, sizeof known);
    return alike > 0;
}

/* Give the next answer: any that looks to the seat like the actual one. Returns whether there is one. */
LT_SELDOM int32_t lt_guess_answer(lt_veil *v, lt_guess *guess, lt_generator *lot) {
    lt_state *world = guess->world.at;
    const lt_question *q = &guess->play.question;
    lt_known_answer wanted = v->awaited->answers[world->answer_count];
    int64_t alike = 0, left, i;
    for (i = 0; i < q->count; i++) alike += lt_is_same_answer(lt_as_known(v, guess->view.at, q, q->options[i]), wanted);
    if (!alike) return 0;
    left = (int64_t)lt_bounded(lot, (uint64_t)alike);
    for (i = 0;; i++)
        if (lt_is_same_answer(lt_as_known(v, guess->view.at, q, q->options[i]), wanted) && left-- == 0) break;
    world->answers[2 * world->answer_count] = LT_ACTIONS + q->kind;
    world->answers[2 * world->answer_count++ + 1] = (int32_t)q->options[i];
    return 1;
}

/* Make a guess. Returns whether it reaches a question; a fault that ends the search for worlds as a negative
   number. */
LT_SELDOM int32_t lt_try(lt_veil *v, lt_halt *halt, uint64_t seed, uint64_t start, const lt_hints *hints) {
    lt_awaited *a = v->awaited;
    lt_guess *guess = &a->tried;
    lt_generator lot = lt_seed_generator(lt_mix2(seed, 1, start));
    int32_t fault, found;
    if (a->guesses == LT_GUESSES) return 0;
    a->guesses++;
    if (!lt_hold_copy(&guess->world, v->state.at)) return -LT_NO_MEMORY;
    lt_state *world = guess->world.at;
    lt_draw_world(v, world, halt, &lot, hints);
    if (a->state.at->pending == LT_IN_DECISION && (found = lt_guess_decision(v, world, &lot, world->pending_decision)) <= 0)
        return found;
    world->pending = a->state.at->pending;
    for (;;) {
        fault = lt_meet(guess, world);
        if (fault == LT_STOPPED || fault == LT_NO_MEMORY) return -fault;
#if !LT_EXPLICIT
        if (memcmp(&guess->view.at->generator, &world->generator, sizeof world->generator)) return -LT_UNTOLD;
#endif
        if (fault != LT_SUSPENDED) return 0;
        if (world->answer_count == a->state.at->answer_count) break;
        if (!lt_guess_answer(v, guess, &lot)) return 0;
    }
    guess->differences = lt_differences(v, guess, &a->seen);
    return 1;
}

/* ---- changes that may improve a guess ---- */

LT_SELDOM int32_t lt_add_swap(lt_hints *hints, int32_t one, int32_t other) {
    if (hints->swap_count == hints->swap_room) {
        int64_t room = 2 * hints->swap_room + 8;
        int32_t *swaps = realloc(hints->swaps, (size_t)room * 2 * sizeof *swaps);
        if (!swaps) return 0;
        hints->swaps = swaps;
        hints->swap_room = room;
    }
    hints->swaps[2 * hints->swap_count] = one;
    hints->swaps[2 * hints->swap_count++ + 1] = other;
    return 1;
}

LT_SELDOM int32_t lt_add_content(lt_hints *hints, const lt_content *content) {
    if (hints->content_count == hints->content_room) {
        int64_t room = 2 * hints->content_room + 8;
        lt_content *contents = realloc(hints->contents, (size_t)room * sizeof *contents);
        if (!contents) return 0;
        hints->contents = contents;
        hints->content_room = room;
    }
    hints->contents[hints->content_count++] = *content;
    return 1;
}

/* Where a slot was before the decision. */
enum { LT_WAS_NOWHERE = 1, LT_WAS_SEEN = 2, LT_WAS_BLANK = 4, LT_WAS_FIXED = 8 };

LT_INLINE int32_t lt_veiled_place(const lt_veil *v, int32_t slot) {
    if (v->is_hidden[slot]) return v->is_blank[slot] ? LT_WAS_BLANK : LT_WAS_FIXED;
    return v->state.at->token_type[1 + slot] < 0 ? LT_WAS_NOWHERE : LT_WAS_SEEN;
}

/* Find the tokens that the seat sees elsewhere than in the best guess, and may have confused before the decision: both
   were hidden, or neither existed yet; the slot of a blank is unknown too. */
LT_SELDOM int32_t lt_find_astray(lt_veil *v) {
    lt_awaited *a = v->awaited;
    const lt_state *s = a->best.view.at, *t = a->seen.view.at;
    a->more.swap_count = 0;
    for (int32_t zone = 0; zone < LT_ZONES; zone++) {
        if (!lt_veil_sees(v->secrets, v->seat, zone)) continue;
        int32_t one = s->first_token[1 + zone], other = t->first_token[1 + zone];
        for (; one >= 0 && other >= 0; one = lt_after(s, one), other = lt_after(t, other)) {
            int32_t first = lt_veiled_place(v, one), places = first | lt_veiled_place(v, other);
            if (one == other || places & LT_WAS_SEEN) continue;
            if (places != first && places != (LT_WAS_BLANK | LT_WAS_NOWHERE)) continue;
            if (!lt_add_swap(&a->more, one, other)) return LT_NO_MEMORY;
        }
    }
    return LT_OK;
}

/* Find slots that were hidden and that the seat now sees to hold another token. */
LT_SELDOM int32_t lt_find_mistaken(lt_veil *v) {
    lt_awaited *a = v->awaited;
    const lt_state *s = a->best.view.at, *t = a->seen.view.at;
    lt_content wanted;
    a->more.content_count = 0;
    for (int32_t zone = 0; zone < LT_ZONES; zone++) {
        if (!lt_veil_sees(v->secrets, v->seat, zone)) continue;
        for (int32_t slot = t->first_token[1 + zone]; slot >= 0; slot = lt_after(t, slot)) {
            int32_t place = lt_veiled_place(v, slot), type = s->token_type[1 + slot];
            wanted.slot = slot;
            wanted.type = t->token_type[1 + slot];
            wanted.owner = t->token_owner[1 + slot];
            int32_t is_same = type == wanted.type && s->token_owner[1 + slot] == wanted.owner;
#if LT_PROPS
            for (int32_t row = 0; row < LT_PROPS; row++) {
                wanted.props[row] = t->token_props[row * LT_TOKENS1 + 1 + slot];
                is_same &= s->token_props[row * LT_TOKENS1 + 1 + slot] == wanted.props[row];
            }
#endif
            if (type < 0 || is_same || place == LT_WAS_SEEN || place == LT_WAS_NOWHERE) continue;
            if ((place == LT_WAS_BLANK || type == wanted.type) && !lt_add_content(&a->more, &wanted)) return LT_NO_MEMORY;
        }
    }
    return LT_OK;
}

/* Guess with additional hints, and keep the guess and the hints if it is closer. Returns whether it is; a fault as a
   negative number. */
LT_SELDOM int32_t lt_try_more(
    lt_veil *v, lt_halt *halt, uint64_t seed, uint64_t start, int64_t first_swap, int64_t swaps, int64_t first, int64_t n) {
    lt_awaited *a = v->awaited;
    lt_hints *hints = &a->hints;
    int64_t swap_count = hints->swap_count, content_count = hints->content_count;
    for (int64_t i = first_swap; i < first_swap + swaps; i++)
        if (!lt_add_swap(hints, a->more.swaps[2 * i], a->more.swaps[2 * i + 1])) return -LT_NO_MEMORY;
    for (int64_t i = first; i < first + n; i++)
        if (!lt_add_content(hints, &a->more.contents[i])) return -LT_NO_MEMORY;
    int32_t found = lt_try(v, halt, seed, start, hints);
    if (found < 0) return found;
    if (found && a->tried.differences < a->best.differences) {
        lt_guess nearer = a->tried;
        a->tried = a->best;
        a->best = nearer;
        return 1;
    }
    hints->swap_count = swap_count;
    hints->content_count = content_count;
    return 0;
}

/* Find a guess closer than the best one: the first in the order of the reference kernel. */
LT_SELDOM int32_t lt_better(lt_veil *v, lt_halt *halt, uint64_t seed, uint64_t start) {
    lt_awaited *a = v->awaited;
    int32_t found;
    if (lt_find_astray(v) || lt_find_mistaken(v)) return -LT_NO_MEMORY;
    int64_t swaps = a->more.swap_count, contents = a->more.content_count;
    if (swaps && (found = lt_try_more(v, halt, seed, start, 0, swaps, 0, 0))) return found;
    for (int64_t i = 0; i < swaps; i++)
        if ((found = lt_try_more(v, halt, seed, start, i, 1, 0, 0))) return found;
    if (contents && (found = lt_try_more(v, halt, seed, start, 0, 0, 0, contents))) return found;
    for (int64_t i = 0; i < contents; i++)
        if ((found = lt_try_more(v, halt, seed, start, 0, 0, i, 1))) return found;
    return 0;
}

/* Go to the world that *seed* draws. Returns a fault, like lt_run_world. */
LT_SELDOM int32_t lt_run_awaited(lt_run *run, uint64_t seed) {
    lt_veil *v = run->veil;
    lt_awaited *a = v->awaited;
    int32_t found = a->is_known ? LT_OK : lt_find_known(v, &run->halt);
    if (found) return found;
    a->guesses = 0;
    lt_begin_call(a->seen.view.at, &run->halt);
    for (uint64_t start = 0; start < LT_WORLD_STARTS; start++) {
        a->hints.swap_count = a->hints.content_count = 0;
        a->best.differences = INT32_MAX;
        found = lt_try_more(v, &run->halt, seed, start, 0, 0, 0, 0);
        while (found > 0 && a->best.differences) found = lt_better(v, &run->halt, seed, start);
        if (found < 0) return -found;
        if (!found) continue;
        a->best.world.at->ply = a->state.at->ply;
        a->best.world.at->decides = a->best.play.question.player;
        lt_forget_lists(&run->play);
        run->play.broken = 0;
        return lt_hold_copy(&run->held, a->best.world.at) ? LT_OK : LT_NO_MEMORY;
    }
    return LT_NO_WORLD;
}

#endif
