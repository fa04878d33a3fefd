"""Laws of sight on squares and hexes."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ludotome.space import (
    HEX_SYMMETRIES,
    SQUARE_SYMMETRIES,
    Lattice,
    Terrain,
    fields_of_view,
    hex_line_draw,
    hex_neighbors,
    hex_steps,
    line_of_sight,
    lines_of_sight,
    square_line_draw,
    square_neighbors,
    square_steps,
    transform,
    visible,
)

FORMS = ("python", "c")
POLICIES = ("conservative", "permissive")
pairs = st.tuples(st.integers(-40, 40), st.integers(-40, 40))
lattices = (
    st.builds(Lattice.square, st.integers(1, 9), st.integers(1, 9))
    | st.builds(Lattice.hexagon, st.integers(0, 4))
    | st.builds(Lattice, st.just("hex"), st.integers(1, 8), st.integers(1, 8), pairs)
)


@st.composite
def views(draw, lattices=lattices):
    """Return a lattice, some opaque cells, and a strategy for its cells."""
    lattice = draw(lattices)
    cells = [lattice.cell(index) for index in lattice.indices]
    some = st.sampled_from(cells)
    return lattice, draw(st.sets(some, max_size=len(cells) // 2)), some


@given(pairs, pairs)
def test_a_line_drawn_backwards_is_the_line_reversed(a, b):
    assert hex_line_draw(a, b) == hex_line_draw(b, a)[::-1]
    assert square_line_draw(a, b) == square_line_draw(b, a)[::-1]
    assert hex_steps(a, b) == hex_steps(b, a)[::-1]
    assert square_steps(a, b) == square_steps(b, a)[::-1]


@given(pairs, pairs)
def test_a_line_goes_from_neighbour_to_neighbour(a, b):
    for line, neighbors in ((hex_line_draw(a, b), hex_neighbors), (square_line_draw(a, b), square_neighbors)):
        assert all(after in neighbors(before) for before, after in pairwise(line))


@pytest.mark.parametrize("policy", POLICIES)
@pytest.mark.parametrize("form", FORMS)
@settings(max_examples=60)
@given(views(), st.data())
def test_sight_is_symmetric(form, policy, view, data):
    lattice, walls, some = view
    terrain, a, b = Terrain(lattice, opaque=walls), data.draw(some), data.draw(some)
    there = line_of_sight(terrain, a, b, policy=policy, form=form)
    back = line_of_sight(terrain, b, a, policy=policy, form=form)
    assert there.clear == back.clear
    assert (there.blocked_by is None) == there.clear
    assert there.blocked_by is None or there.blocked_by in walls & set(there.crossed)


@pytest.mark.parametrize("policy", POLICIES)
@pytest.mark.parametrize("form", FORMS)
@settings(max_examples=40)
@given(views(), st.none() | st.integers(0, 9), st.data())
def test_the_field_of_view_is_one_line_per_cell(form, policy, view, radius, data):
    lattice, walls, some = view
    terrain, origin = Terrain(lattice, opaque=walls), data.draw(some)
    whole = visible(lattice, origin, radius)
    expected = [cell for cell in whole.cells if line_of_sight(terrain, origin, cell, policy=policy, form=form)]
    assert list(visible(terrain, origin, radius, policy=policy, form=form).cells) == expected


@pytest.mark.parametrize("form", FORMS)
@settings(max_examples=60)
@given(views(), st.data())
def test_conservative_sight_is_part_of_permissive_and_a_wall_never_reveals(form, view, data):
    lattice, walls, some = view
    origin, more = data.draw(some), data.draw(some)
    kind = visible(lattice, origin, blockers=walls, policy="permissive", form=form)
    stern = visible(lattice, origin, blockers=walls, policy="conservative", form=form)
    assert set(stern.cells) <= set(kind.cells)
    for policy, seen in (("permissive", kind), ("conservative", stern)):
        walled = visible(lattice, origin, blockers=walls | {more}, policy=policy, form=form)
        assert set(walled.cells) <= set(seen.cells)


@settings(max_examples=60)
@given(views(), st.data())
def test_neighbours_see_each_other_unless_squeezed(view, data):
    lattice, walls, some = view
    a = data.draw(some)
    for b in [
        cell for cell in (square_neighbors(a) if lattice.shape == "square" else hex_neighbors(a)) if cell in lattice
    ]:
        corner = {(a[0], b[1]), (b[0], a[1])} - {a, b}
        squeezed = lattice.shape == "square" and len(corner) == 2 and corner <= walls
        assert line_of_sight(lattice, a, b, blockers=walls).clear != squeezed


@pytest.mark.parametrize("policy", POLICIES)
@settings(max_examples=100)
@given(view=views(), data=st.data())
def test_c_gives_the_very_answers_of_python_and_a_batch_those_of_single_calls(policy, view, data):
    lattice, walls, some = view
    terrain = Terrain(lattice, opaque=walls)
    origins = data.draw(st.lists(some, max_size=3))
    ends = [data.draw(some) for _ in origins]
    radius = data.draw(st.none() | st.integers(0, 6))
    python, c = (fields_of_view(terrain, origins, radius, policy=policy, form=form) for form in FORMS)
    assert np.array_equal(python, c)
    for origin, row in zip(origins, c, strict=True):
        assert np.array_equal(visible(terrain, origin, radius, policy=policy, form="c").mask, row)
    python, c = (lines_of_sight(terrain, origins, ends, policy=policy, form=form).tolist() for form in FORMS)
    assert python == c
    singles = [line_of_sight(terrain, a, b, policy=policy).clear for a, b in zip(origins, ends, strict=True)]
    assert singles == c


@pytest.mark.parametrize("policy", POLICIES)
@pytest.mark.parametrize(
    ("lattice", "symmetries"),
    [(Lattice("square", 9, 9, (-4, -4)), SQUARE_SYMMETRIES), (Lattice.hexagon(4), HEX_SYMMETRIES)],
    ids=["square", "hex"],
)
@settings(max_examples=25)
@given(data=st.data())
def test_sight_is_the_same_after_every_turn_and_mirror(lattice, symmetries, policy, data):
    some = st.sampled_from([lattice.cell(index) for index in lattice.indices])
    walls, origin = data.draw(st.sets(some, max_size=25)), data.draw(some)
    seen = visible(lattice, origin, blockers=walls, policy=policy).cells
    for symmetry in symmetries:
        turned = [transform(symmetry, cell) for cell in walls]
        found = visible(lattice, transform(symmetry, origin), blockers=turned, policy=policy)
        assert {transform(symmetry, cell) for cell in seen} == set(found.cells)


@pytest.mark.parametrize("policy", POLICIES)
@settings(max_examples=6)
@given(
    view=views(st.sampled_from([Lattice.square(45, 38), Lattice.hexagon(21), Lattice("hex", 20, 50)])), data=st.data()
)
def test_shadow_casting_is_exact_on_large_maps_too(policy, view, data):
    """The field in C against the line in C, cell by cell: two different algorithms."""
    lattice, walls, some = view
    terrain, origin = Terrain(lattice, opaque=walls), data.draw(some)
    cells = [lattice.cell(index) for index in lattice.indices]
    clear = lines_of_sight(terrain, [origin] * len(cells), cells, policy=policy, form="c")
    seen = visible(terrain, origin, policy=policy, form="c")
    assert seen.cells == tuple(cell for cell, sees in zip(cells, clear.tolist(), strict=True) if sees)
