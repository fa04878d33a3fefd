"""Missions: both dialects are read, one is written, every fault has its line and column."""

import pytest

from ludotome.boardstate import (
    Coord,
    SegmentInstance,
    Token,
    add_token,
    export_mission,
    export_save,
    import_mission,
    new_board,
)
from tests.support.boards import SEGMENTS, TOKENS, board, furnished
from tests.support.faults import codes, places, refused

MISSION = """\
mission: "Long Haul"
board: 20x20
segments: "my libs/deck.txt"
tokenlib: crew.txt

instances:
  R1: L_room_5x5 pos=(1,2) rot=270
  "S 1": strip pos=(8,2) rot=0

tokens:
  D1: type=door orient=90 cells=(4,2),(5,2) attrs={"open":false,"note":"a # b"}
  M1: type=marine orient=0 cells=(2,2)
"""


def test_a_mission_in_the_seed_s_form_is_read_and_written_byte_for_byte() -> None:
    state = board()
    import_mission(state, MISSION)
    assert state.size == 20
    assert state.mission_name == "Long Haul"
    assert (state.segment_library_path, state.token_library_path) == ("my libs/deck.txt", "crew.txt")
    assert state.segments == (
        SegmentInstance("R1", "L_room_5x5", Coord(1, 2), 270),
        SegmentInstance("S 1", "strip", Coord(8, 2), 0),
    )
    assert state.tokens == (
        Token("D1", "door", 90, (Coord(4, 2), Coord(5, 2)), {"open": False, "note": "a # b"}),
        Token("M1", "marine", 0, (Coord(2, 2),)),
    )
    assert export_mission(state) == MISSION


def test_the_dialect_in_the_wild_is_read_and_written_in_the_seed_s_form() -> None:
    state = board()
    import_mission(
        state,
        "# a comment\nversion: 1\nmission: Long Haul   # not part of the name\nprofile: classic\nboard: 20\n"
        'segments: my libs/deck.txt # provenance only\ntokenlib: "crew.txt"\n'
        "instances:   # the ship\n R1: L_room_5x5 rot=270 pos=( 1 , 2 )\n\n"
        '"S 1" : strip pos=(8,2) rot=0 # a comment\ntokens:\n'
        '\tD1: door cells=(4,2) , (5,2) rot=90 attrs={"open": false, "note": "a # b"}   # a comment\n'
        "\tM1: marine pos=(2,2)",
    )
    assert export_mission(state) == MISSION


def test_an_empty_board_goes_round() -> None:
    state = board(5)
    text = export_mission(state)
    assert text == "mission: untitled\nboard: 5x5\n\ninstances:\n\ntokens:\n"
    import_mission(state, text)
    assert export_mission(state) == text


def test_awkward_names_go_round() -> None:
    state = board()
    state.mission_name = 'a "b" # c \\ d'
    for number, name in enumerate(["x y", "#1", "a:b", 'q"q', "(1,2)", "a=b", "instances", "é\u2028ü", "\u00a0", "'"]):
        add_token(state, Token(name, name, 0, (Coord(number, 0),), {name: name}))
    text = export_mission(state)
    again = board()
    import_mission(again, text)
    assert (again.tokens, again.mission_name) == (state.tokens, state.mission_name)
    assert export_mission(again) == text


