"""Line of sight: who sees whom, what stands in between, and everything seen from one place.

Invariants:
    * walls and smoke block sight, tables and characters never do; the two ends never block their own line;
    * sight is symmetric: A sees B exactly when B sees A; what is seen from A is one line per position;
    * where a line passes exactly between two hexes both are looked at; either blocks, or under
      `policy="permissive"` only both. Where it passes exactly through the corner of squares only both block;
    * off the board nothing is seen, and nothing is seen from there.

This module does not know weapons, nor what cover is worth (`cover_detection`).
"""

from __future__ import annotations

from dataclasses import dataclass, field

from ludotome import space
from ludotome.space import Policy, Sight, integer, line_of_sight, visible
from ludotome.tactics.grid import Grid, GridType, grid_of
from ludotome.tactics.positions import Position, as_position, position_key
from ludotome.tactics.wall_map import ItemMap, WallMap, as_item_map, as_wall_map

LONGEST_LINE = 10_000


@dataclass(frozen=True, slots=True)
class LOSResult:
    """Whether the line is clear; its first blocker, if it is not; the cover on it, if it is; and the line itself.

    Off the board there is no line: nothing is clear, nothing blocks, and `line` is empty.
    """

    clear: bool
    blocked_by: Position | None
    cover_positions: tuple[Position, ...]
    _grid: Grid = field(repr=False, compare=False)
    _sight: Sight | None = field(repr=False, compare=False)

    @property
    def line(self) -> tuple[Position, ...]:
        """The line from one end to the other, both included; at a tie the smaller cell."""
        return () if self._sight is None else tuple(map(self._grid.position, self._sight.line))

    @property
    def ties(self) -> tuple[tuple[Position, Position], ...]:
        """The pairs of positions between which the line passes exactly, in line order."""
        at = self._grid.position
        return () if self._sight is None else tuple((at(one), at(other)) for one, other in self._sight.ties)


def has_line_of_sight(
    from_: Position,
    to: Position,
    wall_map: WallMap,
    item_map: ItemMap,
    grid_type: GridType,
    *,
    policy: Policy = "conservative",
) -> LOSResult:
    """Return whether *from_* sees *to*, and why: the blocker, the cover in line order, the line and its ties."""
    grid, a, b = grid_of(grid_type), as_position("from_", from_), as_position("to", to)
    walls, items = as_wall_map(wall_map), as_item_map(item_map)
    ground = walls.ground(grid)
    if not (ground.is_on_board(a) and ground.is_on_board(b)):
        return LOSResult(False, None, (), grid, None)
    _check_length(grid, a, b)
    cover = items.cover_cells(grid)
    sight = line_of_sight(grid.shape, grid.cell(a), grid.cell(b), blockers=ground.opaque, cover=cover, policy=policy)
    if not sight.clear:
        blocker = sight.blocked_by
        assert blocker is not None, "a line that is not clear has a blocker; please report this with the map"
        return LOSResult(False, grid.position(blocker), (), grid, sight)
    # The line is walked a second time for its cover only where there is any.
    return LOSResult(True, None, tuple(map(grid.position, sight.cover)) if cover else (), grid, sight)


def hex_line_draw(from_: Position, to: Position) -> tuple[Position, ...]:
    """Return the hexes of the straight line from *from_* to *to*, both included; at a tie the smaller (q, r).

    >>> [tuple(position) for position in hex_line_draw(Position(0, 0), Position(2, -1))]
    [(0, 0), (1, -1), (2, -1)]
    """
    a, b = as_position("from_", from_), as_position("to", to)
    _check_length(grid_of(GridType.HEX), a, b)
    return tuple(map(Position._make, space.hex_line_draw(a, b)))


def get_visible_positions(
    from_: Position,
    max_range: int | None,
    wall_map: WallMap,
    item_map: ItemMap,
    grid_type: GridType,
    *,
    policy: Policy = "conservative",
) -> frozenset[str]:
    """Return the keys of all positions within *max_range* that *from_* sees, its own included.

    A wall at the end of a clear line is seen. *max_range* may be None on a map with bounds. *item_map* is only there
    so that this is called like `has_line_of_sight`: what it holds never hides anything.
    """
    grid, here = grid_of(grid_type), as_position("from_", from_)
    as_item_map(item_map)
    radius = None if max_range is None else integer("max_range", max_range, least=0)
    ground = as_wall_map(wall_map).ground(grid)
    if not ground.is_on_board(here):
        return frozenset()
    window = ground.within(here, radius, "max_range")
    seen = visible(window.terrain, grid.cell(here), radius, policy=policy)
    return frozenset(position_key(grid.position(cell)) for cell in seen.cells)


def _check_length(grid: Grid, a: Position, b: Position) -> None:
    length = grid.distance(a, b)
    if length > LONGEST_LINE:
        raise ValueError(f"`to` is {tuple(b)}, {length} away from {tuple(a)}; a line is at most {LONGEST_LINE} long")
