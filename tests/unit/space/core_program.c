/* A program over the core for the sanitizers: random maps, every entry point, and a few laws that must hold. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static uint64_t state = 88172645463325252ull;

static int32_t below(int32_t n) {
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return (int32_t)(state % (uint64_t)n);
}

static void fail(const char *law) {
    printf("broken: %s\n", law);
    exit(1);
}

/* Exactly as large as asked for, so that the sanitizer sees one byte too many. */
static void *taken(size_t size) {
    void *memory = calloc(size ? size : 1, 1);
    if (!memory) exit(2);
    return memory;
}

static const int32_t SQUARE[16] = {-1, 0, 1, 0, 0, -1, 0, 1, -1, -1, -1, 1, 1, -1, 1, 1};
static const int32_t HEX[12] = {1, 0, -1, 0, 0, 1, 0, -1, 1, -1, -1, 1};

static void round_of_questions(void) {
    const int32_t degree = (int32_t[]){4, 6, 8}[below(3)], rows = 1 + below(14), cols = 1 + below(14);
    const int32_t stride = cols + 2, count = (rows + 2) * stride, dear = 1 + below(9), ring = 32;
    const int32_t *shift = degree == 6 ? HEX : SQUARE;
    int32_t offset[8], sides[16], plain = dear == 1;
    for (int i = 0; i < degree; i++) {
        const int diagonal = degree == 8 && shift[2 * i] && shift[2 * i + 1];
        offset[i] = shift[2 * i] * stride + shift[2 * i + 1];
        sides[2 * i] = diagonal ? shift[2 * i] * stride : 0;
        sides[2 * i + 1] = diagonal ? shift[2 * i + 1] : 0;
    }
    uint8_t *mask = taken((size_t)count), *exists = taken((size_t)count), *opaque = taken((size_t)count);
    uint8_t *seen = taken((size_t)count), *clear = taken((size_t)count), *many = taken(2 * (size_t)count);
    int32_t *enter = taken(4 * (size_t)count), *leave = taken(4 * (size_t)count), *cells = taken(4 * (size_t)count);
    int32_t *first = taken(4 * (size_t)(count + 1)), *table = taken(4 * (size_t)(count * degree));
    int32_t *side_table = taken(8 * (size_t)(count * degree)), *rows_of_costs = taken(8 * (size_t)count);
    int32_t *buffers = taken(4 * (size_t)(count * 5 + ring)), *before = taken(4 * (size_t)count);
    int32_t *label = taken(4 * (size_t)count), n = 0;
    memset(mask, LT_MISSING, (size_t)count);
    for (int32_t at = 0; at < count; at++) {
        enter[at] = 1;
        const int32_t row = at / stride, col = at % stride;
        if (row < 1 || row > rows || col < 1 || col > cols || below(20) == 0) continue;
        exists[at] = 1;
        mask[at] = below(5) ? 0 : LT_WALL;
        opaque[at] = below(4) == 0;
        enter[at] = 1 + below(dear);
        leave[at] = plain ? 0 : below(dear);
        cells[n++] = at;
    }
    /* The same map as a table; what is beside a diagonal but missing squeezes nobody. */
    for (int32_t at = 0, end = 0; at < count; at++) {
        for (int i = 0; i < degree && exists[at]; i++) {
            if (!exists[at + offset[i]]) continue;
            const int32_t a = at + sides[2 * i], b = at + sides[2 * i + 1];
            const int both = sides[2 * i] && exists[a] && exists[b];
            side_table[2 * end] = both ? a : -1;
            side_table[2 * end + 1] = both ? b : -1;
            table[end++] = at + offset[i];
        }
        first[at + 1] = end;
    }
    const lt_links by_offset = {count, degree, stride, shift, offset, NULL, NULL, sides};
    const lt_links by_table = {count, 0, 0, NULL, NULL, first, table, side_table};
    const lt_ground ground = {enter, leave, mask, 2 * dear, plain};
    lt_work work = {buffers, buffers + count, buffers + 2 * count, buffers + 3 * count, buffers + 4 * count,
                    buffers + 5 * count, ring, 0};
    for (int32_t at = 0; at < count; at++) work.cost[at] = -1;
    for (int i = 0; i < 6 && n; i++) {
        const int32_t pair[2] = {cells[below(n)], cells[below(n)]}, busy[2] = {cells[below(n)], cells[below(n)]};
        const int32_t budget = below(3) ? INT32_MAX : below(12);
        if (mask[pair[0]] || mask[pair[1]]) continue;
        int32_t costs[2], one = -1, other = -1;
        const int32_t length = lt_path(&by_offset, &ground, &work, pair, 1, pair + 1, 1, busy, 2, budget, &one);
        if (length != lt_path(&by_table, &ground, &work, pair, 1, pair + 1, 1, busy, 2, budget, &other) || one != other)
            fail("a lattice and its table give the same path");
        lt_path(&by_offset, &ground, &work, pair, 2, busy, mask[busy[0]] ? 0 : 1, NULL, 0, budget, &one);
        lt_path_costs(&by_table, &ground, &work, pair, (int32_t[]){pair[1], pair[0]}, 2, budget, costs);
        lt_floods(&by_offset, &ground, &work, pair, 2, budget, rows_of_costs);
        lt_flood(&by_offset, &ground, &work, pair, 1, NULL, 0, budget);
        if (costs[0] != work.cost[pair[1]] || costs[0] != rows_of_costs[pair[1]]) fail("path and flood cost the same");
        memset(before, 0xff, 4 * (size_t)count);
        memcpy(rows_of_costs, work.cost, 4 * (size_t)count);
        lt_predecessors(&by_offset, &ground, &work, pair, 1, rows_of_costs, before);
        for (int32_t at = 0; at < count; at++)
            if ((before[at] >= 0) != (rows_of_costs[at] > 0)) fail("whatever was reached has a predecessor");
        lt_components(&by_table, &ground, label);
        lt_components(&by_offset, &ground, label);
        if (budget == INT32_MAX && (label[pair[0]] == label[pair[1]]) != (costs[0] >= 0)) fail("components are reach");
    }
    const lt_map map = {degree == 6, rows, cols, stride, exists};
    lt_gap *gaps = taken(sizeof *gaps * 2 * (size_t)(rows + cols + 4));
    lt_view view = {seen, gaps, -1, 0};
    for (int i = 0; i < 4 && n; i++) {
        const int32_t origin = cells[below(n)], permissive = below(2);
        const int32_t origins[2] = {origin, cells[below(n)]};
        lt_field(&map, opaque, &view, origins[1], below(6), permissive);
        lt_field(&map, opaque, &view, origin, rows + cols, permissive);
        lt_clears(&map, opaque, cells, cells, n, permissive, clear);
        for (int32_t k = 0; k < n; k++)
            if (seen[cells[k]] != lt_clear(&map, opaque, origin, cells[k], permissive)) fail("a field is its lines");
        memset(many, 0, 2 * (size_t)count);
        lt_fields(&map, opaque, origins, 2, rows + cols, permissive, gaps, many);
        if (memcmp(many, seen, (size_t)count)) fail("a batch of fields is single fields");
    }
    void *all[] = {mask, exists, opaque, seen, clear, many, enter, leave, cells, first, table, side_table, rows_of_costs,
                   buffers, before, label, gaps};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) free(all[i]);
}

int main(int count, char **words) {
    const int rounds = count > 1 ? atoi(words[1]) : 1;
    for (int i = 0; i < rounds; i++) round_of_questions();
    printf("%d rounds agree\n", rounds);
    return 0;
}
