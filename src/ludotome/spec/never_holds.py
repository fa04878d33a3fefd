"""never_holds: decide whether a condition is false in every state, by the bounds of its numbers.

Invariants:
    * every answer is certain: constants are fixed, and a variable is never outside its `min` and `max`;
    * a comparison with nothing is false, so the owner of a variable does not matter;
    * anything except constants and variables may have any value.

This module does not use a state, only a condition and the declarations.
"""

from __future__ import annotations

from ludotome.gamedef import (
    And,
    BoolLiteral,
    Compare,
    Expr,
    GlobalVar,
    IntLiteral,
    Or,
    PlayerVar,
    Symbols,
    VarDef,
    ZoneVar,
)


def never_holds(condition: Expr, symbols: Symbols) -> bool:
    """Return whether *condition* can never hold; False if unknown."""
    match condition:
        case BoolLiteral():
            return not condition.value
        case And():
            return any(never_holds(arg, symbols) for arg in condition.args)
        case Or():
            return all(never_holds(arg, symbols) for arg in condition.args)
        case Compare():
            return _never_so(condition, symbols)
        case _:
            return False  # any other condition may hold


def _never_so(node: Compare, symbols: Symbols) -> bool:
    left, right = _bounds(node.left, symbols), _bounds(node.right, symbols)
    if left is None or right is None:
        return False
    (low, high), (least, most) = left, right
    match node.op:
        case "==":
            return high < least or most < low
        case "!=":
            return low == high == least == most
        case "<":
            return low >= most
        case "<=":
            return low > most
        case ">":
            return high <= least
        case ">=":
            return high < least


def _bounds(node: Expr, symbols: Symbols) -> tuple[int, int] | None:
    """Return the minimum and maximum of a number; None where no declaration gives them."""
    match node:
        case IntLiteral():
            return node.value, node.value
        case GlobalVar():
            return _declared(symbols.global_var[node.var][1])
        case PlayerVar():
            return _declared(symbols.player_var[node.var][1])
        case ZoneVar():
            return _declared(symbols.zone_var[node.var][1])
        case _:
            return None  # any other number: not known


def _declared(var: VarDef) -> tuple[int, int] | None:
    return None if var.min is None or var.max is None else (var.min, var.max)
