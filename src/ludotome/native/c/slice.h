/* slice.h: some of the games of a batch, which one thread plays, and their legal ids for whoever asks to see them.

   A decision's id is its number (`emit_ids`). Games are counted from 0 within the slice. A game between two calls is never over. */

/* Whether every decision is a zone of the one open set: then the set is the list. */
#define LT_BY_SET (LT_OPEN && !LT_ASKS)
/* Whether every decision is a bit of sets that are kept, the same bit in every state, and what is legal is known of all of
   them together. */
#define LT_BY_LEGAL (LT_DRAWN_WORDS && LT_NUMBERED && LT_STILL_BITS && (LT_FORESEEN || !LT_FILTERED))
/* Where decisions are bits, of a mask only what changed is written. */
#define LT_SHOWN_WORDS (LT_BY_SET ? LT_OPEN_WORDS : LT_BY_LEGAL ? LT_DRAWN_WORDS : 0)
/* Whether decisions are bits of sets that are found on arrival (LT_GATHERED): they are kept for whoever draws, and a
   mask is written as they are found and cleared by the state before. */
#define LT_GATHERED_WORDS (LT_GATHERED ? LT_DRAWN_WORDS : 0)
/* Whether decisions are drawn from a list: then the one made on arrival is kept for whoever draws. */
#define LT_BY_LIST (!LT_OPEN && !LT_DRAWN_WORDS)
#define LT_PIN_WORDS (LT_WATCHES + 1)
#define LT_UNKNOWN (-1)
#define LT_FETCHED 8192 /* bytes of a state that are asked for ahead of a step */
#define LT_FAR_APART 1024 /* bytes of a state from which on that is worth while: a batch of smaller ones stays at hand */
#define LT_FETCHED_TO_DRAW 384 /* and of what is kept, ahead of a draw */

/* The legal ids of the games; game g has count[g] of them from first[g]. */
typedef struct { int32_t *ids; int64_t used, room, *first, *count; } lt_ids;

/* Ask for the memory at *at*. A function that does nothing else has no effect, a compiler may think, and leave it out; an
   empty piece of assembler, of which it knows nothing, keeps it. */
#if defined(__GNUC__)
#define LT_FETCH(at) do { __builtin_prefetch(at, 1); __asm__ volatile (""); } while (0)
#else
#define LT_FETCH(at) ((void)(at))
#endif

/* The pseudo-legal decisions that were listed when each game arrived where it is, and its pins; the count may be
   unknown. */
typedef struct { int32_t *list; int64_t used, room, *first, *count; uint64_t *pins; } lt_arrivals;

typedef struct {
    int64_t first, n; /* its games within the batch */
    lt_state *states;
    uint8_t *mask; /* [n, LT_IDS]; 0 until somebody asks: then it follows every step, and `now` with it */
    int32_t listed; /* `now` is of the states as they are */
    int32_t *drawn; /* an id that was drawn from the state as it is, so it is legal, or LT_UNKNOWN */
    uint64_t *shown; /* [n, LT_SHOWN_WORDS], where decisions are bits: those whose ids are in the mask, or were listed */
    uint64_t *gathered; /* [n, LT_GATHERED_WORDS]: the sets of each game as it is */
    lt_ids now, next; /* a step reads the one and writes the other */
    lt_arrivals kept;
    int32_t *rows; /* the decisions of one game, before they are ids */
    int64_t room;
    lt_play play;
    lt_opening opening;
    int32_t fault; /* what the last work met */
} lt_slice;

/* Make room for *more* entries of *size* bytes behind the *used* ones. */
LT_INLINE int32_t lt_more_room(int32_t **at, int64_t *room, int64_t used, int64_t more, size_t size) {
    if (*at && used + more <= *room) return 1;
    int32_t *bigger = realloc(*at, (size_t)(2 * (used + more + 1)) * size);
    if (!bigger) return 0;
    *at = bigger;
    *room = 2 * (used + more + 1);
    return 1;
}

