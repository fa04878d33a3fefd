"""Hostile input gives a diagnostic, in time proportional to its length."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from ludotome.boardstate import (
    MAX_TEXT,
    Coord,
    Token,
    add_segment,
    add_token,
    export_save,
    find_by_id,
    find_library_paths,
    find_segment_at,
    get_cell_type,
    get_cells_in_same_segment,
    get_tokens_at,
    import_mission,
    import_save,
    new_board,
    remove_token,
    replace_segment_library,
    replace_token_library,
    to_zones,
    update_segment,
    update_token,
)
from tests.support.boards import SEGMENTS, TOKENS, board, furnished
from tests.support.faults import codes, refused

LONG = 300_000


@pytest.mark.parametrize(
    ("line", "found"),
    [
        ("t: blip pos=(" + " " * LONG + "x", ["LT652"]),
        ("t: blip pos=(" + " " * LONG + ",)", ["LT653", "LT653"]),
        ('"' + "a" * LONG, ["LT657"]),
        ('"' + "\\" * LONG, ["LT657"]),
        ("a" * LONG + "=3", ["LT652"]),
        ("t: " + "a" * LONG + "=3 cells=(1,1)", ["LT655", "LT654"]),
        ("t: blip cells=" + "(" * LONG, ["LT652"]),
        ("t: blip cells=" + "(0,0)," * (LONG // 6) + "(1,1)", ["LT682"] * 500 + ["LT659"]),
        ("t: blip cells=(0,0) " + "k=1 " * (LONG // 4), ["LT655"] * 500 + ["LT659"]),
        ("t: blip cells=(0,0) " + "rot=0 " * (LONG // 6), ["LT656"] * 500 + ["LT659"]),
        ("t: blip cells=(0,0) attrs=" + "[" * LONG, ["LT683"]),
        ("t: blip cells=(0,0) rot=" + "9" * LONG, ["LT653"]),
        ("x" * LONG + ": blip cells=(0,0)", ["LT658"]),
    ],
)
def test_a_long_line_is_read_in_one_pass(line: str, found: list[str]) -> None:
    error = refused(lambda: import_mission(board(), f"board: 9\ntokens:\n {line}\n"))
    assert codes(error) == found
    assert sum(len(fault.message) + len(fault.context_snippet or "") for fault in error.diagnostics) < 500_000


@pytest.mark.parametrize("text", ["\n" * LONG, "# nothing\n" * (LONG // 10), "\u00a0\n" * LONG, " " * LONG])
def test_a_long_text_without_content_is_an_empty_library(text: str) -> None:
    assert new_board(3, text, text).segment_defs == ()


def test_a_line_that_starts_with_a_strange_blank_is_not_passed_over() -> None:
    state = new_board(3, "\u00a0segment a 1x1\n\u2003\u00a01\n\tendsegment\n", "\u00a0type=door")
    assert len(state.segment_defs) == len(state.token_types) == 1


@pytest.mark.parametrize("length", [MAX_TEXT + 1, 50_000_000])
def test_texts_beyond_the_stated_limit_are_refused(length: int) -> None:
    text = "#" * length
    state = furnished()
    before = export_save(state)
    assert codes(refused(lambda: new_board(9, text, TOKENS))) == ["LT650"]
    assert codes(refused(lambda: new_board(9, SEGMENTS, text))) == ["LT650"]
    assert codes(refused(lambda: import_mission(state, text))) == ["LT650"]
    assert codes(refused(lambda: import_save(text))) == ["LT650"]
    assert export_save(state) == before


def test_a_board_too_large_to_be_read_again_is_not_written() -> None:
    state = board()
    add_token(state, Token("t", "blip", 0, (Coord(0, 0),), {"text": "x" * MAX_TEXT}))
    assert codes(refused(lambda: export_save(state))) == ["LT650"]


@pytest.mark.parametrize("text", ["a\x00b", "\x00", "board: 9\n\x1b[2J", "board: 9\x07"])
def test_control_characters_are_refused_everywhere(text: str) -> None:
    assert codes(refused(lambda: new_board(9, text, TOKENS))) == ["LT651"]
    assert codes(refused(lambda: new_board(9, SEGMENTS, text))) == ["LT651"]
    assert codes(refused(lambda: import_mission(board(), text))) == ["LT651"]
    assert codes(refused(lambda: import_save(text))) == ["LT651"]


@pytest.mark.parametrize("save", [None, 3, [], object(), 1.5])
def test_what_is_not_a_save_at_all_is_refused(save: object) -> None:
    assert codes(refused(lambda: import_save(save))) == ["LT690"]


def test_numbers_too_long_to_be_written_are_refused_with_words() -> None:
    huge = 10**6000
    wrong = Token("t", "blip", huge, (Coord(huge, 0),), {"a": huge})
    assert sorted(codes(refused(lambda: add_token(board(), wrong)))) == ["LT673", "LT675", "LT683"]
    assert codes(refused(lambda: new_board(huge, SEGMENTS, TOKENS))) == ["LT672"]


def test_a_patch_of_nonsense_changes_nothing() -> None:
    state = furnished()
    before = export_save(state)
    for patch in ({"origin": None}, {"segment_id": []}, {"rot": "90"}, {"instance_id": 7}, {"": 1}, {"origin": (0, 0)}):
        refused(lambda patch=patch: update_segment(state, "R1", patch))
    assert export_save(state) == before


@pytest.mark.parametrize("cell", [(2, 3), None, [2, 3], "2,3", (10**6000,), Coord(1.0, 2), Coord(None, None)])  # type: ignore[arg-type]
def test_a_question_about_what_is_not_a_cell_is_refused_by_name(cell: Any) -> None:
    """A plain pair would find nothing anywhere, which would look like a result."""
    for ask in (get_cell_type, get_cells_in_same_segment, find_segment_at, get_tokens_at):
        with pytest.raises(TypeError, match="`coord` is "):
            ask(furnished(), cell)


@pytest.mark.parametrize("text", [None, b"board: 9", Path("m.txt"), 7, ["board: 9"]])
def test_a_value_that_is_not_a_text_is_refused_with_the_way_to_get_one(text: Any) -> None:
    state = furnished()
    before = export_save(state)
    for read in (
        lambda: new_board(9, text, TOKENS),
        lambda: new_board(9, SEGMENTS, text),
        lambda: import_mission(state, text),
        lambda: replace_segment_library(state, text),
        lambda: replace_token_library(state, text),
        lambda: find_library_paths(text),
    ):
        with pytest.raises(TypeError, match="write a string"):
            read()
    assert export_save(state) == before


@pytest.mark.parametrize("thing", [None, {"token_id": "t"}, "t", 3])
def test_what_is_not_a_part_patch_or_id_is_refused_by_name(thing: Any) -> None:
    state = furnished()
    before = export_save(state)
    for change, named in (
        (lambda: add_segment(state, thing), "`segment` is "),
        (lambda: add_token(state, thing), "`token` is "),
        (lambda: update_segment(state, "R1", [thing]), "`patch` is "),
        (lambda: update_token(state, "D1", [thing]), "`patch` is "),
        (lambda: to_zones(state, 3), "`walkable` is "),
    ):
        with pytest.raises(TypeError, match=named):
            change()
    assert codes(refused(lambda: remove_token(state, [thing]))) == ["LT684"]
    assert find_by_id(state, [thing]) is None
    assert export_save(state) == before
