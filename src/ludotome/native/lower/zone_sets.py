"""Zone sets: conditions on the zones of a static set, as words of bits instead of a test for each zone.

    count(ray(z, [n, s]) where occupied(it))                    the bits in both of two sets
    exists(between(y, z) where top(it).owner == X)              whether two sets have a bit in common
    board where it.row // 3 == $part.row and empty(it)          a loop over the bits in both

A set of zones must fit in one or two words if each holds at most one token, otherwise in one; then only the owners of
the top tokens are known as a set.

This module does not know C.
"""

from __future__ import annotations

from collections.abc import Iterable

from ludotome.native.lower import ir
from ludotome.native.lower.ir import Local, Lowered, Scalar, Source
from ludotome.native.lower.lowering import Lowering
from ludotome.native.lower.ray_masks import static_ways
from ludotome.native.lower.static_values import evaluate, inputs_of, is_nothing, values_of
from ludotome.native.lower.target_masks import MOST_WORDS, zone_words

MOST_ROWS = 512
FEW_ROWS = 100  # of sets that must be computed zone by zone
FEW_PER_WORD = 3  # fewer zones than this are tested as fast one by one


class Fixed(Lowered, frozen=True):
    """The static set that *index* selects: `rows[index - first]`, or no zones; the only row if *index* is None."""

    rows: tuple[int, ...]
    index: Scalar | None = None
    first: int = -1
    is_sure: bool = True  # whether there is a row for every value of the index


class Current(Lowered, frozen=True):
    """A set that is kept with the state, by the name of its field."""

    name: str


class Holding(Lowered, frozen=True):
    """The zones whose top token is of a player, or with any token if None."""

    owner: Scalar | None = None


class Straight(Lowered, frozen=True):
    """The zones strictly between two zones on a straight line."""

    start: Scalar
    goal: Scalar


class Passed(Lowered, frozen=True):
    """The zones on rays from `zone` before the first one outside `over`, of those rays where that one is in `onto`.

    `ahead` has the rays of each zone as bits: first those with ascending zone numbers, `ascending` of them.
    """

    zone: Scalar
    ahead: tuple[tuple[int, ...], ...]
    ascending: int
    over: ZoneSet
    onto: ZoneSet


class Before(Lowered, frozen=True):
    """The zones among `starts` from which a step leads into a set; the step adds `difference` to every zone number."""

    of: ZoneSet
    difference: int
    starts: int


class AllSets(Lowered, frozen=True):
    """The zones in all sets."""

    sets: tuple[ZoneSet, ...]


class AnySet(Lowered, frozen=True):
    """The zones in at least one set."""

    sets: tuple[ZoneSet, ...]


class Outside(Lowered, frozen=True):
    """The zones not in a set; with bits that are no zones: only for use beside a static set in `AllSets`."""

    of: ZoneSet


ZoneSet = Fixed | Current | Holding | Straight | Passed | Before | AllSets | AnySet | Outside


def zone_domain(
    low: Lowering, source: Source, element: Local, guards: tuple[Scalar, ...], *, in_order: bool
) -> tuple[ZoneSet, tuple[Scalar, ...]] | None:
    """Return a loop over *source* with *guards* as the set of the zones, and the guards it does not contain.

    None if *source* is not a static set, or if that gains nothing. If *in_order*, only for zones in ascending order.
    """
    if not guards or not _fits(low) or (in_order and not _ascends(source)):
        return None
    zones = _of_source(low, source)
    if zones is None:
        return None
    sets = [(guard, _of_condition(low, guard, element)) for guard in guards]
    found = tuple(one for _, one in sets if one is not None)
    return (AllSets((zones, *found)), tuple(guard for guard, one in sets if one is None)) if found else None


def conditional_set(
    low: Lowering, zones: tuple[int, ...], element: Local, conditions: tuple[Scalar, ...]
) -> ZoneSet | None:
    """Return the *zones* for which all *conditions* hold, on a board of one word."""
    if zone_words(low) != 1 or not _fits(low):
        return None
    sets = [_of_condition(low, one, element) for one in conditions]
    known = tuple(one for one in sets if one is not None)
    return AllSets((Fixed((_bits(zones),)), *known)) if len(known) == len(sets) else None


