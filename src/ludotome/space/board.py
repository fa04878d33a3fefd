"""Board: zones compiled once into dense tables for all queries.

Invariants:
    * a zone's index is its place in the definition; index order is definition order;
    * -1 is "no zone" and "no direction" in every table;
    * direction indices follow the boards' own order (`BoardDef`), several boards one after the other;
    * a compiled board never changes; nothing here knows what stands on a zone.

This module does not know how to search or see (`search`, `sight`).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cached_property
from typing import Any

from ludotome.space.graph import AdjacencyGraph, build_adjacency_graph
from ludotome.space.links import Links, Sides
from ludotome.space.sheet import Sheet, sheets_of
from ludotome.space.terrain import Terrain
from ludotome.space.zones import (
    HEX_DIRECTIONS,
    SQUARE_DIRECTIONS,
    BoardDef,
    Direction,
    Shape,
    ZoneDef,
    ZoneId,
    opposite_names,
    zones_of,
)


class Board:
    """Zones with dense indices: neighbours, directions, coordinates.

    `boards` gives the order of directions and the opposites. Without it they are inferred: squares and hexes have fixed
    ones; other zones use the order of first mention, and two directions are opposite if one always undoes the other.
    """

    def __init__(self, zones: Iterable[ZoneDef], boards: Sequence[BoardDef] = ()) -> None:
        self.zones: tuple[ZoneDef, ...] = zones_of(zones)
        self.zone_ids: tuple[ZoneId, ...] = tuple(zone.id for zone in self.zones)
        self.index_of_zone: dict[ZoneId, int] = {zone: index for index, zone in enumerate(self.zone_ids)}
        if len(self.index_of_zone) != len(self.zones):
            twice = next(zone for index, zone in enumerate(self.zone_ids) if self.index_of_zone[zone] != index)
            raise ValueError(f"`zones` holds the id `{twice}` twice")
        self.graph: AdjacencyGraph = build_adjacency_graph(self.zones)
        self.boards: tuple[BoardDef, ...] = tuple(boards) or _inferred(self.zones)
        self.direction_names: tuple[Direction, ...] = tuple(
            dict.fromkeys(name for board in self.boards for name in board.directions)
        )
        self.index_of_direction: dict[Direction, int] = {name: way for way, name in enumerate(self.direction_names)}
        self.distance_rows: dict[int, tuple[int, ...]] = {}  # filled by `distance`

    def __len__(self) -> int:
        return len(self.zones)

    def __repr__(self) -> str:
        return f"Board({len(self)} zones, directions {' '.join(self.direction_names) or 'none'})"

    def index(self, zone: ZoneId, name: str = "zone") -> int:
        """Return the index of *zone*; for an unknown zone raise `ValueError` naming the argument."""
        try:
            return self.index_of_zone[zone]
        except (KeyError, TypeError):
            raise ValueError(f"`{name}` is {zone!r}; no zone has this id") from None

    def way(self, direction: Direction, name: str = "direction") -> int:
        """Return the index of *direction*; for an unknown one raise `ValueError` listing the board's directions."""
        try:
            return self.index_of_direction[direction]
        except (KeyError, TypeError):
            known = ", ".join(self.direction_names) or "none"
            raise ValueError(f"`{name}` is {direction!r}; the directions of this board are: {known}") from None

    @cached_property
    def shape(self) -> Shape:
        """`square` or `hex` if every board has that shape; otherwise `graph`, which has paths but no line of sight."""
        shapes = {board.shape for board in self.boards}
        return shapes.pop() if len(shapes) == 1 else "graph"

    @cached_property
    def neighbors(self) -> tuple[tuple[int, ...], ...]:
        """The neighbours of each zone, in neighbour order."""
        index = self.index_of_zone
        return tuple(tuple(index[other] for other in self.graph.neighbors[zone]) for zone in self.zone_ids)

    @cached_property
    def neighbor_by_direction(self) -> tuple[tuple[int, ...], ...]:
        """Where each direction leads from each zone: `neighbor_by_direction[zone][way]`, -1 for nowhere."""
        index = self.index_of_zone
        return tuple(
            tuple(
                index.get(zone.directions[name], -1) if name in zone.directions else -1 for name in self.direction_names
            )
            for zone in self.zones
        )

    @cached_property
    def opposite(self) -> tuple[int, ...]:
        """The direction that leads back from each direction, -1 where nothing does."""
        facing: dict[Direction, Direction] = {}
        for board in self.boards:
            for name, other in zip(board.directions, board.opposites, strict=False):
                facing.setdefault(name, other)
        return tuple(self.index_of_direction.get(facing.get(name, ""), -1) for name in self.direction_names)

    @cached_property
    def axes(self) -> tuple[tuple[int, int], ...]:
        """Each straight line through a zone once: a direction and its opposite (-1 if it has none), in board order."""
        opposite = self.opposite
        return tuple(
            (way, back)
            for way, back in enumerate(opposite)
            if back < 0 or way <= back or opposite[back] != way  # otherwise it was already listed from its other end
        )

    @cached_property
    def coordinates(self) -> tuple[tuple[int, int] | None, ...]:
        """(row, col) of each square, (q, r) of each hexagon, None for other zones."""
        return tuple(_coordinates(zone) for zone in self.zones)

    @cached_property
    def indices(self) -> tuple[int, ...]:
        """The index of every zone."""
        return tuple(range(len(self.zones)))

    def cell(self, index: int) -> ZoneId:
        """Return the id of the zone *index*; the inverse of `index`."""
        return self.zone_ids[index]

    @cached_property
    def links(self) -> Links:
        """The neighbours of every zone, with the zones beside each diagonal step of a square board."""
        sides = tuple(self._sides(zone) for zone in self.indices) if self.diagonal else ()
        return Links(count=len(self), exists=b"\1" * len(self), table=self.neighbors, table_sides=sides)

    @cached_property
    def sheet_of_zone(self) -> dict[int, Sheet]:
        """The flat map of each zone with coordinates, for line of sight."""
        return sheets_of(self)

    @cached_property
    def plain_terrain(self) -> Terrain:
        """The terrain where every step costs 1 and nothing blocks."""
        return Terrain(self)

    def flat(self, values: Any, fill: int) -> Any:  # noqa: ARG002 - a board has no rim to fill
        """Return *values*, an array with one entry per zone, as 32-bit integers."""
        import numpy as np

        if values.shape != (len(self),):
            raise ValueError(f"an array for this board has the shape {(len(self),)}, not {values.shape}")
        return np.ascontiguousarray(values, dtype=np.int32)

    def view(self, flat: Any) -> Any:
        """Return *flat*, a buffer over all zones, as an array, without copying."""
        import numpy as np

        return np.asarray(flat)

    def views(self, flats: Any) -> Any:
        """Return an array with one row per answer as it is: a board has no rim."""
        return flats

    def _sides(self, zone: int) -> tuple[Sides, ...]:
        """Return, for each neighbour of *zone*, the two zones beside the step if it is a diagonal one."""
        if self.zones[zone].row is None:
            return (None,) * len(self.neighbors[zone])
        led = self.neighbor_by_direction[zone]
        beside: dict[int, Sides] = {}
        for way in self.diagonal:
            down, right = SQUARE_DIRECTIONS[self.direction_names[way]]
            vertical = led[self.index_of_direction["n" if down < 0 else "s"]]
            horizontal = led[self.index_of_direction["w" if right < 0 else "e"]]
            if min(led[way], vertical, horizontal) >= 0:
                beside[led[way]] = (vertical, horizontal)
        straight = {led[way] for way in self.orthogonal}
        return tuple(None if other in straight else beside.get(other) for other in self.neighbors[zone])

    @cached_property
    def orthogonal(self) -> tuple[int, ...]:
        """The directions that change one coordinate of a square, all directions elsewhere; in board order."""
        return tuple(way for way, name in enumerate(self.direction_names) if not self._is_diagonal(name))

    @cached_property
    def diagonal(self) -> tuple[int, ...]:
        """The directions that change both coordinates of a square; none elsewhere."""
        return tuple(way for way, name in enumerate(self.direction_names) if self._is_diagonal(name))

    def _is_diagonal(self, name: Direction) -> bool:
        on_squares = any(board.shape == "square" and name in board.directions for board in self.boards)
        return on_squares and 0 not in SQUARE_DIRECTIONS.get(name, (0, 0))


