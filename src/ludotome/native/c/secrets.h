/* secrets.h: what hidden tokens can be, as tables made once for a game (`native/run/secrets.py`).

   A *type* is the place of a token type in the definition, a *place* that of a zone among those not everybody sees, a
   *row* that of a property in the state. C and cffi read this same text, so it has declarations alone. */

/* A field of a hidden token (row, -1 for its owner) with the values it can have: `count` of them in `options` from
   `first` on, or, where `first` is -1, the numbers from `low` on. */
typedef struct {
    int32_t row, low, count, first;
} lt_choice;

typedef struct {
    int32_t types, places, any_holder;
    int32_t global_holders, player_holders, zone_holders; /* how many variables of each kind hold tokens */
    const uint8_t *sees;          /* [player][zone] */
    const uint8_t *hides_region;  /* [player][region that `seen` asks about]: has it a zone that the player does not see */
    const int32_t *place_of_zone; /* [zone], -1 for one that everybody sees */
    const int32_t *type_of_name;  /* [name], -1 for one that is no type */
    const int32_t *name_of_type;  /* [type] */
    const int32_t *most;          /* [type] how many tokens there can be */
    const uint8_t *is_fixed;      /* [type] everybody knows which tokens of it there are */
    const uint8_t *may_lie;       /* [type][owner, nobody first][place], for fixed types */
    const uint8_t *unsettled;     /* [type][owner, then rows]: rules may write it where not everybody looks */
    const int32_t *open_at, *open_types; /* [place] the types that are not fixed and can lie there */
    const int32_t *choice_at;     /* [type][place] what is drawn for a token there, */
    const lt_choice *choices;     /* in order */
    const int32_t *options;
    const int32_t *holder_at, *holder_rows; /* [type] the properties that hold tokens, in order */
    const int32_t *globals, *players, *zones; /* the variables that hold tokens */
    const uint8_t *is_bool;      /* [row] what is true or false is never nothing */
    const uint64_t *token_params; /* [action] which of its parameters are tokens */
} lt_secrets;
