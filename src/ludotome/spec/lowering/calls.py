"""calls: `name(…)` → the node of a function, or the body of a macro with its arguments substituted."""

from __future__ import annotations

import re
from typing import Any, cast

from ludotome.diagnostics import is_sure, nearest
from ludotome.gamedef import MAX_INLINED, MAX_NESTED, MAX_PUT_IN, Expr, NodeInfo, Type
from ludotome.spec import expressions as text
from ludotome.spec.foreign_words import foreign_word
from ludotome.spec.lowering.context import Context
from ludotome.spec.lowering.declared_at import macro_labels
from ludotome.spec.lowering.environment import ANY, Env, Want
from ludotome.spec.lowering.foreign_calls import as_no_call, as_our_call, cells_of_call, tokens_of
from ludotome.spec.lowering.macros import MacroDef
from ludotome.spec.lowering.names import find_thing, property_of_it
from ludotome.spec.lowering.parts import Part, TextPart, bare_name, part_of
from ludotome.spec.lowering.queries import element_env, lower_query, no_set, set_element, zone_is_no_set
from ludotome.spec.lowering.signatures import (
    argument_fields,
    functions,
    is_many,
    names_for,
    signature,
)
from ludotome.spec.shapes.node_fields import plain_type
from ludotome.spec.shapes.repairs import as_effect

_FEWER = "call fewer macros inside macros"
# Functions over the elements of a set: the field that is requested from each element, if there is one.
_AGGREGATES = {
    "exists": None, "count": None, "first": None, "sum": "of", "lowest": "of", "highest": "of", "all": "where",
}  # fmt: skip


def lower_call(ctx: Context, part: TextPart, ast: text.Call, want: Want, env: Env) -> Expr:
    """Return the node of a call."""
    if ast.name in ctx.things.macros:
        return _inline(ctx, part, ast, want, env)
    info = functions().get(ast.name)
    if info is None:
        return _unknown_function(ctx, part, ast, env)
    if not _has_right_number(info, len(ast.args)) or _is_of_one_list(ast):
        return _wrong_number(ctx, part, ast, info, env)
    if ast.name == "tokens" and (zone := _zone_for_type(ctx, part, ast, env)) is not None:
        return zone
    if (meant := tokens_of(ctx, part, ast, env)) is not None:
        message = "`tokens` takes the names of token types"
        return ctx.fault("LT227", part.origin(env), message, f"write `{meant}`", replacement=meant)
    if want.what == "set" and (cells := _cells_for_test(ctx, part, ast, info, env)) is not None:
        return cells
    if ast.name in _AGGREGATES:
        return _aggregate(ctx, part, ast, info, env)
    return _positional(ctx, part, ast, info, env)


def _zone_for_type(ctx: Context, part: TextPart, ast: text.Call, env: Env) -> Expr | None:
    """Report `tokens(hand)`, with a zone instead of a token type; return None for anything else."""
    name = bare_name(part.of(ast.args[0])) if len(ast.args) == 1 else None
    zone = None if name is None or name in ctx.things.inference.declared.token_types else find_thing(ctx, name)
    if name is None or zone is None or ctx.type_of(zone, env.scope).kind != "zone":
        return None
    meant = f"tokensInZone({name})"
    return no_set(ctx, part.origin(env), f"`{name}` is a zone, not a token type", f"write `{meant}`", meant)


def _cells_for_test(ctx: Context, part: TextPart, ast: text.Call, info: NodeInfo, env: Env) -> Expr | None:
    """Report `empty(board)` where a set is meant: the cells for which it holds; return None for anything else."""
    of = ctx.text_at(part.of(ast.args[0]).origin(env)) if len(ast.args) == 1 else None
    if of is None or info.result != "bool" or ast.name in _AGGREGATES:
        return None
    kind = ctx.type_of(ctx.lower(part.of(ast.args[0]), ANY, env), env.scope)
    if not kind.is_set or kind.element is None or kind.element.kind != "zone":
        return None
    meant = f"{of} where {ast.name}(it)"
    return no_set(ctx, part.origin(env), f"`{ast.name}` is a condition on one zone", f"write `{meant}`", meant)


def _is_of_one_list(ast: text.Call) -> bool:
    """Return whether this is `max([a, b])`, which is `max(a, b)` here."""
    return ast.name in ("min", "max") and len(ast.args) == 1 and isinstance(ast.args[0], text.ListLiteral)


