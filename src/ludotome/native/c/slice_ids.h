/* slice_ids.h: the legal ids of the games of a slice, listed on request and written into masks.

   There are three ways: decisions that are bits of incrementally updated sets, bits of sets found on arrival, or a
   list. Each defines how the ids of one game are found (`lt_list_ids`), removed from its mask (`lt_unlist_ids`),
   returned (`lt_legal_ids`) and looked up. */

#if LT_SHOWN_WORDS

LT_INLINE void lt_unlist_ids(lt_slice *slice, int64_t game) { (void)slice; (void)game; }

#if LT_BY_SET

LT_INLINE void lt_find_legal(const lt_state *s, uint64_t *legal) { memcpy(legal, s->LT_OPEN_SET, sizeof s->LT_OPEN_SET); }

/* Write the ids of bits. Returns their end. */
LT_INLINE int32_t *lt_ids_of_bits(const lt_state *s, const uint64_t *bits, int32_t *ids) {
    (void)s;
    for (int32_t word = 0; word < LT_OPEN_WORDS; word++)
        /* One action with one zone, so the index of the bit is the id. */
        for (uint64_t rest = bits[word]; rest; rest &= rest - 1)
            *ids++ = word * 64 + lt_lowest_bit(rest) - LT_FIRST_ZONE;
    return ids;
}

/* Update a mask to what is legal, where that has changed: mostly by one zone. */
LT_INLINE void lt_show_legal(const lt_state *s, const uint64_t *legal, const uint64_t *changed, uint8_t *mask) {
    (void)s; (void)legal;
    for (int32_t word = 0; word < LT_OPEN_WORDS; word++)
        for (uint64_t rest = changed[word]; rest; rest &= rest - 1)
            mask[word * 64 + lt_lowest_bit(rest) - LT_FIRST_ZONE] ^= 1;
}

static int32_t lt_is_legal_id(const lt_slice *slice, int64_t game, int32_t id) {
    int32_t zone = id + LT_FIRST_ZONE;
    return (int32_t)(lt_game(slice, game)->LT_OPEN_SET[zone >> 6] >> (zone & 63) & 1);
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

LT_INLINE void lt_show_legal(const lt_state *s, const uint64_t *legal, const uint64_t *changed, uint8_t *mask) {
    show_drawn_numbers(s, legal, changed, mask);
}

#endif

/* Find what is legal in a game, and update its mask. */
static int32_t lt_list_ids(lt_slice *slice, int64_t game) {
    const lt_state *s = lt_game(slice, game);
    uint64_t changed[LT_SHOWN_WORDS], legal[LT_SHOWN_WORDS], *shown = slice->shown + game * LT_SHOWN_WORDS;
    lt_find_legal(s, legal);
    for (int32_t word = 0; word < LT_SHOWN_WORDS; word++) {
        changed[word] = legal[word] ^ shown[word];
        shown[word] = legal[word];
    }
    if (slice->mask) lt_show_legal(s, legal, changed, slice->mask + game * LT_IDS);
    return LT_OK;
}

/* Write the legal ids of a game, which are listed, unless *ids* is NULL. Returns how many there are. */
static int64_t lt_legal_ids(const lt_slice *slice, int64_t game, int32_t *ids) {
    const uint64_t *shown = slice->shown + game * LT_SHOWN_WORDS;
    int64_t count = 0;
    for (int32_t word = 0; word < LT_SHOWN_WORDS; word++) count += lt_bit_count(shown[word]);
    if (ids) lt_ids_of_bits(lt_game(slice, game), shown, ids);
    return count;
}

#elif LT_GATHERED

/* Find the decisions of a game, and write them into its mask. */
static int32_t lt_list_ids(lt_slice *slice, int64_t game) {
    gather_sets(lt_game(slice, game), slice->gathered + game * LT_GATHERED_WORDS,
                slice->mask ? slice->mask + game * LT_IDS : 0);
    return LT_OK;
}

/* Remove the ids of a game from its mask, before it moves on. */
LT_INLINE void lt_unlist_ids(lt_slice *slice, int64_t game) {
    hide_decisions(lt_game(slice, game), slice->mask + game * LT_IDS);
}

/* Write the legal ids of a game, unless *ids* is NULL. Returns how many there are. */
static int64_t lt_legal_ids(const lt_slice *slice, int64_t game, int32_t *ids) {
    const uint64_t *sets = slice->gathered + game * LT_GATHERED_WORDS;
    int64_t count = 0;
    for (int32_t word = 0; word < LT_GATHERED_WORDS; word++) count += lt_bit_count(sets[word]);
    if (ids) drawn_numbers(lt_game(slice, game), sets, ids);
    return count;
}

#else

/* Room for the ids of a game behind those of `next`. */
static int32_t *lt_room_for_ids(lt_slice *slice, int64_t game, int64_t count) {
    lt_ids *next = &slice->next;
    if (!lt_more_room(&next->ids, &next->room, next->used, count, sizeof *next->ids)) return 0;
    next->first[game] = next->used;
    return next->ids + next->used;
}

/* Record that the ids from *ids* up to *end* are those of a game. */
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

/* Number those of the *count* listed decisions of a game that pass every filter, behind the ids of `next`. */
LT_INLINE int32_t lt_number_list(
    lt_slice *slice, int64_t game, const int32_t *list, int64_t count, const uint64_t *pins) {
    const lt_state *s = lt_game(slice, game);
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

/* Every decision is a bit in an incrementally updated set, so they are numbered as they are found. */
static int32_t lt_number_decisions(lt_slice *slice, int64_t game) {
    const lt_state *s = lt_game(slice, game);
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
    if (!lt_relist(lt_game(slice, game), p)) return LT_NO_MEMORY;
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
    const lt_state *s = lt_game(slice, game);
    int64_t count = 0;
#if !LT_OPEN
    if (!lt_is_suspended(s)) return lt_number_decisions(slice, game);
#endif
    while ((count = lt_list_legal(s, slice->rows, slice->room)) > slice->room)
        if (!lt_more_room(&slice->rows, &slice->room, 0, count, LT_WIDTH * sizeof *slice->rows)) return LT_NO_MEMORY;
    return lt_number_rows(slice, game, slice->rows, count);
}

/* Remove the ids of a game from its mask, before it moves on. */
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
    return lt_is_legal(lt_game(slice, game), d);
}

#endif

#if (LT_SHOWN_WORDS && !LT_BY_SET) || LT_GATHERED

static int32_t lt_is_legal_id(const lt_slice *slice, int64_t game, int32_t id) {
    int32_t d[LT_WIDTH];
    if (slice->mask) return slice->mask[game * LT_IDS + id];
    decision_of_number(id, d);
    return lt_is_legal(lt_game(slice, game), d);
}

#endif

/* Returns the first game, among those that are not still, whose id is not legal, or n. */
static int64_t lt_first_illegal(const lt_slice *slice, const int64_t *ids, const uint8_t *still) {
    for (int64_t game = 0, at = slice->first; game < slice->n; game++, at++) {
        if (still && still[at]) continue;
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

/* List the legal ids of all games, unless they are listed already. Returns a fault. */
static int32_t lt_list_slice(lt_slice *slice) {
    int32_t fault = LT_OK;
    if (slice->listed) return LT_OK;
    for (int64_t game = 0; game < slice->n && !fault; game++) fault = lt_list_ids(slice, game);
    lt_turn_lists(slice);
    slice->listed = !fault;
    return fault;
}
