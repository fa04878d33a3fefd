"""Results of `flood`, `visible` and `shortest_path` iterate over their cells, and `draw` takes a terrain."""

from __future__ import annotations

import pytest

from ludotome.space import Board, Lattice, Terrain, draw, flood, generate_grid, shortest_path, visible

ROOM = Terrain(Lattice.square(1, 5), blocked=[(0, 3)], opaque=[(0, 3)])


@pytest.mark.parametrize("form", ["python", "c"])
def test_answers_iterate_over_their_cells(form: str) -> None:
    assert list(flood(ROOM, (0, 1), form=form)) == [(0, 0), (0, 1), (0, 2)]  # type: ignore[arg-type]
    assert list(visible(ROOM, (0, 1), form=form)) == [(0, 0), (0, 1), (0, 2), (0, 3)]  # type: ignore[arg-type]
    assert list(shortest_path(ROOM, (0, 2), (0, 0), form=form) or ()) == [(0, 2), (0, 1), (0, 0)]  # type: ignore[arg-type]


def test_zones_iterate_as_ids() -> None:
    board = Board(generate_grid(1, 3))
    assert list(flood(board, "cell_0_0", budget=1)) == ["cell_0_0", "cell_0_1"]
    assert set(visible(board, "cell_0_1", 1)) == {"cell_0_0", "cell_0_1", "cell_0_2"}


def test_a_terrain_is_drawn_as_its_map() -> None:
    assert draw(ROOM, lambda cell: "#" if ROOM.is_blocked(cell) else ".") == ". . . # ."
