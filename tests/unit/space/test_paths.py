"""Paths, floods, components and nearest cells, in both forms."""

from __future__ import annotations

import numpy as np
import pytest

from ludotome.space import (
    Board,
    Lattice,
    Terrain,
    components,
    distance,
    fields_of_view,
    flood,
    floods,
    generate_grid,
    generate_hex,
    generate_ring,
    lines_of_sight,
    nearest,
    path_costs,
    shortest_path,
    zones_in_range,
)


def drawn(text: str, directions: int = 8, **more) -> tuple[Terrain, dict[str, tuple[int, int]]]:
    """Return a square terrain from a picture: `#` wall, digits the cost of entering, letters places."""
    rows = [line.strip() for line in text.strip().splitlines()]
    cells = {(r, c): mark for r, row in enumerate(rows) for c, mark in enumerate(row)}
    enter = {cell: int(mark) for cell, mark in cells.items() if mark.isdigit()}
    lattice = Lattice.square(len(rows), len(rows[0]), directions=directions)
    terrain = Terrain(lattice, enter=enter, blocked=[cell for cell, mark in cells.items() if mark == "#"], **more)
    return terrain, {mark: cell for cell, mark in cells.items() if mark.isalpha()}


def walked(terrain: Terrain, path) -> str:
    """Return the map with the path's steps numbered from a on."""
    lattice = terrain.space
    marks = {cell: "abcdefghijklmnopqrstuvwxyz"[place] for place, cell in enumerate(path.cells)}
    cells = [(r, c) for r in range(lattice.rows) for c in range(lattice.cols)]
    text = "".join(marks.get(cell, "#" if terrain.is_blocked(cell) else ".") for cell in cells)
    return " ".join(text[i : i + lattice.cols] for i in range(0, len(text), lattice.cols))


def test_a_path_round_a_wall_on_five_hexes_is_six_hexes(form):
    terrain = Terrain(Lattice.hexagon(5), blocked=[(2, 0)])
    path = shortest_path(terrain, (0, 0), (4, 0), form=form)
    assert (len(path), path.cost) == (6, 5)
    assert path.cells == ((0, 0), (1, 0), (1, 1), (2, 1), (3, 1), (4, 0))


def test_ties_go_to_the_smallest_sequence_of_neighbour_order(form):
    terrain, at = drawn(
        """A....
           .....
           ....B""",
        directions=4,
    )
    assert walked(terrain, shortest_path(terrain, at["A"], at["B"], form=form)) == "a.... b.... cdefg"


def test_dear_ground_is_walked_round_when_that_is_cheaper(form):
    terrain, at = drawn(
        """A9B
           ...
           ...""",
        directions=4,
    )
    path = shortest_path(terrain, at["A"], at["B"], form=form)
    assert (walked(terrain, path), path.cost) == ("a.e bcd ...", 4)


def test_leaving_can_cost_too(form):
    rough = {(0, 1): 1}
    terrain = Terrain(Lattice.square(1, 3), enter={(0, 1): 2}, leave=rough)
    path = shortest_path(terrain, (0, 0), (0, 2), form=form)
    assert path.cost == 2 + (1 + 1)
    assert flood(terrain, (0, 1), form=form).cost((0, 0)) == 2


def test_a_diagonal_does_not_squeeze_between_two_walls_but_passes_one(form):
    terrain, at = drawn("A# \n #B".replace(" ", ""))
    assert shortest_path(terrain, at["A"], at["B"], form=form) is None
    terrain, at = drawn("A#\n.B")
    assert shortest_path(terrain, at["A"], at["B"], form=form).cost == 1


def test_characters_do_not_squeeze_a_diagonal(form):
    lattice = Lattice.square(2, 2)
    assert shortest_path(lattice, (0, 0), (1, 1), occupied=[(0, 1), (1, 0)], form=form).cost == 1


def test_removed_cells_do_not_squeeze_a_diagonal(form):
    board = Board(generate_grid(8, 8, directions=8, removed=lambda row, col: (row + col) % 2 == 0))
    assert shortest_path(board, "cell_0_1", "cell_7_0", form=form).cost == 7


