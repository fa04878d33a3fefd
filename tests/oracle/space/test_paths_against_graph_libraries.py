"""Costs, reachable cells and components against networkx, rustworkx and scipy on random weighted boards and graphs."""

from __future__ import annotations

import networkx
import numpy as np
import pytest
import rustworkx
import scipy.sparse
import scipy.sparse.csgraph as csgraph

from ludotome.space import Board, Lattice, Terrain, ZoneDef, components, flood, generate_grid, shortest_path

FORMS = ("python", "c")


def random_board(rng, count):
    zones = [f"z{place}" for place in range(count)]
    lists = [tuple(zones[other] for other in rng.integers(0, count, rng.integers(0, 4))) for _ in zones]
    return Board(ZoneDef(zone, adjacent_to=others) for zone, others in zip(zones, lists, strict=True))


MAPS = {
    "random graph": lambda rng: random_board(rng, 40),
    "square 4": lambda _: Lattice.square(9, 11, directions=4),
    "hexagon": lambda _: Lattice.hexagon(5),
    "wrapped": lambda _: Board(generate_grid(6, 7, wrap="both")),
}


def random_terrain(seed, make):
    rng = np.random.default_rng(seed)
    space = make(rng)
    cells = [space.cell(index) for index in space.indices]
    return Terrain(
        space,
        enter={cell: int(rng.integers(1, 6)) for cell in cells},
        leave={cell: int(rng.integers(0, 3)) for cell in cells},
        blocked=[cell for cell in cells if rng.random() < 0.2],
    )


def arcs(terrain):
    """Return every possible step with its cost; none of these maps has diagonals between walls."""
    for here in terrain.space.indices:
        for there, _ in terrain.space.links.steps(here):
            if not terrain.mask[here] and not terrain.mask[there]:
                yield here, there, terrain.leave[here] + terrain.enter[there]


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("name", MAPS)
@pytest.mark.parametrize("seed", range(3))
def test_flood_costs_are_those_of_three_libraries(form, name, seed):
    terrain = random_terrain(seed, MAPS[name])
    start = next(index for index in terrain.space.indices if not terrain.mask[index])
    ours = {
        index: cost
        for index, cost in enumerate(flood(terrain, terrain.space.cell(start), form=form)._cost_of_index)
        if cost >= 0
    }
    graph = networkx.DiGraph()
    graph.add_node(start)
    graph.add_weighted_edges_from(arcs(terrain))
    assert ours == networkx.single_source_dijkstra_path_length(graph, start)

    pool = rustworkx.PyDiGraph()
    pool.add_nodes_from(range(terrain.space.links.count))
    pool.add_edges_from(list(arcs(terrain)))
    assert ours == {start: 0, **rustworkx.dijkstra_shortest_path_lengths(pool, start, float)}

    row, col, cost = (np.array(part) for part in zip(*arcs(terrain), strict=True))
    count = terrain.space.links.count
    matrix = scipy.sparse.csr_matrix((cost.astype(float), (row, col)), shape=(count, count))
    found = csgraph.dijkstra(matrix, indices=start)
    assert ours == {index: int(cost) for index, cost in enumerate(found) if np.isfinite(cost)}


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("name", MAPS)
@pytest.mark.parametrize("seed", range(3))
def test_path_costs_and_components_are_those_of_networkx(form, name, seed):
    terrain = random_terrain(seed, MAPS[name])
    graph = networkx.DiGraph()
    graph.add_nodes_from(index for index in terrain.space.indices if not terrain.mask[index])
    graph.add_weighted_edges_from(arcs(terrain))
    lengths = dict(networkx.all_pairs_dijkstra_path_length(graph))
    rng = np.random.default_rng(seed)
    for a, b in rng.choice(list(graph.nodes), (30, 2)).tolist():
        path = shortest_path(terrain, terrain.space.cell(a), terrain.space.cell(b), form=form)
        assert (None if path is None else path.cost) == lengths[a].get(b)
    expected = sorted(sorted(part) for part in networkx.connected_components(graph.to_undirected()))
    found = components(terrain, form=form)
    parts = [[] for _ in range(found.count)]
    for index, label in enumerate(found.label_of_index):
        if label >= 0:
            parts[label].append(index)
    assert parts == expected