/* ---- the decisions that were listed on arrival ---- */

/* See to it that what is listed next stands behind the decisions that are kept: before any run of the rules. Returns
   0 without memory. */
LT_INLINE int32_t lt_list_behind(lt_slice *slice) {
    (void)slice;
#if LT_BY_LIST && LT_MOST_DECISIONS
    lt_arrivals *kept = &slice->kept;
    /* One more than can be: the last one is written before it is counted. */
    const size_t size = LT_ENTRY * sizeof *kept->list;
    if (!lt_more_room(&kept->list, &kept->room, kept->used, LT_MOST_DECISIONS + 1, size)) return 0;
    slice->play.list.at = kept->list + kept->used * LT_ENTRY;
#endif
    return 1;
}

/* Keep what was listed last, if it was, as the decisions of a game. Returns 0 without memory. */
LT_INLINE int32_t lt_keep_listed(lt_slice *slice, int64_t game) {
    (void)slice; (void)game;
#if LT_BY_LIST
    lt_arrivals *kept = &slice->kept;
    const lt_play *p = &slice->play;
    const int64_t count = p->listed ? p->list.count : 0;
#if !LT_MOST_DECISIONS
    if (!lt_more_room(&kept->list, &kept->room, kept->used, count, LT_ENTRY * sizeof *kept->list)) return 0;
    if (count) memcpy(kept->list + kept->used * LT_ENTRY, p->list.at, (size_t)count * LT_ENTRY * sizeof *kept->list);
#endif
    kept->first[game] = kept->used;
    kept->count[game] = p->listed ? count : LT_UNKNOWN;
    kept->used += count;
    memcpy(kept->pins + game * LT_PIN_WORDS, p->pins, sizeof p->pins);
#endif
    return 1;
}

#if LT_BY_LIST

/* Find the pseudo-legal decisions of a game that is not asked anything, unless they are known. Returns 0 without memory. */
static int32_t lt_know_decisions(lt_slice *slice, int64_t game) {
    if (slice->kept.count[game] != LT_UNKNOWN) return 1;
    return lt_list_behind(slice) && lt_relist(&slice->states[game], &slice->play) && lt_keep_listed(slice, game);
}

#endif

/* ---- the legal ids, for whoever asks to see them ---- */

#if LT_SHOWN_WORDS

LT_INLINE void lt_unlist_ids(lt_slice *slice, int64_t game) { (void)slice; (void)game; }

#if LT_BY_SET

LT_INLINE void lt_find_legal(const lt_state *s, uint64_t *legal) { memcpy(legal, s->LT_OPEN_SET, sizeof s->LT_OPEN_SET); }

/* Write the ids of bits. Returns their end. */
LT_INLINE int32_t *lt_ids_of_bits(const lt_state *s, const uint64_t *bits, int32_t *ids) {
    (void)s;
    for (int32_t word = 0; word < LT_OPEN_WORDS; word++)
        /* One action with one zone, so its place is its id. */
        for (uint64_t rest = bits[word]; rest; rest &= rest - 1)
            *ids++ = word * 64 + lt_lowest_bit(rest) - LT_FIRST_ZONE;
    return ids;
}

/* Turn over what a mask says of them. */
LT_INLINE void lt_turn_over(const lt_state *s, const uint64_t *bits, uint8_t *mask) {
    (void)s;
    for (int32_t word = 0; word < LT_OPEN_WORDS; word++)
        for (uint64_t rest = bits[word]; rest; rest &= rest - 1)
            mask[word * 64 + lt_lowest_bit(rest) - LT_FIRST_ZONE] ^= 1;
}

static int32_t lt_is_legal_id(const lt_slice *slice, int64_t game, int32_t id) {
    int32_t zone = id + LT_FIRST_ZONE;
    return (int32_t)(slice->states[game].LT_OPEN_SET[zone >> 6] >> (zone & 63) & 1);
}

