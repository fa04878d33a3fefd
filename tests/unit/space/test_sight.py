"""Line of sight and field of view, in both forms."""

from __future__ import annotations

import numpy as np
import pytest

from ludotome.space import (
    Board,
    Lattice,
    Terrain,
    ZoneDef,
    generate_grid,
    generate_hex,
    generate_hex_rectangle,
    line_of_sight,
    visible,
)


def test_the_two_scenarios_of_the_seed(form):
    walled = Terrain(Lattice.hexagon(4), opaque=[(1, 0)])
    sight = line_of_sight(walled, (0, 0), (3, 0), cover=[(2, 0)], form=form)
    assert (sight.clear, sight.blocked_by, sight.cover) == (False, (1, 0), ())
    sight = line_of_sight(Lattice.hexagon(4), (0, 0), (3, 0), cover=[(2, 0)], form=form)
    assert (sight.clear, sight.blocked_by, sight.cover) == (True, None, ((2, 0),))
    assert sight.line == ((0, 0), (1, 0), (2, 0), (3, 0))


@pytest.mark.parametrize(
    ("walls", "conservative", "permissive"),
    [([], True, True), ([(0, 1)], False, True), ([(1, 0)], False, True), ([(0, 1), (1, 0)], False, False)],
)
def test_a_hex_tie_is_blocked_by_either_or_by_both(walls, conservative, permissive, form):
    terrain = Terrain(Lattice.hexagon(2), opaque=walls)
    assert line_of_sight(terrain, (0, 0), (1, 1), form=form).clear is conservative
    sight = line_of_sight(terrain, (0, 0), (1, 1), policy="permissive", form=form)
    assert sight.clear is permissive
    assert sight.ties == (((0, 1), (1, 0)),)


@pytest.mark.parametrize("policy", ["conservative", "permissive"])
@pytest.mark.parametrize(("walls", "clear"), [([], True), ([(0, 1)], True), ([(0, 1), (1, 0)], False)])
def test_a_square_corner_is_blocked_only_by_both(walls, clear, policy, form):
    terrain = Terrain(Lattice.square(3, 3), opaque=walls)
    assert line_of_sight(terrain, (0, 0), (1, 1), policy=policy, form=form).clear is clear


def test_every_crossed_square_blocks(form):
    for wall in [(0, 1), (1, 1)]:
        assert not line_of_sight(Terrain(Lattice.square(2, 3), opaque=[wall]), (0, 0), (1, 2), form=form)


def test_the_ends_never_block(form):
    terrain = Terrain(Lattice.hexagon(3), opaque=[(0, 0), (2, 0)])
    assert line_of_sight(terrain, (0, 0), (2, 0), form=form)
    assert (2, 0) in visible(terrain, (0, 0), form=form)
    assert line_of_sight(terrain, (0, 0), (0, 0), form=form)


def test_a_rim_of_nothing_does_not_block(form):
    lattice = Lattice.hexagon(2)
    assert line_of_sight(lattice, (0, -2), (2, -2), form=form)
    assert line_of_sight(lattice, (-2, 1), (0, -2), form=form), "the tie cell off the map is empty air"


def test_field_of_view_drawn(form):
    terrain = Terrain(Lattice.square(5, 7), opaque=[(2, 4), (1, 3)])
    rows = visible(terrain, (2, 3), form=form).mask
    assert ["".join(".*"[seen] for seen in row) for row in rows.tolist()] == [
        "**.....",
        "****...",
        "*****..",
        "*****..",
        "******.",
    ]


def test_a_radius_cuts_the_field(form):
    lattice = Lattice.hexagon(5)
    assert len(visible(lattice, (0, 0), 2, form=form)) == 19
    assert visible(lattice, (0, 0), 0, form=form).cells == ((0, 0),)
    assert len(visible(lattice, (5, 0), 99, form=form)) == len(lattice)
    assert len(visible(Lattice.square(9, 9), (4, 4), 2, form=form)) == 25


def test_zones_see_by_their_coordinates(form):
    board = Board((ZoneDef("deck"), *generate_hex(3)))
    terrain = Terrain(board, opaque=["hex_1_0"])
    sight = line_of_sight(terrain, "hex_0_0", "hex_3_0", form=form)
    assert (sight.clear, sight.blocked_by) == (False, "hex_1_0")
    seen = visible(terrain, "hex_0_0", form=form)
    assert "hex_1_0" in seen
    assert "hex_2_0" not in seen
    assert seen.mask.sum() == len(seen) == 37 - 6
    assert seen.cells == tuple(zone for zone in board.zone_ids if zone in seen)


