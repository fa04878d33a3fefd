"""Token kinds: which tokens come where, one a zone or many, and how many setup puts down.

Types of which one can become the other are one kind. A kind keeps to one a zone when each of its tokens comes only to
zones known to hold none of it, and setup makes at most one of it in each.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import cached_property

from ludotome.gamedef import effects as fx
from ludotome.gamedef import expressions as ex
from ludotome.gamedef.effect_sites import ARRIVALS, Site, kinds_of, target_of, zones_of
from ludotome.gamedef.infer import Inference
from ludotome.gamedef.scope import Scope
from ludotome.gamedef.sizes import Sizes


def arriving_at(inference: Inference, sizes: Sizes, site: Site) -> int:
    """Return how many tokens an effect can bring."""
    match site.effect:
        case fx.CreateToken(count=count) | fx.Draw(count=count):
            return max(0, min(inference.infer(count, site.scope, "").high, sizes.tokens))
        case fx.MoveAll(from_=source):
            return sizes.of(ex.TokensInZone(source), site.scope)
    return 1


class Kinds:
    """Which token types are one kind, since one can become the other, and whether a kind keeps to one a zone."""

    def __init__(self, inference: Inference, sizes: Sizes, sites: tuple[Site, ...]) -> None:
        self.inference = inference
        self.sizes = sizes
        self.of_type = {name: frozenset({name}) for name in inference.declared.token_types}
        for site in sites:
            if isinstance(site.effect, fx.SetTokenProp) and site.effect.prop == "type":
                new = inference.infer(site.effect.value, site.scope, "").names
                self._join(kinds_of(inference, site.effect.token, site.known) | new)
        self.arrivals = [site for site in sites if isinstance(site.effect, ARRIVALS)]
        self.setup = SetupCount(inference, sizes, sites)

    def _join(self, names: frozenset[str]) -> None:
        joined = frozenset[str]().union(*(self.of_type[name] for name in names if name in self.of_type))
        for name in joined:
            self.of_type[name] = joined

    def keeps_to_one(self, site: Site, zone: ex.Expr, room: int) -> bool:
        """Whether the zone lacks this kind of token, and there is room for one of every kind that can come there."""
        if not all(self._is_lacking(site, zone, kind) for kind in self._brought(site)):
            return False
        zones = set(zones_of(self.inference, zone, site.scope))
        coming = set[frozenset[str]]()
        for other in self.arrivals:
            brought = self._brought(other)
            if zones & set(self._zones(other)):
                coming |= brought
                if not self._one_at_a_time(other, brought):
                    return False
        return len(coming) <= room

    def fit_one_a_zone(self, name: str, most: int) -> bool:
        """Whether tokens of a type come only where none of its kind is, to so few zones that *most* is not exceeded."""
        kind, zones = self.of_type[name], set[str]()
        for site in self.arrivals:
            if kind in self._brought(site):
                if not self._one_at_a_time(site, {kind}):
                    return False
                zones.update(self._zones(site))
        return len(zones) <= most

    def _one_at_a_time(self, other: Site, brought: set[frozenset[str]]) -> bool:
        if other.is_setup:
            return all(self.setup.most_of(kind) <= 1 for kind in brought)
        zone = target_of(other.effect)
        return (
            zone is not None
            and arriving_at(self.inference, self.sizes, other) <= 1
            and all(self._is_lacking(other, zone, kind) for kind in brought)
        )

    def _is_lacking(self, site: Site, zone: ex.Expr, kind: frozenset[str]) -> bool:
        return all(site.known.at_most(zone, name) == 0 for name in kind)

    def most_in(self, zone: ex.Expr, scope: Scope) -> int:
        """Return how many tokens there can ever be of all the kinds that can come to *zone*."""
        coming = {kind for name in zones_of(self.inference, zone, scope) for kind in self.come_to[name]}
        return sum(self._total(kind) for kind in coming)

    def _total(self, kind: frozenset[str]) -> int:
        """Return how many tokens of a kind there can be: all that setup makes, or what `max` allows."""
        made = [site for site in self.arrivals if isinstance(site.effect, fx.CreateToken) and kind in self._named(site)]
        if all(site.is_setup for site in made):
            return sum(self._in_all(site) for site in made)
        return self.sizes.of_types(tuple(sorted(kind)))

    def _in_all(self, site: Site) -> int:
        number = arriving_at(self.inference, self.sizes, site)
        for _, over in site.loops:
            number *= self.sizes.of(over, site.scope)
        return number

    @cached_property
    def come_to(self) -> dict[str, set[frozenset[str]]]:
        """For each zone the kinds of tokens that can come there, directly or by way of other zones."""
        found: dict[str, set[frozenset[str]]] = {name: set() for name in self.inference.declared.group_of_zone}
        before = -1
        while before != (now := sum(map(len, found.values()))):
            before = now
            for site in self.arrivals:
                brought = self._named(site) & self._from(site, found)
                for name in self._zones(site):
                    found[name] |= brought
        return found

    def _from(self, site: Site, found: dict[str, set[frozenset[str]]]) -> set[frozenset[str]]:
        """Return the kinds of tokens that lie where an effect takes its tokens from."""
        match site.effect:
            case fx.Draw(from_=zone) | fx.MoveAll(from_=zone):
                source: ex.Expr | None = zone
            case fx.MoveToken(token=token) | fx.MoveTokenAdjacent(token=token):
                source = site.known.token_place(token)
            case _:
                return set(self.of_type.values())
        if source is None:
            return set().union(*found.values())
        return set().union(*(found[name] for name in zones_of(self.inference, source, site.scope)))

    def _brought(self, site: Site) -> set[frozenset[str]]:
        """Return the kinds of tokens an effect can bring."""
        return self._named(site) & self._from(site, self.come_to)

    def _named(self, site: Site) -> set[frozenset[str]]:
        match site.effect:
            case fx.CreateToken(type=kind):
                names = self.inference.infer(kind, site.scope, "").names
            case fx.MoveToken(token=token) | fx.MoveTokenAdjacent(token=token):
                names = kinds_of(self.inference, token, site.known)
            case _:
                names = frozenset(self.of_type)
        return {self.of_type[name] for name in names if name in self.of_type}

    def _zones(self, site: Site) -> tuple[str, ...]:
        zone = target_of(site.effect)
        if isinstance(zone, ex.Binding) and zone.name in site.known.within:
            return tuple(site.known.within[zone.name])
        if zone is not None:
            return zones_of(self.inference, zone, site.scope)
        return tuple(str(zone.id) for zone in self.inference.symbols.game_def.zones)


class SetupCount:
    """How many tokens setup can have put into each zone, by type, counted effect by effect."""

    def __init__(self, inference: Inference, sizes: Sizes, sites: tuple[Site, ...]) -> None:
        self.inference = inference
        self.sizes = sizes
        self.in_zone: dict[str, Counter[str]] = {}
        self.after: dict[
            str, int
        ] = {}  # path of an effect: the most tokens a zone it fills can hold then, over its room
        for site in sites:
            if site.is_setup and isinstance(site.effect, ARRIVALS):
                self._add(site)

    def fits(self, site: Site) -> bool:
        """Whether there was room for what the effect at *site* put down."""
        return self.after[site.path] <= 0

    def most_of(self, kind: frozenset[str]) -> int:
        """Return the most tokens of these types that setup puts into one zone."""
        return max((sum(held[name] for name in kind) for held in self.in_zone.values()), default=0)

    def _add(self, site: Site) -> None:
        inference = self.inference
        zones = inference.symbols.game_def.zones
        number = arriving_at(self.inference, self.sizes, site)
        types = self._types(site)
        over = -1
        for name, times in self._filled(site):
            held = self.in_zone.setdefault(name, Counter())
            for kind in types:
                held[kind] += number * times
            held["*"] += number * times
            room = zones[inference.symbols.zone_index[name]].capacity
            over = max(over, -1 if room is None else held["*"] - room)
        self.after[site.path] = over

    def _types(self, site: Site) -> frozenset[str]:
        if isinstance(site.effect, fx.CreateToken):
            return self.inference.infer(site.effect.type, site.scope, "").names
        return frozenset(self.inference.declared.token_types)

    def _filled(self, site: Site) -> Iterator[tuple[str, int]]:
        """Yield each zone an effect of setup can fill, and how often it does."""
        inference, zone = self.inference, target_of(site.effect)
        outer = [(name, over, self._rounds(site, over)) for name, over in site.loops]
        every = 1
        for _, _, rounds in outer:
            every *= rounds
        own = next((loop for loop in outer if zone is not None and _is_of(zone, loop[0])), None)
        if zone is None:
            ids = tuple(str(item.id) for item in inference.symbols.game_def.zones)
        else:
            ids = zones_of(inference, zone, site.scope)
        # each round of the loop that names the zone has a zone of its own
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
        return None


def _is_of(zone: ex.Expr, name: str) -> bool:
    """Whether different elements called *name* give different zones: the zone itself, or its owner's."""
    match zone:
        case ex.Binding(name=bound):
            return bound == name
        case ex.OwnedZone(player=ex.Binding(name=bound)):
            return bound == name
    return False