#else

LT_INLINE void lt_find_legal(const lt_state *s, uint64_t *legal) {
#if LT_FORESEEN
    legal_sets(s, legal);
#else
    drawn_sets(s, legal);
#endif
}

LT_INLINE int32_t *lt_ids_of_bits(const lt_state *s, const uint64_t *bits, int32_t *ids) {
    return drawn_numbers(s, bits, ids);
}

LT_INLINE void lt_turn_over(const lt_state *s, const uint64_t *bits, uint8_t *mask) { turn_drawn_numbers(s, bits, mask); }

static int32_t lt_is_legal_id(const lt_slice *slice, int64_t game, int32_t id) {
    int32_t d[LT_WIDTH];
    if (slice->mask) return slice->mask[game * LT_IDS + id];
    decision_of_number(id, d);
    return lt_is_legal(&slice->states[game], d);
}

#endif

/* Find what is legal in a game, and bring its mask up to date. */
static int32_t lt_list_ids(lt_slice *slice, int64_t game) {
    const lt_state *s = &slice->states[game];
    uint64_t changed[LT_SHOWN_WORDS], legal[LT_SHOWN_WORDS], *shown = slice->shown + game * LT_SHOWN_WORDS;
    lt_find_legal(s, legal);
    for (int32_t word = 0; word < LT_SHOWN_WORDS; word++) {
        changed[word] = legal[word] ^ shown[word];
        shown[word] = legal[word];
    }
    if (slice->mask) lt_turn_over(s, changed, slice->mask + game * LT_IDS);
    return LT_OK;
}

/* Write the legal ids of a game, which are listed, unless *ids* is NULL. Returns how many there are. */
static int64_t lt_legal_ids(const lt_slice *slice, int64_t game, int32_t *ids) {
    const uint64_t *shown = slice->shown + game * LT_SHOWN_WORDS;
    int64_t count = 0;
    for (int32_t word = 0; word < LT_SHOWN_WORDS; word++) count += lt_bit_count(shown[word]);
    if (ids) lt_ids_of_bits(&slice->states[game], shown, ids);
    return count;
}

#elif LT_GATHERED

/* Find the decisions of a game, and write them into its mask. */
static int32_t lt_list_ids(lt_slice *slice, int64_t game) {
    gather_sets(&slice->states[game], slice->gathered + game * LT_GATHERED_WORDS,
                slice->mask ? slice->mask + game * LT_IDS : 0);
    return LT_OK;
}

/* Take the ids of a game, before it moves on, out of its mask. */
LT_INLINE void lt_unlist_ids(lt_slice *slice, int64_t game) {
    hide_decisions(&slice->states[game], slice->mask + game * LT_IDS);
}

/* Write the legal ids of a game, unless *ids* is NULL. Returns how many there are. */
static int64_t lt_legal_ids(const lt_slice *slice, int64_t game, int32_t *ids) {
    const uint64_t *sets = slice->gathered + game * LT_GATHERED_WORDS;
    int64_t count = 0;
    for (int32_t word = 0; word < LT_GATHERED_WORDS; word++) count += lt_bit_count(sets[word]);
    if (ids) drawn_numbers(&slice->states[game], sets, ids);
    return count;
}

static int32_t lt_is_legal_id(const lt_slice *slice, int64_t game, int32_t id) {
    int32_t d[LT_WIDTH];
    if (slice->mask) return slice->mask[game * LT_IDS + id];
    decision_of_number(id, d);
    return lt_is_legal(&slice->states[game], d);
}

#else

/* Room for the ids of a game behind those of `next`. */
static int32_t *lt_room_for_ids(lt_slice *slice, int64_t game, int64_t count) {
    lt_ids *next = &slice->next;
    if (!lt_more_room(&next->ids, &next->room, next->used, count, sizeof *next->ids)) return 0;
    next->first[game] = next->used;
    return next->ids + next->used;
}