def test_the_squeeze_rule_holds_on_boards_of_zones_too(form):
    terrain = Terrain(Board(generate_grid(2, 2, directions=8)), blocked=["cell_0_1", "cell_1_0"])
    assert shortest_path(terrain, "cell_0_0", "cell_1_1", form=form) is None


def test_the_mover_does_not_block_itself_and_others_do(form):
    lattice = Lattice.square(1, 4)
    assert shortest_path(lattice, (0, 0), (0, 3), occupied=[(0, 0)], form=form).cost == 3
    assert shortest_path(lattice, (0, 0), (0, 3), occupied=[(0, 2)], form=form) is None


def test_an_occupied_goal_is_refused_unless_allowed(form):
    lattice = Lattice.square(1, 3)
    assert shortest_path(lattice, (0, 0), (0, 2), occupied=[(0, 2)], form=form) is None
    assert shortest_path(lattice, (0, 0), (0, 2), occupied=[(0, 2)], goal_occupied=True, form=form).cost == 2


def test_friends_may_be_passed_but_not_stopped_on(form):
    lattice = Lattice.square(1, 3)
    assert shortest_path(lattice, (0, 0), (0, 2), passing=[(0, 1)], form=form).cost == 2
    assert shortest_path(lattice, (0, 0), (0, 1), passing=[(0, 1)], form=form) is None
    found = flood(lattice, (0, 0), passing=[(0, 1)], form=form)
    assert found.cells == ((0, 0), (0, 2))
    assert found.cost((0, 1)) is None


def test_a_budget_is_inclusive(form):
    lattice = Lattice.hexagon(6)
    assert shortest_path(lattice, (0, 0), (3, 2), budget=5, form=form).cost == 5
    assert shortest_path(lattice, (0, 0), (3, 2), budget=4, form=form) is None
    assert len(flood(lattice, (0, 0), budget=2, form=form)) == 19
    assert flood(lattice, (0, 0), budget=0, form=form).cells == ((0, 0),)


def test_several_starts_and_goals_take_the_cheapest_pair_earlier_starts_first(form):
    lattice = Lattice.square(1, 9)
    path = shortest_path(lattice, [(0, 0), (0, 8)], [(0, 2), (0, 5)], form=form)
    assert path.cells == ((0, 0), (0, 1), (0, 2))
    path = shortest_path(lattice, [(0, 8), (0, 0)], [(0, 2), (0, 6)], form=form)
    assert path.cells == ((0, 8), (0, 7), (0, 6))
    terrain = Terrain(lattice, leave={(0, 0): 5})
    assert shortest_path(terrain, [(0, 0), (0, 4)], (0, 1), form=form).cells[0] == (0, 4)


def test_from_a_cell_to_itself_is_just_that_cell(form):
    path = shortest_path(Lattice.square(3, 3), (1, 1), (1, 1), budget=0, form=form)
    assert (path.cells, path.cost) == (((1, 1),), 0)


def test_a_wall_as_start_or_goal_is_the_empty_answer(form):
    terrain = Terrain(Lattice.square(1, 3), blocked=[(0, 0)])
    assert shortest_path(terrain, (0, 0), (0, 2), form=form) is None
    assert shortest_path(terrain, (0, 2), (0, 0), form=form) is None
    assert flood(terrain, (0, 0), form=form).cells == ()
    assert shortest_path(terrain, [], (0, 2), form=form) is None


def test_a_flood_gives_costs_paths_and_predecessors(form):
    terrain, at = drawn(
        """A1#.
           31..
           111.""",
        directions=4,
    )
    found = flood(terrain, at["A"], form=form)
    assert found.costs.tolist() == [[0, 1, -1, 5], [3, 2, 3, 4], [4, 3, 4, 5]]
    assert found.path((2, 2)) == shortest_path(terrain, at["A"], (2, 2), form=form)
    assert found.path((0, 2)) is None
    assert (0, 3) in found
    assert found.predecessors[0, 0] == -1
    assert terrain.space.cell(found.predecessors[0, 1]) == (0, 0)
    assert sorted(found.reached) == list(found.indices)


