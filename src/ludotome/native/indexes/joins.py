"""C for groups that only grow: zones of one owner kept joined, with which ends of the board each group touches.

This module does not know when groups may be kept (`indexes.kept.joined_groups`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ludotome.native.lower import ir
from ludotome.native.lower.scalars import contains
from ludotome.native.lower.sources import neighbours
from ludotome.native.text import Lines

if TYPE_CHECKING:
    from ludotome.native.emit.scalars import Emitter


def call(emit: Emitter, node: ir.Joins) -> str:
    """Return the C that says whether the player of *node* has joined the two ends."""
    if node not in emit.kept.joins:
        emit.kept.joins.append(node)
        neighbours(emit.low, node.element)
        contains(emit.low, node.element, node.start)
    number = emit.kept.joins.index(node)
    return f"s->joined_{number}[1 + s->last_actor]"


def fields(number: int) -> list[str]:
    """Return the C fields of one index: the group a zone was joined to, the ends it touches, who has joined them."""
    return [f"int16_t group_{number}[LT_ZONES];", f"uint8_t ends_{number}[LT_ZONES], joined_{number}[LT_PLAYERS1];"]


def functions(emit: Emitter, number: int, node: ir.Joins) -> str:
    """Return `group_of` and `join_zone` of one index."""
    out = Lines()
    with out.block(f"LT_INLINE int32_t group_of_{number}(lt_state *s, int32_t zone)"):
        # Halving the path on the way keeps groups flat.
        out.add(f"int16_t *group = s->group_{number};")
        out.add("while (group[zone] != zone) zone = group[zone] = group[group[zone]];", "return zone;")
    near = neighbours(emit.low, node.element).table.name
    start, goal = contains(emit.low, node.element, node.start), node.goal
    assert isinstance(start, ir.Lookup)
    assert isinstance(goal, ir.Lookup)
    with out.block(f"static void join_zone_{number}(lt_state *s, int32_t zone)"):
        out.add("int32_t owner = s->token_owner[1 + lt_top(s, zone)];", "if (owner < 0) return;")
        touches = [f"{table.name}[1 + owner][1 + zone]" for table in (start.table, goal.table)]
        out.add(f"int32_t root = group_of_{number}(s, zone);")
        out.add(f"s->ends_{number}[root] |= (uint8_t)({touches[0]} | {touches[1]} << 1);")
        with out.block(f"for (int32_t i = {near}_at[1 + zone]; i < {near}_at[2 + zone]; i++)"):
            out.add(f"if (s->token_owner[1 + lt_top(s, {near}[i])] != owner) continue;")
            out.add(f"int32_t other = group_of_{number}(s, {near}[i]);", f"s->group_{number}[root] = (int16_t)other;")
            out.add(f"s->ends_{number}[other] |= s->ends_{number}[root];", "root = other;")
        out.add(f"if (s->ends_{number}[root] == 3) s->joined_{number}[1 + owner] = 1;")
    return str(out)
