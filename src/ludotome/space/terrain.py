"""Terrain: the costs of entering and leaving each cell, and the cells that block movement or sight.

Invariants:
    * created once and never changed; the time of a query depends on the cells it visits, not on the map's size;
    * a step from a to b costs enter(b) + leave(a); entering costs at least 1, leaving at least 0, all integers;
    * the most expensive step times the number of cells fits in 31 bits, so no cost overflows.

This module does not know who moves; occupants belong to the query.
"""

from __future__ import annotations

from array import array
from collections.abc import Mapping
from typing import Any, Protocol, TypeAlias

from ludotome.space.links import Links
from ludotome.space.numbers import integer

Place: TypeAlias = Any
"""A zone id on a `Board`, a pair of integers on a `Lattice`."""

Flags: TypeAlias = Any
"""Cells, a predicate on a cell, a mapping from cells to truth, or an array of the map's form."""

Costs: TypeAlias = Any
"""One integer, a mapping from cells, a function of a cell, or an array of the map's form."""

_LARGEST_COST = (1 << 31) - 1

WALL = 2
"""The bit of a wall in `Terrain.mask`; bit 1 is a missing cell, also impassable. Only a wall blocks a diagonal step."""


class Space(Protocol):
    """What a terrain and a search require of a map: a `Board` or a `Lattice`."""

    @property
    def links(self) -> Links:
        """The neighbours of every index."""

    @property
    def indices(self) -> tuple[int, ...]:
        """The index of every cell that exists, in definition order."""

    def index(self, cell: Place, name: str = ...) -> int:
        """Return the index of *cell*."""

    def cell(self, index: int) -> Place:
        """Return the cell of *index*."""

    def flat(self, values: Any, fill: int) -> Any:
        """Return an array of the map's own form as a flat one over all indices."""

    def view(self, flat: Any) -> Any:
        """Return a flat buffer over all indices as an array of the map's own form."""

    def views(self, flats: Any) -> Any:
        """Return many such arrays, one per row."""


class Mask:
    """A byte per index, with the C core's pointer to it."""

    __slots__ = ("flags", "native")

    def __init__(self, flags: bytearray) -> None:
        self.flags = flags
        self.native: Any = None  # set by `core`


class Terrain:
    """The terrain of a map, prepared once for all queries.

    *enter* and *leave* are `Costs` (cells a mapping leaves out cost 1 and 0); *blocked* cells cannot be entered,
    *opaque* ones cannot be seen through, both are `Flags`.
    """

    def __init__(
        self, space: Space, *, enter: Costs = 1, leave: Costs = 0, blocked: Flags = (), opaque: Flags = ()
    ) -> None:
        if not hasattr(space, "links"):
            raise TypeError(f"`space` is {space!r}; it must be a Board or a Lattice")
        self.space = space
        self.enter = per_cell_costs(space, "enter", enter, 1)
        self.leave = per_cell_costs(space, "leave", leave, 0)
        walls = per_cell_flags(space, "blocked", blocked)
        exists = space.links.exists
        self.mask = bytearray(
            exists.translate(_NOT)
            if not any(walls)
            else (WALL * w | (not e) for w, e in zip(walls, exists, strict=True))
        )
        self.scenes: dict[int, Any] = {}  # set by `scenes`, one per sheet of a board
        self.whole_scene: Any = None  # set by `scenes`, for a lattice
        self.native: Any = None  # set by `core`
        self.opaque = Mask(per_cell_flags(space, "opaque", opaque))
        self.dearest_step = max(self.enter, default=1) + max(self.leave, default=0)
        self.is_plain = self.dearest_step == 1
        if self.dearest_step * space.links.count > _LARGEST_COST:
            raise ValueError(
                f"`enter` and `leave` cost up to {self.dearest_step} a step; on this map it must be at most "
                f"{_LARGEST_COST // space.links.count}"
            )

    def __repr__(self) -> str:
        blocked = sum(bool(flag & WALL) for flag in self.mask)
        return f"Terrain({self.space!r}, {blocked} blocked, {sum(map(bool, self.opaque.flags))} opaque)"

    def is_blocked(self, cell: Place) -> bool:
        """Whether *cell* cannot be entered."""
        return self.mask[self.space.index(cell)] != 0


_NOT = bytes([1]) + bytes(255)


def terrain_of(space: Space | Terrain) -> Terrain:
    """Return *space* itself if it is a terrain, else the map's plain terrain (cached): each step costs 1, no walls."""
    if isinstance(space, Terrain):
        return space
    plain = getattr(space, "plain_terrain", None)
    if plain is None:
        raise TypeError(f"`space` is {space!r}; it must be a Board, a Lattice or a Terrain")
    found: Terrain = plain
    return found


def per_cell_costs(space: Space, name: str, given: Costs, usual: int) -> array[int]:
    """Return *given* as one integer per index, *usual* where no value is given or there is no cell."""
    count = space.links.count
    if hasattr(given, "dtype"):
        if given.dtype.kind not in "iu":
            raise TypeError(f"`{name}` is an array of {given.dtype}; costs are integers")
        low, high = (int(given.min()), int(given.max())) if given.size else (usual, usual)
        integer(name, low, least=usual)
        integer(name, high, most=_LARGEST_COST)
        return array("i", space.flat(given, usual).tobytes())
    if callable(given):
        given = {cell: given(cell) for cell in map(space.cell, space.indices)}
    if not isinstance(given, Mapping):
        return array("i", [integer(name, given, least=usual, most=_LARGEST_COST)]) * count
    costs = array("i", [usual]) * count
    for cell, cost in given.items():
        costs[space.index(cell, name)] = integer(f"{name}[{cell!r}]", cost, least=usual, most=_LARGEST_COST)
    return costs


def per_cell_flags(space: Space, name: str, given: Flags) -> bytearray:
    """Return *given* as one byte per index: 1 where it holds, 0 elsewhere."""
    flags = bytearray(space.links.count)
    if hasattr(given, "dtype"):
        if given.dtype.kind not in "biu":
            raise TypeError(f"`{name}` is an array of {given.dtype}; it must hold booleans or integers")
        return bytearray((space.flat(given != 0, 0) != 0).tobytes())
    if callable(given):
        given = filter(given, map(space.cell, space.indices))
    elif isinstance(given, Mapping):
        given = (cell for cell, holds in given.items() if holds)
    for cell in given:
        flags[space.index(cell, name)] = 1
    return flags
