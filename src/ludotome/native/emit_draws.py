"""C that draws a decision from sets that are kept, without listing any.

It can where every action is one of

    without parameters            one bit
    with a zone of an open set    a bit a zone
    with a token and its steps    a bit a step

since in the order of the bits they are the decisions in definition order. One that fails a filter is dropped by
clearing its bit.

This module does not know how the sets are kept (`emit_indexes`, `emit_kept_steps`).
"""

from __future__ import annotations

from dataclasses import dataclass

from ludotome.native import emit_foreseen, emit_kept_steps, ir
from ludotome.native.action_ids import ActionIds
from ludotome.native.emit_actions import limits
from ludotome.native.emit_ids import number
from ludotome.native.emit_scalars import Emitter
from ludotome.native.ir import Local
from ludotome.native.kept_steps import KeptSteps
from ludotome.native.plan import Plan
from ludotome.native.text import Lines, c_name

FEW_WORDS = 4  # that many are looked at whether they are used or not


@dataclass(frozen=True, slots=True)
class Segment:
    """The words of one action, and the set they are copied from (None: the one bit of an action without parameters)."""

    plan: Plan
    words: int
    source: ir.Kept | KeptSteps | None


def segments(emit: Emitter, plans: tuple[Plan, ...]) -> tuple[Segment, ...]:
    """Return a segment for each action; none where some action is of another kind."""
    found = [_segment(emit, plan) for plan in plans] if emit.options.drawn_sets else []
    if None in found:
        emit.kept.steps.clear()
    return () if None in found else tuple(one for one in found if one is not None)


