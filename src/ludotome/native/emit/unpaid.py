"""C for costs that are the same for all instances of an action, so that one trial tells whether any can be paid.

    pays_A      whether the cost of action A can be paid now

If it cannot, lists leave the instances out. Code that draws from the list must know how many are left out: it draws as
if they were in the list, but since they are all alike, it only counts those that it drops.

This module does not know how instances are listed.
"""

from __future__ import annotations

from ludotome.gamedef import expressions as ex
from ludotome.gamedef import walk
from ludotome.native.emit.actions import limits
from ludotome.native.emit.emitter import Emitter
from ludotome.native.emit.trials import in_place_trial
from ludotome.native.indexes.groups import resting
from ludotome.native.lower import ir
from ludotome.native.lower.plan import Plan
from ludotome.native.text import Lines, c_name


def has_common_cost(emit: Emitter, plan: Plan) -> bool:
    """Return whether an action has a cost that does not depend on its parameters, and that can be tried in place."""
    params = {param.name for param in plan.action.params}
    named = any(isinstance(node, ex.Binding) and node.name in params for node in walk(plan.action.cost))
    wanted = emit.options.common_costs and plan.action.cost and not named and not emit.low.layout.opens
    return bool(wanted) and in_place_trial(emit, plan) is not None


def pays(emit: Emitter, plan: Plan) -> None:
    """Write `pays_A`; a fault counts as paid, as it does in a trial of one instance."""
    trial = in_place_trial(emit, plan)
    assert trial is not None
    name = c_name(plan.action.id)
    out = Lines()
    with out.block(f"static int32_t pays_{name}(const lt_state *s, int32_t actor)"):
        out.lines.append("#if LT_UNDO")
        out.add("lt_play play = lt_fresh_play();", f"int32_t d[LT_WIDTH] = {{{plan.index}}}, paid;")
        out.add(f"lt_was was[{max(trial.notes, 1)}];", "lt_state *tried = (lt_state *)s;", "play.was = was;")
        run = [f"paid = trial_cost_{name}(tried, &play, actor, d) || !play.clamped;"]
        resting(out, [*run, "lt_put_back(tried, was, play.was_count);"])
        out.add("return paid;")
        out.lines += ["#else"]
        out.add("(void)s; (void)actor;", "return 1;")
        out.lines += ["#endif"]
    emit.functions.append(str(out))


def count(emit: Emitter, plan: Plan) -> str:
    """Return the C of the number of pseudo-legal instances; it may write behind `out`."""
    match plan.levels:
        case [level] if isinstance(level.source, ir.Kept) and not (plan.guards or level.guards or limits(emit, plan)):
            words = range((emit.low.layout.zones + 63) // 64)
            return " + ".join(f"lt_bit_count(s->{level.source.name}[{word}])" for word in words)
        case _:
            return f"(fill_{c_name(plan.action.id)}(s, s->active, out) - out) / LT_ENTRY"
