"""effects: a list of effects as YAML → effect nodes.

`gamedef` defines the fields of an effect; a bare value is the value of the only required field, a bare word an effect
without required fields. Binders are visible to the end of their own list. A macro is replaced by its effects;
arguments that are more than a name are bound by a `let` first, so that they are evaluated once, before the macro
changes anything.
"""

from __future__ import annotations

import re
import typing
from typing import Any, cast

from ludotome.diagnostics import is_sure, near_names, nearest
from ludotome.gamedef import (
    NODE_OF_JSON,
    Actor,
    CreateToken,
    Effect,
    Expr,
    FieldInfo,
    GlobalVar,
    Let,
    NodeInfo,
    NoneLiteral,
    PlayerVar,
    SeatLiteral,
    SetVar,
    Type,
    ZoneVar,
    facts,
    fields_of,
)
from ludotome.gamedef import Binding as BindingNode
from ludotome.spec.blocks import YamlValue, key_path
from ludotome.spec.foreign_words import foreign_word
from ludotome.spec.lowering.calls import may_inline, may_put_in
from ludotome.spec.lowering.context import EXTEND, INHERITED, NO_BASE, Context
from ludotome.spec.lowering.declared_at import bind_at, macro_labels
from ludotome.spec.lowering.effect_repairs import (
    as_assignment,
    as_binding,
    as_counting,
    as_set_prop,
    is_token_or_unknown,
    misplaced_fields,
)
from ludotome.spec.lowering.environment import Env, Want
from ludotome.spec.lowering.leaves import Given, read_leaves
from ludotome.spec.lowering.macros import MacroDef
from ludotome.spec.lowering.names import nobody_acts
from ludotome.spec.lowering.origins import Origin
from ludotome.spec.lowering.parts import part_of
from ludotome.spec.lowering.place import lower_place
from ludotome.spec.lowering.queries import element_env, set_element
from ludotome.spec.lowering.signatures import names_for
from ludotome.spec.lowering.trees import FAMILIES, lower_field
from ludotome.spec.lowering.typed_fields import assigned_fields, under_another_name
from ludotome.spec.lowering.unbound_name import unbound_name
from ludotome.spec.lowering.written_as_code import bound_by, in_words, is_first_half, written_as_code
from ludotome.spec.reshape import Edits, Reshaper
from ludotome.spec.shapes import BINDING, EFFECT_MACROS, is_key
from ludotome.spec.shapes.keys import the_missing_one
from ludotome.spec.shapes.node_fields import COMBINED, effect_lists, plain_type
from ludotome.spec.shapes.repairs import as_effect

# Matches `capture $to` and `capture($to)`, which should be `capture: $to`.
_WITHOUT_COLON = re.compile(r"(?P<effect>\w+)(?:\s*\((?P<inside>[^()]+)\)|\s+(?P<after>\S.*))")


def effect_names() -> tuple[str, ...]:
    """Return the names of all effects, in the order of the table."""
    return tuple(name for family, name in NODE_OF_JSON if family == "effect")


def lower_effects(ctx: Context, value: YamlValue, path: str, env: Env) -> tuple[Effect, ...]:
    """Return the effects of the list *value*; each sees what those before it in the list have bound."""
    made: list[Effect] = []
    for index, item in enumerate(value if isinstance(value, list) else []):
        effects, env = _lower_effect(ctx, item, f"{path}[{index}]", env)
        made.extend(effects)
    return tuple(made)


