"""Destinations, attacks and attackers: orders and words, on drawn boards; and the tables for code generators."""

from __future__ import annotations

from typing import Any

import pytest

from ludotome.movement import (
    EMPTY,
    Board,
    DirectionPattern,
    FixedPattern,
    HopPattern,
    LeapPattern,
    MultiDirectionPattern,
    Occupancy,
    Piece,
    attackers,
    attacks,
    destinations,
    jump_table,
    leap_table,
    move_table,
    ray_table,
    resolve_compiled,
    resolve_fast,
    resolve_path,
    resolve_visitor,
    slide_table,
)
from ludotome.movement import (
    ENEMY as ENEMY_BIT,
)
from ludotome.movement import (
    FRIEND as FRIEND_BIT,
)
from ludotome.space import Board as SpaceBoard
from ludotome.space import generate_grid
from tests.support.movement_boards import (
    BISHOP,
    DIAGONAL,
    EIGHT,
    ENEMY,
    FRIEND,
    KING,
    KNIGHT,
    NEUTRAL,
    QUEEN,
    ROOK,
    drawn,
    picture,
    white,
)

PIECES = {"F": FRIEND, "E": ENEMY, "N": NEUTRAL, "B": (FRIEND, ENEMY)}


def reach(drawing: str, piece: Piece, ask: object = destinations) -> str:
    """Return the order in which tiles are listed for the piece drawn as `o`."""
    board, occupancy = drawn(drawing, PIECES | {"o": piece})
    start = next(tile for tile, stack in occupancy.items() if piece in stack)
    return picture(board, ask(board, occupancy, piece, start), start)  # type: ignore[operator]


def same(drawing: str, expected: str) -> bool:
    return drawing.split() == expected.split()


def test_slides_go_pattern_by_pattern_direction_by_direction_near_to_far() -> None:
    assert same(
        reach(
            """
            . . . . E
            . . . . .
            . F o . .
            . . . . .
            . . E . .
            """,
            white(*ROOK),
        ),
        """
            . . 2 . .
            . . 1 . .
            . . o 5 6
            . . 3 . .
            . . 4 . .
        """,
    )


def test_each_tile_is_listed_once_at_its_first_mention() -> None:
    piece = white(DirectionPattern("e", is_repeatable=False), MultiDirectionPattern(("w", "e")))
    assert same(reach(". . o . .", piece), "3 2 o 1 4")


@pytest.mark.parametrize(
    ("over", "expected"),
    [
        ("empty", ". . . . . o . 1 . . ."),
        ("enemy", ". . . . . o . . . . ."),
        ("occupied", ". . . 1 . o . . . . ."),
        ("friend", ". . . 1 . o . . . . ."),
        ("any", ". . . 1 . o . 2 . . ."),
    ],
)
def test_hops_go_over_what_they_say(over: str, expected: str) -> None:
    """West over a friend, east over an empty tile: two steps straight on in each direction, in order."""
    assert same(reach(". . . . F o . . . . .", white(HopPattern(("w", "e"), over=over))), expected)


def test_a_man_jumps_enemies_only_and_lands_on_empty_tiles_only() -> None:
    man = Piece(
        "man",
        "white",
        {
            "walk": (MultiDirectionPattern(("nw", "ne"), is_repeatable=False, onto=("empty",)),),
            "jump": (HopPattern(DIAGONAL, over="enemy", onto=("empty",)),),
        },
    )
    drawing = """
        . . . . .
        . E . F .
        . . o . .
        . E . E .
        . . . . E
    """
    board, occupancy = drawn(drawing, PIECES | {"o": man})
    assert destinations(board, occupancy, man, "cell_2_2") == ("cell_0_0", "cell_4_0")
    assert destinations(board, occupancy, man, "cell_2_2", "walk") == ()
    assert destinations(board, occupancy, man, "cell_2_2", "jump") == ("cell_0_0", "cell_4_0")
    assert attacks(board, occupancy, man, "cell_2_2") == ()


