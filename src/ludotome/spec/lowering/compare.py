"""compare: the two sides of `==`, `<`, `in` and similar operators; each determines the names allowed on the other."""

from __future__ import annotations

from typing import Any

from ludotome.gamedef import Compare, Expr, In, IsNone, Not, NotIn, Type
from ludotome.spec import expressions as text
from ludotome.spec.lowering.context import Context
from ludotome.spec.lowering.environment import ANY, Env, Want
from ludotome.spec.lowering.names import find_thing, property_of_it
from ludotome.spec.lowering.parts import Part, TextPart, TreePart, bare_name

_NAME_THE_OUTER = "`it` is the innermost element here; name the outer one, as in `exists($p in players where … $p …)`"


def lower_compare(ctx: Context, op: Any, left: Part, right: Part, env: Env) -> Expr:
    """Return the comparison; with `none` on a side of `==` or `!=`, a test of the other side for `none`."""
    if op in ("==", "!=") and (_is_none(left) or _is_none(right)):
        other = ctx.lower(left if _is_none(right) else right, ANY, env)
        return IsNone(other) if op == "==" else Not(IsNone(other))
    if _speaks_last(ctx, left, right, env):
        second = ctx.lower(right, ANY, env)
        first = ctx.lower(left, _like(ctx.type_of(second, env.scope), second), env)
    else:
        first = ctx.lower(left, ANY, env)
        second = ctx.lower(right, _like(ctx.type_of(first, env.scope), first), env)
    node = Compare(op, first, second)
    if env.nesting > 1 and (_is_it(left) or _is_it(right)):
        ctx.origins.notes[id(node)] = _NAME_THE_OUTER
    return node


def lower_membership(ctx: Context, op: str, item: Part, within: Part, env: Env) -> Expr:
    """Return `item in set`; the item determines the names in a list, any other set determines those of the item."""
    if _is_list(within):
        lowered = ctx.lower(item, ANY, env)
        kind = ctx.type_of(lowered, env.scope)
        elements = ctx.lower(within, Want("set", kind.names if kind.kind == "name" else frozenset()), env)
    else:
        elements = ctx.lower(within, Want("set"), env)
        kind = ctx.type_of(elements, env.scope)
        lowered = ctx.lower(item, _like(kind.element, elements) if kind.element is not None else ANY, env)
    return In(lowered, elements) if op == "in" else NotIn(lowered, elements)


def _like(kind: Type, beside: Expr) -> Want:
    """Return the expected type of a side, given the type of the other."""
    if kind.kind == "name":
        return Want("name", kind.names, beside)
    return Want(kind.kind) if kind.kind in ("int", "bool", "player", "zone", "token") else ANY


def _speaks_last(ctx: Context, left: Part, right: Part, env: Env) -> bool:
    """Return whether the left side is a bare name that only the right side can explain."""
    name = bare_name(left)
    if name is None:
        return False
    if bare_name(right) is None:
        return True
    return find_thing(ctx, name) is None and property_of_it(ctx, name, env) is None


def _is_it(part: Part) -> bool:
    return isinstance(part, TextPart) and isinstance(part.ast, text.It)


def _is_none(part: Part) -> bool:
    if isinstance(part, TreePart):
        return part.value is None
    return isinstance(part.ast, text.Nothing)


def _is_list(part: Part) -> bool:
    if isinstance(part, TextPart):
        return isinstance(part.ast, text.ListLiteral)
    value = part.value
    return isinstance(value, list) or (isinstance(value, dict) and value.get("query") in ("enums", "list"))
