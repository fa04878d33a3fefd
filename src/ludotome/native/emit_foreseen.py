"""C that says what a trial would say without running it (`foreseen`).

    foreseen_A    1 or 0 as a trial of the instance would, where it would do nothing but put a token down; else -1

This module does not know what can be foreseen, nor how trials are run.
"""

from __future__ import annotations

from ludotome.native import emit_kept_groups, emit_kept_hash, ir, near_sets
from ludotome.native.emit_scalars import Emitter, declare
from ludotome.native.foreseen import Foreseen, foresee
from ludotome.native.lower import Scope
from ludotome.native.plan import Plan
from ludotome.native.text import Lines, c_name
from ludotome.native.trial import Trial


def foreseen(emit: Emitter, plan: Plan, trial: Trial, scope: Scope) -> bool:
    """Write `foreseen_A` where some trials of *plan* can be foreseen; return whether it was."""
    if not emit.options.foreseen:
        return False
    found = foresee(emit.low, plan, trial, scope, lambda node: emit_kept_groups.asked(emit, node))
    if found is None or not _numbers_kept(emit, found):
        return False
    loud = [near_sets.test(emit, one, found.placing.zone) or emit.condition(one) for one in found.loud]
    post = emit.condition(found.post)
    at, out = found.placing.zone.name, Lines()
    params = ", ".join(["const lt_state *s", "int32_t actor", *map(declare, plan.params)])
    out.add("/* What a trial would say, where it would do no more than put a token down; -1 where it must be run. */")
    with out.block(f"LT_INLINE int32_t foreseen_{c_name(plan.action.id)}({params})"):
        out.add("(void)actor;", f"if (lt_full(s, {at}) || !room_for_type(s, {found.placing.type})) return -1;")
        if emit.low.layout.tokens < emit.low.layout.zones:
            out.add("uint64_t free_slots = 0;")
            out.add("for (int32_t i = 0; i < LT_SLOT_WORDS; i++) free_slots |= s->free_slots[i];")
            out.add("if (!free_slots) return -1;")
        if found.groups:
            out.add("if (s->groups_rest) return -1;")
        out.add(*(f"if (!lt_groups_ready(&s->groups[{number}], {at})) return -1;" for number in found.groups))
        out.add(*(f"if ({one}) return -1;" for one in loud), f"return {post} != 0;")
    emit.functions.append(str(out))
    return True


def _numbers_kept(emit: Emitter, found: Foreseen) -> bool:
    """Whether what was seen can be foreseen, if it is asked: the numbers of the tokens must be kept added up."""
    nodes = (part for one in (*found.loud, found.post) for part in ir.walk(one))
    if not any(isinstance(node, ir.Call) and node.function.startswith("lt_seen_region_with_") for node in nodes):
        return True
    kept = emit_kept_hash.worth_keeping(emit)
    if kept:
        emit.kept.placed.add(found.placing.type)
    return kept
