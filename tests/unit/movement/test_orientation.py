"""Relative directions: the meaning of forward on squares, hexes and graphs."""

from __future__ import annotations

import re

import pytest

from ludotome.movement import (
    RELATIVE_DIRECTIONS,
    Board,
    DirectionPattern,
    FixedPattern,
    HopPattern,
    LeapPattern,
    MultiDirectionPattern,
    NullPattern,
    Piece,
    orient,
    relative_directions,
)
from tests.support.movement_boards import STEP

GRID = Board.grid(3, 3)
FACING = {"white": "n", "black": "s"}


def test_facing_north_forward_is_up_and_right_is_east() -> None:
    assert relative_directions(GRID, "n") == {
        "forward": "n",
        "forwardRight": "ne",
        "right": "e",
        "backwardRight": "se",
        "backward": "s",
        "backwardLeft": "sw",
        "left": "w",
        "forwardLeft": "nw",
    }


@pytest.mark.parametrize("facing", STEP)
def test_on_squares_every_facing_is_a_rotation_of_north(facing: str) -> None:
    """Right is forward turned clockwise by a quarter, with the diagonal words in between."""
    words = relative_directions(GRID, facing)
    assert set(words) == set(RELATIVE_DIRECTIONS)
    row, col = STEP[words["forward"]]
    assert STEP[words["right"]] == (col, -row)
    assert STEP[words["left"]] == (-col, row)
    assert STEP[words["backward"]] == (-row, -col)
    for ahead in ("forward", "backward"):
        for side in ("Left", "Right"):
            (a, b), (c, d) = STEP[words[ahead]], STEP[words[side.lower()]]
            between = tuple(max(-1, min(1, part)) for part in (a + c, b + d))
            assert STEP[words[ahead + side]] == between


def test_four_directions_have_no_slanted_words() -> None:
    assert relative_directions(Board.grid(3, 3, directions=4), "w") == {
        "forward": "w",
        "right": "n",
        "backward": "e",
        "left": "s",
    }


def test_hexes_have_no_left_and_right() -> None:
    assert relative_directions(Board.hex(1), "e") == {
        "forward": "e",
        "forwardRight": "se",
        "backwardRight": "sw",
        "backward": "w",
        "backwardLeft": "nw",
        "forwardLeft": "ne",
    }


def test_graphs_have_forward_and_backward_where_a_road_leads_back() -> None:
    assert relative_directions(Board.ring(5), "ccw") == {"forward": "ccw", "backward": "cw"}
    one_way = Board.from_relations([("a", "b", "on"), ("b", "c", "on")])
    assert relative_directions(one_way, "on") == {"forward": "on"}


def test_a_piece_is_turned_as_its_owner_faces() -> None:
    patterns = (
        DirectionPattern("forward"),
        MultiDirectionPattern(("forwardLeft", "e"), is_repeatable=False),
        FixedPattern(("forward", "left"), leaps=True, onto=("enemy",)),
        HopPattern(("backward",), over="enemy"),
        LeapPattern((2, 1)),
        NullPattern(),
    )
    assert orient(GRID, Piece("p", "black", patterns), FACING).pattern_list == (
        DirectionPattern("s"),
        MultiDirectionPattern(("se", "e"), is_repeatable=False),
        FixedPattern(("s", "e"), leaps=True, onto=("enemy",)),
        HopPattern(("n",), over="enemy"),
        LeapPattern((2, 1)),
        NullPattern(),
    )


def test_groups_survive_being_turned() -> None:
    man = Piece("man", "white", {"walk": (DirectionPattern("forward"),), "stay": ()})
    assert orient(GRID, man, FACING) == Piece("man", "white", {"walk": (DirectionPattern("n"),), "stay": ()})


def test_a_piece_without_relative_words_is_returned_as_it_is() -> None:
    rook = Piece("rook", None, (DirectionPattern("n"),))
    assert orient(GRID, rook, {}) is rook


def test_a_board_s_own_direction_called_left_means_itself() -> None:
    board = Board.from_relations([("a", "b", "left"), ("b", "a", "right")])
    piece = Piece("p", "white", (DirectionPattern("left"), DirectionPattern("forward")))
    turned = orient(board, piece, {"white": "right"})
    assert turned.pattern_list == (DirectionPattern("left"), DirectionPattern("right"))


@pytest.mark.parametrize(
    ("board", "piece", "facing", "named"),
    [
        (GRID, Piece("p", "red", (DirectionPattern("forward"),)), FACING, "'red'"),
        (GRID, Piece("p", None, (DirectionPattern("forward"),)), FACING, "None"),
        (GRID, Piece("p", "white", (DirectionPattern("forward"),)), {"white": "up"}, "`up`"),
        (Board.hex(1), Piece("p", "white", (DirectionPattern("left"),)), {"white": "e"}, "`left`"),
        (Board.ring(4), Piece("p", "white", (DirectionPattern("forwardLeft"),)), {"white": "cw"}, "`forwardLeft`"),
    ],
)
def test_what_cannot_be_turned_is_refused_by_name(
    board: Board, piece: Piece, facing: dict[str, str], named: str
) -> None:
    with pytest.raises(ValueError, match=re.escape(named)):
        orient(board, piece, facing)  # type: ignore[arg-type]
