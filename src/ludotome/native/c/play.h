
/* play.h: the data that a run of the rules needs beside the state. */

#define LT_NOTHING INT64_MIN

#if defined(_WIN32)
#define LT_API __declspec(dllexport)
#else
#define LT_API __attribute__((visibility("default")))
#endif

/* Code that runs rarely is compiled for size, not speed: a player waits for the compiler before the first game. */
#if defined(__GNUC__) || defined(__clang__)
#define LT_SELDOM __attribute__((cold)) static
#else
#define LT_SELDOM static
#endif

/* The function that plays random games: in a small game all that it calls is inlined, so that more of the state stays in
   registers. */
#if LT_JOINED && (defined(__GNUC__) || defined(__clang__))
#define LT_PLAYER __attribute__((flatten)) static
#else
#define LT_PLAYER static
#endif

/* Outcomes, faults and requests; Python reads the same numbers in `native/codes.py`. */
enum { LT_RUNNING, LT_WIN, LT_DRAW, LT_LOSS_ALL, LT_SCORE, LT_RANK, LT_STALL, LT_TRUNCATED };
enum {
    LT_OK, LT_ILLEGAL, LT_GAME_OVER, LT_FULL_ZONE, LT_NOT_THERE, LT_BUDGET, LT_LIMIT, LT_NOT_ADJACENT, LT_NO_SLOT,
    LT_CLAMPED, LT_NO_DECISION, LT_NO_MEMORY, LT_NO_SIDES, LT_SUSPENDED, LT_NO_ROOM,
    LT_MANY_OUTCOMES, LT_TRIGGER_NOT_ADJACENT, LT_STOPPED, LT_MANY_DECISIONS, LT_NO_WORLD,
    LT_UNTOLD
};
enum { LT_END_PHASE = 1, LT_END_TURN = 2 };
enum { LT_PER_GAME, LT_PER_TURN, LT_PER_PHASE };

typedef struct lt_state_ lt_state;

/* A state on the heap, with room for *room* recorded positions (`states.h`); all zero: no state yet. */
typedef struct { lt_state *at; int64_t room; } lt_held_state;

/* What can stop a call: a flag that another thread sets (0: there is none, so the call stops by itself soon), the
   number of checks left before the flag is read, and why the call was stopped. Also a state that a trial may run on
   (`lt_borrow`). Where the owner of the flag waits for this very thread, `ask` is called now and then instead, and may
   set the flag. */
typedef struct {
    const volatile int32_t *stop;
    int32_t left, why;
    lt_held_state spare;
    void (*ask)(void);
    int32_t looks; /* since the last call of `ask` */
    clock_t since; /* when a call without a flag began to read the clock (0: not yet) */
} lt_halt;

/* Decisions as they are found: the first `capacity` are kept, listing stops at `limit`; `found` says that `wanted` was
   among them. */
typedef struct {
    int32_t *at;
    int64_t count, capacity, limit;
    const int32_t *wanted;
    int32_t found;
} lt_list;

/* An event that a trigger may react to; the things it names are fixed when it is raised. */
typedef struct { int32_t type, subject, actor, token, zone, from; } lt_event;

/* A question: to whom, about which kind of thing, and the possible answers, in order. */
typedef struct {
    int32_t player, kind;
    int32_t of_tokens; /* chance is asked for a token */
    int64_t *options, count, capacity;
} lt_question;

/* A value that a trial changed, as it was before: a number (`at` points to it), or a token, which had no type if it
   did not exist. */
typedef struct {
    int32_t *at, value;
    int32_t token, type, owner, zone;
#if LT_PROPS
    int32_t props[LT_PROPS];
#endif
} lt_was;

/* Instances that a list leaves out because the cost of their action, which is the same for all, cannot be paid: their
   number, and the number of list entries before them. */
typedef struct { int64_t at, count; } lt_unpaid;

