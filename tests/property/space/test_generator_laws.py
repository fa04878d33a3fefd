"""Laws of the specification that every generated board satisfies."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from ludotome.space import (
    Board,
    build_adjacency_graph,
    connected_zones,
    generate_grid,
    generate_hex,
    generate_ring,
    validate_adjacency,
)

grids = st.builds(
    generate_grid,
    st.integers(1, 7),
    st.integers(1, 7),
    directions=st.sampled_from([4, 8]),
    wrap=st.sampled_from(["none", "rows", "cols", "both"]),
    removed=st.sets(st.tuples(st.integers(0, 6), st.integers(0, 6)), max_size=8),
)
boards = grids | st.builds(generate_hex, st.integers(0, 4)) | st.builds(generate_ring, st.integers(1, 9))


@given(boards)
def test_adjacency_of_every_generated_board_is_clean_and_symmetric(zones):
    graph = build_adjacency_graph(zones)
    assert validate_adjacency(graph, zones) == ()
    assert all(graph.neighbors[zone.id] == zone.adjacent_to for zone in zones)


@given(st.integers(1, 12), st.integers(1, 12))
def test_a_grid_has_rows_times_cols_zones(rows, cols):
    assert len(generate_grid(rows, cols)) == rows * cols


@given(st.integers(0, 9))
def test_a_hexagon_has_the_count_of_the_formula(radius):
    assert len(generate_hex(radius)) == 3 * radius * (radius + 1) + 1


@given(boards, st.data())
def test_connected_zones_are_zones_and_come_once(zones, data):
    if not zones:
        return
    graph = build_adjacency_graph(zones)
    start = data.draw(st.sampled_from([zone.id for zone in zones]))
    found = connected_zones(graph, start, max_depth=data.draw(st.none() | st.integers(0, 9)))
    assert len(set(found)) == len(found)
    assert set(found) <= {zone.id for zone in zones} - {start}


@given(boards)
def test_going_back_undoes_a_step_on_every_board_wide_enough(zones):
    board = Board(zones)
    for here, row in enumerate(board.neighbor_by_direction):
        for way, there in enumerate(row):
            if there >= 0:
                assert board.neighbor_by_direction[there][board.opposite[way]] == here
