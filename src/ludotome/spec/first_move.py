"""first_move: whether a condition certainly holds before anybody has acted.

Then `lastActor` is nothing, and by the one rule for nothing each comparison with it is false, so that
`count(tokens() where owner == lastActor.opponent) == 0` holds and the game is over before it begins.

Invariants:
    * an answer is certain: what depends on anything but `lastActor`, the turn and numbers is None, not known.

This module knows no state: it reads a condition alone.
"""

from __future__ import annotations

from ludotome.gamedef import (
    All,
    And,
    Arithmetic,
    BoolLiteral,
    Compare,
    Count,
    Empty,
    Exists,
    Expr,
    First,
    Highest,
    In,
    IntLiteral,
    IsNone,
    LastActor,
    Lowest,
    NoneLiteral,
    Not,
    NotIn,
    Occupied,
    Or,
    OwnedZone,
    PlayerProp,
    PlayerVar,
    RegionZones,
    Step,
    Sum,
    TokenProp,
    TokensInZone,
    Top,
    TurnNumber,
    Where,
    ZoneProp,
    ZoneVar,
)


def holds_at_first(condition: Expr) -> bool | None:
    """Return whether *condition* holds before the first action; None when that depends on the state."""
    match condition:
        case BoolLiteral():
            return condition.value
        case Not():
            inner = holds_at_first(condition.arg)
            return None if inner is None else not inner
        case And() | Or():
            decides = isinstance(condition, Or)
            answers = [holds_at_first(arg) for arg in condition.args]
            return decides if decides in answers else None if None in answers else not decides
        case IsNone():
            return True if _is_nothing(condition.arg) else None
        case In() | NotIn() if _is_nothing(condition.item) or _is_empty(condition.set):
            return isinstance(condition, NotIn) and not _is_nothing(condition.item)
        case Exists():
            return False if _is_empty(condition.query) else None
        case All():
            return True if _is_empty(condition.query) else None
        case Empty() | Occupied():
            return False if _is_nothing(condition.zone) else None
        case Compare():
            return _compared(condition)
        case _:
            return None  # any other condition: not known


def _compared(node: Compare) -> bool | None:
    if _is_nothing(node.left) or _is_nothing(node.right):
        return False
    left, right = _number(node.left), _number(node.right)
    if left is None or right is None:
        return None
    order = {"==": left == right, "!=": left != right, "<": left < right, "<=": left <= right, ">": left > right}
    return order.get(node.op, left >= right)


def _number(node: Expr) -> int | None:
    match node:
        case IntLiteral():
            return node.value
        case TurnNumber():
            return 0
        case Count() | Sum() | Lowest() | Highest():
            return 0 if _is_empty(node.query) else None
        case _:
            return None  # any other number: not known


def _is_nothing(node: Expr) -> bool:
    match node:
        case LastActor() | NoneLiteral():
            return True
        case PlayerProp() | PlayerVar() | OwnedZone():
            return _is_nothing(node.player)
        case ZoneProp() | ZoneVar() | Top() | Step():
            return _is_nothing(node.zone)
        case TokenProp():
            return _is_nothing(node.token)
        case Arithmetic():
            return _is_nothing(node.left) or _is_nothing(node.right)
        case First():
            return _is_empty(node.query)
        case _:
            return False  # any other value: not known to be nothing


def _is_empty(node: Expr) -> bool:
    match node:
        case Where():
            return _is_empty(node.of) or holds_at_first(node.where) is False
        case RegionZones():
            return node.player is not None and _is_nothing(node.player)
        case TokensInZone():
            return _is_nothing(node.zone)
        case _:
            return _is_nothing(node)  # any other set: empty only if it is nothing
