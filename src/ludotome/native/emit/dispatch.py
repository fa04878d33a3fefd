"""Dispatch: the functions of a game that list, test and take a decision of any of its actions.

    list_decisions, fill_decisions    each action whose phase and actor fit, in the order of the definition
    passes, take                      the action whose number a decision begins with
    find_pins                         what is found once for all decisions of a state

This module does not know what an action does.
"""

from __future__ import annotations

from collections.abc import Callable

from ludotome.native.emit import draws as emit_draws
from ludotome.native.emit import fill as emit_fill
from ludotome.native.emit import longest as emit_longest
from ludotome.native.emit import unpaid as emit_unpaid
from ludotome.native.emit.emitter import Emitter
from ludotome.native.emit.trials import pinned
from ludotome.native.emit.turn import announce
from ludotome.native.lower import ir
from ludotome.native.lower.lowering import Scope
from ludotome.native.lower.plan import ACTOR, Plan
from ludotome.native.lower.sources import players_source
from ludotome.native.lower.target_masks import longest_slide
from ludotome.native.text import Lines, c_name

LARGEST_BUFFER = 8192  # decisions; a game that may have more lists them individually


def is_numbered(emit: Emitter, plans: tuple[Plan, ...]) -> bool:
    """Return whether decisions are listed in a buffer, none is an answer, and they can be numbers."""
    return emit.options.numbered and emit.low.layout.answers == 0 and most_decisions(emit, plans) > 0


def most_decisions(emit: Emitter, plans: tuple[Plan, ...]) -> int:
    """Return the size of a buffer for every list of decisions; 0 if it would be too large."""
    most = sum(emit_fill.most_instances(emit.low, plan) for plan in plans)
    # Whole slides are written before it is known how many of their entries count.
    most += longest_slide(emit.low)
    # `longest` depends on all instances together, so they are listed, not tested individually.
    together = any(plan.action.longest is not None for plan in plans)
    wanted = emit.options.fill and not emit.kept.open_count.is_kept and not together
    return most if wanted and most <= LARGEST_BUFFER else 0


def is_open_only(emit: Emitter, plans: tuple[Plan, ...]) -> bool:
    """Return whether the decisions are exactly the zones of one open set, so that one can be drawn without a list."""
    if len(plans) != 1 or len(emit.kept.open_sets.sets) != 1 or len(emit.low.game_def.turn_structure.phases) != 1:
        return False
    (plan,) = plans
    guards = (*plan.guards, *(guard for level in plan.levels for guard in level.guards))
    return not (guards or plan.filtered or plan.action.limits or plan.action.actor)


def dispatch(emit: Emitter, plans: tuple[Plan, ...]) -> None:
    """Write the functions that dispatch on actions: `list_decisions`, `fill_decisions`, `passes`, `take`."""
    tests = {plan.index: _phase_test(emit, plan) + _actor_test(emit, plan) for plan in plans}
    suppressed = {plan.index: _suppressors(emit, plans, plan) for plan in plans}
    filled = most_decisions(emit, plans) > 0
    for plan in plans:
        if filled:
            guards = tuple(guard for guard in plan.guards if guard not in suppressed[plan.index])
            emit_fill.fill(emit, plan, guards, f"fill_{c_name(plan.action.id)}")
        if filled and not emit.drawn and emit_unpaid.has_common_cost(emit, plan):
            emit.unpaid.append(plan.index)
            emit_unpaid.pays(emit, plan)
    out = Lines()
    with out.block("static void list_decisions(const lt_state *s, int32_t strict, lt_list *list)"):
        out.add("(void)s; (void)strict; (void)list;")
        for plan in plans:
            # A decision must begin a longest series, which `canTake` does not require.
            strict = "strict" if plan.action.longest is None else "strict ? 2 : 0"
            call = f"list_{c_name(plan.action.id)}(s, s->active, {strict}, list)"
            out.add(f"if ({' && '.join([*tests[plan.index], call])}) return;")
    if filled:
        _fill_decisions(emit, out, plans, tests, suppressed)
    with out.block("LT_INLINE void find_pins(const lt_state *s, uint64_t *pins)"):
        out.add("(void)s; (void)pins;", *(f"pins[{n}] = pins_{n}(s, s->active);" for n in range(len(emit.watches))))
        for number, plan in enumerate(longest_plans(plans)):
            # What a series must reach is the same for all decisions of a state, so it is found once, too.
            found, to = f"longest_{c_name(plan.action.id)}(s, s->active)", _bar_at(emit, number)
            with out.block():
                out.add(
                    f"lt_longest bar = {' && '.join([*tests[plan.index], '1'])} ? {found} : (lt_longest){{0, 0, 0}};"
                )
                out.add(f"memcpy({to}, &bar, sizeof bar);")
    with out.block("LT_INLINE int32_t passes(const lt_state *s, const uint64_t *pins, const int32_t *d)"):
        out.add("(void)s; (void)pins;")
        _switch(out, plans, lambda plan: _passes_call(emit, plans, plan), "return 0;")
    if emit.drawn:
        emit_draws.draws(emit, out, tests, suppressed)
    if emit.drawn and emit.ids is not None:
        emit_draws.numbers_drawn(emit, out, emit.ids)
    with out.block("static int32_t take(lt_state *s, lt_play *p, int32_t actor, int32_t *d)"):
        _switch(out, plans, lambda plan: _take_call(emit, plan), "return LT_ILLEGAL;")
    emit.functions.append(str(out))


