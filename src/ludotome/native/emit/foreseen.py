"""C that predicts the result of a trial without running it (`foreseen`, `takings`).

    look_A        values common to all instances of the action
    foreseen_A    the result of a trial of the instance, 1 or 0, if known; otherwise -1
    taken_A       the same if the instance captures groups
    pass_A        removes from a set of zones all that do not pass

This module does not know what can be foreseen, how trials are run, nor how all zones of a set are tested together
(`emit.foreseen_sets`).
"""

from __future__ import annotations

from functools import partial

from ludotome.native.emit import foreseen_sets as emit_foreseen_sets
from ludotome.native.emit.emitter import Emitter, declare
from ludotome.native.indexes.foreseen import Asked, Foreseen, foresee
from ludotome.native.indexes.groups import OPEN_IF_EMPTY, kinds
from ludotome.native.indexes.near_sets import near_words
from ludotome.native.indexes.numbers import worth_keeping
from ludotome.native.indexes.takings import Taking, gone, taking
from ludotome.native.lower import ir
from ludotome.native.lower.lowering import Scope
from ludotome.native.lower.plan import ACTOR, Plan
from ludotome.native.lower.trial import Trial
from ludotome.native.text import Lines, c_name


def foreseen(emit: Emitter, plan: Plan, trial: Trial, scope: Scope) -> str | None:
    """Write `foreseen_A` if some trials of *plan* can be foreseen, and return the zone of the placement."""
    if not emit.options.foreseen:
        return None
    asked: Asked = partial(emit.kept.groups.asked, emit)
    found = foresee(emit.low, plan, trial, scope, asked)
    if found is None or not _numbers_kept(emit, found):
        return None
    at, sets = found.placing.zone, _Sets(emit, found.placing.zone)
    loud, post = [sets.condition(one) for one in found.loud], [sets.condition(one) for one in ir.conjuncts(found.post)]
    dead = near_words(emit, emit.kept.groups, found.loud[0], at) if len(found.loud) == 1 else None
    taken = None if dead is None else taking(emit.low, plan, trial, scope, asked, found)
    out, heads = Lines(), _Heads(plan)
    if taken is not None and dead is not None:
        with out.block(f"static int32_t taken_{heads.name}({heads.params})"):
            out.add(heads.unused)
            _taken(emit, out, taken, at.name, dead)
    _look(emit, out, found, heads.name, sets)
    out.add("/* The result of a trial for a zone with room; -1 where the trial must be run. */")
    with out.block(f"LT_INLINE int32_t foreseen_{heads.name}({heads.params}, const look_at_{heads.name} *look)"):
        out.add(f"{heads.unused} (void)look;")
        if not _empty_where_open(emit, found):
            out.add(f"if (lt_full(s, {at.name})) return -1;")
        out.add(
            *(f"if ({one}) return {'-1' if taken is None else f'taken_{heads.name}({heads.args})'};" for one in loud)
        )
        out.add(f"return {' && '.join(post) or '1'};")
    if len(plan.params) == 1:
        judged = emit_foreseen_sets.together(emit, found, taken, sets.nodes) if _empty_where_open(emit, found) else None
        emit_foreseen_sets.foresee(out, heads.name, heads.args, at.name, judged)
    emit.functions.append(str(out))
    emit.foreseen.add(plan.index)
    return at.name


def answer(out: Lines, plan: Plan, zone: str) -> None:
    """Write the early return of a function that tries an instance, if the result is foreseen."""
    heads = _Heads(plan)
    out.add(f"look_at_{heads.name} look;", f"look_{heads.name}(s, actor, &look);")
    known = f"lt_has_bit(look.room, {zone}) ? foreseen_{heads.name}({heads.args}, &look) : -1"
    out.add(f"int32_t known = {known};", "if (known >= 0) return known;")


def passing(emit: Emitter, plan: Plan) -> None:
    """Write `pass_A`, which removes from a set the zones refused by a trial of an action with one parameter."""
    heads, zone = _Heads(plan), plan.params[0].name
    out = Lines()
    with out.block(f"static void pass_{heads.name}(const lt_state *s, int32_t actor, uint64_t *bits)"):
        out.add("uint64_t untried[LT_ZONE_WORDS];", f"if (!foresee_{heads.name}(s, actor, bits, untried)) return;")
        loops = (
            "int32_t word = 0; word < LT_ZONE_WORDS; word++",
            "; untried[word]; untried[word] &= untried[word] - 1",
        )
        with out.blocks([f"for ({one})" for one in loops]):
            out.add(f"int32_t bit = lt_lowest_bit(untried[word]), {zone} = word * 64 + bit;")
            out.add(f"bits[word] |= (uint64_t)(passes_{heads.name}({heads.args}) != 0) << bit;")
    emit.functions.append(str(out))


