/* rooms.h: lists whose length depends on the document, where they would be too large for the stack.

   Rules nest, so only small lists go on the stack. A game that needs heap lists ("rooms") has a stop flag (LT_HALTS):
   if there is no memory, the call is stopped.

   LT_LIST is for the lists of these headers, one entry per zone or token: on the heap in games with many of them,
   which always have rooms. After it LT_NO_ROOM(name) tells whether there was no memory. */

#define LT_ON_HEAP (LT_ZONES > LT_FEW || LT_TOKENS > LT_FEW)

#if LT_ROOMS

/* Memory that is freed at the end of its block; 0 without memory, which stops the call. */
LT_SELDOM void *lt_take_room(const lt_state *s, size_t bytes) {
    void *room = malloc(bytes);
    if (!room) s->halt->why = LT_NO_MEMORY;
    return room;
}

#if defined(__GNUC__)
LT_SELDOM void lt_leave_room(void *at) {
    void *room;
    memcpy(&room, at, sizeof room);
    free(room);
}
#define LT_ROOM(type, name, count) \
    __attribute__((cleanup(lt_leave_room))) type *name = lt_take_room(s, (size_t)(count) * sizeof(type))
#else
#define LT_ROOM(type, name, count) type name[count] /* other compilers need more stack */
#endif

#endif

#if LT_ON_HEAP
#define LT_LIST LT_ROOM
#define LT_NO_ROOM(name) (!(name))
#else
#define LT_LIST(type, name, count) type name[count]
#define LT_NO_ROOM(name) 0
#endif
