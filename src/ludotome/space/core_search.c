/* core_search.c: floods, paths, predecessors and components. See core.h; search.py defines their meaning. */
#include <stddef.h>
#include <string.h>

#include "core.h"

/* An occupied cell looks as if it had already been reached, so no step enters or leaves it. */
#define LT_CLOSED INT32_MAX

LT_SHAPED int32_t first_step(const lt_links *links, int32_t here, int lattice) {
    return lattice ? 0 : links->first[here];
}

LT_SHAPED int32_t end_step(const lt_links *links, int32_t here, int lattice, int degree) {
    return lattice ? degree : links->first[here + 1];
}

LT_SHAPED int32_t step_to(const lt_links *links, int32_t here, int32_t step, int lattice) {
    return lattice ? here + links->offset[step] : links->table[step];
}

/* Whether the step passes diagonally between two walls. */
LT_SHAPED int squeezed(const lt_links *links, const uint8_t *mask, int32_t here, int32_t step, int lattice) {
    const int32_t *sides = links->sides + 2 * step;
    if (lattice) return sides[0] && (mask[here + sides[0]] & mask[here + sides[1]] & LT_WALL);
    return sides[0] >= 0 && (mask[sides[0]] & mask[sides[1]] & LT_WALL);
}

static void clear_work(lt_work *work) {
    for (int32_t i = 0; i < work->touched; i++) work->cost[work->reached[i]] = -1;
    work->touched = 0;
}

/* Breadth first: every step costs 1, so `reached` itself is the queue. Ends as soon as `stop` is reached. */
LT_SHAPED int32_t spread_plain(const lt_links *links, const uint8_t *mask, lt_work *work, int32_t budget, int32_t stop,
                               const int32_t *stops, int32_t n_stops, int lattice, int degree, int diagonals) {
    int32_t *const cost = work->cost, *const queue = work->reached;
    int32_t tail = work->touched, level_end = tail, spent = 1;
    for (int32_t at = 0; at < tail; at++) {
        if (at == level_end) {
            for (int32_t i = 0; i < n_stops; i++)
                if (cost[stops[i]] >= 0) return tail;
            level_end = tail;
            spent++;
        }
        if (spent > budget) break;
        const int32_t here = queue[at], end = end_step(links, here, lattice, degree);
        for (int32_t step = first_step(links, here, lattice); step < end; step++) {
            const int32_t there = step_to(links, here, step, lattice);
            if (cost[there] >= 0 || mask[there]) continue;
            if (diagonals && squeezed(links, mask, here, step, lattice)) continue;
            cost[there] = spent;
            queue[tail++] = there;
            if (there == stop) return tail;
        }
    }
    return tail;
}

/* A lower bound on the distance between two cells of a lattice, in steps. */
LT_SHAPED int32_t steps_apart(int32_t rows, int32_t cols, int degree) {
    const int32_t down = rows < 0 ? -rows : rows, right = cols < 0 ? -cols : cols;
    if (degree == 4) return down + right;
    if (degree == 8) return down > right ? down : right;
    const int32_t sum = rows + cols < 0 ? -(rows + cols) : rows + cols;
    const int32_t most = down > right ? down : right;
    return sum > most ? sum : most;
}

/* A* towards one stop over a lattice where every step costs 1. A step changes cost + remaining distance by 0, 1 or 2,
 * so three stacks serve as the queue. The search continues until every cell on a shortest path has its cost: the walk
 * chooses among all of them. A cell may be pushed again with a lower sum; the older entry is skipped when its sum no
 * longer matches.
 */
