"""C for events and triggers: the events of a list are stored until it has ended, then dispatched in order, depth first.

Invariants:
    * only events with listeners are stored;
    * nothing fires deeper than `maxTriggerDepth`, which bounds the recursion.

This module does not know when phases and turns change (`turn.h`).
"""

from __future__ import annotations

from ludotome.gamedef import TriggerDef
from ludotome.native.emit.effects import EffectWriter
from ludotome.native.emit.emitter import Emitter
from ludotome.native.lower import ir
from ludotome.native.lower.lowering import Scope
from ludotome.native.lower.scalars import lower
from ludotome.native.text import Lines, c_array, c_comment

EVENTS = ("phaseEnter", "phaseExit", "turnStart", "turnEnd", "actionResolved", "tokenEntered")
TOKEN_ENTERED = EVENTS.index("tokenEntered")

PUSH = """\
/* Keep an event until its list has ended. */
LT_INLINE int32_t lt_raise(lt_play *p, lt_event event) {
    if (p->event_count == p->event_capacity) {
        int32_t capacity = 2 * p->event_capacity + 16;
        lt_event *bigger = realloc(p->events, (size_t)capacity * sizeof(lt_event));
        if (!bigger) return LT_NO_MEMORY;
        p->events = bigger;
        p->event_capacity = capacity;
    }
    p->events[p->event_count++] = event;
    return LT_OK;
}
"""

IN_TRIGGER = """\
/* Inside a trigger every fault is the document's, including a move to a zone that is not adjacent. */
LT_INLINE int32_t lt_in_trigger(int32_t fault) { return fault == LT_NOT_ADJACENT ? LT_TRIGGER_NOT_ADJACENT : fault; }
"""

DISPATCH = """\
/* Fire the triggers of the events from *start* on, in order, and drop the events. */
static int32_t lt_dispatch(lt_state *s, lt_play *p, int32_t start, int32_t depth) {
    int32_t end = p->event_count, fault;
    for (int32_t i = start; i < end; i++)
        if ((fault = fire(s, p, i, depth))) return fault;
    p->event_count = start;
    return LT_OK;
}

/* Fire at once the triggers of an event of a phase, a turn or an action. */
LT_INLINE int32_t lt_announce(lt_state *s, lt_play *p, int32_t type, int32_t subject, int32_t actor) {
    lt_event event = {type, subject, actor, -1, -1, -1};
    int32_t start = p->event_count, fault = lt_raise(p, event);
    return fault ? fault : lt_dispatch(s, p, start, 0);
}
"""

NOTHING_LISTENS = """\
LT_INLINE int32_t lt_dispatch(lt_state *s, lt_play *p, int32_t start, int32_t depth) {
    (void)s; (void)p; (void)start; (void)depth;
    return LT_OK;
}
LT_INLINE int32_t lt_announce(lt_state *s, lt_play *p, int32_t type, int32_t subject, int32_t actor) {
    (void)s; (void)p; (void)type; (void)subject; (void)actor;
    return LT_OK;
}
"""


def token_events(emit: Emitter) -> str:
    """Return `token_entered`, which stores an arrival with listeners, and `room_for_type`."""
    low, out = emit.low, Lines()
    listened = _zones_listened(emit)
    if emit.low.game_def.triggers:
        out.add(*PUSH.splitlines())
    with out.block(
        "LT_INLINE int32_t token_entered(lt_play *p, int32_t actor, int32_t token, int32_t zone, int32_t from)"
    ):
        out.add("(void)p; (void)actor; (void)token; (void)zone; (void)from;")
        if listened:
            out.add(f"lt_event event = {{{TOKEN_ENTERED}, zone, actor, token, zone, from}};")
            out.add("if (is_listened[1 + zone]) return lt_raise(p, event);")
        out.add("return LT_OK;")
    out.add(*_room_for_type(emit).lines)
    lines = c_array("int8_t", "is_listened", [0, *(int(z in listened) for z in range(low.layout.zones))])
    return "\n".join(lines if listened else []) + "\n" + str(out)


def _room_for_type(emit: Emitter) -> Lines:
    """Return the function that says whether one more token of a type can exist; all tokens together may be few."""
    low, out = emit.low, Lines()
    limited = [(low.symbols.name_index[kind.id], kind.max) for kind in low.game_def.token_types if kind.max is not None]
    with out.block("LT_INLINE int32_t room_for_type(const lt_state *s, int32_t type)"):
        out.add("int32_t most = -1, count = 0;", "(void)s; (void)type; (void)count;")
        out.add(*(f"if (type == {number}) most = {most};" for number, most in limited))
        out.add("if (most < 0) return 1;")
        if limited:
            out.add("for (int32_t i = 0; i < LT_SLOT_WORDS; i++) count += lt_bit_count(lt_used_slots(s, i));")
            out.add("if (count < most) return 1;", "count = 0;")
            for number, most in limited:
                slots = emit.kept.typed.kept_word(number, "i")
                if slots is not None:
                    with out.block(f"if (type == {number})"):
                        out.add(f"for (int32_t i = 0; i < LT_SLOT_WORDS; i++) count += lt_bit_count({slots});")
                        out.add(f"return count < {most};")
            out.add("for (int32_t i = 0; i < LT_TOKENS; i++) count += s->token_type[1 + i] == type;")
        out.add("return count < most;")
    return out


