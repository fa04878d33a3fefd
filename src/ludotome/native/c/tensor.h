/* tensor.h: what one seat may see of a state, as a row of numbers; `gamedef.TensorLayout` says what each number is,
   and `emit.tensor` where it goes. A token is read only if the seat sees its zone. */

enum { LT_SEEN_BY_ALL = -1 };
enum { LT_INT_VALUE, LT_BOOL_VALUE, LT_NAME_VALUE, LT_PLAYER_VALUE, LT_ZONE_VALUE, LT_TOKEN_VALUE };

LT_INLINE int32_t lt_ahead(int32_t seat, int32_t looking) {
    return seat < looking ? seat - looking + LT_PLAYERS : seat - looking;
}

LT_INLINE int32_t lt_sees(int32_t zone, int32_t looking) {
    (void)zone; (void)looking;
    return LT_ALL_SEEN || told_seer_of_zone[zone] == LT_SEEN_BY_ALL || told_seer_of_zone[zone] == looking;
}

/* A stored value as a number of the row: 0 for nothing, and for a token that the seat does not see. */
LT_INLINE lt_cell lt_told(const lt_state *s, int32_t kind, int32_t value, int32_t looking) {
    if (kind == LT_INT_VALUE) return (lt_cell)(value == INT32_MIN ? 0 : value);
    if (value < 0) return 0;
    switch (kind) {
        case LT_BOOL_VALUE: return (lt_cell)value;
        case LT_PLAYER_VALUE: return (lt_cell)(1 + lt_ahead(value, looking));
        case LT_ZONE_VALUE: return (lt_cell)(1 + told_zone_seen_from[looking * LT_ZONES + value]);
        case LT_TOKEN_VALUE: return (lt_cell)(lt_sees(s->token_zone[1 + value], looking) ? 1 + value : 0);
        default: return (lt_cell)(1 + value);
    }
}

LT_INLINE int32_t lt_is_unplaced(const lt_state *s, int32_t token) {
    (void)s; (void)token;
#if LT_OPENS
    return lt_has_bit(s->open_order, token);
#else
    return 0;
#endif
}

#if LT_PROPS
LT_INLINE lt_cell lt_told_prop(const lt_state *s, int32_t prop, int32_t token, int32_t looking) {
    return lt_told(s, told_kind_of_prop[prop], s->token_props[prop * LT_TOKENS1 + 1 + token], looking);
}
#endif

/* Write a token to its zone of a board. */
LT_INLINE void lt_tell_cell(const lt_state *s, int32_t token, int32_t zone, int32_t kind, int32_t looking, lt_cell *out) {
    (void)s; (void)token; (void)looking;
    const int32_t beside = told_cells_beside[zone], plane = told_plane_of_kind[kind];
    lt_cell *cell = out + told_cell_of_zone[zone];
    if (plane >= 0) cell[plane * beside]++;
#if LT_PROPS || LT_NAMES_TOKENS
    if (!LT_SINGLE && (lt_top(s, zone) != token || lt_is_unplaced(s, token))) return;
    cell += (LT_KINDS + LT_COUNTS_ZONES) * beside;
#if LT_PROPS
    for (int32_t prop = 0; prop < LT_PROPS; prop++) cell[prop * beside] = lt_told_prop(s, prop, token, looking);
#endif
    if (LT_NAMES_TOKENS) cell[LT_PROPS * beside] = (lt_cell)(1 + token);
#endif
}

#if LT_TOKEN_COLUMNS
/* Write the fields of a token. */
LT_INLINE void lt_tell_token(const lt_state *s, int32_t token, int32_t zone, int32_t ahead, int32_t looking, lt_cell *out) {
    (void)zone; (void)ahead; (void)looking;
    out += LT_TOKEN_START + token * LT_TOKEN_COLUMNS;
    if (LT_TELLS_ZONE) *out++ = (lt_cell)(1 + told_place_on_board[zone]);
    *out++ = (lt_cell)(1 + told_place_of_type[s->token_type[1 + token]]);
    if (LT_TELLS_OWNER) *out++ = (lt_cell)(ahead < LT_PLAYERS ? 1 + ahead : 0);
#if LT_PROPS
    for (int32_t prop = 0; prop < LT_PROPS; prop++) *out++ = lt_told_prop(s, prop, token, looking);
#endif
}
#endif

LT_INLINE void lt_tell_tokens(const lt_state *s, int32_t looking, lt_cell *out) {
    for (int32_t word = 0; word < LT_SLOT_WORDS; word++)
        for (uint64_t rest = lt_used_slots(s, word); rest; rest &= rest - 1) {
            const int32_t token = word * 64 + lt_lowest_bit(rest), zone = s->token_zone[1 + token];
            if (!lt_sees(zone, looking)) continue;
            const int32_t owner = s->token_owner[1 + token], ahead = owner < 0 ? LT_PLAYERS : lt_ahead(owner, looking);
            const int32_t kind = ahead * LT_TOLD_TYPES + told_place_of_type[s->token_type[1 + token]];
            if (LT_CELLS && told_cell_of_zone[zone] >= 0) lt_tell_cell(s, token, zone, kind, looking, out);
#if LT_TOKEN_COLUMNS
            lt_tell_token(s, token, zone, ahead, looking, out);
#endif
        }
}