def _lower_effect(ctx: Context, item: YamlValue, path: str, env: Env) -> tuple[tuple[Effect, ...], Env]:
    if isinstance(item, str):
        name, value, here = item, cast("YamlValue", {}), path
    elif isinstance(item, dict) and len(item) == 1:
        ((name, value),) = item.items()
        here = key_path(path, name)
    else:
        return (), env
    origin = Origin(here, calls=env.calls, on_key=not isinstance(item, str))
    if name == "place":
        return lower_place(ctx, value, here, env), env
    if name in ctx.things.macros:
        return _inline(ctx, ctx.things.macros[name], value, here, origin, env), env
    info = NODE_OF_JSON.get(("effect", name))
    if info is None:
        if name not in EFFECT_MACROS:  # a macro that could not be expanded was reported during expansion
            _unknown_effect(ctx, name, value, here, origin, env)
        bound = name if BINDING.fullmatch(name) else bound_by(name)
        return (), env if bound is None else env.poisoned(bound, ctx.poison())  # what uses the name is right
    needs_name = any(field.json_name == "bind" and field.required for field in fields_of(info.cls))
    if needs_name and (missing := unbound_name(ctx, name, value, here)) is not None:
        ctx.fault("LT243", origin, f"`{name}` needs `bind`", missing.suggestion, edits=missing.edits)
        return (), env.poisoned(missing.name, ctx.poison())  # what uses the name is right
    if (found := misplaced_fields(ctx, name, value, here, env)) is not None:
        ctx.fault("LT244", origin, found.message, found.suggestion, edits=found.edits)
        return (), env.poisoned(found.binds, ctx.poison()) if found.binds else env
    given = _given(ctx, info, value, here, origin, env)
    if given is None:
        return (), env
    effect, env = _Effect(ctx, info, given, env).made()
    if effect is None:
        return (), env
    ctx.origins.note(effect, origin)
    for field, (_, below) in given.items():
        ctx.origins.note_field(effect, field, Origin(below, calls=env.calls))
    return (effect,), env


def _unknown_effect(ctx: Context, name: str, value: YamlValue, path: str, origin: Origin, env: Env) -> None:
    if ctx.missing("effect", name, origin):
        return
    for repaired in (as_set_prop, as_binding, as_assignment, as_counting):
        if (found := repaired(ctx, name, value, path)) is not None:
            message = f"there is no effect or macro `{name}`"
            ctx.fault("LT242", origin, message, found.suggestion, edits=found.edits)
            return
    if (edits := _first_half(ctx, name, path)) is not None:
        message = f"`{name}` is written as code, and the effect after it moves the token"
        ctx.fault("LT242", origin, message, "remove it: `moveToken` takes a token away from where it is", edits=edits)
        return
    if name == INHERITED:
        ctx.fault("LT242", origin, NO_BASE, EXTEND)
        return
    inherits = (INHERITED,) if ctx.extends and not value else ()
    known = (*effect_names(), *EFFECT_MACROS, *ctx.things.macros, *inherits)
    symbols = ctx.things.symbols
    variables = {*symbols.global_var, *symbols.player_var, *symbols.zone_var}
    meant = written_as_code(name, symbols.zone_var, variables) if not origin.on_key else None
    if meant is not None:
        ctx.fault("LT242", origin, f"`{name}` is written as code", f"write `{meant}`", replacement=meant)
        return
    glued = _WITHOUT_COLON.fullmatch(name)
    other = as_effect(glued["effect"]) if glued is not None and glued["effect"] not in known else None
    if glued is not None and other is not None and glued["after"] and (meant := in_words(other, glued["after"])):
        ctx.fault("LT242", origin, f"`{name}` is written as a sentence", f"write `{meant}`", replacement=meant)
        return
    if glued is not None and glued["effect"] in known:
        effect, value = glued["effect"], glued["inside"] or glued["after"]
        if (meant := in_words(effect, value)) is not None:
            ctx.fault("LT242", origin, f"`{effect}` has no colon after it", f"write `{meant}`", replacement=meant)
            return
        fix = f"{effect}: {value}" if not set(value) & set(",:#") else None
        ctx.fault("LT242", origin, f"`{effect}` has no colon after it", f"write `{effect}: {value}`", replacement=fix)
        return
    near = nearest(name, ctx.things.macros)
    if not near and (fitting := _by_fields(ctx, name, value, env)) is not None:
        near = (fitting,)
    if not near:
        inherited = foreign_word("value", name, inherits) if inherits else None
        foreign = inherited or foreign_word("effect", name, known)
        near = (foreign,) if foreign is not None else nearest(name, known)
    ctx.fault(
        "LT242",
        origin,
        f"there is no effect or macro `{name}`",
        f"write `{near[0]}`" if near else "write an effect of the language or declare a macro",
        alternatives=tuple(near[:5]),
        replacement=near[0] if is_sure(name, near) else None,
    )


