"""Check effects: check the arguments of every effect in a list, and the scope of its binders.

Invariants:
    * `let`, `roll`, `chooseOne` and `chooseN` bind for the rest of their own list and what is nested in it;
    * a token bound to a name may be destroyed by an earlier effect, so it is optional in later effects.

This module does not know where a list is in a definition; `validate` does.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import assert_never

from ludotome.gamedef import effects as fx
from ludotome.gamedef import expressions as ex
from ludotome.gamedef import facts
from ludotome.gamedef.declared import type_of
from ludotome.gamedef.infer import Inference, TypedArrival
from ludotome.gamedef.node import Node
from ludotome.gamedef.scope import Scope
from ludotome.gamedef.stored_range import check_range
from ludotome.gamedef.types import UNKNOWN, Type, int_type

_SECTION_OF_SCOPE = {"global": "global variable", "player": "player variable", "zone": "zone variable"}

# Where a number is used as written; elsewhere it is clamped to the range of the variable or property.
_EXACT = ("setup", "test")


def check_effects(check: Inference, effects: tuple[fx.Effect, ...], scope: Scope, path: str) -> Scope:
    """Check a list of effects; return the scope after its last one."""
    for index, effect in enumerate(effects):
        scope = _check_effect(check, effect, scope, f"{path}[{index}]")
    return scope


def _check_effect(check: Inference, effect: fx.Effect, scope: Scope, path: str) -> Scope:
    """Check one effect; return the scope for those after it in its list."""
    here = f"{path}.{check.json_name_of(effect)}"
    check.scope_of_effect[path] = scope
    if isinstance(effect, fx.ControlEffect):
        return _check_lists(check, effect, scope, here)
    parts = _check_arguments(check, effect, scope, here)
    _note_arrivals(check, effect, scope, parts)
    if isinstance(effect, fx.BindingEffect):
        return scope.bind(effect.bind, _bound(check, effect, parts, here))
    return scope


def _check_lists(check: Inference, effect: fx.ControlEffect, scope: Scope, here: str) -> Scope:
    """Check an effect that contains lists of effects; return the scope for those after it."""
    match effect:
        case fx.If():
            check.expect(effect.when, "bool", scope, f"{here}.when")
            then = scope.under_condition(never=effect.when == ex.BoolLiteral(False))
            otherwise = scope.under_condition(never=effect.when == ex.BoolLiteral(True))
            check_effects(check, effect.then, then, f"{here}.then")
            check_effects(check, effect.else_, otherwise, f"{here}.else")
        case fx.ForEach():
            over = check.expect(effect.over, "set", scope, f"{here}.over")
            inner = scope.bind_element(
                effect.bind, _type_when_bound(over.element or UNKNOWN), effect.over, f"{here}.over"
            )
            inner = inner.under_condition(never=True) if over.size == 0 and not over.is_unknown else inner
            rounds, check.rounds = check.rounds, check.rounds * max(over.size, 1)
            check_effects(check, effect.effects, inner, f"{here}.effects")
            check.rounds = rounds
            if effect.limit is not None and not over.is_unknown and effect.limit < 0:
                check.findings.add(
                    "LT420", f"{here}.limit", f"`limit` is {effect.limit}", "write how many at most, from 0"
                )
        case fx.Let():
            kept = scope.bind(
                effect.bind, _type_when_bound(check.expect(effect.value, "scalar", scope, f"{here}.value"))
            )
            if effect.in_ is None:
                return kept
            check_effects(check, effect.in_, kept, f"{here}.in")
        case _:
            assert_never(effect)
    return scope


def _check_arguments(check: Inference, effect: fx.PlainEffect, scope: Scope, here: str) -> dict[str, Type]:
    """Check the arguments of an effect; return the types of its expressions by field name."""
    match effect:
        case fx.SetVar() | fx.AddVar():
            _check_variable(check, effect, scope, here)
            return {}
        case fx.SetTokenProp():
            _check_token_prop(check, effect, scope, here)
            return {}
        case fx.CreateToken():
            return _check_create(check, effect, scope, here)
        case fx.MoveTokenAdjacent() if (effect.to is None) == (effect.direction is None):
            message = "`moveTokenAdjacent` needs either `to` or `direction`"
            check.findings.add("LT421", here, message, "write where the token goes: `to: $zone`")
        case _:
            pass  # any other effect: the annotations of its fields cover all checks
    return check.check_fields(effect, scope, here)


def _note_arrivals(check: Inference, effect: fx.PlainEffect, scope: Scope, parts: dict[str, Type]) -> None:
    """Record which tokens an effect puts where, for the bound on the number of tokens."""
    anywhere = Type("unknown")
    for deed in facts.arrival_fields(effect):
        to, source, makes, count = (
            anywhere if name is None else parts.get(name, anywhere)
            for name in (deed.to, deed.source, deed.makes, deed.count)
        )
        groups = check.declared.graph_groups if facts.steps_next(effect) else to.names
        types = None if deed.makes is None else makes.names
        made = 0 if types is None else check.rounds * (1 if deed.count is None else max(count.high, 0))
        exchanges = deed.place_of is not None
        check.arrivals.append(TypedArrival(scope.place, types, groups, made, source.names, exchanges))


def _bound(check: Inference, effect: fx.ChooseOne | fx.ChooseN | fx.Roll, parts: dict[str, Type], here: str) -> Type:
    """Return the type of the value that an effect binds for the rest of its list."""
    match effect:
        case fx.ChooseOne():
            check.chosen.append(parts["options"].element or UNKNOWN)
            return _type_when_bound(parts["options"].element or UNKNOWN).maybe()
        case fx.ChooseN():
            check.chosen.append(parts["options"].element or UNKNOWN)
            return parts["options"]
        case fx.Roll():
            sides = parts["sides"]
            return UNKNOWN if sides.is_unknown else _die(check, sides, f"{here}.sides")
        case _:
            assert_never(effect)


def _type_when_bound(found: Type) -> Type:
    """Return the type of *found* when bound to a name: optional for a token, which may be gone later."""
    return found.maybe(found.kind == "token")


def _die(check: Inference, sides: Type, path: str) -> Type:
    if sides.low < 1:
        check.findings.add(
            "LT422",
            path,
            f"a die needs at least 1 side; this can be {sides.low}",
            "write a number from 1, or `max(1, …)`",
        )
        return UNKNOWN
    return int_type(1, sides.high)


def _check_variable(check: Inference, effect: fx.SetVar | fx.AddVar, scope: Scope, path: str) -> None:
    symbols = check.symbols
    place = {"global": symbols.global_var, "player": symbols.player_var, "zone": symbols.zone_var}[effect.scope]
    for part, needed in (("player", effect.scope == "player"), ("zone", effect.scope == "zone")):
        given: Node | None = getattr(effect, part)
        if given is not None:
            check.expect(given, part, scope, f"{path}.{part}")
        if needed != (given is not None):
            message = (
                f"a {effect.scope} variable needs `{part}`" if needed else f"a {effect.scope} variable has no `{part}`"
            )
            check.findings.add("LT423", path, message, f"add `{part}`" if needed else f"leave `{part}` out")
    match effect:
        case fx.SetVar(value=value):
            name = "value"
        case fx.AddVar(delta=value):
            name = "delta"
        case _:
            assert_never(effect)
    if check.check_name(_SECTION_OF_SCOPE[effect.scope], effect.var, f"{path}.var"):
        check.infer(value, scope, f"{path}.{name}")
        return
    declared = type_of(place[effect.var][1])
    if name == "delta" and declared.kind != "int":
        check.findings.add(
            "LT424", f"{path}.var", f"`{effect.var}` is {declared}, which cannot be added to", "use `setVar`"
        )
        return
    found = check.expect(value, "scalar", scope, f"{path}.{name}")
    _check_stored(check, found, declared, f"{path}.{name}")
    if name == "value" and scope.place in _EXACT:
        check_range(check, effect.var, value, found, declared, scope, f"{path}.value")


def _check_token_prop(check: Inference, effect: fx.SetTokenProp, scope: Scope, path: str) -> None:
    check.expect(effect.token, "token", scope, f"{path}.token")
    value = check.expect(effect.value, "scalar", scope, f"{path}.value")
    if effect.prop == "zone":
        check.findings.add("LT425", f"{path}.prop", "a token's `zone` cannot be set", "use `moveToken`")
    elif not check.check_name("token property", effect.prop, f"{path}.prop"):
        declared = check.declared.token_properties[effect.prop]
        _check_stored(check, value, declared, f"{path}.value")
        if scope.place in _EXACT:
            check_range(check, effect.prop, effect.value, value, declared, scope, f"{path}.value")


def _check_create(check: Inference, effect: fx.CreateToken, scope: Scope, path: str) -> dict[str, Type]:
    parts = check.check_fields(effect, scope, path)
    check_properties(check, parts["type"], effect.props, scope, f"{path}.props")
    return parts


def check_properties(check: Inference, kinds: Type, props: Mapping[str, ex.Expr], scope: Scope, path: str) -> None:
    """Check values for properties of tokens of one of *kinds*."""
    declared: dict[str, Type] = {}
    for kind in check.symbols.game_def.token_types:
        for prop in kind.props if kind.id in kinds.names else ():
            held, before = type_of(prop), declared.get(prop.name)
            if before is not None and before.kind == held.kind == "int":
                held = int_type(min(before.low, held.low), max(before.high, held.high))
            declared[prop.name] = held
    for name, value in props.items():
        found = check.expect(value, "scalar", scope, f"{path}.{name}")
        if name in declared:
            _check_stored(check, found, declared[name], f"{path}.{name}")
            check_range(check, name, value, found, declared[name], scope, f"{path}.{name}")
        elif not kinds.is_unknown:
            check.findings.unknown("property", name, declared, f"{path}.{name}")


def _check_stored(check: Inference, found: Type, declared: Type, path: str) -> None:
    """Check that a value can be stored as *declared*; `none` becomes 0 or false in an int or bool."""
    if found.is_unknown or declared.is_unknown:
        return
    if found.kind == "nothing":
        if declared.kind in ("player", "zone", "token"):
            return
        check.findings.add("LT426", path, f"{declared} cannot be none", "write a value of that type")
    elif found.kind != declared.kind:
        check.wrong(found, str(declared), path)
    elif found.kind == "name":
        for name in sorted(found.names - declared.names):
            check.findings.unknown("name", name, sorted(declared.names), path, among=len(found.names) > 1)
            return