def test_an_older_flood_keeps_its_answer_when_another_is_asked(form):
    lattice = Lattice.square(1, 5)
    first = flood(lattice, (0, 0), form=form)
    costs = first.costs
    flood(lattice, (0, 4), form=form)
    assert costs.tolist() == [[0, 1, 2, 3, 4]]
    assert first.cost((0, 4)) == 4


def test_components_are_numbered_in_definition_order(form):
    terrain, _ = drawn(
        """.#.
           ##.
           ...""",
    )
    found = components(terrain, form=form)
    assert found.labels.tolist() == [[0, -1, 1], [-1, -1, 1], [1, 1, 1]]
    assert (found.count, found.label((0, 0)), found.label((0, 1))) == (2, 0, None)


def test_the_nearest_cells_by_path_come_cheapest_first_then_in_definition_order(form):
    terrain, at = drawn(
        """A#B
           .#.
           C.D""",
    )
    assert nearest(terrain, at["A"], [at["D"], at["B"], at["C"]], 2, form=form) == ((at["C"], 2), (at["D"], 3))
    assert nearest(terrain, at["A"], lambda cell: cell[0] == 2, 9, form=form) == (((2, 0), 2), ((2, 1), 2), ((2, 2), 3))
    assert nearest(terrain, at["A"], [at["B"]], budget=2, form=form) == ()


def test_boards_answer_with_zone_ids(form):
    board = Board(generate_hex(2))
    assert shortest_path(board, "hex_n2_0", "hex_2_0", form=form).cells[1] == "hex_n1_0"
    assert flood(board, "hex_0_0", budget=1, form=form).cells == (
        "hex_n1_0",
        "hex_n1_1",
        "hex_0_n1",
        "hex_0_0",
        "hex_0_1",
        "hex_1_n1",
        "hex_1_0",
    )


def test_costs_and_walls_may_be_arrays(form):
    lattice = Lattice.square(2, 3)
    enter = np.array([[1, 5, 1], [1, 1, 1]])
    walls = np.array([[0, 0, 0], [0, 1, 0]], dtype=bool)
    assert shortest_path(Terrain(lattice, enter=enter), (0, 0), (0, 2), form=form).cost == 2
    assert shortest_path(Terrain(lattice, enter=enter, blocked=walls), (0, 0), (0, 2), form=form).cost == 6
    board = Board(generate_ring(4))
    terrain = Terrain(board, enter=np.array([1, 9, 1, 1]))
    assert shortest_path(terrain, "ring_0", "ring_2", form=form).cells == ("ring_0", "ring_3", "ring_2")


def test_distance_counts_steps_and_ranges_are_in_definition_order():
    board = Board(generate_hex(3))
    assert distance(board, "hex_n3_0", "hex_3_0") == 6
    assert len(zones_in_range(board, "hex_0_0", 2)) == 19
    assert zones_in_range(board, "hex_0_0", 1, 1)[0] == "hex_n1_0"
    apart = Board(generate_grid(1, 3, removed=[(0, 1)]))
    assert distance(apart, "cell_0_0", "cell_0_2") is None


def test_an_empty_board_has_nothing_on_it(form):
    empty = Board(())
    assert components(empty, form=form).count == 0
    assert flood(empty, [], form=form).cells == ()
    assert shortest_path(empty, [], [], form=form) is None
    assert floods(empty, [], form=form).shape == (0, 0)
    assert path_costs(empty, [], [], form=form).tolist() == []
    with pytest.raises(ValueError, match="`start` is 'a'; no zone has this id"):
        flood(empty, "a", form=form)


