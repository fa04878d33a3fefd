"""Tables of the board for lowered expressions: where steps lead, and how far zones are apart.

This module does not know expressions, nor C.
"""

from __future__ import annotations

from ludotome.native.codes import INT32_NOTHING
from ludotome.native.lower import ir
from ludotome.native.lower.lowering import Lowering
from ludotome.native.lower.unsupported import UnsupportedError


def distance_table(low: Lowering) -> ir.Table:
    """Return how many steps apart every two zones are, INT32_NOTHING where no path leads."""
    zones = range(low.layout.zones)
    if len(zones) > 1000:
        raise UnsupportedError("`distance` on more than 1000 zones")
    return low.grid("distance", lambda: _distances(low))


def _distances(low: Lowering) -> list[list[int]]:
    zones = range(low.layout.zones)
    rows = [[INT32_NOTHING] * (len(zones) + 1)]
    for start in zones:
        steps = {start: 0}
        frontier = [start]
        for here in frontier:  # grows while it is walked: breadth first
            for there in low.board.neighbors[here]:
                if there not in steps:
                    steps[there] = steps[here] + 1
                    frontier.append(there)
        rows.append([INT32_NOTHING, *(steps.get(zone, INT32_NOTHING) for zone in zones)])
    return rows


def step_table(low: Lowering) -> ir.Table:
    """Return where each direction (by name number) leads from each zone."""
    return low.grid("step", lambda: _steps(low))


def _steps(low: Lowering) -> list[list[int]]:
    by_name = {number: way for way, number in enumerate(low.direction_of_way)}
    width = max(by_name, default=-1) + 1
    rows = [[-1] * (width + 1)]
    for zone in range(low.layout.zones):
        ends = low.board.neighbor_by_direction[zone]
        rows.append([-1, *(ends[by_name[number]] if number in by_name else -1 for number in range(width))])
    return rows
