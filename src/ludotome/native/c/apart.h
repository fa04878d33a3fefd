/* apart.h: what C compiled apart from the games needs: faults and exported functions, as in play.h. */

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* This file may also follow a game's own C, which defines these already. */
#ifndef LT_NOTHING
#if defined(_WIN32)
#define LT_API __declspec(dllexport)
#else
#define LT_API __attribute__((visibility("default")))
#endif
/* Faults that are not the document's, as in play.h. */
enum {
    LT_OK = 0, LT_GAME_OVER = 2, LT_NO_DECISION = 10, LT_NO_MEMORY = 11, LT_SUSPENDED = 13, LT_STOPPED = 17, LT_NO_WORLD = 19,
    LT_UNTOLD = 20
};
#endif

