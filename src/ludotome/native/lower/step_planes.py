"""Step planes: the possible steps of all tokens of a player, computed at once by shifting sets of zones.

    $piece in tokens(T) where owner == actor,  $to in destinations($piece)

If every target is a single step and the i-th step has the same difference of zone numbers wherever it is
possible, a plane is the set of zones from which it can be taken now. A zone that lacks a step (at the edge) skips it.
This requires that a set of zones fits in one word, and that there is only one type of tokens.

This module does not know C.
"""

from __future__ import annotations

from msgspec import Struct

from ludotome.native.lower import ir
from ludotome.native.lower.lowering import Lowering
from ludotome.native.lower.plan import ACTOR, Plan
from ludotome.native.lower.targets import lines_from

WORD_BITS = 64
MOST_PLANES = 8


class Plane(Struct, frozen=True):
    """A step of one player's tokens: the zone difference, its start zones, and what must not be on the target."""

    shift: int
    starts: int
    not_onto: int


class StepPlanes(Struct, frozen=True):
    """The planes of each player, in the order of the steps; `stride` bits encode the steps of one token."""

    name: str
    planes: tuple[tuple[Plane, ...], ...]

    @property
    def width(self) -> int:
        """Maximum number of steps of a token."""
        return max(map(len, self.planes))

    @property
    def stride(self) -> int:
        """The smallest power of two that is at least `width`."""
        return 1 << (self.width - 1).bit_length()


def planes_asked(low: Lowering, plan: Plan, name: str) -> StepPlanes | None:
    """Return the planes of the tokens and targets in *plan*, if all targets are single steps."""
    asked = steps_asked(plan)
    if asked is None or low.layout.zones > WORD_BITS or len(low.game_def.token_types) != 1:
        return None
    planes = [_planes(low, asked[1].group, seat) for seat in range(low.players)]
    found = tuple(row for row in planes if row is not None)
    if len(found) < low.players or not 0 < max(map(len, found)) <= MOST_PLANES:
        return None
    return StepPlanes(name, found)


def _planes(low: Lowering, group: str | None, seat: int) -> tuple[Plane, ...] | None:
    """Return the planes of a player; None if the steps from some zone are in another order."""
    (kind,) = low.game_def.token_types
    zones = range(low.layout.zones)
    lines = [lines_from(low, kind, seat, zone, group, attacks=False) for zone in zones]
    rows = [[(line.zones[0] - zone, line.not_onto & 15) for line in lines[zone]] for zone in zones]
    order = _merged(rows)
    if not all(_is_within(row, order) for row in rows) or any(shift == 0 for shift, _ in order):
        return None
    return tuple(
        Plane(shift, sum(1 << zone for zone in zones if (shift, not_onto) in rows[zone]), not_onto)
        for shift, not_onto in order
    )


def _merged(rows: list[list[tuple[int, int]]]) -> list[tuple[int, int]]:
    """Return all steps, in an order compatible with every row, if this method finds one."""
    order: list[tuple[int, int]] = []
    for row in sorted(rows, key=len, reverse=True):
        place = -1
        for step in row:
            place = order.index(step) if step in order else place + 1
            if step not in order:
                order.insert(place, step)
    return order


def _is_within(row: list[tuple[int, int]], order: list[tuple[int, int]]) -> bool:
    """Return whether *row* is a subsequence of *order*."""
    rest = iter(order)
    return all(one in rest for one in row)


def steps_asked(plan: Plan) -> tuple[ir.AllTokens, ir.Targets] | None:
    """Return the tokens and targets, if *plan* ranges over the destinations of all the actor's tokens of some types."""
    match plan.levels:
        case (first, second) if not second.guards and len(first.guards) == 1:
            tokens, targets, (guard,) = first.source, second.source, first.guards
            if not isinstance(tokens, ir.AllTokens) or not isinstance(targets, ir.Targets) or targets.attacks:
                return None
            owner = ir.Load("token_owner", first.param, "player", optional=True)
            own = isinstance(guard, ir.Compare) and guard.op == "==" and {guard.left, guard.right} == {owner, ACTOR}
            return (tokens, targets) if own and targets.token == first.param else None
    return None