def _first_half(ctx: Context, name: str, path: str) -> Edits | None:
    """Return the edits that remove `row.remove($card)` before `hand.append($card)`."""
    found = re.fullmatch(r"(.+)\[(\d+)\]", ctx.written_path(path))
    if ctx.source_map is None or found is None:
        return None
    reshaper = Reshaper(ctx.source_map)
    following = reshaper.text_of(f"{found[1]}[{int(found[2]) + 1}]")
    return reshaper.entry_removed(found[0]) if is_first_half(name, following) else None


def _by_fields(ctx: Context, name: str, value: YamlValue, env: Env) -> str | None:
    """Return the only effect with these fields, if the effect usually meant by *name* does not have them."""
    other = foreign_word("effect", name, effect_names())
    if not isinstance(value, dict) or (other is not None and _has_fields(other, value)):
        return None
    if other is None:
        exact = [effect for effect in effect_names() if _has_fields(effect, value, foreign=False)]
        return exact[0] if len(exact) == 1 and not nearest(name, effect_names()) else None
    if other == "draw" and set(value) == {"from", "to"}:
        return None  # it draws one
    if other == "moveToken" and set(value) == {"from", "to"} and is_token_or_unknown(ctx, value["from"], env):
        return None  # one token moves, and not all that lie there
    fitting = [effect for effect in effect_names() if _has_fields(effect, value)]
    return fitting[0] if len(fitting) == 1 else None


def _has_fields(effect: str, value: dict[str, YamlValue], *, foreign: bool = True) -> bool:
    """Return whether the keys of *value* are fields of *effect*, including all required ones.

    With *foreign*, words of other languages for them count, too.
    """
    fields = fields_of(NODE_OF_JSON["effect", effect].cls)
    names = [field.json_name for field in fields]
    meant = {
        key if key in names else foreign_word(f"field of {effect}", key, names) if foreign else None for key in value
    }
    return None not in meant and {field.json_name for field in fields if field.required} <= meant


def _given(
    ctx: Context, info: NodeInfo, value: YamlValue, path: str, origin: Origin, env: Env
) -> dict[str, tuple[YamlValue, str]] | None:
    """Return the written fields, each with its path; a bare value is that of the only required field."""
    effect = info.name
    names = [field.json_name for field in fields_of(info.cls)]
    mappings = {field.json_name for field in fields_of(info.cls) if typing.get_origin(field.type) is dict}
    if info.cls is CreateToken:
        names, mappings = [*names, COMBINED], {*mappings, COMBINED}  # which is expanded if written correctly
    required = [field.json_name for field in fields_of(info.cls) if field.required]
    renamed = isinstance(value, dict) and len(value) == 1 and the_missing_one(value, (*names, *FAMILIES), required)
    if not isinstance(value, dict) or (not renamed and len(required) == 1 and value and not set(value) & set(names)):
        if value in (None, []) and not required:
            return {}
        if not names:
            edits = (
                None
                if ctx.source_map is None
                else Reshaper(ctx.source_map).pair_replaced(ctx.written_path(path), effect)
            )
            ctx.fault("LT244", origin, f"`{effect}` has no fields", f"write `{effect}`", edits=edits or ())
            return None
        if isinstance(value, list) and all(isinstance(one, str | int) for one in value) and not effect_lists(info):
            meant = written_as_code(f"{effect}({', '.join(map(str, value))})")  # `moveToken: [$c, $to]`
            if meant is not None and ctx.source_map is not None:
                edits = Reshaper(ctx.source_map).pair_replaced(ctx.written_path(path), meant)
                needs = f"`{effect}` needs {_listed(required)}"
                ctx.fault("LT243", origin, needs, f"write `{meant}`", edits=edits or ())
                return None
        worded = in_words(effect, value) if isinstance(value, str) else None
        if worded is not None and ctx.source_map is not None:
            edits = Reshaper(ctx.source_map).pair_replaced(ctx.written_path(path), worded)
            ctx.fault("LT243", origin, f"`{effect}` needs {_listed(required)}", f"write `{worded}`", edits=edits or ())
            return None
        if len(required) != 1:
            fields = ", ".join(f"{name}: …" for name in required)
            ctx.fault("LT243", origin, f"`{effect}` needs {_listed(required)}", f"write `{effect}: {{ {fields} }}`")
            return None
        return {required[0]: (value, path)}
    given = {name: (item, key_path(path, name)) for name, item in value.items()}
    meant = _meant_by(effect, value, names, required)
    typed = {} if set(given) <= set(names) or ctx.source_map is None else assigned_fields(ctx, info, value, env)
    faulty = False
    for name, (held, below) in given.items():
        if name not in names:
            free = tuple(one for one in names if one not in given)
            if isinstance(held, dict) and not set(held) & set(FAMILIES):
                free = tuple(one for one in free if one in mappings) or free
            foreign = foreign_word(f"field of {effect}", name, free)
            near = (foreign,) if foreign is not None else nearest(name, names)
            certain = is_sure(name, near) and near[0] in free and (foreign is not None or not is_key(name))
            if not certain and (home := typed.get(name, meant)) is not None:
                near, certain = (home,), True
            ctx.fault(
                "LT244",
                Origin(below, calls=origin.calls, on_key=True),
                f"`{effect}` has no `{name}`",
                f"write `{near[0]}`" if near else f"write one of {_listed(names)}" if names else "remove it",
                alternatives=near_names(name, free) if free else (),
                replacement=near[0] if certain else None,
            )
            faulty = True
    missing = [name for name in required if name not in given]
    if missing and not faulty:
        other = under_another_name(ctx, info, value, missing[0], env) if len(missing) == 1 else None
        if other is not None:
            at = Origin(key_path(path, other), calls=origin.calls, on_key=True)
            message, meant = f"`{effect}` needs {_listed(missing)}", missing[0]
            ctx.fault("LT243", at, message, f"write `{meant}` for `{other}`", replacement=meant)
            return None
        ctx.fault("LT243", origin, f"`{effect}` needs {_listed(missing)}", f"add {_listed(missing)}")
    return None if faulty or missing else given


