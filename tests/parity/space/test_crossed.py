"""The cells that a line touches: the C core equals `Sight.crossed`, in the same order."""

from __future__ import annotations

from random import Random

import pytest

from ludotome.space import Lattice, line_of_sight
from ludotome.space.core import Core

MAPS = [Lattice.square(7, 9), Lattice("square", 5, 5, (-2, 3)), Lattice.hexagon(5), Lattice("hex", 8, 6, (-3, 1))]


@pytest.mark.parametrize("lattice", MAPS, ids=repr)
def test_both_forms_cross_the_same_cells(lattice: Lattice) -> None:
    """Every cell strictly between the ends, both cells of a tie or corner; off the map too, as bare coordinates."""
    core, rng = Core(), Random(4)
    out = core.ffi.new("int32_t[]", 2 * (lattice.rows + lattice.cols))
    for _ in range(400):
        a, b = rng.choice(lattice.indices), rng.choice(lattice.indices)
        count = core.lib.lt_crossed(core._map(lattice).map, a, b, out)
        crossed = [lattice.cell(index) for index in core.ffi.unpack(out, count)] if count else []
        assert tuple(crossed) == line_of_sight(lattice, lattice.cell(a), lattice.cell(b), form="python").crossed
