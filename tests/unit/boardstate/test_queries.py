"""Queries about the cells of a board."""

from ludotome.boardstate import (
    Coord,
    SegmentInstance,
    find_by_id,
    find_segment_at,
    get_cell_type,
    get_cells_in_same_segment,
    get_segment_instances,
    get_tokens,
    get_tokens_at,
)
from tests.support.boards import furnished


def test_a_wall_of_a_segment_has_its_own_type_and_an_uncovered_cell_has_none() -> None:
    state = furnished()
    assert get_cell_type(state, Coord(0, 0)) == 0
    assert get_cell_type(state, Coord(2, 0)) == 1
    assert get_cell_type(state, Coord(5, 0)) == -1


def test_a_question_about_a_cell_outside_the_board_is_not_an_error() -> None:
    state = furnished()
    for cell in (Coord(-1, 0), Coord(0, -1), Coord(12, 0), Coord(0, 12), Coord(10**12, 3)):
        assert get_cell_type(state, cell) == -1
        assert get_cells_in_same_segment(state, cell) == ()
        assert get_tokens_at(state, cell) == ()
        assert find_segment_at(state, cell) is None


def test_the_cells_of_a_segment_come_row_by_row_walls_and_all() -> None:
    state = furnished()
    cells = get_cells_in_same_segment(state, Coord(7, 5))
    assert cells == tuple(Coord(x, y) for y in range(1, 6) for x in (6, 7))
    assert get_cells_in_same_segment(state, Coord(8, 5)) == ()


def test_tokens_of_several_cells_are_found_at_each_in_board_order() -> None:
    state = furnished()
    assert [token.token_id for token in get_tokens_at(state, Coord(2, 2))] == ["M1", "B1"]
    assert [token.token_id for token in get_tokens_at(state, Coord(5, 2))] == ["D1"]
    assert get_tokens_at(state, Coord(0, 0)) == ()


def test_either_kind_is_found_by_id() -> None:
    state = furnished()
    assert find_by_id(state, "S1") == SegmentInstance("S1", "strip", Coord(6, 1), 90) == get_segment_instances(state)[1]
    assert find_by_id(state, "B1") is get_tokens(state)[2]
    assert find_by_id(state, "nobody") is None
