/* secrets.h: what hidden tokens can be, as tables made once per game (`native/run/secrets.py`).

   A *type* is the index of a token type in the definition, a *place* the index of a zone among those that not every
   player sees, a *row* the index of a property in the state. C and cffi read this same text, so it contains only
   declarations. */

/* A field of a hidden token (row, -1 for its owner) with its possible values: `count` of them in `options` from
   `first` on, or, where `first` is -1, `count` numbers from `low` on. */
typedef struct {
    int32_t row, low, count, first;
} lt_choice;

typedef struct {
    int32_t types, places, any_holder;
    int32_t global_holders, player_holders, zone_holders; /* how many variables of each kind hold tokens */
    const uint8_t *sees;          /* [player][zone] */
    const uint8_t *hides_region;  /* [player][region that `seen` asks about]: whether it has a zone that the player
                                     does not see */
    const int32_t *place_of_zone; /* [zone], -1 for one that every player sees */
    const int32_t *type_of_name;  /* [name], -1 for one that is no type */
    const int32_t *name_of_type;  /* [type] */
    const int32_t *most;          /* [type] the maximum number of tokens */
    const uint8_t *is_fixed;      /* [type] every player knows which tokens of it exist */
    const uint8_t *may_lie;       /* [type][owner, nobody first][place], for fixed types */
    const uint8_t *unsettled;     /* [type][owner, then rows]: rules may write it where not every player sees */
    const int32_t *open_at, *open_types; /* [place] the types that are not fixed and may lie there */
    const int32_t *choice_at;     /* [type][place] what is drawn for a token there, */
    const lt_choice *choices;     /* in order */
    const int32_t *options;
    const int32_t *holder_at, *holder_rows; /* [type] the properties that hold tokens, in order */
    const int32_t *globals, *players, *zones; /* the variables that hold tokens */
    const uint8_t *is_bool;      /* [row] a property that is true or false, never nothing */
    const uint64_t *token_params; /* [action] which of its parameters are tokens */
} lt_secrets;
