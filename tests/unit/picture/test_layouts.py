"""The places of zones in drawings: no overlap, all inside, neighbours near."""

from __future__ import annotations

import math
from itertools import combinations, pairwise

import pytest

from ludotome.picture.layouts import Layout, flat_hex_layout, graph_layout, hex_layout, square_layout
from ludotome.space import ZoneDef, ZoneId, generate_grid, generate_hex


def _graph(edges: str, **names: str) -> list[ZoneDef]:
    pairs = [tuple(edge.split("-")) for edge in edges.split()]
    ids = dict.fromkeys(one for pair in pairs for one in pair)
    near = {one: [b if a == one else a for a, b in pairs if one in (a, b)] for one in ids}
    return [ZoneDef(ZoneId(one), adjacent_to=tuple(map(ZoneId, near[one])), name=names.get(one)) for one in ids]


def _is_sound(layout: Layout, least: float) -> bool:
    inside = all(0 < x < layout.width and 0 < y < layout.height for x, y in layout.places)
    apart = all(math.dist(one, other) >= least for one, other in combinations(layout.places, 2))
    return inside and apart


def test_cells_of_a_grid_touch_and_do_not_overlap() -> None:
    zones = list(generate_grid(3, 4))
    layout = square_layout(zones)
    assert _is_sound(layout, 48)
    place = dict(zip((zone.id for zone in zones), layout.places, strict=True))
    assert all(math.dist(place[zone.id], place[other]) == 48 for zone in zones for other in zone.adjacent_to)


def test_hexagons_are_a_cell_apart_in_all_six_directions() -> None:
    zones = list(generate_hex(2))
    layout, _ = hex_layout(zones)
    place = dict(zip((zone.id for zone in zones), layout.places, strict=True))
    assert _is_sound(layout, 47.9)
    assert all(math.dist(place[z.id], place[o]) == pytest.approx(48, abs=0.2) for z in zones for o in z.adjacent_to)


def test_a_ring_is_drawn_round_in_order_of_walking() -> None:
    layout = graph_layout(_graph("a-b b-c c-d d-e e-f f-a"))
    assert _is_sound(layout, 60)
    middle = sum(x for x, _ in layout.places) / 6, sum(y for _, y in layout.places) / 6
    assert {round(math.dist(middle, place)) for place in layout.places} == {64}


def test_names_with_letters_and_numbers_are_columns_and_rows() -> None:
    zones = _graph("a1-a2 a2-b2 b2-b1 b1-a1 b1-c1")
    places = dict(zip((zone.id for zone in zones), graph_layout(zones).places, strict=True))
    assert places[ZoneId("a1")][0] == places[ZoneId("a2")][0] < places[ZoneId("b1")][0]
    assert places[ZoneId("a1")][1] == places[ZoneId("b1")][1] > places[ZoneId("b2")][1]


def test_other_graphs_put_neighbours_nearer_than_strangers() -> None:
    zones = _graph("north-west north-east west-south east-south south-gate gate-road")
    layout = graph_layout(zones)
    assert _is_sound(layout, 40)
    place = dict(zip((str(zone.id) for zone in zones), layout.places, strict=True))
    assert math.dist(place["gate"], place["road"]) < math.dist(place["north"], place["road"])


def test_a_long_row_is_drawn_in_two() -> None:
    zones = _graph(" ".join(f"{one}th-{one + 1}th" for one in range(23)))
    layout = graph_layout(zones)
    assert _is_sound(layout, 60)
    assert len({y for _, y in layout.places}) == 2
    assert all(math.dist(one, other) <= 128 for one, other in pairwise(layout.places))


def test_zones_beside_a_long_row_stand_between_its_halves_where_they_join_it() -> None:
    """A track with two zones beside each end, as in backgammon: the row is in order, with nothing else in it."""
    zones = _graph(" ".join(f"{one}th-{one + 1}th" for one in range(23)) + " bar-0th off-0th bar2-23th off2-23th")
    layout = graph_layout(zones)
    assert _is_sound(layout, 60)
    places = dict(zip((str(zone.id) for zone in zones), layout.places, strict=True))
    steps = [math.dist(places[f"{one}th"], places[f"{one + 1}th"]) for one in range(23) if one != 11]
    assert steps == pytest.approx([64] * 22)
    assert len({place[1] for name, place in places.items() if name.endswith("th")}) == 2
    for end, joined in (("0th", ("bar", "off")), ("23th", ("bar2", "off2"))):
        assert [math.dist(places[end], places[one]) for one in joined] == pytest.approx([64, 64])


def test_zones_without_any_way_between_them_have_places_too() -> None:
    zones = [ZoneDef(ZoneId(name)) for name in ("one", "two", "three")]
    assert _is_sound(graph_layout(zones), 30)


def test_a_flat_top_turns_the_board_by_thirty_degrees_and_keeps_distances() -> None:
    zones = list(generate_hex(2))
    pointed, flat = hex_layout(zones)[0], flat_hex_layout(zones)
    assert _is_sound(flat, 47.9)
    index = {zone.id: place for place, zone in enumerate(zones)}
    for zone in zones:
        for other in zone.adjacent_to:
            (ax, ay), (bx, by) = (pointed.places[index[one]] for one in (zone.id, other))
            (cx, cy), (dx, dy) = (flat.places[index[one]] for one in (zone.id, other))
            turned = math.atan2(dy - cy, dx - cx) - math.atan2(by - ay, bx - ax)
            assert math.degrees(turned) % 360 == pytest.approx(30, abs=0.5)


def test_labels_of_a_large_board_are_larger() -> None:
    small, large = square_layout(list(generate_grid(8, 8))), square_layout(list(generate_grid(30, 30)))
    assert small.label_scale == 1
    assert large.label_scale > 2
    assert all(0 < label.x < large.width and 0 < label.y < large.height for label in large.labels)


def test_rows_that_are_nearly_level_are_drawn_level_from_the_lower_left() -> None:
    zones = _graph("s1-s2 s2-s3 s3-s4 s4-home home-n1 n1-n2 n2-n3 n3-n4 n4-far far-s1 s1-n4 s2-n3 s3-n2 s4-n1")
    places = dict(zip((str(zone.id) for zone in zones), graph_layout(zones).places, strict=True))
    assert len({places[f"s{one}"][1] for one in (1, 2, 3, 4)}) == 1
    assert places["s1"][0] < places["s4"][0]
    assert places["s1"][1] > places["n1"][1]
