/* core_sight.c: line of sight and field of view, in integers only. See core.h; sightlines.py defines their meaning. */
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "core.h"

/* Both walks return whether the line is clear. Given `cells` they ignore `opaque`, write the cells that the line
 * touches strictly between its ends (both cells of a tie or corner, with the smaller index first), and return how many
 * there are.
 */

/* Hexes: step i of n is on one cell or, at an exact tie, two. The free axis is carried as base + rest/n. */
LT_SHAPED int32_t hex_walk(const lt_map *map, const uint8_t *opaque, int32_t a, int32_t b, int32_t permissive,
                           int32_t *cells) {
    const int32_t stride = map->stride;
    const int32_t dq = b / stride - a / stride, dr = b % stride - a % stride;
    const int32_t sum = dq + dr;
    int32_t n = abs(dq), major, unit, slope;
    if (abs(dr) > n) n = abs(dr);
    if (abs(sum) > n) n = abs(sum);
    if (abs(dq) == n) {
        major = dq > 0 ? stride : -stride;
        unit = 1;
        slope = dr;
    } else if (abs(dr) == n) {
        major = dr > 0 ? 1 : -1;
        unit = stride;
        slope = dq;
    } else {
        major = sum > 0 ? 1 : -1;
        unit = stride - 1;
        slope = dq;
    }
    int32_t at = a, rest = 0, count = 0;
    for (int32_t i = 1; i < n; i++) {
        at += major;
        rest += slope;
        if (rest < 0) {
            rest += n;
            at -= unit;
        } else if (rest >= n) {
            rest -= n;
            at += unit;
        }
        if (cells) {
            if (2 * rest <= n) cells[count++] = at;
            if (2 * rest >= n) cells[count++] = at + unit;
        } else if (2 * rest < n) {
            if (opaque[at]) return 0;
        } else if (2 * rest > n) {
            if (opaque[at + unit]) return 0;
        } else if (permissive ? opaque[at] && opaque[at + unit] : opaque[at] || opaque[at + unit]) {
            return 0;
        }
    }
    return cells ? count : 1;
}

/* Squares: from border to border; `ahead` compares where the line meets the next row's and the next column's
   border. */
LT_SHAPED int32_t square_walk(const lt_map *map, const uint8_t *opaque, int32_t a, int32_t b, int32_t *cells) {
    const int32_t stride = map->stride;
    const int32_t down = b / stride - a / stride, right = b % stride - a % stride;
    const int32_t rows = abs(down), cols = abs(right);
    const int32_t south = down > 0 ? stride : -stride, east = right > 0 ? 1 : -1;
    int32_t at = a, count = 0;
    int64_t ahead = (int64_t)cols - rows;
    for (;;) {
        if (ahead == 0) {
            const int32_t corner = at + south + east;
            if (cells) {
                cells[count++] = south < east ? at + south : at + east;
                cells[count++] = south < east ? at + east : at + south;
                if (corner == b) return count;
            } else {
                if (corner == b) return !(opaque[at + south] && opaque[at + east]);
                if (opaque[at + south] && opaque[at + east]) return 0;
            }
            at += south + east;
            ahead += 2 * (int64_t)cols - 2 * (int64_t)rows;
        } else if (ahead < 0) {
            at += south;
            ahead += 2 * (int64_t)cols;
        } else {
            at += east;
            ahead -= 2 * (int64_t)rows;
        }
        if (at == b) return cells ? count : 1;
        if (cells) cells[count++] = at;
        else if (opaque[at]) return 0;
    }
}

/* Whether the line between two existing cells is clear; `opaque` has a byte per index. */
int32_t lt_clear(const lt_map *map, const uint8_t *opaque, int32_t a, int32_t b, int32_t permissive) {
    if (a == b) return 1;
    return map->hex ? hex_walk(map, opaque, a, b, permissive, NULL) : square_walk(map, opaque, a, b, NULL);
}

/* Writes the cells that the line between two existing cells touches strictly between them, in line order, both cells
 * of a tie or corner (the smaller first); returns how many, at most 2 * (rows + cols).
 */
int32_t lt_crossed(const lt_map *map, int32_t a, int32_t b, int32_t *cells) {
    if (a == b) return 0;
    return map->hex ? hex_walk(map, NULL, a, b, 0, cells) : square_walk(map, NULL, a, b, cells);
}

void lt_clears(const lt_map *map, const uint8_t *opaque, const int32_t *a, const int32_t *b, int32_t n,
               int32_t permissive, uint8_t *clear) {
    for (int32_t i = 0; i < n; i++) clear[i] = (uint8_t)lt_clear(map, opaque, a[i], b[i], permissive);
}