def _fill_decisions(
    emit: Emitter,
    out: Lines,
    plans: tuple[Plan, ...],
    tests: dict[int, list[str]],
    suppressed: dict[int, dict[ir.Scalar, int]],
) -> None:
    """Write `fill_decisions`; an action that requires another's list to be empty checks the buffer.

    Instances whose cost cannot be paid are left out, and counted for a reader that draws.
    """
    awaited = {index for found in suppressed.values() for index in found.values()}
    with out.block("static int32_t *fill_decisions(const lt_state *s, int32_t *out, lt_unpaid *unpaid)"):
        out.add("(void)s; (void)unpaid;")
        if emit.unpaid:
            out.add("const int32_t *first = out;", "int32_t runs = 0;")
            out.add("if (unpaid) memset(unpaid, 0, LT_UNPAID * sizeof *unpaid);")
        out.add(*(f"int32_t any_{index} = 0;" for index in sorted(awaited)))
        for plan in plans:
            waits = [f"!any_{index}" for index in suppressed[plan.index].values()]
            call = f"fill_{c_name(plan.action.id)}(s, s->active, out)"
            with out.block(f"if ({' && '.join([*tests[plan.index], *waits]) or '1'})"):
                if plan.index in awaited:
                    out.add("int32_t *before = out;")
                if plan.index in emit.unpaid:
                    out.add(f"if (pays_{c_name(plan.action.id)}(s, s->active)) out = {call};")
                    left = f"(out - first) / LT_ENTRY, {emit_unpaid.count(emit, plan)}"
                    out.add(f"else if (unpaid) runs = lt_leave_out(unpaid, runs, {left});")
                else:
                    out.add(f"out = {call};")
                if plan.index in awaited:
                    out.add(f"any_{plan.index} = out > before;")
        out.add("return out;")


def _suppressors(emit: Emitter, plans: tuple[Plan, ...], plan: Plan) -> dict[ir.Scalar, int]:
    """Return the guards of *plan* of the form `not canTake(A)` for an action listed just before, with that action.

    A must be unfiltered, so that listed decisions are legal, and must be listed whenever *plan* is.
    """
    found: dict[ir.Scalar, int] = {}
    for guard in plan.guards if emit.options.suppression else ():
        match guard:
            case ir.Negation(arg=ir.CanTake(action=index, player=player)) if index < plan.index and player == ACTOR:
                other = plans[index]
                always = set(plan.action.phases) <= set(other.action.phases) and other.action.actor is None
                if always and not other.filtered:
                    found[guard] = index
    return found


def _switch(out: Lines, plans: tuple[Plan, ...], case: Callable[[Plan], str], default: str) -> None:
    with out.block("switch (d[0])"):
        out.add(*(f"case {plan.index}: {case(plan)}" for plan in plans), f"default: {default}")


def _phase_test(emit: Emitter, plan: Plan) -> list[str]:
    phases = [phase.id for phase in emit.low.game_def.turn_structure.phases]
    own = [str(number) for number, name in enumerate(phases) if name in plan.action.phases]
    if len(own) == len(phases):
        return []
    return [f"({' || '.join(f's->phase == {number}' for number in own) or '0'})"]


def _actor_test(emit: Emitter, plan: Plan) -> list[str]:
    if plan.action.actor is None:
        return []
    source = players_source(emit.low, plan.action.actor, Scope(actor=ir.Field("active", "player")))
    player = emit.low.local("player", "player")
    emit.stem = c_name(plan.action.id)
    return [
        emit.condition(
            ir.Reduce("exists", source, player, ir.Compare("==", player, ir.Field("active", "player")), "bool")
        )
    ]


def longest_plans(plans: tuple[Plan, ...]) -> list[Plan]:
    """Return the actions of which only the longest series are legal."""
    return [plan for plan in plans if plan.action.longest is not None]


def _bar_at(emit: Emitter, number: int) -> str:
    """Return the C of where the pins hold what a series of one of the actions with `longest` must reach."""
    return f"pins + {len(emit.watches) + emit_longest.BAR_WORDS * number}"


def _passes_call(emit: Emitter, plans: tuple[Plan, ...], plan: Plan) -> str:
    if not plan.filtered:
        return "return 1;"
    args = ", ".join(f"d[{place}]" for place in range(1, len(plan.params) + 1))
    call = f"passes_{c_name(plan.action.id)}(s, s->active{', ' + args if args else ''})"
    pins = pinned(emit, plan)
    if pins is not None:
        number, token = pins[0], pins[1].token
        call = f"(!(pins[{number}] >> s->token_zone[1 + d[{1 + plan.params.index(token)}]] & 1) || {call})"
    if plan.action.longest is None:
        return f"return {call};"
    bar = f"lt_longest bar; memcpy(&bar, {_bar_at(emit, longest_plans(plans).index(plan))}, sizeof bar);"
    return f"{{ {bar} return {call} && is_longest_{c_name(plan.action.id)}(s, s->active, d, bar); }}"


def _take_call(emit: Emitter, plan: Plan) -> str:
    name = c_name(plan.action.id)
    # An answer may make a cost unpayable after the decision was legal without it.
    steps = [f"cost_{name}(s, p, actor, d)", "p->clamped ? LT_CLAMPED : LT_OK"] if plan.action.cost else []
    steps += [f"effects_{name}(s, p, actor, d)", "lt_dispatch(s, p, 0, 0)"]
    parts = [f"if ((p->fault = {step})) return p->fault;" for step in steps]
    counters = [n for n, (action, _) in enumerate(emit.low.symbols.usage_counters) if action == plan.index]
    parts += [f"s->usage[{number} * LT_PLAYERS + actor]++;" for number in counters]
    return " ".join([*parts, f"return {announce(emit, 'actionResolved', str(plan.index), 'actor')};"])
