"""Sight: line of sight and field of view, with explanations; the public interface of `sightlines`.

Invariants:
    * exact and symmetric; the field of view contains exactly the cells with a clear line;
    * adding a blocker never reveals a cell; a cell seen under `conservative` is also seen under `permissive`;
    * every result can explain itself: the line, the blocker, the tie cells, the cover on the way.

This module does not know what blocks: a `Terrain`, a set, a mask or a predicate says so.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property
from typing import Any

from ludotome.space.forms import Form, engine
from ludotome.space.hexes import Cell, Step, hex_line_draw
from ludotome.space.lattice import Lattice
from ludotome.space.numbers import integer, pair
from ludotome.space.scenes import Plane, PlaneScene, Scene, plane, scene_at
from ludotome.space.sightlines import Policy, first_blocker, steps_between
from ludotome.space.squares import square_line_draw
from ludotome.space.terrain import Flags, Place, Space, Terrain, terrain_of


class Sight:
    """Whether one cell sees another (`clear`, also its truth value), and why. Explanations are computed on request."""

    __slots__ = ("_blockers", "_cover", "_ends", "_scene", "clear", "policy")

    def __init__(
        self,
        scene: Scene | PlaneScene | None,
        ends: tuple[Any, Any],
        blockers: Flags | None,
        cover: Flags,
        policy: Policy,
        *,
        clear: bool,
    ) -> None:
        self.clear, self.policy = clear, policy
        self._scene, self._ends, self._blockers, self._cover = scene, ends, blockers, cover

    def __bool__(self) -> bool:
        return self.clear

    def __repr__(self) -> str:
        return f"Sight(clear={self.clear}, blocked_by={self.blocked_by!r})"

    @property
    def line(self) -> tuple[Place, ...]:
        """The thin line from one end to the other, both included; coordinates where there is no zone."""
        if self._scene is None:
            return ()
        draw = hex_line_draw if self._scene.shape == "hex" else square_line_draw
        return tuple(map(self._name, draw(*self._cells)))

    @property
    def crossed(self) -> tuple[Place, ...]:
        """Every cell the line touches strictly between its ends, in line order; both cells of a tie or corner."""
        return tuple(self._name(cell) for step in self._steps for cell in step)

    @property
    def ties(self) -> tuple[tuple[Place, Place], ...]:
        """The pairs of cells between which the line passes exactly: hex ties, square corners; in line order."""
        return tuple((self._name(step[0]), self._name(step[1])) for step in self._steps if len(step) == 2)

    @property
    def holes(self) -> tuple[Cell, ...]:
        """The coordinates on the line that have no zone, in line order; they do not block.

        If the line passes exactly between two cells, there is a hole only if both are missing; so a line along a ragged
        edge has none.
        """
        scene = self._scene
        if not isinstance(scene, Scene):
            return ()
        gaps = (step for step in self._steps if all(scene.place(cell) is None for cell in step))
        return tuple(cell for step in gaps for cell in step)

    @property
    def blocked_by(self) -> Place | None:
        """The first blocker in line order; None when the line is clear (or there is no line at all)."""
        if self.clear or self._scene is None:
            return None
        is_opaque = self._scene.test("blockers", self._blockers)
        found = first_blocker(self._scene.shape, *self._cells, is_opaque, self.policy)
        return None if found is None else self._name(found)

    @property
    def cover(self) -> tuple[Place, ...]:
        """The cover cells on the line, in line order, including either cell of a tie; empty if the line is blocked."""
        if not self.clear or self._scene is None:
            return ()
        is_cover = self._scene.test("cover", self._cover)
        return tuple(self._name(cell) for step in self._steps for cell in step if is_cover(cell))

    @property
    def _cells(self) -> tuple[Cell, Cell]:
        if isinstance(self._scene, Scene):
            return self._scene.lattice.cell(self._ends[0]), self._scene.lattice.cell(self._ends[1])
        return self._ends

    @property
    def _steps(self) -> tuple[Step, ...]:
        return () if self._scene is None else steps_between(self._scene.shape, *self._cells)

    def _name(self, cell: Cell) -> Place:
        place = None if self._scene is None else self._scene.place(cell)
        return cell if place is None else place


class Visible:
    """The field of view of one cell: iterate over its cells, test with `in`, or use `mask` as an array."""

    def __init__(self, scene: Scene, seen: Any) -> None:
        self._scene, self._seen = scene, seen

    def __contains__(self, cell: Place) -> bool:
        return cell in self._cell_set

    def __repr__(self) -> str:
        return f"Visible({len(self)} of {len(self._scene.terrain.space.indices)} cells)"

    def __len__(self) -> int:
        return len(self.indices)

    def __iter__(self) -> Iterator[Place]:
        return iter(self.cells)

    @cached_property
    def indices(self) -> tuple[int, ...]:
        """The indices of the cells seen, in definition order."""
        import numpy as np

        seen = np.flatnonzero(np.asarray(self._seen)).tolist()
        sheet = self._scene.sheet
        return tuple(seen) if sheet is None else tuple(sorted(sheet.zone_of_index[index] for index in seen))

    @property
    def cells(self) -> tuple[Place, ...]:
        """The cells seen, the origin included, in definition order."""
        return tuple(map(self._scene.terrain.space.cell, self.indices))

    @cached_property
    def _cell_set(self) -> frozenset[Place]:
        return frozenset(self.cells)

    @property
    def mask(self) -> Any:
        """1 where seen, 0 elsewhere, as an array of the map's form: a view on a lattice, a new array on a board."""
        if self._scene.sheet is None:
            return self._scene.lattice.view(self._seen)
        import numpy as np

        mask = np.zeros(len(self._scene.sheet.board), dtype=np.uint8)
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
    """Return whether *a* sees *b*, with explanations; the two ends never block.

    *blockers* and *cover* are cells, a predicate, a mapping or an array. The default of *blockers* is a terrain's
    `opaque` cells. "square" or "hex" as *space* is the unbounded plane. Zones without coordinates, and zones of
    different boards, never see each other.
    """
    check_policy(policy)
    if isinstance(space, str):
        scene, ends = plane(space), (pair("a", a), pair("b", b))
        clear = first_blocker(scene.shape, *ends, scene.test("blockers", blockers), policy) is None
        return Sight(scene, ends, blockers, cover, policy, clear=clear)
    terrain = terrain_of(space)
    start = scene_at(terrain, terrain.space.index(a, "a"))
    goal = scene_at(terrain, terrain.space.index(b, "b"))
    if start is None or goal is None or start[0] is not goal[0]:
        return Sight(None, ((), ()), blockers, cover, policy, clear=False)
    return _sight(start[0], start[1], goal[1], blockers, cover, policy, form)


