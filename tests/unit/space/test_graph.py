"""The adjacency graph and connected zones of the specification."""

from __future__ import annotations

import pytest

from ludotome.space import (
    ZoneDef,
    build_adjacency_graph,
    connected_zones,
    generate_grid,
    query_adjacent_zones,
    region,
    validate_adjacency,
)


def zones_of(text: str) -> tuple[ZoneDef, ...]:
    """Return zones: `a:b,c b:a c` is three zones; after the colon is `adjacentTo`."""
    parts = [word.partition(":") for word in text.split()]
    return tuple(ZoneDef(name, adjacent_to=tuple(filter(None, others.split(",")))) for name, _, others in parts)


def graph_of(text: str):
    return build_adjacency_graph(zones_of(text))


LINE = "a:b b:a,c c:b,d d:c"


def test_three_mutual_zones_have_the_listed_neighbours():
    graph = graph_of("a:b,c b:a,c c:a,b")
    assert dict(graph.neighbors) == {"a": ("b", "c"), "b": ("a", "c"), "c": ("a", "b")}


def test_a_zone_without_a_list_has_an_empty_entry():
    assert dict(graph_of("alone").neighbors) == {"alone": ()}


def test_missing_reverse_edges_follow_the_listed_ones_in_declaration_order():
    graph = graph_of("a:z b:z z:c c")
    assert query_adjacent_zones(graph, "z") == ("c", "a", "b")
    assert query_adjacent_zones(graph, "c") == ("z",)


def test_dangling_self_and_duplicate_edges_are_dropped():
    assert query_adjacent_zones(graph_of("a:ghost,a,b,b b:a"), "a") == ("b",)


def test_symmetric_adjacency_has_no_finding():
    zones = zones_of(LINE)
    assert validate_adjacency(build_adjacency_graph(zones), zones) == ()


def test_an_asymmetric_edge_is_a_warning_with_the_missing_edge():
    zones = zones_of("a:b b")
    (found,) = validate_adjacency(build_adjacency_graph(zones), zones)
    assert (found.code, found.severity, found.path) == ("LT601", "warning", "zones[0].adjacentTo[0]")
    assert found.suggestion == "add `a` to `adjacentTo` of `b`"


def test_a_dangling_reference_is_an_error_with_near_names():
    zones = zones_of("hall:kitchn kitchen cellar")
    (found,) = validate_adjacency(build_adjacency_graph(zones), zones)
    assert (found.code, found.severity) == ("LT602", "error")
    assert found.alternatives[0] == "kitchen"


def test_a_dangling_reference_near_nothing_lists_all_other_zones():
    zones = zones_of("deck:shop hand market")
    (found,) = validate_adjacency(build_adjacency_graph(zones), zones)
    assert found.alternatives == ("hand", "market")


def test_a_self_loop_is_an_error_and_a_duplicate_a_warning():
    zones = zones_of("a:a,b,b b:a")
    found = validate_adjacency(build_adjacency_graph(zones), zones)
    assert [(each.code, each.severity, each.path) for each in found] == [
        ("LT603", "error", "zones[0].adjacentTo[0]"),
        ("LT604", "warning", "zones[0].adjacentTo[2]"),
    ]


@pytest.mark.parametrize(
    ("graph", "start", "options", "expected"),
    [
        (LINE, "a", {}, "b c d"),
        (LINE, "a", {"max_depth": 1}, "b"),
        (LINE, "a", {"max_depth": 0}, ""),
        (LINE, "a", {"max_depth": 99}, "b c d"),
        (LINE, "b", {"include_start": True}, "b a c d"),
        ("a:b,c b:a,c c:a,b", "a", {}, "b c"),
        ("a:b b:a c:d d:c", "a", {}, "b"),
        ("a b", "a", {}, ""),
        (LINE, "a", {"via": lambda zone: zone != "c"}, "b"),
        (LINE, "a", {"via": lambda zone: zone != "a"}, "b c d"),
    ],
    ids=["line", "depth1", "depth0", "depth99", "withstart", "cycle", "apart", "isolated", "via", "via-not-on-start"],
)
def test_connected_zones_in_breadth_first_order(graph, start, options, expected):
    assert connected_zones(graph_of(graph), start, **options) == tuple(expected.split())


def test_connected_zones_from_a_corner_of_a_grid_round_a_wall():
    graph = build_adjacency_graph(generate_grid(3, 3))
    wall = {"cell_1_0", "cell_1_1"}
    found = connected_zones(graph, "cell_0_0", via=lambda zone: zone not in wall)
    assert found == ("cell_0_1", "cell_0_2", "cell_1_2", "cell_2_2", "cell_2_1", "cell_2_0")


def test_an_unknown_zone_and_a_bad_depth_are_named():
    graph = graph_of(LINE)
    with pytest.raises(ValueError, match="`zone` is 'x'"):
        connected_zones(graph, "x")
    with pytest.raises(ValueError, match="`zone` is 'x'"):
        query_adjacent_zones(graph, "x")
    with pytest.raises(ValueError, match="`max_depth` is -1"):
        connected_zones(graph, "a", max_depth=-1)
    with pytest.raises(TypeError, match="`max_depth` is nan"):
        connected_zones(graph, "a", max_depth=float("nan"))


def test_a_region_ranges_over_board_zones_in_definition_order():
    zones = (ZoneDef("deck"), *generate_grid(2, 3))
    assert region(zones, lambda zone: zone.col == 1) == ("cell_0_1", "cell_1_1")
    assert region(zones, bool, board="elsewhere") == ()
