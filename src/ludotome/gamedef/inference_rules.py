"""Inference rules: the nodes whose type depends on their parts, one function each.

Every rule gets the inference, the node, its scope and its path, even if it does not need them, so that the table
`RULES` can call any of them. Nodes without a rule are checked by their annotations alone (`infer`).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from ludotome.gamedef import expressions as ex
from ludotome.gamedef import intervals
from ludotome.gamedef.bounds import MOST_NUMBERS, TOKENS_AT_MOST
from ludotome.gamedef.declared import PLAYER_PROPERTIES, type_of
from ludotome.gamedef.node import Node
from ludotome.gamedef.registry import Registry
from ludotome.gamedef.scope import Scope
from ludotome.gamedef.symbols import RELATIVE_DIRECTIONS
from ludotome.gamedef.types import (
    BOOL,
    NOTHING,
    PLAYER,
    UNKNOWN,
    ZONE,
    Type,
    comparable,
    int_type,
    join,
    name_type,
    set_of,
    zone_type,
)

if TYPE_CHECKING:
    from ludotome.gamedef.infer import Inference

Rule = Callable[["Inference", Any, Scope, str], Type]
RULES = Registry[Rule]("the checker")
rule = RULES.enter  # enters a function as the rule of node classes


# ── literals, bindings, who and when ───────────────────────────────────────────────────────────────────────────


@rule(ex.IntLiteral)
def _int_literal(check: Inference, expr: ex.IntLiteral, scope: Scope, path: str) -> Type:
    return check.within(int_type(expr.value, expr.value), path)


@rule(ex.BoolLiteral)
def _bool_literal(check: Inference, expr: ex.BoolLiteral, scope: Scope, path: str) -> Type:
    return BOOL


@rule(ex.NoneLiteral)
def _none_literal(check: Inference, expr: ex.NoneLiteral, scope: Scope, path: str) -> Type:
    return NOTHING


@rule(ex.ZoneLiteral)
def _zone_literal(check: Inference, expr: ex.ZoneLiteral, scope: Scope, path: str) -> Type:
    if check.check_name("zone id", expr.zone, f"{path}.zone"):
        return UNKNOWN
    return zone_type({check.declared.group_of_zone[expr.zone]})


@rule(ex.OwnedZone)
def _owned_zone(check: Inference, expr: ex.OwnedZone, scope: Scope, path: str) -> Type:
    parts = check.check_fields(expr, scope, path)
    if any(part.is_unknown for part in parts.values()):
        return UNKNOWN
    return zone_type({expr.zone}).maybe(parts["player"].optional)


@rule(ex.OwnedZones)
def _owned_zones(check: Inference, expr: ex.OwnedZones, scope: Scope, path: str) -> Type:
    parts = check.check_fields(expr, scope, path)
    if any(part.is_unknown for part in parts.values()):
        return UNKNOWN
    return set_of(zone_type({expr.zone}), check.symbols.game_def.metadata.players.max)


@rule(ex.Active)
def _active(check: Inference, expr: ex.Active, scope: Scope, path: str) -> Type:
    del check, expr, scope, path  # there is always an active player
    return PLAYER


@rule(ex.AllZones)
def _all_zones(check: Inference, expr: ex.AllZones, scope: Scope, path: str) -> Type:
    return set_of(ZONE, len(check.symbols.game_def.zones))


@rule(ex.NameLiteral)
def _name_literal(check: Inference, expr: ex.NameLiteral, scope: Scope, path: str) -> Type:
    return name_type({expr.name})


@rule(ex.SeatLiteral)
def _seat_literal(check: Inference, expr: ex.SeatLiteral, scope: Scope, path: str) -> Type:
    players = check.symbols.game_def.metadata.players
    if not 0 <= expr.seat < players.max:
        check.findings.add("LT214", path, f"there is no seat {expr.seat}", f"write a seat from 0 to {players.max - 1}")
        return UNKNOWN
    return PLAYER.maybe(expr.seat >= players.min)


@rule(ex.Binding)
def _binding(check: Inference, expr: ex.Binding, scope: Scope, path: str) -> Type:
    found = scope.bindings.get(expr.name)
    if found is None:
        check.findings.unknown("binding", expr.name, [name for name in scope.bindings if name != ex.IT], path)
        return UNKNOWN
    return found


@rule(ex.Actor)
def _actor(check: Inference, expr: ex.Actor, scope: Scope, path: str) -> Type:
    if scope.actor is None:
        check.findings.add(
            "LT306",
            path,
            "there is no `actor` here, because nobody acts",
            "write `active` or `lastActor`",
            alternatives=("active", "lastActor"),
        )
        return UNKNOWN
    return scope.actor


@rule(ex.AllOther)
def _all_other(check: Inference, expr: ex.AllOther, scope: Scope, path: str) -> Type:
    found = _actor(check, ex.Actor(), scope, path)
    return UNKNOWN if found.is_unknown else set_of(PLAYER, check.symbols.game_def.metadata.players.max - 1)


@rule(ex.LastActor)
def _last_actor(check: Inference, expr: ex.LastActor, scope: Scope, path: str) -> Type:
    return PLAYER.maybe()


@rule(ex.CurrentPhase)
def _current_phase(check: Inference, expr: ex.CurrentPhase, scope: Scope, path: str) -> Type:
    return name_type(tuple(check.symbols.phase_index))


@rule(ex.NoLegalMoves)
def _no_legal_moves(check: Inference, expr: ex.NoLegalMoves, scope: Scope, path: str) -> Type:
    if scope.place != "end":
        check.findings.add(
            "LT307",
            path,
            "`noLegalMoves` is available only in end conditions",
            "write `not canTake(…)`, naming the action",
        )
        return UNKNOWN
    return BOOL


@rule(ex.Seen)
def _seen(check: Inference, expr: ex.Seen, scope: Scope, path: str) -> Type:
    if expr.region is not None and check.check_name("region", expr.region, f"{path}.region"):
        return UNKNOWN
    if scope.place != "end" and (expr.region is None or scope.place != "post"):
        where = "end conditions" if expr.region is None else "`post` and end conditions"
        check.findings.add("LT308", path, f"`seen` is available only in {where}", f"move this to {where}")
        return UNKNOWN
    metadata = check.symbols.game_def.metadata
    return int_type(0, metadata.history or metadata.max_plies)


# ── variables and properties ───────────────────────────────────────────────────────────────────────────────────


@rule(ex.GlobalVar)
def _global_var(check: Inference, expr: ex.GlobalVar, scope: Scope, path: str) -> Type:
    if check.check_name("global variable", expr.var, f"{path}.var"):
        return UNKNOWN
    return type_of(check.symbols.global_var[expr.var][1])


@rule(ex.PlayerVar)
def _player_var(check: Inference, expr: ex.PlayerVar, scope: Scope, path: str) -> Type:
    parts = check.check_fields(expr, scope, path)
    if any(part.is_unknown for part in parts.values()):
        return UNKNOWN
    return type_of(check.symbols.player_var[expr.var][1]).maybe(parts["player"].optional)


@rule(ex.ZoneVar)
def _zone_var(check: Inference, expr: ex.ZoneVar, scope: Scope, path: str) -> Type:
    parts = check.check_fields(expr, scope, path)
    if any(part.is_unknown for part in parts.values()):
        return UNKNOWN
    return type_of(check.symbols.zone_var[expr.var][1]).maybe()


@rule(ex.TokenProp)
def _token_prop(check: Inference, expr: ex.TokenProp, scope: Scope, path: str) -> Type:
    parts = check.check_fields(expr, scope, path)
    if any(part.is_unknown for part in parts.values()):
        return UNKNOWN
    return check.declared.token_properties[expr.prop].maybe(parts["token"].optional)


@rule(ex.ZoneProp)
def _zone_prop(check: Inference, expr: ex.ZoneProp, scope: Scope, path: str) -> Type:
    parts = check.check_fields(expr, scope, path)
    if any(part.is_unknown for part in parts.values()):
        return UNKNOWN
    return check.declared.zone_properties[expr.prop].maybe(parts["zone"].optional)


@rule(ex.PlayerProp)
def _player_prop(check: Inference, expr: ex.PlayerProp, scope: Scope, path: str) -> Type:
    player = check.expect(expr.player, "player", scope, f"{path}.player")
    found = check.declared.player_property(expr.prop)
    if found is None:
        check.findings.unknown("property", expr.prop, PLAYER_PROPERTIES, f"{path}.prop")
        return UNKNOWN
    if expr.prop == "opponent" and check.symbols.game_def.metadata.players.max != 2:
        check.findings.add(
            "LT309",
            path,
            "`opponent` needs exactly two players",
            "write `next`, or a set such as `allOther`",
        )
        return UNKNOWN
    if expr.prop in RELATIVE_DIRECTIONS and not any(check.symbols.game_def.orientation):
        check.findings.add(
            "LT311",
            path,
            f"`{expr.prop}` needs an `orientation` for each player",
            "add `orientation: {Seat: direction, …}`",
        )
        return UNKNOWN
    return UNKNOWN if player.is_unknown else found.maybe(player.optional)


@rule(ex.RegionZones)
def _region_zones(check: Inference, expr: ex.RegionZones, scope: Scope, path: str) -> Type:
    parts = check.check_fields(expr, scope, path)
    region = check.symbols.regions.get(expr.name)
    if region is None or any(part.is_unknown for part in parts.values()):
        return UNKNOWN
    if (region.of_seat is None) != (expr.player is None):
        needs, write = (
            ("has zones for each seat", f"name the player, as in `actor.{expr.name}`")
            if region.of_seat
            else ("is the same for every player", f"write just `{expr.name}`")
        )
        check.findings.add("LT312", path, f"region `{expr.name}` {needs}", write)
        return UNKNOWN
    size = max((len(zones) for zones in region.of_seat), default=0) if region.of_seat else len(region.zones)
    return set_of(zone_type(check.declared.groups_of_region[expr.name]), size)


# ── arithmetic, comparison, sets ───────────────────────────────────────────────────────────────────────────────


@rule(ex.Arithmetic)
def _arithmetic(check: Inference, expr: ex.Arithmetic, scope: Scope, path: str) -> Type:
    left = check.expect(expr.left, "int", scope, f"{path}.left")
    right = check.expect(expr.right, "int", scope, f"{path}.right")
    if expr.op in ("//", "%") and not (isinstance(expr.right, ex.IntLiteral) and expr.right.value != 0):
        check.findings.add(
            "LT305",
            f"{path}.right",
            f"the divisor of `{expr.op}` must be a constant other than 0",
            "write a number or a constant",
        )
        return UNKNOWN
    if left.is_unknown or right.is_unknown:
        return UNKNOWN
    a, b = (left.low, left.high), (right.low, right.high)
    if expr.op in ("//", "%"):
        divide = intervals.floor_divide if expr.op == "//" else intervals.remainder
        low, high = divide(a, right.low)
    else:
        combine = {"+": intervals.add, "-": intervals.subtract, "*": intervals.multiply}[expr.op]
        low, high = combine(a, b)
    return check.within(int_type(low, high).maybe(left.optional or right.optional), path)


@rule(ex.Negate)
def _negate(check: Inference, expr: ex.Negate, scope: Scope, path: str) -> Type:
    arg = check.expect(expr.arg, "int", scope, f"{path}.arg")
    return (
        arg
        if arg.is_unknown
        else check.within(int_type(*intervals.negate((arg.low, arg.high))).maybe(arg.optional), path)
    )


@rule(ex.Absolute)
def _absolute(check: Inference, expr: ex.Absolute, scope: Scope, path: str) -> Type:
    arg = check.expect(expr.arg, "int", scope, f"{path}.arg")
    return (
        arg
        if arg.is_unknown
        else check.within(int_type(*intervals.absolute((arg.low, arg.high))).maybe(arg.optional), path)
    )


@rule(ex.Minimum)
def _minimum(check: Inference, expr: ex.Minimum, scope: Scope, path: str) -> Type:
    return _of_all(check, expr.args, min, scope, path)


@rule(ex.Maximum)
def _maximum(check: Inference, expr: ex.Maximum, scope: Scope, path: str) -> Type:
    return _of_all(check, expr.args, max, scope, path)


def _of_all(check: Inference, args: tuple[ex.Expr, ...], pick: Any, scope: Scope, path: str) -> Type:
    if not args:
        check.wrong(NOTHING, "at least one whole number", path)
        return UNKNOWN
    types = [check.expect(arg, "int", scope, f"{path}.args[{i}]") for i, arg in enumerate(args)]
    if any(kind.is_unknown for kind in types):
        return UNKNOWN
    found = int_type(pick(kind.low for kind in types), pick(kind.high for kind in types))
    return found.maybe(any(kind.optional for kind in types))


@rule(ex.IfExpr)
def _if_expr(check: Inference, expr: ex.IfExpr, scope: Scope, path: str) -> Type:
    check.expect(expr.when, "bool", scope, f"{path}.when")
    then = check.infer(expr.then, scope, f"{path}.then")
    else_ = check.infer(expr.else_, scope, f"{path}.else")
    found = join(then, else_)
    if found is None:
        check.findings.add(
            "LT302", path, f"the two branches differ: {then} and {else_}", "make both branches give the same type"
        )
        return UNKNOWN
    return found


@rule(ex.Compare)
def _compare(check: Inference, expr: ex.Compare, scope: Scope, path: str) -> Type:
    left = check.expect(expr.left, "scalar", scope, f"{path}.left")
    right = check.expect(expr.right, "scalar", scope, f"{path}.right")
    if left.is_unknown or right.is_unknown:
        return BOOL
    if expr.op not in ("==", "!="):
        for side, name in ((left, "left"), (right, "right")):
            if side.kind != "int":
                check.wrong(side, "a whole number", f"{path}.{name}")
    elif not comparable(left, right):
        _incomparable(check, left, right, path)
    return BOOL


@rule(ex.Not)
def _not(check: Inference, expr: ex.Not, scope: Scope, path: str) -> Type:
    found = check.expect(expr.arg, "bool", scope, f"{path}.arg")
    if isinstance(expr.arg, ex.Compare) and expr.arg.op == "==" and not found.is_unknown:
        sides = [check.infer(side, scope, f"{path}.arg.{name}") for side, name in _sides(expr.arg)]
        # A comparison with `none` itself must be a test for it.
        if any(side.optional for side in sides) and not any(side.kind == "nothing" for side in sides):
            check.findings.add(
                "LT314",
                path,
                "this is also true if a side is `none`, unlike `!=`",
                "write `!=` if `none` should not count as different; otherwise keep it",
                severity="info",
            )
    return BOOL


def _sides(compared: ex.Compare) -> tuple[tuple[Node, str], tuple[Node, str]]:
    return (compared.left, "left"), (compared.right, "right")


def _incomparable(check: Inference, left: Type, right: Type, path: str) -> None:
    if left.kind == right.kind == "name":
        few = ", ".join(f"`{name}`" for name in sorted(left.names)[:6])
        these = ", ".join(f"`{name}`" for name in sorted(right.names)[:6])
        message, suggestion = f"never equal: one is among {few}, the other among {these}", f"write one of {few}"
    else:
        message, suggestion = f"{left} is never {right}", "compare two values of one type"
    check.findings.add(
        "LT302", path, message, suggestion, alternatives=sorted(left.names) if left.kind == "name" else ()
    )


@rule(ex.In, ex.NotIn)
def _in(check: Inference, expr: ex.In | ex.NotIn, scope: Scope, path: str) -> Type:
    item = check.expect(expr.item, "scalar", scope, f"{path}.item")
    within = check.expect(expr.set, "set", scope, f"{path}.set")
    if not (item.is_unknown or within.is_unknown or within.element is None) and not comparable(item, within.element):
        _incomparable(check, item, within.element, path)
    return BOOL


@rule(ex.First)
def _first(check: Inference, expr: ex.First, scope: Scope, path: str) -> Type:
    found = check.expect(expr.query, "set", scope, f"{path}.query")
    return UNKNOWN if found.is_unknown or found.element is None else found.element.maybe()


@rule(ex.Where)
def _where(check: Inference, expr: ex.Where, scope: Scope, path: str) -> Type:
    return check.check_fields(expr, scope, path).get("of", UNKNOWN)


@rule(ex.ListOf)
def _list_of(check: Inference, expr: ex.ListOf, scope: Scope, path: str) -> Type:
    types = [check.expect(item, "scalar", scope, f"{path}.items[{i}]") for i, item in enumerate(expr.items)]
    found = NOTHING
    for index, kind in enumerate(types):
        joined = join(found, kind)
        if joined is None:
            check.findings.add(
                "LT302",
                f"{path}.items[{index}]",
                f"{kind} cannot be in a list with {found}",
                "write values of one type",
            )
            return UNKNOWN
        found = joined
    return UNKNOWN if found.is_unknown else set_of(found, len(types))


@rule(ex.IntsInRange)
def _ints_in_range(check: Inference, expr: ex.IntsInRange, scope: Scope, path: str) -> Type:
    low = check.expect(expr.min, "int", scope, f"{path}.min")
    high = check.expect(expr.max, "int", scope, f"{path}.max")
    if low.is_unknown or high.is_unknown:
        return UNKNOWN
    size = high.high - low.low + 1
    if size > MOST_NUMBERS:
        check.findings.add(
            "LT313",
            path,
            f"this range can hold {size} numbers; at most {MOST_NUMBERS} are allowed",
            "give its ends smaller ranges",
        )
        return UNKNOWN
    return set_of(int_type(low.low, max(low.low, high.high)), size)


@rule(ex.DirectionSet)
def _direction_set(check: Inference, expr: ex.DirectionSet, scope: Scope, path: str) -> Type:
    return set_of(name_type(check.declared.directions), len(check.declared.directions))


# ── numbers and walks ──────────────────────────────────────────────────────────────────────────────────────────


@rule(ex.ZoneCount)
def _zone_count(check: Inference, expr: ex.ZoneCount, scope: Scope, path: str) -> Type:
    return _number_of(check, expr, scope, path, lambda _: int_type(0, TOKENS_AT_MOST))


@rule(ex.Run)
def _run(check: Inference, expr: ex.Run, scope: Scope, path: str) -> Type:
    return _number_of(check, expr, scope, path, lambda _: int_type(0, len(check.symbols.game_def.zones)))


@rule(ex.Distance)
def _distance(check: Inference, expr: ex.Distance, scope: Scope, path: str) -> Type:
    return _number_of(check, expr, scope, path, lambda _: int_type(0, len(check.symbols.game_def.zones)).maybe())


@rule(ex.TurnNumber)
def _turn_number(check: Inference, expr: ex.TurnNumber, scope: Scope, path: str) -> Type:
    metadata = check.symbols.game_def.metadata
    return _number_of(check, expr, scope, path, lambda _: int_type(0, metadata.max_plies * metadata.players.max))


@rule(ex.Count)
def _count(check: Inference, expr: ex.Count, scope: Scope, path: str) -> Type:
    return _number_of(check, expr, scope, path, lambda parts: int_type(0, parts["query"].size))


@rule(ex.Sum)
def _sum(check: Inference, expr: ex.Sum, scope: Scope, path: str) -> Type:
    def total(parts: dict[str, Type]) -> Type:
        of, size = parts["of"], parts["query"].size
        return check.within(int_type(min(0, of.low * size), max(0, of.high * size)), "")

    return _number_of(check, expr, scope, path, total)


@rule(ex.Lowest, ex.Highest)
def _extreme(check: Inference, expr: ex.Lowest | ex.Highest, scope: Scope, path: str) -> Type:
    def ends(parts: dict[str, Type]) -> Type:
        return int_type(min(0, parts["of"].low), max(0, parts["of"].high))

    return _number_of(check, expr, scope, path, ends)


def _number_of(check: Inference, expr: ex.Expr, scope: Scope, path: str, of: Callable[[dict[str, Type]], Type]) -> Type:
    """Return *of* applied to the types of the parts; optional if a part is."""
    parts = check.check_fields(expr, scope, path)
    if any(part.is_unknown for part in parts.values()):
        return UNKNOWN
    return of(parts).maybe(any(part.optional for part in parts.values()))


@rule(ex.AdjacentZones, ex.Ray, ex.Between, ex.Destinations, ex.Attacks, ex.Reachable)
def _of_the_board(check: Inference, expr: ex.Expr, scope: Scope, path: str) -> Type:
    return _zones_walked(check, check.check_fields(expr, scope, path), stays=False)


@rule(ex.Group, ex.ZonesInRange)
def _from_start(check: Inference, expr: ex.Group | ex.ZonesInRange, scope: Scope, path: str) -> Type:
    return _zones_walked(check, check.check_fields(expr, scope, path), stays=True)


@rule(ex.ConnectedZones)
def _connected_zones(check: Inference, expr: ex.ConnectedZones, scope: Scope, path: str) -> Type:
    return _zones_walked(check, check.check_fields(expr, scope, path), stays=expr.include_start)


@rule(ex.Step)
def _step(check: Inference, expr: ex.Step, scope: Scope, path: str) -> Type:
    parts = check.check_fields(expr, scope, path)
    if any(part.is_unknown for part in parts.values()):
        return UNKNOWN
    return check.zones_reached(parts["zone"] if parts["count"].low <= 0 else None).maybe()


def _zones_walked(check: Inference, parts: dict[str, Type], *, stays: bool) -> Type:
    """Return the type of the zones of a path over the board; with *stays* it may be the start."""
    if any(part.is_unknown for part in parts.values()):
        return UNKNOWN
    return set_of(check.zones_reached(parts["zone"] if stays else None), len(check.symbols.game_def.zones))
