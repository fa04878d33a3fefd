/* observe.h: what the player to decide may see, as a row of numbers; `emit_observations` says what each is. */

enum { LT_SEEN_BY_ALL = -1 };
#define LT_COLUMNS (LT_ZONES * (3 + LT_PROPS) + LT_GLOBAL_VARS + LT_PLAYER_VARS * LT_PLAYERS + 2)

/* The entries of nothing say that there is no token, so a zone that is empty or may not be seen needs no test. */
LT_INLINE int32_t *lt_observe_zones(const lt_state *s, int32_t *restrict out) {
    const int32_t player = s->LT_DECIDES;
    (void)player;
    for (int32_t zone = 0; zone < LT_ZONES; zone++) {
        int32_t token = lt_top(s, zone);
        if (!LT_ALL_SEEN && seer_of_zone[zone] != LT_SEEN_BY_ALL && seer_of_zone[zone] != player) token = -1;
        out[zone] = LT_SINGLE ? s->first_token[1 + zone] >= 0 : (int32_t)lt_count(s, zone);
        out[LT_ZONES + zone] = s->token_type[1 + token] + 1;
        out[2 * LT_ZONES + zone] = s->token_owner[1 + token] + 1;
#if LT_PROPS
        for (int32_t prop = 0; prop < LT_PROPS; prop++) {
            int32_t value = s->token_props[prop * LT_TOKENS1 + 1 + token];
            out[(3 + prop) * LT_ZONES + zone] = value == INT32_MIN ? -1 : value;
        }
#endif
    }
    return out + LT_ZONES * (3 + LT_PROPS);
}

/* Write what the player to decide may see of *s*. */
static void lt_observe(const lt_state *s, int32_t *out) {
    out = lt_observe_zones(s, out);
#if LT_GLOBAL_VARS
    memcpy(out, s->global_vars, sizeof s->global_vars);
    out += LT_GLOBAL_VARS;
#endif
#if LT_PLAYER_VARS
    /* The entry of nobody comes first in each row. */
    for (int32_t var = 0; var < LT_PLAYER_VARS; var++, out += LT_PLAYERS)
        memcpy(out, s->player_vars + var * LT_PLAYERS1 + 1, LT_PLAYERS * sizeof *out);
#endif
    out[0] = s->active;
    out[1] = s->phase;
}
