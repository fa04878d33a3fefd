"""Maps as text."""

from __future__ import annotations

from ludotome.space import Board, Lattice, ZoneDef, draw, generate_grid, generate_hex_rectangle


def test_squares_are_drawn_row_by_row():
    assert draw(Lattice.square(2, 3), {(0, 1): "X", (1, 2): "O"}) == ". X .\n. . O"


def test_hexes_are_drawn_with_every_row_half_a_cell_further():
    assert draw(Board(generate_hex_rectangle(3, 3)), {"hex_0_0": "A", "hex_0_1": "B"}) == "A . .\n B . .\n. . ."


def test_missing_cells_are_blank_and_wide_marks_widen_all():
    ring = Board((ZoneDef("deck"), *generate_grid(3, 3, removed=[(1, 1)])))
    assert draw(ring, {"cell_1_0": "10"}) == " .  .  .\n10     .\n .  .  ."


def test_boards_are_drawn_one_below_the_other_and_a_deck_not_at_all():
    two = Board((*generate_grid(1, 2), *generate_grid(1, 1, board="cellar", prefix="low")))
    assert draw(two, lambda zone: zone[0]) == "c c\n\nl"
    assert draw(Board((ZoneDef("deck"),)), {}) == ""
