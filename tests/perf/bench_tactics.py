"""The time of tactical queries, compared with a straightforward implementation in plain Python."""

from __future__ import annotations

import random
import statistics
import time
from collections.abc import Callable
from heapq import heappop, heappush
from typing import Any

from ludotome.tactics import (
    CharacterToken,
    GridType,
    MapItem,
    MapState,
    Position,
    build_item_position_map,
    build_wall_map,
    can_target,
    find_path,
    get_reachable_positions,
    get_visible_positions,
    has_line_of_sight,
)

HEX = GridType.HEX
STEPS = ((1, 0), (-1, 0), (0, 1), (0, -1), (1, -1), (-1, 1))
RADIUS, ROUNDS = 30, 7


class Naive:
    """The first version one would write: string keys, floating-point lines, a heap, a path stored with every cell."""

    def __init__(self, state: MapState) -> None:
        types = {"wall": "walls", "table": "walls", "difficult": "difficult"}
        self.walls, self.difficult, self.opaque, self.cover = set(), set(), set(), set()
        for item in state.items:
            if item.type in types:
                getattr(self, types[item.type]).add(key(*item.position))
            if item.type in ("table", "difficult"):
                self.cover.add(key(*item.position))
            if item.type in ("wall", "smoke"):
                self.opaque.add(key(*item.position))
        self.people = {key(*who.position) for who in state.characters}

    def steps(self, x: int, y: int) -> list[tuple[int, int, int]]:
        here = key(x, y) in self.difficult
        found = []
        for dx, dy in STEPS:
            there = key(x + dx, y + dy)
            if (
                steps_between((0, 0), (x + dx, y + dy)) <= RADIUS
                and there not in self.walls
                and there not in self.people
            ):
                found.append((x + dx, y + dy, 1 + here + (there in self.difficult)))
        return found

    def reach(self, start: Position, budget: int) -> dict[str, tuple[int, list[tuple[int, int]]]]:
        found = {key(*start): (0, [tuple(start)])}
        heap = [(0, tuple(start))]
        while heap:
            cost, at = heappop(heap)
            for x, y, price in self.steps(*at):
                spent = cost + price
                if spent <= budget and spent < found.get(key(x, y), (budget + 1,))[0]:
                    found[key(x, y)] = (spent, [*found[key(*at)][1], (x, y)])
                    heappush(heap, (spent, (x, y)))
        return found

    def path(self, start: Position, goal: Position, budget: int) -> list[tuple[int, int]] | None:
        best = {tuple(start): (0, [tuple(start)])}
        heap = [(steps_between(start, goal), 0, tuple(start))]
        while heap:
            _, cost, at = heappop(heap)
            if at == tuple(goal):
                return best[at][1]
            for x, y, price in self.steps(*at):
                spent = cost + price
                if spent <= budget and spent < best.get((x, y), (budget + 1,))[0]:
                    best[x, y] = (spent, [*best[at][1], (x, y)])
                    heappush(heap, (spent + steps_between((x, y), goal), spent, (x, y)))
        return None

    def is_seen(self, a: Position, b: Position) -> bool:
        return all(key(*at) not in self.opaque for nudge in (1e-6, -1e-6) for at in line(a, b, nudge)[1:-1])

    def can_target(self, a: Position, b: Position, range_: int) -> tuple[bool, bool, bool]:
        is_seen = self.is_seen(a, b)
        lines = [at for nudge in (1e-6, -1e-6) for at in line(a, b, nudge)[1:-1]]
        covered = is_seen and any(key(*at) in self.cover and steps_between(at, b) == 1 for at in lines)
        return steps_between(a, b) <= range_, is_seen, covered

    def visible(self, a: Position, radius: int) -> set[str]:
        near = ((a.x + dx, a.y + dy) for dx in range(-radius, radius + 1) for dy in range(-radius, radius + 1))
        return {
            key(*at)
            for at in near
            if steps_between(a, at) <= radius and steps_between((0, 0), at) <= RADIUS and self.is_seen(a, Position(*at))
        }


def key(x: int, y: int) -> str:
    return f"{x},{y}"


def steps_between(a: tuple[int, int], b: tuple[int, int]) -> int:
    dx, dy = b[0] - a[0], b[1] - a[1]
    return max(abs(dx), abs(dy), abs(dx + dy))


def line(a: tuple[int, int], b: tuple[int, int], nudge: float) -> list[tuple[int, int]]:
    """Return the line by interpolation and cube rounding, slightly shifted to one side."""
    n = steps_between(a, b)
    cells = []
    for i in range(n + 1):
        q = a[0] + (b[0] - a[0]) * i / max(n, 1) + nudge
        r = a[1] + (b[1] - a[1]) * i / max(n, 1) + 2 * nudge
        x, y, z = round(q), round(r), round(-q - r)
        off = abs(x - q), abs(y - r), abs(z + q + r)
        if off[0] > off[1] and off[0] > off[2]:
            x = -y - z
        elif off[1] > off[2]:
            y = -x - z
        cells.append((x, y))
    return cells


