"""The board generators: the macros of the specification and further ones."""

from __future__ import annotations

import msgspec
import pytest

from ludotome.space import (
    Line,
    ZoneDef,
    axial_to_offset,
    build_adjacency_graph,
    generate_graph,
    generate_grid,
    generate_hex,
    generate_hex_rectangle,
    generate_hex_rhombus,
    generate_ring,
    graph_board,
    lay_roads,
    offset_to_axial,
    validate_adjacency,
)


def by_id(zones):
    return {zone.id: zone for zone in zones}


def is_symmetric(zones):
    return validate_adjacency(build_adjacency_graph(zones), zones) == ()


def test_grid_3_3_has_the_neighbours_of_the_seed():
    zones = by_id(generate_grid(3, 3))
    assert list(zones) == [f"cell_{row}_{col}" for row in range(3) for col in range(3)]
    assert set(zones["cell_0_0"].adjacent_to) == {"cell_0_1", "cell_1_0"}
    assert set(zones["cell_0_1"].adjacent_to) == {"cell_0_0", "cell_0_2", "cell_1_1"}
    assert zones["cell_1_1"].adjacent_to == ("cell_0_1", "cell_2_1", "cell_1_0", "cell_1_2")
    assert {(zone.owner, zone.visibility, zone.ordering) for zone in zones.values()} == {("none", "public", "set")}


def test_grid_1_1_is_one_zone_alone_and_2_3_has_seven_edges():
    assert [zone.adjacent_to for zone in generate_grid(1, 1)] == [()]
    assert sum(len(zone.adjacent_to) for zone in generate_grid(2, 3)) == 2 * 7


@pytest.mark.parametrize(("radius", "count"), [(0, 1), (1, 7), (2, 19)])
def test_hex_counts_and_names(radius, count):
    zones = by_id(generate_hex(radius))
    assert len(zones) == count
    assert "hex_0_0" in zones
    assert is_symmetric(tuple(zones.values()))


def test_hex_1_has_a_full_middle_and_a_ring_of_threes():
    zones = by_id(generate_hex(1))
    assert zones["hex_0_0"].adjacent_to == (
        "hex_1_0",
        "hex_n1_0",
        "hex_0_1",
        "hex_0_n1",
        "hex_1_n1",
        "hex_n1_1",
    )
    assert [len(zone.adjacent_to) for zone in zones.values() if zone.id != "hex_0_0"] == [3] * 6
    assert list(zones) == ["hex_n1_0", "hex_n1_1", "hex_0_n1", "hex_0_0", "hex_0_1", "hex_1_n1", "hex_1_0"]


def test_eight_directions_come_orthogonal_first():
    middle = by_id(generate_grid(3, 3, directions=8))["cell_1_1"]
    assert list(middle.directions) == ["n", "s", "w", "e", "nw", "ne", "sw", "se"]
    assert middle.directions["ne"] == "cell_0_2"


def test_a_wrapped_grid_has_no_rim():
    zones = generate_grid(3, 4, wrap="both", directions=8)
    assert {len(zone.adjacent_to) for zone in zones} == {8}
    assert by_id(generate_grid(3, 4, wrap="cols"))["cell_0_0"].adjacent_to == ("cell_1_0", "cell_0_3", "cell_0_1")


def test_a_narrow_wrapped_grid_has_no_self_loop_and_no_neighbour_twice():
    zones = generate_grid(1, 2, wrap="both", directions=8)
    assert [zone.adjacent_to for zone in zones] == [("cell_0_1",), ("cell_0_0",)]
    assert zones[0].directions["w"] == zones[0].directions["e"] == "cell_0_1"
    assert is_symmetric(zones)


def test_removed_cells_leave_holes_by_predicate_or_by_list():
    dark = generate_grid(8, 8, directions=8, removed=lambda row, col: (row + col) % 2 == 0)
    assert len(dark) == 32
    assert all(len(way) == 2 for zone in dark for way in zone.directions)
    ring = generate_grid(3, 3, removed=[(1, 1)])
    assert {len(zone.adjacent_to) for zone in ring} == {2}
    assert "cell_1_1" not in by_id(ring)


@pytest.mark.parametrize(
    ("names", "first", "last"), [("algebraic", "a9", "i1"), ("algebraicDown", "a1", "i9"), ("go", "A9", "J1")]
)
def test_display_names(names, first, last):
    zones = generate_grid(9, 9, names=names)
    assert (zones[0].name, zones[-1].name) == (first, last)


@pytest.mark.parametrize(
    ("zones", "expected"),
    [
        (generate_hex_rhombus(11, names="algebraicDown"), {"hex_0_0": "a1", "hex_3_1": "d2", "hex_10_10": "k11"}),
        (generate_hex_rhombus(11, names="algebraic"), {"hex_0_0": "a11", "hex_10_10": "k1"}),
        (generate_hex(2, names="algebraicDown"), {"hex_n2_0": "a3", "hex_0_n2": "c1", "hex_2_0": "e3"}),
        (generate_hex_rectangle(9, 3, names="go"), {"hex_0_0": "A3", "hex_8_1": "J2", "hex_n1_2": "A1"}),
    ],
)
def test_hexagons_are_named_by_their_picture(zones, expected):
    """A letter for the column from the left and a number for the row; no two cells share a name."""
    assert len({zone.name for zone in zones}) == len(zones)
    assert {zone.id: zone.name for zone in zones if zone.id in expected} == expected