LT_SHAPED int32_t spread_towards(const lt_links *links, const uint8_t *mask, lt_work *work, int32_t budget, int32_t stop,
                                 int degree, int diagonals) {
    int32_t *const cost = work->cost;
    int32_t *stack[3] = {work->next, work->path, work->spare};
    int32_t size[3] = {0, 0, 0}, shift[16];
    const int32_t stride = links->stride, stop_row = stop / stride, stop_col = stop % stride;
    int32_t tail = work->touched, sum = INT32_MAX;
    for (int step = 0; step < 2 * degree; step++) shift[step] = links->shift[step];
    for (int32_t i = 0; i < tail; i++) {
        const int32_t at = work->reached[i];
        const int32_t away = steps_apart(at / stride - stop_row, at % stride - stop_col, degree);
        if (away < sum) sum = away;
    }
    /* Several goals may start with sums too far apart for three stacks: then plain breadth-first search is as good. */
    for (int32_t i = 0; i < tail; i++) {
        const int32_t at = work->reached[i];
        const int32_t away = steps_apart(at / stride - stop_row, at % stride - stop_col, degree);
        if (away > sum + 2) return -1;
        stack[away - sum][size[away - sum]++] = at;
    }
    for (; sum <= budget; sum++) {
        while (size[0]) {
            const int32_t here = stack[0][--size[0]];
            const int32_t row = here / stride - stop_row, col = here % stride - stop_col, spent = cost[here] + 1;
            if (cost[here] + steps_apart(row, col, degree) != sum) continue;
            for (int step = 0; step < degree; step++) {
                const int32_t there = here + links->offset[step], old = cost[there];
                if (mask[there] || (old >= 0 && old <= spent) || old == LT_CLOSED) continue;
                if (diagonals && squeezed(links, mask, here, step, 1)) continue;
                const int32_t left = steps_apart(row + shift[2 * step], col + shift[2 * step + 1], degree);
                const int32_t later = spent + left - sum;
                if (spent + left > budget) continue;
                if (old < 0) work->reached[tail++] = there;
                cost[there] = spent;
                stack[later][size[later]++] = there;
            }
        }
        if (cost[stop] >= 0 && cost[stop] <= sum) break; /* all sums up to that of the stop are done */
        if (!(size[1] | size[2])) break;
        int32_t *const emptied = stack[0];
        stack[0] = stack[1], size[0] = size[1];
        stack[1] = stack[2], size[1] = size[2];
        stack[2] = emptied, size[2] = 0;
    }
    return tail;
}

/* Dial's buckets, by the cost at which a cell is left. A step costs `in` of its target and `out` of its source, so the
 * first cell to be left gives its neighbours their final cost: each cell is pushed once.
 */
LT_SHAPED int32_t spread_costly(const lt_links *links, const uint8_t *mask, const int32_t *in, const int32_t *out,
                                lt_work *work, int32_t budget, int32_t stop, const int32_t *stops, int32_t n_stops,
                                int lattice, int degree, int diagonals) {
    int32_t *const cost = work->cost, *const next = work->next, *const head = work->head;
    const int32_t ring = work->ring - 1;
    int32_t tail = work->touched, pending = tail;
    for (int32_t i = 0; i < work->ring; i++) head[i] = -1;
    for (int32_t i = 0; i < tail; i++) {
        const int32_t source = work->reached[i], bucket = out[source] & ring;
        next[source] = head[bucket];
        head[bucket] = source;
    }
    for (int32_t leaving = 0; pending && leaving <= budget; leaving++) {
        int32_t here = head[leaving & ring];
        head[leaving & ring] = -1;
        for (; here >= 0; here = next[here]) {
            pending--;
            const int32_t end = end_step(links, here, lattice, degree);
            for (int32_t step = first_step(links, here, lattice); step < end; step++) {
                const int32_t there = step_to(links, here, step, lattice);
                if (cost[there] >= 0 || mask[there]) continue;
                const int32_t price = leaving + in[there];
                if (price > budget || (diagonals && squeezed(links, mask, here, step, lattice))) continue;
                const int32_t bucket = (price + out[there]) & ring;
                cost[there] = price;
                work->reached[tail++] = there;
                if (there == stop) return tail;
                next[there] = head[bucket];
                head[bucket] = there;
                pending++;
            }
        }
        for (int32_t i = 0; i < n_stops; i++) {
            const int32_t found = cost[stops[i]];
            if (found >= 0 && found < budget) budget = found; /* higher costs no longer matter */
        }
    }
    return tail;
}

