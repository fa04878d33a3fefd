"""Sight: who sees whom and what is seen from here, with the witnesses: the public face of the sightlines.

Invariants:
    * exact and symmetric; the field of view is one line per cell, no more and no less;
    * adding a blocker never reveals a cell; whatever is seen conservatively is seen permissively;
    * every answer can say why: the line, the blocker, the tie cells, the cover on the way.

This module does not know what blocks: it is told, by a `Terrain`, a set, a mask or a predicate.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Literal, TypeAlias

from ludotome.space.board import Board
from ludotome.space.forms import Form, engine
from ludotome.space.hexes import Cell, Step, hex_line_draw
from ludotome.space.lattice import Lattice
from ludotome.space.numbers import integer
from ludotome.space.sightlines import Policy, first_blocker, steps_between
from ludotome.space.squares import square_line_draw
from ludotome.space.terrain import Flags, Place, Space, Terrain, per_cell_flags, terrain_of

Plane: TypeAlias = Literal["square", "hex"]
Test: TypeAlias = Callable[[Cell], bool]


@dataclass(frozen=True, slots=True)
class Sight:
    """Whether one cell sees another (`clear`; also its truth), and why. Witnesses are worked out when asked for."""

    clear: bool
    shape: Plane = field(repr=False)
    ends: tuple[Cell, Cell] | None = field(repr=False)
    policy: Policy = field(repr=False)
    _is_opaque: Test = field(repr=False, compare=False)
    _is_cover: Test = field(repr=False, compare=False)
    _place: Callable[[Cell], Place] = field(repr=False, compare=False)

    def __bool__(self) -> bool:
        return self.clear

    @property
    def line(self) -> tuple[Place, ...]:
        """The thin line from one end to the other, both included; where no zone is, the bare coordinates."""
        if self.ends is None:
            return ()
        draw = hex_line_draw if self.shape == "hex" else square_line_draw
        return tuple(map(self._place, draw(*self.ends)))

    @property
    def crossed(self) -> tuple[Place, ...]:
        """Every cell the line touches strictly between its ends, in line order, both cells of a tie or corner."""
        return tuple(self._place(cell) for step in self._steps() for cell in step)

    @property
    def ties(self) -> tuple[tuple[Place, Place], ...]:
        """The pairs of cells between which the line passes exactly: hex ties, square corners; in line order."""
        return tuple((self._place(step[0]), self._place(step[1])) for step in self._steps() if len(step) == 2)

    @property
    def blocked_by(self) -> Place | None:
        """The first blocker in line order; None when the line is clear (or there is no line at all)."""
        if self.clear or self.ends is None:
            return None
        found = first_blocker(self.shape, *self.ends, self._is_opaque, self.policy)
        return None if found is None else self._place(found)

    @property
    def cover(self) -> tuple[Place, ...]:
        """The cover cells on the line, in line order, either cell of a tie counting; none when it is blocked."""
        if not self.clear:
            return ()
        return tuple(self._place(cell) for step in self._steps() for cell in step if self._is_cover(cell))

    def _steps(self) -> tuple[Step, ...]:
        return () if self.ends is None else steps_between(self.shape, *self.ends)


class Visible:
    """What is seen from one cell: `cells`, `in`, and `mask` as an array."""

    def __init__(self, space: Space, lattice: Lattice, seen: Any, zone_of_index: Mapping[int, int] | None) -> None:
        self._space, self._lattice, self._seen, self._zone_of_index = space, lattice, seen, zone_of_index

    def __contains__(self, cell: Place) -> bool:
        return cell in self._cell_set

    def __len__(self) -> int:
        return len(self.indices)

    @cached_property
    def indices(self) -> tuple[int, ...]:
        """The indices of the cells seen, in definition order."""
        import numpy as np

        seen = np.flatnonzero(np.asarray(self._seen)).tolist()
        if self._zone_of_index is None:
            return tuple(seen)
        return tuple(sorted(self._zone_of_index[index] for index in seen))

    @property
    def cells(self) -> tuple[Place, ...]:
        """The cells seen, the origin included, in definition order."""
        return tuple(map(self._space.cell, self.indices))

    @cached_property
    def _cell_set(self) -> frozenset[Place]:
        return frozenset(self.cells)

    @property
    def mask(self) -> Any:
        """1 where seen, 0 elsewhere, as an array of the map's form: a view on a lattice, made on a board."""
        import numpy as np

        if self._zone_of_index is None:
            return self._lattice.view(np.asarray(self._seen))
        mask = np.zeros(self._space.links.count, dtype=np.uint8)
        mask[list(self.indices)] = 1
        return mask


