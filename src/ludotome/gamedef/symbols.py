"""Symbols: the numbers that both kernels use for the parts of a definition, and lookup tables.

The number of a zone is its index in the definition, of a name its index in `names`, of a variable its index in its
section. Both kernels store, compare and hash these numbers, so they are fixed here once.

Invariants:
    * everything is in definition order; a name's number is that of its first mention;
    * `names` holds each spelling once: a token type and an action with the same name share a number, which is harmless
      because a value's static type determines its meaning.

This module does not know the values of a state.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import Any

import msgspec
from msgspec import Struct

from ludotome.gamedef import facts
from ludotome.gamedef.definition import GameDef, PropDef, RegionDef, TokenTypeDef, VarDef
from ludotome.gamedef.expressions import Expr, NameLiteral, OwnedZone, Seen, ZoneLiteral
from ludotome.gamedef.node import NODELESS, Node

RELATIVE_DIRECTIONS = (
    "forward", "backward", "left", "right", "forwardLeft", "forwardRight", "backwardLeft", "backwardRight",
)  # fmt: skip


class Symbols(Struct, frozen=True, dict=True, weakref=True):
    """The numbering of one definition; build it once and reuse it."""

    game_def: GameDef

    @cached_property
    def names(self) -> tuple[str, ...]:
        """Every name, in order of first mention."""
        return tuple(dict.fromkeys(_names(self.game_def)))

    @cached_property
    def name_index(self) -> dict[str, int]:
        """The number of each name."""
        return {name: index for index, name in enumerate(self.names)}

    @cached_property
    def zone_index(self) -> dict[str, int]:
        """The number of each zone id."""
        return {zone.id: index for index, zone in enumerate(self.game_def.zones)}

    @cached_property
    def zone_of_display_name(self) -> dict[str, int]:
        """The number of each zone with a display name (`e4`), by that name."""
        return {zone.name: index for index, zone in enumerate(self.game_def.zones) if zone.name}

    @cached_property
    def owner_of_zone(self) -> tuple[int | None, ...]:
        """The seat that owns each zone, or None."""
        seats = (zone.id.rpartition(":")[2] if zone.owner == "player" else "" for zone in self.game_def.zones)
        return tuple(int(seat) if seat.isdecimal() else None for seat in seats)

    @cached_property
    def owned_zones(self) -> dict[str, tuple[int, ...]]:
        """The zones of each owned-zone name, by seat."""
        found: dict[str, list[int]] = {}
        for index, zone in enumerate(self.game_def.zones):
            if zone.owner == "player":
                found.setdefault(zone.id.rpartition(":")[0], []).append(index)
        return {name: tuple(zones) for name, zones in found.items()}

    @cached_property
    def board_zones(self) -> tuple[int, ...]:
        """The zones that belong to a board: those that have per-zone variables."""
        return tuple(index for index, zone in enumerate(self.game_def.zones) if zone.board is not None)

    @cached_property
    def place_on_board(self) -> dict[int, int]:
        """The index of each board zone in `board_zones`."""
        return {zone: place for place, zone in enumerate(self.board_zones)}

    @cached_property
    def token_type(self) -> dict[int, TokenTypeDef]:
        """The token type of each type's name number."""
        return {self.name_index[kind.id]: kind for kind in self.game_def.token_types}

    @cached_property
    def prop_index(self) -> dict[tuple[int, str], tuple[int, PropDef]]:
        """For a type's name number and a property's name, the property's place on the token and its definition."""
        return {
            (number, prop.name): (place, prop)
            for number, kind in self.token_type.items()
            for place, prop in enumerate(kind.props)
        }

    @cached_property
    def token_props(self) -> dict[int, tuple[int, ...]]:
        """For the name number of each type with properties that hold tokens, the places of those properties."""
        places = {
            number: tuple(place for place, prop in enumerate(kind.props) if prop.type == "token")
            for number, kind in self.token_type.items()
        }
        return {number: holding for number, holding in places.items() if holding}

    @cached_property
    def is_ordered_zone(self) -> tuple[bool, ...]:
        """Whether a token's place in each zone is part of the position: in stacks and queues."""
        return tuple(zone.ordering != "set" for zone in self.game_def.zones)

    @cached_property
    def global_var(self) -> dict[str, tuple[int, VarDef]]:
        """The place and definition of each global variable."""
        return {var.name: (place, var) for place, var in enumerate(self.game_def.global_vars)}

    @cached_property
    def player_var(self) -> dict[str, tuple[int, VarDef]]:
        """The place and definition of each per-player variable."""
        return {var.name: (place, var) for place, var in enumerate(self.game_def.per_player_vars)}

    @cached_property
    def zone_var(self) -> dict[str, tuple[int, VarDef]]:
        """The place and definition of each per-zone variable."""
        return {var.name: (place, var) for place, var in enumerate(self.game_def.per_zone_vars)}

    @cached_property
    def phase_index(self) -> dict[str, int]:
        """The place of each phase in the turn."""
        return {phase.id: place for place, phase in enumerate(self.game_def.turn_structure.phases)}

    @cached_property
    def action_index(self) -> dict[str, int]:
        """The place of each action."""
        return {action.id: place for place, action in enumerate(self.game_def.actions)}

    @cached_property
    def regions(self) -> dict[str, RegionDef]:
        """Every region by name, including the boards."""
        boards: dict[str, list[str]] = {}
        for zone in self.game_def.zones:
            if zone.board is not None:
                boards.setdefault(zone.board, []).append(zone.id)
        found = {name: RegionDef(name, tuple(zones)) for name, zones in boards.items()}
        return found | {region.id: region for region in self.game_def.regions}

    @cached_property
    def usage_counters(self) -> tuple[tuple[int, int], ...]:
        """The (action, limit) pairs that are counted, each for every player."""
        return tuple((a, n) for a, action in enumerate(self.game_def.actions) for n in range(len(action.limits)))

    @cached_property
    def _nodes(self) -> tuple[Node, ...]:
        """Every node of the definition; cached, because several passes search it."""
        return tuple(walk(self.game_def))

    @cached_property
    def seen_regions(self) -> tuple[str, ...]:
        """The regions used in `seen(region)`, in order of first mention."""
        return tuple(dict.fromkeys(node.region for node in self._nodes if isinstance(node, Seen) and node.region))

    @cached_property
    def shuffled_zones(self) -> frozenset[int]:
        """The zones that effects can shuffle; only their order can be undecided under explicit chance."""
        ordered = (facts.shuffled(node) for node in self._nodes)
        meant = (self.zones_meant(zone) for zone in ordered if zone is not None)
        return frozenset(zone for zones in meant for zone in zones)

    def zones_meant(self, zone: Expr) -> tuple[int, ...]:
        """Return the zones an expression can mean, by its form: the one it names, those of an owned name, or all."""
        match zone:
            case ZoneLiteral():
                return (self.zone_index[zone.zone],)
            case OwnedZone():
                return self.owned_zones[zone.zone]
            case _:
                return tuple(range(len(self.game_def.zones)))  # any other expression may mean any zone

    @cached_property
    def records_positions(self) -> bool:
        """Whether any expression uses `seen()` or `seen(region)`."""
        return any(isinstance(node, Seen) for node in self._nodes)


