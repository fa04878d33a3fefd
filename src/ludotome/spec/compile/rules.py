"""rules: phases, actions, triggers, end conditions, scoring and setup, on the declarations of the document."""

from __future__ import annotations

from typing import Any

import msgspec

from ludotome.gamedef import (
    ActionDef,
    EndCondition,
    EndPhase,
    EventPattern,
    Expr,
    GameDef,
    Limit,
    Longest,
    Notation,
    Param,
    PhaseDef,
    Result,
    Scope,
    Scoring,
    TriggerDef,
    TurnStructure,
    Type,
)
from ludotome.spec.blocks import YamlValue
from ludotome.spec.compile.token_types import with_conditions
from ludotome.spec.compile.values import entries, listed, mapping, whole
from ludotome.spec.lowering import Context, Env, Origin, Want, lower_effects, lower_template
from ludotome.spec.lowering.declared_at import bind_at
from ludotome.spec.lowering.trees import FAMILIES, lower_field
from ludotome.spec.settings import kept_constants

_PLAYER = Type("player")
_PASS = "pass"


def compile_rules(ctx: Context) -> GameDef:
    """Return the shell of *ctx* with all its rules; parts that cannot be resolved are reported and become poison."""
    doc = ctx.doc
    setup = lower_effects(ctx, doc.get("setup"), "setup", Env(Scope("setup")))
    turn = _turn_structure(ctx)
    actions = tuple(
        _action(ctx, written, f"actions[{index}]", turn) for index, written in enumerate(entries(doc.get("actions")))
    )
    return msgspec.structs.replace(
        ctx.things.shell,
        constants=kept_constants(doc),
        token_types=with_conditions(ctx),
        setup=setup,
        turn_structure=turn,
        actions=_with_pass(actions, turn),
        triggers=tuple(_trigger(ctx, written, i) for i, written in enumerate(entries(doc.get("triggers")))),
        end_conditions=tuple(_end(ctx, written, i) for i, written in enumerate(entries(doc.get("endConditions")))),
        scoring=_scoring(ctx, doc.get("scoring")),
    )


def _condition(ctx: Context, value: YamlValue, path: str, env: Env, what: str = "bool") -> Expr | None:
    return None if value is None else lower_field(ctx, value, path, Want(what), env)


def _turn_structure(ctx: Context) -> TurnStructure:
    written = mapping(ctx.doc.get("turnStructure"))
    env = Env(Scope("phase", _PLAYER))
    phases = []
    for index, phase in enumerate(entries(written.get("phases"))):
        path = f"turnStructure.phases[{index}]"
        phases.append(
            PhaseDef(
                str(phase.get("id")),
                phase.get("ends", "afterAction"),
                _condition(ctx, phase.get("when"), f"{path}.when", Env(Scope("phase"))),
                lower_effects(ctx, phase.get("onEnter"), f"{path}.onEnter", env),
                lower_effects(ctx, phase.get("onExit"), f"{path}.onExit", env),
            )
        )
    order = written.get("activePlayerOrder", "roundRobin")
    return TurnStructure(tuple(phases) or ctx.things.shell.turn_structure.phases, order)


def _action(ctx: Context, written: dict[str, Any], path: str, turn: TurnStructure) -> ActionDef:
    env = Env(Scope("action", _PLAYER))
    params = []
    for index, param in enumerate(entries(written.get("params"))):
        domain = lower_field(ctx, param.get("domain"), f"{path}.params[{index}].domain", Want("set"), env)
        kind = ctx.type_of(domain, env.scope)
        env, name = env.bind(str(param.get("name")), kind.element or Type("unknown"))
        bind_at(ctx, name, f"{path}.params[{index}].domain")
        params.append(Param(name, domain))
    actor = written.get("actor")
    forms = _notation(ctx, written.get("notation"), f"{path}.notation", env)
    constants = ctx.things.shell.constants
    return ActionDef(
        str(written.get("id")),
        lower_effects(ctx, written.get("effects"), f"{path}.effects", env),
        _phases(ctx, written, path, turn),
        tuple(params),
        None
        if actor in (None, "active", "activePlayer")
        else _condition(ctx, actor, f"{path}.actor", Env(Scope("action")), "players"),
        _condition(ctx, written.get("pre"), f"{path}.pre", env),
        lower_effects(ctx, written.get("cost"), f"{path}.cost", env),
        _condition(ctx, written.get("post"), f"{path}.post", _at(env, "post")),
        _longest(ctx, written.get("longest"), f"{path}.longest", env),
        tuple(Limit(one["scope"], whole(one["max"], constants)) for one in entries(written.get("limits"))),
        *forms,
    )


def _notation(ctx: Context, written: YamlValue, path: str, env: Env) -> tuple[Notation | None, tuple[Notation, ...]]:
    """Return the form of notation that is tried first, and the longer ones."""
    if not isinstance(written, list):
        return None if written is None else lower_template(ctx, str(written), path, env), ()
    forms = [lower_template(ctx, str(form), f"{path}[{index}]", env) for index, form in enumerate(written)]
    return (forms[0] if forms else None), tuple(forms[1:])


