"""Changes: a log of changed zones, and the point in it where each player's end conditions were last false.

An end condition that some zone or token must satisfy is then tested only for the changed zones.

This module does not know how it is tested (`emit.last_move`).
"""

from __future__ import annotations

from typing import Any

from ludotome.native.indexes.index import Index, Writer
from ludotome.native.lower import ir
from ludotome.native.lower.ir import Scalar
from ludotome.native.lower.lowering import Lowering
from ludotome.native.lower.reads import zones_read

LOG_SIZE = 16  # a power of two; after more changes than this, everything is tested

READER = f"""\
/* Whether the log still has everything that changed since this player's end conditions were last false. */
LT_INLINE int32_t lt_log_reaches(const lt_state *s, int32_t player) {{
    return s->settled[1 + player] >= 0 && s->log_end - s->settled[1 + player] <= {LOG_SIZE};
}}
"""


class Changes(Index):
    """`log`, a ring of zones, `log_end`, and `settled` for each player; not a function of the state alone."""

    def fields(self, c: Writer) -> list[str]:
        """Return the C fields."""
        return [f"int32_t log_end, settled[LT_PLAYERS1], log[{LOG_SIZE}];"]

    def zone_changed(self, c: Writer) -> list[str]:
        """Return the C that logs the zone."""
        return [f"s->log[s->log_end++ & {LOG_SIZE - 1}] = zone;"]

    def rebuild(self, c: Writer) -> list[str]:
        """Return the C that empties the log; negative means that this player's end conditions are unknown."""
        return [
            "memset(s->log, 0, sizeof s->log);",
            "s->log_end = 0;",
            "for (int32_t i = 0; i < LT_PLAYERS1; i++) s->settled[i] = -1;",
        ]


def settled_by_changes(low: Lowering, node: Scalar) -> bool:
    """Return whether *node*, once false for a last actor, can become true for them only through a changed zone.

    This holds if the condition asks for some zone or token with a property that reads only the content of the zone, or
    of the line or group through it.
    """
    match node:
        case ir.Reduce(how="exists", body=None, source=ir.Filtered(source=ir.Row(index=None)) as zones):
            return _is_run(low, zones)
        case ir.Reduce(how="exists", body=None, source=ir.Filtered(source=ir.AllTokens()) as tokens):
            return _reads_token(tokens.where, tokens.element.name)
        case ir.Joins(start=ir.Row()):
            return zones_read(node.where, node.element.name) == {()} and _is_static(node)
        case _:
            return False


def _is_run(low: Lowering, source: ir.Filtered) -> bool:
    where, row = source.where, source.source
    assert isinstance(row, ir.Row)
    match where:
        case ir.Compare(op=">=", left=ir.Run(zone=ir.Local(name=name)) as run, right=ir.Const(value=least)):
            joined = {z for z in range(low.layout.zones) if max(low.board.neighbor_by_direction[z], default=-1) >= 0}
            whole = joined <= set(row.table.rows[0])
            return (
                name == source.element.name and least >= 2 and whole and zones_read(run.where, run.element.name) == {()}
            )
        case _:
            return False


def _is_static(node: ir.Joins) -> bool:
    """Return whether start and goal depend only on the last actor."""
    index = node.start.index if isinstance(node.start, ir.Row) else node.start
    start = index is None or index == ir.Field("last_actor", "player", optional=True)
    return start and zones_read(node.goal, node.element.name) == set()


def _reads_token(node: Any, element: str) -> bool:
    match node:
        case ir.Const() | ir.Field(name="last_actor"):
            return True
        case ir.Local():
            return node.name == element
        case ir.Load(array="token_owner" | "token_type" | "token_props" | "token_zone", index=ir.Local(name=name)):
            return name == element
        case ir.Lookup() | ir.Compare() | ir.AllOf() | ir.AnyOf() | ir.Negation() | ir.Missing():
            return all(_reads_token(part, element) for part in ir.parts(node))
        case _:
            return False