def _coordinates(zone: ZoneDef) -> tuple[int, int] | None:
    if zone.row is not None and zone.col is not None:
        return zone.row, zone.col
    if zone.q is not None and zone.r is not None:
        return zone.q, zone.r
    return None


def _inferred(zones: tuple[ZoneDef, ...]) -> tuple[BoardDef, ...]:
    """Return one `BoardDef` per board id met, in definition order."""
    grouped: dict[str, list[ZoneDef]] = {}
    for zone in zones:
        if zone.board is not None or zone.directions:
            grouped.setdefault(zone.board or "board", []).append(zone)
    return tuple(_inferred_board(name, members) for name, members in grouped.items())


def _inferred_board(name: str, zones: list[ZoneDef]) -> BoardDef:
    used = dict.fromkeys(name for zone in zones for name in zone.directions)
    shapes: tuple[tuple[Shape, dict[Direction, tuple[int, int]], bool], ...] = (
        ("square", SQUARE_DIRECTIONS, all(zone.row is not None and zone.col is not None for zone in zones)),
        ("hex", HEX_DIRECTIONS, all(zone.q is not None and zone.r is not None for zone in zones)),
    )
    for shape, steps, fits in shapes:
        if fits and used.keys() <= steps.keys():
            opposite = opposite_names(steps)
            # A square board without any diagonal has four directions, even where an edge cuts some off.
            count = 4 if shape == "square" and not any(len(name) == 2 for name in used) else len(steps)
            names = tuple(steps)[:count]
            return BoardDef(id=name, shape=shape, directions=names, opposites=tuple(opposite[name] for name in names))
    return BoardDef(id=name, directions=tuple(used), opposites=tuple(_undone_by(way, used, zones) for way in used))


def _undone_by(way: Direction, used: Iterable[Direction], zones: list[ZoneDef]) -> Direction:
    """Return the first direction that leads back wherever *way* leads, or an empty name."""
    by_id = {zone.id: zone for zone in zones}
    walked = [(zone.id, zone.directions[way]) for zone in zones if way in zone.directions]
    for back in used:
        if all(there in by_id and by_id[there].directions.get(back) == here for here, there in walked):
            return back
    return ""
