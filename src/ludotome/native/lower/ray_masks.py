"""Ray masks: conditions about straight lines, evaluated for all zones at once by shifting sets of zones.

    exists(ray(it, D) while top(it).owner == X then top(it).owner == Y)      for each zone of a kept set
    exists($z in board where run($z, top(it).owner == X) >= n)               for all zones

Both require that a step in a direction is a constant difference of zone numbers (as on every rectangular board) and
that a set of zones fits in one word.

This module does not know C.
"""

from __future__ import annotations

from ludotome.native.lower import ir
from ludotome.native.lower.ir import Local, Scalar, Source
from ludotome.native.lower.lowering import Lowering

WORD_BITS = 64


def ray_domain(
    low: Lowering, source: Source, element: Local, guards: tuple[Scalar, ...]
) -> tuple[Source, tuple[Scalar, ...]]:
    """Return *source* and *guards* with such a condition moved from the guards to the source, if there is one."""
    if not isinstance(source, ir.Kept) or low.layout.zones > WORD_BITS:
        return source, guards
    for guard in guards:
        match guard:
            case ir.Reduce(
                how="exists",
                body=None,
                source=ir.Rays(zone=ir.Local(name=name), directions=directions, keep=keep, then=then) as rays,
            ) if name == element.name:
                ways = static_ways(directions)
                over, onto = owner_of_top(keep, rays.element), owner_of_top(then, rays.element)
                known = ways is not None and all(step_of(low, way) is not None for way in ways)
                if (
                    ways
                    and over is not None
                    and onto is not None
                    and known
                    and not _reads((over, onto), element, rays.element)
                ):
                    found = ir.RayStarts(source.name, ways, over, onto, source.size)
                    return found, tuple(other for other in guards if other is not guard)
    return source, guards


def line_asked(low: Lowering, node: Scalar) -> tuple[Scalar, int] | None:
    """Return X and n, if *node* tests whether there is a run of n zones with tokens of X on top."""
    if low.layout.zones > WORD_BITS:
        return None
    match node:
        case ir.Reduce(
            how="exists",
            body=None,
            source=ir.Filtered(
                source=ir.Row(index=None) as row,
                element=ir.Local(name=name),
                where=ir.Compare(op=">=", left=ir.Run(zone=ir.Local(name=asked)) as run, right=ir.Const(value=n)),
            ),
        ) if name == asked and 2 <= n <= WORD_BITS and set(range(low.layout.zones)) <= set(row.table.rows[0]):
            owner = owner_of_top(run.where, run.element)
            straight = all(
                step_of(low, low.direction_of_way[way]) and is_undone(low, way, back) for way, back in low.board.axes
            )
            if owner is not None and straight and not _reads((owner,), run.element):
                return owner, n
    return None


def is_undone(low: Lowering, way: int, back: int) -> bool:
    """Return whether the two directions of an axis are inverse to each other everywhere."""
    step = low.board.neighbor_by_direction
    there_and_back = (
        back >= 0 and (row[way] < 0 or step[row[way]][back] == zone) and (row[back] < 0 or step[row[back]][way] == zone)
        for zone, row in enumerate(step)
    )
    return all(there_and_back)


def owner_of_top(condition: Scalar | None, element: Local) -> Scalar | None:
    """Return X of `top(element).owner == X`."""
    top = ir.Load("token_owner", ir.Call("lt_top", (element,), "token", optional=True), "player", optional=True)
    match condition:
        case ir.Compare(op="==", left=left, right=right):
            return right if left == top else left if right == top else None
    return None


def _reads(nodes: tuple[Scalar, ...], *locals_: Local) -> bool:
    names = {local.name for local in locals_}
    return any(local.name in names for node in nodes for local in ir.free_locals(node))


def static_ways(directions: Source) -> tuple[int, ...] | None:
    """Return static *directions* as name numbers."""
    match directions:
        case ir.Row(index=None, table=table):
            return table.rows[0]
        case ir.Listing(items=items):
            known = tuple(item.value for item in items if isinstance(item, ir.Const))
            return known if len(known) == len(items) else None
        case _:
            return None


def step_of(low: Lowering, way: int) -> tuple[int, int] | None:
    """Return the difference of zone numbers of a step in a direction (by name number), and the mask of its start zones.

    None if the difference is not constant, or 0, or no direction of the board has this name.
    """
    index = low.board.index_of_direction.get(low.symbols.names[way])
    if index is None:
        return None
    ends = [(zone, row[index]) for zone, row in enumerate(low.board.neighbor_by_direction) if row[index] >= 0]
    differences = {end - zone for zone, end in ends}
    if len(differences) != 1 or 0 in differences:
        return None
    return differences.pop(), sum(1 << zone for zone, _ in ends)


def longest_ray(low: Lowering) -> int:
    """Return the number of zones on the longest ray; a cyclic ray counts every zone."""
    longest = 0
    for zone in range(low.layout.zones):
        for way in range(len(low.board.direction_names)):
            at, length = low.board.neighbor_by_direction[zone][way], 0
            while at >= 0 and length < low.layout.zones:
                at, length = low.board.neighbor_by_direction[at][way], length + 1
            longest = max(longest, length)
    return longest
