"""Segments and tokens are placed, changed and removed, or nothing happens."""

import pytest

from ludotome.boardstate import (
    BoardState,
    Coord,
    SegmentInstance,
    Token,
    add_segment,
    add_token,
    export_save,
    find_by_id,
    get_cell_type,
    get_cells_in_same_segment,
    get_tokens_at,
    remove_segment,
    remove_token,
    set_token_type_strict,
    update_segment,
    update_token,
)
from tests.support.boards import board, furnished
from tests.support.faults import codes, refused


def drawn(state: BoardState, width: int, height: int) -> str:
    """Return the types of the top left cells of the board, `-` where there is none."""
    rows = ([get_cell_type(state, Coord(x, y)) for x in range(width)] for y in range(height))
    return "\n".join("".join("-" if cell == -1 else str(cell) for cell in row) for row in rows)


@pytest.mark.parametrize(
    ("rot", "picture"),
    [
        (0, "01112-\n10111-\n------\n------\n------\n------"),
        (90, "10----\n01----\n11----\n11----\n12----\n------"),
        (180, "11101-\n21110-\n------\n------\n------\n------"),
        (270, "21----\n11----\n11----\n10----\n01----\n------"),
    ],
)
def test_a_segment_turns_clockwise_about_the_top_left_of_its_turned_footprint(rot: int, picture: str) -> None:
    state = board()
    add_segment(state, SegmentInstance("S", "strip", Coord(0, 0), rot))
    assert drawn(state, 6, 6) == picture


def test_segments_may_touch_but_not_overlap() -> None:
    state = board()
    add_segment(state, SegmentInstance("a", "strip", Coord(0, 0), 0))
    add_segment(state, SegmentInstance("b", "strip", Coord(5, 0), 90))
    before = export_save(state)
    error = refused(lambda: add_segment(state, SegmentInstance("c", "strip", Coord(4, 1), 180)))
    assert codes(error) == ["LT678"]
    assert "`a`, `b`" in error.diagnostics[0].message
    assert export_save(state) == before


@pytest.mark.parametrize(("x", "y", "rot"), [(-1, 0, 0), (0, -1, 0), (8, 0, 0), (0, 11, 0), (11, 0, 90), (0, 8, 270)])
def test_a_turned_segment_must_lie_on_the_board(x: int, y: int, rot: int) -> None:
    state = board()
    assert codes(refused(lambda: add_segment(state, SegmentInstance("S", "strip", Coord(x, y), rot)))) == ["LT677"]


@pytest.mark.parametrize(("x", "y", "rot"), [(7, 0, 0), (0, 10, 180), (10, 0, 90), (0, 7, 270)])
def test_a_turned_segment_may_touch_the_rim(x: int, y: int, rot: int) -> None:
    state = board()
    add_segment(state, SegmentInstance("S", "strip", Coord(x, y), rot))
    assert len(get_cells_in_same_segment(state, Coord(x, y))) == 10


def test_every_fault_of_a_segment_is_listed() -> None:
    wrong = SegmentInstance("R1", "strp", Coord(0, "1"), 45)  # type: ignore[arg-type]
    error = refused(lambda: add_segment(furnished(), wrong))
    assert codes(error) == ["LT679", "LT673", "LT675", "LT676"]
    assert error.diagnostics[-1].alternatives == ("strip",)


def test_every_fault_of_a_token_is_listed() -> None:
    state = furnished()
    set_token_type_strict(state, True)
    cells = (Coord(1, 1), Coord(12, 0), Coord(1, 1), (3, 4))
    wrong = Token("R1", "dor", 45, cells, {"a": float("nan")})  # type: ignore[arg-type]
    assert sorted(codes(refused(lambda: add_token(state, wrong)))) == [
        "LT673",
        "LT675",
        "LT677",
        "LT679",
        "LT680",
        "LT682",
        "LT683",
    ]


