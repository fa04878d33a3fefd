/* stdlib.h: the part of the C library that compiled games use, for WebAssembly without an operating system. */

#ifndef LT_FREESTANDING_STDLIB
#define LT_FREESTANDING_STDLIB

#include <stddef.h>

void *malloc(size_t bytes);
void *calloc(size_t count, size_t bytes);
void *realloc(void *block, size_t bytes);
void free(void *block);

#define abs __builtin_abs

#endif
