"""Spatial: expressions about the board as a graph: neighbours, rays, runs, groups, paths, distance.

Invariants:
    * geometry comes from the tables (`space`); only the conditions read the state;
    * every search visits a zone once, so it terminates; order is discovery order, breadth first, in neighbour order.

This module does not know how tokens move (`moves`) or see (`senses`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence

from ludotome.gamedef import expressions as ex
from ludotome.kernel.context import Context, Evaluator, Value, asking, elements, evaluates, make, make_set, on_two
from ludotome.kernel.tables import Tables
from ludotome.space import distances_from

Holds = Callable[[int], Value]


def spread(
    tables: Tables, starts: Iterable[int], holds: Holds | None = None, max_depth: int | None = None
) -> Iterator[int]:
    """Yield the zones reached from *starts*, themselves first, over zones where *holds*; breadth first."""
    frontier = list(dict.fromkeys(starts))
    met = set(frontier)
    yield from frontier
    depth = 0
    while frontier and (max_depth is None or depth < max_depth):
        reached = []
        for here in frontier:
            for there in tables.neighbors[here]:
                if there not in met and (holds is None or holds(there)):
                    met.add(there)
                    reached.append(there)
                    yield there
        frontier = reached
        depth += 1


def ways(tables: Tables, directions: Value) -> tuple[int, ...]:
    """Return the board's indices of one direction or a set of them."""
    return tuple(tables.way_of_name[name] for name in elements(directions) if name in tables.way_of_name)


# ── neighbours and paths ───────────────────────────────────────────────────────────────────────────────────────────


@evaluates(ex.AdjacentZones)
def adjacent_zones(node: ex.AdjacentZones, tables: Tables) -> Evaluator:
    """The neighbours of a zone, all or those in some directions."""
    zone = make(node.zone, tables)
    if node.directions is None:
        return lambda context: () if (place := zone(context)) is None else tables.neighbors[place]
    directions = make(node.directions, tables)

    def evaluate(context: Context) -> tuple[int, ...]:
        place = zone(context)
        if place is None:
            return ()
        leads = tables.board.neighbor_by_direction[place]
        that_way = {leads[way] for way in ways(tables, directions(context))}
        return tuple(other for other in tables.neighbors[place] if other in that_way)

    return evaluate


@evaluates(ex.Adjacent)
def adjacent(node: ex.Adjacent, tables: Tables) -> Evaluator:
    """The two zones are neighbours."""
    is_neighbor = tables.is_neighbor
    return on_two(make(node.left, tables), make(node.right, tables), lambda a, b: b in is_neighbor[a], nothing=False)


@evaluates(ex.ConnectedZones)
def connected_zones(node: ex.ConnectedZones, tables: Tables) -> Evaluator:
    """The zones reached from a zone; the start only if requested, and then without a test."""
    zone, bind = make(node.zone, tables), node.bind
    via = None if node.via is None else make(node.via, tables)
    depth = None if node.max_depth is None else make(node.max_depth, tables)
    skipped = 0 if node.include_start else 1

    def evaluate(context: Context) -> tuple[int, ...]:
        start = zone(context)
        limit = None if depth is None else depth(context)
        if start is None or (depth is not None and limit is None):
            return ()
        holds = None if via is None else asking(context, bind, via)
        return tuple(spread(tables, (start,), holds, limit))[skipped:]

    return evaluate


@evaluates(ex.Connected)
def connected(node: ex.Connected, tables: Tables) -> Evaluator:
    """A path leads from one zone to another; false for a zone and itself."""
    from_, to, bind = make(node.from_, tables), make(node.to, tables), node.bind
    via = None if node.via is None else make(node.via, tables)
    depth = None if node.max_depth is None else make(node.max_depth, tables)

    def evaluate(context: Context) -> bool:
        start, goal = from_(context), to(context)
        limit = None if depth is None else depth(context)
        if start is None or goal is None or start == goal or (depth is not None and limit is None):
            return False
        holds = None if via is None else asking(context, bind, via)
        return goal in spread(tables, (start,), holds, limit)

    return evaluate


@evaluates(ex.Group)
def group(node: ex.Group, tables: Tables) -> Evaluator:
    """A zone and the connected zones for which the condition holds."""
    zone, where, bind = make(node.zone, tables), make(node.where, tables), node.bind

    def evaluate(context: Context) -> tuple[int, ...]:
        start = zone(context)
        if start is None:
            return ()
        holds = asking(context, bind, where)
        return tuple(spread(tables, (start,), holds)) if holds(start) else ()

    return evaluate