LT_SHAPED int32_t spread_over(const lt_links *links, const lt_ground *ground, lt_work *work, int32_t budget,
                              const int32_t *stops, int32_t n_stops, int backward, int lattice, int degree,
                              int diagonals) {
    const int32_t stop = n_stops == 1 ? stops[0] : -1;
    const int32_t several = n_stops > 1 ? n_stops : 0;
    if (ground->plain && lattice && stop >= 0) {
        const int32_t tail = spread_towards(links, ground->mask, work, budget, stop, degree, diagonals);
        if (tail >= 0) return tail;
    }
    if (ground->plain)
        return spread_plain(links, ground->mask, work, budget, stop, stops, several, lattice, degree, diagonals);
    return spread_costly(links, ground->mask, backward ? ground->leave : ground->enter,
                         backward ? ground->enter : ground->leave, work, budget, stop, stops, several, lattice, degree,
                         diagonals);
}

/* Spread from `sources`; the four shapes are written out so that the compiler unrolls each. */
static void spread(const lt_links *links, const lt_ground *ground, lt_work *work, const int32_t *sources,
                   int32_t n_sources, const int32_t *occupied, int32_t n_occupied, const int32_t *stops, int32_t n_stops,
                   int32_t budget, int backward) {
    int32_t *const cost = work->cost;
    clear_work(work);
    for (int32_t i = 0; i < n_sources; i++)
        if (cost[sources[i]] < 0) {
            cost[sources[i]] = 0;
            work->reached[work->touched++] = sources[i];
        }
    for (int32_t i = 0; i < n_occupied; i++)
        if (cost[occupied[i]] < 0) cost[occupied[i]] = LT_CLOSED;
    int met = 0; /* a stop that is itself a source ends the search before it begins */
    for (int32_t i = 0; i < n_stops; i++) {
        if (cost[stops[i]] == LT_CLOSED) cost[stops[i]] = -1; /* the mover's own cell does not block it */
        met |= cost[stops[i]] == 0;
    }
    if (!met) {
        int32_t tail;
        if (!links->offset)
            tail = links->sides ? spread_over(links, ground, work, budget, stops, n_stops, backward, 0, 0, 1)
                                : spread_over(links, ground, work, budget, stops, n_stops, backward, 0, 0, 0);
        else if (links->degree == 8)
            tail = spread_over(links, ground, work, budget, stops, n_stops, backward, 1, 8, 1);
        else if (links->degree == 6)
            tail = spread_over(links, ground, work, budget, stops, n_stops, backward, 1, 6, 0);
        else
            tail = spread_over(links, ground, work, budget, stops, n_stops, backward, 1, 4, 0);
        work->touched = tail;
    }
    for (int32_t i = 0; i < n_occupied; i++)
        if (cost[occupied[i]] == LT_CLOSED) cost[occupied[i]] = -1;
}

/* Fills work->cost and work->reached; returns how many were reached. */
int32_t lt_flood(const lt_links *links, const lt_ground *ground, lt_work *work, const int32_t *sources, int32_t n_sources,
                 const int32_t *occupied, int32_t n_occupied, int32_t budget) {
    spread(links, ground, work, sources, n_sources, occupied, n_occupied, NULL, 0, budget, 0);
    return work->touched;
}

/* The first step of `here` on a cheapest path; costs are those to the goals. */
static int32_t best_step(const lt_links *links, const lt_ground *ground, const int32_t *cost, int32_t here) {
    const int lattice = links->offset != NULL;
    const int32_t end = end_step(links, here, lattice, links->degree), left = cost[here] - ground->leave[here];
    for (int32_t step = first_step(links, here, lattice); step < end; step++) {
        const int32_t there = step_to(links, here, step, lattice);
        if (cost[there] < 0 || ground->mask[there] || cost[there] + ground->enter[there] != left) continue;
        if (links->sides && squeezed(links, ground->mask, here, step, lattice)) continue;
        return there;
    }
    return -1;
}

