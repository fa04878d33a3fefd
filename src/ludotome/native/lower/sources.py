"""Sources: lowering of sets; each becomes a source that is iterated in its defined order and never stored.

This module does not know C.
"""

from __future__ import annotations

from collections.abc import Iterable

from ludotome.gamedef import MOST_NUMBERS
from ludotome.gamedef import expressions as ex
from ludotome.native.lower import ir
from ludotome.native.lower.ir import Scalar, Source
from ludotome.native.lower.lowering import Lowering, Scope, unhandled, zone_set_name
from ludotome.native.lower.tables import distance, step_table
from ludotome.native.lower.unsupported import UnsupportedError


def lower_source(low: Lowering, expr: ex.Expr, scope: Scope) -> Source:
    """Return the source that *expr*, a set, means in *scope*; a single value is a set of one."""
    return _set(low, expr, scope) if isinstance(expr, ex.Query) else _set_of_one(low, expr, scope)


def _set_of_one(low: Lowering, expr: ex.Value, scope: Scope) -> Source:
    match expr:
        case ex.IfExpr() if is_set(expr, scope):
            then, otherwise = (lower_source(low, part, scope) for part in (expr.then, expr.else_))
            return ir.Branch(_scalar(low, expr.when, scope), then, otherwise)
        case ex.Binding(name=name) if isinstance(chosen := scope.bindings[name], ir.Chosen):
            return chosen
        case _:  # any other value is a single one
            one = _scalar(low, expr, scope)
            return ir.Listing((one,), one.kind)


def _set(low: Lowering, expr: ex.Query, scope: Scope) -> Source:
    match expr:
        case ex.Where():
            source = lower_source(low, expr.of, scope)
            element = low.local(expr.bind, source.kind)
            return ir.Filtered(source, element, _scalar(low, expr.where, scope.element(expr.bind, element)))
        case ex.ListOf():
            items = tuple(_scalar(low, item, scope) for item in expr.items if not isinstance(item, ex.NoneLiteral))
            return ir.Listing(items, items[0].kind if items else "name")
        case ex.IntsInRange():
            return _numbers(_scalar(low, expr.min, scope), _scalar(low, expr.max, scope))
        case ex.AllPlayers():
            return ir.Numbers(ir.Const(0, "player"), ir.Const(low.players - 1, "player"), low.players, "player")
        case ex.AllOther():
            return _all_other(low, scope)
        case ex.AllZones():
            return ir.Row(low.rows("zones_in_play", [low.zones_in_play]), None, "zone")
        case ex.RegionZones():
            return _region(low, expr, scope)
        case ex.OwnedZones():
            return _owned_zones(low, expr, scope)
        case ex.DirectionSet():
            return ir.Row(low.rows(f"set_{expr.which}", [_directions(low, expr.which)]), None, "name")
        case ex.Tokens():
            types = tuple(low.symbols.name_index[name] for name in expr.types) or None
            every = len(low.game_def.token_types)
            return ir.AllTokens(None if types is not None and len(set(types)) == every else types, low.layout.tokens)
        case ex.TokensInZone():
            return ir.TokensOf(_scalar(low, expr.zone, scope), low.largest_zone)
        case ex.TokensInAdjacentZones():
            zone = low.local("near", "zone")
            return ir.FlatMap(
                neighbours(low, _scalar(low, expr.zone, scope)),
                zone,
                ir.TokensOf(zone, low.largest_zone),
                low.layout.tokens,
            )
        case ex.AdjacentZones() | ex.ZonesInRange() | ex.Between():
            return _near(low, expr, scope)
        case ex.Ray() | ex.Group() | ex.ConnectedZones():
            return _walk(low, expr, scope)
        case ex.Destinations():
            return ir.Targets(_scalar(low, expr.token, scope), expr.group, False, low.layout.zones)
        case ex.Reachable():
            return ir.Reach(_scalar(low, expr.token, scope), _scalar(low, expr.budget, scope), low.layout.zones)
        case ex.Attacks():
            return ir.Targets(_scalar(low, expr.token, scope), None, True, low.layout.zones)
        case _:
            raise unhandled(expr)


def _scalar(low: Lowering, expr: ex.Expr, scope: Scope) -> Scalar:
    return low.scalar(expr, scope)


def _numbers(low: Scalar, high: Scalar) -> ir.Numbers:
    if isinstance(low, ir.Const) and isinstance(high, ir.Const):
        return ir.Numbers(low, high, max(high.value - low.value + 1, 0))
    return ir.Numbers(low, high, MOST_NUMBERS)


def _all_other(low: Lowering, scope: Scope) -> Source:
    if scope.actor is None:
        raise UnsupportedError("`allOther` where nobody acts")
    round_table = [[(seat + k) % low.players for k in range(1, low.players)] for seat in range(low.players)]
    return ir.Row(low.rows("all_other", [[], *round_table]), scope.actor, "player")