def _meant_by(effect: str, value: dict[str, YamlValue], names: list[str], required: list[str]) -> str | None:
    """Return the required field that the only unknown key must mean, if its value fits."""
    meant = the_missing_one(value, names, required)
    if meant is None:
        return None
    held, info = next(item for name, item in value.items() if name not in names), NODE_OF_JSON["effect", effect]
    if meant in effect_lists(info):
        return meant if isinstance(held, list) else None
    holds = next(field.holds for field in fields_of(info.cls) if field.json_name == meant)
    is_number = isinstance(held, int) and holds is not None and holds.what in ("int", "scalar")
    return meant if isinstance(held, str) or is_number else None


def _listed(names: list[str]) -> str:
    return ", ".join(f"`{name}`" for name in names)


class _Effect:
    """One effect that is being lowered."""

    def __init__(self, ctx: Context, info: NodeInfo, given: Given, env: Env) -> None:
        self.ctx, self.info, self.given, self.env = ctx, info, given, env
        self.leaves, _ = read_leaves(ctx, info, given, env)
        self.lists = effect_lists(info)

    def made(self) -> tuple[Effect | None, Env]:
        """Return the node and the environment of the effects after it."""
        if any(
            field.required and plain_type(field) is not None and field.json_name not in self.leaves
            for field in fields_of(self.info.cls)
        ):
            return None, self.env  # an unknown name was reported, and without it nothing more can be checked
        match self.info.name:
            case "setVar" | "addVar":
                return self._variable(), self.env
            case "setTokenProp":
                return self._token_prop(), self.env
            case "createToken":
                return self._create(), self.env
            case "forEach":
                return self._for_each(), self.env
            case "let":
                return self._let()
            case "roll" | "chooseOne" | "chooseN":
                return self._binding()
            case "moveTokenAdjacent":
                return self._move_adjacent(), self.env
            case _:
                return self._regular(), self.env

    def _regular(self, **known: Any) -> Effect:
        fields = dict(known)
        for field in fields_of(self.info.cls):
            if field.name in fields or field.json_name not in self.given:
                continue
            if plain_type(field) is None:
                fields[field.name] = self._value(field, fields)
            elif field.json_name in self.leaves:
                fields[field.name] = self.leaves[field.json_name]
        make: Any = self.info.cls
        effect: Effect = make(**fields)
        return effect

    def _value(self, field: FieldInfo, made: dict[str, Any]) -> Any:
        value, path = self.given[field.json_name]
        if field.json_name in self.lists:
            return lower_effects(self.ctx, value, path, self.env)
        assert field.holds is not None
        what = field.holds.what
        if field.holds.per is not None:
            inner, real = element_env(
                self.ctx, self.env, Type("token"), self.leaves.get("bind"), [part_of(self.ctx, value, path)], "$token"
            )
            made[field.holds.per] = real
            return lower_field(self.ctx, value, path, Want(what), inner)
        return self._expr(field.json_name, Want(what, names_for(self.ctx, what)))

    def _expr(self, name: str, want: Want, env: Env | None = None) -> Expr:
        value, path = self.given[name]
        return lower_field(self.ctx, value, path, want, env or self.env)

    def _stored(self, kind: Type | None) -> Want:
        if kind is None:
            return Want("scalar")
        return Want("name", kind.names) if kind.kind == "name" else Want(kind.kind)

    def _variable(self) -> Effect | None:
        name, path = self.leaves["var"], self.given["var"][1]
        symbols = self.ctx.things.symbols
        sections = {"global": symbols.global_var, "player": symbols.player_var, "zone": symbols.zone_var}
        homes = [scope for scope, variables in sections.items() if name in variables]
        written = self.leaves.get("scope")
        if written is not None and homes and written not in homes:
            self._wrong_scope(name, homes, written)
            written = None
        scope = written or (homes[0] if homes else None)
        if scope is None or name not in sections[scope]:
            declared = [one for variables in sections.values() for one in variables]
            self.ctx.unknown("variable", name, declared, Origin(path, calls=self.env.calls))
            return None
        if len(homes) > 1 and written is None:
            listed = " and ".join(f"a {home} variable" for home in homes)
            self.ctx.fault(
                "LT245",
                Origin(path, calls=self.env.calls),
                f"`{name}` is {listed}",
                f"add {' or '.join(f'`scope: {home}`' for home in homes)}",
            )
            return None
        kind = self.ctx.type_of(_variable_node(scope, name), self.env.scope)
        field = "value" if self.info.cls is SetVar else "delta"
        known: dict[str, Any] = {"var": name, "scope": scope}
        if scope == "player" and "player" not in self.given:
            known["player"] = Actor()
        known[field] = self._expr(field, self._stored(kind) if field == "value" else Want("int"))
        return self._regular(**known)

    def _wrong_scope(self, name: str, homes: list[str], written: str) -> None:
        listed = " and ".join(f"a {home} variable" for home in homes)
        origin = Origin(self.given["scope"][1], calls=self.env.calls)
        advice = "leave `scope` out" if len(homes) == 1 else f"write one of {', '.join(homes)}"
        self.ctx.fault("LT258", origin, f"`{name}` is {listed}, not a {written} variable", advice)

    def _token_prop(self) -> Effect:
        prop = self.leaves["prop"]
        kind = self.ctx.things.inference.declared.token_properties.get(prop)
        return self._regular(value=self._expr("value", self._stored(kind)))

    def _whose_zone(self) -> str | None:
        """Return the zone of the token's owner where it is written as the zone of each player, and nobody acts."""
        zone, owner = (self.given.get(name, (None, ""))[0] for name in ("zone", "owner"))
        if self.env.scope.actor is not None or not isinstance(zone, str) or not isinstance(owner, str):
            return None
        if zone not in self.ctx.things.symbols.owned_zones:
            return None
        is_seat = owner in self.ctx.things.seats or owner in self.env.visible
        return f"{zone}:{owner}" if is_seat else None

    def _create(self) -> Effect | None:
        if (whose := self._whose_zone()) is not None:
            zone, path = self.given["zone"]
            nobody_acts(self.ctx, str(zone), Origin(path, calls=self.env.calls), f"write `{whose}`", (whose,))
            return None
        if "props" not in self.given:
            return self._regular()
        props, path = self.given["props"]
        kinds = {
            prop.name: Want("name", frozenset(prop.type)) if isinstance(prop.type, tuple) else Want(prop.type)
            for kind in self.ctx.things.shell.token_types
            for prop in kind.props
        }
        made = {
            name: lower_field(self.ctx, value, key_path(path, name), kinds.get(name, Want("scalar")), self.env)
            for name, value in (props.items() if isinstance(props, dict) else ())
        }
        return self._regular(props=made)

    def _for_each(self) -> Effect:
        over = self._expr("over", Want("set"))
        inner, real = self.env.bind(self.leaves["bind"], set_element(self.ctx, over, self.env))
        bind_at(self.ctx, real, self.given["over"][1])
        effects = lower_effects(self.ctx, *self.given["effects"], inner)
        return self._regular(bind=real, over=over, effects=effects)

    def _let(self) -> tuple[Effect, Env]:
        value = self._expr("value", Want("scalar"))
        inner, real = self.env.bind(self.leaves["bind"], self.ctx.type_of(value, self.env.scope))
        bind_at(self.ctx, real, self.given["value"][1])
        if "in" in self.given:
            return self._regular(
                bind=real, value=value, in_=lower_effects(self.ctx, *self.given["in"], inner)
            ), self.env
        return self._regular(bind=real, value=value), inner

    def _binding(self) -> tuple[Effect, Env]:
        """Lower `roll`, `chooseOne` or `chooseN`, which bind a name for the rest of the list."""
        if self.info.name == "roll":
            kind, known = Type("int", 1, 1_000_000), {}
        else:
            options = self._expr("options", Want("set"))
            listed = self.ctx.type_of(options, self.env.scope)
            kind = listed if self.info.name == "chooseN" else set_element(self.ctx, options, self.env)
            known = {"options": options}
        inner, real = self.env.bind(self.leaves["bind"], kind)
        bind_at(self.ctx, real, self.given["sides" if self.info.name == "roll" else "options"][1])
        return self._regular(bind=real, **known), inner

    def _move_adjacent(self) -> Effect:
        """Read a `direction` that is a zone as the target."""
        if "direction" not in self.given:
            return self._regular()
        way = self._expr("direction", Want("direction", names_for(self.ctx, "direction")))
        if self.ctx.type_of(way, self.env.scope).kind == "zone":
            return self._regular(to=way, direction=None)
        return self._regular(direction=way)