def whole_set(low: Lowering, source: Source) -> ZoneSet | None:
    """Return all elements of *source* as a set of zones, if it is a static set, or rays, with conditions."""
    return _of_source(low, source) if isinstance(source, ir.Filtered | ir.Rays) and _fits(low) else None


def _fits(low: Lowering) -> bool:
    return zone_words(low) <= (MOST_WORDS if low.layout.single else 1) and bool(low.type_numbers)


def _ascends(source: Source) -> bool:
    """Return whether the zones of *source* come in ascending order."""
    match source:
        case ir.Kept():
            return True
        case ir.Row(table=table):
            return all(list(row) == sorted(row) for row in table.rows)
        case ir.Filtered():
            return _ascends(source.source)
        case _:
            return False


def _of_source(low: Lowering, source: Source) -> ZoneSet | None:
    match source:
        case ir.Kept(kind="zone", name=name):
            return Current(name)
        case ir.Row(kind="zone", table=table, index=index):
            sizes = [len(row) for row in table.rows if row]
            few = sum(sizes) < FEW_PER_WORD * zone_words(low) * len(sizes)
            if few or len(table.rows) > MOST_ROWS or any(len(set(row)) < len(row) for row in table.rows):
                return None
            return Fixed(tuple(map(_bits, table.rows)), index)
        case ir.Rays(keep=None, then=None, zone=zone, directions=directions) if not low.rays_meet:
            ways = static_ways(directions)
            return None if ways is None else Fixed((0, *_rays(low, ways)), zone)
        case ir.Rays(element=element, keep=keep, then=then) if keep is not None and then is not None:
            over, onto = _of_condition(low, keep, element), _of_condition(low, then, element)
            return None if over is None or onto is None else _passed(low, source, over, onto)
        case ir.Between(start=start, goal=goal) if not low.rays_meet:
            return Straight(start, goal)
        case ir.Filtered(source=inner, element=element, where=where):
            zones = _of_source(low, inner)
            sets = [_of_condition(low, one, element) for one in ir.conjuncts(where)]
            known = tuple(one for one in sets if one is not None)
            return None if zones is None or len(known) < len(sets) else AllSets((zones, *known))
        case _:
            return None


def _rays(low: Lowering, ways: tuple[int, ...]) -> list[int]:
    """Return for each zone the zones on its rays in these directions."""
    ahead = zones_ahead(low)
    places = {low.direction_of_way[way]: way for way in range(len(low.board.direction_names))}
    return [_bits(zone for way in ways if way in places for zone in rays[places[way]]) for rays in ahead]


def _passed(low: Lowering, source: ir.Rays, over: ZoneSet, onto: ZoneSet) -> Passed | None:
    ways = static_ways(source.directions)
    if ways is None or low.rays_meet or zone_words(low) != 1:
        return None
    places = {low.direction_of_way[way]: way for way in range(len(low.board.direction_names))}
    ahead = [[rays[places[way]] for way in ways if way in places] for rays in zones_ahead(low)]
    columns = list(zip(*ahead, strict=True))
    up = [rays for rays in columns if all(ray == sorted(ray) for ray in rays)]
    down = [rays for rays in columns if rays not in up and all(ray[::-1] == sorted(ray) for ray in rays)]
    if len(up) + len(down) < len(columns) or not columns:
        return None
    rows = tuple(tuple(_bits(ray) for ray in rays) for rays in zip(*up, *down, strict=True))
    return Passed(source.zone, rows, len(up), over, onto)


def zones_ahead(low: Lowering) -> list[list[list[int]]]:
    """Return for each zone and direction (in board order) the zones of the ray; no ray may be cyclic."""
    step = low.board.neighbor_by_direction

    def ray(zone: int, way: int) -> list[int]:
        found = list[int]()
        while (zone := step[zone][way]) >= 0:
            found.append(zone)
        return found

    ways = range(len(low.board.direction_names))
    return [[ray(zone, way) for way in ways] for zone in range(low.layout.zones)]


