"""Indexes: what is kept up to date beside a state, chosen from what the document asks.

They stand behind the flat state in memory and are no part of it: whoever loads a state rebuilds them.

    owner_on    for each zone the owner of its top token
    stand_on    for each zone of one token: 0 empty, 1 nobody's, 2 and up a player's
    zones_of    for each player the zones whose top token is theirs, on boards of at most 64 zones
    owned       for each player the slots of their tokens
    kind_zones  for each player and type the zones of such tokens, on boards of at most 64 zones
    stands      the zones of each player's tokens (`owner_zones`) and of all (`occupied`), as words
    open        for each action with an open set, the zones its parameter may have now
    steps       for each action of tokens and their steps, which tokens may step where
    slots_end   one more than the greatest slot that was ever taken
    counted     whether decisions are drawn from the only open set: then how many zones each word has is kept too
    joins       for each question `joins`, the groups of zones of one owner and who has joined the two ends
    groups      groups of zones of one kind, each with how many open zones it touches
    runs        the lengths of runs asked for; with them, for each player and straight line its zones as bits
    numbers     the numbers that tokens add to the hash of a position, added up by zone and in all
    placed      the types of tokens that are foreseen to be put down: their numbers stand in tables
    log         the zones changed last, and where each player's end conditions were settled in it

Invariant: an index nobody reads is not kept.

This module does not know the C that keeps them (`indexes.hooks`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from msgspec import Struct, field

from ludotome.gamedef import Node, facts, walk
from ludotome.native.indexes.lines import BoardLines
from ludotome.native.indexes.steps import KeptSteps
from ludotome.native.lower import ir
from ludotome.native.lower.ir import Local, Scalar
from ludotome.native.lower.lowering import Lowering
from ludotome.native.lower.plan import Level, Plan

if TYPE_CHECKING:
    from ludotome.native.indexes.groups import KeptGroups

LOG_SIZE = 16  # a power of two; more changes than this between two looks, and everything is looked at


class OpenSet(Struct, frozen=True):
    """The zones of a static list for which conditions hold that read only what stands there and a few steps away.

    `affected` lists for each zone the zones to test again when it changes.
    """

    name: str
    element: Local
    zones: tuple[int, ...]
    conditions: tuple[Scalar, ...]
    affected: tuple[tuple[int, ...], ...]


class Indexes(Struct, dict=True):
    """What is kept; entries are noted when the C that reads them is written."""

    owner_on: bool = False
    stand_on: bool = False
    zones_of: bool = False
    owned: bool = False
    kinds: bool = False
    stands: bool = False
    numbers: bool = False
    log: bool = False
    counted: bool = False
    slots_end: bool = False
    open_sets: list[OpenSet] = field(default_factory=list)
    steps: list[KeptSteps] = field(default_factory=list)
    joins: list[ir.Joins] = field(default_factory=list)
    groups: list[KeptGroups] = field(default_factory=list)
    placed: set[int] = field(default_factory=set)
    runs: set[int] = field(default_factory=set)
    held: list[int] = field(default_factory=list)
    lines: BoardLines | None = None


# ── what an expression reads ───────────────────────────────────────────────────────────────────────────────────────


def zones_read(node: Scalar, element: str) -> set[tuple[str, ...]] | None:
    """Return the zones whose contents *node* reads, each as the static tables that lead there from *element*.

    None when it reads anything but the contents of such zones, static tables, constants and `lastActor`.

    >>> it = ir.Local("it", "zone")
    >>> zones_read(ir.Call("lt_empty", (it,), "bool"), "it")
    {()}
    """
    found: set[tuple[str, ...]] = set()
    return found if _reads(node, element, found) else None


def _reads(node: Any, element: str, found: set[tuple[str, ...]]) -> bool:
    match node:
        case ir.Const() | ir.Field(name="last_actor"):
            return True
        case ir.Local():
            return node.name == element
        case ir.Call(function="lt_empty" | "lt_occupied" | "lt_count" | "lt_top"):
            way = _way(node.args[0], element)
            if way is not None:
                found.add(way)
            return way is not None
        case ir.Load(array="token_owner" | "token_type" | "token_props") | ir.Lookup():
            pass
        case ir.Compare() | ir.AllOf() | ir.AnyOf() | ir.Negation() | ir.Missing():
            pass
        case _:
            return False
    return all(_reads(part, element, found) for part in ir.parts(node))


def _way(zone: Any, element: str) -> tuple[str, ...] | None:
    """Return the tables that lead from *element* to *zone*, outermost last; None when it is no such zone."""
    if isinstance(zone, ir.Local):
        return () if zone.name == element else None
    if isinstance(zone, ir.Lookup) and zone.table.flat and zone.kind == "zone":
        inner = _way(zone.index[0], element)
        return None if inner is None else (*inner, zone.table.name)
    return None


# ── open sets ──────────────────────────────────────────────────────────────────────────────────────────────────────


def with_open_set(low: Lowering, plan: Plan, kept: Indexes, name: str) -> Plan:
    """Return *plan* walking an open set, if its only parameter ranges over one; the set is noted in *kept*."""
    if (
        len(plan.levels) != 1
        or not isinstance(plan.levels[0].source, ir.Row)
        or plan.levels[0].source.index is not None
    ):
        return plan
    level = plan.levels[0]
    read = [(guard, _contents(guard, level.param.name)) for guard in level.guards]
    absorbed = tuple(guard for guard, zones in read if zones is not None)
    row = level.source.table.rows[0]  # type: ignore[union-attr]
    if not absorbed or level.param.kind != "zone" or list(row) != sorted(row):
        return plan
    ways = {way for _, zones in read if zones is not None for way in zones}
    kept.open_sets.append(OpenSet(name, level.param, row, absorbed, _affected(low, ways, row)))
    guards = tuple(guard for guard, zones in read if zones is None)
    source = ir.Kept(name, len(row), level.param.kind)
    return Plan(plan.action, plan.index, plan.guards, (Level(level.param, source, guards),), plan.scope)


def _contents(guard: Scalar, element: str) -> set[tuple[str, ...]] | None:
    """Return what *guard* reads if that is contents alone: an open set outlives the last actor."""
    if any(isinstance(part, ir.Field) for part in ir.walk(guard)):
        return None
    return zones_read(guard, element)


def _affected(low: Lowering, ways: set[tuple[str, ...]], row: tuple[int, ...]) -> tuple[tuple[int, ...], ...]:
    """Return for each zone the zones of *row* from which one of *ways* leads to it, in order."""
    found: list[set[int]] = [set() for _ in range(low.layout.zones)]
    for start in row:
        for way in ways:
            at = start
            for table in way:
                at = low.tables[table].rows[0][1 + at]
            if at >= 0:
                found[at].add(start)
    return tuple(tuple(sorted(starts)) for starts in found)


# ── end conditions that only changes can have made true ────────────────────────────────────────────────────────────


def settled_by_changes(low: Lowering, node: Scalar) -> bool:
    """Whether *node*, once false for a last actor, can become true for them only by way of a zone that changed since.

    So it is where some zone or token of all there are must have a property that reads only what stands on the zone,
    or on the run or group through it.
    """
    match node:
        case ir.Reduce(how="exists", body=None, source=ir.Filtered(source=ir.Row(index=None)) as zones):
            return _is_run(low, zones)
        case ir.Reduce(how="exists", body=None, source=ir.Filtered(source=ir.AllTokens()) as tokens):
            return _reads_token(tokens.where, tokens.element.name)
        case ir.Joins(start=ir.Row()):
            return zones_read(node.where, node.element.name) == {()} and _is_static(node)
        case _:
            return False


def _is_run(low: Lowering, source: ir.Filtered) -> bool:
    where, row = source.where, source.source
    assert isinstance(row, ir.Row)
    match where:
        case ir.Compare(op=">=", left=ir.Run(zone=ir.Local(name=name)) as run, right=ir.Const(value=least)):
            joined = {z for z in range(low.layout.zones) if max(low.board.neighbor_by_direction[z], default=-1) >= 0}
            whole = joined <= set(row.table.rows[0])
            return (
                name == source.element.name and least >= 2 and whole and zones_read(run.where, run.element.name) == {()}
            )
        case _:
            return False


def _is_static(node: ir.Joins) -> bool:
    """Whether start and goal are the same whenever the last actor is."""
    index = node.start.index if isinstance(node.start, ir.Row) else node.start
    start = index is None or index == ir.Field("last_actor", "player", optional=True)
    return start and zones_read(node.goal, node.element.name) == set()


def _reads_token(node: Any, element: str) -> bool:
    match node:
        case ir.Const() | ir.Field(name="last_actor"):
            return True
        case ir.Local():
            return node.name == element
        case ir.Load(array="token_owner" | "token_type" | "token_props" | "token_zone", index=ir.Local(name=name)):
            return name == element
        case ir.Lookup() | ir.Compare() | ir.AllOf() | ir.AnyOf() | ir.Negation() | ir.Missing():
            return all(_reads_token(part, element) for part in ir.parts(node))
        case _:
            return False


# ── groups that only grow ──────────────────────────────────────────────────────────────────────────────────────────


def joined_groups(low: Lowering, node: ir.Joins) -> bool:
    """Whether *node* asks if a player's tokens join that player's two ends, in a game that only places tokens.

    Then groups never break up, and keeping them joined (union-find) answers at once.
    """
    top = ir.Load("token_owner", ir.Call("lt_top", (node.element,), "token", optional=True), "player", optional=True)
    match node.where:
        case ir.Compare(op="==", left=left, right=right) if top in (left, right):
            player = right if left == top else left
        case _:
            return False
    start = isinstance(node.start, ir.Row) and node.start.index == player
    goal = isinstance(node.goal, ir.Lookup) and node.goal.index == (player, node.element)
    known = player == ir.Field("last_actor", "player", optional=True)
    game = low.game_def
    return start and goal and known and not any(map(_undoes_places, walk(game)))


def _undoes_places(node: Node) -> bool:
    """Whether *node* can make another token stand where one stood, or the same one be somebody else's."""
    changed = facts.destroyed(node) is not None or facts.property_set(node) is not None
    return changed or facts.moves(node) or facts.shuffled(node) is not None


