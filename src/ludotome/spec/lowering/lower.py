"""lower: a part of an expression, text or tree → its node.

    Binary("<=", Access(Binding("$card"), "cost"), …)  →  Compare("<=", TokenProp(Binding("$card"), "cost"), …)

This module dispatches; names are `names`, calls `calls`, trees `trees`, comparisons and queries `queries`.
"""

from __future__ import annotations

from typing import Any

from ludotome.gamedef import (
    And,
    Arithmetic,
    Binding,
    BoolLiteral,
    Expr,
    IfExpr,
    IntLiteral,
    IntsInRange,
    ListOf,
    Negate,
    NoneLiteral,
    Not,
    Or,
    TokensInZone,
)
from ludotome.spec import expressions as text
from ludotome.spec.lowering.access import lower_access
from ludotome.spec.lowering.calls import lower_call
from ludotome.spec.lowering.compare import lower_compare, lower_membership
from ludotome.spec.lowering.context import Context
from ludotome.spec.lowering.environment import Env, Want
from ludotome.spec.lowering.lowered import Lowered
from ludotome.spec.lowering.members import lower_members, lower_named
from ludotome.spec.lowering.names import resolve_name, resolve_selector, unbound
from ludotome.spec.lowering.parameters import static_node
from ludotome.spec.lowering.parts import Part, TextPart, TreePart
from ludotome.spec.lowering.queries import lower_query, no_set, zone_is_no_set
from ludotome.spec.lowering.trees import lower_tree


def lower(ctx: Context, part: Part, want: Want, env: Env) -> Expr:
    """Return the node of *part* where *want* is expected.

    A part that cannot be lowered is reported and becomes poison.
    """
    node = lower_tree(ctx, part, want, env) if isinstance(part, TreePart) else _lower_text(ctx, part, want, env)
    if want.what == "set" and isinstance(part, TextPart) and ctx.type_of(node, env.scope).kind == "zone":
        node = _tokens_of(ctx, part, node, env)
    ctx.origins.note(node, part.origin(env))
    ctx.lowered.append(Lowered(part, want, env, node))
    return node


def _tokens_of(ctx: Context, part: TextPart, zone: Expr, env: Env) -> Expr:
    """Report a zone where a set is expected: its tokens are meant."""
    origin = part.origin(env)
    zone_is_no_set(ctx, origin, "tokensInZone", ctx.text_at(origin))
    return TokensInZone(zone)


def _lower_text(ctx: Context, part: TextPart, want: Want, env: Env) -> Expr:
    ast = part.ast
    known = static_node(ctx, part, env)
    if known is not None:
        return known
    match ast:
        case text.Integer(value=value):
            return IntLiteral(value)
        case text.Boolean(value=value):
            return BoolLiteral(value)
        case text.Nothing():
            return NoneLiteral()
        case text.It():
            if env.it is None and "$player" in env.visible:
                origin = part.origin(env)
                return ctx.fault("LT221", origin, "there is no `it` here", "write `$player`", replacement="$player")
            if env.it is None:
                return ctx.fault(
                    "LT221",
                    part.origin(env),
                    "there is no `it` here",
                    "use `it` inside `where`, `while`, `then`, or in the last argument of `run`, `group`, `sum` …",
                )
            return Binding(env.it)
        case text.Binding(name=name):
            found = env.mention(name)
            if found is None:
                return unbound(ctx, name, part.origin(env), env)
            is_argument = id(found) in ctx.origins.of_node
            return ctx.origins.put_in(found, part.origin(env)) if is_argument else found
        case text.Name(name=name):
            return resolve_name(ctx, name, part, want, env)
        case text.Selector():
            return resolve_selector(ctx, ast, part, env)
        case text.Access():
            return lower_access(ctx, part, ast, env)
        case text.Call():
            return lower_call(ctx, part, ast, want, env)
        case text.Query() if want.what == "set" and (named := lower_named(ctx, part, env)) is not None:
            return named
        case text.Query():
            return lower_query(ctx, part, want, env)
        case _:
            return _lower_operator(ctx, part, want, env)


def _lower_operator(ctx: Context, part: TextPart, want: Want, env: Env) -> Expr:
    ast = part.ast

    def below(inner: text.Expression, what: str) -> Expr:
        return lower(ctx, part.of(inner), Want(what), env)

    match ast:
        case text.Unary(arg=text.Integer(value=value)):
            return IntLiteral(-value)
        case text.Unary(arg=arg):
            return Negate(below(arg, "int"))
        case text.Not(arg=arg):
            return Not(below(arg, "bool"))
        case text.Logic(op=op, args=args):
            parts = tuple(below(arg, "bool") for arg in args)
            return And(parts) if op == "and" else Or(parts)
        case text.Range(low=text.Integer(value=most), high=text.Integer(value=least)) if most > least + 1:
            message = f"this range is empty: a range counts up, and {most} is more than {least}"
            return ctx.fault("LT315", part.origin(env), message, f"write `{least}..{most}`")
        case text.Range(low=low, high=high):
            return IntsInRange(below(low, "int"), below(high, "int"))
        case text.If(when=when, then=then, otherwise=otherwise):
            first, second = (lower(ctx, part.of(branch), want, env) for branch in (then, otherwise))
            asked = below(when, "bool")
            if isinstance(asked, BoolLiteral) and not isinstance(when, text.Boolean):  # a parameter determines it
                return first if asked.value else second
            return IfExpr(asked, first, second)
        case text.ListLiteral(items=items):
            item_want = Want("item", want.names)
            return ListOf(tuple(lower(ctx, part.of(item), item_want, env) for item in items))
        case text.Binary(op="-", left=text.Integer(value=least), right=text.Integer(value=most)) if (
            want.what == "set" and least < most
        ):
            meant = f"{least}..{most}"
            return no_set(ctx, part.origin(env), "a difference is not a set", f"write `{meant}`", meant)
        case text.Binary(op="in") if want.what == "set" and (members := lower_members(ctx, part, env)) is not None:
            return members
        case text.Binary(op="in" | "not in"):
            return lower_membership(ctx, ast.op, part.of(ast.left), part.of(ast.right), env)
        case text.Binary(op="+" | "-" | "*" | "//" | "%"):
            op_name: Any = ast.op
            return Arithmetic(op_name, below(ast.left, "int"), below(ast.right, "int"))
        case text.Binary():
            return lower_compare(ctx, ast.op, part.of(ast.left), part.of(ast.right), env)
        case _:
            raise AssertionError(f"{type(ast).__name__} has no lowering")