def test_leaps_look_only_at_the_landing_and_come_in_ascending_order() -> None:
    assert same(
        reach(
            """
            . E . F .
            . E E E .
            . F o F .
            . E E E .
            . . . . .
            """,
            white(*KNIGHT),
        ),
        """
            . 1 . . .
            2 . . . 3
            . . o . .
            4 . . . 5
            . 6 . 7 .
        """,
    )


@pytest.mark.parametrize(
    ("row", "expected"),
    [
        (". . o . . .", ". . o . 1 ."),
        (". . o E . .", ". . o . . ."),
        (". . o . E .", ". . o . 1 ."),
        (". . o . F .", ". . o . . ."),
    ],
)
def test_a_fixed_path_is_free_between_or_nothing(row: str, expected: str) -> None:
    assert same(reach(row, white(FixedPattern(("e", "e")))), expected)


@pytest.mark.parametrize(
    ("onto", "expected"),
    [
        (("empty",), "1 o . . . . ."),
        (("enemy",), ". o . . . . ."),
        (("friend",), ". o 1 . . . ."),
        (("empty", "enemy", "friend", "neutral"), "2 o 1 . . . ."),
    ],
)
def test_onto_says_where_a_slide_may_end(onto: tuple[str, ...], expected: str) -> None:
    assert same(reach(". o F . E . N", white(MultiDirectionPattern(("e", "w"), onto=onto))), expected)


@pytest.mark.parametrize(
    ("onto", "expected"),
    [(("empty", "enemy"), "o 1 2 ."), (("empty", "enemy", "friend"), "o 1 2 3"), (("empty", "friend"), "o 1 2 .")],
)
def test_every_piece_of_a_stack_must_be_allowed(onto: tuple[str, ...], expected: str) -> None:
    assert same(reach("o . . B", white(DirectionPattern("e", onto=onto))), expected)


def test_an_unowned_piece_goes_nowhere_and_attacks_nothing() -> None:
    board = Board.grid(3, 3)
    stone = Piece("stone", None, QUEEN)
    occupancy = Occupancy({"cell_1_1": stone})
    assert destinations(board, occupancy, stone, "cell_1_1") == ()
    assert attacks(board, occupancy, stone, "cell_1_1") == ()
    assert attackers(board, occupancy, "cell_0_0", None) == ()  # type: ignore[arg-type]


def test_attacks_end_on_anything_and_need_an_enemy_in_onto() -> None:
    """A protected friend is attacked too; a pattern that never captures attacks nothing."""
    assert same(reach("F . o . . E .", white(*ROOK), attacks), "2 1 o 3 4 5 .")
    assert same(
        reach("F . o . . E .", white(MultiDirectionPattern(("w", "e"), onto=("empty",))), attacks), ". . o . . . ."
    )
    assert same(
        reach("F . o . . . .", white(MultiDirectionPattern(("w", "e"), onto=("enemy",))), attacks), "2 1 o 3 4 5 6"
    )
    assert same(reach(". . F o . . .", white(HopPattern(("w", "e"))), attacks), ". 1 . o . . .")


def test_attackers_are_listed_in_board_order() -> None:
    board, occupancy = drawn(
        """
        r . . . .
        . . . k .
        F . . . .
        . n . . .
        . . b . E
        """,
        PIECES
        | {
            "r": Piece("rook", "white", ROOK),
            "k": Piece("king", "white", KING),
            "n": Piece("knight", "white", KNIGHT),
            "b": (ENEMY, Piece("bishop", "white", BISHOP)),
        },
    )
    assert attackers(board, occupancy, "cell_1_2", "white") == ("cell_1_3", "cell_3_1")
    assert attackers(board, occupancy, "cell_2_4", "white") == ("cell_1_3", "cell_4_2")
    assert attackers(board, occupancy, "cell_1_2", "black") == ()


