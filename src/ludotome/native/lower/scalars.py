"""Scalars: lowering of expressions with a single value; `lower.sources` lowers sets.

This module does not know C.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Literal

from ludotome.gamedef import NODES, RELATIVE_DIRECTIONS
from ludotome.gamedef import expressions as ex
from ludotome.native.codes import INT32_NOTHING
from ludotome.native.lower import ir
from ludotome.native.lower import sources as lower_sources
from ludotome.native.lower.ir import Kind, Scalar
from ludotome.native.lower.kinds import kind_of
from ludotome.native.lower.layout import Layout
from ludotome.native.lower.lowering import Lowering, Scope, nothing, unhandled, unsupported, zone_set_name
from ludotome.native.lower.tables import MOST_PAIRS, distance, knows_pairs, step_table
from ludotome.native.lower.tops import may_be_open
from ludotome.native.lower.unsupported import UnsupportedError

COMPASS = ("row", "col", "q", "r")


def new_lowering(layout: Layout) -> Lowering:
    """Return the lowering of one definition for one number of players."""
    return Lowering(layout, lower)


def lower(low: Lowering, expr: ex.Expr, scope: Scope) -> Scalar:
    """Return the scalar that *expr* means in *scope*."""
    if isinstance(expr, ex.Query):
        raise unsupported(expr)  # the checker allows no set for a single value
    match expr:
        case ex.IntLiteral():
            return ir.Const(expr.value, "int")
        case ex.BoolLiteral():
            return ir.Const(int(expr.value), "bool")
        case ex.NoneLiteral():
            return nothing("token")
        case ex.NameLiteral():
            return ir.Const(low.symbols.name_index[expr.name], "name")
        case ex.ZoneLiteral():
            zone = low.symbols.zone_index[expr.zone]
            return ir.Const(zone, "zone") if zone in low.zones_in_play else nothing("zone")
        case ex.SeatLiteral():
            return ir.Const(expr.seat, "player") if expr.seat < low.players else nothing("player")
        case ex.Binding():
            bound = scope.bindings[expr.name]
            assert not isinstance(bound, ir.Chosen), "the checker accepts no set for a single value"
            return bound
        case ex.Actor():
            if scope.actor is None:
                raise UnsupportedError("`actor` where nobody acts")
            return scope.actor
        case ex.Active():
            return ir.Field("active", "player")
        case ex.LastActor():
            return ir.Field("last_actor", "player", optional=True)
        case ex.CurrentPhase():
            numbers = [low.symbols.name_index[phase.id] for phase in low.game_def.turn_structure.phases]
            return ir.Lookup(low.table("name_of_phase", [-1, *numbers]), (ir.Field("phase", "int"),), "name")
        case ex.TurnNumber():
            return ir.Field("turn", "int")
        case ex.NoLegalMoves():
            return ir.NoLegalMoves()
        case ex.Arithmetic() | ex.Negate() | ex.Absolute() | ex.Minimum() | ex.Maximum():
            return _number(low, expr, scope)
        case ex.IfExpr():
            return _either(low, expr, scope)
        case ex.And():
            return ir.AllOf(tuple(lower(low, arg, scope) for arg in expr.args))
        case ex.Or():
            return ir.AnyOf(tuple(lower(low, arg, scope) for arg in expr.args))
        case ex.Not():
            return ir.Negation(lower(low, expr.arg, scope))
        case ex.Compare():
            return ir.Compare(expr.op, lower(low, expr.left, scope), lower(low, expr.right, scope))
        case ex.IsNone():
            return ir.Missing(lower(low, expr.arg, scope))
        case ex.In():
            return contains(low, lower(low, expr.item, scope), lower_sources.lower_source(low, expr.set, scope))
        case ex.NotIn():
            item = lower(low, expr.item, scope)
            return ir.AllOf(
                (
                    ir.Negation(ir.Missing(item)),
                    ir.Negation(contains(low, item, lower_sources.lower_source(low, expr.set, scope))),
                )
            )
        case ex.CanTake():
            player = scope.actor or ir.Field("active", "player")
            if expr.player is not None:
                player = lower(low, expr.player, scope)
            return ir.CanTake(low.symbols.action_index[expr.action], player)
        case ex.Count() | ex.First() | ex.Sum() | ex.Lowest() | ex.Highest() | ex.Exists() | ex.All():
            return _aggregate(low, expr, scope)
        case ex.GlobalVar() | ex.PlayerVar() | ex.ZoneVar() | ex.TokenProp() | ex.ZoneProp() | ex.PlayerProp():
            return _property(low, expr, scope)
        case ex.OwnedZone() | ex.ZoneCount() | ex.Top() | ex.Empty() | ex.Occupied():
            return _on_zone(low, expr, scope)
        case ex.Step() | ex.Run() | ex.Joins() | ex.Adjacent() | ex.Connected() | ex.Distance():
            return _spatial(low, expr, scope)
        case ex.LineOfSight() | ex.HasCover() | ex.Attacked() | ex.Seen():
            return _question(low, expr, scope)
        case _:
            raise unhandled(expr)


def _number(
    low: Lowering,
    expr: ex.Arithmetic | ex.Negate | ex.Absolute | ex.Minimum | ex.Maximum,
    scope: Scope,
) -> Scalar:
    match expr:
        case ex.Arithmetic():
            left, right = lower(low, expr.left, scope), lower(low, expr.right, scope)
            return ir.Arithmetic(expr.op, left, right, left.optional or right.optional)
        case ex.Negate():
            arg = lower(low, expr.arg, scope)
            return ir.Arithmetic("-", ir.Const(0, "int"), arg, arg.optional)
        case ex.Absolute():
            arg = lower(low, expr.arg, scope)
            return ir.Magnitude(arg, arg.optional)
        case ex.Minimum() | ex.Maximum():
            first, *rest = (lower(low, arg, scope) for arg in expr.args)
            op: Literal["min", "max"] = "min" if isinstance(expr, ex.Minimum) else "max"
            for arg in rest:
                first = ir.Extreme(op, first, arg, first.optional or arg.optional)
            return first
        case _:
            raise unhandled(expr)


def _either(low: Lowering, expr: ex.IfExpr, scope: Scope) -> Scalar:
    then, otherwise = lower(low, expr.then, scope), lower(low, expr.else_, scope)
    # With equal branches the condition is dropped; one compiler (tcc 0.9.27) reads `(x ? 0 : 0) ? a : b` wrongly.
    if then == otherwise:
        return then
    when = lower(low, expr.when, scope)
    # `none` has no kind of its own: it takes that of the other branch.
    kind = otherwise.kind if isinstance(expr.then, ex.NoneLiteral) else then.kind
    then = nothing(kind) if isinstance(expr.then, ex.NoneLiteral) else then
    otherwise = nothing(kind) if isinstance(expr.else_, ex.NoneLiteral) else otherwise
    return ir.Either(when, then, otherwise, kind, then.optional or otherwise.optional)


def _aggregate(
    low: Lowering,
    expr: ex.Count | ex.First | ex.Sum | ex.Lowest | ex.Highest | ex.Exists | ex.All,
    scope: Scope,
) -> Scalar:
    source = lower_sources.lower_source(low, expr.query, scope)
    match expr:
        case ex.Count() | ex.Exists():
            element = low.local("it", source.kind)
            if isinstance(expr, ex.Count):
                return ir.Reduce("count", source, element, None, "int")
            return ir.Reduce("exists", source, element, None, "bool")
        case ex.First():
            return ir.Reduce("first", source, low.local("it", source.kind), None, source.kind, optional=True)
        case ex.All():
            element = low.local(expr.bind, source.kind)
            where = lower(low, expr.where, scope.element(expr.bind, element))
            return ir.Reduce("all", source, element, where, "bool")
        case ex.Sum() | ex.Lowest() | ex.Highest():
            element = low.local(expr.bind, source.kind)
            of = lower(low, expr.of, scope.element(expr.bind, element))
            return ir.Reduce(NODES[type(expr)].name, source, element, of, "int")  # type: ignore[arg-type]
        case _:
            raise unhandled(expr)


def _flags(low: Lowering, row: Iterable[int]) -> list[int]:
    """Return for each zone, after the entry of `none`, whether it is in *row*."""
    held = set(row)
    return [0, *(int(zone in held) for zone in range(low.layout.zones))]


def contains(low: Lowering, item: Scalar, source: ir.Source) -> Scalar:
    """Return whether *item* is in *source*, by a table if the source is static."""
    match source:
        case ir.Row(kind="zone", index=None):
            table = low.table(f"in_{source.table.name}", lambda: _flags(low, source.table.rows[0]))
            return ir.Lookup(table, (item,), "bool")
        case ir.Row(kind="zone") if len(source.table.rows) * low.layout.zones <= MOST_PAIRS:
            assert source.index is not None
            table = low.grid(f"in_{source.table.name}", lambda: [_flags(low, row) for row in source.table.rows])
            return ir.Lookup(table, (source.index, item), "bool")
        case ir.Listing():
            return ir.AnyOf(tuple(ir.Compare("==", item, other) for other in source.items))
        case ir.Filtered():
            where = ir.substitute(source.where, source.element.name, item)
            return ir.AllOf((contains(low, item, source.source), where))
        case ir.Numbers(kind="int") if _is_plain(item):
            return ir.AllOf((ir.Compare(">=", item, source.low), ir.Compare("<=", item, source.high)))
        case _:
            element = low.local("it", source.kind)
            return ir.Reduce("exists", source, element, ir.Compare("==", element, item), "bool")


def _is_plain(item: Scalar) -> bool:
    """Return whether *item* is read and computed without loops or calls, so that it can be evaluated twice."""
    return all(
        isinstance(part, ir.Const | ir.Local | ir.Load | ir.Field | ir.Lookup | ir.Arithmetic) for part in ir.walk(item)
    )


def _property(
    low: Lowering,
    expr: ex.GlobalVar | ex.PlayerVar | ex.ZoneVar | ex.TokenProp | ex.ZoneProp | ex.PlayerProp,
    scope: Scope,
) -> Scalar:
    match expr:
        case ex.GlobalVar():
            place, var = low.symbols.global_var[expr.var]
            kind = kind_of(var)
            return ir.Field("global_vars", kind, optional=_is_reference(kind), index=place)
        case ex.PlayerVar():
            place, var = low.symbols.player_var[expr.var]
            return _load("player_vars", lower(low, expr.player, scope), kind_of(var), place)
        case ex.ZoneVar():
            place, var = low.symbols.zone_var[expr.var]
            found = _load("zone_vars", lower(low, expr.zone, scope), kind_of(var), place)
            return ir.Load(found.array, found.index, found.kind, optional=True, row=place)
        case ex.TokenProp():
            return _token_property(low, expr, scope)
        case ex.ZoneProp():
            return zone_property(low, lower(low, expr.zone, scope), expr.prop)
        case ex.PlayerProp():
            return _player_property(low, lower(low, expr.player, scope), expr.prop)
        case _:
            raise unhandled(expr)


def _on_zone(
    low: Lowering, expr: ex.OwnedZone | ex.ZoneCount | ex.Top | ex.Empty | ex.Occupied, scope: Scope
) -> Scalar:
    match expr:
        case ex.OwnedZone():
            zones = low.symbols.owned_zones[expr.zone][: low.players]
            player = lower(low, expr.player, scope)
            return ir.Lookup(
                low.table(zone_set_name("owned", expr.zone), [-1, *zones]), (player,), "zone", player.optional
            )
        case ex.ZoneCount():
            zone = lower(low, expr.zone, scope)
            return ir.Call("lt_count", (zone,), "int", zone.optional)
        case ex.Top():
            asked = low.layout.opens and may_be_open(low.symbols, expr.zone)
            return ir.Call(
                "lt_next_token" if asked else "lt_top", (lower(low, expr.zone, scope),), "token", optional=True
            )
        case ex.Empty():
            return ir.Call("lt_empty", (lower(low, expr.zone, scope),), "bool")
        case ex.Occupied():
            return ir.Call("lt_occupied", (lower(low, expr.zone, scope),), "bool")
        case _:
            raise unhandled(expr)


def prop_kind(low: Lowering, name: str) -> Kind:
    """Return the kind of a token property, which is the same for all types that have it; ranges may differ."""
    kinds = {kind_of(prop) for kind in low.game_def.token_types for prop in kind.props if prop.name == name}
    if len(kinds) != 1:
        raise UnsupportedError(f"property `{name}` holds {' and '.join(sorted(kinds))}, by the type of the token")
    return kinds.pop()


def _is_reference(kind: Kind) -> bool:
    return kind in ("player", "zone", "token")


def _load(array: str, index: Scalar, kind: Kind, row: int) -> ir.Load:
    return ir.Load(array, index, kind, optional=index.optional or _is_reference(kind), row=row)


def _token_property(low: Lowering, expr: ex.TokenProp, scope: Scope) -> Scalar:
    token = lower(low, expr.token, scope)
    match expr.prop:
        case "owner":
            return ir.Load("token_owner", token, "player", optional=True)
        case "type":
            return ir.Load("token_type", token, "name", token.optional)
        case "zone":
            return ir.Load("token_zone", token, "zone", token.optional)
    everywhere = all(any(prop.name == expr.prop for prop in kind.props) for kind in low.game_def.token_types)
    kind = prop_kind(low, expr.prop)
    optional = token.optional or not everywhere or _is_reference(kind)
    return ir.Load("token_props", token, kind, optional, row=low.layout.props.index(expr.prop))


def zone_property(low: Lowering, zone: Scalar, prop: str) -> Scalar:
    """Return a static property of a zone."""
    if prop == "owner":
        owners = low.symbols.owner_of_zone
        table = low.table("owner_of_zone", lambda: [-1, *(-1 if owner is None else owner for owner in owners)])
        return ir.Lookup(table, (zone,), "player", optional=True)
    if prop not in low.zone_tables:
        low.zone_tables[prop] = _zone_table(low, prop)
    table, kind, optional = low.zone_tables[prop]
    return ir.Lookup(table, (zone,), kind, optional=zone.optional or optional)


def _zone_table(low: Lowering, prop: str) -> tuple[ir.Table, ir.Kind, bool]:
    """Return the table of a property by zone, the kind of its values, and whether some zone lacks it."""
    values: list[Any] = [
        getattr(z, prop) if prop in (*COMPASS, "terrain") else z.props.get(prop) for z in low.game_def.zones
    ]
    known = [value for value in values if value is not None]
    optional = len(known) < len(values)
    name = zone_set_name("zone", prop)
    if all(isinstance(value, str) for value in known):
        numbers = [-1 if v is None else low.symbols.name_index[v] for v in values]
        return low.table(name, [-1, *numbers]), "name", optional
    if all(isinstance(value, bool) for value in known):
        return low.table(name, [-1, *(-1 if v is None else int(v) for v in values)]), "bool", optional
    if any(not -(2**31) < value < 2**31 for value in known):
        raise UnsupportedError(f"zone property `{prop}` does not fit in 32 bits")
    numbers = [INT32_NOTHING if v is None else v for v in values]
    return low.table(name, [INT32_NOTHING, *numbers]), "int", optional


def _player_property(low: Lowering, player: Scalar, prop: str) -> Scalar:
    match prop:
        case "seat":
            return ir.Lookup(
                low.table("seat_of_player", [INT32_NOTHING, *range(low.players)]), (player,), "int", player.optional
            )
        case "out":
            return ir.Load("out", player, "bool", player.optional)
        case "opponent":
            others = [(seat + 1) % low.players for seat in range(low.players)]
            return ir.Lookup(low.table("opponent", [-1, *others]), (player,), "player", player.optional)
        case "next" | "previous":
            return ir.Call(f"lt_{prop}", (player,), "player", optional=True)
    if prop not in RELATIVE_DIRECTIONS:
        raise UnsupportedError(f"player property `{prop}`")
    numbers = [low.symbols.name_index.get(low.facing(seat).get(prop, ""), -1) for seat in range(low.players)]
    return ir.Lookup(low.table(f"way_{prop}", [-1, *numbers]), (player,), "name", player.optional or -1 in numbers)


def _spatial(
    low: Lowering,
    expr: ex.Step | ex.Run | ex.Joins | ex.Adjacent | ex.Connected | ex.Distance,
    scope: Scope,
) -> Scalar:
    match expr:
        case ex.Step():
            return _step(low, expr, scope)
        case ex.Run():
            element = low.local(expr.bind, "zone")
            zone, where = lower(low, expr.zone, scope), lower(low, expr.where, scope.element(expr.bind, element))
            return ir.Run(zone, element, where, low.layout.zones, optional=zone.optional)
        case ex.Joins():
            element = low.local(expr.bind, "zone")
            return ir.Joins(
                lower_sources.lower_source(low, expr.from_, scope),
                contains(low, element, lower_sources.lower_source(low, expr.to, scope)),
                element,
                lower(low, expr.where, scope.element(expr.bind, element)),
                low.layout.zones,
            )
        case ex.Adjacent():
            left, right = lower(low, expr.left, scope), lower(low, expr.right, scope)
            if knows_pairs(low):
                return ir.Lookup(low.grid("is_adjacent", lambda: adjacency(low)), (left, right), "bool")
            return ir.Call("lt_is_neighbour", (left, right), "bool")
        case ex.Connected():
            return _connected(low, expr, scope)
        case ex.Distance():
            return distance(low, lower(low, expr.from_, scope), lower(low, expr.to, scope))
        case _:
            raise unhandled(expr)


def _question(low: Lowering, expr: ex.LineOfSight | ex.HasCover | ex.Attacked | ex.Seen, scope: Scope) -> Scalar:
    match expr:
        case ex.LineOfSight():
            return ir.Call("lt_line_of_sight", (lower(low, expr.from_, scope), lower(low, expr.to, scope)), "bool")
        case ex.HasCover():
            return ir.Call("lt_has_cover", (lower(low, expr.from_, scope), lower(low, expr.to, scope)), "bool")
        case ex.Attacked():
            return _attacked(low, expr, scope)
        case ex.Seen():
            if expr.region is None:
                return ir.Call("lt_seen", (), "int")
            number = low.symbols.seen_regions.index(expr.region)
            return ir.Call("lt_seen_region", (ir.Const(number, "int"),), "int")
        case _:
            raise unhandled(expr)


def adjacency(low: Lowering) -> list[list[int]]:
    """Return for each zone (the first row is that of `none`) which zones are its neighbours, as flags."""
    zones = range(low.layout.zones)
    return [[0] * (len(zones) + 1), *([0, *(int(b in low.board.neighbors[a]) for b in zones)] for a in zones)]


def _connected(low: Lowering, expr: ex.Connected, scope: Scope) -> Scalar:
    flood = lower_sources.lower_source(
        low, ex.ConnectedZones(expr.from_, expr.via, expr.bind, include_start=False, max_depth=expr.max_depth), scope
    )
    element = low.local("it", "zone")
    return ir.Reduce("exists", flood, element, ir.Compare("==", element, lower(low, expr.to, scope)), "bool")


def _attacked(low: Lowering, expr: ex.Attacked, scope: Scope) -> Scalar:
    """Return whether some token of the player attacks the zone."""
    zone, player = lower(low, expr.zone, scope), lower(low, expr.player, scope)
    token, target = low.local("attacker", "token"), low.local("target", "zone")
    attacks = ir.Targets(token, None, True, low.layout.zones)
    meets = ir.Reduce("exists", attacks, target, ir.Compare("==", target, zone), "bool")
    owner = ir.Load("token_owner", token, "player", optional=True)
    source = ir.Filtered(ir.AllTokens(None, low.layout.tokens), token, ir.Compare("==", owner, player))
    return ir.Reduce("exists", source, token, meets, "bool")


def _step(low: Lowering, expr: ex.Step, scope: Scope) -> Scalar:
    zone, way, count = (lower(low, part, scope) for part in (expr.zone, expr.direction, expr.count))
    name = low.symbols.names[way.value] if isinstance(way, ir.Const) else ""
    if name in low.board.index_of_direction and isinstance(count, ir.Const) and 0 <= count.value <= 64:
        most = count.value
        table = low.table(
            f"step_{name}_{most}", lambda: [-1, *(_walk(low, z, name, most) for z in range(low.layout.zones))]
        )
        return ir.Lookup(table, (zone,), "zone", optional=True)
    table = step_table(low)
    if isinstance(count, ir.Const) and count.value == 1:
        return ir.Lookup(table, (zone, way), "zone", optional=True)
    lower_sources.all_directions(low)
    return ir.Call("lt_step", (zone, way, count), "zone", optional=True)


def _walk(low: Lowering, zone: int, way: str, count: int) -> int:
    for _ in range(count):
        zone = low.board.neighbor_by_direction[zone][low.board.index_of_direction[way]]
        if zone < 0:
            return -1
    return zone
