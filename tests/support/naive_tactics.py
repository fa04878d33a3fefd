"""Naive tactics: every rule as written, with fractions and dictionaries, regardless of speed.

The laws in `tests/property/tactics` compare the package with this; this module imports neither it nor `space`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from heapq import heappop, heappush
from itertools import product
from math import ceil, floor
from typing import TypeAlias

At: TypeAlias = tuple[int, int]

# In neighbour order, as (x, y): e w se nw ne sw, and n s w e nw ne sw se.
STEPS = {
    "hex": ((1, 0), (-1, 0), (0, 1), (0, -1), (1, -1), (-1, 1)),
    "square": ((0, -1), (0, 1), (-1, 0), (1, 0), (-1, -1), (1, -1), (-1, 1), (1, 1)),
}


def distance(grid: str, a: At, b: At) -> int:
    dx, dy = b[0] - a[0], b[1] - a[1]
    return (abs(dx) + abs(dy) + abs(dx + dy)) // 2 if grid == "hex" else max(abs(dx), abs(dy))


def steps_from(grid: str, here: At, is_open: Callable[[At], bool], is_wall: Callable[[At], bool]) -> Iterator[At]:
    """Yield the neighbours that can be entered, in neighbour order."""
    x, y = here
    for dx, dy in STEPS[grid]:
        squeezed = grid == "square" and dx and dy and is_wall((x + dx, y)) and is_wall((x, y + dy))
        if is_open((x + dx, y + dy)) and not squeezed:
            yield x + dx, y + dy


def step_cost(a: At, b: At, difficult: set[At]) -> int:
    return 1 + (a in difficult) + (b in difficult)


def costs_from(
    grid: str, start: At, budget: int, is_open: Callable[[At], bool], walls: set[At], difficult: set[At]
) -> dict[At, int]:
    """Return the cost of reaching each cell, up to *budget*."""
    cost = {start: 0}
    heap = [(0, start)]
    while heap:
        spent, here = heappop(heap)
        for there in steps_from(grid, here, is_open, walls.__contains__):
            price = spent + step_cost(here, there, difficult)
            if price <= budget and price < cost.get(there, budget + 1):
                cost[there] = price
                heappush(heap, (price, there))
    return cost


def smallest_way(
    grid: str, start: At, goal: At, cost: int, is_open: Callable[[At], bool], walls: set[At], difficult: set[At]
) -> tuple[At, ...] | None:
    """Return the first path of exactly *cost* in neighbour order, by trying everything in that order."""
    if start == goal:
        return (start,) if cost == 0 else None
    for there in steps_from(grid, start, is_open, walls.__contains__):
        left = cost - step_cost(start, there, difficult)
        if left >= distance(grid, there, goal):
            rest = smallest_way(grid, there, goal, left, is_open, walls, difficult)
            if rest is not None:
                return (start, *rest)
    return None


def is_seen(grid: str, a: At, b: At, opaque: set[At], policy: str) -> bool:
    return all(
        not (any if grid == "hex" and policy == "conservative" else all)(cell in opaque for cell in group)
        for group in groups_between(grid, a, b)
    )


def groups_between(grid: str, a: At, b: At) -> list[tuple[At, ...]]:
    """Return the cells that the line crosses strictly between its ends; two together if it passes between them."""
    return hex_groups(a, b) if grid == "hex" else square_groups(a, b)


def hex_groups(a: At, b: At) -> list[tuple[At, ...]]:
    """Return the hexes with the nearest centre at each of the even steps along the line."""
    n = distance("hex", a, b)
    return [_nearest_hexes(*(s + Fraction(i * (e - s), n) for s, e in zip(a, b, strict=True))) for i in range(1, n)]


def _nearest_hexes(q: Fraction, r: Fraction) -> tuple[At, ...]:
    around = product(range(floor(q) - 1, ceil(q) + 2), range(floor(r) - 1, ceil(r) + 2))
    off = {(a, b): (a - q) ** 2 + (b - r) ** 2 + (a + b - q - r) ** 2 for a, b in around}
    return tuple(sorted(cell for cell in off if off[cell] == min(off.values())))


def square_groups(a: At, b: At) -> list[tuple[At, ...]]:
    """Return the squares whose inside the line crosses, alone; those it touches at a corner, as pairs."""
    box = product(*(range(min(s, e), max(s, e) + 1) for s, e in zip(a, b, strict=True)))
    inside: list[tuple[At, ...]] = []
    corners: dict[Fraction, tuple[At, ...]] = {}
    for cell in box:
        spans = [_span(s, e, c) for s, e, c in zip(a, b, cell, strict=True)]
        enters, leaves = max(span[0] for span in spans), min(span[1] for span in spans)
        if enters < leaves and cell not in (a, b):
            inside.append((cell,))
        elif enters == leaves:
            corners[enters] = (*corners.get(enters, ()), cell)
    return inside + list(corners.values())


def _span(start: int, end: int, cell: int) -> tuple[Fraction, Fraction]:
    """Return the part of the line that is within half a cell of *cell* along one axis."""
    if start == end:
        return (Fraction(0), Fraction(1)) if start == cell else (Fraction(2), Fraction(-1))
    one, other = (Fraction(2 * cell - 2 * start + side, 2 * (end - start)) for side in (-1, 1))
    return max(Fraction(0), min(one, other)), min(Fraction(1), max(one, other))