def _aggregate(ctx: Context, part: TextPart, ast: text.Call, info: NodeInfo, env: Env) -> Expr:
    binder = ast.binder.name if ast.binder is not None else None
    if ast.name == "first" and isinstance(ast.args[0], text.Name | text.Access | text.Selector):
        kind = ctx.type_of(ctx.lower(part.of(ast.args[0]), ANY, env), env.scope)
        if kind.kind == "zone":
            return zone_is_no_set(ctx, part.origin(env), "top", ctx.text_at(part.of(ast.args[0]).origin(env)))
    query = lower_query(ctx, part.of(ast.args[0]), Want("set"), env, binder)
    ctx.origins.note(query, part.of(ast.args[0]).origin(env))
    per = _AGGREGATES[ast.name]
    make: Any = info.cls
    if per is None:
        return cast("Expr", make(query))
    body = part.of(ast.args[1])
    inner, real = element_env(ctx, env, set_element(ctx, query, env), binder, [body])
    return cast("Expr", make(query, ctx.lower(body, Want("bool" if per == "where" else "int"), inner), real))


def _positional(ctx: Context, part: TextPart, ast: text.Call, info: NodeInfo, env: Env) -> Expr:
    given: dict[str, Any] = {}
    name_places: list[tuple[str, Part]] = []
    args = list(ast.args)
    for field in argument_fields(info):
        if is_many(field):
            parts = [part.of(arg) for arg in args]
            args = []
            given[field.name] = tuple(_argument(ctx, one, field, info, env, given) for one in parts)
            name_places.extend((f"{field.json_name}[{index}]", one) for index, one in enumerate(parts))
        elif args:
            one = part.of(args.pop(0))
            given[field.name] = _argument(ctx, one, field, info, env, given)
            name_places.append((field.json_name, one))
    make: Any = info.cls
    if any(value is None for value in given.values()):
        return ctx.poison()
    node: Expr = make(**given)
    if info.text == "connected" and len(ast.args) == 3 and ctx.type_of(given["from_"], env.scope).is_set:
        message = "`connected` takes two zones, and these are sets"
        origin = part.origin(env, ast.start, ast.start + len(ast.name))
        return ctx.fault("LT228", origin, message, "write `joins`", replacement="joins")
    for name, place in name_places:
        ctx.origins.note_field(node, name, place.origin(env))
    return node


def _argument(ctx: Context, part: Part, field: Any, info: NodeInfo, env: Env, given: dict[str, Any]) -> Any:
    what = field.holds.what
    if plain_type(field) is not None:
        name = bare_name(part)
        if name is None:
            ctx.fault(
                "LT227",
                part.origin(env),
                f"`{info.text}` takes the name of a {what} here",
                f"write the name alone, as in `{signature(info)}`",
            )
        return name
    if field.holds.per is None:
        return ctx.lower(part, Want(what, names_for(ctx, what)), env)
    usual = next(f.default for f in _fields(info) if f.name == field.holds.per)
    inner, real = element_env(ctx, env, Type("zone"), None, [part], usual)
    given[field.holds.per] = real
    return ctx.lower(part, Want(what), inner)


def _fields(info: NodeInfo) -> tuple[Any, ...]:
    from ludotome.gamedef import fields_of

    return fields_of(info.cls)


def _has_right_number(info: NodeInfo, number: int) -> bool:
    fields = argument_fields(info)
    least = sum(1 for field in fields if field.required and not is_many(field))
    most = None if any(is_many(field) for field in fields) else len(fields)
    return least <= number and (most is None or number <= most)


def _wrong_number(ctx: Context, part: TextPart, ast: text.Call, info: NodeInfo, env: Env) -> Expr:
    number = len(ast.args)
    meant = as_our_call(ctx, part, ast, env)
    if meant is not None:
        message = f"`{ast.name}` does not take {'a list' if _is_of_one_list(ast) else _counted(number)}"
        return ctx.fault("LT228", part.origin(env), message, f"write `{meant}`", replacement=meant)
    origin = part.origin(env, ast.start, ast.start + len(ast.name))
    longer = [name for name in functions() if name.startswith(ast.name) and name != ast.name]
    longer = [name for name in longer if _has_right_number(functions()[name], number)]
    if len(longer) == 1:  # `adjacent($z)` is `adjacentZones($z)`
        message = f"`{ast.name}` does not take {_counted(number)}"
        return ctx.fault("LT228", origin, message, f"write `{longer[0]}`", replacement=longer[0])
    suggestion = f"call it as `{signature(info)}`"
    if ast.name in ("exists", "count", "first") and number == 2:
        suggestion = f"write the condition with `where`: `{ast.name}(SET where CONDITION)`"
    return ctx.fault(
        "LT228",
        origin,
        f"`{ast.name}` does not take {_counted(number)}",
        suggestion,
    )


def _counted(number: int) -> str:
    return f"{number} argument{'' if number == 1 else 's'}"


