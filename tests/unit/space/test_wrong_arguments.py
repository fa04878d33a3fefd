"""A wrong argument is named with its value in every function; results describe themselves."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from ludotome.space import (
    Board,
    Lattice,
    Terrain,
    build_adjacency_graph,
    connected_zones,
    fields_of_view,
    flood,
    floods,
    generate_grid,
    line_of_sight,
    lines_of_sight,
    path_costs,
    query_adjacent_zones,
    ray,
    shortest_path,
    validate_adjacency,
    visible,
)

ZONES = generate_grid(2, 2)
GRAPH = build_adjacency_graph(ZONES)
LATTICE = Lattice.square(4, 4)
# the argument -> calls with a wrong value for it
CALLS: list[tuple[str, Callable[[Any], Any]]] = [
    ("zones", build_adjacency_graph),
    ("zones", lambda wrong: validate_adjacency(GRAPH, wrong)),
    ("zones", Board),
    ("graph", lambda wrong: query_adjacent_zones(wrong, "cell_0_0")),
    ("graph", lambda wrong: connected_zones(wrong, "cell_0_0")),
    ("board", lambda wrong: ray(wrong, "cell_0_0", "e")),
    ("space", Terrain),
    ("space", lambda wrong: shortest_path(wrong, (0, 0), (1, 1))),
    ("space", lambda wrong: line_of_sight(wrong, (0, 0), (1, 1))),
    ("starts", lambda wrong: lines_of_sight(LATTICE, wrong, [(0, 0)])),
    ("ends", lambda wrong: lines_of_sight(LATTICE, [(0, 0)], wrong)),
    ("goals", lambda wrong: path_costs(LATTICE, [(0, 0)], wrong)),
    ("starts", lambda wrong: floods(LATTICE, wrong)),
    ("origins", lambda wrong: fields_of_view(LATTICE, wrong, 2)),
]


@pytest.mark.parametrize("wrong", [None, 3, 2.5, object()], ids=["none", "int", "float", "object"])
@pytest.mark.parametrize(("name", "call"), CALLS, ids=[f"{place}-{name}" for place, (name, _) in enumerate(CALLS)])
def test_a_wrong_argument_is_named(name: str, call: Callable[[Any], Any], wrong: object):
    with pytest.raises((TypeError, ValueError), match=f"`{name}"):
        call(wrong)


def test_the_one_that_is_not_a_zone_is_named():
    with pytest.raises(TypeError, match=r"`zones\[1\]` is 'cell_0_1'; write a `ZoneDef`"):
        Board([ZONES[0], "cell_0_1"])  # type: ignore[list-item]


def test_ends_that_are_not_as_many_are_named():
    with pytest.raises(ValueError, match="`starts` has 1 cells and `goals` 2"):
        path_costs(LATTICE, [(0, 0)], [(0, 1), (0, 2)])


def test_grounds_and_answers_say_what_they_are():
    ground = Terrain(LATTICE, blocked=[(0, 1), (2, 2)], opaque=[(0, 1)])
    assert repr(ground) == "Terrain(Lattice('square', 4, 4, (0, 0)), 2 blocked, 1 opaque)"
    assert repr(visible(LATTICE, (0, 0), 1)) == "Visible(4 of 16 cells)"
    assert repr(flood(LATTICE, (0, 0), budget=1)).startswith("Flood(")
