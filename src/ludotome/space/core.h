/* core.h: the searches and sight of `ludotome.space`, on plain indices. `search.py` and `sightlines.py` define their
 * meaning.
 *
 * Nothing here allocates, and only the caller's `lt_work` and `lt_view` are kept between calls. All indices given must
 * be in 0 .. count-1; the Python side checks them.
 */
#ifndef LUDOTOME_SPACE_CORE_H
#define LUDOTOME_SPACE_CORE_H

#include <stdint.h>

/* For functions that are compiled separately for each constant shape they are called with. */
#if defined(__GNUC__) || defined(__clang__)
#define LT_SHAPED static inline __attribute__((always_inline))
#else
#define LT_SHAPED static inline
#endif

/* Bits of a terrain's mask: no step enters a cell where any is set; only a wall blocks a diagonal step beside it. */
enum { LT_MISSING = 1, LT_WALL = 2 };

/* Which cells are linked. A lattice: `degree` offsets, the same for every index. A table: the neighbours of index i
 * are table[first[i]] .. table[first[i + 1] - 1]. `sides` holds two entries per offset or table entry, the cells
 * beside a diagonal step (0 0 in a lattice, -1 -1 in a table: no diagonal), or is NULL. `shift` is each offset as two
 * numbers, rows and columns of `stride` indices.
 */
typedef struct {
    int32_t count;
    int32_t degree;
    int32_t stride;
    const int32_t *shift;
    const int32_t *offset;
    const int32_t *first;
    const int32_t *table;
    const int32_t *sides;
} lt_links;

/* What a step costs: enter[to] + leave[from], at most `dearest`; `plain` means that all steps cost 1. */
typedef struct {
    const int32_t *enter;
    const int32_t *leave;
    const uint8_t *mask;
    int32_t dearest;
    int32_t plain;
} lt_ground;

/* Memory of one search. Between searches the cost is -1 everywhere except at reached[0 .. touched-1], so that the next
 * search clears only what this one touched. `head` has `ring` entries, a power of two greater than `dearest`.
 */
typedef struct {
    int32_t *cost;
    int32_t *reached;
    int32_t *next;
    int32_t *path;
    int32_t *spare;
    int32_t *head;
    int32_t ring;
    int32_t touched;
} lt_work;

/* A map for sight: the inner rows x cols box of a flat array with a border one cell wide; hex axes are (row, col) =
   (q, r). */
typedef struct {
    int32_t hex;
    int32_t rows;
    int32_t cols;
    int32_t stride;
    const uint8_t *exists;
} lt_map;

/* One range of slopes a .. b that is still visible, with estimates (never too high) of its first and last cell. */
typedef struct {
    int32_t an, ad, bn, bd, y0, y1;
} lt_gap;

/* Memory of one field of view. Between calls `seen` is 0 everywhere except where the field from `origin` with `radius`
 * may have marked it (origin -1: nowhere), so that the next call clears only that. `gaps` holds 2 * (rows + cols + 4).
 */
typedef struct {
    uint8_t *seen;
    lt_gap *gaps;
    int32_t origin;
    int32_t radius;
} lt_view;

int32_t lt_flood(const lt_links *links, const lt_ground *ground, lt_work *work, const int32_t *sources, int32_t n_sources,
                 const int32_t *occupied, int32_t n_occupied, int32_t budget);
int32_t lt_path(const lt_links *links, const lt_ground *ground, lt_work *work, const int32_t *starts, int32_t n_starts,
                const int32_t *goals, int32_t n_goals, const int32_t *occupied, int32_t n_occupied, int32_t budget,
                int32_t *cost);
void lt_path_costs(const lt_links *links, const lt_ground *ground, lt_work *work, const int32_t *starts,
                   const int32_t *goals, int32_t n, int32_t budget, int32_t *costs);
void lt_floods(const lt_links *links, const lt_ground *ground, lt_work *work, const int32_t *sources, int32_t n,
               int32_t budget, int32_t *costs);
void lt_predecessors(const lt_links *links, const lt_ground *ground, lt_work *work, const int32_t *sources,
                     int32_t n_sources, const int32_t *cost, int32_t *before);
int32_t lt_components(const lt_links *links, const lt_ground *ground, int32_t *label);
int32_t lt_clear(const lt_map *map, const uint8_t *opaque, int32_t a, int32_t b, int32_t permissive);
int32_t lt_crossed(const lt_map *map, int32_t a, int32_t b, int32_t *cells);
void lt_clears(const lt_map *map, const uint8_t *opaque, const int32_t *a, const int32_t *b, int32_t n,
               int32_t permissive, uint8_t *clear);
void lt_field(const lt_map *map, const uint8_t *opaque, lt_view *view, int32_t origin, int32_t radius,
              int32_t permissive);
void lt_fields(const lt_map *map, const uint8_t *opaque, const int32_t *origins, int32_t n, int32_t radius,
               int32_t permissive, lt_gap *gaps, uint8_t *seen);

#endif
