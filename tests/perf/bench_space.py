"""Paths, floods, sight and components compared with libraries for parts of this, measured in the same run.

Every job has one map for all sides: our lattice, the peers' arrays or graphs, built before the measurement. Squares
have eight neighbours, and a fifth of the cells are walls. A peer's rules may differ a little (steps past corners, lit
cells); the nearest function it offers is used.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property, partial
from statistics import median
from typing import Any

import hexutil
import igraph
import networkx
import numpy as np
import pyastar2d
import rustworkx
import scipy.ndimage
import scipy.sparse
import scipy.sparse.csgraph as csgraph
import tcod.los
import tcod.map
import tcod.path

from ludotome.space import Lattice, Terrain, components, flood, line_of_sight, lines_of_sight, shortest_path, visible

Call = Callable[[], Any]
BUDGET = 8


def bench() -> list[dict[str, Any]]:
    """Return one row per job and map, each with its best peer and the required ratio, then the growth."""
    grounds = [Ground("square 100²", 100), Ground("hex radius 60", 60, hexes=True)]
    grounds += [Ground("square 500²", 500), Ground("hex radius 250", 250, hexes=True)]
    return [*(row(job, ground) for job in JOBS for ground in grounds), *growth()]


@dataclass(frozen=True)
class Ground:
    """One map in the form of every library."""

    name: str
    size: int
    hexes: bool = False

    @cached_property
    def lattice(self) -> Lattice:
        return Lattice.hexagon(self.size) if self.hexes else Lattice.square(self.size, self.size)

    @cached_property
    def exists(self) -> Any:
        return self.lattice.view(np.frombuffer(self.lattice.links.exists, dtype=np.uint8)) != 0

    def scattered(self, share: float, seed: int) -> Any:
        """Return True for *share* of the cells, never for the middle."""
        flags = np.random.default_rng(seed).random((self.lattice.rows, self.lattice.cols)) < share
        flags[tuple(place // 2 for place in flags.shape)] = False
        return flags & self.exists

    @cached_property
    def walls(self) -> Any:
        return self.scattered(0.2, 1)

    @cached_property
    def enter(self) -> Any:
        return np.random.default_rng(2).integers(1, 4, (self.lattice.rows, self.lattice.cols), dtype=np.int32)

    @cached_property
    def costly(self) -> Terrain:
        return Terrain(self.lattice, enter=self.enter, blocked=self.walls)

    @cached_property
    def plain(self) -> Terrain:
        return Terrain(self.lattice, blocked=self.walls)

    @cached_property
    def middle(self) -> tuple[int, int]:
        return self.lattice.first[0] + self.lattice.rows // 2, self.lattice.first[1] + self.lattice.cols // 2

    @cached_property
    def ends(self) -> tuple[tuple[int, int], tuple[int, int]]:
        """Return the first and the last cell, in reading order, of the component of the middle: nearly the whole map
        apart.
        """
        labels = components(self.plain).labels
        rows, cols = np.nonzero(labels == labels[self.array_index(self.middle)])
        a, b = self.lattice.first
        return (int(rows[0]) + a, int(cols[0]) + b), (int(rows[-1]) + a, int(cols[-1]) + b)

    def array_index(self, cell: tuple[int, int]) -> tuple[int, int]:
        return cell[0] - self.lattice.first[0], cell[1] - self.lattice.first[1]

    def node(self, cell: tuple[int, int]) -> int:
        row, col = self.array_index(cell)
        return row * self.lattice.cols + col

    @cached_property
    def arcs(self) -> tuple[Any, Any, Any]:
        """Return start, end and the cost of entering, for every step between open cells."""
        rows, cols = self.lattice.rows, self.lattice.cols
        number = np.arange(rows * cols).reshape(rows, cols)
        is_open = np.pad(self.exists & ~self.walls, 1)
        number = np.pad(number, 1, constant_values=-1)
        inner = (slice(1, -1), slice(1, -1))
        starts, ends = [], []
        for a, b in self.lattice.directions.values():
            shifted = (slice(1 + a, rows + 1 + a), slice(1 + b, cols + 1 + b))
            both = is_open[inner] & is_open[shifted]
            starts.append(number[inner][both])
            ends.append(number[shifted][both])
        start, end = np.concatenate(starts), np.concatenate(ends)
        return start, end, self.enter.reshape(-1)[end]

    @cached_property
    def sparse(self) -> Any:
        start, end, cost = self.arcs
        count = self.lattice.rows * self.lattice.cols
        return scipy.sparse.csr_matrix((cost.astype(float), (start, end)), shape=(count, count))

    @cached_property
    def igraph(self) -> Any:
        start, end, cost = self.arcs
        graph = igraph.Graph(directed=True)
        graph.add_vertices(self.lattice.rows * self.lattice.cols)
        graph.add_edges(np.stack([start, end], axis=1).tolist())
        graph.es["cost"] = cost.tolist()
        return graph

    @cached_property
    def rustworkx(self) -> Any:
        start, end, cost = self.arcs
        graph = rustworkx.PyDiGraph()
        graph.add_nodes_from(range(self.lattice.rows * self.lattice.cols))
        graph.add_edges_from(list(zip(start.tolist(), end.tolist(), cost.tolist(), strict=True)))
        return graph

    @cached_property
    def networkx(self) -> Any:
        start, end, cost = self.arcs
        graph = networkx.DiGraph()
        graph.add_weighted_edges_from(zip(start.tolist(), end.tolist(), cost.tolist(), strict=True), weight="cost")
        return graph

    def weights(self, enter: Any) -> Any:
        """Return costs for pyastar2d: floats, infinite on walls."""
        return np.where(self.walls, np.inf, enter).astype(np.float32)

    @cached_property
    def tcod_cost(self) -> Any:
        return np.where(self.walls, 0, self.enter).astype(np.int32)


Peers = dict[str, Call]


def path_with_costs(ground: Ground) -> tuple[Call, Peers]:
    return _path(ground, ground.costly, ground.enter, "cost")


def path_unit(ground: Ground) -> tuple[Call, Peers]:
    return _path(ground, ground.plain, np.ones_like(ground.enter), None)


def _path(ground: Ground, terrain: Terrain, enter: Any, weight: str | None) -> tuple[Call, Peers]:
    a, b = ground.ends
    start, goal = ground.node(a), ground.node(b)
    graph, sparse = ground.igraph, ground.sparse
    peers: Peers = {
        "igraph": lambda: graph.get_shortest_path(start, goal, weights=weight),
        "scipy": lambda: csgraph.dijkstra(sparse, indices=start, return_predecessors=True, unweighted=weight is None),
    }
    if ground.size <= 100:
        pool = ground.rustworkx
        peers["rustworkx"] = lambda: rustworkx.dijkstra_shortest_paths(
            pool, start, goal, weight_fn=None if weight is None else float, default_weight=1.0
        )
    if not ground.hexes:
        weights = ground.weights(enter)
        peers["pyastar2d"] = lambda: pyastar2d.astar_path(weights, a, b, allow_diagonal=True)
    return lambda: shortest_path(terrain, a, b).indices, peers


def flood_with_predecessors(ground: Ground) -> tuple[Call, Peers]:
    a, _ = ground.ends
    start, sparse, terrain = ground.node(a), ground.sparse, ground.costly

    def ours() -> Any:
        found = flood(terrain, a)
        return found.costs, found.predecessors

    peers: Peers = {"scipy": lambda: csgraph.dijkstra(sparse, indices=start, return_predecessors=True)}
    if not ground.hexes:
        cost = ground.tcod_cost

        def by_tcod() -> Any:
            finder = tcod.path.Pathfinder(tcod.path.SimpleGraph(cost=cost, cardinal=1, diagonal=1))
            finder.add_root(a)
            finder.resolve()
            return finder.distance

        peers["tcod"] = by_tcod
    return ours, peers


def flood_within_budget(ground: Ground) -> tuple[Call, Peers]:
    middle, terrain, sparse = ground.middle, ground.costly, ground.sparse
    start = ground.node(middle)
    peers: Peers = {
        "scipy": lambda: csgraph.dijkstra(sparse, indices=start, limit=BUDGET, return_predecessors=True),
        "scipy, cropped": _cropped_dijkstra(ground),
    }
    if ground.size <= 100:
        slow = ground.networkx
        peers["networkx"] = lambda: networkx.single_source_dijkstra(slow, start, cutoff=BUDGET, weight="cost")
    if not ground.hexes:
        peers["tcod, cropped"] = _cropped_tcod(ground)
    return lambda: flood(terrain, middle, budget=BUDGET).reached, peers


def _window(ground: Ground, radius: int) -> tuple[slice, slice]:
    row, col = ground.array_index(ground.middle)
    return (
        slice(max(row - radius, 0), row + radius + 1),
        slice(max(col - radius, 0), col + radius + 1),
    )


def _cropped_dijkstra(ground: Ground) -> Call:
    """Return the graph of the relevant cells, cut out beforehand, as a careful user of scipy would."""
    number = np.arange(ground.lattice.rows * ground.lattice.cols).reshape(ground.lattice.rows, ground.lattice.cols)
    nodes = number[_window(ground, BUDGET)].reshape(-1)
    part = ground.sparse[nodes][:, nodes]
    start = int(np.nonzero(nodes == ground.node(ground.middle))[0][0])
    return lambda: csgraph.dijkstra(part, indices=start, limit=BUDGET, return_predecessors=True)


def _cropped_tcod(ground: Ground) -> Call:
    cost = np.ascontiguousarray(ground.tcod_cost[_window(ground, BUDGET)])
    middle = tuple(size // 2 for size in cost.shape)

    def run() -> Any:
        finder = tcod.path.Pathfinder(tcod.path.SimpleGraph(cost=cost, cardinal=1, diagonal=1))
        finder.add_root(middle)
        finder.resolve()
        return finder.distance

    return run


def _field(radius: int, share: float) -> Callable[[Ground], tuple[Call, Peers]]:
    def job(ground: Ground) -> tuple[Call, Peers]:
        middle, walls = ground.middle, ground.scattered(share, 3)
        terrain = Terrain(ground.lattice, opaque=walls)
        if ground.hexes:
            peers: Peers = {"hexutil": _hexutil_field(ground, walls, radius)}
        else:
            window = np.ascontiguousarray(~walls[_window(ground, radius)])
            center = ground.array_index(middle)
            near = tuple(place - (part.start or 0) for place, part in zip(center, _window(ground, radius), strict=True))
            clear = ~walls
            peers = {
                "tcod": lambda: tcod.map.compute_fov(clear, center, radius=radius),
                "tcod, cropped": lambda: tcod.map.compute_fov(window, near, radius=0),
            }
        return lambda: visible(terrain, middle, radius).mask, peers

    return job


def _hexutil_field(ground: Ground, walls: Any, radius: int) -> Call:
    """Axial (q, r) is hexutil's (2q + r, r)."""
    first, opaque = ground.lattice.first, set()
    for row, col in np.argwhere(walls).tolist():
        q, r = row + first[0], col + first[1]
        opaque.add(hexutil.Hex(2 * q + r, r))
    q, r = ground.middle
    origin = hexutil.Hex(2 * q + r, r)
    inside = ground.size
    return lambda: origin.field_of_view(
        lambda cell: cell not in opaque and hexutil.origin.distance(cell) <= inside, radius
    )


