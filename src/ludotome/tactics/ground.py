"""Ground: a wall map in the form that the searches of `space` need, on bounded and unlimited boards.

Invariants:
    * a search gets a window of the map that contains every possible result, of at most `LARGEST_WINDOW` cells;
    * the window is cached and reused while it covers the request, so a map is prepared once, not once per query;
    * on an unlimited board a cheapest path never strays more than one cell from the box around everything on the
      ground, so a large budget does not need a large window.

This module does not know keys, items or characters: only cells.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cached_property
from itertools import chain

from ludotome.space import Cell, Lattice, Path, Terrain
from ludotome.tactics.bounds import Bounds, Box, box_around, box_of_bounds, is_on_board
from ludotome.tactics.grid import Grid
from ludotome.tactics.positions import Position, position_key

LARGEST_WINDOW = 1 << 20
LARGEST_LAYOUT = 1 << 18  # size prepared at once even if less was requested
_LARGE_REACH = 1 << 14  # above this, finding where things are saves time
_ELBOW_ROOM = 32


class Names(dict[int, tuple[str, Position]]):
    """The key and the position of each index of a lattice, computed on first use."""

    def __init__(self, lattice: Lattice, grid: Grid) -> None:
        super().__init__()
        self._lattice, self._grid = lattice, grid

    def __missing__(self, index: int) -> tuple[str, Position]:
        position = self._grid.position(self._lattice.cell(index))
        found = self[index] = (position_key(position), position)
        return found


@dataclass(frozen=True, slots=True)
class Window:
    """A part of the ground prepared for the searches."""

    box: Box
    lattice: Lattice
    terrain: Terrain
    names: Names
    cell: Callable[[Position], Cell]

    def positions(self, path: Path) -> tuple[Position, ...]:
        """Return the positions of *path*, a path over this terrain."""
        return tuple(self.names[index][1] for index in path.indices)


class Ground:
    """Blocked, opaque and difficult cells, and the window that was used last."""

    def __init__(
        self,
        grid: Grid,
        blocked: frozenset[Cell],
        opaque: frozenset[Cell],
        difficult: frozenset[Cell],
        bounds: Bounds,
    ) -> None:
        self.grid, self.blocked, self.opaque, self.difficult = grid, blocked, opaque, difficult
        self.bounds = bounds
        self._board = box_of_bounds(bounds, grid)
        self._window: Window | None = None

    def is_on_board(self, position: Position) -> bool:
        """Return whether *position* is on the board."""
        return is_on_board(position, self.bounds, self.grid)

    def within(self, starts: Iterable[Position], distance: int | None, name: str) -> Window:
        """Return the ground with every position at most *distance* from one of *starts*, which are on the board."""
        return self._window_over(self._box_within(starts, distance, name), name, distance)

    def between(
        self,
        starts: Iterable[Position],
        goals: Iterable[Position],
        occupied: Iterable[Cell],
        distance: int | None,
    ) -> Window:
        """Return the ground with every path from *starts* to *goals* that the search could choose within *distance*."""
        box = self._box_within(starts, distance, "max_distance")
        if self.bounds is None and box.size > _LARGE_REACH:
            ends = [*map(self.grid.cell, (*starts, *goals)), *filter(box.holds, occupied)]
            smaller = box.clipped(box_around([*ends, *self._corners]).grown(1))
            if smaller.size > LARGEST_LAYOUT:  # a single distant thing makes it large: use only those nearby
                near = filter(box.holds, chain(self.blocked, self.difficult))
                smaller = box.clipped(box_around([*ends, *near]).grown(1))
            box = smaller
        return self._window_over(box, "max_distance", distance)

    def around(self, a: Position, b: Position) -> Window | None:
        """Return the ground with the straight line from *a* to *b*; None if they are too far apart."""
        start, end = self.grid.cell(a), self.grid.cell(b)
        if self._window is not None and self._window.box.holds(start) and self._window.box.holds(end):
            return self._window
        box = box_around((start, end))
        return self._window_over(box, "to", None) if box.size <= LARGEST_LAYOUT else None

    def _box_within(self, starts: Iterable[Position], distance: int | None, name: str) -> Box:
        if distance is not None:
            box = box_around(map(self.grid.cell, starts)).grown(distance)
            return box if self._board is None else box.clipped(self._board)
        if self._board is None:
            raise ValueError(f"`{name}` is None; on an unbounded map, write how far to look")
        return self._board

    def _window_over(self, box: Box, name: str, distance: int | None) -> Window:
        if self._window is not None and self._window.box.covers(box):
            return self._window
        if box.size > LARGEST_WINDOW:
            raise ValueError(
                f"`{name}` is {distance}; this would look at {box.rows} × {box.cols} cells, and at most "
                f"{LARGEST_WINDOW} are looked at, the rim included: write a smaller `{name}`, or smaller `bounds`"
            )
        self._window = self._laid_out(self._roomy(box))
        return self._window

    def _roomy(self, box: Box) -> Box:
        """Return the first box around *box* that is small enough: the board, all requested so far, or the vicinity."""
        corners = self._corners if self._window is None else self._window.box
        known = box_around([*box, *corners])
        # Growing by half each time needs few windows for a figure that moves away, not one per step.
        wider = [each.grown(max(each.rows, each.cols, _ELBOW_ROOM) // 2) for each in (known, box)]
        wider.append(box.grown(_ELBOW_ROOM))
        if self._board is not None:
            wider = [self._board, *(each.clipped(self._board) for each in wider)]
        return next((each for each in wider if each.size <= LARGEST_LAYOUT), box)

    @cached_property
    def _corners(self) -> tuple[Cell, ...]:
        """The first and last cell of the box around everything on the ground; empty if there is nothing."""
        things = [*self.blocked, *self.opaque, *self.difficult]
        return box_around(things) if things else ()

    def _laid_out(self, box: Box) -> Window:
        radius = self.bounds if self.grid.shape == "hex" and isinstance(self.bounds, int) else None
        lattice = Lattice(
            self.grid.shape,
            box.rows,
            box.cols,
            box.first,
            removed=None if radius is None else lambda q, r: abs(q + r) > radius,
        )
        blocked, opaque, difficult = (
            [cell for cell in cells if cell in lattice] for cells in (self.blocked, self.opaque, self.difficult)
        )
        enter, leave = dict.fromkeys(difficult, 2), dict.fromkeys(difficult, 1)
        terrain = Terrain(lattice, enter=enter, leave=leave, blocked=blocked, opaque=opaque)
        return Window(box, lattice, terrain, Names(lattice, self.grid), self.grid.cell)