def test_batches_take_arrays_and_name_the_first_cell_off_the_map(form):
    lattice = Lattice.hexagon(2)
    starts, goals = np.array([(0, 0), (-2, 0)]), np.array([(2, 0), (2, 0)])
    assert path_costs(lattice, starts, goals, form=form).tolist() == [2, 4]
    assert lines_of_sight(lattice, starts, goals, form=form).tolist() == [True, True]
    assert floods(lattice, starts, budget=1, form=form).shape == (2, 5, 5)
    assert (fields_of_view(lattice, starts, 1, form=form).sum(axis=(1, 2))).tolist() == [7, 4]
    walled = Terrain(lattice, blocked=[(2, 0)])
    assert path_costs(walled, starts, goals, form=form).tolist() == [-1, -1]
    assert (floods(walled, goals, form=form) == -1).all()
    for bad, error, message in (
        (np.array([(0, 0), (2, 2)]), ValueError, r"`starts\[1\]` is \(2, 2\)"),
        (np.array([(0.5, 0.0), (1.0, 1.0)]), TypeError, "`starts` is float64"),
        ([(0, 0), (9, 9)], ValueError, r"`starts\[1\]` is \(9, 9\)"),
        ([(0, 0)], ValueError, "`starts` has 1 cells and `goals` 2"),
    ):
        with pytest.raises(error, match=message):
            path_costs(lattice, bad, goals, form=form)


@pytest.mark.parametrize(
    ("call", "error", "message"),
    [
        (lambda t: shortest_path(t, (0, 9), (0, 0)), ValueError, "`start` is (0, 9); it is not on this map"),
        (lambda t: shortest_path(t, (0, 0), (-1, 0)), ValueError, "`goal` is (-1, 0)"),
        (lambda t: shortest_path(t, "a", (0, 0)), TypeError, "`start` is 'a'"),
        (lambda t: shortest_path(t, (0, 0), (0, 1), occupied=[(7, 7)]), ValueError, "`occupied` is (7, 7)"),
        (lambda t: flood(t, (0, 0), budget=-1), ValueError, "`budget` is -1"),
        (lambda t: flood(t, (0, 0), budget=1.5), TypeError, "`budget` is 1.5"),
        (lambda t: flood(t, (0, 0), form="rust"), ValueError, "`form` is 'rust'"),
        (lambda _: flood("hex", (0, 0)), TypeError, "`space` is 'hex'"),
        (lambda t: nearest(t, (0, 0), [], -1), ValueError, "`count` is -1"),
        (lambda _: Terrain("hex"), TypeError, "`space` is 'hex'; it must be a Board or a Lattice"),
        (lambda t: Terrain(t, enter=0), ValueError, "`enter` is 0; it must be at least 1"),
        (lambda t: Terrain(t, enter={(0, 0): -3}), ValueError, "`enter[(0, 0)]` is -3"),
        (lambda t: Terrain(t, enter={(0, 0): float("nan")}), TypeError, "`enter[(0, 0)]` is nan"),
        (lambda t: Terrain(t, leave=-1), ValueError, "`leave` is -1"),
        (lambda t: Terrain(t, enter=10**9), ValueError, "`enter` and `leave` cost up to 1000000000 a step"),
        (lambda t: Terrain(t, enter=np.ones((2, 2))), TypeError, "`enter` is an array of float64"),
        (lambda t: Terrain(t, enter=np.ones((3, 2), dtype=int)), ValueError, "has the shape (2, 2), not (3, 2)"),
        (lambda t: Terrain(t, blocked=[(5, 5)]), ValueError, "`blocked` is (5, 5)"),
        (lambda _: Lattice.square(0, 4), ValueError, "`rows` is 0"),
        (lambda _: Lattice.hexagon(-1), ValueError, "`radius` is -1"),
        (lambda _: Lattice.square(10**5, 10**5), ValueError, "`rows × cols` is 100000 × 100000"),
        (lambda _: Lattice("tri", 2, 2), ValueError, "`shape` is 'tri'"),
    ],
)
def test_bad_input_names_the_argument_and_its_value(call, error, message):
    with pytest.raises(error) as caught:
        call(Lattice.square(2, 2))
    assert message in str(caught.value)


def test_the_costs_of_a_flood_by_index_are_those_by_cell(form):
    found = flood(Terrain(Lattice.hexagon(3), enter={(1, 0): 4}), (0, 0), passing=[(0, 1)], budget=4, form=form)
    assert found.index_costs == tuple(map(found.cost, found.cells))
