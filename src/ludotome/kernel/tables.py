"""Tables: data about one definition that never changes in play, built once.

Invariants:
    * indexed by the numbers of `Symbols`; zones and directions are those of `space.Board`, which has the same indices;
    * nothing here depends on a state; methods that depend on the number of players take it as an argument;
    * the compiled rules are stored here too, created on first use by the function from `rules.tables_of`.

This module evaluates nothing.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from typing import TYPE_CHECKING

from ludotome.gamedef import GameDef, PropDef, Stored, VarDef, checked, clamped_value, initial_value
from ludotome.space import Board, ray_indices

if TYPE_CHECKING:
    from ludotome.kernel.rules import Rules


class Tables:
    """The tables of one definition; see the module docstring."""

    def __init__(self, game_def: GameDef, make_rules: Callable[[Tables], Rules]) -> None:
        self.game_def = game_def
        self._make_rules = make_rules
        self.symbols = checked(game_def).symbols
        self._rays: dict[tuple[int, int], tuple[int, ...]] = {}
        self._between: dict[tuple[int, int], tuple[int, ...]] = {}
        self._zones_in_play: dict[int, tuple[int, ...]] = {}
        self._regions: dict[tuple[str, int | None, int], tuple[int, ...]] = {}

    @cached_property
    def rules(self) -> Rules:
        """The definition's expressions and effects, compiled for running."""
        return self._make_rules(self)

    # ── zones ──────────────────────────────────────────────────────────────────────────────────────────────────────

    @cached_property
    def board(self) -> Board:
        """All zones as the nodes of one graph."""
        return checked(self.game_def).board

    @cached_property
    def neighbors(self) -> tuple[tuple[int, ...], ...]:
        """The neighbours of each zone, in neighbour order."""
        return self.board.neighbors

    @cached_property
    def is_neighbor(self) -> tuple[frozenset[int], ...]:
        """The neighbours of each zone, as sets, for membership tests."""
        return tuple(frozenset(zones) for zones in self.neighbors)

    @cached_property
    def capacity_of_zone(self) -> tuple[int | None, ...]:
        """The capacity of each zone, None if unlimited."""
        return tuple(zone.capacity for zone in self.game_def.zones)

    @cached_property
    def is_stack(self) -> tuple[bool, ...]:
        """Whether the next token of each zone is its last one."""
        return tuple(zone.ordering == "stack" for zone in self.game_def.zones)

    def zones_in_play(self, players: int) -> tuple[int, ...]:
        """Return the zones that exist with this number of players, in definition order."""
        found = self._zones_in_play.get(players)
        if found is None:
            owners = self.symbols.owner_of_zone
            found = tuple(zone for zone, owner in enumerate(owners) if owner is None or owner < players)
            self._zones_in_play[players] = found
        return found

    def is_in_play(self, zone: int, players: int) -> bool:
        """Return whether *zone* exists with this number of players."""
        owner = self.symbols.owner_of_zone[zone]
        return owner is None or owner < players

    def region(self, name: str, seat: int | None, players: int) -> tuple[int, ...]:
        """Return the zones of a region in play, in definition order; without *seat*, those of all seats."""
        key = (name, seat, players)
        found = self._regions.get(key)
        if found is None:
            region, index = self.symbols.regions[name], self.symbols.zone_index
            if region.of_seat is None:
                ids = set(region.zones)
            elif seat is None:
                ids = {zone for zones in region.of_seat[:players] for zone in zones}
            else:
                ids = set(region.of_seat[seat]) if seat < len(region.of_seat) else set()
            numbers = sorted(index[zone] for zone in ids)
            found = tuple(zone for zone in numbers if self.is_in_play(zone, players))
            self._regions[key] = found
        return found

    # ── directions ─────────────────────────────────────────────────────────────────────────────────────────────────

    @cached_property
    def way_of_name(self) -> dict[int, int]:
        """The board index of each direction, by its name number."""
        names = self.symbols.name_index
        return {names[name]: way for way, name in enumerate(self.board.direction_names) if name in names}

    def ray(self, zone: int, way: int) -> tuple[int, ...]:
        """Return the zones in direction *way* from *zone*, near to far."""
        found = self._rays.get((zone, way))
        if found is None:
            found = self._rays[zone, way] = ray_indices(self.board, zone, way)
        return found

    def between(self, start: int, goal: int) -> tuple[int, ...]:
        """Return the zones strictly between, on the first direction whose ray from *start* meets *goal*."""
        found = self._between.get((start, goal))
        if found is None:
            rays = (self.ray(start, way) for way in range(len(self.board.direction_names)))
            met = next((ray for ray in rays if goal in ray), (goal,))
            found = self._between[start, goal] = met[: met.index(goal)]
        return found

    # ── stored values ──────────────────────────────────────────────────────────────────────────────────────────────

    def initial(self, declared: VarDef | PropDef) -> Stored:
        """Return the initial value of a variable or property."""
        return initial_value(self.symbols, declared)

    def clamped(self, declared: VarDef | PropDef, value: Stored) -> Stored:
        """Return *value* as *declared* stores it: clamped to its range, or a default if None cannot be stored."""
        return clamped_value(self.symbols, declared, value)
