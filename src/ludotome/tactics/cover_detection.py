"""Cover: whether something shields a target from an attacker, and the best position to hide.

Invariants:
    * a target is covered if its line to the attacker is clear and something that gives cover is on it, next to the
      target; items on the cells of the target and the attacker give no cover;
    * where the line passes exactly between two cells, cover on either counts;
    * there is one kind of cover, partial, worth `PARTIAL_COVER_BONUS`.

This module does not know who attacks with what.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Literal

from ludotome.tactics.grid import Grid, GridType, grid_of
from ludotome.tactics.line_of_sight import LOSResult, has_line_of_sight
from ludotome.tactics.map_state import CharacterToken
from ludotome.tactics.pathfinding import ReachableCell
from ludotome.tactics.positions import Pair, Position, as_position
from ludotome.tactics.wall_map import ItemMap, WallMap, as_item_map, as_wall_map

PARTIAL_COVER_BONUS = 1


@dataclass(frozen=True, slots=True)
class CoverResult:
    """Whether the target is covered, the kind of cover, its defence bonus, and the positions that give it."""

    covered: bool
    cover_type: Literal["none", "partial"]
    defense_bonus: int
    covered_by: tuple[Position, ...] = ()


def has_cover(
    attacker_pos: Pair, target_pos: Pair, wall_map: WallMap, item_map: ItemMap, grid_type: GridType
) -> CoverResult:
    """Return the cover *target_pos* has from *attacker_pos*; none if the line is blocked."""
    grid, items, target = grid_of(grid_type), as_item_map(item_map), as_position("target_pos", target_pos)
    return cover_of(has_line_of_sight(attacker_pos, target, wall_map, items, grid_type), target, items, grid)


def cover_of(sight: LOSResult, target: Position, items: ItemMap, grid: Grid) -> CoverResult:
    """Return the cover that *target*, at the end of *sight*, has from the other end."""
    if not _has_cover_beside(target, items, grid):
        return CoverResult(False, "none", 0)
    by = tuple(position for position in sight.cover_positions if grid.distance(position, target) == 1)
    return CoverResult(True, "partial", PARTIAL_COVER_BONUS, by) if by else CoverResult(False, "none", 0)


def find_best_cover_position(
    character: CharacterToken,
    threats_from: Iterable[Pair],
    reachable_positions: Mapping[str, ReachableCell],
    wall_map: WallMap,
    item_map: ItemMap,
    grid_type: GridType,
) -> Position | None:
    """Return where *character* is covered from most threats; ties go to the cheapest, then the first in reading order.

    None if no reachable position is covered from any threat. Staying is one of the positions, at cost 0.
    """
    if not isinstance(character, CharacterToken):
        raise TypeError(f"`character` is {character!r}; write a `CharacterToken`")
    grid, walls, items = grid_of(grid_type), as_wall_map(wall_map), as_item_map(item_map)
    threats = tuple(as_position("threats_from", threat) for threat in threats_from)

    def covered_from(position: Position) -> int:
        return sum(has_cover(threat, position, walls, items, grid_type).covered for threat in threats)

    hiding = (cell for cell in reachable_positions.values() if _has_cover_beside(cell.position, items, grid))
    scored = ((covered_from(cell.position), cell) for cell in hiding)
    best = min(
        ((-count, cell.distance, grid.cell(cell.position), cell.position) for count, cell in scored if count),
        default=None,
    )
    return None if best is None else best[3]


def _has_cover_beside(target: Position, items: ItemMap, grid: Grid) -> bool:
    """Whether anything next to *target* gives cover: otherwise no line is covered and none needs testing."""
    cover = items.cover_cells(grid)
    return any(beside in cover for beside in grid.cells_around(grid.cell(target)))