# ── tokens of a player ─────────────────────────────────────────────────────────────────────────────────────────────


def index_domain(source: ir.Source, element: Local, guards: tuple[Scalar, ...]) -> tuple[ir.Source, tuple[Scalar, ...]]:
    """Return *source* and *guards* with `owner == X` taken out of the guards, if the source is all tokens.

    X must be known before the token is; nothing owns no tokens, as comparing with nothing says.
    """
    if not isinstance(source, ir.AllTokens):
        return source, guards
    for guard in guards:
        player = _owner_asked(guard, element.name)
        if player is not None:
            rest = tuple(other for other in guards if other is not guard)
            return ir.TokensOwned(player, source.types, source.size), rest
    return source, guards


def kind_domain(source: ir.Source, element: Local, guards: tuple[Scalar, ...]) -> tuple[ir.Source, tuple[Scalar, ...]]:
    """Return *source* and *guards* with static sets of zones taken out of the guards, if the source is tokens of types.

    The tokens then come by zone, so this is for walks whose order does not matter.
    """
    if not isinstance(source, ir.AllTokens | ir.TokensOwned) or source.types is None:
        return source, guards
    places = tuple(guard for guard in guards if _is_place(guard, element))
    player = source.player if isinstance(source, ir.TokensOwned) else None
    found = ir.TokensOfKind(player, source.types, places, source.size)  # type: ignore[arg-type]
    return found, tuple(guard for guard in guards if guard not in places)


def _is_place(guard: Scalar, element: Local) -> bool:
    """Whether *guard* asks if the zone of a token is in a static set that does not depend on the token."""
    match guard:
        case ir.Lookup(kind="bool", optional=False, index=(*others, ir.Load(array="token_zone", index=token))):
            return token == element and not any(element in ir.free_locals(other) for other in others)
        case _:
            return False


def _owner_asked(guard: Scalar, element: str) -> Scalar | None:
    match guard:
        case ir.Compare(op="==", left=left, right=right):
            for own, other in ((left, right), (right, left)):
                is_owner = own == ir.Load("token_owner", ir.Local(element, "token"), "player", optional=True)
                if is_owner and element not in {local.name for local in ir.free_locals(other)}:
                    return other
    return None
