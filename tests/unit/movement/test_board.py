"""Boards: refused input, and the documented orders and tables."""

from __future__ import annotations

import re
from typing import Any

import msgspec
import pytest

from ludotome.movement import Board, Path, Relation, shortest_path
from ludotome.space import Board as SpaceBoard
from ludotome.space import Line, ZoneDef, ZoneId, generate_graph, generate_grid, generate_hex, graph_board

LINE = [("a", "b", "on"), ("b", "c", "on"), ("b", "a", "back"), ("c", "b", "back")]


def test_a_grid_has_the_promised_names_and_directions() -> None:
    board = Board.grid(2, 3)
    assert board.tiles == ("cell_0_0", "cell_0_1", "cell_0_2", "cell_1_0", "cell_1_1", "cell_1_2")
    assert board.directions == ("n", "s", "w", "e", "nw", "ne", "sw", "se")
    assert board.relation("cell_1_0", "ne") == Relation(ZoneId("cell_1_0"), ZoneId("cell_0_1"), "ne")
    assert Board.grid(2, 3, directions=4).directions == ("n", "s", "w", "e")


@pytest.mark.parametrize("board", [Board.grid(1, 1), Board.grid(1, 4), Board.hex(0), Board.ring(1)])
def test_a_small_board_still_has_all_its_directions(board: Board) -> None:
    """Nothing leads anywhere on one tile, but a piece that moves `n` is still valid on the board."""
    assert len(board.directions) == {"square": 8, "hex": 6, "graph": 2}[board.shape]


def test_a_hex_board_and_a_ring_have_the_promised_names() -> None:
    assert Board.hex(1).tiles[:3] == ("hex_n1_0", "hex_n1_1", "hex_0_n1")
    assert Board.hex(1).directions == ("e", "w", "se", "nw", "ne", "sw")
    assert (Board.ring(3).tiles, Board.ring(3).directions) == (("ring_0", "ring_1", "ring_2"), ("cw", "ccw"))


def test_relations_come_tile_by_tile_in_direction_order() -> None:
    assert [str(road) for road in Board.from_relations(LINE, directions=["on", "back"]).relations] == [
        "a -on-> b",
        "b -on-> c",
        "b -back-> a",
        "c -back-> b",
    ]


def test_names_not_declared_stand_in_code_point_order() -> None:
    board = Board.from_relations(reversed(LINE))
    assert (board.tiles, board.directions) == (("a", "b", "c"), ("back", "on"))


@pytest.mark.parametrize(
    ("given", "named"),
    [
        ({"relations": [("a", "b", "on")], "tiles": ["a"]}, "`b`"),
        ({"relations": [("a", "b", "up")], "directions": ["on"]}, "`up`"),
        ({"relations": [("a", "a", "on")]}, "`a -on-> a`"),
        ({"relations": [("a", "b", "on"), ("a", "c", "on"), ("c", "b", "x")]}, "`a -on-> c`"),
        ({"relations": [("a", "b", "on", 0)]}, "distance 0"),
        ({"relations": [("a", "b", "on", -3)]}, "distance -3"),
        ({"relations": [("a", "b", "on", 1.5)]}, "distance 1.5"),
        ({"relations": [("a", "b", "on", True)]}, "distance True"),
        ({"relations": [("a", "b", "on", 1), ("a", "b", "on", 2)]}, "distances 1 and 2"),
        ({"relations": [("a", "b", "on"), ("c", "d", "on")]}, "`c`"),
        ({"relations": [("a", "b", "on")], "tiles": ["a", "b", "lonely"]}, "`lonely`"),
        ({"relations": [("a", "b", "on")], "tiles": ["a", "b", "a"]}, "`a`"),
        ({"relations": [("a", "b", "on")], "directions": ["on", "on"]}, "`on`"),
        ({"relations": [("a", "b", "on")], "tiles": {"a", "b"}}, "`tiles`"),
        ({"relations": [("a", "b", "on")], "directions": "on"}, "'on'"),
        ({"relations": [("a", "b", "")]}, "direction"),
        ({"relations": [("", "b", "on")]}, "tile"),
        ({"relations": [("a", 7, "on")]}, "7"),
        ({"relations": [(["a"], "b", "on")]}, "['a']"),
        ({"relations": ["abc"]}, "'abc'"),
        ({"relations": [("a", "b")]}, "('a', 'b')"),
        ({"relations": []}, "at least one tile"),
        ({"relations": None}, "`relations` is None"),
    ],
)
def test_a_bad_board_is_refused_by_name(given: dict[str, Any], named: str) -> None:
    with pytest.raises(ValueError, match=re.escape(named)):
        Board.from_relations(given.pop("relations"), **given)


@pytest.mark.parametrize(
    "make",
    [
        lambda: Board.grid(0, 3),
        lambda: Board.grid(3, -1),
        lambda: Board.grid(True, 3),
        lambda: Board.grid(2.0, 3),  # type: ignore[arg-type]
        lambda: Board.grid(10**6, 10**6),
        lambda: Board.grid(3, 3, directions=6),
        lambda: Board.grid(3, 3, wrap="sideways"),  # type: ignore[arg-type]
        lambda: Board.hex(-1),
        lambda: Board.hex(10**9),
        lambda: Board.ring(0),
    ],
)
def test_impossible_sizes_are_refused(make: Any) -> None:
    with pytest.raises((ValueError, TypeError), match="`"):
        make()


def test_a_board_in_parts_can_be_meant() -> None:
    board = Board.from_relations([("a", "b", "on"), ("c", "d", "on")], islands=True)
    assert board.tiles == ("a", "b", "c", "d")
    assert Board.from_relations([], tiles=["only"]).tiles == ("only",)


