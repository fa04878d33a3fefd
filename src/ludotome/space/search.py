"""Search: path costs in plain Python on indices. This is the reference for `core.c`, which is fast.

Invariants:
    * costs are exact integers and do not depend on the order of exploration;
    * among the cheapest ways the one with the smallest sequence of neighbour order is taken, starts in the order given;
    * a step is possible when its end is neither a wall nor occupied, and it does not pass between two walls.

This module does not know cells or zones, only indices of a `Terrain`; `paths` is its public interface.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Sequence
from heapq import heappop, heappush

from ludotome.space.terrain import WALL, Terrain

UNLIMITED = (1 << 31) - 1


def flood(
    terrain: Terrain, sources: Sequence[int], occupied: Sequence[int], budget: int
) -> tuple[Sequence[int], Sequence[int]]:
    """Return the cost of each index from *sources* (-1: more than *budget*), and the indices reached."""
    return _spread(terrain, sources, occupied, budget, frozenset(), backward=False)


def path(
    terrain: Terrain, starts: Sequence[int], goals: Sequence[int], occupied: Sequence[int], budget: int
) -> tuple[list[int], int] | None:
    """Return the cheapest path from one of *starts* to one of *goals*, and its cost; None if it exceeds *budget*.

    The search runs backwards from the goals. The walk can then take, at each step, the first neighbour on a cheapest
    path; this gives the smallest sequence.
    """
    cost, _ = _spread(terrain, goals, occupied, budget, frozenset(starts), backward=True)
    ends = [start for start in starts if cost[start] >= 0]
    if not ends:
        return None
    here = min(ends, key=lambda start: cost[start])
    walked, total = [here], cost[here]
    while cost[here]:
        here = next(
            there
            for there in open_steps(terrain, here)
            if cost[there] >= 0 and cost[here] == terrain.leave[here] + terrain.enter[there] + cost[there]
        )
        walked.append(here)
    return walked, total


def predecessors(terrain: Terrain, sources: Sequence[int], cost: Sequence[int]) -> Sequence[int]:
    """Return the predecessor of each index on the path from *sources*; -1 for sources and unreached indices.

    The search is depth first over the edges of cheapest paths, in neighbour order: an index that can be reached through
    an earlier edge is reached through it, so each index is first met on its smallest sequence.
    """
    before = array("i", [-1]) * len(cost)
    for source in sources:
        stack = [(source, open_steps(terrain, source))]
        while stack:
            here, steps = stack[-1]
            price = cost[here] + terrain.leave[here]
            for there in steps:
                if cost[there] == price + terrain.enter[there] and before[there] < 0:
                    before[there] = here
                    stack.append((there, open_steps(terrain, there)))
                    break
            else:
                stack.pop()
    return before


def components(terrain: Terrain) -> tuple[Sequence[int], int]:
    """Return the component of each index, numbered by their first index, -1 for walls; and how many there are."""
    label = array("i", [-1]) * terrain.space.links.count
    count = 0
    for first in terrain.space.indices:
        if label[first] < 0 and not terrain.mask[first]:
            label[first], stack = count, [first]
            while stack:
                for there in open_steps(terrain, stack.pop()):
                    if label[there] < 0:
                        label[there] = count
                        stack.append(there)
            count += 1
    return label, count


def open_steps(terrain: Terrain, here: int) -> Iterator[int]:
    """Yield the indices one possible step from *here*, in neighbour order: no walls, and no step between two walls."""
    mask = terrain.mask
    for there, sides in terrain.space.links.steps(here):
        if not mask[there] and not (sides and mask[sides[0]] & mask[sides[1]] & WALL):
            yield there


def _spread(
    terrain: Terrain,
    sources: Sequence[int],
    occupied: Sequence[int],
    budget: int,
    stops: frozenset[int],
    *,
    backward: bool,
) -> tuple[Sequence[int], Sequence[int]]:
    """Run Dijkstra's search from *sources*; *stops* may be entered even if occupied, and it ends at the nearest.

    Backward, the cost of an index is that of going from it to the sources.
    """
    enter, leave, closed = terrain.enter, terrain.leave, frozenset(occupied) - stops
    cost = array("i", [-1]) * terrain.space.links.count
    heap: list[tuple[int, int]] = []
    for source in sources:
        cost[source] = 0
        heappush(heap, (0, source))
    while heap:
        spent, here = heappop(heap)
        if spent > cost[here]:
            continue
        if here in stops:
            budget = min(budget, spent)  # costs above the nearest stop no longer matter
        for there in open_steps(terrain, here):
            price = spent + (leave[there] + enter[here] if backward else leave[here] + enter[there])
            if there not in closed and price <= budget and not 0 <= cost[there] <= price:
                cost[there] = price
                heappush(heap, (price, there))
    return cost, [index for index, price in enumerate(cost) if price >= 0]
