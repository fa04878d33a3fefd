"""C that draws a random decision from sets kept as bits, without listing decisions.

This is possible if every action is one of

    without parameters            one bit
    with a zone of an open set    one bit per zone, also if rays of a kind must start there
    with a token and its steps    one bit per step

since the order of the bits is then that of the decisions. A decision that fails a test is dropped by
clearing its bit.

This module does not know how the sets are updated (`indexes`) or computed (`emit.step_planes`).
"""

from __future__ import annotations

from collections.abc import Collection
from itertools import accumulate

from ludotome.gamedef import ActionIds
from ludotome.native.emit import foreseen as emit_foreseen
from ludotome.native.emit import ray_masks as emit_ray_masks
from ludotome.native.emit import step_planes as emit_step_planes
from ludotome.native.emit import targets as emit_targets
from ludotome.native.emit.actions import limits
from ludotome.native.emit.emitter import Emitter, Segment
from ludotome.native.emit.ids import number
from ludotome.native.indexes.steps import MOST_STEPS, KeptSteps, row, words, worth_keeping
from ludotome.native.lower import ir
from ludotome.native.lower.ir import Local, Scalar
from ludotome.native.lower.plan import Plan
from ludotome.native.lower.ray_masks import ray_domain
from ludotome.native.lower.step_planes import StepPlanes, steps_asked
from ludotome.native.lower.targets import StepEntry
from ludotome.native.text import Lines, c_name

FEW_WORDS = 4  # this many words are always read, used or not


def segments(emit: Emitter, plans: tuple[Plan, ...]) -> tuple[Segment, ...]:
    """Return a segment for each action; empty if an action is of another kind."""
    found = [_segment(emit, plan) for plan in plans] if emit.options.drawn_sets else []
    if None in found:
        emit.kept.steps.clear()
        return ()
    for one in found:
        if one is not None and isinstance(one.source, KeptSteps):
            emit.kept.stand_on.ask()
            if len(emit.low.game_def.token_types) > 1:
                emit_targets.step_types(emit, one.source.table)
    return tuple(one for one in found if one is not None)