def test_a_road_given_twice_counts_once() -> None:
    assert Board.from_relations([*LINE, *LINE]).relations == Board.from_relations(LINE).relations


def test_opposites() -> None:
    """Geometric on squares and hexes, by the roads on a graph; a one-way road has none."""
    assert [Board.grid(2, 2).opposite(way) for way in ("n", "se", "up")] == ["s", "nw", None]
    assert [Board.hex(1).opposite(way) for way in ("e", "nw")] == ["w", "se"]
    assert Board.ring(2).opposite("cw") == "ccw"
    assert Board.from_relations(LINE).opposite("on") == "back"
    assert Board.from_relations([*LINE, ("c", "a", "on")]).opposite("on") is None


def test_a_ray_ends_at_the_rim_or_where_it_repeats() -> None:
    ring = Board.ring(5)
    assert ring.ray(0, 3) == (4, 0, 1, 2)
    board = Board.grid(3, 3)
    assert board.ray(board.index_of_direction["se"], 0) == (4, 8)
    assert board.ray(board.index_of_direction["n"], 0) == ()


def test_a_board_from_space_keeps_its_indices() -> None:
    """Zones and directions have the numbers of `space`, including decks, and one-way roads stay one-way."""
    track = generate_graph(["t0", "t1", "t2"], [Line(along="on", zones=((ZoneId("t0"), ZoneId("t1"), ZoneId("t2")),))])
    zones = (ZoneDef(id=ZoneId("deck")), *track)
    space = SpaceBoard(zones)
    board = Board.from_space(space)
    assert board.tiles == space.zone_ids
    assert board.directions == space.direction_names
    assert [str(road) for road in board.relations] == ["t0 -on-> t1", "t1 -on-> t2"]
    assert board.opposite("on") is None


def test_a_line_with_a_way_back_has_an_opposite() -> None:
    lines = [Line(along="on", back="back", zones=((ZoneId("t0"), ZoneId("t1")),))]
    board = Board.from_zones(generate_graph(["t0", "t1"], lines), (graph_board(lines),))
    assert board.opposite("on") == "back"


@pytest.mark.parametrize(
    ("wrap", "landing"),
    [("none", None), ("rows", None), ("cols", "cell_1_3"), ("both", "cell_1_3")],
)
def test_a_leap_goes_round_where_the_board_does(wrap: Any, landing: str | None) -> None:
    """If columns are wrapped, only the other side is left of the corner."""
    board = Board.grid(4, 5, wrap=wrap)
    relation = board.leap(0, (1, -2))
    assert (relation and relation.to) == landing


def test_a_leap_all_the_way_round_is_none() -> None:
    assert Board.grid(3, 3, wrap="both").leap(4, (3, 0)) is None


def test_a_leap_stays_on_its_own_board() -> None:
    """Two grids in one game have the same coordinates; neither a knight nor a wrap leads from one to the other."""
    left = generate_grid(3, 3, directions=8, board="left", prefix="l", wrap="both")
    right = generate_grid(4, 4, directions=8, board="right", prefix="r")
    board = Board.from_zones((*left, *right))
    relation = board.leap(board.tile_index("l_0_0"), (2, 1))
    assert relation is not None
    assert relation.to == "l_2_1"
    assert board.leap(board.tile_index("r_0_0"), (2, -1)) is None
    assert board.leap(board.tile_index("l_0_0"), (-1, -1)) == Relation(ZoneId("l_0_0"), ZoneId("l_2_2"), "leap(-1,-1)")


def test_a_portal_does_not_make_a_board_wrapped() -> None:
    """A road that leads elsewhere than its name says is a portal; leaps still end at the edge."""
    zones = list(generate_grid(4, 5, directions=8))
    corner = zones[-1]
    zones[-1] = msgspec.structs.replace(corner, directions={**corner.directions, "e": ZoneId("cell_0_1")})
    board = Board.from_zones(zones)
    assert board.relation("cell_3_4", "e") == Relation(ZoneId("cell_3_4"), ZoneId("cell_0_1"), "e")
    assert board.leap(0, (1, -2)) is None
    assert board.leap(board.tile_index("cell_3_4"), (1, 2)) is None


def test_hexes_with_square_sounding_directions_are_not_taken_for_wrapped() -> None:
    board = Board.from_zones(generate_hex(2))
    corner = board.tile_index("hex_n2_0")
    assert board.leap(corner, (-1, 0)) is None
    relation = board.leap(corner, (2, -1))
    assert relation is not None
    assert relation.to == "hex_0_n1"


def test_shortest_path_is_least_distance_then_fewest_steps_then_direction_order() -> None:
    board = Board.from_relations(
        [
            ("a", "b", "x", 1),
            ("b", "d", "x", 1),
            ("a", "c", "w", 1),
            ("c", "d", "w", 1),
            ("a", "d", "z", 3),
            ("a", "e", "y", 2),
            ("e", "d", "y", 9),
        ]
    )
    path = shortest_path(board, "a", "d")
    assert path is not None
    assert (str(path), path.distance) == ("a c d", 2)
    assert shortest_path(board, "d", "a") is None
    assert shortest_path(board, "a", "a") is None
    assert shortest_path(board, "a", "nowhere") is None


def test_a_path_tells_its_ends_and_length() -> None:
    path = Path((Relation(ZoneId("a"), ZoneId("b"), "x", 2), Relation(ZoneId("b"), ZoneId("c"), "y", 3)))
    assert (path.from_, path.to, path.tiles, path.directions) == ("a", "c", ("a", "b", "c"), ("x", "y"))
    assert path.distance == 5