/* The ids from *ids* up to *end* are those of a game. */
LT_INLINE int32_t lt_found_ids(lt_slice *slice, int64_t game, const int32_t *ids, const int32_t *end) {
    slice->next.count[game] = end - ids;
    slice->next.used += end - ids;
    if (!slice->mask) return LT_OK;
    uint8_t *mask = slice->mask + game * LT_IDS;
    for (; ids < end; ids++) mask[*ids] = 1;
    return LT_OK;
}

/* Number the decisions of a game behind the ids of `next`. */
static int32_t lt_number_rows(lt_slice *slice, int64_t game, const int32_t *rows, int64_t count) {
    int32_t *first = lt_room_for_ids(slice, game, count), *ids = first, wrong = 0;
    if (!ids) return LT_NO_MEMORY;
    for (const int32_t *d = rows; d < rows + count * LT_WIDTH; d += LT_WIDTH) {
        int64_t id = decision_number(d);
        wrong |= id < 0 || id >= LT_IDS;
        *ids++ = (int32_t)id;
    }
    return wrong ? LT_ILLEGAL : lt_found_ids(slice, game, first, ids);
}

#if !LT_OPEN

/* Number those of *count* listed decisions of a game that pass every filter behind the ids of `next`. */
LT_INLINE int32_t lt_number_list(
    lt_slice *slice, int64_t game, const int32_t *list, int64_t count, const uint64_t *pins) {
    const lt_state *s = &slice->states[game];
    int32_t *first = lt_room_for_ids(slice, game, count), *ids = first, wrong = 0;
    if (!ids) return LT_NO_MEMORY;
    if (LT_NUMBERED && !LT_FILTERED) {
        if (count) memcpy(ids, list, (size_t)count * sizeof *ids);
        return lt_found_ids(slice, game, ids, ids + count);
    }
    for (const int32_t *entry = list; entry < list + count * LT_ENTRY; entry += LT_ENTRY) {
        if (LT_FILTERED && !lt_entry_passes(s, pins, entry)) continue;
        int64_t id = LT_NUMBERED ? *entry : decision_number(entry);
        wrong |= !LT_NUMBERED && (id < 0 || id >= LT_IDS);
        *ids++ = (int32_t)id;
    }
    return wrong ? LT_ILLEGAL : lt_found_ids(slice, game, first, ids);
}

#endif

#if LT_DRAWN_WORDS && LT_NUMBERED

/* Every decision is a bit in a set that is kept, so they are numbered as they are met. */
static int32_t lt_number_decisions(lt_slice *slice, int64_t game) {
    const lt_state *s = &slice->states[game];
    uint64_t sets[LT_DRAWN_WORDS], *pins = slice->play.pins;
    int32_t *ids = lt_room_for_ids(slice, game, 64 * LT_DRAWN_WORDS);
    if (!ids) return LT_NO_MEMORY;
#if LT_FORESEEN
    (void)pins;
    legal_sets(s, sets);
    return lt_found_ids(slice, game, ids, drawn_numbers(s, sets, ids));
#else
    drawn_sets(s, sets);
    int64_t count = drawn_numbers(s, sets, ids) - ids;
    if (LT_FILTERED) find_pins(s, pins);
    if (LT_FILTERED) count = lt_keep_passing(s, pins, ids, count);
    return lt_found_ids(slice, game, ids, ids + count);
#endif
}

#elif LT_DRAWN_WORDS

static int32_t lt_number_decisions(lt_slice *slice, int64_t game) {
    lt_play *p = &slice->play;
    if (!lt_relist(&slice->states[game], p)) return LT_NO_MEMORY;
    return lt_number_list(slice, game, p->list.at, p->list.count, p->pins);
}

#elif LT_BY_LIST

