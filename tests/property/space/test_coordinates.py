"""Laws of the converters: there and back gives the same cell, and neighbours stay neighbours in every form."""

from __future__ import annotations

from math import dist, sqrt

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ludotome.space import (
    Offset,
    Top,
    axial_to_cube,
    axial_to_offset,
    cell_id,
    cell_of_id,
    cube_to_axial,
    generate_grid,
    generate_hex,
    hex_at,
    hex_center,
    hex_distance,
    hex_id,
    hex_neighbors,
    offset_to_axial,
)

numbers = st.integers(-1000, 1000)
cells = st.tuples(numbers, numbers)
layouts = st.sampled_from(["odd-r", "even-r", "odd-q", "even-q"])
tops = st.sampled_from(["pointy", "flat"])


@given(cells, layouts)
def test_offsets_go_there_and_back(cell: tuple[int, int], layout: Offset) -> None:
    assert offset_to_axial(*axial_to_offset(*cell, layout), layout) == cell
    assert axial_to_offset(*offset_to_axial(*cell, layout), layout) == cell


@given(cells, layouts)
def test_an_offset_grid_is_a_picture_of_the_hexes(cell: tuple[int, int], layout: Offset) -> None:
    """Half a cell along a shifted line of the drawing is where `hex_center` has the centre."""
    row, col = axial_to_offset(*cell, layout)
    line, along = (row, col) if layout[-1] == "r" else (col, row)
    shifted = line % 2 == (1 if layout.startswith("odd") else 0)
    origin_shifted = 0 if layout.startswith("odd") else 0.5  # (0, 0) is on an even line
    x, y = hex_center(*cell, top="pointy" if layout[-1] == "r" else "flat")
    straight, across = (x, y) if layout[-1] == "r" else (y, x)
    assert straight == pytest.approx(sqrt(3) * (along + 0.5 * shifted - origin_shifted), abs=1e-6)
    assert across == pytest.approx(1.5 * line)


@given(cells, cells)
def test_cube_distance_is_hex_distance(a: tuple[int, int], b: tuple[int, int]) -> None:
    steps = [abs(x - y) for x, y in zip(axial_to_cube(*a), axial_to_cube(*b), strict=True)]
    assert max(steps) == sum(steps) // 2 == hex_distance(a, b)
    assert cube_to_axial(*axial_to_cube(*a)) == a


@given(cells)
def test_ids_go_there_and_back(cell: tuple[int, int]) -> None:
    assert cell_of_id(hex_id(*cell)) == cell
    assert cell_of_id(cell_id(*cell, prefix="my_cell")) == cell


def test_generated_zones_have_the_ids_of_their_cells() -> None:
    assert all(cell_of_id(zone.id) == (zone.row, zone.col) for zone in generate_grid(3, 4))
    assert all(cell_of_id(zone.id) == (zone.q, zone.r) for zone in generate_hex(3))


@given(cells, tops, st.floats(0.1, 100), st.floats(0, 0.99), st.floats(-1, 1), st.floats(-1, 1))
def test_every_point_of_a_hexagon_finds_it(
    cell: tuple[int, int], top: Top, size: float, inside: float, right: float, down: float
) -> None:
    """The inscribed circle of a hexagon has a radius of sqrt(3)/2 of its size."""
    x, y = hex_center(*cell, size, top)
    assert all(
        dist((x, y), hex_center(*near, size, top)) == pytest.approx(size * sqrt(3), rel=1e-6)
        for near in hex_neighbors(cell)
    )
    length = dist((0, 0), (right, down))
    if length > 0:
        reach = inside * size * sqrt(3) / 2 / max(length, 1)
        x, y = x + right * reach, y + down * reach
    assert hex_at(x, y, size, top) == cell


def test_wrong_arguments_are_named() -> None:
    with pytest.raises(
        ValueError, match="`zone` is 'deck'; an id with coordinates looks like `cell_2_5` or `hex_n1_2`"
    ):
        cell_of_id("deck")
    with pytest.raises(ValueError, match="`q`, `r`, `s` are 1, 1, 1; cube coordinates add up to 0"):
        cube_to_axial(1, 1, 1)
    with pytest.raises(ValueError, match="`layout` is 'odd'; write odd-r, even-r, odd-q or even-q"):
        offset_to_axial(0, 0, "odd")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="`top` is 'round'; write pointy or flat"):
        hex_center(0, 0, top="round")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="`size` is 0; it must be more than 0"):
        hex_at(0, 0, 0)
    with pytest.raises(TypeError, match=r"`row` is 1\.5; it must be an integer"):
        offset_to_axial(1.5, 0)  # type: ignore[arg-type]
