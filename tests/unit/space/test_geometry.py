"""Hex and square geometry on the plane, and its symmetries."""

from __future__ import annotations

import pytest

from ludotome.space import (
    HEX_SYMMETRIES,
    SQUARE_SYMMETRIES,
    compose,
    hex_distance,
    hex_line_draw,
    hex_neighbors,
    hex_range,
    hex_ring,
    hex_steps,
    square_distance,
    square_line_draw,
    square_neighbors,
    square_range,
    square_ring,
    square_steps,
    transform,
)


def test_hex_distance_of_the_seed_with_its_slip_corrected():
    assert hex_distance((0, 0), (3, 2)) == 5
    assert hex_distance((0, 0), (15, 0)) == 15
    assert hex_distance((2, -3), (-1, 1)) == 4


def test_neighbours_come_in_neighbour_order():
    assert hex_neighbors((0, 0)) == ((1, 0), (-1, 0), (0, 1), (0, -1), (1, -1), (-1, 1))
    assert square_neighbors((0, 0), 4) == ((-1, 0), (1, 0), (0, -1), (0, 1))
    assert square_neighbors((0, 0))[4:] == ((-1, -1), (-1, 1), (1, -1), (1, 1))


def test_rings_make_up_ranges():
    for n in range(4):
        rings = [cell for radius in range(n + 1) for cell in hex_ring((2, -1), radius)]
        assert sorted(rings) == list(hex_range((2, -1), n))
        rings = [cell for radius in range(n + 1) for cell in square_ring((2, -1), radius, 4)]
        assert sorted(rings) == list(square_range((2, -1), n, 4))
    assert len(square_ring((0, 0), 3)) == 24
    assert len(hex_ring((0, 0), 3)) == 18


def test_a_hex_tie_holds_both_cells_and_the_line_takes_the_smaller():
    assert hex_steps((0, 0), (1, 1)) == (((0, 1), (1, 0)),)
    assert hex_line_draw((0, 0), (1, 1)) == ((0, 0), (0, 1), (1, 1))
    assert hex_line_draw((1, 1), (0, 0)) == ((1, 1), (0, 1), (0, 0))
    assert hex_line_draw((0, 0), (0, 0)) == ((0, 0),)
    assert hex_steps((0, 0), (2, 2)) == (((0, 1), (1, 0)), ((1, 1),), ((1, 2), (2, 1)))


def test_a_square_line_crosses_cells_and_passes_corners():
    assert square_steps((0, 0), (0, 3)) == (((0, 1),), ((0, 2),))
    assert square_steps((0, 0), (1, 2)) == (((0, 1),), ((1, 1),))
    assert square_steps((0, 0), (1, 3)) == (((0, 1),), ((0, 2), (1, 1)), ((1, 2),))
    assert square_line_draw((0, 0), (1, 2)) == ((0, 0), (0, 1), (1, 2))
    assert square_line_draw((3, 3), (3, 3)) == ((3, 3),)


def test_symmetries_are_groups_of_eight_and_twelve():
    for symmetries, count in ((SQUARE_SYMMETRIES, 8), (HEX_SYMMETRIES, 12)):
        assert len(set(symmetries)) == count
        assert {compose(a, b) for a in symmetries for b in symmetries} == set(symmetries)


def test_a_quarter_turn_takes_north_to_east_and_a_sixth_east_to_south_east():
    assert transform(SQUARE_SYMMETRIES[1], (1, 2), center=(2, 2)) == (2, 3)
    assert transform(HEX_SYMMETRIES[1], (1, 0)) == (0, 1)


def test_symmetries_keep_distances():
    for symmetry in SQUARE_SYMMETRIES:
        assert square_distance((0, 0), transform(symmetry, (3, -5)), 4) == 8
    for symmetry in HEX_SYMMETRIES:
        assert hex_distance((0, 0), transform(symmetry, (3, -5))) == 5


@pytest.mark.parametrize("call", [hex_range, hex_ring, square_range, square_ring])
def test_a_negative_radius_is_refused(call):
    with pytest.raises(ValueError, match="`radius` is -1"):
        call((0, 0), -1)
