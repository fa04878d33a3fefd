/* slice.h: a slice of a batch, the games that one thread plays: what is kept of them between two calls.

   A decision's id is its number (`emit.ids`). Games are counted from 0 within the slice. A game between two calls is
   never over. */

/* Whether every decision is a zone of the single open set: then the set is the list. */
#define LT_BY_SET (LT_OPEN && !LT_ASKS)
/* Whether every decision is a bit of incrementally updated sets, the same bit in every state, and legality is known
   for all of them together. */
#define LT_BY_LEGAL (LT_DRAWN_WORDS && LT_NUMBERED && LT_STILL_BITS && (LT_FORESEEN || !LT_FILTERED))
/* Where decisions are bits, only the changed bits of a mask are written. */
#define LT_SHOWN_WORDS (LT_BY_SET ? LT_OPEN_WORDS : LT_BY_LEGAL ? LT_DRAWN_WORDS : 0)
/* Whether decisions are bits of sets that are found on arrival (LT_GATHERED): they are kept for the next draw; a mask
   is written when they are found and cleared with the sets of the previous state. */
#define LT_GATHERED_WORDS (LT_GATHERED ? LT_DRAWN_WORDS : 0)
/* Whether decisions are drawn from a list: then the list made on arrival is kept for the next draw. */
#define LT_BY_LIST (!LT_OPEN && !LT_DRAWN_WORDS)
#define LT_PIN_WORDS (LT_WATCHES + 1)
#define LT_UNKNOWN (-1)

/* The legal ids of the games; game g has count[g] of them from first[g]. */
typedef struct { int32_t *ids; int64_t used, room, *first, *count; } lt_ids;

/* The pseudo-legal decisions that were listed when each game arrived at its state, its pins, and what is left out; the
   count may be unknown. */
typedef struct { int32_t *list; int64_t used, room, *first, *count; uint64_t *pins; lt_unpaid *unpaid; } lt_arrivals;

typedef struct {
    int64_t first, n; /* its games within the batch */
    char *states; /* LT_STRIDE bytes each */
    uint8_t *mask; /* [n, LT_IDS]; 0 until requested: then every step updates it, and `now` with it */
    lt_cell *tensors; /* [n, LT_TENSOR]; 0 until requested: then every step updates it */
    const int32_t *looking; /* the seat that observes each game; 0: the deciding player */
    int32_t listed; /* `now` belongs to the current states */
    int32_t *drawn; /* an id that was drawn from the current state, so it is legal, or LT_UNKNOWN */
    uint64_t *shown; /* [n, LT_SHOWN_WORDS], where decisions are bits: those whose ids are in the mask, or were
                        listed */
    uint64_t *gathered; /* [n, LT_GATHERED_WORDS]: the current sets of each game */
    lt_ids now, next; /* a step reads one and writes the other */
    lt_arrivals kept;
    int32_t *rows; /* the decisions of one game, before they become ids */
    int64_t room;
    lt_play play;
    lt_opening opening;
    lt_halt halt; /* of the calls that its states are in */
    int32_t fault; /* the fault of the last work */
} lt_slice;

/* Bytes from one state of a batch to the next: there is room for every position a game may record. */
#define LT_STRIDE (sizeof(lt_state) + (size_t)LT_HISTORY * LT_KEYS * sizeof(uint64_t))

LT_INLINE lt_state *lt_game(const lt_slice *slice, int64_t game) {
    return (lt_state *)(slice->states + (size_t)game * LT_STRIDE);
}

/* Make room for *more* entries of *size* bytes behind the *used* ones. */
LT_INLINE int32_t lt_more_room(int32_t **at, int64_t *room, int64_t used, int64_t more, size_t size) {
    if (*at && used + more <= *room) return 1;
    int32_t *bigger = realloc(*at, (size_t)(2 * (used + more + 1)) * size);
    if (!bigger) return 0;
    *at = bigger;
    *room = 2 * (used + more + 1);
    return 1;
}

