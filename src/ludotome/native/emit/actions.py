"""C for actions: list their instances, test one, and take it.

For each action: `list_A` walks its plan and adds every pseudo-legal instance to a list (with `strict`, only those
that pass cost and `post` too: `emit.trials`; with a `strict` above 1 also `longest`: `emit.longest`); `cost_A` and
`effects_A` run them; `can_take_A` tests whether a player has a legal instance.

This module does not know turns.
"""

from __future__ import annotations

from ludotome.gamedef import Effects, asks_about
from ludotome.native.emit import movers as emit_movers
from ludotome.native.emit import sources as emit_sources
from ludotome.native.emit.effects import EffectWriter
from ludotome.native.emit.emitter import Emitter, c_type
from ludotome.native.emit.longest import longest, longest_prototypes
from ludotome.native.emit.trials import declared_params, effect_scope, passes, pinned
from ludotome.native.emit.triggers import triggers
from ludotome.native.lower.code_size import refuse_long
from ludotome.native.lower.effort import LONG_WALK, looks_of_listing, walk_of
from ludotome.native.lower.lowering import Scope
from ludotome.native.lower.plan import Plan
from ludotome.native.text import Lines, c_comment, c_name

WRITABLE = "lt_state *s, lt_play *p"


def prototypes(plans: tuple[Plan, ...]) -> str:
    """Return the declarations of functions that expressions may call before they are defined."""
    return "".join(
        f"static int32_t can_take_{c_name(plan.action.id)}(const lt_state *s, int32_t actor);\n" for plan in plans
    )


def actions(emit: Emitter, plans: tuple[Plan, ...]) -> None:
    """Write the functions of every action."""
    for plan in plans:
        emit.stem = c_name(plan.action.id)
        _list(emit, plan)
    refuse_long(emit.functions)
    for plan in plans:
        emit.stem = c_name(plan.action.id)
        _take(emit, plan)
    refuse_long(emit.functions)
    triggers(emit)
    for plan in plans:
        emit.stem = c_name(plan.action.id)
        if plan.filtered:
            passes(emit, plan)
        if plan.action.longest is not None:
            longest(emit, plan, limits(emit, plan))
        _can_take(emit, plan)


def _list(emit: Emitter, plan: Plan) -> None:
    name = c_name(plan.action.id)
    if plan.action.longest is not None:
        emit.functions.append(longest_prototypes(plan))
    if plan.filtered:
        params = ", ".join(["const lt_state *s", "int32_t actor", *declared_params(plan)])
        emit.functions.append(f"static int32_t passes_{name}({params});\n")
    pins = pinned(emit, plan)
    out = Lines()
    out.add(*(c_comment(line) for line in [f"actions[{plan.index}]", *str(plan).splitlines()]))
    with out.block(f"static int32_t list_{name}(const lt_state *s, int32_t actor, int32_t strict, lt_list *list)"):
        out.add("(void)s; (void)actor; (void)strict;")
        for counter, limit in limits(emit, plan):
            out.add(f"if (s->usage[{counter} * LT_PLAYERS + actor] >= {limit}) return 0;")
        out.add(*(f"if (!{emit.condition(guard)}) return 0;" for guard in plan.guards))
        if pins is not None:
            out.add(f"uint64_t pins = strict ? pins_{pins[0]}(s, actor) : 0;")
        if plan.action.longest is not None:
            out.add("lt_longest bar = {0, 0, 0};", f"if (strict > 1) bar = longest_{name}(s, actor);")
        emit.looks = looks_of_listing(plan) if emit.long and (plan.filtered or walk_of(plan) > LONG_WALK) else 0
        _level(emit, out, plan, 0, "" if pins is None else f" && (pins >> s->token_zone[1 + {pins[1].token.name}] & 1)")
        emit.looks = 0
        if plan.levels:
            out.add("return 0;")
    emit.functions.append(str(out))


def limits(emit: Emitter, plan: Plan) -> list[tuple[int, int]]:
    """Return the usage counters of an action with their limits."""
    counters = emit.low.symbols.usage_counters
    return [(counters.index((plan.index, n)), limit.max) for n, limit in enumerate(plan.action.limits)]


