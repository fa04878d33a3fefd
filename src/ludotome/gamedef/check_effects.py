"""Check effects: every effect of a list has arguments that fit, and binders reach as far as the language says.

Invariants:
    * `let`, `roll`, `chooseOne` and `chooseN` bind for the rest of their own list and what is nested in it;
    * a token under a name may have been destroyed by an earlier effect, so it is optional in what follows.

This module does not know where a list stands in a definition; `validate` does.
"""

from __future__ import annotations

from ludotome.gamedef import effects as fx
from ludotome.gamedef.declared import stored_type, type_of
from ludotome.gamedef.infer import Arrival, Inference
from ludotome.gamedef.node import Node
from ludotome.gamedef.scope import Scope
from ludotome.gamedef.types import UNKNOWN, Type, comparable, int_type

_SECTION_OF_SCOPE = {"global": "global variable", "player": "player variable", "zone": "zone variable"}


def check_effects(check: Inference, effects: tuple[fx.Effect, ...], scope: Scope, path: str) -> Scope:
    """Check a list of effects; return the scope after its last one."""
    for index, effect in enumerate(effects):
        scope = _check_effect(check, effect, scope, f"{path}[{index}]")
    return scope


def _check_effect(check: Inference, effect: fx.Effect, scope: Scope, path: str) -> Scope:
    """Check one effect; return the scope for those after it in its list."""
    name = check.json_name_of(effect)
    here = f"{path}.{name}"
    check.scope_of_effect[path] = scope
    match effect:
        case fx.SetVar() | fx.AddVar():
            _check_variable(check, effect, scope, here)
        case fx.SetTokenProp():
            _check_token_prop(check, effect, scope, here)
        case fx.CreateToken():
            _check_create(check, effect, scope, here)
        case fx.MoveToken() | fx.MoveAll() | fx.Draw():
            parts = check.check_fields(effect, scope, here)
            source = parts["from_"].names if isinstance(effect, fx.MoveAll | fx.Draw) else frozenset[str]()
            check.arrivals.append(Arrival(scope.place, None, parts["to"].names, source=source))
        case fx.If():
            check.expect(effect.when, "bool", scope, f"{here}.when")
            check_effects(check, effect.then, scope, f"{here}.then")
            check_effects(check, effect.else_, scope, f"{here}.else")
        case fx.ForEach():
            over = check.expect(effect.over, "set", scope, f"{here}.over")
            inner = scope.bind(effect.bind, _kept(over.element or UNKNOWN))
            rounds, check.rounds = check.rounds, check.rounds * max(over.size, 1)
            check_effects(check, effect.effects, inner, f"{here}.effects")
            check.rounds = rounds
            if effect.limit is not None and not over.is_unknown and effect.limit < 0:
                check.findings.add(
                    "LT420", f"{here}.limit", f"`limit` is {effect.limit}", "write how many at most, from 0"
                )
        case fx.Let():
            kept = scope.bind(effect.bind, _kept(check.expect(effect.value, "scalar", scope, f"{here}.value")))
            if effect.in_ is None:
                return kept
            check_effects(check, effect.in_, kept, f"{here}.in")
        case fx.ChooseOne():
            parts = check.check_fields(effect, scope, here)
            check.chosen.append(parts["options"].element or UNKNOWN)
            return scope.bind(effect.bind, _kept(parts["options"].element or UNKNOWN).maybe())
        case fx.ChooseN():
            parts = check.check_fields(effect, scope, here)
            check.chosen.append(parts["options"].element or UNKNOWN)
            return scope.bind(effect.bind, parts["options"])
        case fx.Roll():
            sides = check.expect(effect.sides, "int", scope, f"{here}.sides")
            return scope.bind(effect.bind, UNKNOWN if sides.is_unknown else _die(check, sides, f"{here}.sides"))
        case fx.MoveTokenAdjacent():
            check.check_fields(effect, scope, here)
            check.arrivals.append(Arrival(scope.place, None, check.declared.graph_groups))
            if (effect.to is None) == (effect.direction is None):
                check.findings.add(
                    "LT421",
                    here,
                    "`moveTokenAdjacent` needs either `to` or `direction`",
                    "write where the token goes: `to: $zone`",
                )
        case _:
            check.check_fields(effect, scope, here)
    return scope


def _kept(found: Type) -> Type:
    """Return the type of *found* kept under a name: a token may be gone when it is looked at again."""
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
    value, name = (effect.value, "value") if isinstance(effect, fx.SetVar) else (effect.delta, "delta")
    if check.check_name(_SECTION_OF_SCOPE[effect.scope], effect.var, f"{path}.var"):
        check.infer(value, scope, f"{path}.{name}")
        return
    declared = type_of(place[effect.var][1])
    if isinstance(effect, fx.AddVar) and declared.kind != "int":
        check.findings.add(
            "LT424", f"{path}.var", f"`{effect.var}` is {declared}, which cannot be added to", "use `setVar`"
        )
        return
    _check_stored(check, check.expect(value, "scalar", scope, f"{path}.{name}"), declared, f"{path}.{name}")


def _check_token_prop(check: Inference, effect: fx.SetTokenProp, scope: Scope, path: str) -> None:
    check.expect(effect.token, "token", scope, f"{path}.token")
    value = check.expect(effect.value, "scalar", scope, f"{path}.value")
    if effect.prop == "zone":
        check.findings.add("LT425", f"{path}.prop", "a token's `zone` cannot be set", "use `moveToken`")
    elif not check.check_name("token property", effect.prop, f"{path}.prop"):
        _check_stored(check, value, check.declared.token_properties[effect.prop], f"{path}.value")


def _check_create(check: Inference, effect: fx.CreateToken, scope: Scope, path: str) -> None:
    parts = check.check_fields(effect, scope, path)
    kinds = parts["type"]
    made = check.rounds * max(parts["count"].high, 0)
    check.arrivals.append(Arrival(scope.place, kinds.names, parts["zone"].names, made))
    declared = {
        prop.name: stored_type(prop.type, prop.min, prop.max)
        for kind in check.symbols.game_def.token_types
        if kind.id in kinds.names
        for prop in kind.props
    }
    for name, value in effect.props.items():
        found = check.expect(value, "scalar", scope, f"{path}.props.{name}")
        if name in declared:
            _check_stored(check, found, declared[name], f"{path}.props.{name}")
        elif not kinds.is_unknown:
            check.findings.unknown("property", name, declared, f"{path}.props.{name}")


def _check_stored(check: Inference, found: Type, declared: Type, path: str) -> None:
    """Check that a value may be stored where *declared* is kept; nothing becomes 0 or false in an int or bool."""
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
            if not comparable(found, declared) or len(found.names) == 1:
                check.findings.unknown("name", name, sorted(declared.names), path)
            return
