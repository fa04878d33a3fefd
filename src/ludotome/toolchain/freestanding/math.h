/* math.h: the part of the C library that compiled games use, for WebAssembly, where these are instructions. */

#ifndef LT_FREESTANDING_MATH
#define LT_FREESTANDING_MATH

#define HUGE_VAL __builtin_huge_val()
#define fabs __builtin_fabs
#define sqrt __builtin_sqrt

#endif
