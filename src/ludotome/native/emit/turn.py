"""Turn: the functions of a game for setup, phases, the events of a turn, and end conditions.

This module does not know actions; who is next, and in which phase, is decided in `c/turn.h`.
"""

from __future__ import annotations

from ludotome.gamedef import facts
from ludotome.native.emit import actions as emit_actions
from ludotome.native.emit import draws as emit_draws
from ludotome.native.emit.emitter import Emitter
from ludotome.native.emit.last_move import since_settled
from ludotome.native.emit.triggers import EVENTS
from ludotome.native.indexes.changes import settled_by_changes
from ludotome.native.lower import ir
from ludotome.native.lower.lowering import Scope
from ludotome.native.lower.plan import ACTOR
from ludotome.native.lower.scalars import lower
from ludotome.native.text import Lines, c_comment, c_name


def announce(emit: Emitter, event: str, subject: str, actor: str) -> str:
    """Return the C that fires the triggers on an event of play; LT_OK if there are none."""
    if not any(trigger.event.type == event for trigger in emit.low.game_def.triggers):
        return "LT_OK"
    return f"lt_announce(s, p, {EVENTS.index(event)}, {subject}, {actor})"


def phases(emit: Emitter) -> None:
    """Write `phase_holds`, and what entering and leaving a phase does."""
    listed = emit.low.game_def.turn_structure.phases
    active = Scope(actor=ir.Field("active", "player"))
    cases = [
        f"case {index}: return {emit.condition(lower(emit.low, phase.when, active))};"
        for index, phase in enumerate(listed)
        if phase.when is not None
    ]
    out = Lines()
    with out.block("LT_INLINE int32_t phase_holds(const lt_state *s, int32_t phase)"):
        out.add("(void)s;")
        with out.block("switch (phase)"):
            out.add(*cases, "default: return 1;")
    emit.functions.append(str(out))
    for word, field in (("enter", "on_enter"), ("exit", "on_exit")):
        lists = [(index, getattr(phase, field)) for index, phase in enumerate(listed)]
        for index, effects in lists:
            if effects:
                path = f"turnStructure.phases[{index}].on{word.capitalize()}"
                head = f"static int32_t {word}_{c_name(listed[index].id)}(lt_state *s, lt_play *p, int32_t actor)"
                emit_actions.effect_function(
                    emit, f"{word}_{c_name(listed[index].id)}", path, effects, Scope(actor=ACTOR), head
                )
        out = Lines()
        with out.block(f"LT_INLINE int32_t {word}_phase(lt_state *s, lt_play *p)"):
            out.add("(void)s; (void)p;")
            for index, effects in lists:
                if effects:
                    call = f"{word}_{c_name(listed[index].id)}(s, p, s->active)"
                    run = f"(p->fault = {call}) || (p->fault = lt_dispatch(s, p, 0, 0))"
                    out.add(f"if (s->phase == {index} && ({run})) return p->fault;")
            out.add(f"return {announce(emit, f'phase{word.capitalize()}', 's->phase', 's->active')};")
        emit.functions.append(str(out))


def setup(emit: Emitter) -> None:
    """Write the setup, and the events of the start and the end of a turn."""
    game = emit.low.game_def
    for word in ("turnStart", "turnEnd"):
        out = Lines()
        with out.block(f"LT_INLINE int32_t {word}_events(lt_state *s, lt_play *p)"):
            out.add("(void)s; (void)p;", f"return {announce(emit, word, '-1', 's->active')};")
        emit.functions.append(str(out))
    # Setup that only creates tokens is the same for every game, and runs once for thousands of games.
    how_often = "LT_SELDOM" if all(map(facts.only_creates, game.setup)) else "static"
    head = f"{how_often} int32_t setup(lt_state *s, lt_play *p)"
    emit_actions.effect_function(emit, "setup", "setup", game.setup, Scope(), head)


def end_conditions(emit: Emitter) -> None:
    """Write `end_condition`, which returns the number of the first end condition that holds, or -1."""
    out = Lines()
    with out.block("static int32_t end_condition(lt_state *s, lt_play *p)"):
        out.add("(void)s; (void)p;")
        for index, condition in enumerate(emit.low.game_def.end_conditions):
            emit.stem = f"end_{index}"
            when = lower(emit.low, condition.when, Scope())
            test = emit.condition(when)
            if emit.options.last_move and settled_by_changes(emit.low, when) and not emit.is_instant(when):
                test = since_settled(emit, when, test)
            taken = emit_draws.surely_takes(emit, when)
            test = test if taken is None else f"!{taken} && {test}"
            out.add(c_comment(f"endConditions[{index}].when"), f"if ({test}) return {index};")
        if emit.kept.changes.is_kept:
            out.add("s->settled[1 + s->last_actor] = s->log_end;")
        out.add("return -1;")
    emit.functions.append(str(out))