def test_the_start_counts_as_empty_when_a_path_meets_it_again() -> None:
    """Five steps round a ring of three pass the start: free for `empty`, never valid for `occupied`."""
    ring = Board.ring(3)
    for over, expected in (("empty", ("ring_2",)), ("any", ("ring_2",)), ("occupied", ())):
        piece = white(FixedPattern(("cw",) * 5, over=over))
        assert destinations(ring, Occupancy({"ring_0": piece}), piece, "ring_0") == expected
        assert bool(resolve_path(ring, Occupancy({"ring_0": piece}), piece, "ring_0", "ring_2").path) == bool(expected)
    over_all = white(FixedPattern(("cw",) * 4, over="occupied"))
    full = Occupancy({"ring_0": over_all, "ring_1": ENEMY, "ring_2": ENEMY})
    assert destinations(ring, full, over_all, "ring_0") == ()
    assert resolve_path(ring, full, over_all, "ring_0", "ring_1").path is None
    piece = white(FixedPattern(("cw",) * 5))
    assert destinations(ring, Occupancy({"ring_0": piece, "ring_2": ENEMY}), piece, "ring_0") == ()
    assert destinations(ring, Occupancy({"ring_0": piece}), white(FixedPattern(("cw",) * 3)), "ring_0") == ()


def test_a_kernel_asks_with_its_own_bits_and_conditions() -> None:
    """Dense indices, the content of each tile as bits, places of patterns, and a condition per pattern."""
    board = Board.grid(1, 6)
    piece = Piece("p", 0, {"walk": (DirectionPattern("e"),), "back": (DirectionPattern("w", is_repeatable=False),)})
    table = move_table(board, piece)
    kinds = [FRIEND_BIT, EMPTY, FRIEND_BIT, EMPTY, ENEMY_BIT, EMPTY]
    assert table.destinations(kinds, 2) == (3, 4, 1)
    assert table.destinations(kinds, 2, piece.places_of_group("back")) == (1,)
    assert table.destinations(kinds, 2, holds=lambda place: place == 1) == (1,)
    assert table.attacks(kinds, 2) == (3, 4, 1)
    assert table.attacks(kinds, 1, holds=lambda place: place == 1) == (0,)


def test_tables_are_plain_tuples_of_tiles() -> None:
    board = Board.grid(2, 3)
    assert ray_table(board)[board.index_of_direction["e"]] == ((1, 2), (2,), (), (4, 5), (5,), ())
    assert leap_table(board, ((1, 2), (-1, 0))) == ((5,), (), (), (0,), (1,), (2,))
    piece = white(MultiDirectionPattern(("e", "s")), HopPattern(("e",)), LeapPattern((1, 2)))
    assert slide_table(board, piece, 0)[0] == ((1, 2), (3,))
    assert jump_table(board, piece, 1) == ((((1,), 2),), (), (), (((4,), 5),), (), ())
    assert jump_table(board, piece, 2)[0] == (((), 5),)
    assert (jump_table(board, piece, 0)[0], slide_table(board, piece, 1)[0]) == ((), ())


def test_the_eight_directions_are_those_of_the_board() -> None:
    assert Board.grid(3, 3).directions == EIGHT


@pytest.mark.parametrize("ask", [resolve_path, resolve_visitor, resolve_compiled, resolve_fast, destinations, attacks])
def test_what_is_not_a_board_occupancy_or_piece_is_refused_by_name(ask: Any) -> None:
    board, rook = Board.grid(3, 3), Piece("rook", "white", (DirectionPattern("n"),))
    where = ("cell_2_0", "cell_0_0") if ask.__name__.startswith("resolve") else ("cell_2_0",)
    space_board = SpaceBoard(generate_grid(3, 3))
    for given, named in (
        ((space_board, Occupancy(), rook), r"`board` is Board\(9 zones.*`Board.from_space`"),
        ((board, {"cell_2_0": rook}, rook), r"`occupancy` is \{'cell_2_0'.*`Occupancy\(…\)`"),
        ((board, Occupancy(), "rook"), "`piece` is 'rook'"),
    ):
        with pytest.raises(TypeError, match=named):
            ask(*given, *where)


def test_attackers_refuse_a_plain_mapping() -> None:
    with pytest.raises(TypeError, match=r"`occupancy` is \{\}"):
        attackers(Board.grid(3, 3), {}, "cell_0_0", "white")  # type: ignore[arg-type]
