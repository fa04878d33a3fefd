"""Goal first: the neighbours of zones in the order of their distance to a static goal, for `joins`.

Whether a path exists does not depend on the order in which zones are visited. If the goal is a static set of zones, a
search that goes straight for it finds a path after a few steps, where a flood visits everything on the way.

This module does not know C.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Sequence

from msgspec import Struct

from ludotome.native.lower import ir
from ludotome.native.lower.lowering import Lowering
from ludotome.native.lower.static_values import evaluate, inputs_of, values_of

MOST_ENTRIES = 1 << 13
NAME = "towards_"


class GoalFirst(Struct, frozen=True):
    """A list of neighbours for each zone, the farthest from the goal first.

    If the goal depends on a value, such as a player, there are lists for each of them: those of `none`, then of 0, 1, …
    """

    table: ir.Table
    row: ir.Scalar | None


def goal_first(low: Lowering, node: ir.Joins) -> GoalFirst | None:
    """Return the neighbours in the order of their distance to the goal of *node*; None if the goal is not static."""
    inputs = inputs_of(low, node.goal) or ()
    row = next((one for one in inputs if node.element not in ir.free_locals(one)), None)
    if {*inputs} - {row} != {node.element}:
        return None
    near, values = low.board.neighbors, range(1) if row is None else values_of(low, row)
    if not 0 < sum(map(len, near)) * len(values) <= MOST_ENTRIES:
        return None
    lists = list[list[int]]()
    for value in values:
        goals = (zone for zone in range(len(near)) if _is_goal(low, node, zone, row, value))
        lists += _sorted(near, goals)
    return GoalFirst(_table(low, lists), row)


def _is_goal(low: Lowering, node: ir.Joins, zone: int, row: ir.Scalar | None, value: int) -> bool:
    known: dict[ir.Scalar, int] = {node.element: zone}
    if row is not None:
        known[row] = value
    return evaluate(low, node.goal, known) > 0


def _table(low: Lowering, lists: list[list[int]]) -> ir.Table:
    """Return the table of *lists*, which several conditions may have the same of."""
    same = tuple(map(tuple, lists))
    tables = [table for name, table in low.tables.items() if name.startswith(NAME)]
    return next((table for table in tables if table.rows == same), None) or low.rows(f"{NAME}{len(tables)}", lists)


def _sorted(near: Sequence[Sequence[int]], goals: Iterable[int]) -> list[list[int]]:
    """Return the neighbours of each zone, the farthest from all *goals* first."""
    back: list[list[int]] = [[] for _ in near]
    for zone, ends in enumerate(near):
        for end in ends:
            back[end].append(zone)
    away = dict.fromkeys(goals, 0)
    queue = deque(away)
    while queue:
        zone = queue.popleft()
        for start in back[zone]:
            if start not in away:
                away[start] = away[zone] + 1
                queue.append(start)
    return [sorted(ends, key=lambda end: -away.get(end, len(near))) for ends in near]
