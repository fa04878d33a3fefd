"""Board: tiles and the labelled, directed, weighted roads between them, in dense tables.

Invariants:
    * every error in a board is found when it is built, never during a query;
    * a tile has at most one road in each direction, so a direction is a function and a ray is one line;
    * tiles and directions have dense indices in definition order; `NO_TILE` stands for "no road";
    * the order in which relations are given does not matter;
    * a board equals only itself, because paths are compared by the identity of its relations.

Rays and leaps are computed on first use and cached; that never changes what a board is. Names, orders and coordinates
are those of `space`, so a piece moves on a bare board as it does in a game.

This module does not know pieces.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, Literal, TypeAlias, TypeVar

from ludotome.movement.arguments import is_whole, name, ordered
from ludotome.movement.cells import NO_TILE, Cell, Cells, Road, cells_of
from ludotome.movement.path import Relation, TileId
from ludotome.space import Board as SpaceBoard
from ludotome.space import (
    BoardDef,
    Direction,
    ZoneDef,
    generate_grid,
    generate_hex,
    generate_ring,
    hex_board,
    ring_board,
    square_board,
)

MAX_KEPT: Final = 4096

Shape: TypeAlias = Literal["square", "hex", "graph"]
T = TypeVar("T")
Wrap: TypeAlias = Literal["none", "rows", "cols", "both"]


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Board:
    """Tiles and roads; made by `grid`, `hex`, `ring`, `from_relations`, `from_zones` or `from_space`."""

    shape: Shape
    tiles: tuple[TileId, ...]
    directions: tuple[Direction, ...]
    opposites: tuple[Direction | None, ...]
    """The opposite of each direction, or None."""
    relations: tuple[Relation, ...]
    """All roads: tile by tile, and from each in direction order."""
    index_of_tile: Mapping[str, int]
    index_of_direction: Mapping[str, int]
    neighbour_of: tuple[tuple[int, ...], ...]
    """`neighbour_of[direction][tile]` is a tile or `NO_TILE`."""
    relation_of: tuple[tuple[Relation | None, ...], ...]
    """`relation_of[direction][tile]`: the same roads as objects."""
    _cells: Cells
    _rays: dict[tuple[int, int], tuple[int, ...]] = field(default_factory=dict)
    _leaps: dict[tuple[int, Cell], Relation] = field(default_factory=dict)
    # What other modules of this package have computed for a piece on this board; written by `keep`.
    programs: dict[Any, Any] = field(default_factory=dict)
    sliding_tables: dict[Any, Any] = field(default_factory=dict)
    move_tables: dict[Any, Any] = field(default_factory=dict)

    # Constructors

    @classmethod
    def grid(cls, rows: int, cols: int, *, directions: int = 8, wrap: Wrap = "none") -> Board:
        """Return a grid of tiles `cell_R_C`, row 0 on top, with the first 4 or all 8 of `n s w e nw ne sw se`.

        *wrap* joins the last row to the first (`rows`), the last column to the first (`cols`) or both.
        """
        return cls.from_zones(generate_grid(rows, cols, directions=directions, wrap=wrap), (square_board(directions),))

    @classmethod
    def hex(cls, radius: int) -> Board:
        """Return the hexes `hex_Q_R` (`n1` for -1) within *radius* of the centre, with directions `e w se nw ne sw`."""
        return cls.from_zones(generate_hex(radius), (hex_board(),))

    @classmethod
    def ring(cls, n: int) -> Board:
        """Return *n* tiles `ring_0`, `ring_1`, … in a circle: `cw` counts up, `ccw` down."""
        return cls.from_zones(generate_ring(n), (ring_board(),))

    @classmethod
    def from_zones(cls, zones: Iterable[ZoneDef], boards: Sequence[BoardDef] = ()) -> Board:
        """Return the board of *zones* and their named steps; *boards* gives order and opposites, as in `space`."""
        return cls.from_space(SpaceBoard(zones, boards))

    @classmethod
    def from_space(cls, board: SpaceBoard) -> Board:
        """Return *board* in the form of this package, with the same indices of zones and directions."""
        if not isinstance(board, SpaceBoard):
            raise TypeError(f"`board` is {board!r}; write a `Board` of `ludotome.space`")
        names = board.direction_names
        roads = [
            (start, end, names[way])
            for start, ends in enumerate(board.neighbor_by_direction)
            for way, end in enumerate(ends)
            if end != NO_TILE
        ]
        opposites = tuple(None if way == NO_TILE else names[way] for way in board.opposite)
        cells = cells_of(board.zones, board.coordinates, roads)
        relation_of_road = {road: Relation(board.zone_ids[road[0]], board.zone_ids[road[1]], road[2]) for road in roads}
        return cls._of(board.shape, board.zone_ids, names, opposites, relation_of_road, cells)

    @classmethod
    def from_relations(
        cls,
        relations: Iterable[Relation | Sequence[Any]],
        *,
        tiles: Iterable[str] | None = None,
        directions: Iterable[str] | None = None,
        islands: bool = False,
    ) -> Board:
        """Return the board of these roads, each a `Relation` or `(from, to, direction)` or `(…, distance)`.

        Tiles and directions are in code-point order unless they are given; a repeated road counts once. Raises
        `ValueError`, naming the culprit, for an unknown tile or direction, a road from a tile to itself, two roads from
        one tile in one direction, a distance that is not a positive integer, and, unless *islands* is true, a board in
        several parts.
        """
        if isinstance(relations, (str, bytes)) or not isinstance(relations, Iterable):
            raise ValueError(f"`relations` is {relations!r}; write a list")
        given = tuple(dict.fromkeys(map(_relation, relations)))
        names = _names(
            "tile", sorted({end for road in given for end in (road.from_, road.to)}) if tiles is None else tiles
        )
        ways = _names("direction", sorted({road.direction for road in given}) if directions is None else directions)
        if not names:
            raise ValueError("a board needs at least one tile")
        index_of_tile = {tile: index for index, tile in enumerate(names)}
        relation_of_road: dict[Road, Relation] = {}
        for road in given:
            if road.direction not in ways:
                raise ValueError(f"`{road}` has an unknown direction; declare `{road.direction}` among the directions")
            ends = (_index(road.from_, index_of_tile, road), _index(road.to, index_of_tile, road))
            other = relation_of_road.setdefault((*ends, road.direction), road)
            if other is not road:
                raise ValueError(f"`{road}` has the distances {other.distance} and {road.distance}; write one")
        if not islands:
            _refuse_islands(names, relation_of_road)
        tile_ids = tuple(TileId(name) for name in names)
        return cls._of("graph", tile_ids, ways, _opposites(ways, relation_of_road), relation_of_road, Cells())

    @classmethod
    def _of(
        cls,
        shape: Shape,
        tiles: tuple[TileId, ...],
        directions: tuple[Direction, ...],
        opposites: tuple[Direction | None, ...],
        relation_of_road: Mapping[Road, Relation],
        cells: Cells,
    ) -> Board:
        """Return the board with its dense tables."""
        index_of_direction = {name: index for index, name in enumerate(directions)}
        relation_of: list[list[Relation | None]] = [[None] * len(tiles) for _ in directions]
        neighbour_of = [[NO_TILE] * len(tiles) for _ in directions]
        for (start, end, direction), relation in relation_of_road.items():
            way = index_of_direction[direction]
            other = relation_of[way][start]
            if other is not None:
                raise ValueError(f"`{other}` and `{relation}` leave one tile in one direction; give each its own")
            relation_of[way][start], neighbour_of[way][start] = relation, end
        return cls(
            shape,
            tiles,
            directions,
            opposites,
            tuple(road for roads in zip(*relation_of, strict=True) for road in roads if road is not None),
            {name: index for index, name in enumerate(tiles)},
            index_of_direction,
            tuple(map(tuple, neighbour_of)),
            tuple(map(tuple, relation_of)),
            cells,
        )

    # Queries

    @property
    def has_cells(self) -> bool:
        """Whether the tiles have coordinates, which leaps by offset need."""
        return bool(self._cells.place_of_tile)

    def tile_index(self, tile: str) -> int:
        """Return the dense index of *tile*; raise `ValueError` if it is unknown."""
        index = self.index_of_tile.get(tile)
        if index is None:
            raise ValueError(f"unknown tile `{tile}`; the board has {len(self.tiles)}, the first is `{self.tiles[0]}`")
        return index

    def relation(self, tile: str, direction: str) -> Relation | None:
        """Return the road that leaves *tile* going *direction*; None if there is none, or a name is unknown."""
        way, index = self.index_of_direction.get(direction), self.index_of_tile.get(tile)
        return None if way is None or index is None else self.relation_of[way][index]

    def ray(self, way: int, start: int) -> tuple[int, ...]:
        """Return the tiles in direction *way* from *start*, nearest first, without *start*; all as dense indices.

        The ray ends at the edge of the board, or before it would meet its start or another tile again.
        """
        known = self._rays.get((way, start))
        if known is None:
            neighbour_of = self.neighbour_of[way]
            met = {start: None}
            tile = neighbour_of[start]
            while tile != NO_TILE and tile not in met:
                met[tile] = None
                tile = neighbour_of[tile]
            known = self._rays[way, start] = tuple(met)[1:]
        return known

    def leap(self, start: int, offset: Cell) -> Relation | None:
        """Return the board's own relation for a leap by *offset* from the tile *start*, always the same object.

        None without coordinates, off the board, or if a wrapped board leads the leap back to its start.
        """
        relation = self._leaps.get((start, offset))
        if relation is None:
            landing = self._cells.landing(start, offset)
            if landing in (NO_TILE, start):
                return None
            way = f"leap({offset[0]},{offset[1]})"
            relation = self._leaps[start, offset] = Relation(self.tiles[start], self.tiles[landing], way)
        return relation

    def opposite(self, direction: str) -> Direction | None:
        """Return the direction that leads back from *direction*; None if there is none or the name is unknown."""
        way = self.index_of_direction.get(direction)
        return None if way is None else self.opposites[way]

    def keep(self, store: dict[Any, T], key: object, value: T) -> T:
        """Cache *value* for *key* in one of this board's stores, and return it.

        A store that exceeds the needs of any real game is cleared, so that endless new pieces do not fill the memory.
        """
        if len(store) >= MAX_KEPT:
            store.clear()
        store[key] = value
        return value

    def __repr__(self) -> str:
        return f"<{self.shape} board of {len(self.tiles)} tiles, directions {' '.join(self.directions) or 'none'}>"


def _relation(given: Any) -> Relation:
    """Return *given* as a relation, raising `ValueError` for bad names, a road to itself or a distance below 1."""
    if not isinstance(given, Relation):
        if isinstance(given, str) or not isinstance(given, Sequence) or len(given) not in (3, 4):
            raise ValueError(
                f"{given!r} is not a relation; write `(from, to, direction)`, and a distance if it is not 1"
            )
        return _relation(Relation(*given))
    for kind, value in (("tile", given.from_), ("tile", given.to), ("direction", given.direction)):
        name(kind, value)
    if not is_whole(given.distance) or given.distance < 1:
        raise ValueError(f"`{given}` has the distance {given.distance!r}; write a positive integer")
    if given.from_ == given.to:
        raise ValueError(f"`{given}` leads from a tile to itself")
    return given


def _names(kind: str, given: object) -> tuple[str, ...]:
    """Return the names of *kind* as given; raise `ValueError` for a repeated one."""
    names = tuple(name(kind, value) for value in ordered(f"{kind}s", given))
    repeated = next((value for value, times in Counter(names).items() if times > 1), None)
    if repeated is not None:
        raise ValueError(f"the {kind} `{repeated}` is declared twice")
    return names


def _index(tile: str, index_of_tile: Mapping[str, int], road: Relation) -> int:
    index = index_of_tile.get(tile)
    if index is None:
        raise ValueError(f"`{road}` names the unknown tile `{tile}`; declare it among the tiles")
    return index


def _opposites(directions: Iterable[str], roads: Iterable[Road]) -> tuple[Direction | None, ...]:
    """Return for each direction the first one, in order, whose roads are exactly its own reversed; None without one."""
    roads_of: dict[str, set[tuple[int, int]]] = {name: set() for name in directions}
    for start, end, direction in roads:
        roads_of[direction].add((start, end))

    def back(there: set[tuple[int, int]]) -> Direction | None:
        reverse = {(end, start) for start, end in there}
        return next((name for name, others in roads_of.items() if reverse and others == reverse), None)

    return tuple(back(there) for there in roads_of.values())


def _refuse_islands(tiles: Sequence[str], roads: Iterable[Road]) -> None:
    """Raise `ValueError` if some tile is not connected to the first, ignoring the direction of roads."""
    near: list[set[int]] = [set() for _ in tiles]
    for start, end, _ in roads:
        near[start].add(end)
        near[end].add(start)
    met, waiting = {0}, [0]
    while waiting:
        fresh = near[waiting.pop()] - met
        met |= fresh
        waiting.extend(fresh)
    if len(met) < len(tiles):
        cut_off = next(name for index, name in enumerate(tiles) if index not in met)
        raise ValueError(f"no roads join `{cut_off}` to `{tiles[0]}`; join them, or write `islands=True`")
