"""C for `longest`: keep only instances that begin a longest series, and of these the preferred ones.

    series_A        length of the longest series that starts with an instance, up to a bound
    longest_A       the length and preference required in a state
    is_longest_A    whether one instance has them

Instances are visited in listing order, and one state is copied for each use in a series; the recursion ends at the
bound, at most 64 deep (`gamedef` refuses more).

This module does not know how an instance is tried (`emit.trials`).
"""

from __future__ import annotations

from collections.abc import Callable

from ludotome.native.emit import sources as emit_sources
from ludotome.native.emit.emitter import Emitter, c_type
from ludotome.native.lower.effort import looks_of_listing
from ludotome.native.lower.lowering import Scope
from ludotome.native.lower.plan import ACTOR, Plan
from ludotome.native.lower.scalars import lower
from ludotome.native.text import Lines, c_name

HEADER = """\
/* What an instance must reach to be kept: the length of its series (counted up to `most`), and its worth. */
typedef struct { int64_t most, length, worth; } lt_longest;
"""
BAR_WORDS = 3  # of 64 bits that hold an `lt_longest`


def longest_prototypes(plan: Plan) -> str:
    """Return the declarations of the functions used by lists of instances."""
    name = c_name(plan.action.id)
    return (
        f"static lt_longest longest_{name}(const lt_state *s, int32_t actor);\n"
        f"static int32_t is_longest_{name}(const lt_state *s, int32_t actor, const int32_t *d, lt_longest bar);\n"
    )


def longest(emit: Emitter, plan: Plan, limits: list[tuple[int, int]]) -> None:
    """Write the three functions; *limits* are the counters of the action with their limits."""
    name = c_name(plan.action.id)
    for write in (_series, _worth, _bar):
        out = Lines()
        write(emit, out, plan, limits)
        emit.functions.append(str(out))
    out = Lines()
    with out.block(
        f"static int32_t is_longest_{name}(const lt_state *s, int32_t actor, const int32_t *d, lt_longest bar)"
    ):
        out.add(f"int64_t length = series_{name}(s, actor, d, bar.most);")
        out.add(f"return length == bar.length && worth_{name}(s, actor, d, length, bar.most) == bar.worth;")
    emit.functions.append(str(out))


def _instances(
    emit: Emitter, out: Lines, plan: Plan, limits: list[tuple[int, int]], otherwise: str, body: Callable[[], None]
) -> None:
    """Write loops over the instances of *plan* that pass everything but `longest`, each as `following`."""
    out.add(*(f"if (s->usage[{n} * LT_PLAYERS + actor] >= {most}) {otherwise}" for n, most in limits))
    out.add(*(f"if (!{emit.condition(guard)}) {otherwise}" for guard in plan.guards))
    emit.looks = looks_of_listing(plan)  # the number of series is unknown

    def level(depth: int) -> None:
        if depth < len(plan.levels):
            one = plan.levels[depth]
            emit_sources.guarded(emit, out, one.source, one.param, one.guards, lambda: level(depth + 1))
            return
        values = ", ".join([str(plan.index), *(f"(int32_t){param.name}" for param in plan.params)])
        call = ", ".join(["s", "actor", *(param.name for param in plan.params)])
        with out.block(f"if (passes_{c_name(plan.action.id)}({call}))"):
            out.add(f"const int32_t following[LT_WIDTH] = {{{values}}};")
            body()

    level(0)
    emit.looks = 0


def _series(emit: Emitter, out: Lines, plan: Plan, limits: list[tuple[int, int]]) -> None:
    name = c_name(plan.action.id)
    tokens = sum(1 << place for place, local in enumerate(plan.params, start=1) if local.kind == "token")
    parts = [f"cost_{name}(after, &play, actor, d)", "play.clamped"] if plan.action.cost else []
    parts += [f"effects_{name}(after, &play, actor, d)", "lt_dispatch(after, &play, 0, 0)"]
    head = f"static int64_t series_{name}(const lt_state *before, int32_t actor, const int32_t *taken, int64_t most)"
    with out.block(head):
        out.add("if (most <= 1) return most < 0 ? 0 : most;", "if (lt_is_halted(before)) return 0;")
        out.add("lt_state *after = lt_borrow(before);", "const lt_state *s = after;", "if (!after) return 0;")
        out.add("lt_play play = lt_fresh_play();", "int32_t d[LT_WIDTH], ended;", "int64_t best = 0;", "(void)s;")
        out.add("memcpy(d, taken, sizeof d);", f"play.params = d; play.token_params = {tokens};")
        if emit.low.layout.opens:
            parts.append("play.stopped")
            out.add("after->run = &play;")
        # A fault or a choice in a trial ends the series, and so does the end of the phase or turn.
        out.add(f"ended = {' || '.join(parts)} || play.requests != 0;", "free(play.events);")
        out.add("if (ended) { lt_give_back(before, after); return 1; }")

        def one() -> None:
            out.add(f"int64_t length = series_{name}(s, actor, following, most - 1);")
            out.add(
                "if (length > best) best = length;",
                "if (best == most - 1) { lt_give_back(before, after); return most; }",
            )

        _instances(emit, out, plan, limits, "{ lt_give_back(before, after); return 1; }", one)
        out.add("lt_give_back(before, after);", "return 1 + best;")


def _worth(emit: Emitter, out: Lines, plan: Plan, limits: list[tuple[int, int]]) -> None:
    del limits
    prefer = None if plan.action.longest is None else plan.action.longest.prefer
    given = "const lt_state *s, int32_t actor, const int32_t *d, int64_t length, int64_t most"
    with out.block(f"static int64_t worth_{c_name(plan.action.id)}({given})"):
        out.add("(void)s; (void)actor; (void)d;", "if (length >= most) return 0;")
        if prefer is None:
            out.add("return 0;")
            return
        scope = Scope(actor=ACTOR)
        for place, (param, local) in enumerate(zip(plan.action.params, plan.params, strict=True), start=1):
            bound = emit.low.local(param.name, local.kind)
            out.add(f"{c_type(local.kind)} {bound.name} = d[{place}];", f"(void){bound.name};")
            scope = scope.bind(param.name, bound)
        value = lower(emit.low, prefer, scope)
        out.add(f"return {f'lt_or_zero({emit.value(value)})' if value.optional else emit.value(value)};")


def _bar(emit: Emitter, out: Lines, plan: Plan, limits: list[tuple[int, int]]) -> None:
    name, asked = c_name(plan.action.id), plan.action.longest
    assert asked is not None
    with out.block(f"static lt_longest longest_{name}(const lt_state *s, int32_t actor)"):
        up_to = lower(emit.low, asked.up_to, Scope(actor=ACTOR))
        most = f"lt_or_zero({emit.value(up_to)})" if up_to.optional else emit.value(up_to)
        out.add("lt_longest bar = {0, 0, 0};", f"bar.most = lt_max({most}, 0);", "int32_t any = 0;", "(void)actor;")

        def one() -> None:
            out.add(f"int64_t length = series_{name}(s, actor, following, bar.most);")
            out.add(f"int64_t worth = worth_{name}(s, actor, following, length, bar.most);")
            out.add("if (!any || length > bar.length || (length == bar.length && worth > bar.worth)) {")
            out.add("    any = 1;", "    bar.length = length;", "    bar.worth = worth;", "}")

        _instances(emit, out, plan, limits, "return bar;", one)
        out.add("return bar;")
