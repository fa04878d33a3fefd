"""Token kinds: which tokens can come where, whether one per zone or many, and how many setup creates.

Types that can change into each other are one kind. A kind keeps to one per zone if its tokens come only to
zones known to contain none of it, and setup creates at most one in each.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from functools import cached_property

from ludotome.gamedef import effects as fx
from ludotome.gamedef import expressions as ex
from ludotome.gamedef import facts
from ludotome.gamedef.bounds import TOKENS_AT_MOST
from ludotome.gamedef.definition import ActionDef
from ludotome.gamedef.effect_sites import Site, kinds_of
from ludotome.gamedef.facts import Arrival
from ludotome.gamedef.infer import Inference
from ludotome.gamedef.scope import Scope
from ludotome.gamedef.sizes import Sizes
from ludotome.gamedef.zone_sets import ZoneSet, zone_sets, zones_of


def arriving_at(inference: Inference, sizes: Sizes, site: Site, arrival: Arrival) -> int:
    """Return how many tokens an arrival can bring."""
    if arrival.token is not None:
        return 1
    if arrival.count is not None:
        return max(0, min(inference.infer(arrival.count, site.scope, "").high, sizes.tokens))
    assert arrival.source is not None
    return sizes.of(ex.TokensInZone(arrival.source), site.scope)


def _is_one_less(delta: ex.Expr) -> bool:
    return delta in (ex.IntLiteral(-1), ex.Negate(ex.IntLiteral(1)))


class Kinds:
    """The kinds of token types, and whether each kind keeps to one token per zone."""

    def __init__(self, inference: Inference, sizes: Sizes, sites: tuple[Site, ...]) -> None:
        self.inference = inference
        self.sizes = sizes
        self.of_type = {name: frozenset({name}) for name in inference.declared.token_types}
        for site in sites:
            change = facts.property_set(site.effect)
            if change is not None and change.prop == "type":
                new = inference.infer(change.value, site.scope, "").names
                self._join(kinds_of(inference, change.token, site.known) | new)
        self.arrivals = [(site, arrival) for site in sites for arrival in facts.arrivals(site.effect)]
        self.setup = SetupCount(inference, sizes, sites)
        self._totals: dict[frozenset[str], int] = {}
        self._come_into: dict[ZoneSet, set[frozenset[str]]] = {}

    def _join(self, names: frozenset[str]) -> None:
        joined = frozenset[str]().union(*(self.of_type[name] for name in names if name in self.of_type))
        for name in joined:
            self.of_type[name] = joined

    def keeps_to_one(self, site: Site, arrival: Arrival, zone: ex.Expr, room: int) -> bool:
        """Return whether the zone has none of this kind, and has room for one of every kind that can come there."""
        if not all(self._is_lacking(site, zone, kind) for kind in self._brought(site, arrival)):
            return False
        zones = zones_of(self.inference, zone, site.scope)
        coming = set(self._brought(site, arrival))
        for (where, brought), is_one in self._ways.items():
            if zones.meets(where):
                coming |= brought
                if not is_one:
                    return False
        # kinds known to be absent need room only for the arriving token
        present = [kind for kind in coming if not self._is_lacking(site, zone, kind)]
        return len(present) + 1 <= room

    @cached_property
    def _ways(self) -> dict[tuple[ZoneSet, frozenset[frozenset[str]]], bool]:
        """The zones to which each set of kinds can come, and whether every such effect keeps to one per zone."""
        found: dict[tuple[ZoneSet, frozenset[frozenset[str]]], bool] = {}
        for site, arrival in self.arrivals:
            brought = self._brought(site, arrival)
            key = self._zones(site, arrival), frozenset(brought)
            if found.get(key, True):
                found[key] = self._one_at_a_time(site, arrival, brought)
        return found

    def fit_one_per_zone(self, name: str, most: int) -> bool:
        """Return whether tokens of a type come only to zones without its kind, and at most *most* such zones exist."""
        kind, zones = self.of_type[name], set[str]()
        for site, arrival in self.arrivals:
            if kind in self._brought(site, arrival):
                if not self._one_at_a_time(site, arrival, {kind}):
                    return False
                zones.update(self._zones(site, arrival).ids)
        return len(zones) <= most

    def _one_at_a_time(self, site: Site, arrival: Arrival, brought: set[frozenset[str]]) -> bool:
        if site.is_setup:
            zones = self._zones(site, arrival)
            return all(self.setup.most_of(kind, zones.ids) <= 1 for kind in brought)
        return (
            arrival.to is not None
            and arriving_at(self.inference, self.sizes, site, arrival) <= 1
            and all(self._is_lacking(site, arrival.to, kind) for kind in brought)
        )

    def _is_lacking(self, site: Site, zone: ex.Expr, kind: frozenset[str]) -> bool:
        return all(site.known.at_most(zone, name) == 0 for name in kind)

    def most_in(self, zone: ex.Expr, scope: Scope) -> int:
        """Return the maximum number of tokens of all the kinds that can come to *zone*."""
        zones = zones_of(self.inference, zone, scope)
        return sum(self._total(kind) for kind in self._kinds_in(zones))

    def _total(self, kind: frozenset[str]) -> int:
        """Return the maximum number of tokens of a kind: all that setup creates, or what `max` allows."""
        if kind not in self._totals:
            self._totals[kind] = self._counted(kind)
        return self._totals[kind]

    def _counted(self, kind: frozenset[str]) -> int:
        made = [(site, new) for site, new in self.arrivals if new.makes is not None and kind in self._named(site, new)]
        if all(site.is_setup for site, _ in made):
            return sum(self._in_all(site, new) for site, new in made)
        most, supply = self.sizes.of_types(tuple(sorted(kind))), self.supply(kind)
        return most if supply is None else min(most, supply)

    def supply(self, kind: frozenset[str]) -> int | None:
        """Return the total number of tokens of a kind if the rules keep count of them; otherwise None.

        A rule keeps count if it subtracts one from a variable for each token it creates. It is assumed that the
        variable is not at its minimum then, and increases only when tokens leave the game.
        """
        total, variables = 0, set[tuple[str, str]]()
        for site, new in self.arrivals:
            if new.makes is None or kind not in self._named(site, new):
                continue
            if site.is_setup:
                total += self._in_all(site, new)
                continue
            paid = self._paid(site) if not site.loops and self._in_all(site, new) == 1 else None
            if paid is None:
                return None
            variables.add(paid)
        return total + sum(self._range(*paid) for paid in variables)

    def _paid(self, site: Site) -> tuple[str, str] | None:
        """Return the scope and name of the variable from which the action of *site* subtracts one."""
        owner = site.owner
        if not isinstance(owner, ActionDef):
            return None
        for effect in (*owner.cost, *owner.effects):
            match effect:
                case fx.AddVar(delta=delta, scope=scope, var=var) if _is_one_less(delta) and scope != "zone":
                    return scope, var
                case _:
                    continue  # any other effect: not known to subtract one
        return None

    def _range(self, scope: str, name: str) -> int:
        game = self.inference.symbols.game_def
        variables = game.global_vars if scope == "global" else game.per_player_vars
        found = next(one for one in variables if one.name == name)
        seats = 1 if scope == "global" else game.metadata.players.max
        return TOKENS_AT_MOST if found.max is None else (found.max - (found.min or 0)) * seats

    def _in_all(self, site: Site, arrival: Arrival) -> int:
        number = arriving_at(self.inference, self.sizes, site, arrival)
        for _, over in site.loops:
            number *= self.sizes.of(over, site.scope)
        return number

    @cached_property
    def come_to(self) -> dict[str, set[frozenset[str]]]:
        """The kinds of tokens that can come to each zone, directly or through other zones."""
        found: dict[str, set[frozenset[str]]] = {name: set() for name in self.inference.declared.group_of_zone}
        ways = dict.fromkeys(
            (
                frozenset(self._named(site, arrival)),
                self._source(site, arrival),
                self._zones(site, arrival),
                arrival.exchanges,
            )
            for site, arrival in self.arrivals
        )
        before = -1
        while before != (now := sum(map(len, found.values()))):
            before = now
            for named, source, zones, exchanges in ways:
                brought = named if source is None else named & set().union(*(found[name] for name in source.ids))
                for name in zones.ids:
                    # a token that swaps places goes only where tokens can be
                    if found[name] or not exchanges:
                        found[name] |= brought
        return found

    def _source(self, site: Site, arrival: Arrival) -> ZoneSet | None:
        """Return the zones from which an effect takes its tokens; None if it creates them."""
        if arrival.makes is not None:
            return None
        source = arrival.source if arrival.token is None else site.known.token_place(arrival.token)
        if source is None:
            return zone_sets(self.inference).of_groups(frozenset())
        return zones_of(self.inference, source, site.scope)

    def _brought(self, site: Site, arrival: Arrival) -> set[frozenset[str]]:
        """Return the kinds of tokens an arrival can bring."""
        source = self._source(site, arrival)
        return self._named(site, arrival) if source is None else self._named(site, arrival) & self._kinds_in(source)

    def _kinds_in(self, zones: ZoneSet) -> set[frozenset[str]]:
        """Return the kinds of tokens that can come to any of *zones*."""
        if zones not in self._come_into:
            self._come_into[zones] = set().union(*(self.come_to[name] for name in zones.ids))
        return self._come_into[zones]

    def _named(self, site: Site, arrival: Arrival) -> set[frozenset[str]]:
        if arrival.makes is not None:
            names = self.inference.infer(arrival.makes, site.scope, "").names
        elif arrival.token is not None:
            names = kinds_of(self.inference, arrival.token, site.known)
        else:
            names = frozenset(self.of_type)
        return {self.of_type[name] for name in names if name in self.of_type}

    def _zones(self, site: Site, arrival: Arrival) -> ZoneSet:
        zone = arrival.to
        if isinstance(zone, ex.Binding) and zone.name in site.known.within:
            return zone_sets(self.inference).of_region(site.known.within[zone.name])
        if zone is not None:
            return zones_of(self.inference, zone, site.scope)
        return zone_sets(self.inference).of_groups(frozenset())


class SetupCount:
    """The maximum number of tokens that setup puts in each zone, by type, counted effect by effect."""

    def __init__(self, inference: Inference, sizes: Sizes, sites: tuple[Site, ...]) -> None:
        self.inference = inference
        self.sizes = sizes
        self.in_zone: dict[str, Counter[str]] = {}
        # by path of an effect: by how many tokens a zone it fills can then exceed its capacity
        self.after: dict[str, int] = {}
        for site in sites:
            if site.is_setup:
                for arrival in facts.arrivals(site.effect):
                    self._add(site, arrival)

    def fits(self, site: Site) -> bool:
        """Return whether there was room for the tokens of the effect at *site*."""
        return self.after[site.path] <= 0

    def most_of(self, kind: frozenset[str], zones: Iterable[str]) -> int:
        """Return the maximum number of tokens of these types that setup puts in one of *zones*."""
        held = [self.in_zone[zone] for zone in zones if zone in self.in_zone]
        return max((sum(one[name] for name in kind) for one in held), default=0)

    def _add(self, site: Site, arrival: Arrival) -> None:
        inference = self.inference
        zones = inference.symbols.game_def.zones
        number = arriving_at(self.inference, self.sizes, site, arrival)
        types = self._types(site, arrival)
        over = self.after.get(site.path, -1)
        for name, times in self._filled(site, arrival.to):
            held = self.in_zone.setdefault(name, Counter())
            for kind in types:
                held[kind] += number * times
            held["*"] += 0 if arrival.exchanges else number * times
            room = zones[inference.symbols.zone_index[name]].capacity
            over = max(over, -1 if room is None else held["*"] - room)
        self.after[site.path] = over

    def _types(self, site: Site, arrival: Arrival) -> frozenset[str]:
        if arrival.makes is not None:
            return self.inference.infer(arrival.makes, site.scope, "").names
        return frozenset(self.inference.declared.token_types)

    def _filled(self, site: Site, zone: ex.Expr | None) -> Iterator[tuple[str, int]]:
        """Yield each zone that *zone* can be in an effect of setup, and how often it is filled."""
        inference = self.inference
        outer = [(name, over, self._rounds(site, over)) for name, over in site.loops]
        every = 1
        for _, _, rounds in outer:
            every *= rounds
        own = next((loop for loop in outer if zone is not None and _is_of(zone, loop[0])), None)
        if zone is None:
            ids = tuple(str(item.id) for item in inference.symbols.game_def.zones)
        else:
            ids = zones_of(inference, zone, site.scope).ids
        # each iteration of the loop that names the zone has its own zone
        once = every // max(own[2], 1) if own is not None else every
        region = self._region(own[1]) if own is not None and isinstance(zone, ex.Binding) else None
        for name in ids if region is None else region:
            yield name, once

    def _rounds(self, site: Site, over: ex.Expr) -> int:
        return self.sizes.of(over, site.scope)

    def _region(self, over: ex.Expr) -> tuple[str, ...] | None:
        match over:
            case ex.RegionZones(name=name, player=None):
                return tuple(self.inference.symbols.regions[name].zones)
            case _:
                return None  # any other set is not known zone by zone


def _is_of(zone: ex.Expr, name: str) -> bool:
    """Return whether different elements called *name* give different zones: the zone itself, or its owner's."""
    match zone:
        case ex.Binding(name=bound):
            return bound == name
        case ex.OwnedZone(player=ex.Binding(name=bound)):
            return bound == name
        case _:
            return False  # any other zone may be the same in every iteration