def _unknown_function(ctx: Context, part: TextPart, ast: text.Call, env: Env) -> Expr:
    name_origin = part.origin(env, ast.start, ast.start + len(ast.name))
    if ctx.missing("function", ast.name, name_origin):
        return ctx.poison()
    if (meant := as_no_call(ctx, part, ast, env) or cells_of_call(ctx, ast) or _rewritten(ctx, part, env)) is not None:
        message = f"there is no function or macro `{ast.name}`"
        return ctx.fault("LT229", part.origin(env), message, f"write `{meant}`", replacement=meant)
    if ast.name in ctx.things.all_names or property_of_it(ctx, ast.name, env) is not None:
        message = f"`{ast.name}` is not a function"
        of_active = [(arg.name if isinstance(arg, text.Name) else "") for arg in ast.args]
        is_alone = not ast.args or (ast.name == "noLegalMoves" and of_active in (["active"], ["actor"], ["players"]))
        fix = ast.name if is_alone else None
        return ctx.fault("LT229", part.origin(env), message, f"write `{ast.name}` without `()`", replacement=fix)
    known = (*functions(), *ctx.things.macros)
    foreign = foreign_word("function", ast.name, known)
    near = (foreign,) if foreign is not None else nearest(ast.name, known)
    suggestion = f"write `{near[0]}`" if near else "write a function of the language or declare a macro"
    if not near and (effect := as_effect(ast.name)) is not None:
        suggestion = f"`{effect}` is an effect: write `- {effect}: …` in a list of effects"
    return ctx.fault(
        "LT229",
        name_origin,
        f"there is no function or macro `{ast.name}`",
        suggestion,
        alternatives=tuple(near[:3]),
        replacement=near[0] if is_sure(ast.name, near) else None,
    )


def _rewritten(ctx: Context, part: TextPart, env: Env) -> str | None:
    """Return the forms of this language for a call that another has, such as `filter(empty, board)`."""
    meant = text.rewrite(ctx.text_at(part.origin(env)) or "")
    return None if meant is None or text.parse_expression(meant).slips else meant


def _inline(ctx: Context, part: TextPart, ast: text.Call, want: Want, env: Env) -> Expr:
    """Return the node of a macro's body with its parameters bound to the arguments."""
    macro = ctx.things.macros[ast.name]
    call = part.origin(env, ast.start, ast.start + len(ast.name))
    if macro.expr is None:
        return ctx.fault("LT230", call, f"`{macro.name}` is a macro of effects, not a value", "call it among effects")
    if len(ast.args) != len(macro.params):
        number = len(ast.args)
        return ctx.fault(
            "LT228",
            call,
            macro.misfit(number),
            macro.mended(number, macro.signature),
            labels=macro_labels(ctx, macro),
        )
    if may_inline(ctx, macro.name, call, env) is False:
        return ctx.poison()
    args = [ctx.lower(part.of(arg), Want("argument"), env) for arg in ast.args]
    if not may_put_in(ctx, macro, args, call):
        return ctx.poison()
    inner = env.inside(macro.name, dict(zip(macro.params, args, strict=True)), call)
    return ctx.lower(part_of(ctx, macro.expr, f"{macro.path}.expr"), want, inner)


def may_inline(ctx: Context, name: str, call: Any, env: Env) -> bool:
    """Return whether one more macro may be inlined here; recursion, and too many macros, are reported.

    If there are too many, this is reported once and no more are inlined, since each could lead to as many again.
    """
    if ctx.has_too_many:
        return False
    if name in env.stack:
        chain = " → ".join((*env.stack[env.stack.index(name) :], name))
        ctx.fault("LT231", call, f"the macro `{name}` calls itself: {chain}", "macros cannot recurse; write a loop")
        return False
    if len(env.stack) >= MAX_NESTED:
        ctx.has_too_many = True
        ctx.fault("LT232", call, f"macros are nested more than {MAX_NESTED} levels deep", _FEWER)
        return False
    ctx.inlined += 1
    ctx.called.add(name)
    if ctx.inlined > MAX_INLINED:
        ctx.has_too_many = True
        ctx.fault("LT232", call, f"more than {MAX_INLINED} macro calls", _FEWER)
        return False
    return True


def may_put_in(ctx: Context, macro: MacroDef, args: list[Expr], call: Any) -> bool:
    """Return whether *args* may be substituted in the body of *macro*; a result that grows too large is reported.

    An argument is substituted as it is, so a macro that names a parameter twice doubles it, and a chain of such macros
    doubles it repeatedly.
    """
    body = str(macro.effects if macro.expr is None else macro.expr)
    uses = [len(re.findall(rf"{re.escape(param)}(?!\w)", body)) for param in macro.params]
    grown = sum(ctx.size(arg) * number for arg, number in zip(args, uses, strict=True))
    ctx.put_in += grown
    if grown > MAX_PUT_IN or ctx.put_in > 10 * MAX_PUT_IN:
        message = f"the arguments of `{macro.name}` expand to more than {MAX_PUT_IN} parts"
        ctx.fault("LT232", call, message, _FEWER)
        return False
    return True