/* Write what the row says of every zone of a board, whatever lies there. */
LT_INLINE void lt_tell_zones(const lt_state *s, int32_t looking, lt_cell *out) {
    (void)s; (void)looking; (void)out;
#if LT_CELLS && (LT_COUNTS_ZONES || LT_ZONE_VARS)
    for (int32_t zone = 0; zone < LT_ZONES; zone++) {
        if (told_cell_of_zone[zone] < 0) continue;
        const int32_t beside = told_cells_beside[zone];
        lt_cell *cell = out + told_cell_of_zone[zone] + LT_KINDS * beside;
        if (LT_COUNTS_ZONES) *cell = (lt_cell)lt_count(s, zone);
        cell += (LT_COUNTS_ZONES + LT_PROPS + LT_NAMES_TOKENS) * beside;
#if LT_ZONE_VARS
        for (int32_t var = 0; var < LT_ZONE_VARS; var++)
            cell[var * beside] = lt_told(s, told_kind_of_zone_var[var], s->zone_vars[var * LT_ZONES1 + 1 + zone], looking);
#endif
    }
#endif
}

LT_INLINE void lt_tell_piles(const lt_state *s, int32_t looking, lt_cell *out) {
    (void)s; (void)looking; (void)out;
    for (int32_t pile = 0; pile < LT_PILES; pile++) {
        const int32_t zone = told_zone_of_pile[pile * LT_PLAYERS + looking];
        lt_cell *at = out + told_pile_start[pile];
        *at++ = (lt_cell)lt_count(s, zone);
        if (!told_pile_is_seen[pile]) continue;
#if LT_SINGLE
        if (lt_top(s, zone) >= 0) at[lt_top(s, zone)] = 1;
#else
        int32_t place = 1;
        for (int32_t token = lt_top(s, zone); token >= 0; token = lt_below(s, zone, token), place += zone_is_ordered[1 + zone])
            at[token] = (lt_cell)(lt_is_unplaced(s, token) ? -1 : place);
#endif
    }
}

LT_INLINE void lt_tell_variables(const lt_state *s, int32_t looking, lt_cell *out) {
    (void)s;
    out += LT_VARIABLE_START;
#if LT_GLOBAL_VARS
    for (int32_t var = 0; var < LT_GLOBAL_VARS; var++) *out++ = lt_told(s, told_kind_of_global[var], s->global_vars[var], looking);
#endif
    for (int32_t row = 0; row < LT_PLAYER_VARS + LT_COUNTERS + LT_TELLS_OUT; row++)
        for (int32_t i = 0, seat = looking; i < LT_PLAYERS; i++, seat = seat + 1 < LT_PLAYERS ? seat + 1 : 0) {
#if LT_PLAYER_VARS
            if (row < LT_PLAYER_VARS) {
                /* The entry of no player comes first in each row. */
                *out++ = lt_told(s, told_kind_of_own[row], s->player_vars[row * LT_PLAYERS1 + 1 + seat], looking);
                continue;
            }
#endif
#if LT_COUNTERS
            if (row < LT_PLAYER_VARS + LT_COUNTERS) {
                *out++ = (lt_cell)s->usage[(row - LT_PLAYER_VARS) * LT_PLAYERS + seat];
                continue;
            }
#endif
            *out++ = (lt_cell)s->out[1 + seat];
        }
}

/* Write what the seat *looking* may see of *s*. */
static void lt_write_tensor(const lt_state *s, int32_t looking, lt_cell *out) {
    memset(out, 0, LT_TENSOR * sizeof *out);
    lt_tell_tokens(s, looking, out);
    lt_tell_zones(s, looking, out);
    lt_tell_piles(s, looking, out);
    lt_tell_variables(s, looking, out);
    if (LT_TOLD_PHASES) out[LT_TURN_START + s->phase] = 1;
    if (s->outcome == LT_RUNNING && s->LT_DECIDES >= 0)
        out[LT_TURN_START + LT_TOLD_PHASES + lt_ahead(s->LT_DECIDES, looking)] = 1;
}

LT_INLINE void lt_tensor_tables_used(void) {
    (void)told_seer_of_zone; (void)told_cell_of_zone; (void)told_cells_beside; (void)told_place_on_board; (void)told_place_of_type;
    (void)told_plane_of_kind; (void)told_zone_of_pile; (void)told_pile_start; (void)told_pile_is_seen; (void)told_kind_of_global;
    (void)told_kind_of_own; (void)told_kind_of_zone_var; (void)told_kind_of_prop; (void)told_zone_seen_from;
}

/* The same; for a suspended state, the state in which its question was met. Returns a fault. */
LT_INLINE int32_t lt_look_at(const lt_state *s, int32_t looking, lt_cell *out) {
#if LT_ASKS
    if (lt_is_suspended(s)) {
        lt_state *met = lt_copy_of(s);
        if (!met) return LT_NO_MEMORY;
        lt_meet_question(s, met);
        lt_write_tensor(met, looking, out);
        free(met);
        return LT_OK;
    }
#endif
    lt_write_tensor(s, looking, out);
    return LT_OK;
}

/* What a seat sees of a state that is in no call. Reaching a question again takes no longer than it did before. */
LT_API int32_t lt_tensor(const lt_state *s, int32_t looking, void *out) {
#if LT_ASKS
    if (lt_is_suspended(s)) {
        lt_halt halt = lt_new_halt(&lt_never);
        lt_state *own = lt_copy_of(s);
        if (!own) return LT_NO_MEMORY;
        lt_begin_call(own, &halt);
        int32_t fault = lt_look_at(own, looking, out);
        free(own);
        return lt_end_call(&halt) ? halt.why : fault;
    }
#endif
    return lt_look_at(s, looking, out);
}