def line_of_sight(
    space: Space | Terrain | Plane,
    a: Place,
    b: Place,
    *,
    blockers: Flags | None = None,
    cover: Flags = (),
    policy: Policy = "conservative",
    form: Form = "auto",
) -> Sight:
    """Return whether *a* sees *b*, with the witnesses; the two ends never block.

    *blockers* and *cover* are cells, a predicate, a mapping or an array. Without *blockers* a `Terrain` gives its
    `opaque` cells. "square" or "hex" as *space* is the plane without a rim. Zones without coordinates, and zones of
    different boards, never see each other.
    """
    check_policy(policy)
    if isinstance(space, str):
        return _sight_on_plane(space, a, b, blockers, cover, policy)
    terrain = terrain_of(space)
    start, goal = terrain.space.index(a, "a"), terrain.space.index(b, "b")
    located = _located(terrain.space, start, goal)
    if located is None:
        return Sight(False, "square", None, policy, bool, bool, tuple)
    lattice, at, to, place = located
    is_opaque = _test(terrain.space, "blockers", terrain if blockers is None else blockers, place)
    ends = (lattice.cell(at), lattice.cell(to))
    if blockers is None:
        clear = engine(form).is_clear(lattice, sight_mask(terrain, start), at, to, policy)
    else:
        clear = first_blocker(lattice.shape, *ends, is_opaque, policy) is None
    is_cover = _test(terrain.space, "cover", cover, place)
    return Sight(clear, lattice.shape, ends, policy, is_opaque, is_cover, lambda cell: _or_cell(place(cell), cell))


def visible(
    space: Space | Terrain | Plane,
    origin: Place,
    radius: int | None = None,
    *,
    blockers: Flags | None = None,
    policy: Policy = "conservative",
    form: Form = "auto",
) -> Visible:
    """Return what *origin* sees within *radius* (None: on the whole map): exactly the cells with a clear line.

    The origin is always seen, and so is a blocker at the end of a clear line. Distance on squares counts a diagonal
    as one. On a plane ("square", "hex") a radius is needed.
    """
    check_policy(policy)
    if isinstance(space, str):
        space = _lattice_around(space, origin, radius)
    terrain = terrain_of(space)
    if blockers is not None:
        terrain = Terrain(terrain.space, opaque=_within(terrain.space, blockers))
    start = terrain.space.index(origin, "origin")
    located = _located(terrain.space, start, start)
    if located is None:
        raise ValueError(f"`origin` is {origin!r}; this zone has no coordinates, so nothing can be seen from it")
    lattice, at = located[:2]
    most = lattice.rows + lattice.cols if radius is None else integer("radius", radius, least=0)
    seen = engine(form).field(lattice, sight_mask(terrain, start), at, most, policy)
    sheet = terrain.space.sheet_of_zone[start] if isinstance(terrain.space, Board) else None
    return Visible(terrain.space, lattice, seen, None if sheet is None else sheet.zone_of_index)


def check_policy(policy: object) -> None:
    """Refuse what is no tie policy."""
    if policy not in ("conservative", "permissive"):
        raise ValueError(f"`policy` is {policy!r}; write conservative or permissive")