def _zones_listened(emit: Emitter) -> set[int]:
    found: set[int] = set()
    for trigger in emit.low.game_def.triggers:
        if trigger.event.type == "tokenEntered":
            subjects = _subjects(emit, trigger)
            found |= set(range(emit.low.layout.zones)) if subjects is None else set(subjects)
    return found


def _subjects(emit: Emitter, trigger: TriggerDef) -> tuple[int, ...] | None:
    """Return the zones, the action or the phase a trigger listens to; None for any."""
    symbols, event = emit.low.symbols, trigger.event
    if event.zone is not None:
        zone = symbols.zone_index.get(event.zone)
        return symbols.owned_zones[event.zone] if zone is None else (zone,)
    if event.action is not None:
        return (symbols.action_index[event.action],)
    return None if event.phase is None else (symbols.phase_index[event.phase],)


def triggers(emit: Emitter) -> None:
    """Write every trigger, and `fire`, which runs those that listen to an event."""
    game = emit.low.game_def
    if not game.triggers:
        emit.functions.append(NOTHING_LISTENS)
        return
    for index, trigger in enumerate(game.triggers):
        _trigger(emit, index, trigger)
    emit.functions.append("static int32_t lt_dispatch(lt_state *s, lt_play *p, int32_t start, int32_t depth);\n")
    out = Lines()
    with out.block("static int32_t fire(lt_state *s, lt_play *p, int32_t event, int32_t depth)"):
        out.add(
            "int32_t fault, start;", "const int32_t type = p->events[event].type, subject = p->events[event].subject;"
        )
        out.add(f"if (depth > {game.metadata.max_trigger_depth}) return LT_OK;", "(void)subject;")
        for index, trigger in enumerate(game.triggers):
            subjects = _subjects(emit, trigger)
            tests = [f"type == {EVENTS.index(trigger.event.type)}"]
            if subjects is not None:
                tests.append(f"({' || '.join(f'subject == {number}' for number in subjects)})")
            with out.block(f"if ({' && '.join(tests)})"):
                out.add("start = p->event_count;")
                out.add(f"if ((fault = trigger_{index}(s, p, p->events[event]))) return lt_in_trigger(fault);")
                out.add("if ((fault = lt_dispatch(s, p, start, depth + 1))) return fault;")
        out.add("return LT_OK;")
    emit.functions += [IN_TRIGGER, str(out), DISPATCH]


def _trigger(emit: Emitter, index: int, trigger: TriggerDef) -> None:
    low, symbols = emit.low, emit.low.symbols
    emit.stem = f"trigger_{index}"
    actor = ir.Local("actor", "player", optional=True)
    scope = Scope(actor=actor).bind("$player", actor)
    out = Lines()
    out.add(c_comment(f"triggers[{index}] {trigger.id}"))
    with out.block(f"static int32_t trigger_{index}(lt_state *s, lt_play *p, lt_event event)"):
        out.add("int32_t actor = event.actor;", "(void)s; (void)p; (void)actor;")
        writer = EffectWriter(emit, out, actor="actor")
        if trigger.event.type == "tokenEntered":
            token = low.local("token", "token", optional=True)
            zone, from_ = low.local("zone", "zone"), low.local("from", "zone", optional=True)
            for local, field in ((token, "token"), (zone, "zone"), (from_, "from")):
                out.add(f"int32_t {local.name} = event.{field};", f"(void){local.name};")
            writer.held.append(token.name)
            scope = scope.bind("$token", token).bind("$zone", zone).bind("$from", from_)
        elif trigger.event.type in ("phaseEnter", "phaseExit", "actionResolved"):
            phases = trigger.event.type != "actionResolved"
            names = (
                [phase.id for phase in low.game_def.turn_structure.phases]
                if phases
                else [action.id for action in low.game_def.actions]
            )
            word = "phase" if phases else "action"
            table = low.table(f"name_of_{word}", [-1, *(symbols.name_index[name] for name in names)])
            subject = low.local(word, "name")
            out.add(f"int32_t {subject.name} = {table.name}[1 + event.subject];", f"(void){subject.name};")
            scope = scope.bind(f"${word}", subject)
        if trigger.when is not None:
            out.add(f"if (!{emit.condition(lower(low, trigger.when, scope))}) return LT_OK;")
        writer.write(trigger.effects, scope)
        out.add("return LT_OK;")
    emit.functions.append(str(out))
