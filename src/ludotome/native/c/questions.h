/* questions.h: asking a player in the middle of a list of effects.

   A run is given the answers known so far and consumes them in the order of the questions. The first question without
   an answer ends the run with LT_SUSPENDED and stays in `p->question`. Only games that ask questions include this. */

static int32_t lt_room_for_options(lt_play *p, int64_t count) {
    lt_question *q = &p->question;
    if (count <= q->capacity) return 1;
    int64_t *bigger = realloc(q->options, (size_t)count * sizeof *bigger);
    if (!bigger) return 0;
    q->options = bigger;
    q->capacity = count;
    return 1;
}

static int32_t lt_note_question(lt_play *p, int32_t player, int32_t kind, const int64_t *options, int64_t count) {
    lt_question *q = &p->question;
    if (options != q->options) { /* otherwise they were written in place */
        if (!lt_room_for_options(p, count)) return LT_NO_MEMORY;
        memcpy(q->options, options, (size_t)count * sizeof *options);
    }
    q->player = player;
    q->kind = kind;
    q->count = count;
    q->of_tokens = 0;
    return LT_SUSPENDED;
}

/* Ask *player*, -1 for chance, a question with at least one option; chance takes no ply. */
static int32_t lt_ask(
    lt_state *s, lt_play *p, int32_t player, int32_t kind, const int64_t *options, int64_t count, int64_t *answer) {
    if (!p->answers) return LT_SUSPENDED;
    if (p->stopped) return p->stopped;
    if (p->next_answer == p->answer_count) return lt_note_question(p, player, kind, options, count);
    const int32_t *given = p->answers + 2 * p->next_answer++;
    if (given[0] != LT_ACTIONS + kind) return LT_ILLEGAL;
    for (int64_t i = 0; i < count; i++)
        if (options[i] == given[1]) {
            *answer = options[i];
            s->ply += player >= 0;
            return LT_OK;
        }
    return LT_ILLEGAL;
}

/* Remove *token* from tokens chosen by name: the first number counts them; a destroyed one leaves a gap. */
LT_INLINE void lt_forget_chosen(int64_t *list, int32_t token) {
    for (int64_t i = 1; i <= list[0]; i++)
        if (list[i] == token) list[i] = -1;
}
