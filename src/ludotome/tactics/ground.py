"""Ground: a wall map as the searches of `space` need it, on boards with and without a rim.

Invariants:
    * a search gets a window of the map that holds every answer, never more than `LARGEST_WINDOW` cells;
    * the window is kept and used again while it covers what is asked, so a map is laid out once, not once a query;
    * without a rim the cheapest way never strays more than one cell from the box of all that lies on the ground, so
      a great budget does not need a great window.

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
LARGEST_LAYOUT = 1 << 18  # what is laid out at once though less was asked for
_LARGE_REACH = 1 << 14  # from here on it pays to look where things lie
_ELBOW_ROOM = 32


class Names(dict[int, tuple[str, Position]]):
    """The key and the position of each index of a lattice, made when first asked for."""

    def __init__(self, lattice: Lattice, grid: Grid) -> None:
        super().__init__()
        self._lattice, self._grid = lattice, grid

    def __missing__(self, index: int) -> tuple[str, Position]:
        position = self._grid.position(self._lattice.cell(index))
        found = self[index] = (position_key(position), position)
        return found


@dataclass(frozen=True, slots=True)
class Window:
    """A part of the ground laid out for the searches."""

    box: Box
    lattice: Lattice
    terrain: Terrain
    names: Names
    cell: Callable[[Position], Cell]

    def positions(self, path: Path) -> tuple[Position, ...]:
        """Return the positions of *path*, a way over this terrain."""
        return tuple(self.names[index][1] for index in path.indices)


class Ground:
    """What cannot be entered, seen through or crossed easily, as cells, and the window of it last asked for."""

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
        """Whether *position* is on the board."""
        return is_on_board(position, self.bounds, self.grid)

    def within(self, starts: Iterable[Position], distance: int | None, name: str) -> Window:
        """Return the ground with every position at most *distance* from one of *starts*, which are on the board."""
        return self._window_over(self._reach(starts, distance, name), name, distance)

    def between(
        self,
        starts: Iterable[Position],
        goals: Iterable[Position],
        occupied: Iterable[Cell],
        distance: int | None,
    ) -> Window:
        """Return the ground with every way from *starts* to *goals* that the search could choose within *distance*."""
        box = self._reach(starts, distance, "max_distance")
        if self.bounds is None and box.size > _LARGE_REACH:
            ends = [*map(self.grid.cell, (*starts, *goals)), *filter(box.holds, occupied)]
            smaller = box.clipped(box_around([*ends, *self._corners]).grown(1))
            if smaller.size > LARGEST_LAYOUT:  # one thing far away makes it great: see which are near
                near = filter(box.holds, chain(self.blocked, self.difficult))
                smaller = box.clipped(box_around([*ends, *near]).grown(1))
            box = smaller
        return self._window_over(box, "max_distance", distance)

    def around(self, a: Position, b: Position) -> Window | None:
        """Return the ground with the straight line from *a* to *b*; None when they are too far apart to lay it out."""
        start, end = self.grid.cell(a), self.grid.cell(b)
        if self._window is not None and self._window.box.holds(start) and self._window.box.holds(end):
            return self._window
        box = box_around((start, end))
        return self._window_over(box, "to", None) if box.size <= LARGEST_LAYOUT else None

    def _reach(self, starts: Iterable[Position], distance: int | None, name: str) -> Box:
        if distance is not None:
            box = box_around(map(self.grid.cell, starts)).grown(distance)
            return box if self._board is None else box.clipped(self._board)
        if self._board is None:
            raise ValueError(f"`{name}` is None; on a map without bounds say how far to look")
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
        """Return the first box around *box* that can be laid out at once: the board, all asked for so far, near by."""
        corners = self._corners if self._window is None else self._window.box
        known = box_around([*box, *corners])
        # Growing by half each time, a figure that wanders off makes few windows, not one a step.
        wider = [each.grown(max(each.rows, each.cols, _ELBOW_ROOM) // 2) for each in (known, box)]
        wider.append(box.grown(_ELBOW_ROOM))
        if self._board is not None:
            wider = [self._board, *(each.clipped(self._board) for each in wider)]
        return next((each for each in wider if each.size <= LARGEST_LAYOUT), box)

    @cached_property
    def _corners(self) -> tuple[Cell, ...]:
        """The first and last cell of the box around all that lies on the ground; none when nothing does."""
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
