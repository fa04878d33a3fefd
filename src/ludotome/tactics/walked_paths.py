"""Walked paths: whether a path that a character walked was allowed, and if not, all its faults.

Invariants:
    * a path that `find_path` returns within the character's movement is allowed;
    * every fault is reported, in the order of the path, and last the distance walked.

This module does not search for another path (`movement_validation`).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

from ludotome.tactics.grid import Grid, GridType, grid_of
from ludotome.tactics.ground import Ground
from ludotome.tactics.map_state import CharacterToken, MapState
from ludotome.tactics.movement_rules import MOVE_RULES, MoveRule, get_effective_movement, why_not
from ludotome.tactics.pathfinding import get_move_cost
from ludotome.tactics.positions import Pair, Position, as_position, position_key
from ludotome.tactics.wall_map import ItemMap, build_item_position_map, build_wall_map


@dataclass(frozen=True, slots=True)
class PathJudgement:
    """Whether a walked path was allowed; if not, the reasons; and its cost, if its steps lead to neighbours."""

    valid: bool
    reasons: tuple[str, ...] = ()
    distance: int | None = None

    @property
    def reason(self) -> str | None:
        """The first reason, None if there is none."""
        return self.reasons[0] if self.reasons else None


def judge_walked_path(
    character: CharacterToken,
    path: Sequence[Pair],
    map_state: MapState,
    grid_type: GridType,
    action_type: str = "move",
    *,
    rules: Mapping[str, MoveRule] = MOVE_RULES,
) -> PathJudgement:
    """Return whether *character* may walk along *path*, from its position to the last one, both included.

    >>> ninja = CharacterToken("ninja", (0, 0), movement=1)
    >>> judge_walked_path(ninja, [(0, 0), (1, 0), (2, 0)], MapState(), GridType.HEX).reasons
    ('moved 2, may move 1',)
    """
    way = [as_position(f"path[{index}]", position) for index, position in enumerate(path)]
    refused = why_not(character, action_type, rules)
    if refused is not None:
        return PathJudgement(False, (refused,))
    if not way:
        return PathJudgement(False, ("the path is empty; write its first and its last position",))
    judge = _Judge(character, map_state, grid_of(grid_type))
    reasons = [*judge.faults(way)]
    distance = judge.cost(way)
    most = get_effective_movement(character, action_type, rules=rules)
    if distance is not None and distance > most:
        reasons.append(f"moved {distance}, may move {most}")
    return PathJudgement(not reasons, tuple(reasons), distance)


class _Judge:
    """One character on one map."""

    def __init__(self, character: CharacterToken, map_state: MapState, grid: Grid) -> None:
        self.character, self.map_state, self.grid = character, map_state, grid
        self.items: ItemMap = build_item_position_map(map_state)
        self.ground: Ground = build_wall_map(map_state, GridType(grid.shape)).ground(grid)

    def cost(self, way: list[Position]) -> int | None:
        """Return the total cost of the steps; None if one does not lead to a neighbour."""
        pairs = list(pairwise(way))
        if any(self.grid.distance(a, b) != 1 for a, b in pairs):
            return None
        return sum(get_move_cost(a, b, GridType(self.grid.shape), self.items) for a, b in pairs)

    def faults(self, way: list[Position]) -> Iterator[str]:
        """Yield the faults, in the order of the path."""
        if way[0] != self.character.position:
            stands = position_key(self.character.position)
            yield f"begins at {position_key(way[0])}, but `{self.character.id}` stands at {stands}"
        for before, here in pairwise(way):
            away = self.grid.distance(before, here)
            if away != 1:
                yield f"from {position_key(before)} to {position_key(here)} is {away} away, not one step"
            elif (between := self._squeezed(before, here)) is not None:
                yield between
            yield from self._entered(here, is_last=here == way[-1])

    def _entered(self, here: Position, *, is_last: bool) -> Iterator[str]:
        key = position_key(here)
        if not self.ground.is_on_board(here):
            yield f"off the board at {key}"
        blocker = self._blocker(here)
        if blocker is not None:
            yield f"through the {blocker} at {key}"
        for other in self.map_state.characters_at.get(here, ()):
            if other.id != self.character.id:
                yield f"{'ends on' if is_last else 'through'} `{other.id}` at {key}"

    def _blocker(self, here: Position) -> str | None:
        items = self.items.get(position_key(here), ())
        return next((item.type for item in items if item.rule.blocks_movement), None)

    def _squeezed(self, before: Position, here: Position) -> str | None:
        """Return the fault of a diagonal step between two things that stop movement, or None."""
        if self.grid.shape != "square" or before.x == here.x or before.y == here.y:
            return None
        sides = (Position(before.x, here.y), Position(here.x, before.y))
        blockers = [(blocker, position_key(side)) for side in sides if (blocker := self._blocker(side)) is not None]
        if len(blockers) < 2:
            return None
        return "between " + " and ".join(f"the {blocker} at {key}" for blocker, key in blockers)
