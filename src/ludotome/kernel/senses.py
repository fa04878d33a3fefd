"""Senses: reachable zones, line of sight and cover, using the `space` package.

Terrain defines what blocks movement and sight, what gives cover and what a step costs; so do token types for tokens.

Invariants:
    * a step costs 1, plus the cost of the terrain entered and of the terrain left;
    * the two ends of a line never block it; sight is symmetric;
    * a cell without a zone blocks movement and sight.

This module does not know what the results are used for.
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
    """The terrain of one definition, and which token types block or give cover."""

    def __init__(self, tables: Tables) -> None:
        self._tables = tables
        kinds = tables.symbols.token_type.items()
        self.moving_blockers = frozenset(kind for kind, definition in kinds if "move" in definition.blocks)
        self.sight_blockers = frozenset(kind for kind, definition in kinds if "sight" in definition.blocks)
        self.covers = frozenset(kind for kind, definition in kinds if definition.cover)

    @cached_property
    def terrain_of_zone(self) -> tuple[TerrainDef, ...]:
        """The terrain of each zone; plain ground by default."""
        known = {terrain.id: terrain for terrain in self._tables.game_def.terrain}
        plain = TerrainDef("")
        return tuple(known.get(zone.terrain or "", plain) for zone in self._tables.game_def.zones)

    @cached_property
    def walking(self) -> Terrain:
        """The costs of movement, and the zones that block it."""
        ids = self._tables.board.zone_ids
        costs = {ids[zone]: terrain.cost for zone, terrain in enumerate(self.terrain_of_zone)}
        return Terrain(
            self._tables.board,
            enter={zone: 1 + cost for zone, cost in costs.items()},
            leave=costs,
            blocked=[ids[zone] for zone, terrain in enumerate(self.terrain_of_zone) if "move" in terrain.blocks],
        )

    def holds(self, state: Working, zone: int, kinds: frozenset[int], but: int | None = None) -> bool:
        """Return whether *zone* contains a token of one of *kinds*, except that in slot *but*."""
        if not kinds:
            return False
        tokens = state.tokens
        return any(slot != but and (token := tokens[slot]) and token.type in kinds for slot in state.zones[zone])

    def sight(self, state: Working, start: int, goal: int) -> Sight | None:
        """Return the line of sight between two zones; None if they do not see each other.

        A cell without a zone blocks, so a line exactly between such a cell and a blocking one is blocked too.
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
    """Nothing that blocks sight is between the two zones."""
    from_, to = make(node.from_, tables), make(node.to, tables)

    def evaluate(context: Context) -> bool:
        start, goal = from_(context), to(context)
        ground = tables.rules.ground
        return start is not None and goal is not None and ground.sight(context.state, start, goal) is not None

    return evaluate


@evaluates(ex.HasCover)
def has_cover(node: ex.HasCover, tables: Tables) -> Evaluator:
    """Something that gives cover is on the line, next to the target; false if the line is blocked."""
    from_, to = make(node.from_, tables), make(node.to, tables)

    def evaluate(context: Context) -> bool:
        start, goal = from_(context), to(context)
        seen = None if start is None or goal is None else tables.rules.ground.sight(context.state, start, goal)
        if seen is None:
            return False
        near = {tables.board.zone_ids[zone] for zone in tables.neighbors[goal]}
        return any(zone in near for zone in seen.cover)

    return evaluate