/* The start nearest to the goals, the earliest in a tie; -1 when none was reached. */
static int32_t nearest_start(const int32_t *cost, const int32_t *starts, int32_t n_starts) {
    int32_t best = -1;
    for (int32_t i = 0; i < n_starts; i++)
        if (cost[starts[i]] >= 0 && (best < 0 || cost[starts[i]] < cost[best])) best = starts[i];
    return best;
}

/* Writes the path into work->path and its cost into *cost; returns its number of cells, 0 when there is none. */
int32_t lt_path(const lt_links *links, const lt_ground *ground, lt_work *work, const int32_t *starts, int32_t n_starts,
                const int32_t *goals, int32_t n_goals, const int32_t *occupied, int32_t n_occupied, int32_t budget,
                int32_t *cost) {
    spread(links, ground, work, goals, n_goals, occupied, n_occupied, starts, n_starts, budget, 1);
    int32_t here = nearest_start(work->cost, starts, n_starts), length = 0;
    if (here < 0) return 0;
    *cost = work->cost[here];
    work->path[length++] = here;
    while (work->cost[here] > 0) {
        here = best_step(links, ground, work->cost, here);
        if (here < 0) return 0; /* cannot be: a cost above 0 came from a neighbour */
        work->path[length++] = here;
    }
    return length;
}

/* The cost of the path from starts[i] to goals[i] for each of n pairs, -1 where there is none within the budget. */
void lt_path_costs(const lt_links *links, const lt_ground *ground, lt_work *work, const int32_t *starts,
                   const int32_t *goals, int32_t n, int32_t budget, int32_t *costs) {
    for (int32_t i = 0; i < n; i++) {
        spread(links, ground, work, goals + i, 1, NULL, 0, starts + i, 1, budget, 1);
        costs[i] = work->cost[starts[i]];
    }
}

/* One flood per source; costs has n rows of links->count. */
void lt_floods(const lt_links *links, const lt_ground *ground, lt_work *work, const int32_t *sources, int32_t n,
               int32_t budget, int32_t *costs) {
    for (int32_t i = 0; i < n; i++) {
        lt_flood(links, ground, work, sources + i, 1, NULL, 0, budget);
        memcpy(costs + (size_t)i * (size_t)links->count, work->cost, (size_t)links->count * sizeof *costs);
    }
}

/* Depth first over the steps of cheapest paths. `cost` is a finished flood from `sources`; `before` is all -1 and gets
 * the index before each one. Uses work->next as the stack and work->path for the step at which each waits.
 */
LT_SHAPED void predecessors_over(const lt_links *links, const lt_ground *ground, lt_work *work, const int32_t *sources,
                                 int32_t n_sources, const int32_t *cost, int32_t *before, int lattice, int degree,
                                 int diagonals) {
    int32_t *const stack = work->next, *const waiting = work->path;
    const int32_t *const enter = ground->enter, *const leave = ground->leave;
    for (int32_t i = 0; i < n_sources; i++) {
        int32_t depth = 0, here = sources[i], step = first_step(links, here, lattice);
        int32_t end = end_step(links, here, lattice, degree), price = cost[here] + leave[here];
        for (;;) {
            for (; step < end; step++) {
                const int32_t there = step_to(links, here, step, lattice);
                /* A cell that was reached is not a wall; cost -1 never equals a price. */
                if (cost[there] != price + enter[there] || before[there] >= 0) continue;
                if (diagonals && squeezed(links, ground->mask, here, step, lattice)) continue;
                before[there] = here;
                stack[depth] = here;
                waiting[depth++] = step + 1;
                here = there;
                price = cost[here] + leave[here];
                step = first_step(links, here, lattice) - 1; /* the loop adds one */
                end = end_step(links, here, lattice, degree);
            }
            if (!depth) break;
            here = stack[--depth];
            step = waiting[depth];
            end = end_step(links, here, lattice, degree);
            price = cost[here] + leave[here];
        }
    }
}

