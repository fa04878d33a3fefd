/* libc.c: memory for WebAssembly modules that import nothing.

   Each block is preceded by 16 bytes that hold its size class. Sizes are powers of two, and one and a half times
   those; a freed block waits in the list of its class for the next request of that class. The heap only grows, up to
   the maximum of the module's memory or the limit of its host; then `malloc` returns NULL, as usual.

   There are no threads: the host makes one call at a time. */

#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { LT_HEAD = 16, LT_CLASSES = 60, LT_PAGE = 65536 };

extern unsigned char __heap_base;

static void *free_blocks[LT_CLASSES];
static uintptr_t heap_top;

/* The size of the blocks of a class in bytes, including their header: 32, 48, 64, 96, 128, … */
static size_t class_bytes(uint32_t number) { return (size_t)(2 + (number & 1)) << (4 + (number >> 1)); }

static uint32_t class_of(size_t bytes) {
    uint32_t number = 0;
    while (number < LT_CLASSES - 1 && class_bytes(number) < bytes) number++;
    return number;
}

/* More room at the end of the heap; NULL where there is none. */
static void *more(size_t bytes) {
    if (!heap_top) heap_top = ((uintptr_t)&__heap_base + LT_HEAD - 1) / LT_HEAD * LT_HEAD;
    uintptr_t end = heap_top + bytes, have = (uintptr_t)__builtin_wasm_memory_size(0) * LT_PAGE;
    if (end < heap_top) return 0;
    if (end > have && __builtin_wasm_memory_grow(0, (end - have + LT_PAGE - 1) / LT_PAGE) == SIZE_MAX) return 0;
    void *made = (void *)heap_top;
    heap_top = end;
    return made;
}

void *malloc(size_t bytes) {
    if (bytes > SIZE_MAX / 4) return 0;
    uint32_t number = class_of(bytes + LT_HEAD);
    unsigned char *made = free_blocks[number];
    if (made) free_blocks[number] = *(void **)(made + LT_HEAD);
    else if (!(made = more(class_bytes(number)))) return 0;
    *(uint32_t *)made = number;
    return made + LT_HEAD;
}

void free(void *block) {
    if (!block) return;
    unsigned char *made = (unsigned char *)block - LT_HEAD;
    uint32_t number = *(uint32_t *)made;
    *(void **)block = free_blocks[number];
    free_blocks[number] = made;
}

void *calloc(size_t count, size_t bytes) {
    if (bytes && count > SIZE_MAX / bytes) return 0;
    void *made = malloc(count * bytes);
    if (made) memset(made, 0, count * bytes);
    return made;
}

void *realloc(void *block, size_t bytes) {
    if (!block) return malloc(bytes);
    size_t have = class_bytes(*(uint32_t *)((unsigned char *)block - LT_HEAD)) - LT_HEAD;
    if (bytes <= have) return block;
    void *made = malloc(bytes);
    if (!made) return 0;
    memcpy(made, block, have);
    free(block);
    return made;
}

/* With bulk memory each of these is one instruction, not a call of itself. */
void *memcpy(void *to, const void *from, size_t bytes) { return __builtin_memcpy(to, from, bytes); }
void *memmove(void *to, const void *from, size_t bytes) { return __builtin_memmove(to, from, bytes); }
void *memset(void *to, int byte, size_t bytes) { return __builtin_memset(to, byte, bytes); }

__attribute__((no_builtin)) int memcmp(const void *one, const void *other, size_t bytes) {
    const unsigned char *a = one, *b = other;
    for (; bytes; bytes--, a++, b++)
        if (*a != *b) return *a < *b ? -1 : 1;
    return 0;
}