def scene() -> MapState:
    rng = random.Random(7)
    cells = [(q, r) for q in range(-RADIUS, RADIUS + 1) for r in range(-RADIUS, RADIUS + 1) if abs(q + r) <= RADIUS]
    types = ("wall", "wall", "table", "difficult", "smoke")
    items = [MapItem(f"i{i}", rng.choice(types), at) for i, at in enumerate(rng.sample(cells, len(cells) // 8))]
    people = [CharacterToken(f"c{i}", at) for i, at in enumerate(rng.sample(cells, 20))]
    return MapState(items, people, bounds=RADIUS)


def timed(work: Callable[[], object]) -> float:
    started = time.perf_counter()
    work()
    return time.perf_counter() - started


def row(job: str, count: int, ours: Callable[[], object], theirs: Callable[[], object]) -> dict[str, Any]:
    """Return one row: the medians of interleaved rounds, per query."""
    times = [(timed(ours) / count, timed(theirs) / count) for _ in range(ROUNDS)]
    mine, peer = (statistics.median(column) for column in zip(*times, strict=True))
    return {"job": job, "ours": mine, "peer name": "plain Python", "peer": peer, "ratio": peer / mine}


def bench() -> list[dict[str, Any]]:
    """Return a row per query on a hex map of radius 30 with an eighth of the cells occupied; results are compared
    first.
    """
    state, rng = scene(), random.Random(8)
    walls, items, naive = build_wall_map(state, HEX), build_item_position_map(state), Naive(state)
    cells = [(q, r) for q in range(-RADIUS, RADIUS + 1) for r in range(-RADIUS, RADIUS + 1) if abs(q + r) <= RADIUS]
    free = [Position(*at) for at in cells if key(*at) not in walls and key(*at) not in naive.people]
    starts = rng.sample(free, 40)
    pairs = [(a, b) for a, b in zip(rng.choices(free, k=900), rng.choices(free, k=900), strict=True) if steps_between(a, b) <= 20]  # noqa: E501  # fmt: skip
    ends = pairs[:60]

    for a, b in pairs:
        assert has_line_of_sight(a, b, walls, items, HEX).clear == naive.is_seen(a, b), (a, b)
        told = can_target(a, b, 15, walls, items, HEX)
        assert (told.in_range, told.has_los, told.has_cover) == naive.can_target(a, b, 15), (a, b)
    for a in starts:
        reach = get_reachable_positions(a, 8, walls, state, HEX)
        assert {name: cell.distance for name, cell in reach.items()} == {k: v[0] for k, v in naive.reach(a, 8).items()}
        assert get_visible_positions(a, 12, walls, items, HEX) == naive.visible(a, 12)
    for a, b in ends:
        found, theirs = find_path(a, b, walls, state, HEX, 30), naive.path(a, b, 30)
        assert (found is None) == (theirs is None)

    def paths_of_reach() -> None:
        for a in starts:
            for cell in get_reachable_positions(a, 8, walls, state, HEX).values():
                assert cell.path

    return [
        row(
            "line of sight, up to 20",
            len(pairs),
            lambda: [has_line_of_sight(a, b, walls, items, HEX) for a, b in pairs],
            lambda: [naive.is_seen(a, b) for a, b in pairs],
        ),
        row(
            "can target: range, sight and cover",
            len(pairs),
            lambda: [can_target(a, b, 15, walls, items, HEX) for a, b in pairs],
            lambda: [naive.can_target(a, b, 15) for a, b in pairs],
        ),
        row(
            "visible positions, range 12",
            len(starts),
            lambda: [get_visible_positions(a, 12, walls, items, HEX) for a in starts],
            lambda: [naive.visible(a, 12) for a in starts],
        ),
        row(
            "reach, budget 8",
            len(starts),
            lambda: [get_reachable_positions(a, 8, walls, state, HEX) for a in starts],
            lambda: [naive.reach(a, 8) for a in starts],
        ),
        row(
            "reach, budget 8, every path drawn",
            len(starts),
            paths_of_reach,
            lambda: [naive.reach(a, 8) for a in starts],
        ),
        row(
            "path, up to 20 away, budget 30",
            len(ends),
            lambda: [find_path(a, b, walls, state, HEX, 30) for a, b in ends],
            lambda: [naive.path(a, b, 30) for a, b in ends],
        ),
    ]
