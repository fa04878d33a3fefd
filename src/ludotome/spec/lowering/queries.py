"""queries: `Q while C then E where C`, and the element that each of these is about."""

from __future__ import annotations

from collections.abc import Sequence

from ludotome.gamedef import Expr, Ray, Type, Where, expressions
from ludotome.spec import expressions as text
from ludotome.spec.lowering.context import Context
from ludotome.spec.lowering.environment import Env, Want
from ludotome.spec.lowering.origins import Origin
from ludotome.spec.lowering.parts import Part, TextPart
from ludotome.spec.lowering.signatures import DIRECTIONS, names_for

IT = expressions.IT


def lower_query(ctx: Context, part: Part, want: Want, env: Env, binder: str | None = None) -> Expr:
    """Return the set for *part*; *binder* is the `$x` of an aggregate, which is also visible in its `where`."""
    if not (isinstance(part, TextPart) and isinstance(part.ast, text.Query)):
        return ctx.lower(part, want, env)
    ast = part.ast
    if ast.while_ is not None or ast.then is not None:
        source = _ray(ctx, part, ast, env)
    else:
        source = ctx.lower(part.of(ast.source), want, env)
    if ast.where is None:
        return source
    inner, real = element_env(ctx, env, set_element(ctx, source, env), binder, [part.of(ast.where)])
    return Where(source, ctx.lower(part.of(ast.where), Want("bool"), inner), real)


def _ray(ctx: Context, part: TextPart, ast: text.Query, env: Env) -> Expr:
    call = ast.source
    assert isinstance(call, text.Call)
    if len(call.args) != 2:
        return ctx.lower(part.of(call), Want("set"), env)  # which reports the number of arguments
    start = ctx.lower(part.of(call.args[0]), Want("zone"), env)
    ways = ctx.lower(part.of(call.args[1]), Want("directions", names_for(ctx, DIRECTIONS)), env)
    bodies = [part.of(body) for body in (ast.while_, ast.then) if body is not None]
    inner, real = element_env(ctx, env, Type("zone"), None, bodies)
    while_ = ctx.lower(part.of(ast.while_), Want("bool"), inner) if ast.while_ is not None else None
    then = ctx.lower(part.of(ast.then), Want("bool"), inner) if ast.then is not None else None
    node = Ray(start, ways, while_, then, real)
    ctx.origins.note(node, part.origin(env, ast.start, ast.end))
    return node


def zone_is_no_set(ctx: Context, origin: Origin, function: str, written: str | None) -> Expr:
    """Report the zone *written* where a set is expected, with the *function* that gives its contents."""
    meant = f"{function}({written or '…'})"
    suggestion = f"write `{meant}` for what lies in it"
    return no_set(ctx, origin, "a zone is not a set", suggestion, meant if written else None)


def no_set(ctx: Context, origin: Origin, message: str, suggestion: str, meant: str | None) -> Expr:
    """Report the expression at *origin*, where a set is required; *meant* is the certain replacement."""
    return ctx.fault("LT239", origin, message, suggestion, replacement=meant)


def set_element(ctx: Context, source: Expr, env: Env) -> Type:
    """Return the type of the elements of *source*, unknown if it is not a set."""
    kind = ctx.type_of(source, env.scope)
    return kind.element if kind.element is not None else Type("unknown")


def element_env(
    ctx: Context, env: Env, kind: Type, binder: str | None, bodies: Sequence[Part], usual: str = IT
) -> tuple[Env, str]:
    """Return the environment for an expression about each element, and the element's real name."""
    alone = not any(_calls_macro(ctx, body) for body in bodies)
    return env.element(binder, kind, alone=alone, usual=usual)


def _calls_macro(ctx: Context, part: Part) -> bool:
    if not isinstance(part, TextPart):
        return bool(ctx.things.macros)
    return _ast_calls_macro(ctx, part.ast)


def _ast_calls_macro(ctx: Context, ast: text.Expression) -> bool:
    if isinstance(ast, text.Call) and ast.name in ctx.things.macros and ast.args:
        return True
    return any(_ast_calls_macro(ctx, below) for below in text.children(ast))
