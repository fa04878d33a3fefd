"""The compiled board and its rays."""

from __future__ import annotations

import pytest

from ludotome.space import (
    Board,
    Line,
    ZoneDef,
    between,
    generate_graph,
    generate_grid,
    generate_hex,
    generate_ring,
    graph_board,
    ray,
    square_board,
    step,
)


def named_axes(board):
    names = (*board.direction_names, None)
    return [(names[a], names[b]) for a, b in board.axes]


def test_directions_are_in_board_order_and_opposites_face_each_other():
    board = Board(generate_grid(3, 3, directions=8))
    assert board.direction_names == ("n", "s", "w", "e", "nw", "ne", "sw", "se")
    assert named_axes(board) == [("n", "s"), ("w", "e"), ("nw", "se"), ("ne", "sw")]
    assert board.orthogonal == (0, 1, 2, 3)
    assert board.diagonal == (4, 5, 6, 7)
    assert named_axes(Board(generate_hex(2))) == [("e", "w"), ("se", "nw"), ("ne", "sw")]


def test_a_one_row_board_still_has_four_directions():
    assert Board(generate_grid(1, 4)).direction_names == ("n", "s", "w", "e")
    assert Board(generate_grid(1, 1), [square_board(8)]).direction_names[-1] == "se"


def test_a_deck_is_a_node_without_directions():
    board = Board((ZoneDef("deck"), *generate_grid(2, 2)))
    assert board.neighbors[0] == ()
    assert board.neighbor_by_direction[0] == (-1, -1, -1, -1)
    assert board.coordinates[:2] == (None, (0, 0))
    assert board.shape == "square"


def test_directions_of_a_hand_written_board_come_from_its_lines():
    lines = (Line(along="up", zones=(("a", "b"),)), Line(along="e", back="w", zones=(("b", "c"),)))
    board = Board(generate_graph("cba", lines), [graph_board(lines)])
    assert board.direction_names == ("up", "e", "w")
    assert named_axes(board) == [("up", None), ("e", "w")]
    assert named_axes(Board(generate_graph("cba", lines))) == [("w", "e"), ("up", None)], "inferred: first mention"


def test_a_ray_ends_at_the_rim_after_its_limit_and_before_it_repeats():
    board = Board(generate_grid(4, 4, directions=8))
    assert ray(board, "cell_3_0", "ne") == ("cell_2_1", "cell_1_2", "cell_0_3")
    assert ray(board, "cell_3_0", "ne", 2) == ("cell_2_1", "cell_1_2")
    assert ray(board, "cell_3_0", "ne", 0) == ()
    assert ray(board, "cell_0_0", "n") == ()
    assert ray(Board(generate_ring(4)), "ring_1", "ccw") == ("ring_0", "ring_3", "ring_2")


def test_a_ray_that_runs_into_a_loop_off_its_start_ends():
    road = (Line(along="on", zones=(("a", "b", "c", "d", "b"),)),)
    assert ray(Board(generate_graph("abcd", road)), "a", "on") == ("b", "c", "d")


def test_between_takes_the_first_direction_that_meets_the_other_zone():
    board = Board(generate_grid(5, 5, directions=8))
    assert between(board, "cell_0_0", "cell_3_3") == ("cell_1_1", "cell_2_2")
    assert between(board, "cell_0_0", "cell_0_1") == ()
    assert between(board, "cell_0_0", "cell_1_2") == ()
    assert between(board, "cell_0_0", "cell_0_0") == ()
    ring = Board(generate_ring(5))
    assert between(ring, "ring_0", "ring_4") == ("ring_1", "ring_2", "ring_3")


def test_a_step_follows_an_edge_and_may_go_round():
    ring = Board(generate_ring(4))
    assert step(ring, "ring_1", "cw", 6) == "ring_3"
    assert step(ring, "ring_1", "cw", 0) == "ring_1"
    assert step(Board(generate_grid(2, 2)), "cell_0_0", "n") is None


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda board: ray(board, "x", "n"), "`start` is 'x'"),
        (
            lambda board: ray(board, "cell_0_0", "up"),
            "`direction` is 'up'; the directions of this board are: n, s, w, e",
        ),
        (lambda board: ray(board, "cell_0_0", "n", -1), "`limit` is -1"),
        (lambda board: between(board, "cell_0_0", "y"), "`b` is 'y'"),
        (lambda board: step(board, "cell_0_0", "n", -1), "`count` is -1"),
        (lambda board: Board((*board.zones, board.zones[0])), "`cell_0_0` twice"),
    ],
)
def test_bad_input_names_the_argument_and_its_value(call, message):
    with pytest.raises(ValueError) as caught:  # noqa: PT011 - the message is compared below
        call(Board(generate_grid(2, 2)))
    assert message in str(caught.value)
