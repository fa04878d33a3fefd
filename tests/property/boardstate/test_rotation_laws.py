"""Quarter turns obey the laws of quarter turns."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from ludotome.boardstate import (
    ROTATIONS,
    Coord,
    SegmentInstance,
    add_segment,
    get_cell_type,
    get_cells_in_same_segment,
    new_board,
    rotate_cell,
    rotated_size,
    unrotate_cell,
)

sides = st.integers(1, 9)
rotations = st.sampled_from(ROTATIONS)


@st.composite
def cells(draw: st.DrawFn) -> tuple[int, int, int, int]:
    height, width = draw(sides), draw(sides)
    return draw(st.integers(0, height - 1)), draw(st.integers(0, width - 1)), height, width


@given(cells())
def test_four_quarter_turns_change_nothing(cell: tuple[int, int, int, int]) -> None:
    row, col, height, width = cell
    for _ in range(4):
        row, col = rotate_cell(row, col, height, width, 90)
        height, width = width, height
    assert (row, col, height, width) == cell


@given(cells(), rotations, rotations)
def test_turning_twice_is_turning_by_the_sum(cell: tuple[int, int, int, int], first: int, second: int) -> None:
    row, col, height, width = cell
    turned = rotate_cell(row, col, height, width, first)
    turned_width, turned_height = rotated_size(width, height, first)
    assert rotate_cell(*turned, turned_height, turned_width, second) == rotate_cell(
        row, col, height, width, (first + second) % 360
    )


@given(cells(), rotations)
def test_a_turn_back_undoes_a_turn(cell: tuple[int, int, int, int], rot: int) -> None:
    row, col, height, width = cell
    assert unrotate_cell(*rotate_cell(row, col, height, width, rot), height, width, rot) == (row, col)


@given(st.data(), sides, sides, rotations)
def test_a_turned_segment_is_the_turned_array_and_covers_the_same_area(
    data: st.DataObject, width: int, height: int, rot: int
) -> None:
    grid = np.array(data.draw(st.lists(st.integers(0, 3), min_size=width * height, max_size=width * height)))
    grid = grid.reshape(height, width)
    rows = "\n".join(" ".join(map(str, row)) for row in grid)
    library = f"legend: 0=a, 1=b, 2=c, 3=d\nsegment s {width}x{height}\n{rows}\nendsegment\n"
    state = new_board(12, library, "")
    add_segment(state, SegmentInstance("s", "s", Coord(2, 1), rot))
    turned = np.rot90(grid, -rot // 90)
    seen = [[get_cell_type(state, Coord(2 + x, 1 + y)) for x in range(turned.shape[1])] for y in range(turned.shape[0])]
    assert seen == turned.tolist()
    assert len(get_cells_in_same_segment(state, Coord(2, 1))) == width * height