void lt_predecessors(const lt_links *links, const lt_ground *ground, lt_work *work, const int32_t *sources,
                     int32_t n_sources, const int32_t *cost, int32_t *before) {
    if (!links->offset)
        predecessors_over(links, ground, work, sources, n_sources, cost, before, 0, 0, links->sides != NULL);
    else if (links->degree == 8)
        predecessors_over(links, ground, work, sources, n_sources, cost, before, 1, 8, 1);
    else if (links->degree == 6)
        predecessors_over(links, ground, work, sources, n_sources, cost, before, 1, 6, 0);
    else
        predecessors_over(links, ground, work, sources, n_sources, cost, before, 1, 4, 0);
}

static int32_t root_of(int32_t *parent, int32_t at) {
    while (parent[at] != at) at = parent[at] = parent[parent[at]];
    return at;
}

/* Joins the sets of two cells under the smaller root. */
static void join(int32_t *parent, int32_t a, int32_t b) {
    const int32_t one = root_of(parent, a), other = root_of(parent, b);
    if (one < other)
        parent[other] = one;
    else
        parent[one] = other;
}

/* A cell joins the open neighbours before it. */
static void join_table(const lt_links *links, const uint8_t *mask, int32_t *parent) {
    for (int32_t here = 0; here < links->count; here++) {
        parent[here] = mask[here] ? -1 : here;
        if (mask[here]) continue;
        for (int32_t step = links->first[here]; step < links->first[here + 1]; step++) {
            const int32_t there = links->table[step];
            if (there >= here || mask[there]) continue;
            if (links->sides && squeezed(links, mask, here, step, 0)) continue;
            join(parent, here, there);
        }
    }
}

/* The same over a lattice, where most of those neighbours already touch each other: joining one joins all that touch
 * it. `degree` is 4, 6 (rows are q, columns r) or 8.
 */
LT_SHAPED void join_lattice(const lt_links *links, const uint8_t *mask, int32_t *parent, int degree) {
    const int32_t stride = links->stride;
    for (int32_t here = 0; here < stride; here++) parent[here] = -1;
    for (int32_t here = stride; here < links->count; here++) {
        if (mask[here]) {
            parent[here] = -1;
            continue;
        }
        const int32_t up = here - stride, left = here - 1, beside = up + 1;
        if (!mask[up]) {
            parent[here] = parent[up]; /* the cell above touches those beside it, and on hexes the left one; the left
                                          square was joined from there */
            if (degree == 4 && !mask[left]) join(parent, here, left);
            continue;
        }
        parent[here] = mask[left] ? here : parent[left];
        if (degree == 6 && !mask[beside]) join(parent, here, beside);
        if (degree == 8) {
            if (!mask[beside] && !(mask[up] & mask[here + 1] & LT_WALL)) join(parent, here, beside);
            if (mask[left] && !mask[up - 1] && !(mask[up] & mask[left] & LT_WALL)) join(parent, here, up - 1);
        }
    }
}

/* Roots get numbers in index order, and all others the number of their root. */
static int32_t number_roots(int32_t *label, int32_t size) {
    int32_t count = 0;
    /* A parent comes before its children, so when a child is met its parent already holds the number of their root. */
    for (int32_t here = 0; here < size; here++)
        if (label[here] >= 0) label[here] = label[here] == here ? count++ : label[label[here]];
    return count;
}

/* Writes the component of every index, numbered by first index; -1 for cells that cannot be entered. Returns how many
   there are. */
int32_t lt_components(const lt_links *links, const lt_ground *ground, int32_t *label) {
    if (!links->offset)
        join_table(links, ground->mask, label);
    else if (links->degree == 8)
        join_lattice(links, ground->mask, label, 8);
    else if (links->degree == 6)
        join_lattice(links, ground->mask, label, 6);
    else
        join_lattice(links, ground->mask, label, 4);
    return number_roots(label, links->count);
}
