"""C that fills a buffer of known size with the pseudo-legal instances of an action, without branches.

An entry of the buffer is a whole decision, or its number if that suffices (`emit.ids`). Then instances that
differ only in their last parameter are consecutive, and if it follows lines known as masks, a whole line is
written at once.

This module does not know the readers of the buffer.
"""

from __future__ import annotations

import math

from ludotome.native.emit import movers as emit_movers
from ludotome.native.emit import sources as emit_sources
from ludotome.native.emit import target_masks as emit_target_masks
from ludotome.native.emit import targets as emit_targets
from ludotome.native.emit.actions import limits
from ludotome.native.emit.emitter import Emitter
from ludotome.native.emit.ids import number
from ludotome.native.emit.targets import NumbersCall
from ludotome.native.lower import ir
from ludotome.native.lower.effort import LONG_WALK, looks_of_listing, walk_of
from ludotome.native.lower.ir import Local, Scalar
from ludotome.native.lower.lowering import Lowering
from ludotome.native.lower.plan import ACTOR, Level, Plan
from ludotome.native.lower.targets import most_targets
from ludotome.native.text import Lines, c_name


def fill(emit: Emitter, plan: Plan, guards: tuple[Scalar, ...], name: str) -> None:
    """Write a function that puts every pseudo-legal instance in a sufficiently long buffer, and returns its end."""
    emit.stem = c_name(plan.action.id)
    out = Lines()
    with out.block(f"static int32_t *{name}(const lt_state *s, int32_t actor, int32_t *out)"):
        out.add("(void)s; (void)actor;")
        for counter, limit in limits(emit, plan):
            out.add(f"if (s->usage[{counter} * LT_PLAYERS + actor] >= {limit}) return out;")
        out.add(*(f"if (!{emit.condition(guard)}) return out;" for guard in guards))
        whole = _whole_ways(emit, plan)
        if whole is not None:
            out.add(*whole.before)
        emit.looks = looks_of_listing(plan) if emit.long and walk_of(plan) > LONG_WALK else 0
        movers = emit_movers.movers_of(emit, plan) if whole is not None and whole.declares_movers else None
        if whole is not None and movers is not None and not emit.looks:
            emit_movers.each_mover(emit, out, movers, f"out = {whole.text};")
        else:
            _fill_level(emit, out, plan, 0, whole)
        emit.looks = 0
        out.add("return out;")
    emit.functions.append(str(out))


def _fill_level(emit: Emitter, out: Lines, plan: Plan, depth: int, whole: NumbersCall | None) -> None:
    if depth == len(plan.levels):
        _push(emit, out, plan)
        return
    level, last = plan.levels[depth], depth + 1 == len(plan.levels)

    if last and not level.guards and _steps(emit, out, plan, level):
        return

    def one_by_one() -> None:
        emit_sources.guarded(
            emit,
            out,
            level.source,
            level.param,
            level.guards,
            lambda: _fill_level(emit, out, plan, depth + 1, whole),
            (lambda test: _push(emit, out, plan, test)) if last else None,
        )

    if whole is None or not last:
        one_by_one()
        return
    asked = [test for guard in level.guards for test in _may_fail(emit, level, guard)]
    if asked:
        with out.block(f"if ({' && '.join(asked)})"):
            one_by_one()
    with out.block("else" if asked else ""):
        out.add(f"{'' if whole.when == '1' else f'if ({whole.when}) '}out = {whole.text};")


def _steps(emit: Emitter, out: Lines, plan: Plan, level: Level) -> bool:
    """Write the single steps of a token that belongs to the actor; False if the level is of another kind."""
    if not isinstance(level.source, ir.Targets) or emit.looks:
        return False
    owner = _owner(plan, level.source.token)
    return owner is not None and emit_sources.steps_of_owner(
        emit, out, level.source, level.param.name, owner, lambda test: _push(emit, out, plan, test, counts=True)
    )


def _push(emit: Emitter, out: Lines, plan: Plan, test: str = "1", *, counts: bool = False) -> None:
    """Write an entry that counts only if it passes a test; a branch would be mispredicted half the time.

    A test that *counts* is 0 or 1.
    """
    if emit.ids is not None:
        out.add(f"*out = {number(emit.ids, plan, plan.params)};")
        out.add("out++;" if test == "1" else f"out += {test};" if counts else f"out += ({test}) != 0;")
        return
    out.add(f"out[0] = {plan.index};")
    out.add(*(f"out[{place}] = (int32_t){param.name};" for place, param in enumerate(plan.params, start=1)))
    used = 1 + len(plan.params)
    if used < emit.low.layout.width:
        out.add(f"for (int32_t i = {used}; i < LT_WIDTH; i++) out[i] = 0;")
    out.add("out += LT_WIDTH;" if test == "1" else f"out += {test} ? LT_WIDTH : 0;")


def _whole_ways(emit: Emitter, plan: Plan) -> NumbersCall | None:
    """Return the call that writes all instances of the last level's targets or rays line by line, if possible.

    Each guard must hold for all of them unless a condition independent of them holds.
    """
    level = plan.levels[-1] if plan.levels else None
    if level is None or emit.ids is None or not isinstance(level.source, ir.Targets | ir.Rays):
        return None
    if len(level.guards) > 1 or not all(_unless(guard, level.param) for guard in level.guards):
        return None
    owner = _owner(plan, level.source.token) if isinstance(level.source, ir.Targets) else None
    return emit_targets.numbers_call(emit, level.source, number(emit.ids, plan, plan.params[:-1]), "out", owner)


def _owner(plan: Plan, token: Scalar) -> str | None:
    """Return the C of a token's owner, if it is a parameter that must belong to the actor."""
    own = ir.Load("token_owner", token, "player", optional=True)
    guards = [guard for level in plan.levels for guard in level.guards if level.param == token]
    wanted = (ir.Compare("==", own, ACTOR), ir.Compare("==", ACTOR, own))
    return ACTOR.name if any(guard in wanted for guard in guards) else None


def _unless(guard: Scalar, element: Local) -> list[Scalar]:
    """Return conditions without *element* such that *guard* holds unless all of them do; empty if there are none."""
    match guard:
        case ir.Negation(arg=ir.AllOf(args=parts)):
            return [part for part in parts if element not in ir.free_locals(part)]
        case _:
            return []


def _may_fail(emit: Emitter, level: Level, guard: Scalar) -> list[str]:
    """Return tests that all hold whenever *guard* may fail for an element: those without it, and that one is near."""
    tests = [emit.condition(part) for part in _unless(guard, level.param)]
    if isinstance(level.source, ir.Targets) and isinstance(guard, ir.Negation):
        lands = emit_target_masks.landing_test(emit, level.source, level.param, ir.conjuncts(guard.arg))
        tests += [] if lands is None else [lands]
    return tests


def most_instances(low: Lowering, plan: Plan) -> int:
    """Return the maximum number of instances of an action."""
    return math.prod(_most_elements(low, plan, level) for level in plan.levels)


def _most_elements(low: Lowering, plan: Plan, level: Level) -> int:
    match level.source:
        case ir.Targets(token=token, group=group, attacks=attacks):
            sources = [other.source for other in plan.levels if other.param == token]
            types = sources[0].types if sources and isinstance(sources[0], ir.AllTokens) else None
            return min(level.source.size, most_targets(low, group, types, attacks=attacks))
        case _:
            return level.source.size
