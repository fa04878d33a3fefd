/* chance.h: random numbers and hashing, with exactly the numbers of ludotome.chance.

   Everything is exact arithmetic on uint64_t. Nothing is allocated, nothing is global, nothing can fail. The Python
   modules with the same functions (mixing, generator, draws, hashing) explain why. */
#ifndef LT_CHANCE_H
#define LT_CHANCE_H

#include <stdint.h>

/* A file rarely uses all of these; clang would warn of the others. */
#if defined(__GNUC__) || defined(__clang__)
#define LT_INLINE __attribute__((unused)) static inline
#else
#define LT_INLINE static inline
#endif

#define LT_GAMMA UINT64_C(0x9E3779B97F4A7C15)
#define LT_MULTIPLIER UINT64_C(0xDA942042E4DD58B5)

/* ---- mixing ---- */

LT_INLINE uint64_t lt_mix64(uint64_t number) {
    number = (number ^ (number >> 30)) * UINT64_C(0xBF58476D1CE4E5B9);
    number = (number ^ (number >> 27)) * UINT64_C(0x94D049BB133111EB);
    return number ^ (number >> 31);
}

/* The next output of SplitMix64; *state starts as the seed. */
LT_INLINE uint64_t lt_splitmix64(uint64_t *state) {
    *state += LT_GAMMA;
    return lt_mix64(*state);
}

/* mix(seed, a, b) is lt_mix_step(lt_mix_step(lt_mix_start(seed), a), b). */
LT_INLINE uint64_t lt_mix_start(uint64_t seed) { return lt_mix64(seed + LT_GAMMA); }

LT_INLINE uint64_t lt_mix_step(uint64_t mixed, uint64_t number) { return lt_mix64(mixed ^ number); }

LT_INLINE uint64_t lt_mix1(uint64_t seed, uint64_t a) { return lt_mix_step(lt_mix_start(seed), a); }

LT_INLINE uint64_t lt_mix2(uint64_t seed, uint64_t a, uint64_t b) { return lt_mix_step(lt_mix1(seed, a), b); }

/* ---- hashing: add and subtract lt_mix…(kind, parts), then lt_finish_hash ---- */

/* Four integers, each in [0, 2^16), as one word. */
LT_INLINE uint64_t lt_pack(uint64_t a, uint64_t b, uint64_t c, uint64_t d) {
    return a | b << 16 | c << 32 | d << 48;
}

LT_INLINE uint64_t lt_finish_hash(uint64_t total) { return lt_mix64(total + LT_GAMMA); }

/* ---- generator: PCG64-DXSM ---- */

/* Define LT_NO_INT128 to multiply by hand where the compiler could do it: the tests check that the two are equal. */
#if defined(__SIZEOF_INT128__) && !defined(LT_NO_INT128)
__extension__ typedef unsigned __int128 lt_uint128;
#endif

/* Returns the low word of a * b and writes the high word. */
LT_INLINE uint64_t lt_multiply(uint64_t a, uint64_t b, uint64_t *high) {
#if defined(__SIZEOF_INT128__) && !defined(LT_NO_INT128)
    lt_uint128 product = (lt_uint128)a * b;
    *high = (uint64_t)(product >> 64);
    return (uint64_t)product;
#else
    uint64_t a_low = a & UINT32_MAX, a_high = a >> 32;
    uint64_t b_low = b & UINT32_MAX, b_high = b >> 32;
    uint64_t low = a_low * b_low;
    uint64_t middle = a_high * b_low + (low >> 32);                /* fits: (2^32-1)^2 + 2^32-1 < 2^64 */
    uint64_t other = a_low * b_high + (middle & UINT32_MAX);
    *high = a_high * b_high + (middle >> 32) + (other >> 32);
    return other << 32 | (low & UINT32_MAX);
#endif
}

typedef struct {
    uint64_t state_high, state_low;
    uint64_t increment_high, increment_low; /* odd, never changes */
} lt_generator;

LT_INLINE lt_generator lt_seed_generator(uint64_t seed) {
    lt_generator generator;
    generator.state_high = lt_splitmix64(&seed);
    generator.state_low = lt_splitmix64(&seed);
    generator.increment_high = lt_splitmix64(&seed);
    generator.increment_low = lt_splitmix64(&seed) | 1;
    return generator;
}

LT_INLINE uint64_t lt_next_word(lt_generator *generator) {
    uint64_t high = generator->state_high, low = generator->state_low;
    uint64_t word = high;
    word ^= word >> 32;
    word *= LT_MULTIPLIER;
    word ^= word >> 48;
    word *= low | 1;

    uint64_t carry;
    uint64_t next_low = lt_multiply(low, LT_MULTIPLIER, &carry) + generator->increment_low;
    carry += next_low < generator->increment_low;
    generator->state_high = high * LT_MULTIPLIER + carry + generator->increment_high;
    generator->state_low = next_low;
    return word;
}

/* ---- draws ---- */

/* Uniform in [0, n) by Lemire's method; draws no word for n = 1. The caller ensures 1 <= n <= 2^63; n = 0 gives 0. */
LT_INLINE uint64_t lt_bounded(lt_generator *generator, uint64_t n) {
    uint64_t value, low;
    if (n <= 1) return 0;
    low = lt_multiply(lt_next_word(generator), n, &value);
    if (low < n) {
        uint64_t threshold = (0 - n) % n;
        while (low < threshold) low = lt_multiply(lt_next_word(generator), n, &value);
    }
    return value;
}

LT_INLINE uint64_t lt_roll(lt_generator *generator, uint64_t sides) { return 1 + lt_bounded(generator, sides); }

/* Fisher-Yates from the last index down to 1. */
LT_INLINE void lt_shuffle(lt_generator *generator, int32_t *items, int32_t count) {
    for (int32_t last = count - 1; last > 0; last--) {
        int32_t chosen = (int32_t)lt_bounded(generator, (uint64_t)last + 1);
        int32_t item = items[last];
        items[last] = items[chosen];
        items[chosen] = item;
    }
}

#endif