def walk(value: Any) -> Iterator[Node]:
    """Yield every node in *value*, parents first, in written order."""
    ahead = [value]
    while ahead:
        this = ahead.pop()
        if type(this) in NODELESS:
            continue
        if isinstance(this, msgspec.Struct):
            if isinstance(this, Node):
                yield this
            ahead.extend(getattr(this, name) for name in reversed(this.__struct_fields__))
        elif isinstance(this, tuple):
            ahead.extend(reversed(this))
        elif isinstance(this, dict):
            ahead.extend(reversed(this.values()))


def _names(game_def: GameDef) -> Iterator[str]:
    for board in game_def.boards:
        yield from board.directions
    for kind in game_def.token_types:
        yield kind.id
        for prop in kind.props:
            if isinstance(prop.type, tuple):
                yield from prop.type
    for terrain in game_def.terrain:
        yield terrain.id
    for zone in game_def.zones:
        if zone.terrain is not None:
            yield zone.terrain
        yield from (value for value in zone.props.values() if isinstance(value, str))
    for var in (*game_def.global_vars, *game_def.per_player_vars, *game_def.per_zone_vars):
        if isinstance(var.type, tuple):
            yield from var.type
    yield from (phase.id for phase in game_def.turn_structure.phases)
    yield from (action.id for action in game_def.actions)
    yield from (node.name for node in walk(game_def) if isinstance(node, NameLiteral))
