"""C for trials: whether an instance of an action passes its `cost` and `post`.

    passes_A    tries one instance: in place if it can be undone, otherwise on a copy of the state
    pins_N      the zones whose tokens must be tried, if others cannot change `post` (`pins`)
    safe_N      whether `post` holds after a token moved from one zone to another, by sets of zones instead of a trial

This module does not know how instances are listed, nor what can be omitted (`trial`).
"""

from __future__ import annotations

from ludotome.gamedef import Effects
from ludotome.native.emit import attacks as emit_attacks
from ludotome.native.emit import foreseen as emit_foreseen
from ludotome.native.emit.effects import EffectWriter
from ludotome.native.emit.emitter import Emitter, c_type
from ludotome.native.indexes.groups import resting
from ludotome.native.lower.ir import Local
from ludotome.native.lower.lowering import Scope
from ludotome.native.lower.pins import Mover, Watch, mover, watch_asked
from ludotome.native.lower.plan import ACTOR, Plan
from ludotome.native.lower.scalars import lower
from ludotome.native.lower.trial import Trial, trial_of
from ludotome.native.text import Lines, c_comment, c_name


def declared_params(plan: Plan) -> list[str]:
    """Return the parameters of an action as those of a C function."""
    return [f"{c_type(param.kind)} {param.name}" for param in plan.params]


def effect_scope(plan: Plan) -> Scope:
    """Return the scope of an action's effects, in which tokens can be destroyed."""
    scope = Scope(actor=ACTOR)
    for param, local in zip(plan.action.params, plan.params, strict=True):
        scope = scope.bind(param.name, Local(local.name, local.kind, optional=local.kind == "token"))
    return scope


def copies(emit: Emitter, plan: Plan) -> bool:
    """Return whether listing instances of *plan* copies states, for which memory may be lacking."""
    tried = bool(plan.filtered and (plan.action.cost or plan.tried))
    return plan.action.longest is not None or (tried and in_place_trial(emit, plan) is None)


def in_place_trial(emit: Emitter, plan: Plan) -> Trial | None:
    """Return how instances of *plan* are tried in place, or None if each is tried on a copy of the state."""
    return trial_of(emit.low, plan) if emit.options.trial_slice else None


def passes(emit: Emitter, plan: Plan) -> None:
    """Write the trial of one instance: cost, effects, triggers, and `post`."""
    name = c_name(plan.action.id)
    params = ", ".join(["const lt_state *s", "int32_t actor", *declared_params(plan)])
    if not (plan.action.cost or plan.tried):
        # Only `longest` filters it, which considers all instances together.
        unused = " ".join(f"(void){local};" for local in ("s", "actor", *(param.name for param in plan.params)))
        emit.functions.append(f"static int32_t passes_{name}({params}) {{ {unused} return 1; }}\n")
        return
    trial = in_place_trial(emit, plan)
    out = Lines()
    if trial is not None:
        _sliced(emit, out, plan, trial)
    tokens = sum(1 << place for place, local in enumerate(plan.params, start=1) if local.kind == "token")
    with out.block(f"static int32_t try_{name}(lt_state *s, lt_play *p, int32_t actor, int32_t *d)"):
        out.add("int32_t fault;", f"p->params = d; p->token_params = {tokens};")
        if plan.action.cost:
            run = f"{'cost' if trial is None else 'trial_cost'}_{name}"
            out.add(f"if ((fault = {run}(s, p, actor, d))) return fault != LT_NOT_ADJACENT;")
            out.add("if (p->clamped) return 0;")
        if plan.tried:
            # A fault in a trial counts as passed: the move is listed, and taking it raises the fault.
            run = f"{'effects' if trial is None else 'trial'}_{name}"
            out.add(f"if ((fault = {run}(s, p, actor, d))) return fault != LT_NOT_ADJACENT;")
        if plan.tried and trial is None:
            out.add("if (lt_dispatch(s, p, 0, 0)) return 1;")
        _post(emit, out, plan)
    with out.block(f"static int32_t passes_{name}({params})"):
        values = ", ".join([str(plan.index), *(f"(int32_t){param.name}" for param in plan.params)])
        if emit.long:
            out.add("if (lt_is_halted_after(s, LT_COPY_LOOKS)) return 0;")
        _judged(emit, out, plan)
        placed = None if trial is None or trial.cost else emit_foreseen.foreseen(emit, plan, trial, effect_scope(plan))
        if placed is not None:
            emit_foreseen.answer(out, plan, placed)
        out.add("lt_play play = lt_fresh_play();", f"int32_t d[LT_WIDTH] = {{{values}}}, passed;")
        if trial is not None:
            _in_place(out, name, trial)
        out.add("lt_state *tried = lt_borrow(s);", "if (!tried) return 0;")
        if emit.low.layout.opens:
            # A choice, even in the middle of an expression, ends a trial like a fault.
            out.add("tried->run = &play;")
        out.add(f"passed = try_{name}(tried, &play, actor, d);")
        if emit.low.layout.opens:
            out.add("if (play.stopped) passed = 1;")
        out.add("free(play.events);", "lt_give_back(s, tried);", "return passed;")
        if trial is not None:
            out.lines.append("#endif")
    emit.functions.append(str(out))


