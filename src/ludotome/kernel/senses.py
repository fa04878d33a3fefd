"""Senses: what a token can reach in a move, what is seen, and what has cover, through the `space` room.

Terrain says what blocks moving and seeing, what covers and what a step costs; token types say the same of tokens.

Invariants:
    * a step costs 1, plus the cost of the terrain entered and of the terrain left;
    * the two ends of a line never block it; sight is symmetric;
    * a cell that is no zone is solid: nobody walks on it and nobody sees through it.

This module does not know what anybody does with it.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property

from ludotome.gamedef import TerrainDef
from ludotome.gamedef import expressions as ex
from ludotome.kernel.context import Context, Evaluator, evaluates, make
from ludotome.kernel.tables import Tables
from ludotome.kernel.working import Working
from ludotome.space import Sight, Terrain, flood, line_of_sight


class Ground:
    """The terrain of one definition, and which token types block or cover."""

    def __init__(self, tables: Tables) -> None:
        self._tables = tables
        kinds = tables.symbols.token_type.items()
        self.moving_blockers = frozenset(kind for kind, definition in kinds if "move" in definition.blocks)
        self.sight_blockers = frozenset(kind for kind, definition in kinds if "sight" in definition.blocks)
        self.covers = frozenset(kind for kind, definition in kinds if definition.cover)

    @cached_property
    def terrain_of_zone(self) -> tuple[TerrainDef, ...]:
        """The terrain of each zone; plain ground where none is said."""
        known = {terrain.id: terrain for terrain in self._tables.game_def.terrain}
        plain = TerrainDef("")
        return tuple(known.get(zone.terrain or "", plain) for zone in self._tables.game_def.zones)

    @cached_property
    def walking(self) -> Terrain:
        """What walking costs, and where nobody can."""
        ids = self._tables.board.zone_ids
        costs = {ids[zone]: terrain.cost for zone, terrain in enumerate(self.terrain_of_zone)}
        return Terrain(
            self._tables.board,
            enter={zone: 1 + cost for zone, cost in costs.items()},
            leave=costs,
            blocked=[ids[zone] for zone, terrain in enumerate(self.terrain_of_zone) if "move" in terrain.blocks],
        )

    def holds(self, state: Working, zone: int, kinds: frozenset[int], but: int | None = None) -> bool:
        """Whether *zone* holds a token of one of *kinds*, the one in slot *but* aside."""
        if not kinds:
            return False
        tokens = state.tokens
        return any(slot != but and (token := tokens[slot]) and token.type in kinds for slot in state.zones[zone])

    def sight(self, state: Working, start: int, goal: int) -> Sight | None:
        """Return what lies between two zones that see each other, None where they do not.

        A cell that is no zone blocks, so a line exactly between such a cell and one that blocks is blocked too.
        """
        ids = self._tables.board.zone_ids
        blocks = self._test(state, self.sight_blockers, lambda terrain: "sight" in terrain.blocks)
        seen = line_of_sight(
            self._tables.board,
            ids[start],
            ids[goal],
            blockers=blocks,
            cover=self._test(state, self.covers, lambda terrain: terrain.cover),
            form="python",
        )
        if not seen.clear or seen.holes:
            return None
        is_shut = any(all(not isinstance(cell, str) or blocks(cell) for cell in tie) for tie in seen.ties)
        return None if is_shut else seen

    def _test(
        self, state: Working, kinds: frozenset[int], says: Callable[[TerrainDef], bool]
    ) -> Callable[[object], bool]:
        index = self._tables.symbols.zone_index

        def holds(place: object) -> bool:
            zone = index.get(place) if isinstance(place, str) else None
            return zone is not None and (says(self.terrain_of_zone[zone]) or self.holds(state, zone, kinds))

        return holds


@evaluates(ex.Reachable)
def reachable(node: ex.Reachable, tables: Tables) -> Evaluator:
    """The zones a token reaches within a budget, in definition order."""
    token, budget = make(node.token, tables), make(node.budget, tables)

    def evaluate(context: Context) -> tuple[int, ...]:
        handle, most = token(context), budget(context)
        mover = context.state.token(handle)
        if mover is None or most is None or most < 0:
            return ()
        ground, ids = tables.rules.ground, tables.board.zone_ids
        taken = [
            ids[zone]
            for zone in range(len(ids))
            if ground.holds(context.state, zone, ground.moving_blockers, but=handle.slot) and zone != mover.zone
        ]
        found = flood(ground.walking, ids[mover.zone], occupied=taken, budget=most, form="python")
        return tuple(zone for zone in found.indices if zone != mover.zone)

    return evaluate


@evaluates(ex.LineOfSight)
def line_of_sight_(node: ex.LineOfSight, tables: Tables) -> Evaluator:
    """Nothing that blocks sight lies between."""
    from_, to = make(node.from_, tables), make(node.to, tables)

    def evaluate(context: Context) -> bool:
        start, goal = from_(context), to(context)
        ground = tables.rules.ground
        return start is not None and goal is not None and ground.sight(context.state, start, goal) is not None

    return evaluate


@evaluates(ex.HasCover)
def has_cover(node: ex.HasCover, tables: Tables) -> Evaluator:
    """Something that covers lies on the line, next to the target; never where the line is blocked."""
    from_, to = make(node.from_, tables), make(node.to, tables)

    def evaluate(context: Context) -> bool:
        start, goal = from_(context), to(context)
        seen = None if start is None or goal is None else tables.rules.ground.sight(context.state, start, goal)
        if seen is None:
            return False
        near = {tables.board.zone_ids[zone] for zone in tables.neighbors[goal]}
        return any(zone in near for zone in seen.cover)

    return evaluate
