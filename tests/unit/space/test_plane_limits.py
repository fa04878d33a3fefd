"""The geometry of the plane: invalid cells are refused by name, and so is a drawing that would use all memory."""

from __future__ import annotations

from typing import Any

import pytest

from ludotome.space import (
    Lattice,
    Terrain,
    hex_distance,
    hex_line_draw,
    hex_neighbors,
    hex_range,
    hex_ring,
    line_of_sight,
    square_distance,
    square_line_draw,
    square_neighbors,
    square_range,
    square_ring,
    visible,
)

NO_CELLS = [None, 3, "ab", (1,), (1, 2, 3), (1.5, 2), (float("nan"), 0), (True, 0), ("a", "b")]


@pytest.mark.parametrize("cell", NO_CELLS)
def test_what_is_not_a_cell_is_refused_by_name(cell: Any) -> None:
    for measure in (hex_distance, square_distance, hex_line_draw, square_line_draw):
        with pytest.raises(TypeError, match="`a` is "):
            measure(cell, (0, 0))
        with pytest.raises(TypeError, match="`b` is "):
            measure((0, 0), cell)
    for around in (hex_range, hex_ring, square_range, square_ring):
        with pytest.raises(TypeError, match="`center` is "):
            around(cell, 2)
    for near in (hex_neighbors, square_neighbors):
        with pytest.raises(TypeError, match="`cell` is "):
            near(cell)


@pytest.mark.parametrize("far", [(2**31, 0), (-(10**30), 7), (0, 2**63)])
def test_a_line_without_end_is_refused_at_once(far: tuple[int, int]) -> None:
    for draw in (hex_line_draw, square_line_draw):
        with pytest.raises(ValueError, match="must have at most 1000000"):
            draw((0, 0), far)
    for plane in ("hex", "square"):
        with pytest.raises(ValueError, match="must have at most 1000000"):
            line_of_sight(plane, (0, 0), far)


@pytest.mark.parametrize("around", [hex_range, hex_ring, square_range, square_ring])
def test_a_range_without_end_is_refused_at_once(around: Any) -> None:
    with pytest.raises(ValueError, match="`radius` is 1001; it must be at most 1000"):
        around((0, 0), 1001)


def test_a_terrain_in_the_place_of_blockers_is_refused_by_name() -> None:
    room = Lattice.square(3, 3)
    with pytest.raises(TypeError, match=r"`blockers` is .*Terrain"):
        visible(room, (0, 0), blockers=Terrain(room))  # type: ignore[arg-type]