def _in_place(out: Lines, name: str, trial: Trial) -> None:
    out.lines.append("#if LT_UNDO")
    # The state is const for the caller: it is restored before the function returns.
    out.add(f"lt_was was[{max(trial.notes, 1)}];", "lt_state *tried = (lt_state *)s;", "play.was = was;")
    run = [f"passed = try_{name}(tried, &play, actor, d);", "lt_put_back(tried, was, play.was_count);"]
    resting(out, run)
    out.add("return passed;")
    out.lines.append("#else")


def _sliced(emit: Emitter, out: Lines, plan: Plan, trial: Trial) -> None:
    path, name = f"actions[{plan.index}]", c_name(plan.action.id)
    if trial.cost:
        out.add(c_comment(f"{path}.cost, to be undone"))
        _noted(emit, out, plan, f"trial_cost_{name}", trial.cost, in_cost=True)
    if plan.tried:
        out.add(c_comment(f"{path}.effects, as far as its post can see them"))
        _noted(emit, out, plan, f"trial_{name}", trial.effects)


def _noted(emit: Emitter, out: Lines, plan: Plan, name: str, effects: Effects, *, in_cost: bool = False) -> None:
    """Write a function that runs *effects* and notes their changes."""
    with out.block(f"LT_INLINE int32_t {name}(lt_state *s, lt_play *p, int32_t actor, int32_t *d)"):
        out.add("(void)s; (void)p; (void)actor; (void)d;")
        for place, local in enumerate(plan.params, start=1):
            out.add(f"{c_type(local.kind)} {local.name} = d[{place}];", f"(void){local.name};")
        writer = EffectWriter(emit, out, in_cost=in_cost, actor="actor", noting=True)
        writer.held = [local.name for local in plan.params if local.kind == "token"]
        writer.write(effects, effect_scope(plan))
        for place, local in enumerate(plan.params, start=1):
            if local.kind == "token":
                out.add(f"d[{place}] = {local.name};")
        out.add("return LT_OK;")


def _post(emit: Emitter, out: Lines, plan: Plan) -> None:
    if plan.action.post is None:
        out.add("return 1;")
        return
    scope = Scope(actor=ACTOR)
    for place, (param, local) in enumerate(zip(plan.action.params, plan.params, strict=True), start=1):
        after = emit.low.local(param.name, local.kind, optional=local.kind == "token")
        out.add(f"{c_type(local.kind)} {after.name} = d[{place}];", f"(void){after.name};")
        scope = scope.bind(param.name, after)
    out.add(f"return {emit.condition(lower(emit.low, plan.action.post, scope))};")


# ── pins ───────────────────────────────────────────────────────────────────────────────────────────────────────────


