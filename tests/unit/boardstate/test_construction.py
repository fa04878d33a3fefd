"""A board is created with its libraries, or not at all."""

import pytest

from ludotome.boardstate import (
    BoardError,
    Coord,
    Dimensions,
    SegmentDef,
    SegmentInstance,
    TokenTypeDef,
    add_segment,
    add_token,
    export_save,
    get_board_dimensions,
    get_segment_instances,
    get_tokens,
    new_board,
    replace_segment_library,
    replace_token_library,
    set_token_type_strict,
)
from tests.support.boards import SEGMENTS, TOKENS, board, furnished
from tests.support.faults import codes, places, refused


def test_new_board_embeds_both_libraries() -> None:
    state = board(9)
    assert get_board_dimensions(state) == Dimensions(9, 9)
    assert [definition.segment_id for definition in state.segment_defs] == ["L_room_5x5", "strip", "dot"]
    assert state.segment_defs[1] == SegmentDef(
        "strip", "strip", 5, 2, ((0, 1, 1, 1, 2), (1, 0, 1, 1, 1)), {"wall": 0, "corridor": 1, "rubble": 2}
    )
    assert state.token_types == (
        TokenTypeDef("door", "standard door token"),
        TokenTypeDef("marine", "armored miniature"),
        TokenTypeDef("blip"),
    )
    assert get_segment_instances(state) == ()
    assert get_tokens(state) == ()
    assert state.token_type_strict is False


def test_an_invalid_segment_library_is_refused_with_line_and_column() -> None:
    error = refused(lambda: new_board(9, "segment a 2x2\n1 1\n1 x\nendsegment\n", ""))
    assert places(error) == [("LT663", 3, 3)]


def test_both_libraries_and_the_size_are_diagnosed_at_once() -> None:
    error = refused(lambda: new_board(0, "segment a 1x1\n7\nendsegment\n", "typ=door\n"))
    assert codes(error) == ["LT672", "LT662", "LT654"]


def test_an_empty_token_library_is_fine_until_the_board_is_strict() -> None:
    state = new_board(9, SEGMENTS, "")
    assert state.token_types == ()
    token = furnished().tokens[0]
    add_token(state, token)
    assert codes(refused(lambda: set_token_type_strict(state, True))) == ["LT680"]
    assert state.token_type_strict is False


def test_no_legend_means_walls_and_corridors() -> None:
    state = new_board(3, "segment a 2x1\n0 1\nendsegment", "")
    assert state.segment_defs[0].legend == {"wall": 0, "corridor": 1}


def test_legend_lines_merge_wherever_they_stand() -> None:
    text = "legend: 0=wall\nsegment a 2x1\n0 3\nendsegment\nlegend: 3=deep water, 0=wall\n"
    assert new_board(3, text, "").segment_defs[0].legend == {"wall": 0, "deep water": 3}


def test_a_header_of_rows_by_columns_is_read_so_with_a_warning_that_fixes_it() -> None:
    state = new_board(9, "segment a 2x3\n0 1 0\n1 1 1\nendsegment\n", "")
    (definition,) = state.segment_defs
    assert (definition.width, definition.height) == (3, 2)
    (warning,) = state.warnings
    assert (warning.code, warning.severity) == ("LT661", "warning")
    assert warning.span is not None
    assert (warning.span.line, warning.span.column, warning.span.end_column) == (1, 11, 14)
    assert warning.fix is not None
    assert warning.fix.edits[0].replacement == "3x2"


def test_rows_that_fit_neither_reading_are_each_refused() -> None:
    error = refused(lambda: new_board(9, "segment a 2x3\n0 1 0\n1 1\n1\nendsegment\n", ""))
    assert places(error) == [("LT660", 2, 1), ("LT660", 4, 1)]


@pytest.mark.parametrize("ending", ["\r\n", "\r", "\n"])
def test_every_line_ending_and_a_byte_order_mark_are_accepted(ending: str) -> None:
    state = new_board(9, "\ufeff" + SEGMENTS.replace("\n", ending), "\ufeff" + TOKENS.replace("\n", ending))
    assert export_save(state) == export_save(board(9))


def test_a_segment_library_that_lacks_a_segment_in_use_is_refused_and_nothing_changes() -> None:
    state = furnished()
    before = export_save(state)
    error = refused(lambda: replace_segment_library(state, "segment strip 5x2\n0 0 0 0 0\n0 0 0 0 0\nendsegment"))
    assert codes(error) == ["LT676"]
    assert export_save(state) == before


def test_a_definition_that_grew_must_still_fit() -> None:
    state = board()
    add_segment(state, SegmentInstance("a", "dot", Coord(0, 0), 0))
    add_segment(state, SegmentInstance("b", "dot", Coord(1, 0), 0))
    add_segment(state, SegmentInstance("c", "dot", Coord(11, 11), 0))
    grown = "segment dot 2x1\n1 1\nendsegment\n"
    assert codes(refused(lambda: replace_segment_library(state, grown))) == ["LT678", "LT677"]
    assert [segment.instance_id for segment in replace_segment_library(state, grown, prune=True)] == ["b", "c"]
    assert [segment.instance_id for segment in state.segments] == ["a"]


def test_a_strict_board_refuses_a_token_library_that_drops_a_type_in_use() -> None:
    state = furnished()
    set_token_type_strict(state, True)
    before = export_save(state)
    assert codes(refused(lambda: replace_token_library(state, "type=door\ntype=blip"))) == ["LT680"]
    assert export_save(state) == before
    assert [token.token_id for token in replace_token_library(state, "type=door\ntype=blip", prune=True)] == ["M1"]
    assert [token.token_id for token in state.tokens] == ["D1", "B1"]


def test_a_board_that_is_not_strict_takes_any_token_library() -> None:
    state = furnished()
    assert replace_token_library(state, "type=ghost") == ()
    assert state.token_types == (TokenTypeDef("ghost"),)
    assert len(state.tokens) == 3


def test_foreign_keys_of_a_token_library_are_passed_over() -> None:
    state = new_board(3, "", 'type=door color=#f00 size=(2,1) notes="a \\"b\\"" cost=[1,2]\n')
    assert state.token_types == (TokenTypeDef("door", 'a "b"'),)


@pytest.mark.parametrize("size", [0, -3, 4097, 2.0, True, "9", None])
def test_sizes_that_are_no_board(size: object) -> None:
    with pytest.raises(BoardError, match="LT672"):
        new_board(size, SEGMENTS, TOKENS)  # type: ignore[arg-type]


@pytest.mark.parametrize("wrong", [1, 0, None, "yes", "false", [], 1.0])
def test_strictness_is_true_or_false_and_nothing_else(wrong: object) -> None:
    state = new_board(4, SEGMENTS, TOKENS)
    with pytest.raises(TypeError, match=r"`strict` is .*; write True or False"):
        set_token_type_strict(state, wrong)  # type: ignore[arg-type]
    assert state.token_type_strict is False