def sight_mask(terrain: Terrain, start: int) -> bytearray:
    """Return the opaque cells of *terrain* over the lattice on which the index *start* stands; made once."""
    if not isinstance(terrain.space, Board):
        return terrain.opaque
    sheet = terrain.space.sheet_of_zone[start]
    mask = terrain.sight_masks.get(id(sheet))
    if mask is None:
        mask = terrain.sight_masks[id(sheet)] = bytearray(sheet.lattice.count)
        for zone, index in sheet.index_of_zone.items():
            mask[index] = terrain.opaque[zone]
    return mask


def _located(space: Space, start: int, goal: int) -> tuple[Lattice, int, int, Callable[[Cell], Place | None]] | None:
    """Return the lattice both indices stand on, their indices there, and what stands on a coordinate; None if none."""
    if isinstance(space, Lattice):
        return space, start, goal, lambda cell: cell if cell in space else None
    if not isinstance(space, Board):
        raise TypeError(f"`space` is {space!r}; it must be a Board, a Lattice or a Terrain of one")
    sheet = space.sheet_of_zone.get(start)
    if sheet is None or space.sheet_of_zone.get(goal) is not sheet:
        return None
    zones, ids = sheet.zone_of_cell, space.zone_ids
    at, to = sheet.index_of_zone[start], sheet.index_of_zone[goal]
    return sheet.lattice, at, to, lambda cell: ids[zones[cell]] if cell in zones else None


def _test(space: Space, name: str, given: Flags | Terrain, place: Callable[[Cell], Place | None]) -> Test:
    """Return *given* as a test of a coordinate; where nothing stands it is false."""
    asked: Callable[[Place], bool]
    if callable(given):
        asked = given
    elif isinstance(given, Terrain):
        asked = lambda cell: given.opaque[space.index(cell)] != 0  # noqa: E731
    elif hasattr(given, "dtype"):
        flags = per_cell_flags(space, name, given)
        asked = lambda cell: flags[space.index(cell)] != 0  # noqa: E731
    else:
        asked = _member(given)
    return lambda cell: (here := place(cell)) is not None and bool(asked(here))


def _member(given: Flags) -> Callable[[Place], bool]:
    if isinstance(given, Mapping):
        return lambda cell: bool(given.get(cell, False))
    cells = given if isinstance(given, Container) else frozenset(given)
    return lambda cell: cell in cells


def _or_cell(place: Place | None, cell: Cell) -> Place:
    return cell if place is None else place


def _sight_on_plane(plane: Plane, a: Place, b: Place, blockers: Flags | None, cover: Flags, policy: Policy) -> Sight:
    _check_plane(plane)
    ends = (_pair("a", a), _pair("b", b))
    is_opaque = _member(() if blockers is None else blockers) if not callable(blockers) else blockers
    is_cover = cover if callable(cover) else _member(cover)
    clear = first_blocker(plane, *ends, is_opaque, policy) is None
    return Sight(clear, plane, ends, policy, is_opaque, is_cover, lambda cell: cell)


def _lattice_around(plane: Plane, origin: Place, radius: int | None) -> Lattice:
    _check_plane(plane)
    if radius is None:
        raise ValueError("`radius` is None; on a plane without a rim say how far to look")
    (a, b), n = _pair("origin", origin), integer("radius", radius, least=0)
    return Lattice(plane, 2 * n + 1, 2 * n + 1, (a - n, b - n))


def _within(space: Space, blockers: Flags) -> Flags:
    """Return *blockers* without the cells that are not on the map: off it nothing blocks."""
    if callable(blockers) or hasattr(blockers, "dtype") or not isinstance(space, Lattice):
        return blockers
    cells = (cell for cell, holds in blockers.items() if holds) if isinstance(blockers, Mapping) else blockers
    return [cell for cell in cells if cell in space]


def _check_plane(plane: object) -> None:
    if plane not in ("square", "hex"):
        raise ValueError(f"`space` is {plane!r}; a plane is square or hex")


def _pair(name: str, cell: Place) -> Cell:
    try:
        a, b = cell
    except (TypeError, ValueError):
        raise TypeError(f"`{name}` is {cell!r}; a cell is a pair of integers") from None
    return integer(name, a), integer(name, b)