def component_labels(ground: Ground) -> tuple[Call, Peers]:
    terrain, sparse = ground.plain, ground.sparse
    peers: Peers = {"scipy graph": lambda: csgraph.connected_components(sparse, directed=False)}
    is_open = ground.exists & ~ground.walls
    touching = np.zeros((3, 3), dtype=int)
    for a, b in ((0, 0), *ground.lattice.directions.values()):
        touching[1 + a, 1 + b] = 1
    peers["scipy image"] = lambda: scipy.ndimage.label(is_open, structure=touching)
    return lambda: components(terrain).labels, peers


def one_line_of_sight(ground: Ground) -> tuple[Call, Peers]:
    terrain, clear = Terrain(ground.lattice, opaque=ground.walls), ~ground.walls
    a, b = ground.middle, (ground.middle[0] + 5, ground.middle[1] + 14)
    start, end = ground.array_index(a), ground.array_index(b)

    def by_tcod() -> Any:
        rows, cols = tcod.los.bresenham(start, end).T
        return clear[rows, cols].all()

    return lambda: line_of_sight(terrain, a, b).clear, {"tcod + numpy": by_tcod}


def a_thousand_lines_of_sight(ground: Ground) -> tuple[Call, Peers]:
    terrain, clear = Terrain(ground.lattice, opaque=ground.walls), ~ground.walls
    a = [ground.middle] * 1000
    b = [(a[0][0] + i % 19 - 9, a[0][1] + i // 19 % 19 - 9) for i in range(1000)]
    starts, ends = np.array(a), np.array(b)
    pairs = [(ground.array_index(one), ground.array_index(other)) for one, other in zip(a, b, strict=True)]

    def by_tcod() -> Any:
        return [clear[tuple(tcod.los.bresenham(one, other).T)].all() for one, other in pairs]

    return lambda: lines_of_sight(terrain, starts, ends), {"tcod + numpy": by_tcod}


JOBS: dict[str, Callable[[Ground], tuple[Call, Peers]]] = {
    "path, terrain costs 1–3": path_with_costs,
    "path, unit cost": path_unit,
    "full flood with predecessors, terrain": flood_with_predecessors,
    "flood within budget 8, terrain": flood_within_budget,
    "field of view r 12, 25 % walls": _field(12, 0.25),
    "field of view r 60, 3 % walls": _field(60, 0.03),
    "components": component_labels,
    "one line of sight, distance ≤ 20": one_line_of_sight,
    "1000 lines of sight in a batch": a_thousand_lines_of_sight,
}


def row(job: str, ground: Ground) -> dict[str, Any]:
    """Compare Ludotome with the peers on one map."""
    ours, peers = JOBS[job](ground)
    seconds = race({"ours": ours, **peers})
    mine = seconds.pop("ours")
    best = min(seconds, key=lambda name: seconds[name])
    far_ahead = "budget" in job or ("field" in job and ground.hexes)
    return {
        "job": job,
        "map": ground.name,
        "ours": mine,
        "peer": best,
        "peer seconds": seconds[best],
        "ratio": seconds[best] / mine,
        "floor": 5.0 if far_ahead else 1 / 1.15,
    }


def growth() -> list[dict[str, Any]]:
    """Return how the cost of a query grows with the board: the peer is the same query on a board of 8²."""
    queries: dict[str, Callable[[Terrain, tuple[int, int]], Any]] = {
        "growth: flood within budget 8": lambda terrain, middle: flood(terrain, middle, budget=BUDGET).reached,
        "growth: full flood": lambda terrain, middle: flood(terrain, middle).costs,
        "growth: field of view r 4": lambda terrain, middle: visible(terrain, middle, 4).mask,
    }
    sizes = (8, 16, 32, 128, 512)
    rows = []
    for job, query in queries.items():
        grounds = {size: Ground(f"square {size}²", size) for size in sizes}
        calls = {str(size): partial(query, ground.costly, ground.middle) for size, ground in grounds.items()}
        seconds = race(calls)
        for size in sizes[1:]:
            mine, small = seconds[str(size)], seconds["8"]
            ratio = {"ours": mine, "peer": "ours on 8²", "peer seconds": small, "ratio": small / mine}
            rows.append({"job": job, "map": grounds[size].name, **ratio})
    return rows


def race(calls: dict[str, Call], rounds: int = 7, aim: float = 0.02) -> dict[str, float]:
    """Return the median processor seconds of one call of each, in turns, so that noise affects all alike."""
    repeats = {}
    for name, call in calls.items():
        call()  # warm up: caches, first builds
        begin = time.process_time()
        call()
        repeats[name] = max(1, min(2000, int(aim / max(time.process_time() - begin, 1e-6))))
    times: dict[str, list[float]] = {name: [] for name in calls}
    for _ in range(rounds):
        for name, call in calls.items():
            begin = time.process_time()
            for _ in range(repeats[name]):
                call()
            times[name].append((time.process_time() - begin) / repeats[name])
    return {name: median(taken) for name, taken in times.items()}