/* One sector of the field of view: cells origin + x*u + y*w with 0 <= y <= x, so slopes y/x from 0 to 1. */
typedef struct {
    const lt_map *map;
    const uint8_t *opaque;
    int32_t row, col;         /* of the origin, from 0, without the rim */
    int32_t u_row, u_col;     /* one x further */
    int32_t w_row, w_col;     /* one y further */
    int32_t origin, u, w;     /* the same as indices */
    int32_t strict;           /* a shadow includes its edges (hexes, conservative) */
    int32_t x, from, to;      /* the current row of cells: its y inside the map */
    int32_t low, high;        /* a cell y shades slopes (2y-1)/low .. (2y+1)/high */
} sector;

/* Narrow from .. to so that place + y*w stays in 0 .. size-1. */
static void narrow(sector *s, int32_t place, int32_t w, int32_t size) {
    if (w == 0) {
        if (place < 0 || place >= size) s->to = s->from - 1;
    } else {
        const int32_t least = w > 0 ? -place : place - size + 1, most = w > 0 ? size - 1 - place : place;
        if (least > s->from) s->from = least;
        if (most < s->to) s->to = most;
    }
}

static int is_opaque(const sector *s, int32_t x, int32_t y) {
    const int32_t row = s->row + x * s->u_row + y * s->w_row, col = s->col + x * s->u_col + y * s->w_col;
    if (row < 0 || row >= s->map->rows || col < 0 || col >= s->map->cols) return 0;
    return s->opaque[s->origin + x * s->u + y * s->w];
}

/* Whether the single slope n/d is blocked in this row though no open shadow holds it: exactly between two opaque cells
 * of a hex row, or exactly through a corner with opaque squares on both sides.
 */
static int is_pinched(const sector *s, int32_t n, int32_t d) {
    const int64_t scaled = (int64_t)n * s->high;
    if (scaled % d || !((scaled / d) & 1)) return 0;
    const int32_t y = (int32_t)((scaled / d - 1) / 2);
    return is_opaque(s, s->x, y) && is_opaque(s, s->map->hex ? s->x : s->x - 1, y + 1);
}

static int32_t keep(const sector *s, lt_gap *gaps, int32_t n, lt_gap gap) {
    const int64_t width = (int64_t)gap.bn * gap.ad - (int64_t)gap.an * gap.bd;
    if (width < 0 || (width == 0 && (s->strict || is_pinched(s, gap.bn, gap.bd)))) return n;
    gaps[n] = gap;
    return n + 1;
}

/* Look through one gap at the current row: mark what is visible, and keep what remains of the gap behind it. */
static int32_t look(const sector *s, lt_gap gap, lt_gap *kept, int32_t n, uint8_t *seen) {
    const int32_t x = s->x, strict = s->strict;
    /* The first and last cell whose shadow would touch the gap; slopes only grow, so the old estimates are lower
       bounds. */
    while (gap.y0 <= x && (int64_t)(2 * gap.y0 + 1) * gap.ad <= (int64_t)gap.an * s->high) gap.y0++;
    while (gap.y1 < x && (int64_t)(2 * gap.y1 + 1) * gap.bd < (int64_t)gap.bn * s->low) gap.y1++;
    int32_t first = gap.y0, last = gap.y1;
    if ((int64_t)first * gap.ad < (int64_t)gap.an * x + strict) first++;
    if ((int64_t)last * gap.bd > (int64_t)gap.bn * x - strict) last--;
    /* Of the cells of this row only the square on the diagonal is behind a corner that belongs to the same row. */
    if (last == x && !s->map->hex && is_pinched(s, 1, 1)) last--;
    const int32_t row = s->origin + x * s->u;
    const int32_t begin = gap.y0 > s->from ? gap.y0 : s->from, end = gap.y1 < s->to ? gap.y1 : s->to;
    const uint8_t *exists = s->map->exists;
    lt_gap rest = gap;
    for (int32_t y = begin, at = row + begin * s->w; y <= end; y++, at += s->w) {
        if (y >= first && y <= last) seen[at] = exists[at];
        if (!s->opaque[at]) continue;
        if (y > 0) n = keep(s, kept, n, (lt_gap){rest.an, rest.ad, 2 * y - 1, s->low, rest.y0, y - 1});
        rest.an = 2 * y + 1;
        rest.ad = s->high;
        rest.y0 = y;
    }
    return keep(s, kept, n, rest);
}