def _segment(emit: Emitter, plan: Plan) -> Segment | None:
    if plan.action.longest is not None:
        return None
    if not plan.levels:
        return Segment(plan, 1, None)
    if len(plan.levels) == 1 and isinstance(plan.levels[0].source, ir.Kept) and not plan.levels[0].guards:
        return Segment(plan, (emit.low.layout.zones + 63) // 64, plan.levels[0].source)
    steps = emit_kept_steps.keep(emit, plan)
    return None if steps is None else Segment(plan, emit_kept_steps.words(emit, steps), steps)


def draws(emit: Emitter, out: Lines, tests: dict[int, list[str]]) -> None:
    """Write `drawn_sets`, which gathers the bits, `drawn_decision`, which says what a bit means, and `legal_sets`."""
    for one in emit.drawn if foreseen_sets(emit) else ():
        if one.plan.filtered:
            emit_foreseen.passing(emit, one.plan)
    free = [str(int(not one.plan.filtered)) for one in emit.drawn for _ in range(one.words)]
    out.add(f"#define LT_DRAWN_END(s) {_end(emit)}", "/* the words no filter can refuse */")
    out.add(f"static const int8_t is_free_word[LT_DRAWN_WORDS] = {{{', '.join(free)}}};")
    with out.block("LT_INLINE void drawn_sets(const lt_state *s, uint64_t *bits)"):
        out.add("int32_t actor = s->active;", "(void)actor;")
        first = 0
        for one in emit.drawn:
            conditions = [*tests[one.plan.index], *(emit.condition(guard) for guard in one.plan.guards)]
            conditions += [f"s->usage[{n} * LT_PLAYERS + actor] < {most}" for n, most in limits(emit, one.plan)]
            with out.block(f"if ({' && '.join(conditions)})" if conditions else ""):
                _gather(out, one, first, "LT_DRAWN_END(s)" if one is emit.drawn[-1] else str(first + one.words))
            if conditions:
                out.add(f"else for (int32_t i = {first}; i < {first + one.words}; i++) bits[i] = 0;")
            first += one.words
    with out.block("LT_INLINE void drawn_decision(const lt_state *s, int32_t bit, int32_t *d)"):
        out.add("const int32_t active = s->active;", "(void)active; (void)bit;")
        first = 0
        for place, one in enumerate(emit.drawn):
            last = place + 1 == len(emit.drawn)
            with out.block("" if last else f"if (bit < {64 * (first + one.words)})"):
                if first:
                    out.add(f"bit -= {64 * first};")
                _meaning(emit, out, one)
                out.add("return;")
            first += one.words
    if foreseen_sets(emit):
        _legal_sets(emit, out)


def _legal_sets(emit: Emitter, out: Lines) -> None:
    """Write `legal_sets`, which drops what a filter refuses, and `foreseen_sets`, which does so without a trial."""
    filtered = list[tuple[str, int]]()
    first = 0
    for one in emit.drawn:
        filtered += [(c_name(one.plan.action.id), first)] if one.plan.filtered else []
        first += one.words
    with out.block("LT_INLINE void legal_sets(const lt_state *s, uint64_t *bits)"):
        out.add("drawn_sets(s, bits);", *(f"pass_{name}(s, s->active, bits + {at});" for name, at in filtered))
    out.add("/* The same of what can be foreseen; returns whether that is all. */")
    with out.block("LT_INLINE int32_t foreseen_sets(const lt_state *s, uint64_t *bits)"):
        out.add("uint64_t untried[LT_ZONE_WORDS];", "int32_t any = 0;", "drawn_sets(s, bits);")
        out.add(*(f"any |= foresee_{name}(s, s->active, bits + {at}, untried);" for name, at in filtered))
        out.add("return !any;")


def foreseen_sets(emit: Emitter) -> bool:
    """Whether of every set that may be refused some, it is foreseen zone by zone."""
    filtered = [one for one in emit.drawn if one.plan.filtered]
    seen = (one.plan.index in emit.foreseen and isinstance(one.source, ir.Kept) for one in filtered)
    return bool(filtered) and all(seen)


def still_bits(emit: Emitter) -> bool:
    """Whether a bit stands for the same decision in every state: no token's steps, which go on from where it stands."""
    return all(not isinstance(one.source, KeptSteps) for one in emit.drawn)


def numbers_drawn(emit: Emitter, out: Lines, ids: ActionIds) -> None:
    """Write `drawn_numbers`, which writes the numbers of the decisions that bits stand for, and returns their end."""
    with out.block("LT_INLINE int32_t *drawn_numbers(const lt_state *s, const uint64_t *sets, int32_t *out)"):
        out.add("const int32_t active = s->active;", "(void)active;")
        first = 0
        for one in emit.drawn:
            end = "LT_DRAWN_END(s)" if one is emit.drawn[-1] else str(first + one.words)
            loops = (
                f"for (int32_t i = {first}; i < {end}; i++)",
                "for (uint64_t rest = sets[i]; rest; rest &= rest - 1)",
            )
            with out.blocks(loops):
                out.add(f"int32_t bit = (i - {first}) * 64 + lt_lowest_bit(rest);", "(void)bit;")
                out.add(*_declared(emit, one), f"*out++ = {number(ids, one.plan, _names(one))};")
            first += one.words
        out.add("return out;")


def _names(one: Segment) -> tuple[Local, ...]:
    """Return the parameters of an action, as `_declared` calls them."""
    match one.source:
        case ir.Kept():
            return (Local("bit", "zone"),)
        case KeptSteps():
            return Local("token", "token"), Local("to", "zone")
        case None:
            return ()


def _declared(emit: Emitter, one: Segment) -> list[str]:
    """Return C that says what a bit of a segment stands for."""
    if not isinstance(one.source, KeptSteps):
        return []
    stride, row = one.source.stride, emit_kept_steps.row(emit, one.source, "token", "active")
    return [
        f"int32_t token = (int32_t)((uint32_t)bit / {stride});",
        f"int32_t to = ({row})[(uint32_t)bit % {stride}] & 4095;",
    ]


def _end(emit: Emitter) -> str:
    """Return the C of how many words must be looked at: slots are taken from below, and most may never have been."""
    last = emit.drawn[-1]
    if not isinstance(last.source, KeptSteps) or last.words <= FEW_WORDS:
        return "LT_DRAWN_WORDS"
    emit.kept.slots_end = True
    first = sum(one.words for one in emit.drawn[:-1])
    return f"({first} + ((s)->slots_end * {last.source.stride} + 63) / 64)"


def _gather(out: Lines, one: Segment, first: int, end: str) -> None:
    match one.source:
        case None:
            out.add(f"bits[{first}] = 1;")
        case ir.Kept(name=name):
            out.add(*(f"bits[{first + i}] = s->{name}[{i}];" for i in range(one.words)))
        case KeptSteps(name=name):
            out.add(f"for (int32_t i = {first}; i < {end}; i++) bits[i] = s->{name}[1 + actor][i - {first}];")


def _meaning(emit: Emitter, out: Lines, one: Segment) -> None:
    rest = range(1 + len(one.plan.params), emit.low.layout.width)
    out.add(f"d[0] = {one.plan.index};", *(f"d[{place}] = 0;" for place in rest), *_declared(emit, one))
    out.add(*(f"d[{place}] = {name.name};" for place, name in enumerate(_names(one), start=1)))