static int32_t lt_number_decisions(lt_slice *slice, int64_t game) {
    const lt_arrivals *kept = &slice->kept;
    if (!lt_know_decisions(slice, game)) return LT_NO_MEMORY;
    const int32_t *list = kept->list + kept->first[game] * LT_ENTRY;
    return lt_number_list(slice, game, list, kept->count[game], kept->pins + game * LT_PIN_WORDS);
}

#endif

/* List the legal ids of a game in `next`. */
static int32_t lt_list_ids(lt_slice *slice, int64_t game) {
    const lt_state *s = &slice->states[game];
    int64_t count = 0;
#if !LT_OPEN
    if (!lt_is_suspended(s)) return lt_number_decisions(slice, game);
#endif
    while ((count = lt_list_legal(s, slice->rows, slice->room)) > slice->room)
        if (!lt_more_room(&slice->rows, &slice->room, 0, count, LT_WIDTH * sizeof *slice->rows)) return LT_NO_MEMORY;
    return lt_number_rows(slice, game, slice->rows, count);
}

/* Take the ids of a game, before it moves on, out of its mask. */
static void lt_unlist_ids(lt_slice *slice, int64_t game) {
    uint8_t *mask = slice->mask + game * LT_IDS;
    const int32_t *ids = slice->now.ids + slice->now.first[game];
    int64_t count = slice->now.count[game];
    if (LT_IDS <= 8 * count) memset(mask, 0, LT_IDS);
    else for (int64_t k = 0; k < count; k++) mask[ids[k]] = 0;
}

/* Write the legal ids of a game, which are listed, unless *ids* is NULL. Returns how many there are. */
static int64_t lt_legal_ids(const lt_slice *slice, int64_t game, int32_t *ids) {
    int64_t count = slice->now.count[game];
    if (ids && count) memcpy(ids, slice->now.ids + slice->now.first[game], (size_t)count * sizeof *ids);
    return count;
}

static int32_t lt_is_legal_id(const lt_slice *slice, int64_t game, int32_t id) {
    int32_t d[LT_WIDTH];
    if (slice->mask) return slice->mask[game * LT_IDS + id];
    if (slice->listed) {
        const int32_t *ids = slice->now.ids + slice->now.first[game], *end = ids + slice->now.count[game];
        while (ids < end && *ids != id) ids++;
        return ids < end;
    }
    decision_of_number(id, d);
    return lt_is_legal(&slice->states[game], d);
}

#endif

/* Returns the first game where its id is not legal, or n. */
static int64_t lt_first_illegal(const lt_slice *slice, const int64_t *ids) {
    for (int64_t game = 0, at = slice->first; game < slice->n; game++, at++) {
        if (ids[at] >= 0 && ids[at] == slice->drawn[game]) continue;
        if (ids[at] < 0 || ids[at] >= LT_IDS || !lt_is_legal_id(slice, game, (int32_t)ids[at])) return game;
    }
    return slice->n;
}

LT_INLINE void lt_turn_lists(lt_slice *slice) {
    lt_ids lists = slice->now;
    slice->now = slice->next;
    slice->next = lists;
    slice->next.used = 0;
}

/* List the legal ids of all games, unless they are. Returns a fault. */
static int32_t lt_list_slice(lt_slice *slice) {
    int32_t fault = LT_OK;
    if (slice->listed) return LT_OK;
    for (int64_t game = 0; game < slice->n && !fault; game++) fault = lt_list_ids(slice, game);
    lt_turn_lists(slice);
    slice->listed = !fault;
    return fault;
}

/* ---- moving on ---- */

/* Note that a game has come where somebody decides. Returns a fault. */
LT_INLINE int32_t lt_arrived(lt_slice *slice, int64_t game) {
    slice->drawn[game] = LT_UNKNOWN;
    if (!lt_keep_listed(slice, game)) return LT_NO_MEMORY;
    return slice->mask || LT_GATHERED ? lt_list_ids(slice, game) : LT_OK;
}

