"""Declared: the static types of variables, properties, coordinates and directions of a definition.

This module does not know expressions.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from functools import cached_property, reduce
from typing import Any, TypeVar

from msgspec import Struct

from ludotome.gamedef.definition import PropDef, ValueType, VarDef
from ludotome.gamedef.symbols import RELATIVE_DIRECTIONS, Symbols
from ludotome.gamedef.types import BOOL, INT64, PLAYER, TOKEN, UNKNOWN, ZONE, Type, int_type, join, name_type

T = TypeVar("T")

PLAYER_PROPERTIES = ("opponent", "next", "previous", "seat", "out", *RELATIVE_DIRECTIONS)
COORDINATES = ("row", "col", "q", "r")


def stored_type(kind: ValueType, low: int | None, high: int | None) -> Type:
    """Return the type of the value of a variable or property of *kind*; references are optional."""
    if isinstance(kind, tuple):
        return name_type(kind)
    match kind:
        case "int":
            return int_type(INT64[0] if low is None else low, INT64[1] if high is None else high)
        case "bool":
            return BOOL
        case "player":
            return PLAYER.maybe()
        case "zone":
            return ZONE.maybe()
        case "token":
            return TOKEN.maybe()


def type_of(declared: VarDef | PropDef) -> Type:
    """Return the type of a declared variable or property."""
    return stored_type(declared.type, declared.min, declared.max)


class Declared(Struct, frozen=True, dict=True):
    """The types declared in one definition."""

    symbols: Symbols

    @cached_property
    def directions(self) -> tuple[str, ...]:
        """The direction names of all boards, in board order."""
        return tuple(dict.fromkeys(way for board in self.symbols.game_def.boards for way in board.directions))

    @cached_property
    def group_of_zone(self) -> dict[str, str]:
        """The group of each zone id: its board, the name of its owned zones, or itself."""
        return {
            zone.id: zone.board or (zone.id.rpartition(":")[0] if zone.owner == "player" else zone.id)
            for zone in self.symbols.game_def.zones
        }

    @cached_property
    def groups_of_region(self) -> dict[str, set[str]]:
        """The groups of the zones of each region and board, all seats together."""
        known, found = self.group_of_zone, dict[str, set[str]]()
        for name, region in self.symbols.regions.items():
            listed = (
                region.zones if region.of_seat is None else tuple(zone for zones in region.of_seat for zone in zones)
            )
            found[name] = {known[zone] for zone in listed if zone in known}
        return found

    @cached_property
    def graph_groups(self) -> frozenset[str]:
        """The groups of zones that have neighbours, which paths over the board can reach."""
        zones = self.symbols.game_def.zones
        touched = {other for zone in zones for other in zone.adjacent_to}
        return frozenset(
            self.group_of_zone[zone.id] for zone in zones if zone.adjacent_to or zone.id in touched or zone.board
        )

    @cached_property
    def token_types(self) -> tuple[str, ...]:
        """The ids of the token types."""
        return tuple(kind.id for kind in self.symbols.game_def.token_types)

    @cached_property
    def movement_groups(self) -> tuple[str, ...]:
        """The names of the movement groups of all token types."""
        kinds = self.symbols.game_def.token_types
        return tuple(dict.fromkeys(group.name for kind in kinds for group in kind.movement if group.name))

    @cached_property
    def token_properties(self) -> dict[str, Type]:
        """The type of each property a token can have; optional if some token type lacks it."""
        kinds = self.symbols.game_def.token_types
        found: dict[str, list[Type]] = {}
        for kind in kinds:
            for prop in kind.props:
                found.setdefault(prop.name, []).append(type_of(prop))
        declared = {name: _joined(types).maybe(len(types) < len(kinds)) for name, types in found.items()}
        return {"owner": PLAYER.maybe(), "type": name_type(self.token_types), "zone": ZONE, **declared}

    @cached_property
    def zone_properties(self) -> dict[str, Type]:
        """The type of each property a zone can have; optional if some zone lacks it."""
        zones = self.symbols.game_def.zones
        counts: dict[str, Counter[tuple[type, bool | int | str]]] = {}
        for zone in zones:
            coordinates = {name: getattr(zone, name) for name in COORDINATES}
            for name, value in {**coordinates, "terrain": zone.terrain, **zone.props}.items():
                if value is not None:
                    counts.setdefault(name, Counter())[type(value), value] += 1
        declared = {
            name: _joined(_literal(value) for _, value in values).maybe(values.total() < len(zones))
            for name, values in counts.items()
        }
        return {"owner": PLAYER.maybe(), **declared}

    def kept(self, what: str, make: Callable[[Declared], T]) -> T:
        """Return the result of *make* for these declarations, cached under *what*."""
        if what not in self._cache:
            self._cache[what] = make(self)
        found: T = self._cache[what]
        return found

    @cached_property
    def _cache(self) -> dict[str, Any]:
        return {}

    def player_property(self, name: str) -> Type | None:
        """Return the type of a property of players, or None if there is no such property."""
        players = self.symbols.game_def.metadata.players
        if name in RELATIVE_DIRECTIONS:
            return name_type(self.directions).maybe()
        fixed = {"opponent": PLAYER, "next": PLAYER.maybe(), "previous": PLAYER.maybe(), "out": BOOL}
        return int_type(0, players.max - 1) if name == "seat" else fixed.get(name)


def _literal(value: bool | int | str) -> Type:
    if isinstance(value, bool):
        return BOOL
    return int_type(value, value) if isinstance(value, int) else name_type({value})


def _joined(types: Iterable[Type]) -> Type:
    """Return the join of *types*; another check reports properties with one name and two kinds."""
    return reduce(lambda a, b: join(a, b) or UNKNOWN, types)