def test_zones_without_coordinates_or_on_two_boards_never_see_each_other(form):
    board = Board((ZoneDef("deck"), *generate_grid(2, 2), *generate_grid(2, 2, board="cellar", prefix="low")))
    assert not line_of_sight(board, "deck", "cell_0_0", form=form)
    assert not line_of_sight(board, "low_0_0", "cell_0_0", form=form)
    assert line_of_sight(board, "low_0_0", "low_1_1", form=form)
    assert line_of_sight(board, "deck", "cell_0_0", form=form).line == ()
    assert len(visible(board, "low_0_0", form=form)) == 4
    with pytest.raises(ValueError, match="`origin` is 'deck'"):
        visible(board, "deck", form=form)


def test_holes_of_a_board_are_seen_over(form):
    board = Board(generate_grid(1, 3, removed=[(0, 1)]))
    sight = line_of_sight(board, "cell_0_0", "cell_0_2", form=form)
    assert sight.clear
    assert sight.line == ("cell_0_0", (0, 1), "cell_0_2")
    assert sight.holes == ((0, 1),)


def test_holes_are_said_by_the_line_that_crosses_them(form):
    """A corner or a tie is a hole only if both of its cells are missing, so a ragged edge has none."""
    corner = generate_grid(2, 2, directions=8, removed=[(0, 1)])
    assert line_of_sight(Board(corner), "cell_0_0", "cell_1_1", form=form).holes == ()
    gap = generate_grid(2, 2, directions=8, removed=[(0, 1), (1, 0)])
    assert line_of_sight(Board(gap), "cell_0_0", "cell_1_1", form=form).holes == ((0, 1), (1, 0))
    hexes = Board(generate_hex_rectangle(2, 3))
    left = [zone.id for zone in hexes.zones if zone.q == {0: 0, 2: -1}.get(zone.r)]
    ragged = line_of_sight(hexes, *left, form=form)
    assert len(ragged.ties) == 1
    assert ragged.holes == ()
    ring = Board(generate_hex(1, removed=[(0, 0)]))
    assert line_of_sight(ring, "hex_n1_0", "hex_1_0", form=form).holes == ((0, 0),)
    assert line_of_sight(Lattice.square(1, 3), (0, 0), (0, 2), form=form).holes == ()


@pytest.mark.parametrize(
    "blockers",
    [
        [(1, 0)],
        {(1, 0)},
        {(1, 0): True, (0, 1): False},
        lambda cell: cell == (1, 0),
        np.array([[q == 1 and r == 0 for r in range(-3, 4)] for q in range(-3, 4)]),
    ],
    ids=["list", "set", "mapping", "predicate", "array"],
)
def test_blockers_come_in_any_form(blockers, form):
    lattice = Lattice.hexagon(3)
    assert line_of_sight(lattice, (0, 0), (3, 0), blockers=blockers, form=form).blocked_by == (1, 0)
    assert len(visible(lattice, (0, 0), blockers=blockers, form=form)) == 37 - 6


def test_a_plane_has_no_rim(form):
    assert line_of_sight("hex", (0, 0), (1000, 0)).clear
    assert line_of_sight("square", (0, 0), (0, 1000), blockers={(0, 999)}).blocked_by == (0, 999)
    assert line_of_sight("square", (0, 0), (0, 4), cover=lambda cell: cell == (0, 3)).cover == ((0, 3),)
    assert len(visible("hex", (100, -7), 3, blockers={(101, -7), (0, 0)}, form=form)) == 37 - 6


@pytest.mark.parametrize(
    ("call", "error", "message"),
    [
        (lambda t: line_of_sight(t, (0, 0), (9, 9)), ValueError, "`b` is (9, 9)"),
        (lambda t: line_of_sight(t, (0, 0), (1, 1), policy="kind"), ValueError, "`policy` is 'kind'"),
        (lambda t: visible(t, (0, 0), -1), ValueError, "`radius` is -1"),
        (lambda t: visible(t, (0, 0), float("inf")), TypeError, "`radius` is inf"),
        (lambda _: visible("hex", (0, 0)), ValueError, "`radius` is None"),
        (lambda _: visible("tri", (0, 0), 1), ValueError, "`space` is 'tri'"),
        (lambda _: line_of_sight("hex", (0, 0), (0.5, 1)), TypeError, "`b` is 0.5"),
        (lambda _: line_of_sight("hex", 3, (0, 1)), TypeError, "`a` is 3"),
        (lambda _: visible("square", (0, 0), 10**6), ValueError, "`rows × cols`"),
    ],
)
def test_bad_input_names_the_argument_and_its_value(call, error, message):
    with pytest.raises(error) as caught:
        call(Lattice.square(2, 2))
    assert message in str(caught.value)