def _level(emit: Emitter, out: Lines, plan: Plan, depth: int, tried: str) -> None:
    if depth == len(plan.levels):
        values = ", ".join([str(plan.index), *(f"(int32_t){param.name}" for param in plan.params)])
        if plan.filtered:
            call = ", ".join(["s", "actor", *(param.name for param in plan.params)])
            test = f"if (strict{tried} && !passes_{c_name(plan.action.id)}({call}))"
            out.add(f"{test} {'continue' if plan.levels else 'return 0'};")
        out.add(f"int32_t decision[LT_WIDTH] = {{{values}}};")
        if plan.action.longest is not None:
            test = f"if (strict > 1 && !is_longest_{c_name(plan.action.id)}(s, actor, decision, bar))"
            out.add(f"{test} {'continue' if plan.levels else 'return 0'};")
        stop = "if (lt_listed(list, decision)) return 1;"
        out.add(stop if plan.levels else "return lt_listed(list, decision);")
        return
    level = plan.levels[depth]

    def below() -> None:
        _level(emit, out, plan, depth + 1, tried)

    emit_sources.guarded(emit, out, level.source, level.param, level.guards, below)


def _take(emit: Emitter, plan: Plan) -> None:
    """Write cost and effects; parameters are passed by address, since destroying a token sets its binding to `none`."""
    name = c_name(plan.action.id)
    for part, effects in (("cost", plan.action.cost), ("effects", plan.action.effects)):
        if part == "cost" and not effects:
            continue
        out = Lines()
        out.add(c_comment(f"actions[{plan.index}].{part}"))
        with out.block(f"static int32_t {part}_{name}({WRITABLE}, int32_t actor, int32_t *d)"):
            out.add("(void)s; (void)p; (void)actor; (void)d;")
            for place, local in enumerate(plan.params, start=1):
                out.add(f"{c_type(local.kind)} {local.name} = d[{place}];", f"(void){local.name};")
            writer = EffectWriter(emit, out, in_cost=part == "cost", actor="actor")
            writer.held = [local.name for local in plan.params if local.kind == "token"]
            writer.write(effects, effect_scope(plan))
            for place, local in enumerate(plan.params, start=1):
                if local.kind == "token":
                    out.add(f"d[{place}] = {local.name};")
            out.add("return LT_OK;")
        emit.functions.append(str(out))


def _can_take(emit: Emitter, plan: Plan) -> None:
    name = c_name(plan.action.id)
    out = Lines()
    with out.block(f"LT_INLINE int32_t can_take_{name}(const lt_state *s, int32_t actor)"):
        if emit.long and asks_about(emit.low.game_def, plan.action):  # each of them is tested again
            out.add("if (lt_is_halted(s)) return 0;")
        simple = not (emit.long or plan.filtered or plan.action.longest is not None or limits(emit, plan))
        asked = [f"!{emit.condition(guard)}" for guard in plan.guards] if simple else []
        by_movers = Lines()
        if simple and emit_movers.any_moves(emit, by_movers, plan):
            out.add(f"if ({' || '.join(['actor < 0', *asked])}) return 0;", *by_movers.lines)
        else:
            out.add("lt_list any = lt_list_in(0, 0, 1);", f"return actor >= 0 && list_{name}(s, actor, 1, &any);")
    emit.functions.append(str(out))


def effect_function(emit: Emitter, name: str, path: str, effects: Effects, scope: Scope, head: str) -> None:
    """Write a function that runs *effects* of the definition at *path*, for the `actor` of *scope* if it has one."""
    emit.stem = name
    out = Lines()
    out.add(c_comment(path))
    with out.block(head):
        out.add("(void)s; (void)p;", *(["(void)actor;"] if scope.actor is not None else []))
        EffectWriter(emit, out, actor="-1" if scope.actor is None else "actor").write(effects, scope)
        out.add("return LT_OK;")
    emit.functions.append(str(out))
