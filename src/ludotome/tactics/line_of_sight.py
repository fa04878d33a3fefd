"""Line of sight: who sees whom, what is in between, and everything visible from one position.

Invariants:
    * walls and smoke block sight, tables and characters never do; the two ends never block their own line;
    * sight is symmetric: A sees B exactly when B sees A; visibility from A is tested by one line per position;
    * where a line passes exactly between two hexes, either of them blocks, or under
      `policy="permissive"` only both. Where it passes exactly through a corner of squares, only both together block;
    * positions off the board see nothing and are not seen.

This module does not know weapons, nor what cover is worth (`cover_detection`).
"""

from __future__ import annotations

from dataclasses import dataclass

from ludotome import space
from ludotome.space import Policy, Sight, integer, line_of_sight, visible
from ludotome.tactics.grid import Grid, GridType, grid_of
from ludotome.tactics.positions import Pair, Position, as_position
from ludotome.tactics.wall_map import ItemMap, WallMap, as_item_map, as_wall_map

LONGEST_LINE = 10_000


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class LOSResult:
    """Whether the line is clear, and why: the first blocker or the cover on it, and the line itself.

    The explanations are computed on request. Off the board there is no line, so nothing is clear and nothing blocks.
    """

    clear: bool
    _grid: Grid
    _sight: Sight | None

    @property
    def blocked_by(self) -> Position | None:
        """The first position that blocks, in line order; None if the line is clear or there is none."""
        found = None if self._sight is None else self._sight.blocked_by
        return None if found is None else self._grid.position(found)

    @property
    def cover_positions(self) -> tuple[Position, ...]:
        """What gives cover on a clear line, in line order, including either cell of a tie; empty if it is blocked."""
        return () if self._sight is None else tuple(map(self._grid.position, self._sight.cover))

    @property
    def line(self) -> tuple[Position, ...]:
        """The line from one end to the other, both included; at a tie the smaller cell."""
        return () if self._sight is None else tuple(map(self._grid.position, self._sight.line))

    @property
    def ties(self) -> tuple[tuple[Position, Position], ...]:
        """The pairs of positions between which the line passes exactly, in line order."""
        at = self._grid.position
        return () if self._sight is None else tuple((at(one), at(other)) for one, other in self._sight.ties)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, LOSResult) and self._values() == other._values()

    def __hash__(self) -> int:
        return hash(self._values())

    def __repr__(self) -> str:
        names = ("clear", "blocked_by", "cover_positions", "line")
        return f"LOSResult({', '.join(f'{name}={told!r}' for name, told in zip(names, self._values(), strict=True))})"

    def _values(self) -> tuple[object, ...]:
        return self.clear, self.blocked_by, self.cover_positions, self.line


def has_line_of_sight(
    from_: Pair,
    to: Pair,
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
        return LOSResult(False, grid, None)
    _check_length(grid, a, b)
    window = ground.around(a, b)
    ends, cover = (grid.cell(a), grid.cell(b)), items.cover_cells(grid)
    if window is not None:
        sight = line_of_sight(window.terrain, *ends, cover=cover, policy=policy)
    else:  # too far apart for a window, near enough to walk the line
        sight = line_of_sight(grid.shape, *ends, blockers=ground.opaque, cover=cover, policy=policy)
    return LOSResult(sight.clear, grid, sight)


def hex_line_draw(from_: Pair, to: Pair) -> tuple[Position, ...]:
    """Return the hexes of the straight line from *from_* to *to*, both included; at a tie the smaller (q, r).

    >>> [tuple(position) for position in hex_line_draw(Position(0, 0), Position(2, -1))]
    [(0, 0), (1, -1), (2, -1)]
    """
    a, b = as_position("from_", from_), as_position("to", to)
    _check_length(grid_of(GridType.HEX), a, b)
    return tuple(map(Position._make, space.hex_line_draw(a, b)))


def get_visible_positions(
    from_: Pair,
    max_range: int | None,
    wall_map: WallMap,
    item_map: ItemMap,
    grid_type: GridType,
    *,
    policy: Policy = "conservative",
) -> frozenset[str]:
    """Return the keys of all positions within *max_range* that *from_* sees, its own included.

    A wall at the end of a clear line is seen. *max_range* may be None on a map with bounds. *item_map* only
    makes the signature like that of `has_line_of_sight`: its items never block sight.
    """
    grid, here = grid_of(grid_type), as_position("from_", from_)
    as_item_map(item_map)
    radius = None if max_range is None else integer("max_range", max_range, least=0)
    ground = as_wall_map(wall_map).ground(grid)
    if not ground.is_on_board(here):
        return frozenset()
    window = ground.within((here,), radius, "max_range")
    seen = visible(window.terrain, grid.cell(here), radius, policy=policy)
    return frozenset(window.names[index][0] for index in seen.indices)


def _check_length(grid: Grid, a: Position, b: Position) -> None:
    length = grid.distance(a, b)
    if length > LONGEST_LINE:
        raise ValueError(f"`to` is {tuple(b)}, {length} away from {tuple(a)}; a line is at most {LONGEST_LINE} long")
