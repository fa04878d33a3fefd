/* string.h: the part of the C library that compiled games use, for WebAssembly without an operating system. */

#ifndef LT_FREESTANDING_STRING
#define LT_FREESTANDING_STRING

#include <stddef.h>

void *memcpy(void *to, const void *from, size_t bytes);
void *memmove(void *to, const void *from, size_t bytes);
void *memset(void *to, int byte, size_t bytes);
int memcmp(const void *one, const void *other, size_t bytes);

#endif