/* What a step is given and what it gives, game by game. */
typedef struct { const int64_t *ids; double *returns; uint8_t *done; int32_t *faults; } lt_round;

/* Ask for the memory of the game after this one: games lie further apart than a processor looks ahead by itself. */
LT_INLINE void lt_fetch_next(const lt_slice *slice, int64_t game) {
    if (sizeof(lt_state) < LT_FAR_APART || ++game >= slice->n) return;
    const char *state = (const char *)&slice->states[game];
    /* What stands before the phase is the generator and the keys of the past, which are hardly ever looked at. */
    const size_t begin = offsetof(lt_state, phase), end = begin + LT_FETCHED;
    LT_FETCH(state);
    for (size_t byte = begin; byte < sizeof(lt_state) && byte < end; byte += 64) LT_FETCH(state + byte);
}

/* The same for a draw, which looks at sets that are kept and at little else. */
LT_INLINE void lt_fetch_next_sets(const lt_slice *slice, int64_t game) {
    if (++game >= slice->n) return;
    const char *state = (const char *)&slice->states[game];
    const size_t begin = offsetof(lt_state, end_of_flat), end = begin + LT_FETCHED_TO_DRAW;
    LT_FETCH(state + offsetof(lt_state, phase));
    for (size_t byte = begin; byte < sizeof(lt_state) && byte < end; byte += 64) LT_FETCH(state + byte);
}

/* Ask for where the position that this step leads to will be recorded: nothing else looks there. */
LT_INLINE void lt_fetch_past(const lt_state *s) {
    (void)s;
#ifdef LT_HISTORY
    LT_FETCH(s->history + s->history_count);
#if LT_SEEN_REGIONS
    for (int32_t r = 0; r < LT_SEEN_REGIONS; r++)
        LT_FETCH(s->region_history + r * LT_HISTORY + s->history_count);
#endif
#endif
}

/* The same of its mask, in which what is legal now will be taken out. */
LT_INLINE void lt_fetch_next_mask(const lt_slice *slice, int64_t game) {
    (void)slice; (void)game;
#if !LT_SHOWN_WORDS && !LT_GATHERED
    if (!slice->mask || ++game >= slice->n) return;
    const uint8_t *mask = slice->mask + game * LT_IDS;
    const int32_t *ids = slice->now.ids + slice->now.first[game];
    /* Neighbours often lie side by side, so every other will do. */
    for (int64_t k = 0; k < slice->now.count[game]; k += 2) LT_FETCH(mask + ids[k]);
#endif
}

/* Take a legal decision in each game. One that ends, or meets a fault, gives its returns, is `done` and is no state
   until it is followed by another. */
static int32_t lt_step_slice(lt_slice *slice, const lt_round *round) {
    int32_t d[LT_WIDTH], winners[LT_PLAYERS], fault = LT_OK;
    int64_t scores[LT_PLAYERS];
    slice->kept.used = 0;
    for (int64_t game = 0, at = slice->first; game < slice->n && !fault; game++, at++) {
        lt_state *s = &slice->states[game];
        double *row = round->returns + at * LT_PLAYERS;
        lt_fetch_next(slice, game);
        lt_fetch_next_mask(slice, game);
        lt_fetch_past(s);
        if (slice->mask) lt_unlist_ids(slice, game);
        if (!lt_list_behind(slice)) return LT_NO_MEMORY;
        decision_of_number((int32_t)round->ids[at], d);
        round->faults[at] = lt_take(s, &slice->play, d);
        round->done[at] = (uint8_t)(round->faults[at] || s->outcome != LT_RUNNING);
        for (int32_t i = 0; i < LT_PLAYERS; i++) row[i] = 0;
        if (!round->done[at]) fault = lt_arrived(slice, game);
        else if (!round->faults[at]) result(s, winners, scores, row);
    }
    return fault;
}

