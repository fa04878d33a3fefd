"""The Python and the C form agree on thousands of random maps with every option."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest

from ludotome.space import (
    Board,
    Lattice,
    Terrain,
    components,
    flood,
    generate_grid,
    generate_hex,
    generate_ring,
    line_of_sight,
    shortest_path,
    visible,
)

FORMS = ("python", "c")
MAKERS = (
    lambda rng: Lattice.square(rng.randint(1, 14), rng.randint(1, 14), directions=rng.choice([4, 8])),
    lambda rng: Lattice.hexagon(rng.randint(0, 6)),
    lambda rng: Lattice("hex", rng.randint(1, 9), rng.randint(1, 9), (rng.randint(-5, 5), 3)),
    lambda rng: Board(generate_hex(rng.randint(0, 3))),
    lambda rng: Board(generate_ring(rng.randint(1, 7))),
    lambda rng: Board(
        generate_grid(
            rng.randint(2, 6),
            rng.randint(2, 6),
            directions=rng.choice([4, 8]),
            wrap=rng.choice(["none", "both"]),
            removed=[(1, 1), (2, 3)],
        )
    ),
)


def random_terrain(rng):
    space = rng.choice(MAKERS)(rng)
    cells = [space.cell(index) for index in space.indices]
    dear, share = rng.choice([1, 2, 4, 9]), rng.choice([0, 0.05, 0.2, 0.4])
    return cells, Terrain(
        space,
        enter={cell: rng.randint(1, dear) for cell in cells},
        leave={cell: rng.randint(0, dear - 1) for cell in cells} if rng.random() < 0.5 else 0,
        blocked=[cell for cell in cells if rng.random() < share],
        opaque=[cell for cell in cells if rng.random() < share],
    )


def compare_searches(rng, cells, terrain):
    def some(*counts):
        return [rng.choice(cells) for _ in range(rng.choice(counts))]

    starts, goals = some(1, 1, 2, 3), some(1, 1, 2)
    options = {"occupied": some(0, 0, 1, 3), "passing": some(0, 2), "budget": rng.choice([None, None, 3, 8, 20])}
    goal_occupied = rng.random() < 0.5
    paths = [shortest_path(terrain, starts, goals, goal_occupied=goal_occupied, form=form, **options) for form in FORMS]
    assert paths[0] == paths[1]
    python, c = (flood(terrain, starts, form=form, **options) for form in FORMS)
    assert np.array_equal(python.costs, c.costs)
    assert np.array_equal(python.predecessors, c.predecessors)
    assert python.cells == c.cells
    for cell in some(2):
        assert python.path(cell) == c.path(cell) == shortest_path(terrain, starts, cell, form="python", **options)


def compare_sight(rng, cells, terrain):
    a, b, radius = rng.choice(cells), rng.choice(cells), rng.choice([None, 1, 2, 4, 7])
    for policy in ("conservative", "permissive"):
        python, c = (visible(terrain, a, radius, policy=policy, form=form).cells for form in FORMS)
        assert python == c
        python, c = (line_of_sight(terrain, a, b, policy=policy, form=form).clear for form in FORMS)
        assert python == c


def assert_forms_agree(seed, maps):
    rng = Random(seed)
    for _ in range(maps):
        cells, terrain = random_terrain(rng)
        for _ in range(2):
            compare_searches(rng, cells, terrain)
        if getattr(terrain.space, "shape", "graph") != "graph":
            compare_sight(rng, cells, terrain)
        python, c = (components(terrain, form=form) for form in FORMS)
        assert np.array_equal(python.labels, c.labels)
        assert python.count == c.count


def test_the_forms_agree_on_random_maps():
    assert_forms_agree(seed=1, maps=250)


@pytest.mark.long
@pytest.mark.parametrize("seed", range(2, 10))
def test_the_forms_agree_on_many_random_maps(seed):
    assert_forms_agree(seed, maps=4000)