def _region(low: Lowering, expr: ex.RegionZones, scope: Scope) -> ir.Row:
    region = low.symbols.regions[expr.name]
    name = zone_set_name("region", expr.name)

    def listed(zones: Iterable[str]) -> list[int]:
        index, present = low.symbols.zone_index, set(low.zones_in_play)
        return sorted(index[zone] for zone in zones if index[zone] in present)

    def of_everybody() -> list[list[int]]:
        return [listed({*region.zones, *(zone for zones in (region.of_seat or ())[: low.players] for zone in zones)})]

    def of_each() -> list[list[int]]:
        assert region.of_seat is not None
        rows = [[], *(listed(zones) for zones in region.of_seat[: low.players])]
        return rows + [[]] * (low.players + 1 - len(rows))

    if expr.player is None:
        return ir.Row(low.rows(f"{name}_all", of_everybody), None, "zone")
    return ir.Row(low.rows(name, of_each), _scalar(low, expr.player, scope), "zone")


def _owned_zones(low: Lowering, expr: ex.OwnedZones, scope: Scope) -> Source:
    zones = low.symbols.owned_zones[expr.zone][: low.players]
    players = players_source(low, expr.players, scope)
    player = low.local("player", "player")
    one = ir.Lookup(low.table(zone_set_name("owned", expr.zone), [-1, *zones]), (player,), "zone")
    return ir.FlatMap(players, player, ir.Listing((one,), "zone"), low.players)


def players_source(low: Lowering, expr: ex.Expr, scope: Scope) -> Source:
    """Return one player or a set of players as a source."""
    if is_set(expr, scope):
        return lower_source(low, expr, scope)
    return ir.Listing((_scalar(low, expr, scope),), "player")


def is_set(expr: ex.Expr, scope: Scope) -> bool:
    """Return whether *expr* is a set: by its form, as the name of a chosen set, or in a branch of an `if`."""
    match expr:
        case ex.IfExpr():
            return is_set(expr.then, scope) or is_set(expr.else_, scope)
        case ex.Binding():
            return isinstance(scope.bindings[expr.name], ir.Chosen)
        case _:
            return isinstance(expr, ex.Query)  # any other value is a single one


def _directions(low: Lowering, which: str) -> list[int]:
    ways = {
        "directions": range(len(low.board.direction_names)),
        "orthogonal": low.board.orthogonal,
        "diagonal": low.board.diagonal,
    }[which]
    return [low.direction_of_way[way] for way in ways]


def all_directions(low: Lowering) -> ir.Row:
    """Return the board's directions in board order."""
    return ir.Row(low.rows("set_directions", [_directions(low, "directions")]), None, "name")


def neighbours(low: Lowering, zone: Scalar) -> ir.Row:
    """Return the neighbours of a zone in neighbour order."""
    return ir.Row(low.rows("neighbours", lambda: [[], *low.board.neighbors]), zone, "zone")


def _near(low: Lowering, expr: ex.AdjacentZones | ex.ZonesInRange | ex.Between, scope: Scope) -> Source:
    """Return the source for sets that depend only on the geometry of the board."""
    zones = low.layout.zones
    match expr:
        case ex.AdjacentZones(directions=None):
            return neighbours(low, _scalar(low, expr.zone, scope))
        case ex.AdjacentZones():
            assert expr.directions is not None
            zone, way, near = _scalar(low, expr.zone, scope), low.local("way", "name"), low.local("near", "zone")
            end = ir.Lookup(step_table(low), (zone, way), "zone", optional=True)
            ways = directions_source(low, expr.directions, scope)
            that_way = ir.Reduce("exists", ways, way, ir.Compare("==", end, near), "bool")
            return ir.Filtered(neighbours(low, zone), near, that_way)
        case ex.ZonesInRange():
            zone, most = _scalar(low, expr.zone, scope), _scalar(low, expr.range, scope)
            near = low.local("near", "zone")
            away = distance(low, zone, near)
            every = ir.Row(low.rows("all_zones", [range(zones)]), None, "zone")
            return ir.Filtered(every, near, ir.Compare("<=", away, most))
        case ex.Between():
            step_table(low)
            all_directions(low)
            return ir.Between(_scalar(low, expr.from_, scope), _scalar(low, expr.to, scope), zones)
        case _:
            raise unhandled(expr)


def _walk(low: Lowering, expr: ex.Ray | ex.Group | ex.ConnectedZones, scope: Scope) -> Source:
    """Return the source for searches over zones that satisfy a condition."""
    zones, element = low.layout.zones, low.local(expr.bind, "zone")
    inner = scope.element(expr.bind, element)
    match expr:
        case ex.Ray():
            return ir.Rays(
                _scalar(low, expr.from_, scope),
                directions_source(low, expr.direction, scope),
                element,
                None if expr.while_ is None else _scalar(low, expr.while_, inner),
                None if expr.then is None else _scalar(low, expr.then, inner),
                zones,
            )
        case ex.Group():
            where = _scalar(low, expr.where, inner)
            return ir.Flood(_scalar(low, expr.zone, scope), element, where, True, True, None, zones)
        case ex.ConnectedZones():
            return ir.Flood(
                _scalar(low, expr.zone, scope),
                element,
                None if expr.via is None else _scalar(low, expr.via, inner),
                False,
                expr.include_start,
                None if expr.max_depth is None else _scalar(low, expr.max_depth, scope),
                zones,
            )
        case _:
            raise unhandled(expr)


def directions_source(low: Lowering, expr: ex.Expr, scope: Scope) -> Source:
    """Return one direction or a set of directions as a source."""
    if is_set(expr, scope):
        return lower_source(low, expr, scope)
    return ir.Listing((_scalar(low, expr, scope),), "name")