/* How many games of a seed may be over as they begin, one after another, before it is given up. */
enum { LT_MOST_STARTS = 1000 };

/* Begin the next game of *seed*, counted by *next*, that is not over as it begins. Returns a fault: LT_GAME_OVER if
   none is found. */
static int32_t lt_begin_game(lt_slice *slice, int64_t game, uint64_t seed, int64_t *next) {
    lt_state *s = &slice->states[game];
    for (int32_t start = 0; start < LT_MOST_STARTS; start++) {
        if (!lt_list_behind(slice)) return LT_NO_MEMORY;
        int32_t fault = lt_begin_again(s, &slice->play, lt_mix1(seed, (uint64_t)(*next)++), &slice->opening);
        if (fault) return fault;
        if (s->outcome == LT_RUNNING) return lt_arrived(slice, game);
    }
    return LT_GAME_OVER;
}

/* ---- drawing ---- */

#if LT_BY_LIST

/* Draw from the decisions that are kept; those that fail are dropped from a copy, so that the next to draw begins with
   all of them. Returns a fault. */
static int32_t lt_draw_kept(lt_slice *slice, int64_t game, lt_generator *player, int32_t *d) {
    const lt_state *s = &slice->states[game];
    lt_play *p = &slice->play;
    if (!lt_know_decisions(slice, game)) return LT_NO_MEMORY;
    const int32_t *list = slice->kept.list + slice->kept.first[game] * LT_ENTRY;
    const int64_t count = slice->kept.count[game];
    lt_generator first = *player;
    memcpy(p->pins, slice->kept.pins + game * LT_PIN_WORDS, sizeof p->pins);
    lt_decision_at(list + (int64_t)lt_bounded(&first, (uint64_t)count) * LT_ENTRY, d);
    if (!LT_FILTERED || passes(s, p->pins, d)) return LT_OK;
    if (!lt_more_room(&slice->rows, &slice->room, 0, count, LT_WIDTH * sizeof *list)) return LT_NO_MEMORY;
    memcpy(slice->rows, list, (size_t)count * LT_ENTRY * sizeof *list);
    lt_list own = p->list;
    p->list = lt_list_in(slice->rows, count, INT64_MAX);
    p->list.count = count;
    p->listed = 1;
    int32_t found = lt_draw_decision(s, p, player, d);
    p->list = own;
    return found ? LT_OK : LT_NO_DECISION;
}

#endif

/* Draw a decision by the normative rule, as random games do. Returns a fault. */
LT_INLINE int32_t lt_draw_in_slice(lt_slice *slice, int64_t game, lt_generator *player, int32_t *d) {
    const lt_state *s = &slice->states[game];
    lt_play *p = &slice->play;
    lt_forget_lists(p);
#if LT_BY_LIST
    if (!lt_is_suspended(s)) return lt_draw_kept(slice, game, player, d);
#endif
#if LT_GATHERED
    const uint64_t *sets = slice->gathered + game * LT_GATHERED_WORDS;
    return drawn_draw(s, p, sets, 0, player, d) ? LT_OK : LT_NO_DECISION;
#else
#if LT_BY_LEGAL
    if (slice->listed) return drawn_draw(s, p, 0, slice->shown + game * LT_SHOWN_WORDS, player, d) ? LT_OK : LT_NO_DECISION;
#endif
    if (!lt_list_behind(slice)) return LT_NO_MEMORY;
    p->fault = LT_OK;
    return lt_draw_decision(s, p, player, d) ? LT_OK : p->fault ? p->fault : LT_NO_DECISION;
#endif
}

