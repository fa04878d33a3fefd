"""Laws of paths, floods and components on squares, hexes, rings, wrapped boards and random graphs."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ludotome.space import (
    HEX_SYMMETRIES,
    SQUARE_SYMMETRIES,
    Board,
    Lattice,
    Terrain,
    ZoneDef,
    components,
    flood,
    floods,
    generate_grid,
    generate_hex,
    generate_ring,
    nearest,
    path_costs,
    shortest_path,
    transform,
)

FORMS = ("python", "c")


@st.composite
def random_graphs(draw):
    count = draw(st.integers(1, 12))
    names = [f"z{place}" for place in range(count)]
    listed = [draw(st.lists(st.sampled_from(names), max_size=4)) for _ in names]
    return Board(ZoneDef(name, adjacent_to=tuple(others)) for name, others in zip(names, listed, strict=True))


spaces = (
    st.builds(Lattice.square, st.integers(1, 7), st.integers(1, 7), directions=st.sampled_from([4, 8]))
    | st.builds(Lattice.hexagon, st.integers(0, 4))
    | st.builds(lambda radius: Board(generate_hex(radius)), st.integers(0, 3))
    | st.builds(lambda count: Board(generate_ring(count)), st.integers(1, 9))
    | st.builds(
        lambda rows, cols, removed: Board(generate_grid(rows, cols, directions=8, wrap="both", removed=removed)),
        st.integers(1, 5),
        st.integers(2, 5),
        st.sets(st.tuples(st.integers(0, 4), st.integers(0, 4)), max_size=1),
    )
    | random_graphs()
)


@st.composite
def grounds(draw, spaces=spaces):
    """Return a terrain with a few walls and costs, and a strategy for its cells."""
    space = draw(spaces)
    cells = [space.cell(index) for index in space.indices]
    some = st.sampled_from(cells)
    dear = draw(st.sampled_from([1, 3, 9]))
    terrain = Terrain(
        space,
        enter=draw(st.dictionaries(some, st.integers(1, dear))),
        leave=draw(st.dictionaries(some, st.integers(0, dear - 1))),
        blocked=draw(st.sets(some, max_size=len(cells) // 2)),
    )
    return terrain, some


def step_cost(terrain, a, b):
    space = terrain.space
    return terrain.leave[space.index(a)] + terrain.enter[space.index(b)]


@pytest.mark.parametrize("form", FORMS)
@settings(max_examples=60)
@given(grounds(), st.data())
def test_a_path_costs_what_its_steps_cost_and_what_the_flood_says(form, ground, data):
    terrain, some = ground
    start, goal = data.draw(some), data.draw(some)
    path = shortest_path(terrain, start, goal, form=form)
    found = flood(terrain, start, form=form)
    assert found.path(goal) == path, "the flood's own path is the same one"
    if path is None:
        assert found.cost(goal) is None
    else:
        assert path.cells[0] == start
        assert path.cells[-1] == goal
        assert path.cost == found.cost(goal) == sum(step_cost(terrain, *pair) for pair in pairwise(path.cells))


@settings(max_examples=60)
@given(grounds(), st.data())
def test_the_chosen_path_is_the_smallest_among_all_cheapest_ones(ground, data):
    """Compared with every simple path, on small maps."""
    terrain, some = ground
    start, goal = data.draw(some), data.draw(some)
    path = shortest_path(terrain, start, goal, form="python")
    if path is None or path.cost > 6:
        return
    space, best = terrain.space, []

    def walk(at, spent, sequence):
        if at == space.index(goal):
            best.append((spent, sequence))
            return
        for place, (there, sides) in enumerate(space.links.steps(at)):
            squeezed = sides and terrain.mask[sides[0]] & terrain.mask[sides[1]] & 2
            price = spent + terrain.leave[at] + terrain.enter[there]
            if not terrain.mask[there] and not squeezed and price <= path.cost:
                walk(there, price, (*sequence, (place, there)))

    walk(space.index(start), 0, ())
    cost, sequence = min(best)
    assert (cost, (space.index(start), *(there for _, there in sequence))) == (path.cost, path.indices)


@pytest.mark.parametrize("form", FORMS)
@settings(max_examples=60)
@given(grounds(), st.integers(0, 12), st.data())
def test_a_flood_within_a_budget_is_the_full_flood_cut_there(form, ground, budget, data):
    terrain, some = ground
    start = data.draw(some)
    occupied = data.draw(st.sets(some, max_size=3))
    full = flood(terrain, start, occupied=occupied, form=form).costs
    cut = flood(terrain, start, occupied=occupied, budget=budget, form=form).costs
    assert np.array_equal(cut, np.where(full <= budget, full, -1))


@pytest.mark.parametrize("form", FORMS)
@settings(max_examples=60)
@given(grounds(), st.data())
def test_two_cells_share_a_component_exactly_when_a_path_joins_them(form, ground, data):
    terrain, some = ground
    a, b = data.draw(some), data.draw(some)
    found = components(terrain, form=form)
    joined = found.label(a) is not None and found.label(a) == found.label(b)
    assert joined == (shortest_path(terrain, a, b, form=form) is not None)
    labels = [label for label in np.ravel(found.labels).tolist() if label >= 0]
    assert list(dict.fromkeys(labels)) == list(range(found.count)), "numbered as they are met in reading order"


@settings(max_examples=150)
@given(grounds(), st.data())
def test_c_gives_the_very_answers_of_python(ground, data):
    terrain, some = ground
    several = st.lists(some, min_size=1, max_size=3)
    options = {
        "occupied": data.draw(st.sets(some, max_size=4)),
        "passing": data.draw(st.sets(some, max_size=2)),
        "budget": data.draw(st.none() | st.integers(0, 15)),
    }
    starts, goals, occupied_goal = data.draw(several), data.draw(several), data.draw(st.booleans())
    for start, goal in ((starts, goals), (starts[0], goals[0]), (starts[0], goals)):
        python, c = (
            shortest_path(terrain, start, goal, goal_occupied=occupied_goal, form=form, **options) for form in FORMS
        )
        assert python == c
    python, c = (flood(terrain, starts, form=form, **options) for form in FORMS)
    assert np.array_equal(python.costs, c.costs)
    assert np.array_equal(python.predecessors, c.predecessors)
    assert python.cells == c.cells
    assert sorted(python.reached) == sorted(c.reached)
    python, c = (components(terrain, form=form) for form in FORMS)
    assert np.array_equal(python.labels, c.labels)
    assert python.count == c.count
    python, c = (nearest(terrain, starts, goals, 2, form=form) for form in FORMS)
    assert python == c


@settings(max_examples=40)
@given(grounds(), st.data())
def test_a_batch_is_the_single_answers_in_order(ground, data):
    terrain, some = ground
    cells = data.draw(st.lists(some, max_size=4))
    others = [data.draw(some) for _ in cells]
    budget = data.draw(st.none() | st.integers(0, 9))
    singles = [shortest_path(terrain, a, b, budget=budget) for a, b in zip(cells, others, strict=True)]
    for form in FORMS:
        costs = path_costs(terrain, cells, others, budget=budget, form=form)
        assert costs.tolist() == [-1 if path is None else path.cost for path in singles]
        batch = floods(terrain, cells, budget=budget, form=form)
        assert len(batch) == len(cells)
        for cell, row in zip(cells, batch, strict=True):
            assert np.array_equal(row, flood(terrain, cell, budget=budget, form="python").costs)


@pytest.mark.parametrize(
    ("lattice", "symmetries"),
    [(Lattice("square", 7, 7, (-3, -3)), SQUARE_SYMMETRIES), (Lattice.hexagon(3), HEX_SYMMETRIES)],
    ids=["square", "hex"],
)
@settings(max_examples=25)
@given(data=st.data())
def test_costs_and_reach_are_the_same_after_every_turn_and_mirror(lattice, symmetries, data):
    some = st.sampled_from([lattice.cell(index) for index in lattice.indices])
    walls, costs = (
        data.draw(st.sets(some, max_size=20)),
        data.draw(st.dictionaries(some, st.integers(1, 4), max_size=20)),
    )
    start = data.draw(some)
    plain = flood(Terrain(lattice, enter=costs, blocked=walls), start, budget=9)
    for symmetry in symmetries:
        turned = Terrain(
            lattice,
            enter={transform(symmetry, cell): cost for cell, cost in costs.items()},
            blocked=[transform(symmetry, cell) for cell in walls],
        )
        found = flood(turned, transform(symmetry, start), budget=9)
        assert {transform(symmetry, cell): plain.cost(cell) for cell in plain.cells} == {
            cell: found.cost(cell) for cell in found.cells
        }