def test_ids_of_segments_and_tokens_share_one_name_space() -> None:
    state = furnished()
    assert codes(refused(lambda: add_segment(state, SegmentInstance("M1", "dot", Coord(9, 9), 0)))) == ["LT679"]
    assert codes(refused(lambda: add_token(state, Token("S1", "blip", 0, (Coord(9, 9),))))) == ["LT679"]
    assert codes(refused(lambda: update_token(state, "M1", {"token_id": "S1"}))) == ["LT679"]


def test_a_token_needs_a_cell() -> None:
    assert codes(refused(lambda: add_token(board(), Token("t", "blip", 0, ())))) == ["LT681"]


@pytest.mark.parametrize("name", ["", "a\x00b", "a\nb", "x" * 201, "\ud800", 7])
def test_invalid_names(name: str) -> None:
    assert codes(refused(lambda: add_token(board(), Token(name, "blip", 0, (Coord(0, 0),))))) == ["LT658"]
    assert codes(refused(lambda: add_token(board(), Token("t", name, 0, (Coord(0, 0),))))) == ["LT658"]


def test_the_board_keeps_its_own_copy_of_attributes() -> None:
    state = board()
    attrs = {"tags": ["a"]}
    add_token(state, Token("t", "blip", 0, (Coord(0, 0),), attrs))
    attrs["tags"].append("b")
    assert state.tokens[0].attrs == {"tags": ["a"]}


def test_attributes_that_contain_themselves_are_refused() -> None:
    attrs: dict[str, object] = {}
    attrs["self"] = attrs
    assert codes(refused(lambda: add_token(board(), Token("t", "blip", 0, (Coord(0, 0),), attrs)))) == ["LT683"]


def test_a_segment_may_move_onto_its_own_cells() -> None:
    state = furnished()
    update_segment(state, "R1", {"origin": Coord(1, 1)})
    assert get_cell_type(state, Coord(0, 0)) == -1
    assert get_cell_type(state, Coord(3, 1)) == 1


def test_a_segment_that_cannot_move_stays_as_it_was() -> None:
    state = furnished()
    before, cells = export_save(state), drawn(state, 12, 12)
    assert codes(refused(lambda: update_segment(state, "R1", {"origin": Coord(2, 0)}))) == ["LT678"]
    assert codes(refused(lambda: update_segment(state, "R1", {"rot": 30}))) == ["LT675"]
    assert codes(refused(lambda: update_segment(state, "R1", {"position": Coord(1, 1)}))) == ["LT655"]
    assert (export_save(state), drawn(state, 12, 12)) == (before, cells)


def test_a_change_keeps_the_place_in_board_order_even_of_the_id() -> None:
    state = furnished()
    update_segment(state, "R1", {"instance_id": "R9", "rot": 180})
    update_token(state, "D1", {"token_id": "D9", "cells": (Coord(2, 2),)})
    assert [segment.instance_id for segment in state.segments] == ["R9", "S1"]
    assert [token.token_id for token in get_tokens_at(state, Coord(2, 2))] == ["D9", "M1", "B1"]
    assert find_by_id(state, "R1") is None
    assert find_by_id(state, "D9") == state.tokens[0]


def test_what_was_removed_is_gone_and_its_cells_are_free() -> None:
    state = furnished()
    remove_segment(state, "R1")
    remove_token(state, "M1")
    assert find_by_id(state, "R1") is None
    assert get_cell_type(state, Coord(2, 2)) == -1
    assert [token.token_id for token in get_tokens_at(state, Coord(2, 2))] == ["B1"]
    add_segment(state, SegmentInstance("R1", "L_room_5x5", Coord(0, 0), 0))


def test_unknown_ids_are_refused_with_the_near_ones() -> None:
    state = furnished()
    for call in (lambda: remove_token(state, "M2"), lambda: update_token(state, "M2", {"rot": 0})):
        error = refused(call)
        assert codes(error) == ["LT684"]
        assert "M1" in error.diagnostics[0].alternatives
    assert codes(refused(lambda: remove_segment(state, "M1"))) == ["LT684"]