static void scan(sector *s, int32_t radius, lt_gap *gaps, int32_t most, uint8_t *seen) {
    lt_gap *now = gaps, *then = gaps + most;
    int32_t n = 1;
    /* Open ends are outside the sector, closed ones on its border. */
    now[0] = s->strict ? (lt_gap){-1, 1, 2, 1, 0, 0} : (lt_gap){0, 1, 1, 1, 0, 0};
    for (int32_t x = 1; x <= radius && n; x++) {
        s->x = x;
        s->from = 0;
        s->to = x;
        narrow(s, s->row + x * s->u_row, s->w_row, s->map->rows);
        narrow(s, s->col + x * s->u_col, s->w_col, s->map->cols);
        if (s->from > s->to) return; /* the map is convex: nothing further on */
        s->low = 2 * x + !s->map->hex;
        s->high = 2 * x - !s->map->hex;
        int32_t kept = 0;
        for (int32_t i = 0; i < n; i++) kept = look(s, now[i], then, kept, seen);
        lt_gap *const swap = now;
        now = then;
        then = swap;
        n = kept;
    }
}

/* (u, w) of each sector as (row, col) steps. */
static const int8_t SQUARE_SECTORS[8][4] = {{1, 0, 0, 1},  {1, 0, 0, -1},  {-1, 0, 0, 1}, {-1, 0, 0, -1},
                                            {0, 1, 1, 0},  {0, 1, -1, 0},  {0, -1, 1, 0}, {0, -1, -1, 0}};
static const int8_t HEX_SECTORS[6][4] = {{1, 0, -1, 1}, {0, 1, -1, 0},  {-1, 1, 0, -1},
                                         {-1, 0, 1, -1}, {0, -1, 1, 0}, {1, -1, 0, 1}};

/* Marks what `origin` sees within `radius` in `seen`, which is all 0. */
static void mark(const lt_map *map, const uint8_t *opaque, int32_t origin, int32_t radius, int32_t permissive,
                 lt_gap *gaps, uint8_t *seen) {
    const int32_t most = map->rows + map->cols + 4;
    if (radius > map->rows + map->cols) radius = map->rows + map->cols;
    seen[origin] = map->exists[origin];
    for (int i = 0; i < (map->hex ? 6 : 8); i++) {
        const int8_t *way = map->hex ? HEX_SECTORS[i] : SQUARE_SECTORS[i];
        sector s = {.map = map,
                    .opaque = opaque,
                    .row = origin / map->stride - 1,
                    .col = origin % map->stride - 1,
                    .u_row = way[0],
                    .u_col = way[1],
                    .w_row = way[2],
                    .w_col = way[3],
                    .origin = origin,
                    .u = way[0] * map->stride + way[1],
                    .w = way[2] * map->stride + way[3],
                    .strict = map->hex && !permissive};
        scan(&s, radius, gaps, most, seen);
    }
}

/* Resets to 0 everything that a field from `origin` with `radius` may have marked. */
static void unmark(const lt_map *map, int32_t origin, int32_t radius, uint8_t *seen) {
    const int32_t row = origin / map->stride, col = origin % map->stride;
    const int32_t top = row - 1 > radius ? row - radius : 1, left = col - 1 > radius ? col - radius : 1;
    const int32_t bottom = map->rows - row > radius ? row + radius : map->rows;
    const int32_t right = map->cols - col > radius ? col + radius : map->cols;
    for (int32_t at = top; at <= bottom; at++) memset(seen + at * map->stride + left, 0, (size_t)(right - left + 1));
}

/* Fills view->seen with what `origin` sees within `radius`. */
void lt_field(const lt_map *map, const uint8_t *opaque, lt_view *view, int32_t origin, int32_t radius,
              int32_t permissive) {
    if (view->origin >= 0) unmark(map, view->origin, view->radius, view->seen);
    mark(map, opaque, origin, radius, permissive, view->gaps, view->seen);
    view->origin = origin;
    view->radius = radius;
}

/* One field per origin; `seen` has n rows, all 0. */
void lt_fields(const lt_map *map, const uint8_t *opaque, const int32_t *origins, int32_t n, int32_t radius,
               int32_t permissive, lt_gap *gaps, uint8_t *seen) {
    const size_t size = (size_t)(map->rows + 2) * (size_t)map->stride;
    for (int32_t i = 0; i < n; i++) mark(map, opaque, origins[i], radius, permissive, gaps, seen + (size_t)i * size);
}