/* ---- whole slices ---- */

static void lt_slice_free(lt_slice *slice) {
    void *own[] = {slice->drawn, slice->shown, slice->gathered, slice->rows, slice->kept.list, slice->kept.first, slice->kept.count,
                   slice->kept.pins, slice->kept.unpaid, slice->now.ids, slice->now.first, slice->now.count,
                   slice->next.ids, slice->next.first, slice->next.count};
    for (size_t i = 0; i < sizeof own / sizeof *own; i++) free(own[i]);
    /* What was listed last is stored among the kept decisions, or in the rows. */
    if (LT_BY_LIST && LT_MOST_DECISIONS > 0) slice->play.list.at = 0;
    lt_free_play(&slice->play);
    free(slice->opening.state);
    (void)lt_end_call(&slice->halt);
}

/* Make a slice, which is all zero, of games not yet begun. Returns 0 without memory. */
static int32_t lt_slice_new(lt_slice *slice, char *states, int64_t first, int64_t n, const volatile int32_t *stop) {
    int64_t **counts[] = {&slice->kept.first, &slice->kept.count, &slice->now.first, &slice->now.count,
                          &slice->next.first, &slice->next.count};
    slice->first = first;
    slice->n = n;
    slice->states = states + (size_t)first * LT_STRIDE;
    slice->halt = lt_new_halt(stop);
    slice->play = lt_fresh_play();
    slice->play.playing = 1;
    slice->room = LT_FIRST_ROOM;
    slice->rows = malloc((size_t)slice->room * LT_WIDTH * sizeof *slice->rows);
    slice->drawn = malloc((size_t)n * sizeof *slice->drawn);
    slice->shown = calloc((size_t)(n * LT_SHOWN_WORDS + 1), sizeof *slice->shown);
    slice->gathered = calloc((size_t)(n * LT_GATHERED_WORDS + 1), sizeof *slice->gathered);
    slice->kept.pins = calloc(LT_BY_LIST ? (size_t)(n * LT_PIN_WORDS) : 1, sizeof *slice->kept.pins);
    slice->kept.unpaid = calloc((size_t)(n * LT_UNPAID + 1), sizeof *slice->kept.unpaid);
    int32_t made = slice->rows && slice->drawn && slice->shown && slice->gathered && slice->kept.pins && slice->kept.unpaid;
    for (size_t i = 0; i < sizeof counts / sizeof *counts; i++)
        made = (*counts[i] = calloc((size_t)n, sizeof **counts[i])) && made;
    return made;
}

/* ---- decisions listed on arrival ---- */

/* Make the next list go behind the kept decisions; to be called before any run of the rules. Returns 0 without
   memory. */
LT_INLINE int32_t lt_list_behind(lt_slice *slice) {
    (void)slice;
#if LT_BY_LIST && LT_MOST_DECISIONS
    lt_arrivals *kept = &slice->kept;
    /* One more than there can be: an entry is written before it is counted. */
    const size_t size = LT_ENTRY * sizeof *kept->list;
    if (!lt_more_room(&kept->list, &kept->room, kept->used, LT_MOST_DECISIONS + 1, size)) return 0;
    slice->play.list.at = kept->list + kept->used * LT_ENTRY;
#endif
    return 1;
}

/* Keep the last list, if there is one, as the decisions of a game. Returns 0 without memory. */
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
    memcpy(kept->unpaid + game * LT_UNPAID, p->unpaid, LT_UNPAID * sizeof *p->unpaid);
#endif
    return 1;
}

#if LT_BY_LIST

/* Find the pseudo-legal decisions of a game that is not waiting for an answer, unless they are known. Returns 0
   without memory. */
static int32_t lt_know_decisions(lt_slice *slice, int64_t game) {
    if (slice->kept.count[game] != LT_UNKNOWN) return 1;
    return lt_list_behind(slice) && lt_relist(lt_game(slice, game), &slice->play) && lt_keep_listed(slice, game);
}

#endif
