"""Patterns, pieces and occupancies: accepted values, and errors that name the refused ones."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

import pytest

from ludotome.movement import (
    Board,
    DirectionPattern,
    FixedPattern,
    HopPattern,
    LeapPattern,
    MultiDirectionPattern,
    NullPattern,
    Occupancy,
    Path,
    Piece,
    attackers,
    check_piece,
    compile_piece,
    destinations,
)
from tests.support.movement_boards import ENEMY, FRIEND, KNIGHT, ROOK, white


@pytest.mark.parametrize(
    ("make", "named"),
    [
        (lambda: DirectionPattern(""), "''"),
        (lambda: DirectionPattern(None), "None"),  # type: ignore[arg-type]
        (lambda: MultiDirectionPattern(()), "`directions` is empty"),
        (lambda: MultiDirectionPattern("ne"), "'ne'"),  # type: ignore[arg-type]
        (lambda: MultiDirectionPattern({"n"}), "{'n'}"),  # type: ignore[arg-type]
        (lambda: MultiDirectionPattern(None), "None"),  # type: ignore[arg-type]
        (lambda: MultiDirectionPattern(("n",), ("empty",)), "('empty',)"),  # type: ignore[arg-type]
        (lambda: DirectionPattern("n", 1), "1"),  # type: ignore[arg-type]
        (lambda: FixedPattern(("n",), "yes"), "'yes'"),  # type: ignore[arg-type]
        (lambda: LeapPattern(5), "5"),  # type: ignore[arg-type]
        (lambda: LeapPattern({(1, 2)}), "{(1, 2)}"),  # type: ignore[arg-type]
        (lambda: NullPattern(onto=3), "`3`"),  # type: ignore[arg-type]
        (lambda: NullPattern(onto=([],)), "`[]`"),  # type: ignore[arg-type]
        (lambda: MultiDirectionPattern(("n", "")), "''"),
        (lambda: FixedPattern(()), "`directions` is empty"),
        (lambda: FixedPattern(("n", 3)), "3"),  # type: ignore[arg-type]
        (lambda: FixedPattern(("n",), leaps=True, over="enemy"), "'enemy'"),
        (lambda: FixedPattern(("n",), over="ghosts"), "`ghosts`"),
        (lambda: HopPattern(("n",), over="ghosts"), "`ghosts`"),
        (lambda: HopPattern(()), "`directions` is empty"),
        (lambda: LeapPattern(()), "`offsets` is empty"),
        (lambda: LeapPattern((0, 0)), "(0, 0)"),
        (lambda: LeapPattern(((1, 2), (0, 0))), "(0, 0)"),
        (lambda: LeapPattern((1, 2, 3)), "1"),  # type: ignore[arg-type]
        (lambda: LeapPattern(((1, 2.5),)), "2.5"),  # type: ignore[arg-type]
        (lambda: LeapPattern(("ab",)), "'ab'"),  # type: ignore[arg-type]
        (lambda: NullPattern(onto=()), "`onto` is empty"),
        (lambda: DirectionPattern("n", onto=("empty", "foe")), "`foe`"),
        (lambda: Piece("", "white", ()), "''"),
        (lambda: Piece("p", ["white"], ()), "['white']"),  # type: ignore[arg-type]
        (lambda: Piece("p", "white", ("n",)), "'n'"),  # type: ignore[arg-type]
        (lambda: Piece("p", "white", NullPattern()), "NullPattern"),  # type: ignore[arg-type]
        (lambda: Piece("p", "white", {NullPattern()}), "NullPattern"),  # type: ignore[arg-type]
        (lambda: Piece("p", "white", ROOK, groups=(("walk", 2),)), "1 patterns"),
        (lambda: Piece("p", "white", {"": ROOK}), "''"),
        (lambda: Piece("p", "white", (), neutral="maybe"), "`maybe`"),  # type: ignore[arg-type]
        (lambda: Occupancy({"a": "rook"}), "`a`"),  # type: ignore[dict-item]
        (lambda: Occupancy({"a": (FRIEND, None)}), "`a`"),  # type: ignore[dict-item]
        (lambda: Occupancy({3: FRIEND}), "3"),  # type: ignore[dict-item]
        (lambda: Occupancy([("a", FRIEND)]), "write a mapping"),  # type: ignore[arg-type]
        (lambda: FixedPattern(("n",), over=["any"]), "`over` is `['any']`"),  # type: ignore[arg-type]
    ],
)
def test_bad_input_is_refused_by_name(make: Any, named: str) -> None:
    with pytest.raises(ValueError, match=re.escape(named)):
        make()


def test_two_numbers_stand_for_all_images_of_a_leap_in_ascending_order() -> None:
    assert LeapPattern((2, 1)).offsets == ((-2, -1), (-2, 1), (-1, -2), (-1, 2), (1, -2), (1, 2), (2, -1), (2, 1))
    assert LeapPattern((2, 0)).offsets == ((-2, 0), (0, -2), (0, 2), (2, 0))
    assert LeapPattern(((2, 1), (-1, 0))).offsets == ((2, 1), (-1, 0))


def test_onto_is_kept_in_one_order_and_one_word_will_do() -> None:
    assert DirectionPattern("n", onto=("enemy", "empty", "enemy")) == DirectionPattern("n")
    assert NullPattern(onto="friend").onto == ("friend",)  # type: ignore[arg-type]


def test_groups_are_stretches_of_one_list() -> None:
    man = Piece("man", "white", {"walk": (DirectionPattern("n"), DirectionPattern("s")), "jump": (HopPattern(("n",)),)})
    assert [type(pattern).__name__ for pattern in man.pattern_list] == [
        "DirectionPattern",
        "DirectionPattern",
        "HopPattern",
    ]
    assert (man.places_of_group("jump"), man.places_of_group(None)) == (range(2, 3), range(3))
    assert replace(man, owner="black").places_of_group("jump") == range(2, 3)
    with pytest.raises(ValueError, match="no group `fly`; its groups are: `walk`, `jump`"):
        man.places_of_group("fly")


def test_equal_pieces_are_equal_and_hash_alike() -> None:
    assert Piece("r", "white", ROOK) == Piece("r", "white", list(ROOK))  # type: ignore[arg-type]
    assert hash(Piece("r", "white", ROOK)) == hash(Piece("r", "white", ROOK))
    assert Piece("r", "white", ROOK) != Piece("r", "black", ROOK)
    assert Piece("r", "white", {"a": ROOK}) != Piece("r", "white", {"b": ROOK})


def test_a_piece_the_board_cannot_carry_is_refused_by_the_set_wise_questions() -> None:
    """`resolve_path` finds no road for it; queries for all destinations raise an error."""
    four = Board.grid(3, 3, directions=4)
    with pytest.raises(ValueError, match=r"`piece` moves `up`.*`n`, `s`, `w`, `e`"):
        check_piece(four, white(DirectionPattern("up")))
    with pytest.raises(ValueError, match="`piece` moves `ne`"):
        destinations(four, Occupancy(), white(FixedPattern(("n", "ne"))), "cell_1_1")
    with pytest.raises(ValueError, match="leaps by offsets"):
        destinations(Board.ring(4), Occupancy(), white(*KNIGHT), "ring_0")


def test_unknown_tiles_are_named() -> None:
    board = Board.grid(3, 3)
    with pytest.raises(ValueError, match="unknown tile `e4`"):
        destinations(board, Occupancy(), white(*ROOK), "e4")
    with pytest.raises(ValueError, match="unknown tile `e4`"):
        destinations(board, Occupancy({"e4": ENEMY}), white(*ROOK), "cell_0_0")
    with pytest.raises(ValueError, match="unknown tile `e4`"):
        attackers(board, Occupancy(), "e4", "white")


def test_a_move_of_a_piece_that_is_not_there_is_refused() -> None:
    board = Board.grid(1, 2)
    path = Path((board.relations[0],))
    with pytest.raises(ValueError, match="`piece` is not on `cell_0_0`"):
        Occupancy().moved(path, white(*ROOK))


def test_a_move_leaves_the_rest_of_a_stack() -> None:
    board = Board.grid(1, 2)
    rook = white(*ROOK)
    before = Occupancy({"cell_0_0": (FRIEND, rook), "cell_0_1": ENEMY})
    after = before.moved(Path((board.relations[0],)), rook)
    assert dict(after.items()) == {"cell_0_0": (FRIEND,), "cell_0_1": (rook,)}
    assert before.at("cell_0_0") == (FRIEND, rook)


def test_an_occupancy_is_a_value() -> None:
    assert Occupancy({"a": FRIEND, "b": ()}) == Occupancy({"a": (FRIEND,)})
    assert len({Occupancy({"a": FRIEND, "b": ENEMY}), Occupancy({"b": ENEMY, "a": FRIEND})}) == 1
    assert repr(Occupancy({"a": FRIEND})) == "Occupancy(a: friend)"


def test_a_program_prints_and_keeps_equal_direction_arrays_once() -> None:
    board = Board.grid(8, 8)
    piece = white(
        MultiDirectionPattern(("n", "e")),
        HopPattern(("n", "e"), onto=("empty",)),
        FixedPattern(("e", "n"), over="enemy"),
        LeapPattern(((1, 2),)),
        MultiDirectionPattern(("up", "n"), is_repeatable=False),
        FixedPattern(("n", "up")),
        NullPattern(),
    )
    assert str(compile_piece(board, piece)) == "\n".join(
        [
            "@0  n e",
            "@1  e n",
            "@2",
            "@3  n",
            "0  slide  @0  over empty  onto empty enemy",
            "1  hop    @0  over occupied  onto empty",
            "2  steps  @1  over enemy  onto empty enemy",
            "3  leap   (1,2)  over empty  onto empty enemy",
            "4  step   @3  over empty  onto empty enemy",
            "5  none   @2  over empty  onto empty enemy",
            "6  none   @2  over empty  onto empty enemy",
        ]
    )


def test_inventing_pieces_forever_does_not_fill_the_memory() -> None:
    board = Board.ring(3)
    for number in range(10_000):
        compile_piece(board, Piece(f"p{number}", "white", (NullPattern(),)))
    assert len(board.programs) < 5_000