def _segment(emit: Emitter, plan: Plan) -> Segment | None:
    if plan.action.longest is not None:
        return None
    if not plan.levels:
        return Segment(plan, 1, None)
    if len(plan.levels) == 1:
        (level,) = plan.levels
        source, guards = level.source, level.guards
        if emit.options.ray_masks:
            source, guards = ray_domain(emit.low, source, level.param, guards)
        if isinstance(source, ir.Kept | ir.RayStarts) and not guards:
            return Segment(plan, (emit.low.layout.zones + 63) // 64, source)
    planes = emit_step_planes.found(emit, plan)
    if planes is not None:
        return Segment(plan, emit_step_planes.words(emit, planes), planes)
    steps = _kept_steps(emit, plan)
    return None if steps is None else Segment(plan, words(emit.low, steps), steps)


def _kept_steps(emit: Emitter, plan: Plan) -> KeptSteps | None:
    """Return the steps of *plan*, kept as an index; None if that is impossible or not worth it."""
    asked = steps_asked(plan)
    if asked is None or not (emit.options.kept_steps and emit.options.owner_index):
        return None
    tokens, targets = asked
    table = emit_targets.direct(emit, targets)
    if table is None or not 0 < emit.targets[table] <= MOST_STEPS:
        return None
    into = emit_targets.steps_into(emit.low, targets.group, tokens.types)
    found = KeptSteps(f"steps_of_{c_name(plan.action.id)}", table, emit.targets[table], tokens.types, into)
    if not worth_keeping(emit.low, found):
        return None
    emit.kept.steps.keep(found)
    return found


def draws(emit: Emitter, out: Lines, tests: dict[int, list[str]], suppressed: dict[int, dict[ir.Scalar, int]]) -> None:
    """Write `gather_sets`, which gathers the bits, `drawn_decision`, which decodes a bit, and `legal_sets`.

    A guard in *suppressed* requires that an earlier action has no bits.
    """
    for one in emit.drawn if foreseen_sets(emit) else ():
        if one.plan.filtered:
            emit_foreseen.passing(emit, one.plan)
    for one in emit.drawn:
        if isinstance(one.source, StepPlanes):
            emit_step_planes.functions(emit, out, one.plan, one.source)
    out.add(f"#define LT_DRAWN_END(s) {_end(emit)}")
    if not gathered(emit):
        free = [flag for one in emit.drawn for flag in [str(int(not one.plan.filtered))] * one.words]
        out.add("/* the words that no filter can reject */")
        out.add(f"static const int8_t is_free_word[LT_DRAWN_WORDS] = {{{', '.join(free)}}};")
    with out.block("LT_INLINE void gather_sets(const lt_state *s, uint64_t *bits, uint8_t *mask)"):
        out.add("int32_t actor = s->active;", "(void)actor; (void)mask;")
        first = 0
        for one in emit.drawn:
            awaited = suppressed[one.plan.index]
            conditions = _conditions(emit, one.plan, tests[one.plan.index], awaited)
            conditions += [f"!({_any_bit(emit, index)})" for index in awaited.values()]
            with out.block(f"if ({' && '.join(conditions)})" if conditions else ""):
                _gather(emit, out, one, first, "LT_DRAWN_END(s)" if one is emit.drawn[-1] else str(first + one.words))
            if conditions:
                out.add(f"else for (int32_t i = {first}; i < {first + one.words}; i++) bits[i] = 0;")
            first += one.words
    out.add("LT_INLINE void drawn_sets(const lt_state *s, uint64_t *bits) { gather_sets(s, bits, 0); }")
    if gathered(emit):
        asked = {one.plan.index: _conditions(emit, one.plan, tests[one.plan.index]) for one in emit.drawn}
        _by_planes(emit, out, asked)
    if recalled(emit):
        with out.block("LT_INLINE const uint64_t *recalled_sets(const lt_state *s, lt_play *p)"):
            out.add("if (!p->recalled) drawn_sets(s, p->sets);", "p->recalled = 1;", "return p->sets;")
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
    """Write `legal_sets`, which drops decisions that fail a test, and `foreseen_sets`, the same without a trial."""
    filtered = list[tuple[str, int]]()
    first = 0
    for one in emit.drawn:
        filtered += [(c_name(one.plan.action.id), first)] if one.plan.filtered else []
        first += one.words
    with out.block("LT_INLINE void legal_sets(const lt_state *s, uint64_t *bits)"):
        out.add("drawn_sets(s, bits);", *(f"pass_{name}(s, s->active, bits + {at});" for name, at in filtered))
    out.add("/* The same for what can be foreseen; returns whether that is everything. */")
    with out.block("LT_INLINE int32_t foreseen_sets(const lt_state *s, uint64_t *bits)"):
        out.add("uint64_t untried[LT_ZONE_WORDS];", "int32_t any = 0;", "drawn_sets(s, bits);")
        out.add(*(f"any |= foresee_{name}(s, s->active, bits + {at}, untried);" for name, at in filtered))
        out.add("return !any;")


def foreseen_sets(emit: Emitter) -> bool:
    """Return whether the tests of every filtered set can be foreseen zone by zone."""
    filtered = [one for one in emit.drawn if one.plan.filtered]
    seen = (one.plan.index in emit.foreseen and isinstance(one.source, ir.Kept) for one in filtered)
    return bool(filtered) and all(seen)


def still_bits(emit: Emitter) -> bool:
    """Return whether each bit means the same decision in every state; steps depend on the token's zone."""
    return all(not isinstance(one.source, KeptSteps | StepPlanes) for one in emit.drawn)


def gathered(emit: Emitter) -> bool:
    """Return whether all sets are computed on arrival by planes, and every bit is legal and has a number."""
    planes = (isinstance(one.source, StepPlanes) and not one.plan.filtered for one in emit.drawn)
    return bool(emit.drawn) and all(planes) and emit.ids is not None


def recalled(emit: Emitter) -> bool:
    """Return whether sets are kept from arrival until one of their decisions is drawn, since they take time to find.

    They must not depend on whether the position has been recorded, which happens in between.
    """
    return any(isinstance(one.source, ir.RayStarts) for one in emit.drawn) and not emit.low.layout.keys


def surely_takes(emit: Emitter, condition: Scalar) -> str | None:
    """Return C that is true only if *condition* is false, if it says that nobody can take an action.

    While the active player can take it, the others need not be asked.
    """
    match condition:
        case ir.AllOf(args=args) if recalled(emit):
            for one in emit.drawn:
                nobody = [
                    ir.Negation(ir.CanTake(one.plan.index, ir.Const(seat, "player")))
                    for seat in range(emit.low.players)
                ]
                if not one.plan.filtered and all(part in args for part in nobody):
                    return f"({_any_bit(emit, one.plan.index, 'recalled_sets(s, p)')})"
    return None


def _any_bit(emit: Emitter, index: int, sets: str = "bits") -> str:
    """Return C that is true if the action at *index* has a bit in *sets*."""
    (words,) = (range(first, first + one.words) for first, one in _placed(emit) if one.plan.index == index)
    return f"({' | '.join(f'{sets}[{word}]' for word in words)}) != 0"


def _by_planes(emit: Emitter, out: Lines, asked: dict[int, list[str]]) -> None:
    """Write `find_planes`, `draw_bit` and `hide_decisions`, which need no bits by token.

    They compute the planes of a state once and return how many decisions they hold, draw one (-1 if there is none), and
    clear in a mask what `gather_sets` set.
    """
    with out.block("LT_INLINE int32_t find_planes(const lt_state *s, lt_play *p)"):
        out.add("int32_t actor = s->active;", "if (p->planes_found) return p->plane_total;")
        out.add("p->planes_found = 1;", "p->plane_total = 0;")
        for place, (one, width, plane) in enumerate(_planes(emit)):
            conditions = asked[one.plan.index]
            out.add(f"p->plane_counts[{place}] = 0;")
            with out.block(f"if ({' && '.join(conditions)})" if conditions else ""):
                counts = (f"lt_bit_count(p->planes[{plane + i}])" for i in range(width))
                out.add(f"{_name(one)}(s, actor, p->planes + {plane});")
                out.add(f"p->plane_counts[{place}] = {' + '.join(counts)};")
            out.add(f"p->plane_total += p->plane_counts[{place}];")
        out.add("return p->plane_total;")
    with out.block("static int32_t draw_bit(const lt_state *s, lt_play *p, lt_generator *player)"):
        out.add("int32_t total = find_planes(s, p);")
        out.add("if (total == 0) return -1;", "int32_t k = (int32_t)lt_bounded(player, (uint64_t)total);")
        bits = (first for first, _ in _placed(emit))
        for place, (first, (one, _, plane)) in enumerate(zip(bits, _planes(emit), strict=True)):
            test = "" if one is emit.drawn[-1] else f"if (k < p->plane_counts[{place}]) "
            out.add(f"{test}return {64 * first} + pick_{_name(one)}(s, p->planes + {plane}, k);")
            if test:
                out.add(f"k -= p->plane_counts[{place}];")
    with out.block("LT_INLINE void hide_decisions(const lt_state *s, uint8_t *mask)"):
        out.add(*(f"hide_{_name(one)}(s, s->active, mask);" for one in emit.drawn))


def planes(emit: Emitter) -> int:
    """Return how many planes `find_planes` computes."""
    return sum(width for _, width, _ in _planes(emit)) if gathered(emit) else 0


def _planes(emit: Emitter) -> list[tuple[Segment, int, int]]:
    """Return each action of which all steps are planes, with how many they are, and the number of the first one."""
    found, first = list[tuple[Segment, int, int]](), 0
    for one in emit.drawn:
        assert isinstance(one.source, StepPlanes)
        found.append((one, one.source.width, first))
        first += one.source.width
    return found


def _name(one: Segment) -> str:
    assert isinstance(one.source, StepPlanes)
    return one.source.name


def _conditions(emit: Emitter, plan: Plan, tests: list[str], but: Collection[Scalar] = ()) -> list[str]:
    """Return the conditions that must hold before any instance of an action is considered, except some guards."""
    counted = (f"s->usage[{n} * LT_PLAYERS + actor] < {most}" for n, most in limits(emit, plan))
    return [*tests, *(emit.condition(guard) for guard in plan.guards if guard not in but), *counted]


def numbers_drawn(emit: Emitter, out: Lines, ids: ActionIds) -> None:
    """Write `drawn_numbers`, which writes the numbers of the decisions of the bits, and `show_drawn_numbers`.

    The latter updates a mask from `sets`, where the bits in `changed` differ from before.
    """
    with out.block("LT_INLINE int32_t *drawn_numbers(const lt_state *s, const uint64_t *sets, int32_t *out)"):
        out.add("const int32_t active = s->active;", "(void)active;")
        for first, one in _placed(emit):
            _each_number(emit, out, ids, one, first, ("sets", "*out++ = {};"))
        out.add("return out;")
    params = "const lt_state *s, const uint64_t *sets, const uint64_t *changed, uint8_t *mask"
    with out.block(f"LT_INLINE void show_drawn_numbers({params})"):
        out.add("const int32_t active = s->active;", "(void)active; (void)sets; (void)changed;")
        for first, one in _placed(emit):
            if isinstance(one.source, ir.Kept | ir.RayStarts):
                _spread(emit, out, ids, one, first)
            else:
                _each_number(emit, out, ids, one, first, ("changed", "mask[{}] ^= 1;"))


def _placed(emit: Emitter) -> list[tuple[int, Segment]]:
    """Return each segment with the index of its first word."""
    ends = list(accumulate(one.words for one in emit.drawn))
    return [(end - one.words, one) for end, one in zip(ends, emit.drawn, strict=True)]


def _spread(emit: Emitter, out: Lines, ids: ActionIds, one: Segment, first: int) -> None:
    """Write the update of a mask by the zones of a segment; the numbers are consecutive, so words are written."""
    for word in range(one.words):
        at = number(ids, one.plan, (Local(str(64 * word), "zone"),))
        count = min(64, emit.low.layout.zones - 64 * word)
        out.add(f"if (changed[{first + word}]) lt_spread_bits(sets[{first + word}], mask + {at}, {count});")


def _each_number(emit: Emitter, out: Lines, ids: ActionIds, one: Segment, first: int, done: tuple[str, str]) -> None:
    """Write the statement *done* for the number of each bit of a segment, in order."""
    sets, what = done
    end = "LT_DRAWN_END(s)" if one is emit.drawn[-1] else str(first + one.words)
    loops = (
        f"for (int32_t i = {first}; i < {end}; i++)",
        f"for (uint64_t rest = {sets}[i]; rest; rest &= rest - 1)",
    )
    with out.blocks(loops):
        out.add(f"int32_t bit = (i - {first}) * 64 + lt_lowest_bit(rest);", "(void)bit;")
        out.add(*_declared(emit, one), what.format(number(ids, one.plan, _names(one))))


def _names(one: Segment) -> tuple[Local, ...]:
    """Return the parameters of an action, with the names from `_declared`."""
    match one.source:
        case ir.Kept() | ir.RayStarts():
            return (Local("bit", "zone"),)
        case KeptSteps() | StepPlanes():
            return Local("token", "token"), Local("to", "zone")
        case None:
            return ()


def _declared(emit: Emitter, one: Segment) -> list[str]:
    """Return C that decodes a bit of a segment."""
    if isinstance(one.source, StepPlanes):
        stride = one.source.stride
        to = emit_step_planes.target(one.source, "token", "active", f"(uint32_t)bit % {stride}")
        return [f"int32_t token = (int32_t)((uint32_t)bit / {stride});", f"int32_t to = {to};"]
    if not isinstance(one.source, KeptSteps):
        return []
    stride, steps = one.source.stride, row(emit.low, one.source, "token", "active")
    return [
        f"int32_t token = (int32_t)((uint32_t)bit / {stride});",
        f"int32_t to = {StepEntry.of(emit.low).zone(f'({steps})[(uint32_t)bit % {stride}]')};",
    ]


def _end(emit: Emitter) -> str:
    """Return the C for the number of words to read: slots are taken from below, and most may never have been used."""
    last = emit.drawn[-1]
    if not isinstance(last.source, KeptSteps) or last.words <= FEW_WORDS:
        return "LT_DRAWN_WORDS"
    emit.kept.slots_end.ask()
    first = sum(one.words for one in emit.drawn[:-1])
    return f"({first} + ((s)->slots_end * {last.source.stride} + 63) / 64)"


def _gather(emit: Emitter, out: Lines, one: Segment, first: int, end: str) -> None:
    match one.source:
        case None:
            out.add(f"bits[{first}] = 1;")
        case ir.Kept(name=name):
            out.add(*(f"bits[{first + i}] = s->{name}[{i}];" for i in range(one.words)))
        case ir.RayStarts(among=among) as source:
            out.add(f"bits[{first}] = s->{among}[0] & {emit_ray_masks.call(emit, source)};")
        case StepPlanes(name=name):
            out.add(f"gather_{name}(s, actor, bits + {first}, mask);")
        case KeptSteps(name=name):
            out.add(f"for (int32_t i = {first}; i < {end}; i++) bits[i] = s->{name}[1 + actor][i - {first}];")


def _meaning(emit: Emitter, out: Lines, one: Segment) -> None:
    rest = range(1 + len(one.plan.params), emit.low.layout.width)
    out.add(f"d[0] = {one.plan.index};", *(f"d[{place}] = 0;" for place in rest), *_declared(emit, one))
    out.add(*(f"d[{place}] = {name.name};" for place, name in enumerate(_names(one), start=1)))
