/* time.h: a clock for WebAssembly without an operating system. There is none, so every reading is a second later. */

#ifndef LT_FREESTANDING_TIME
#define LT_FREESTANDING_TIME

typedef long clock_t;

#define CLOCKS_PER_SEC 1000000L

static inline clock_t clock(void) {
    static clock_t now;
    return now += CLOCKS_PER_SEC;
}

#endif