@evaluates(ex.Joins)
def joins(node: ex.Joins, tables: Tables) -> Evaluator:
    """A path of zones for which the condition holds joins two sets."""
    from_, to = make_set(node.from_, tables), make_set(node.to, tables)
    where, bind = make(node.where, tables), node.bind

    def evaluate(context: Context) -> bool:
        holds = asking(context, bind, where)
        goals = frozenset(to(context))
        starts = [zone for zone in from_(context) if holds(zone)]
        return any(zone in goals for zone in spread(tables, starts, holds))

    return evaluate


@evaluates(ex.Distance)
def distance(node: ex.Distance, tables: Tables) -> Evaluator:
    """The number of steps between two zones; `none` without a path."""

    def steps(start: int, goal: int) -> int | None:
        found = distances_from(tables.board, start)[goal]
        return None if found < 0 else found

    return on_two(make(node.from_, tables), make(node.to, tables), steps)


@evaluates(ex.ZonesInRange)
def zones_in_range(node: ex.ZonesInRange, tables: Tables) -> Evaluator:
    """The zones within a number of steps, in definition order."""

    def within(start: int, most: int) -> tuple[int, ...]:
        return tuple(sorted(spread(tables, (start,), None, most))) if most >= 0 else ()

    return on_two(make(node.zone, tables), make(node.range, tables), within, nothing=())


# ── straight lines ─────────────────────────────────────────────────────────────────────────────────────────────────


@evaluates(ex.Step)
def step(node: ex.Step, tables: Tables) -> Evaluator:
    """The zone a number of steps away in a direction; `none` if an edge is missing or the count is negative."""
    zone, direction, count = make(node.zone, tables), make(node.direction, tables), make(node.count, tables)
    leads = tables.board.neighbor_by_direction

    def evaluate(context: Context) -> int | None:
        here, way, steps = zone(context), tables.way_of_name.get(direction(context)), count(context)
        if here is None or way is None or steps is None or steps < 0:
            return None
        return follow(leads, here, way, steps)

    return evaluate


def follow(leads: Sequence[Sequence[int]], start: int, way: int, steps: int) -> int | None:
    """Return the zone *steps* steps from *start*, or None if an edge is missing; bounded by the number of zones.

    After as many steps as zones the walk must be in a cycle, so the rest is taken modulo its length.
    """
    at = start
    for _ in range(min(steps, len(leads))):
        at = leads[at][way]
        if at < 0:
            return None
    if steps <= len(leads):
        return at
    ring = [at]
    while (following := leads[ring[-1]][way]) != at:
        ring.append(following)
    return ring[(steps - len(leads)) % len(ring)]


@evaluates(ex.Ray)
def ray(node: ex.Ray, tables: Tables) -> Evaluator:
    """The zones on straight lines, direction by direction."""
    from_, direction, bind = make(node.from_, tables), make(node.direction, tables), node.bind
    while_ = None if node.while_ is None else make(node.while_, tables)
    then = None if node.then is None else make(node.then, tables)

    def evaluate(context: Context) -> tuple[int, ...]:
        start = from_(context)
        if start is None:
            return ()
        goes_on = None if while_ is None else asking(context, bind, while_)
        ends_well = None if then is None else asking(context, bind, then)
        lines = (tables.ray(start, way) for way in ways(tables, direction(context)))
        return tuple(dict.fromkeys(zone for line in lines for zone in prefix(line, goes_on, ends_well)))

    return evaluate


def prefix(line: tuple[int, ...], goes_on: Holds | None, ends_well: Holds | None) -> tuple[int, ...]:
    """Return the longest prefix of *line* with *goes_on*; empty unless the next zone satisfies *ends_well*."""
    length = len(line)
    if goes_on is not None:
        length = 0
        for zone in line:
            if not goes_on(zone):
                break
            length += 1
    if ends_well is not None and (length == len(line) or not ends_well(line[length])):
        return ()
    return line[:length]


@evaluates(ex.Between)
def between(node: ex.Between, tables: Tables) -> Evaluator:
    """The zones strictly between two zones in a line."""
    return on_two(make(node.from_, tables), make(node.to, tables), tables.between, nothing=())


@evaluates(ex.Run)
def run(node: ex.Run, tables: Tables) -> Evaluator:
    """The longest straight line through a zone on which the condition holds."""
    zone, where, bind = make(node.zone, tables), make(node.where, tables), node.bind
    axes = tables.board.axes

    def along(holds: Holds, start: int, way: int) -> Iterator[int]:
        for there in tables.ray(start, way) if way >= 0 else ():
            if not holds(there):
                return
            yield there

    def evaluate(context: Context) -> int | None:
        start = zone(context)
        if start is None:
            return None
        holds = asking(context, bind, where)
        if not holds(start):
            return 0
        # A set, because on a ring both directions meet the same zones.
        return max((1 + len({*along(holds, start, way), *along(holds, start, back)}) for way, back in axes), default=1)

    return evaluate