def _at(env: Env, place: Any) -> Env:
    return Env(env.scope.at(place), env.visible, env.it, env.calls, env.stack)


def _phases(ctx: Context, written: dict[str, Any], path: str, turn: TurnStructure) -> tuple[str, ...]:
    names = tuple(str(name) for name in listed(written.get("phase")))
    known = [phase.id for phase in turn.phases]
    for index in range(len(names)):
        at = f"{path}.phase[{index}]" if isinstance(written.get("phase"), list) else f"{path}.phase"
        ctx.origins.of_path[f"{path}.phases[{index}]"] = at
    if names or isinstance(written.get("phase"), list):
        return names
    if len(known) > 1:
        ctx.fault(
            "LT254",
            Origin(f"{path}.id"),
            f"`{written.get('id')}` needs a phase",
            "add `phase: ` with one of " + ", ".join(f"`{name}`" for name in known),
            alternatives=tuple(known),
        )
    return (known[0],) if known else ()


def _longest(ctx: Context, written: YamlValue, path: str, env: Env) -> Longest | None:
    if not isinstance(written, dict):
        return None
    up_to = lower_field(ctx, written.get("upTo"), f"{path}.upTo", Want("int"), Env(Scope("action", _PLAYER)))
    return Longest(up_to, _condition(ctx, written.get("prefer"), f"{path}.prefer", env, "int"))


def _with_pass(actions: tuple[ActionDef, ...], turn: TurnStructure) -> tuple[ActionDef, ...]:
    """Return the actions, with a pass action at the end if a phase ends on a pass and the document has none."""
    phases = tuple(phase.id for phase in turn.phases if phase.ends == "onPass")
    if not phases or any(action.id == _PASS for action in actions):
        return actions
    return (*actions, ActionDef(_PASS, (EndPhase(),), phases, notation=(_PASS,)))


def _trigger(ctx: Context, written: dict[str, Any], index: int) -> TriggerDef:
    path = f"triggers[{index}]"
    event = written.get("event")
    fields: dict[str, Any] = event if isinstance(event, dict) else {"type": event}
    zone = fields.get("zone")
    if zone is not None:
        zone = ctx.things.zone_ids.get(str(zone), str(zone).removesuffix(":none"))
    pattern = EventPattern(fields["type"], fields.get("phase"), fields.get("action"), zone)
    env = _event_env(ctx, pattern)
    return TriggerDef(
        str(written.get("id", f"trigger{index + 1}")),
        pattern,
        lower_effects(ctx, written.get("effects"), f"{path}.effects", env),
        _condition(ctx, written.get("when"), f"{path}.when", env),
    )


def _event_env(ctx: Context, event: EventPattern) -> Env:
    """Return the environment of what an event binds, as `gamedef` checks it."""
    symbols = ctx.things.symbols
    bound: dict[str, Type] = {}
    match event.type:
        case "tokenEntered":
            bound = {"$token": Type("token"), "$zone": Type("zone"), "$from": Type("zone")}
        case "actionResolved":
            bound = {"$action": Type("name", names=frozenset(symbols.action_index))}
        case "phaseEnter" | "phaseExit":
            bound = {"$phase": Type("name", names=frozenset(symbols.phase_index))}
        case _:
            pass
    env = Env(Scope("trigger", _PLAYER))
    for name, kind in {**bound, "$player": _PLAYER}.items():
        env, _ = env.bind(name, kind)
    return env


def _end(ctx: Context, written: dict[str, Any], index: int) -> EndCondition:
    path = f"endConditions[{index}]"
    env = Env(Scope("end"))
    result = mapping(written.get("result"))
    ranked, _ = Env(Scope("scoring")).bind("$player", _PLAYER)
    by = result.get("by")
    values = [(one, f"{path}.result.by[{number}]") for number, one in enumerate(by)] if isinstance(by, list) else []
    if by is not None and not isinstance(by, list):
        values = [(by, f"{path}.result.by")]
        ctx.origins.of_path[f"{path}.result.by[0]"] = f"{path}.result.by"
    return EndCondition(
        lower_field(ctx, written.get("when"), f"{path}.when", Want("bool"), env),
        Result(
            result.get("type", "draw"),
            _condition(ctx, result.get("player"), f"{path}.result.player", env, "players"),
            tuple(lower_field(ctx, value, at, Want("int"), ranked) for value, at in values),
        ),
    )


def _scoring(ctx: Context, written: YamlValue) -> Scoring | None:
    if written is None:
        return None
    env, _ = Env(Scope("scoring")).bind("$player", _PLAYER)
    if isinstance(written, dict) and not any(family in written for family in FAMILIES):
        value = lower_field(ctx, written.get("value"), "scoring.value", Want("int"), env)
        method: Any = written.get("method", "highest")
        return Scoring(value, method)
    ctx.origins.of_path["scoring.value"] = "scoring"
    return Scoring(lower_field(ctx, written, "scoring", Want("int"), env))