typedef struct {
    int32_t steps, requests, fault;
    int32_t broken; /* a failure of the machine, which no later step may hide */
    int32_t clamped; /* a write was cut to its range, which is not allowed for a cost */
    lt_event *events; /* raised by the running effect lists, the innermost last */
    int32_t event_count, event_capacity;
    int32_t *params; /* of the action on trial; `token_params` has the bits of those that hold tokens */
    uint64_t token_params;
    int32_t playing; /* the decisions found on arrival are kept in `list` for the next draw */
    int32_t listed;  /* `list` holds the pseudo-legal decisions of the current state, */
    int32_t any;     /* 1 if one of them is known to pass, -1 if none does, 0 if unknown; */
    uint64_t pins[LT_WATCHES + 1]; /* these say which of them must be tried, */
    lt_unpaid unpaid[LT_UNPAID + 1]; /* and these what is left out */
#if LT_RECALLED
    int32_t recalled; /* `sets` are those that decisions are drawn from in the state as it is */
    uint64_t sets[LT_DRAWN_WORDS];
#endif
#if LT_GATHERED
    int32_t planes_found; /* these are the steps in the state as it is (`find_planes`): */
    int32_t plane_total, plane_counts[LT_PLANES]; /* how many, together and for each action, */
    uint64_t planes[LT_PLANES]; /* and from which zones */
#endif
    int64_t many; /* a position with more decisions is a fault */
    lt_list list;
#if LT_ASKS
    const int32_t *answers; /* two numbers each: its kind and its value; 0 in a trial, which asks nothing */
    int32_t answer_count, next_answer;
    int32_t stopped; /* the fault, or the question without an answer, that an expression met: results after it are
                        ignored */
    int32_t asked; /* `question` is what the suspended state waits for */
    lt_question question;
    lt_held_state before; /* the state that the run began with */
#endif
    lt_was *was; /* noted by the running trial, the newest last */
    int32_t was_count;
} lt_play;

/* Record that *count* instances are left out after *at* entries; *runs* are recorded before. Returns how many are
 * recorded now: those of several actions at one place are one run, since code that draws need not distinguish them. */
LT_INLINE int32_t lt_leave_out(lt_unpaid *unpaid, int32_t runs, int64_t at, int64_t count) {
    if (runs && unpaid[runs - 1].at == at) return unpaid[runs - 1].count += count, runs;
    unpaid[runs].at = at;
    unpaid[runs].count = count;
    return runs + 1;
}

LT_INLINE lt_play lt_fresh_play(void) {
    lt_play play;
    memset(&play, 0, sizeof play);
    play.many = LT_MANY;
    return play;
}

/* The state changes, and with it what may be decided. */
LT_INLINE void lt_forget_found(lt_play *p) {
    p->listed = 0;
#if LT_RECALLED
    p->recalled = 0;
#endif
#if LT_GATHERED
    p->planes_found = 0;
#endif
}

LT_INLINE void lt_free_play(lt_play *p) {
    free(p->list.at);
    free(p->events);
#if LT_ASKS
    free(p->question.options);
    free(p->before.at);
#endif
}

LT_INLINE lt_list lt_list_in(int32_t *at, int64_t capacity, int64_t limit) {
    lt_list list = {0, 0, 0, 0, 0, 0};
    list.at = at;
    list.capacity = capacity;
    list.limit = limit;
    return list;
}

/* Returns whether to stop. */
LT_INLINE int32_t lt_listed(lt_list *list, const int32_t *decision) {
    if (list->count < list->capacity) memcpy(list->at + list->count * LT_WIDTH, decision, LT_WIDTH * sizeof(int32_t));
    if (list->wanted && memcmp(list->wanted, decision, LT_WIDTH * sizeof(int32_t)) == 0) list->found = 1;
    list->count++;
    return list->count >= list->limit || list->found;
}

/* Clear every entry that holds *token*. */
LT_INLINE void lt_forget_in(int32_t *values, int32_t count, int32_t token) {
    for (int32_t i = 0; i < count; i++)
        if (values[i] == token) values[i] = -1;
}

/* Clear a destroyed token from all events that name it. */
LT_INLINE void lt_forget_event_tokens(lt_play *p, int32_t token) {
    for (int32_t i = 0; i < p->event_count; i++)
        if (p->events[i].token == token) p->events[i].token = -1;
    if (p->params)
        for (int32_t i = 1; i < LT_WIDTH; i++)
            if (p->token_params >> i & 1 && p->params[i] == token) p->params[i] = -1;
}