def test_every_fault_is_listed_with_line_and_column_and_nothing_changes() -> None:
    state = furnished()
    before = export_save(state)
    error = refused(
        lambda: import_mission(
            state,
            "mission: bad\nboard: 12x12\ncolour: red\ninstances:\n"
            "  A: strip pos=(0,0) rot=45\n"
            "  B: stripp pos=(0,0) rot=0\n"
            "  C: strip pos=(10,0) rot=0\n"
            "  D: strip pos=(0,0) rot=0\n"
            "  E: strip pos=(4,1) rot=0\n"
            "  D: dot pos=(9,9) rot=0\n"
            "  what is this\n"
            "  F: dot pos=(x,9) rot=0\n"
            "  G: dot rot=0\n"
            "tokens:\n"
            "  D: type=door orient=0 cells=(1,1)\n"
            "  T: type=door orient=0 cells=(1,1),(1,1),(12,0)\n"
            '  U: type=door orient=0 cells=(1,1) attrs={"a": }\n'
            "  V: type=door orient=0 cells=1,1\n"
            "  W: type=door orient=0 rot=0 cells=(1,1) size=2\n"
            "  X: cells=(1,1)\n",
        )
    )
    assert places(error) == [
        ("LT655", 3, 1),
        ("LT675", 5, 26),
        ("LT676", 6, 6),
        ("LT677", 7, 16),
        ("LT678", 9, 16),
        ("LT679", 10, 3),
        ("LT652", 11, 8),
        ("LT653", 12, 15),
        ("LT654", 13, 15),
        ("LT679", 15, 3),
        ("LT682", 16, 37),
        ("LT677", 16, 43),
        ("LT683", 17, 49),
        ("LT652", 18, 31),
        ("LT686", 19, 29),
        ("LT655", 19, 43),
        ("LT654", 20, 17),
    ]
    assert export_save(state) == before


def test_a_clash_shows_both_places() -> None:
    error = refused(
        lambda: import_mission(
            board(), "board: 9\ninstances:\n a: dot pos=(0,0)\n a: dot pos=(1,0)\n b: dot pos=(0,0)\n"
        )
    )
    assert [(fault.code, [label.span.line for label in fault.labels]) for fault in error.diagnostics] == [
        ("LT679", [3]),
        ("LT678", [3]),
    ]


@pytest.mark.parametrize(
    ("board_line", "code"),
    [
        ("board: 0x0", "LT672"),
        ("board: -4", "LT672"),
        ("board: 5000", "LT672"),
        ("board: 4x5", "LT685"),
        ("board: 99999999999999999999", "LT685"),
        ("board: many", "LT685"),
        ("board:", "LT652"),
        ("", "LT654"),
        ("board: 4\nboard: 4", "LT669"),
    ],
)
def test_invalid_board_lines(board_line: str, code: str) -> None:
    expected = [code, "LT654"] if code == "LT652" else [code]
    assert sorted(codes(refused(lambda: import_mission(board(), f"mission: m\n{board_line}\n")))) == sorted(expected)


def test_a_section_that_comes_twice_is_refused() -> None:
    assert codes(refused(lambda: import_mission(board(), "board: 9\ntokens:\ninstances:\ntokens:\n"))) == ["LT674"]


@pytest.mark.parametrize(
    "attrs",
    [
        "[1]",
        "3",
        "{",
        '{"a":1,"a":2}',
        '{"a":NaN}',
        '{"a":1e999}',
        "{'a':1}",
        '{"a":' * 70 + "1" + "}" * 70,
        '{"a":' * 99999,
        '{"a":"\\ud800"}',
        '{"a":' + "9" * 5000 + "}",
        '{"a":12345678901234567890}',
        "",
    ],
)
def test_attributes_that_are_not_a_json_object(attrs: str) -> None:
    text = f"board: 9\ntokens:\n t: blip pos=(0,0) attrs={attrs}\n"
    error = refused(lambda: import_mission(board(), text))
    assert [place[:2] for place in places(error)] == [("LT683", 3)]


def test_a_mission_is_checked_against_the_embedded_libraries_alone() -> None:
    state = new_board(9, "segment other 1x1\n1\nendsegment\n", TOKENS)
    text = f"board: 20\nsegments: deck.txt\ninstances:\n R: strip pos=(0,0)\n# {SEGMENTS.splitlines()[0]}\n"
    assert codes(refused(lambda: import_mission(state, text))) == ["LT676"]


def test_reading_ends_after_five_hundred_errors() -> None:
    text = "board: 9\ninstances:\n" + " ?\n" * 100_000
    found = codes(refused(lambda: import_mission(board(), text)))
    assert found == ["LT652"] * 500 + ["LT659"]
