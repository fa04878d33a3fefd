"""Scenes: the surfaces for line of sight: a lattice, one board of zones as a flat map, or the unbounded plane.

Invariants:
    * a scene uses coordinates; `place` returns the cell or zone there, or None if there is none;
    * where there is no cell, nothing blocks and nothing gives cover;
    * the scene of a terrain is created once and stored in the terrain.

This module does not know lines.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Mapping
from typing import Any, Literal, TypeAlias

from ludotome.space.board import Board
from ludotome.space.hexes import Cell
from ludotome.space.lattice import Lattice
from ludotome.space.sheet import Sheet
from ludotome.space.terrain import Flags, Mask, Place, Terrain, per_cell_flags

Plane: TypeAlias = Literal["square", "hex"]
Test: TypeAlias = Callable[[Cell], bool]


class Scene:
    """A lattice and its places: its own cells, or the zones of one sheet of a board."""

    __slots__ = ("lattice", "mask", "sheet", "terrain")

    def __init__(self, terrain: Terrain, lattice: Lattice, sheet: Sheet | None, mask: Mask) -> None:
        self.terrain, self.lattice, self.sheet, self.mask = terrain, lattice, sheet, mask

    @property
    def shape(self) -> Plane:
        """Whether lines cross squares or hexagons."""
        return self.lattice.shape

    def place(self, cell: Cell) -> Place | None:
        """Return the cell or the zone id at the coordinates *cell*, or None."""
        if self.sheet is None:
            return cell if cell in self.lattice else None
        zone = self.sheet.zone_of_cell.get(cell)
        return None if zone is None else self.sheet.board.zone_ids[zone]

    def test(self, name: str, given: Flags | None) -> Test:
        """Return *given* (None: the terrain's opaque cells) as a test of coordinates."""
        space = self.terrain.space
        if given is None or hasattr(given, "dtype"):
            flags = self.terrain.opaque.flags if given is None else per_cell_flags(space, name, given)
            return lambda cell: (place := self.place(cell)) is not None and flags[space.index(place)] != 0
        asked = membership(given)
        return lambda cell: (place := self.place(cell)) is not None and bool(asked(place))


class PlaneScene:
    """The whole plane: every pair of integers is a cell, and only named cells block."""

    __slots__ = ("shape",)

    def __init__(self, shape: Plane) -> None:
        self.shape: Plane = shape

    def place(self, cell: Cell) -> Place:
        """Return *cell* itself."""
        return cell

    def test(self, name: str, given: Flags | None) -> Test:  # noqa: ARG002 - the scenes are asked alike
        """Return *given* as a test of coordinates."""
        return membership(() if given is None else given)


PLANES = {"square": PlaneScene("square"), "hex": PlaneScene("hex")}


def plane(shape: object) -> PlaneScene:
    """Return the plane of *shape*."""
    if shape not in PLANES:
        raise ValueError(f"`space` is {shape!r}; a plane is square or hex")
    return PLANES[str(shape)]


def scene_at(terrain: Terrain, index: int) -> tuple[Scene, int] | None:
    """Return the scene that contains *index* of *terrain*, and its index there; None without coordinates."""
    if terrain.whole_scene is not None:
        return terrain.whole_scene, index
    space = terrain.space
    if isinstance(space, Lattice):
        terrain.whole_scene = Scene(terrain, space, None, terrain.opaque)
        return terrain.whole_scene, index
    if not isinstance(space, Board):
        raise TypeError(f"`space` is {space!r}; it must be a Board, a Lattice or a Terrain of one")
    sheet = space.sheet_of_zone.get(index)
    if sheet is None:
        return None
    scene = terrain.scenes.get(id(sheet))
    if scene is None:
        scene = terrain.scenes[id(sheet)] = Scene(terrain, sheet.lattice, sheet, _spread_out(terrain, sheet))
    return scene, sheet.index_of_zone[index]


def _spread_out(terrain: Terrain, sheet: Sheet) -> Mask:
    flags = bytearray(sheet.lattice.count)
    for zone, index in sheet.index_of_zone.items():
        flags[index] = terrain.opaque.flags[zone]
    return Mask(flags)


def membership(given: Flags) -> Callable[[Place], bool]:
    """Return *given* (a predicate, a mapping to truth, or cells) as a predicate."""
    if callable(given):
        found: Callable[[Place], bool] = given
        return found
    if isinstance(given, Mapping):
        return lambda place: bool(given.get(place, False))
    cells: Container[Any] = given if isinstance(given, Container) else frozenset(given)
    return lambda place: place in cells
