"""The exact zone lists of the two golden boards of the specification."""

from __future__ import annotations

from pathlib import Path

import pytest

from ludotome.space import generate_grid, generate_hex

HERE = Path(__file__).parent


@pytest.mark.parametrize(("file", "zones"), [("grid_3_3.txt", generate_grid(3, 3)), ("hex_1.txt", generate_hex(1))])
def test_zone_lists(file, zones, golden):
    lines = (
        f"{zone.id} owner={zone.owner} visibility={zone.visibility} ordering={zone.ordering}"
        f" adjacentTo=[{', '.join(zone.adjacent_to)}]\n"
        for zone in zones
    )
    golden("".join(lines), HERE / file)
