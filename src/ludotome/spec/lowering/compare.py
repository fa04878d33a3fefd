"""compare: the two sides of `==`, `<`, `in` and similar operators; each determines the names allowed on the other."""

from __future__ import annotations

import re
from typing import Any

from ludotome.gamedef import Compare, Expr, In, IsNone, Not, NotIn, Type
from ludotome.spec import expressions as text
from ludotome.spec.lowering.access import property_names
from ludotome.spec.lowering.context import Context
from ludotome.spec.lowering.environment import ANY, Env, Want
from ludotome.spec.lowering.names import find_thing, property_of_it
from ludotome.spec.lowering.parts import Part, TextPart, TreePart, bare_name

_RANK = re.compile(r"[a-zA-Z]+(\d+)")
_TURNED = {"==": "==", "!=": "!=", "<": ">", "<=": ">=", ">": "<", ">=": "<="}  # counted from the other side
_NAME_THE_OUTER = "`it` is the innermost element here; name the outer one, as in `exists($p in players where … $p …)`"


def lower_compare(ctx: Context, op: Any, left: Part, right: Part, env: Env) -> Expr:
    """Return the comparison; with `none` on a side of `==` or `!=`, a test of the other side for `none`."""
    if isinstance(left, TextPart) and isinstance(right, TextPart) and (meant := _of_rank(ctx, op, left.ast, right.ast)):
        whole = left.origin(env, left.ast.start, right.ast.end)
        return ctx.unknown("property", "rank", (), whole, instead=meant, over=whole)
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


def _of_rank(ctx: Context, op: str, left: text.Expression, right: text.Expression) -> str | None:
    """Return what `rank == 6` should be on a board whose cells have numbers in their names: a comparison of rows.

    Ranks are counted from 1, and from the bottom if the names are; rows are counted from 0 at the top.
    """
    if not isinstance(right, text.Integer) or not isinstance(left, text.Name | text.Access) or left.name != "rank":
        return None
    declared = {name for kind in ("player", "token", "zone") for name in property_names(ctx, Type(kind))}
    if "rank" in declared or "rank" in ctx.things.all_names:
        return None
    ranks: set[tuple[int, int]] = set()
    for zone in ctx.things.shell.zones:
        if zone.board is not None:
            found = _RANK.fullmatch(zone.name or str(zone.id))
            if found is None or zone.row is None:
                return None
            ranks.add((zone.row, int(found[1])))
    if not ranks or op not in _TURNED:
        return None
    top, bottom = min(ranks), max(ranks)
    owner = f"{text.print_expression(left.of)}." if isinstance(left, text.Access) else ""
    if ranks == {(row, row + 1) for row, _ in ranks}:
        return f"{owner}row {op} {right.value - 1}"
    if ranks == {(row, bottom[0] + 1 - row) for row, _ in ranks} and top[0] == 0:
        return f"{owner}row {_TURNED[op]} {bottom[0] + 1 - right.value}"
    return None


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
    if kind.is_unknown:  # because of an error that was already reported: accept any declared name
        return Want("argument")
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
