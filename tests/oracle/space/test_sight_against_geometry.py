"""Line of sight on squares against shapely's exact geometry, and open fields of view against tcod."""

from __future__ import annotations

import numpy as np
import pytest
import tcod.map
from shapely.geometry import LineString, Polygon, box

from ludotome.space import Lattice, Terrain, hex_range, hex_steps, line_of_sight, square_range, square_steps, visible


def square(cell):
    row, col = cell
    return box(col - 0.5, row - 0.5, col + 0.5, row + 0.5)


def hexagon(cell):
    """Return the hexagon of axial (q, r), in a plane sheared so that its corners are thirds."""
    q, r = cell
    corners = ((2, -1), (1, 1), (-1, 2), (-2, 1), (-1, -1), (1, -2))
    return Polygon([(q + a / 3, r + b / 3) for a, b in corners])


@pytest.mark.parametrize("end", [cell for cell in square_range((0, 0), 7) if cell[0] >= 0])
def test_the_squares_crossed_are_those_whose_inside_the_line_meets(end):
    line = LineString([(0, 0), end[::-1]])
    crossed = {cell for step in square_steps((0, 0), end) if len(step) == 1 for cell in step}
    near = [cell for cell in square_range((0, 0), 8) if cell not in ((0, 0), end)]
    assert crossed == {cell for cell in near if square(cell).intersection(line).length > 1e-9}
    corners = {cell for step in square_steps((0, 0), end) if len(step) == 2 for cell in step}
    touched = {cell for cell in near if square(cell).buffer(1e-9).intersects(line)} - crossed
    assert corners == {cell for cell in touched if all(abs(cell[i]) <= abs(end[i]) for i in (0, 1))}


@pytest.mark.parametrize("end", hex_range((0, 0), 6))
def test_the_hexes_of_a_line_lie_on_it(end):
    """The cell of each step contains the point i/N of the way; at a tie both do, on their common side."""
    steps = hex_steps((0, 0), end)
    for i, step in enumerate(steps, 1):
        point = LineString([(0, 0), end]).interpolate(i / (len(steps) + 1), normalized=True)
        holding = {cell for cell in hex_range((0, 0), 7) if hexagon(cell).buffer(1e-9).contains(point)}
        assert holding == set(step)


@pytest.mark.parametrize("origin", [(0, 0), (4, 7), (10, 3)])
def test_an_open_field_is_seen_whole_as_by_tcod(origin):
    lattice = Lattice.square(11, 13)
    expected = tcod.map.compute_fov(np.ones((11, 13), dtype=bool), origin)
    for form in ("python", "c"):
        assert np.array_equal(visible(lattice, origin, form=form).mask, expected)


def test_what_tcod_hides_behind_a_full_wall_is_hidden_here_too():
    clear = np.ones((9, 9), dtype=bool)
    clear[:, 4] = False
    expected = tcod.map.compute_fov(clear, (4, 1))
    for form in ("python", "c"):
        seen = visible(Terrain(Lattice.square(9, 9), opaque=~clear), (4, 1), form=form).mask
        assert not seen[:, 5:].any()
        assert not expected[:, 5:].any()
        assert seen[:, :4].all()


@pytest.mark.parametrize("seed", range(4))
def test_square_sight_is_exact_geometry(seed):
    """A line is blocked exactly if it meets the inside of an opaque square, or a corner with opaque squares on both
    sides.
    """
    rng = np.random.default_rng(seed)
    walls = {(int(r), int(c)) for r, c in np.argwhere(rng.random((9, 9)) < 0.25)}
    terrain = Terrain(Lattice.square(9, 9), opaque=walls)
    for _ in range(60):
        a, b = (tuple(rng.integers(0, 9, 2).tolist()) for _ in range(2))
        line = LineString([a[::-1], b[::-1]])
        inner = walls - {a, b}
        blocked = a != b and any(square(cell).intersection(line).length > 1e-9 for cell in inner)
        if a != b and not blocked:
            touched = [cell for cell in inner if square(cell).buffer(1e-9).intersects(line)]
            blocked = any(
                abs(one[0] - two[0]) == abs(one[1] - two[1]) == 1
                and square(one).intersection(square(two)).buffer(1e-9).intersects(line)
                for one in touched
                for two in touched
            )
        assert line_of_sight(terrain, a, b).clear != blocked, (a, b)
