"""Fold: evaluate an expression that uses only numbers, names and the coordinates of zones.

Regions, removed cells and static tables are given as conditions on zones (`row == 0`), which are evaluated before any
game is played. `none` is treated as in play.

This module does not know state: an expression that reads it raises `NotStaticError`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeAlias, assert_never

from ludotome.gamedef import expressions as ex
from ludotome.gamedef.node import children
from ludotome.space import ZoneDef

Folded: TypeAlias = int | bool | str | None
_COORDINATES = frozenset({"row", "col", "q", "r", "terrain"})


class NotStaticError(Exception):
    """The expression reads the state; `node` is the part that does."""

    def __init__(self, node: ex.Expr) -> None:
        super().__init__(f"{type(node).__name__} is not known before play")
        self.node = node


def fold(expr: ex.Expr, zones: Mapping[str, ZoneDef]) -> Folded:
    """Return the value of *expr* with *zones* bound by name; names are strings, `none` is None."""
    match expr:
        case ex.IntLiteral() | ex.BoolLiteral():
            return expr.value
        case ex.NameLiteral():
            return expr.name
        case ex.NoneLiteral():
            return None
        case ex.Binding() if expr.name in zones:
            return zones[expr.name].id
        case ex.ZoneLiteral():
            return expr.zone
        case ex.ZoneProp(zone=ex.Binding(name=name)) if name in zones:
            return _property(zones[name], expr.prop)
        case ex.Arithmetic() | ex.Negate() | ex.Absolute() | ex.Minimum() | ex.Maximum():
            return _number(expr, zones)
        case ex.IfExpr():
            return fold(expr.then if fold(expr.when, zones) else expr.else_, zones)
        case ex.And():
            return all(fold(arg, zones) for arg in expr.args)
        case ex.Or():
            return any(fold(arg, zones) for arg in expr.args)
        case ex.Not():
            return not fold(expr.arg, zones)
        case ex.IsNone():
            return fold(expr.arg, zones) is None
        case ex.Compare():
            return _compare(expr.op, fold(expr.left, zones), fold(expr.right, zones))
        case ex.In() | ex.NotIn():
            return _contains(expr, zones)
        case _:
            raise NotStaticError(expr)  # any other expression: rejected, though it may be static


def _property(zone: ZoneDef, name: str) -> Folded:
    value: Folded = getattr(zone, name) if name in _COORDINATES else zone.props.get(name)
    return value


def _number(
    expr: ex.Arithmetic | ex.Negate | ex.Absolute | ex.Minimum | ex.Maximum, zones: Mapping[str, ZoneDef]
) -> Folded:
    values: list[Any] = [fold(part, zones) for _, part in children(expr) if isinstance(part, ex.Expr)]
    if None in values:
        return None
    match expr:
        case ex.Arithmetic(op="+"):
            return int(values[0] + values[1])
        case ex.Arithmetic(op="-"):
            return int(values[0] - values[1])
        case ex.Arithmetic(op="*"):
            return int(values[0] * values[1])
        case ex.Arithmetic(op="//"):
            return int(values[0] // values[1]) if values[1] else None
        case ex.Arithmetic():
            return int(values[0] % values[1]) if values[1] else None
        case ex.Negate():
            return -int(values[0])
        case ex.Absolute():
            return abs(int(values[0]))
        case ex.Minimum():
            return int(min(values))
        case ex.Maximum():
            return int(max(values))
        case _:
            assert_never(expr)


def _compare(op: str, left: Any, right: Any) -> bool:
    if left is None or right is None:
        return False
    if op in ("==", "!="):
        return bool((left == right) == (op == "=="))
    return bool({"<": left < right, "<=": left <= right, ">": left > right, ">=": left >= right}[op])


def _contains(expr: ex.In | ex.NotIn, zones: Mapping[str, ZoneDef]) -> bool:
    item = fold(expr.item, zones)
    match expr.set:
        case ex.ListOf(items=items):
            held = item in [fold(value, zones) for value in items]
        case ex.IntsInRange(min=low, max=high):
            ends = fold(low, zones), fold(high, zones)
            held = None not in (*ends, item) and ends[0] <= item <= ends[1]  # type: ignore[operator]
        case _:
            raise NotStaticError(expr.set)  # any other set: rejected
    return item is not None and held == isinstance(expr, ex.In)
