"""Contents: the possible types and values of the tokens in a zone, independent of who looks.

The answer is read from the rules alone, never from a state, so it is public. It is an upper bound: every
possible type and value is included, and some of these may never occur.

A type is *fixed* if only setup creates its tokens, in the same way in every game (independent of chance, choices and
the table), and if none of them is destroyed or changes its type. All players know the number of tokens of a fixed type;
for other types the table does not reveal it.

Invariants:
    * places are groups of zones: a board, the name of an owned zone, a single zone (`Declared.group_of_zone`);
    * a node that this module does not know is assumed to do anything.

This module does not know states or visibility.
"""

from __future__ import annotations

import re
from functools import cached_property

from msgspec import Struct
from msgspec.structs import replace

from ludotome.gamedef import effects as fx
from ludotome.gamedef import expressions as ex
from ludotome.gamedef import facts
from ludotome.gamedef.declared import COORDINATES, Declared
from ludotome.gamedef.definition import ActionDef, PropDef
from ludotome.gamedef.effect_sites import Site, effect_sites
from ludotome.gamedef.infer import Inference
from ludotome.gamedef.learn import conjuncts
from ludotome.gamedef.scope import Scope
from ludotome.gamedef.steady_setup import SteadySetup
from ludotome.space import ZoneDef

_EVERY_ZONE_MAY_HAVE = (*COORDINATES, "terrain", "owner")
_ITEM = re.compile(r"\[\d+\]\.\w+$")  # the end of an effect's path: its place in its list, and what it is


class Values(Struct, frozen=True):
    """The values that one property of a token (or its `owner`) can have.

    `low` to `high` are integers and booleans (none if `low` is greater), `zones` are groups of zones;
    `is_home` means the owner of the token's zone. `is_changed`: a rule may have changed the value since.
    """

    low: int = 1
    high: int = 0
    names: frozenset[str] = frozenset()
    zones: frozenset[str] = frozenset()
    seats: frozenset[int] = frozenset()
    is_home: bool = False
    is_nothing: bool = False
    is_changed: bool = False

    def joined(self, other: Values) -> Values:
        """Return the values of both."""
        mine, theirs = self.low <= self.high, other.low <= other.high
        low = min(self.low, other.low) if mine and theirs else self.low if mine else other.low
        high = max(self.high, other.high) if mine and theirs else self.high if mine else other.high
        return Values(
            low,
            high,
            self.names | other.names,
            self.zones | other.zones,
            self.seats | other.seats,
            self.is_home or other.is_home,
            self.is_nothing or other.is_nothing,
            self.is_changed or other.is_changed,
        )


class _Binder(Struct, frozen=True):
    """The binding of a name in all effects whose path begins with `reach`; `path` is the place of the value."""

    reach: str
    value: ex.Expr
    scope: Scope
    path: str


Place = tuple[str, str]  # a token type and a group of zones