/* Draw an id in each game, by a player of its own with mix(seed, game). Returns a fault. */
static int32_t lt_draw_slice(lt_slice *slice, uint64_t seed, int64_t *ids) {
    int32_t d[LT_WIDTH], fault;
    for (int64_t game = 0, at = slice->first; game < slice->n; game++, at++) {
        lt_generator player = lt_seed_generator(lt_mix1(seed, (uint64_t)at));
        int32_t *drawn = &slice->drawn[game];
#if !LT_SHOWN_WORDS && !LT_GATHERED && !LT_FILTERED
        /* What is listed is what would be drawn from. */
        if (slice->listed) {
            const lt_ids *now = &slice->now;
            ids[at] = *drawn = now->ids[now->first[game] + (int64_t)lt_bounded(&player, (uint64_t)now->count[game])];
            continue;
        }
#endif
#if LT_FILTERED && LT_FORESEEN
        if (!LT_BY_LEGAL || !slice->listed) lt_fetch_next_sets(slice, game);
#elif LT_FILTERED
        lt_fetch_next(slice, game); /* what is drawn is tried, and that looks all over the state */
#endif
        if ((fault = lt_draw_in_slice(slice, game, &player, d))) return fault;
        int64_t id = decision_number(d);
        if (id < 0 || id >= LT_IDS) return LT_ILLEGAL;
        ids[at] = *drawn = (int32_t)id;
    }
    return LT_OK;
}

/* ---- looking ---- */

/* Write what the player to decide may see in each game; one who is asked sees what the decision has done so far. */
static void lt_observe_slice(const lt_slice *slice, int32_t *out) {
    for (int64_t game = 0; game < slice->n; game++) {
        int32_t *row = out + (slice->first + game) * LT_COLUMNS;
#if LT_ASKS
        if (lt_is_suspended(&slice->states[game])) {
            lt_state met = slice->states[game];
            lt_meet_question(&met);
            lt_observe(&met, row);
            continue;
        }
#endif
        lt_observe(&slice->states[game], row);
    }
}

/* ---- whole slices ---- */

static void lt_slice_free(lt_slice *slice) {
    void *own[] = {slice->drawn, slice->shown, slice->gathered, slice->rows, slice->kept.list, slice->kept.first, slice->kept.count,
                   slice->kept.pins, slice->now.ids, slice->now.first, slice->now.count, slice->next.ids,
                   slice->next.first, slice->next.count};
    for (size_t i = 0; i < sizeof own / sizeof *own; i++) free(own[i]);
    /* What was listed last stands among what is kept, or in the rows. */
    if (LT_BY_LIST && LT_MOST_DECISIONS > 0) slice->play.list.at = 0;
    lt_free_play(&slice->play);
}

/* Make a slice, all zero until now, of games not yet begun. Returns 0 without memory. */
static int32_t lt_slice_new(lt_slice *slice, lt_state *states, int64_t first, int64_t n) {
    int64_t **counts[] = {&slice->kept.first, &slice->kept.count, &slice->now.first, &slice->now.count,
                          &slice->next.first, &slice->next.count};
    slice->first = first;
    slice->n = n;
    slice->states = states + first;
    slice->play = lt_fresh_play();
    slice->play.playing = 1;
    slice->room = LT_FIRST_ROOM;
    slice->rows = malloc((size_t)slice->room * LT_WIDTH * sizeof *slice->rows);
    slice->drawn = malloc((size_t)n * sizeof *slice->drawn);
    slice->shown = calloc((size_t)(n * LT_SHOWN_WORDS + 1), sizeof *slice->shown);
    slice->gathered = calloc((size_t)(n * LT_GATHERED_WORDS + 1), sizeof *slice->gathered);
    slice->kept.pins = calloc(LT_BY_LIST ? (size_t)(n * LT_PIN_WORDS) : 1, sizeof *slice->kept.pins);
    int32_t made = slice->rows && slice->drawn && slice->shown && slice->gathered && slice->kept.pins;
    for (size_t i = 0; i < sizeof counts / sizeof *counts; i++)
        made = (*counts[i] = calloc((size_t)n, sizeof **counts[i])) && made;
    return made;
}