def test_a_hole_keeps_the_names_of_the_others():
    named = {zone.id: zone.name for zone in generate_hex(1, names="go")}
    with_hole = {zone.id: zone.name for zone in generate_hex(1, names="go", removed=[(0, 0)])}
    assert with_hole == {zone: name for zone, name in named.items() if zone != "hex_0_0"}


def test_past_z_letters_double():
    assert generate_grid(1, 27, names="algebraic")[-1].name == "aa1"


def test_hex_rhombus_and_rectangle():
    rhombus = generate_hex_rhombus(11)
    assert (rhombus[0].id, rhombus[-1].id, len(rhombus)) == ("hex_0_0", "hex_10_10", 121)
    rectangle = generate_hex_rectangle(4, 3)
    assert sorted(axial_to_offset(zone.q, zone.r) for zone in rectangle) == [(r, c) for r in range(3) for c in range(4)]
    assert [(zone.q, zone.r) for zone in rectangle] == sorted((zone.q, zone.r) for zone in rectangle)
    assert is_symmetric(rhombus)
    assert is_symmetric(rectangle)


def test_offset_coordinates_convert_both_ways():
    assert all(
        axial_to_offset(*offset_to_axial(row, col)) == (row, col) for row in range(-3, 4) for col in range(-3, 4)
    )


def test_a_ring_of_one_two_and_five():
    assert generate_ring(1)[0].adjacent_to == ()
    assert generate_ring(2)[0].directions == {"cw": "ring_1", "ccw": "ring_1"}
    assert generate_ring(5)[0].adjacent_to == ("ring_1", "ring_4")


def test_a_hand_written_graph_keeps_the_order_of_first_mention():
    lines = (Line(along="e", back="w", zones=(("a", "b", "c"),)), Line(along="s", zones=(("a", "c"),)))
    zones = by_id(generate_graph("abc", lines))
    assert [zone.adjacent_to for zone in zones.values()] == [("b", "c"), ("a", "c"), ("b", "a")]
    assert zones["a"].directions == {"e": "b", "s": "c"}
    assert zones["c"].directions == {"w": "b"}, "a one-way road has no name back"
    assert is_symmetric(tuple(zones.values()))
    assert graph_board(lines).directions == ("e", "w", "s")
    assert graph_board(lines).opposites == ("w", "e", "")


def test_a_closed_road_joins_its_ends():
    zones = generate_graph("abc", (Line(along="on", closed=True, zones=(("a", "b", "c"),)),))
    assert zones[2].directions == {"on": "a"}


def test_roads_may_use_zones_declared_elsewhere():
    zones = lay_roads((ZoneDef("bar"), *generate_graph("ab")), (Line(along="on", zones=(("bar", "a", "b"),)),))
    assert [zone.adjacent_to for zone in zones] == [("a",), ("bar", "b"), ("a",)]


def test_a_zone_survives_json_in_camel_case():
    zone = generate_grid(2, 2, names="go", capacity=1)[0]
    text = msgspec.json.encode(zone)
    assert b'"adjacentTo":["cell_1_0","cell_0_1"]' in text
    assert msgspec.json.decode(text, type=ZoneDef) == zone


@pytest.mark.parametrize(
    ("call", "error", "message"),
    [
        (lambda: generate_grid(0, 3), ValueError, "`rows` is 0; it must be at least 1"),
        (lambda: generate_grid(3, 2.5), TypeError, "`cols` is 2.5"),
        (lambda: generate_grid(3, True), TypeError, "`cols` is True"),
        (lambda: generate_grid(3, 3, directions=6), ValueError, "`directions` is 6"),
        (lambda: generate_grid(3, 3, wrap="yes"), ValueError, "`wrap` is 'yes'"),
        (lambda: generate_grid(3, 3, names="chess"), ValueError, "`names` is 'chess'"),
        (lambda: generate_grid(1000, 1000), ValueError, "`rows × cols` is 1000000"),
        (lambda: generate_hex(-1), ValueError, "`radius` is -1"),
        (lambda: generate_hex(10**9), ValueError, "`radius` is 3000000003000000001"),
        (lambda: generate_hex(float("nan")), TypeError, "`radius` is nan"),
        (lambda: generate_ring(0), ValueError, "`count` is 0"),
        (lambda: generate_graph("ab", (Line(along="e", zones=(("a", "x"),)),)), ValueError, "names `x`"),
        (lambda: generate_graph("ab", (Line(along="e", zones=(("a", "a"),)),)), ValueError, "joins `a` to itself"),
        (
            lambda: generate_graph("abc", (Line(along="e", zones=(("a", "b"), ("a", "c"))),)),
            ValueError,
            "direction `e` of `a` leads to `b` already",
        ),
    ],
)
def test_bad_input_names_the_argument_and_its_value(call, error, message):
    with pytest.raises(error) as caught:
        call()
    assert message in str(caught.value)