def _of_condition(low: Lowering, node: Scalar, element: Local) -> ZoneSet | None:
    """Return the zones for which *node*, a condition on *element*, holds."""
    match node:
        case ir.AllOf(args=args) | ir.AnyOf(args=args) if args:
            sets = tuple(_of_condition(low, arg, element) for arg in args)
            known = tuple(one for one in sets if one is not None)
            made = AllSets if isinstance(node, ir.AllOf) else AnySet
            return made(known) if len(known) == len(sets) else None
        case ir.Negation(arg=arg):
            inner = _of_condition(low, arg, element)
            return None if inner is None else Outside(inner)
        case ir.Call(function="lt_occupied", args=(zone,)) if low.layout.single:
            return _seen_from(low, zone, element, Holding())
        case ir.Call(function="lt_empty", args=(zone,)) if low.layout.single:
            return _seen_from(low, zone, element, Outside(Holding()))
        case ir.Lookup(kind="bool", optional=False, table=table, index=(*others, zone)) if zone == element:
            return _flags(table, tuple(others), element)
        case ir.Compare(op="==", left=left, right=right):
            found = _equal(low, left, right, element) or _equal(low, right, left, element)
            return _selected(low, node, element) if found is None else found
        case _:
            return _selected(low, node, element)


def _seen_from(low: Lowering, zone: Scalar, element: Local, zones: ZoneSet) -> ZoneSet | None:
    """Return the zones for which *zone*, which is *element* or a fixed step away, is in a set."""
    if zone == element:
        return zones
    ends = _values(low, zone, element) if zone_words(low) == 1 else None
    differences = {end - start for start, end in enumerate(ends or ()) if end is not None}
    if ends is None or len(differences) != 1:
        return None
    return Before(zones, differences.pop(), _bits(start for start, end in enumerate(ends) if end is not None))


def _selected(low: Lowering, node: Scalar, element: Local) -> ZoneSet | None:
    """Return the zones for which a static condition holds, in a row for each value of what else it depends on."""
    inputs = inputs_of(low, node)
    if inputs is None or element not in inputs or len(inputs) > 2:
        return None

    def where(known: dict[Scalar, int]) -> int:
        zones = range(low.layout.zones)
        return _bits(zone for zone in zones if evaluate(low, node, {**known, element: zone}) > 0)

    others = [one for one in inputs if one != element]
    if not others:
        return Fixed((where({}),))
    values = values_of(low, others[0])
    return (
        Fixed(tuple(where({others[0]: value}) for value in values), others[0]) if 0 < len(values) < FEW_ROWS else None
    )


def _flags(table: ir.Table, others: tuple[Scalar, ...], element: Local) -> Fixed | None:
    """Return the zones whose flag in a static table is set, in the row that another scalar may select."""
    if any(element in ir.free_locals(other) for other in others) or len(table.rows) > MOST_ROWS:
        return None
    rows = tuple(_bits(zone for zone, flag in enumerate(row[1:]) if flag > 0) for row in table.rows)
    return Fixed(rows, others[0] if others else None)


def _equal(low: Lowering, asked: Scalar, other: Scalar, element: Local) -> ZoneSet | None:
    """Return the zones for which *asked*, about *element*, equals *other*, which is the same for all zones."""
    if element in ir.free_locals(other):
        return None
    top = ir.Call("lt_top", (element,), "token", optional=True)
    if asked == ir.Load("token_owner", top, "player", optional=True):
        return Holding(other)
    values = _values(low, asked, element)
    if values is None:
        return None
    known = {value for value in values if value is not None}
    if not known or max(known) - min(known) >= MOST_ROWS:
        return None
    first = min(known)
    rows = [_bits(zone for zone, one in enumerate(values) if one == value) for value in range(first, max(known) + 1)]
    if isinstance(other, ir.Const):
        at = other.value - first
        return Fixed((rows[at] if 0 <= at < len(rows) else 0,))
    return Fixed(tuple(rows), other, first, is_sure=False)


def _values(low: Lowering, node: Scalar, element: Local) -> list[int | None] | None:
    """Return the value of *node* for every zone (None for `none`), if it depends on the zone alone."""
    if inputs_of(low, node) != (element,):
        return None
    values = (evaluate(low, node, {element: zone}) for zone in range(low.layout.zones))
    return [None if is_nothing(node, value) else value for value in values]


def _bits(zones: Iterable[int]) -> int:
    """Return *zones*, each at most once, as bits."""
    return sum(1 << zone for zone in zones)