def pinned(emit: Emitter, plan: Plan) -> tuple[int, Mover] | None:
    """Return the number of the pins that select the instances of *plan* to try, and the token that may be pinned.

    None if every instance must be tried. The C of the pins is written on first use.
    """
    if plan.action.post is None or plan.action.cost or not (emit.options.pins and emit.options.trial_slice):
        return None
    trial = trial_of(emit.low, plan)
    token = None if trial is None else mover(plan, trial)
    watch = watch_asked(lower(emit.low, plan.action.post, effect_scope(plan)))
    if token is None or watch is None or emit_attacks.masks_of(emit) is None:
        return None
    if watch not in emit.watches:
        emit.watches.append(watch)
        emit.functions.append(_pins(emit, len(emit.watches) - 1, watch))
        emit.functions.append(_safe(emit, len(emit.watches) - 1, watch))
    return emit.watches.index(watch), token


def _watched(emit: Emitter, watch: Watch) -> str:
    kinds = [f"s->kind_zones[1 + actor][{emit.low.type_numbers.index(kind)}]" for kind in watch.types]
    return " | ".join(kinds)


def _judged(emit: Emitter, out: Lines, plan: Plan) -> None:
    """Write the result without a trial, if possible: the token moves, and the attackers stay."""
    pins = pinned(emit, plan) if emit.options.judged_moves else None
    if pins is None or pins[1].to is None:
        return
    number, (token, to) = pins[0], (pins[1].token.name, pins[1].to.name)
    out.add(f"int32_t from = s->token_zone[1 + {token}], player = {emit.value(emit.watches[number].player)};")
    with out.block(f"if (from != {to} && player != actor)"):
        if not pins[1].takes:
            # Moving onto a token is a fault, which counts as passed.
            out.add(f"if (s->occupied[0] >> {to} & 1) return 1;")
        out.add(f"return player < 0 || safe_{number}(s, actor, player, from, {to});")


def _safe(emit: Emitter, number: int, watch: Watch) -> str:
    out = Lines()
    out.add(
        "/* Whether no watched token of the actor is attacked by another player once a token of the actor has moved"
    )
    out.add("   from one zone to another, capturing what was there. */")
    head = f"LT_INLINE int32_t safe_{number}"
    with out.block(f"{head}(const lt_state *s, int32_t actor, int32_t player, int32_t from, int32_t to)"):
        out.add("uint64_t left = UINT64_C(1) << from, entered = UINT64_C(1) << to;")
        out.add("uint64_t occupied = (s->occupied[0] & ~left) | entered;")
        out.add(f"uint64_t watched = ({_watched(emit, watch)}) & ~entered;")
        out.add("if (watched & left) watched ^= left | entered;")
        with out.block("for (; watched; watched &= watched - 1)"):
            out.add("int32_t zone = lt_lowest_bit(watched);")
            out.add("if (attack_leapers(s, zone, player) & ~entered) return 0;")
            with out.block("for (uint64_t by = attack_sliders(s, zone, player) & ~entered; by; by &= by - 1)"):
                out.add("if (!(attack_between[zone][lt_lowest_bit(by)] & occupied)) return 0;")
        out.add("return 1;")
    return str(out)


def _pins(emit: Emitter, number: int, watch: Watch) -> str:
    out = Lines()
    out.add(
        "/* The zones of the actor's tokens that cannot move without a trial: the watched ones, and any that is alone"
    )
    out.add("   between an attacker and a watched one; all zones if a watched one is attacked now. */")
    with out.block(f"static uint64_t pins_{number}(const lt_state *s, int32_t actor)"):
        out.add(f"uint64_t watched = {_watched(emit, watch)}, pins = watched;")
        out.add(f"int32_t player = {emit.value(watch.player)};")
        out.add("if (player < 0) return 0;", "if (player == actor) return ~UINT64_C(0);")
        with out.block("for (; watched; watched &= watched - 1)"):
            out.add("int32_t zone = lt_lowest_bit(watched);")
            out.add("if (attack_leapers(s, zone, player)) return ~UINT64_C(0);")
            with out.block("for (uint64_t from = attack_sliders(s, zone, player); from; from &= from - 1)"):
                out.add("uint64_t between = attack_between[zone][lt_lowest_bit(from)] & s->occupied[0];")
                out.add("if (!between) return ~UINT64_C(0);", "if (!(between & (between - 1))) pins |= between;")
        out.add("return pins;")
    return str(out)