def _sight(scene: Scene, at: int, to: int, blockers: Flags | None, cover: Flags, policy: Policy, form: Form) -> Sight:
    if blockers is None:
        clear = engine(form).is_clear(scene.lattice, scene.mask, at, to, policy)
    else:
        a, b = scene.lattice.cell(at), scene.lattice.cell(to)
        clear = first_blocker(scene.shape, a, b, scene.test("blockers", blockers), policy) is None
    return Sight(scene, (at, to), blockers, cover, policy, clear=clear)


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
    as one. On a plane ("square", "hex") a radius is required.
    """
    check_policy(policy)
    if isinstance(space, str):
        space = _lattice_around(space, origin, radius)
    terrain = terrain_of(space)
    if blockers is not None:
        terrain = Terrain(terrain.space, opaque=_within(terrain.space, blockers))
    found = scene_at(terrain, terrain.space.index(origin, "origin"))
    if found is None:
        raise ValueError(f"`origin` is {origin!r}; this zone has no coordinates, so nothing can be seen from it")
    scene, at = found
    most = scene.lattice.farthest if radius is None else integer("radius", radius, least=0)
    return Visible(scene, engine(form).field(scene.lattice, scene.mask, at, most, policy))


def check_policy(policy: object) -> None:
    """Raise `ValueError` if *policy* is not a tie policy."""
    if policy not in ("conservative", "permissive"):
        raise ValueError(f"`policy` is {policy!r}; write conservative or permissive")


def _lattice_around(shape: Plane, origin: Place, radius: int | None) -> Lattice:
    plane(shape)
    if radius is None:
        raise ValueError("`radius` is None; on an unbounded plane, write how far to look")
    (a, b), n = pair("origin", origin), integer("radius", radius, least=0)
    return Lattice(shape, 2 * n + 1, 2 * n + 1, (a - n, b - n))


def _within(space: Space, blockers: Flags) -> Flags:
    """Return *blockers* without cells off the map, which do not block."""
    if callable(blockers) or hasattr(blockers, "dtype") or not isinstance(space, Lattice):
        return blockers
    if not isinstance(blockers, Iterable):
        raise TypeError(f"`blockers` is {blockers!r}; write cells, a mapping, a predicate or an array of flags")
    cells = (cell for cell, holds in blockers.items() if holds) if isinstance(blockers, Mapping) else blockers
    return [cell for cell in cells if cell in space]
