"""Zone sets: the possible zones of an expression, shared by all expressions with the same zones.

A rule names zones by their group (a board, the name of an owned zone, a single zone), so thousands of rules use few
sets of zones. Each set is created once and caches what is computed from it. So checking a definition takes
time proportional to its rules plus its zones, not to their product.

Invariants:
    * two sets of one definition with the same groups are the same object;
    * `ids` are in definition order.
"""

from __future__ import annotations

from functools import cached_property

from ludotome.gamedef import expressions as ex
from ludotome.gamedef.declared import Declared
from ludotome.gamedef.infer import Inference
from ludotome.gamedef.scope import Scope


class ZoneSet:
    """A set of zones of a definition; compared by identity, since equal sets are the same object."""

    def __init__(self, declared: Declared, ids: tuple[str, ...]) -> None:
        self.ids = ids
        self._declared = declared
        self._meets: dict[ZoneSet, bool] = {}

    @cached_property
    def members(self) -> frozenset[str]:
        """The ids as a set."""
        return frozenset(self.ids)

    @cached_property
    def names(self) -> frozenset[str]:
        """The ids and the groups of the zones: the names under which a trigger can listen to one of them."""
        return self.members | {self._declared.group_of_zone[name] for name in self.ids}

    @cached_property
    def capacities(self) -> frozenset[int | None]:
        """The different capacities of the zones; None means no limit."""
        symbols = self._declared.symbols
        return frozenset(symbols.game_def.zones[symbols.zone_index[name]].capacity for name in self.ids)

    @cached_property
    def narrow(self) -> ZoneSet:
        """The zones that have a capacity."""
        symbols = self._declared.symbols
        zones = (symbols.game_def.zones[symbols.zone_index[name]] for name in self.ids)
        return ZoneSet(self._declared, tuple(str(zone.id) for zone in zones if zone.capacity is not None))

    @cached_property
    def span(self) -> range:
        """The numbers of the zones and all between the first and the last of them."""
        index = self._declared.symbols.zone_index
        return range(index[self.ids[0]], index[self.ids[-1]] + 1) if self.ids else range(1)

    @property
    def least_capacity(self) -> int | None:
        """The minimum capacity; None if no zone has one."""
        return min((item for item in self.capacities if item is not None), default=None)

    @property
    def max_capacity(self) -> int | None:
        """The maximum capacity; None if a zone has none, 0 without zones."""
        limits = [item for item in self.capacities if item is not None]
        return None if None in self.capacities else max(limits, default=0)

    def meets(self, other: ZoneSet) -> bool:
        """Return whether a zone is in both sets."""
        if other not in self._meets:
            self._meets[other] = not self.members.isdisjoint(other.members)
        return self._meets[other]


class ZoneSets:
    """The zone sets of one definition."""

    def __init__(self, declared: Declared) -> None:
        self._declared = declared
        self._sets: dict[object, ZoneSet] = {}

    def of_groups(self, groups: frozenset[str], *, joined: bool = False) -> ZoneSet:
        """Return the zones of *groups*, or of all groups if empty; with *joined*, only those with neighbours."""
        key = groups, joined
        if key not in self._sets:
            found = (name for name, group in self._declared.group_of_zone.items() if not groups or group in groups)
            self._sets[key] = self._make(tuple(name for name in found if not joined or name in self._joined))
        return self._sets[key]

    def of_ids(self, ids: frozenset[str]) -> ZoneSet:
        """Return the zones with these ids."""
        if ids not in self._sets:
            self._sets[ids] = self._make(tuple(sorted(ids, key=self._declared.symbols.zone_index.__getitem__)))
        return self._sets[ids]

    def of_region(self, name: str) -> ZoneSet:
        """Return the zones of a region that is the same for all seats."""
        key = "region", name
        if key not in self._sets:
            self._sets[key] = self._make(tuple(map(str, self._declared.symbols.regions[name].zones)))
        return self._sets[key]

    def _make(self, ids: tuple[str, ...]) -> ZoneSet:
        return ZoneSet(self._declared, ids)

    @cached_property
    def _joined(self) -> frozenset[str]:
        zones = self._declared.symbols.game_def.zones
        return frozenset(str(other) for zone in zones for other in zone.adjacent_to)


def zone_sets(inference: Inference) -> ZoneSets:
    """Return the zone sets of a definition; the same object for every inference that shares its declarations."""
    return inference.declared.kept("zone sets", ZoneSets)


def zones_of(inference: Inference, zone: ex.Expr, scope: Scope) -> ZoneSet:
    """Return the zones that *zone* can be."""
    sets = zone_sets(inference)
    if isinstance(zone, ex.ZoneLiteral):
        return sets.of_ids(frozenset({zone.zone}))
    return sets.of_groups(inference.infer(zone, scope, "").names, joined=isinstance(zone, ex.Step))
