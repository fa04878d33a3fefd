"""Tables of the board for lowered expressions: targets of steps, and distances between zones.

This module does not know expressions, nor C.
"""

from __future__ import annotations

from ludotome.native.codes import INT32_NOTHING
from ludotome.native.lower import ir
from ludotome.native.lower.lowering import Lowering

DISTANCE = "lt_distance"  # the C function that computes it (`c/distances.h`)
FEW_ZONES = 64  # of a board whose lines between two zones are in a table
MOST_PAIRS = 100_000  # pairs of zones in a table; with more, C loops over the neighbours of one zone


def distance(low: Lowering, start: ir.Scalar, goal: ir.Scalar) -> ir.Scalar:
    """Return the distance of two zones: by a table of all pairs, or by a search if the board is large."""
    if not knows_pairs(low):
        return ir.Call(DISTANCE, (start, goal), "int", optional=True)
    return ir.Lookup(low.grid("distance", lambda: _distances(low)), (start, goal), "int", optional=True)


def knows_pairs(low: Lowering) -> bool:
    """Return whether the board is small enough for a table of all pairs of zones."""
    return low.layout.zones**2 <= MOST_PAIRS


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


def way_table(low: Lowering) -> ir.Table | None:
    """Return the first direction (by name number) whose ray from one zone reaches another, for a board of few zones.

    Its rays must not meet. `none` is where no ray reaches.
    """
    if low.rays_meet or low.layout.zones > FEW_ZONES:
        return None
    return low.grid("way_between", lambda: _ways(low))


def _ways(low: Lowering) -> list[list[int]]:
    zones = range(low.layout.zones)
    rows = [[-1] * (len(zones) + 1)]
    for start in zones:
        row = [-1] * (len(zones) + 1)
        for way, number in reversed(list(enumerate(low.direction_of_way))):
            at = low.board.neighbor_by_direction[start][way]
            while at >= 0:
                row[1 + at] = number
                at = low.board.neighbor_by_direction[at][way]
        rows.append(row)
    return rows


def step_table(low: Lowering) -> ir.Table:
    """Return the table of the targets of each direction (by name number) from each zone."""
    return low.grid("step", lambda: _steps(low))


def _steps(low: Lowering) -> list[list[int]]:
    by_name = {number: way for way, number in enumerate(low.direction_of_way)}
    width = max(by_name, default=-1) + 1
    rows = [[-1] * (width + 1)]
    for zone in range(low.layout.zones):
        ends = low.board.neighbor_by_direction[zone]
        rows.append([-1, *(ends[by_name[number]] if number in by_name else -1 for number in range(width))])
    return rows