def _variable_node(scope: str, name: str) -> Expr:
    if scope == "global":
        return GlobalVar(name)
    return PlayerVar(SeatLiteral(0), name) if scope == "player" else ZoneVar(BindingNode("$?"), name)


def _inline(ctx: Context, macro: MacroDef, value: YamlValue, path: str, call: Origin, env: Env) -> tuple[Effect, ...]:
    """Return the effects of *macro* with the arguments *value* substituted."""
    if macro.effects is None:
        ctx.fault("LT247", call, f"`{macro.name}` is a macro of a value, not of effects", "use it in an expression")
        return ()
    args = _arguments(value, path)
    if len(args) != len(macro.params):
        ctx.fault(
            "LT248",
            call,
            macro.misfit(len(args)),
            macro.mended(len(args), f"{macro.name}: [{', '.join(macro.params)}]"),
            labels=macro_labels(ctx, macro),
        )
        return ()
    if not may_inline(ctx, macro.name, call, env):
        return ()
    params: dict[str, Expr] = {}
    lets: list[Effect] = []
    outer = env
    for param, (arg, arg_path) in zip(macro.params, args, strict=True):
        node = lower_field(ctx, arg, arg_path, Want("argument"), env)
        kind = ctx.type_of(node, outer.scope)
        if _is_stable(node) or kind.is_set or kind.is_unknown:
            params[param] = node
            continue
        kept, real = Env(outer.scope, {}, None, (call,), ()).bind(param, kind)
        outer = Env(kept.scope, env.visible, env.it, env.calls, env.stack)
        let = Let(real, node)
        ctx.origins.note(let, call)
        lets.append(let)
        params[param] = BindingNode(real)
    if not may_put_in(ctx, macro, list(params.values()), call):
        return ()
    inner = outer.inside(macro.name, params, call)
    return (*lets, *lower_effects(ctx, macro.effects, f"{macro.path}.effects", inner))


def _arguments(value: YamlValue, path: str) -> list[tuple[YamlValue, str]]:
    if isinstance(value, list):
        return [(item, f"{path}[{index}]") for index, item in enumerate(value)]
    return [] if value in ({}, None) else [(value, path)]


def _is_stable(node: Expr) -> bool:
    """Return whether *node* may replace every use of a macro's parameter: it has no parts and no effect changes it.

    `none` has no type of its own, so it is bound to a name that has one.
    """
    if facts.is_literal(node):
        return not isinstance(node, NoneLiteral)
    return node == Actor() or isinstance(node, BindingNode)