class _Heads:
    """The name, parameters and arguments of the functions of one action."""

    def __init__(self, plan: Plan) -> None:
        self.name = c_name(plan.action.id)
        self.params = ", ".join(["const lt_state *s", "int32_t actor", *map(declare, plan.params)])
        self.args = ", ".join(["s", "actor", *(param.name for param in plan.params)])
        self.unused = " ".join(f"(void){name};" for name in ("s", "actor", *(param.name for param in plan.params)))


class _Sets:
    """Conditions on the neighbours of a zone, tested for all of them at once if they have sets."""

    def __init__(self, emit: Emitter, at: ir.Local) -> None:
        self.emit, self.at = emit, at
        self.words: list[list[str]] = []
        self.nodes: list[ir.Scalar] = []  # the condition of each set

    def condition(self, node: ir.Scalar) -> str:
        """Return the C of *node*."""
        words = near_words(self.emit, self.emit.kept.groups, node, self.at)
        varies = not {*ir.free_locals(node)} <= {ACTOR, self.at}
        if words is None or varies:
            return self.emit.condition(node)
        number = len(self.words)
        self.words.append(words)
        self.nodes.append(node)
        near = [f"(near_bits[{self.at.name}][{word}] & look->near_{number}[{word}])" for word in range(len(words))]
        return f"(({' | '.join(near)}) != 0)"


def _look(emit: Emitter, out: Lines, found: Foreseen, name: str, sets: _Sets) -> None:
    """Write `look_A`: the values common to all instances of an action."""
    fields = "".join(f", near_{number}[LT_ZONE_WORDS]" for number in range(len(sets.words)))
    out.add("/* Common to all instances: the zones where placing is foreseen, and sets of their neighbours. */")
    out.add(f"typedef struct {{ uint64_t room[LT_ZONE_WORDS]{fields}; }} look_at_{name};")
    with out.block(f"LT_INLINE void look_{name}(const lt_state *s, int32_t actor, look_at_{name} *look)"):
        out.add("(void)actor;", f"int32_t ready = room_for_type(s, {found.placing.type});")
        if emit.low.layout.tokens < emit.low.layout.zones:
            out.add("uint64_t free_slots = 0;")
            out.add("for (int32_t i = 0; i < LT_SLOT_WORDS; i++) free_slots |= s->free_slots[i];")
            out.add("ready &= free_slots != 0;")
        if found.groups or sets.words:
            # In a trial the groups and their sets are those of the state before it.
            out.add("ready &= !s->groups_rest;")
        out.add(*(f"ready &= lt_groups_all_known(&s->groups[{number}]);" for number in found.groups))
        out.add("for (int32_t i = 0; i < LT_ZONE_WORDS; i++) look->room[i] = ready ? ~UINT64_C(0) : 0;")
        _room(emit, out, found)
        for number, words in enumerate(sets.words):
            out.add(*(f"look->near_{number}[{word}] = {text};" for word, text in enumerate(words)))


def _room(emit: Emitter, out: Lines, found: Foreseen) -> None:
    """Write the set of zones with room: open and in no group."""
    for number in found.groups:
        kept, groups = f"s->groups[{number}]", emit.kept.groups.kept[number]
        with out.block("for (int32_t i = 0; i < LT_ZONE_WORDS; i++)"):
            out.add(f"look->room[i] &= {kept}.open[i];")
            if groups.open != OPEN_IF_EMPTY or not isinstance(groups.kind, ir.Load):
                # An empty zone has no token of any kind; other zones must be tested.
                kinds_ = range(kinds(emit.low, groups))
                out.add(f"look->room[i] &= ~({' | '.join(f'{kept}.of_kind[{kind}][i]' for kind in kinds_)});")


def _empty_where_open(emit: Emitter, found: Foreseen) -> bool:
    """Return whether a zone with room is always empty."""
    return any(emit.kept.groups.kept[number].open == OPEN_IF_EMPTY for number in found.groups)


def _taken(emit: Emitter, out: Lines, taken: Taking, at: str, dead: list[str]) -> None:
    """Write the body of `taken_A`: every group left without an open zone is visited once."""
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
    """Return whether uses of `seen`, if any, can be foreseen: the sums of the token numbers must be kept."""
    nodes = (part for one in (*found.loud, found.post) for part in ir.walk(one))
    if not any(isinstance(node, ir.Call) and node.function.startswith("lt_seen_region_with_") for node in nodes):
        return True
    kept = worth_keeping(emit)
    if kept:
        emit.kept.numbers.placed.add(found.placing.type)
    return kept
