"""A board is converted to zones for other packages."""

from pathlib import Path

import pytest

from ludotome.boardstate import import_mission, new_board, to_zones
from ludotome.space import build_adjacency_graph, connected_zones, validate_adjacency
from tests.support.boards import furnished
from tests.support.faults import codes, refused

MISSIONS = Path(__file__).parents[3] / "examples" / "missions"


def test_walkable_cells_become_zones_named_row_first_in_reading_order() -> None:
    zones = to_zones(furnished())
    assert [zone.id for zone in zones[:4]] == ["cell_0_2", "cell_1_1", "cell_1_2", "cell_1_3"]
    assert all(zone.id == f"cell_{zone.row}_{zone.col}" for zone in zones)
    assert {zone.terrain for zone in zones} == {"corridor", "rubble"}


def test_neighbours_are_the_walkable_cells_beside_in_the_order_of_directions() -> None:
    (zone,) = [zone for zone in to_zones(furnished(), directions=8) if zone.id == "cell_2_2"]
    assert zone.directions == {
        "n": "cell_1_2",
        "s": "cell_3_2",
        "w": "cell_2_1",
        "e": "cell_2_3",
        "nw": "cell_1_1",
        "ne": "cell_1_3",
        "sw": "cell_3_1",
        "se": "cell_3_3",
    }
    assert zone.adjacent_to == tuple(zone.directions.values())
    (zone,) = [zone for zone in to_zones(furnished()) if zone.id == "cell_2_2"]
    assert tuple(zone.directions) == ("n", "s", "w", "e")


def test_every_zone_has_the_same_properties_with_one_for_each_type_of_token() -> None:
    zones = {zone.id: zone for zone in to_zones(furnished(), walkable=["wall", "corridor", "rubble"])}
    assert {tuple(zone.props) for zone in zones.values()} == {("door", "marine", "blip", "cellType", "segment")}
    assert zones["cell_2_4"].props == {"door": True, "marine": False, "blip": False, "cellType": 0, "segment": "R1"}
    assert zones["cell_2_2"].props == {"door": False, "marine": True, "blip": True, "cellType": 1, "segment": "R1"}


def test_types_are_chosen_by_name_or_number() -> None:
    state = furnished()
    assert {zone.terrain for zone in to_zones(state, walkable=["rubble"])} == {"rubble"}
    assert to_zones(state, walkable=[2]) == to_zones(state, walkable=["rubble"])
    assert len(to_zones(state, walkable=[0, 1, 2])) == 35


def test_board_and_capacity_are_carried_along() -> None:
    zones = to_zones(furnished(), board="ship", capacity=None)
    assert {(zone.board, zone.capacity) for zone in zones} == {("ship", None)}


def test_unknown_types_and_directions_are_refused_at_once() -> None:
    error = refused(lambda: to_zones(furnished(), walkable=["rubbel", 9], directions=6))
    assert codes(error) == ["LT696", "LT695", "LT695"]
    assert ("rubble",) in [fault.alternatives for fault in error.diagnostics]


@pytest.mark.parametrize("directions", [4, 8])
@pytest.mark.parametrize("mission", sorted(file.name for file in MISSIONS.glob("*.mission.txt")))
def test_every_example_is_one_sound_connected_board(mission: str, directions: int) -> None:
    texts = [
        (MISSIONS / name).read_text(encoding="utf-8") for name in ("ship.segments.txt", "crew.tokens.txt", mission)
    ]
    state = new_board(1, texts[0], texts[1])
    import_mission(state, texts[2])
    zones = to_zones(state, directions=directions)
    graph = build_adjacency_graph(zones)
    assert validate_adjacency(graph, zones) == ()
    walkable = to_zones(state, walkable=["deck"], directions=directions)
    graph = build_adjacency_graph(walkable)
    assert len(connected_zones(graph, walkable[0].id, include_start=True)) == len(walkable)


def test_one_example_is_large() -> None:
    texts = [
        (MISSIONS / name).read_text(encoding="utf-8")
        for name in ("ship.segments.txt", "crew.tokens.txt", "boarding-action.mission.txt")
    ]
    state = new_board(1, texts[0], texts[1])
    import_mission(state, texts[2])
    assert state.size == 40
    assert len(state.segments) >= 25
    assert len(state.tokens) >= 40


def test_cells_are_named_as_on_a_grid_of_the_whole_board():
    named = {zone.id: zone.name for zone in to_zones(furnished(), names="algebraicDown")}
    assert named["cell_2_3"] == "d3"
    counted_up = {zone.id: zone.name for zone in to_zones(furnished(), names="algebraic")}
    assert counted_up["cell_2_3"] == f"d{furnished().size - 2}"
