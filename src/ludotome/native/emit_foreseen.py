"""C that says what a trial would say without running it (`foreseen`, `takings`).

    foreseen_A    1 or 0 as a trial of the instance would, where that is known; else -1
    taken_A       the same where the instance takes groups

This module does not know what can be foreseen, nor how trials are run.
"""

from __future__ import annotations

from functools import partial

from ludotome.native import emit_kept_groups, emit_kept_hash, ir
from ludotome.native.emit_scalars import Emitter, declare
from ludotome.native.foreseen import Asked, Foreseen, foresee
from ludotome.native.lower import Scope
from ludotome.native.near_sets import near_words
from ludotome.native.plan import Plan
from ludotome.native.takings import Taking, gone, taking
from ludotome.native.text import Lines, c_name
from ludotome.native.trial import Trial


def foreseen(emit: Emitter, plan: Plan, trial: Trial, scope: Scope) -> bool:
    """Write `foreseen_A` where some trials of *plan* can be foreseen; return whether it was."""
    if not emit.options.foreseen:
        return False

    asked: Asked = partial(emit_kept_groups.asked, emit)
    found = foresee(emit.low, plan, trial, scope, asked)
    if found is None or not _numbers_kept(emit, found):
        return False
    name, at = c_name(plan.action.id), found.placing.zone
    sets = _Sets(emit, at)
    loud, post = [sets.condition(one) for one in found.loud], [sets.condition(one) for one in ir.conjuncts(found.post)]
    dead = near_words(emit, found.loud[0], at) if len(found.loud) == 1 else None
    taken = None if dead is None else taking(emit.low, plan, trial, scope, asked, found)
    params = ", ".join(["const lt_state *s", "int32_t actor", *map(declare, plan.params)])
    args = ", ".join(["s", "actor", *(param.name for param in plan.params)])
    out = Lines()
    if taken is not None and dead is not None:
        with out.block(f"static int32_t taken_{name}({params})"):
            _taken(emit, out, taken, at.name, dead)
    out.add("/* What a trial would say, where that is known before it is run; else -1. */")
    with out.block(f"LT_INLINE int32_t foreseen_{name}({params})"):
        out.add("(void)actor;", f"if (lt_full(s, {at.name}) || !room_for_type(s, {found.placing.type})) return -1;")
        if emit.low.layout.tokens < emit.low.layout.zones:
            out.add("uint64_t free_slots = 0;")
            out.add("for (int32_t i = 0; i < LT_SLOT_WORDS; i++) free_slots |= s->free_slots[i];")
            out.add("if (!free_slots) return -1;")
        if found.groups:
            out.add("if (s->groups_rest) return -1;")
        out.add(*(f"if (!lt_groups_ready(&s->groups[{number}], {at.name})) return -1;" for number in found.groups))
        out.add(*sets.declarations)
        out.add(*(f"if ({one}) return {'-1' if taken is None else f'taken_{name}({args})'};" for one in loud))
        out.add(f"return {' && '.join(post) or '1'};")
    emit.functions.append(str(out))
    return True


class _Sets:
    """Conditions on the neighbours of a zone, asked of all of them at once where they have sets."""

    def __init__(self, emit: Emitter, at: ir.Local) -> None:
        self.emit, self.at = emit, at
        self.declarations: list[str] = []

    def condition(self, node: ir.Scalar) -> str:
        """Return the C of *node*."""
        words = near_words(self.emit, node, self.at)
        if words is None:
            return self.emit.condition(node)
        number = len(self.declarations)
        values = ", ".join(f"near_{number}_{word} = {text}" for word, text in enumerate(words))
        self.declarations.append(f"const uint64_t {values};")
        near = [f"near_bits[{self.at.name}][{word}] & near_{number}_{word}" for word in range(len(words))]
        return f"(({' | '.join(f'({one})' for one in near)}) != 0)"


def _taken(emit: Emitter, out: Lines, taken: Taking, at: str, dead: list[str]) -> None:
    """Write the body of `taken_A`: every group that is left without an open zone is walked once."""
    values = ", ".join(f"near_bits[{at}][{word}] & {text}" for word, text in enumerate(dead))
    out.add(f"const lt_groups *g = &s->groups[{taken.groups}];", f"uint64_t dead[LT_ZONE_WORDS] = {{{values}}};")
    out.add(*(f"int64_t {gone(region).name} = 0;" for region in taken.regions))
    with out.blocks(["for (int32_t word = 0; word < LT_ZONE_WORDS; word++)", "while (dead[word])"]):
        out.add("int32_t first = word * 64 + lt_lowest_bit(dead[word]), zone = first;")
        with out.block("do"):
            out.add("lt_put_bit(dead, zone, 0);")
            for region in taken.regions:
                sum_ = f"(uint64_t){gone(region).name} + lt_number_in(s, {region}, zone)"
                out.add(f"{gone(region).name} = (int64_t)({sum_});")
            out.add("zone = g->after[1 + zone];")
        out.lines[-1] += " while (zone != first);"
    out.add(f"return {emit.condition(taken.post)} != 0;")


def _numbers_kept(emit: Emitter, found: Foreseen) -> bool:
    """Whether what was seen can be foreseen, if it is asked: the numbers of the tokens must be kept added up."""
    nodes = (part for one in (*found.loud, found.post) for part in ir.walk(one))
    if not any(isinstance(node, ir.Call) and node.function.startswith("lt_seen_region_with_") for node in nodes):
        return True
    kept = emit_kept_hash.worth_keeping(emit)
    if kept:
        emit.kept.placed.add(found.placing.type)
    return kept