class Contents:
    """The possible contents of each place, for a definition whose effects have been type-checked."""

    def __init__(self, inference: Inference) -> None:
        self.inference = inference
        self._declared: Declared = inference.declared
        self._game = inference.symbols.game_def
        self._sites = effect_sites(inference)
        self._groups = frozenset(self._declared.group_of_zone.values())
        self._every_seat = frozenset(range(self._game.metadata.players.max))
        self._types = frozenset(self._declared.token_types)
        self._props = {kind.id: {prop.name: prop for prop in kind.props} for kind in self._game.token_types}
        self._binders = self._all_binders()
        self._values: dict[Place, dict[str, Values]] = {}
        self._run_to_the_end()

    # ── answers ────────────────────────────────────────────────────────────────────────────────────────────────────

    def types_in(self, zone: str) -> tuple[str, ...]:
        """Return the types of tokens that can be in *zone*, in declaration order."""
        group = self._declared.group_of_zone[zone]
        return tuple(kind for kind in self._declared.token_types if (kind, group) in self._values)

    def values_in(self, kind: str, zone: str) -> dict[str, Values]:
        """Return the values that `owner` and each property of a type can have in *zone*; empty if it is never there."""
        return self._values.get((kind, self._declared.group_of_zone[zone]), {})

    @cached_property
    def fixed(self) -> frozenset[str]:
        """The fixed types; see the module docstring."""
        steady = SteadySetup(self.inference)
        lost = set(steady.varying)
        for site in self._sites:
            for arrival in () if site.is_setup else facts.arrivals(site.effect):
                lost |= frozenset() if arrival.makes is None else self._named(arrival.makes, site.scope)
            gone, change = facts.destroyed(site.effect), facts.property_set(site.effect)
            if gone is not None:
                lost |= self._types_of(gone, site)
            if change is not None and change.prop == "type":
                lost |= self._types_of(change.token, site) | self._named(change.value, site.scope)
        return frozenset(steady.made - lost)

    # ── from effects to places ─────────────────────────────────────────────────────────────────────────────────────

    def _run_to_the_end(self) -> None:
        """Follow tokens from their creation through all effects that move them, until nothing changes."""
        before: dict[Place, dict[str, Values]] | None = None
        while before != self._values:
            before = {place: dict(values) for place, values in self._values.items()}
            for site in self._sites:
                self._follow(site)

    def _follow(self, site: Site) -> None:
        for arrival in facts.arrivals(site.effect):
            if arrival.makes is None:
                self._move(site, arrival)
            else:
                self._make(site, arrival, arrival.makes)
        change = facts.property_set(site.effect)
        if change is None:
            return
        written = replace(self._value(change.value, site.scope), is_changed=True)
        for kind in self._types_of(change.token, site):
            if change.prop == "type":
                for new in self._named(change.value, site.scope):
                    self._turn(kind, new, self._places(change.token, site))
                continue
            for group in self._places(change.token, site):
                self._add((kind, group), {change.prop: written})

    def _make(self, site: Site, arrival: facts.Arrival, made: ex.Expr) -> None:
        groups = self._groups if arrival.to is None else self._zones(arrival.to, site.scope, site.path)
        for kind in self._named(made, site.scope):
            values = {"owner": self._owner(site, arrival)}
            for name, prop in self._props[kind].items():
                given = arrival.props.get(name)
                values[name] = self._initial(prop) if given is None else self._value(given, site.scope)
            for group in groups:
                self._add((kind, group), values, is_new=True)

    def _move(self, site: Site, arrival: facts.Arrival) -> None:
        token, target = arrival.token, arrival.to
        source = arrival.source if token is None else site.known.token_place(token)
        kinds = self._types if token is None else self._types_of(token, site)
        sources = self._groups if source is None else self._zones(source, site.scope, site.path)
        targets = self._groups if target is None else self._zones(target, site.scope, site.path)
        stays_home = source is not None and target is not None and _same_owner(source, target)
        for kind in kinds:
            for origin in sources:
                values = self._values.get((kind, origin))
                if values is not None:
                    moved = values if stays_home else {**values, "owner": self._abroad(values["owner"])}
                    for group in targets:
                        self._add((kind, group), moved, is_new=True)

    def _turn(self, kind: str, new: str, groups: frozenset[str]) -> None:
        for group in groups:
            values = self._values.get((kind, group))
            if values is not None and new != kind:
                kept = {"owner": values["owner"]}
                for name, prop in self._props[new].items():
                    had = self._props[kind].get(name)
                    is_kept = had is not None and had.type == prop.type
                    kept[name] = values[name] if is_kept else self._initial(prop)
                self._add((new, group), kept, is_new=True)

    def _add(self, place: Place, values: dict[str, Values], *, is_new: bool = False) -> None:
        """Add possible values of the tokens at *place*, whose type must already be there, unless it is new."""
        known = self._values.setdefault(place, {}) if is_new else self._values.get(place)
        if known is not None:
            for name, value in values.items():
                if is_new or name in known:
                    known[name] = known[name].joined(value) if name in known else value

    def _abroad(self, owner: Values) -> Values:
        """Return the owners of tokens that may move to another owner's zone."""
        return replace(owner, is_home=False, seats=self._every_seat) if owner.is_home else owner

    # ── expressions ────────────────────────────────────────────────────────────────────────────────────────────────

    def _named(self, kind: ex.Expr, scope: Scope) -> frozenset[str]:
        return (self.inference.infer(kind, scope, "").names & self._types) or self._types

    def _zones(self, zone: ex.Expr, scope: Scope, path: str) -> frozenset[str]:
        """Return the groups of zones that *zone*, in the effect at *path*, can be in."""
        if isinstance(zone, ex.ZoneLiteral):
            return frozenset({self._declared.group_of_zone[zone.zone]})
        return self.inference.infer(zone, scope, "").names or self._listed(zone, path, frozenset()) or self._groups

    def _listed(self, zones: ex.Expr, path: str, asked: frozenset[str]) -> frozenset[str]:
        """Return the groups of zones selected from all zones by their properties; empty if unknown."""
        match zones:
            case ex.First(query=inner):
                return self._listed(inner, path, asked)
            case ex.Where(of=ex.AllZones(), where=condition, bind=bind):
                parts = [part for part in conjuncts(condition) if isinstance(part, ex.Compare)]
                ids = (zone for zone in self._game.zones if all(_can_hold(zone, part, bind) for part in parts))
                return frozenset(self._declared.group_of_zone[zone.id] for zone in ids)
            case ex.Binding(name=name) if name not in asked:
                each = [self._listed(one.value, one.path, asked | {name}) for one in self._bound(name, path)]
                return frozenset[str]().union(*each) if all(each) else frozenset()
            case _:
                return frozenset()  # any other set: unknown

    def _places(self, token: ex.Expr, site: Site) -> frozenset[str]:
        place = site.known.token_place(token)
        return self._groups if place is None else self._zones(place, site.scope, site.path)

    def _owner(self, site: Site, made: facts.Arrival) -> Values:
        if made.owner is None:
            return Values(is_nothing=True)
        if isinstance(made.to, ex.OwnedZone) and made.to.player == made.owner:
            return Values(is_home=True)
        return self._value(made.owner, site.scope)

    def _value(self, expr: ex.Expr, scope: Scope) -> Values:
        match expr:
            case ex.BoolLiteral(value=value):
                return Values(int(value), int(value))
            case ex.SeatLiteral(seat=seat):
                return Values(seats=frozenset({seat}))
            case _:
                pass  # any other expression: use its type
        found = self.inference.infer(expr, scope, "")
        nothing = found.optional
        match found.kind:
            case "int":
                low, high = (min(found.low, 0), max(found.high, 0)) if nothing else (found.low, found.high)
                return Values(low, high)
            case "bool":
                return Values(0, 1)
            case "name":
                return Values(names=found.names, is_nothing=nothing)
            case "zone":
                return Values(zones=found.names or self._groups, is_nothing=nothing)
            case "player":
                return Values(seats=self._every_seat, is_nothing=nothing)
        return Values(is_nothing=True)

    def _initial(self, prop: PropDef) -> Values:
        first = prop.init
        match prop.type:
            case "int":
                number = 0 if first is None else int(first)
                number = number if prop.min is None else max(number, prop.min)
                number = number if prop.max is None else min(number, prop.max)
                return Values(number, number)
            case "bool":
                return Values(int(bool(first)), int(bool(first)))
            case "player" if isinstance(first, str):
                return Values(seats=frozenset({self._game.metadata.seats.index(first)}))
            case "player" if isinstance(first, int):
                return Values(seats=frozenset({int(first)}))
            case "zone" if isinstance(first, str):
                return Values(zones=frozenset({self._declared.group_of_zone[first]}))
            case tuple() as names:
                return Values(names=frozenset({str(first) if first is not None else names[0]}))
        return Values(is_nothing=True)

    # ── which tokens an expression can be ──────────────────────────────────────────────────────────────────────────

    def _all_binders(self) -> dict[str, list[_Binder]]:
        """Return all bindings of each name."""
        found: dict[str, list[_Binder]] = {}

        def add(name: str, reach: str, value: ex.Expr, site: Site) -> None:
            found.setdefault(name, []).append(_Binder(reach, value, site.scope, site.path))

        owners = set[int]()
        for site in self._sites:
            rest = _ITEM.sub("", site.path).replace("].cost", "]")  # cost and effects are one list
            match site.effect:
                case fx.ForEach(bind=name, over=value):
                    add(name, f"{site.path}.effects", value, site)
                case fx.Let(bind=name, value=value, in_=inner):
                    add(name, rest if inner is None else f"{site.path}.in", value, site)
                case _:  # any other binding effect either offers options, or binds neither token nor zone
                    asked, bound = facts.question(site.effect), facts.bound_name(site.effect)
                    if asked is not None and bound is not None:
                        add(bound, rest, asked.options, site)
            if isinstance(site.owner, ActionDef) and id(site.owner) not in owners:
                owners.add(id(site.owner))
                for param in site.owner.params:
                    add(param.name, site.path.partition("]")[0] + "]", param.domain, site)
        return found

    def _bound(self, name: str, path: str) -> list[_Binder]:
        """Return the possible bindings of *name* at *path*: those in the innermost list that binds it."""
        around = [one for one in self._binders.get(name, ()) if path.startswith(one.reach)]
        innermost = max((len(one.reach) for one in around), default=0)
        return [one for one in around if len(one.reach) == innermost]

    def _types_of(self, token: ex.Expr, site: Site) -> frozenset[str]:
        """Return the types that *token* can have at *site*."""
        known = site.known.types_of.get(token.name) if isinstance(token, ex.Binding) else None
        return self._types_in(token, site.scope, site.path, frozenset()) & (self._types if known is None else known)

    def _types_in(self, expr: ex.Expr, scope: Scope, path: str, asked: frozenset[str]) -> frozenset[str]:
        """Return the types of the token, or of the tokens, that *expr* can be."""
        match expr:
            case ex.Top(zone=zone) | ex.TokensInZone(zone=zone):
                groups = self._zones(zone, scope, path)
                return frozenset(kind for kind, group in self._values if group in groups)
            case ex.First(query=inner) | ex.Where(of=inner):
                return self._types_in(inner, scope, path, asked)
            case ex.Tokens(types=types) if types:
                return frozenset(types)
            case ex.IfExpr(then=one, else_=other):
                either = (self._types_in(part, scope, path, asked) for part in (one, other))
                return frozenset[str]().union(*either)
            case ex.NoneLiteral():
                return frozenset()
            case ex.Binding(name=name) if name not in asked and (bound := self._bound(name, path)):
                each = (self._types_in(one.value, one.scope, one.path, asked | {name}) for one in bound)
                return frozenset[str]().union(*each)
            case _:
                return self._types  # any other expression may be a token of any type


def _can_hold(zone: ZoneDef, compared: ex.Compare, bind: str) -> bool:
    """Return whether a comparison can be true for *zone*; false if it uses a property that the zone lacks."""
    for side in (compared.left, compared.right):
        match side:
            case ex.ZoneProp(zone=ex.Binding(name=name), prop=prop) if name in (bind, ex.IT):
                if prop not in _EVERY_ZONE_MAY_HAVE and zone.props.get(prop) is None:
                    return False
            case _:
                pass  # any other operand can have any value
    return True


def _same_owner(source: ex.Expr, target: ex.Expr) -> bool:
    """Return whether both zones are written with the same owner."""
    return _owner_of(source) == _owner_of(target)


def _owner_of(zone: ex.Expr) -> ex.Expr:
    return zone.player if isinstance(zone, ex.OwnedZone) else ex.ZoneProp(zone, "owner")
