"""first_move: decide whether a condition certainly holds before the first action.

Before the first action `lastActor` is nothing, and every comparison with nothing is false. So
`count(tokens() where owner == lastActor.opponent) == 0` holds, and the game is over before it begins.

Invariants:
    * every answer is certain; a condition that depends on more than `lastActor`, the turn, numbers and the tokens that
      setup creates gives None, unknown.

This module does not use a state, only a condition.
"""

from __future__ import annotations

from ludotome.gamedef import (
    All,
    And,
    Arithmetic,
    Binding,
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
    SeatLiteral,
    Step,
    Sum,
    TokenProp,
    Tokens,
    TokensInZone,
    Top,
    TurnNumber,
    Where,
    ZoneProp,
    ZoneVar,
)
from ludotome.spec.first_tokens import FirstTokens


def holds_at_first(condition: Expr, tokens: FirstTokens | None = None) -> bool | None:
    """Return whether *condition* holds before the first action; None if that depends on the state.

    *tokens* are the tokens at that time, if known.
    """
    match condition:
        case BoolLiteral():
            return condition.value
        case Not():
            inner = holds_at_first(condition.arg, tokens)
            return None if inner is None else not inner
        case And() | Or():
            decides = isinstance(condition, Or)
            answers = [holds_at_first(arg, tokens) for arg in condition.args]
            return decides if decides in answers else None if None in answers else not decides
        case IsNone():
            return True if _is_nothing(condition.arg, tokens) else None
        case In() | NotIn() if _is_nothing(condition.item, tokens) or _is_empty(condition.set, tokens):
            return isinstance(condition, NotIn) and not _is_nothing(condition.item, tokens)
        case Exists():
            return False if _is_empty(condition.query, tokens) else None
        case All():
            return True if _is_empty(condition.query, tokens) else None
        case Empty() | Occupied():
            return False if _is_nothing(condition.zone, tokens) else None
        case Compare():
            return _compared(condition, tokens)
        case _:
            return None  # any other condition: not known


def _compared(node: Compare, tokens: FirstTokens | None) -> bool | None:
    if _is_nothing(node.left, tokens) or _is_nothing(node.right, tokens):
        return False
    left, right = _number(node.left, tokens), _number(node.right, tokens)
    if left is None or right is None:
        return None
    order = {"==": left == right, "!=": left != right, "<": left < right, "<=": left <= right, ">": left > right}
    return order.get(node.op, left >= right)


def _number(node: Expr, tokens: FirstTokens | None) -> int | None:
    match node:
        case IntLiteral():
            return node.value
        case TurnNumber():
            return 0
        case Count() if (known := _counted(node.query, tokens)) is not None:
            return known
        case Count() | Sum() | Lowest() | Highest():
            return 0 if _is_empty(node.query, tokens) else None
        case _:
            return None  # any other number: not known


def _counted(query: Expr, tokens: FirstTokens | None) -> int | None:
    """Return how many tokens a query finds among those that setup makes; None if that is unknown."""
    match query:
        case Tokens(types=types) if tokens is not None:
            return sum(number for (kind, _), number in tokens.items() if not types or kind in types)
        case Where(
            of=Tokens(types=types),
            where=Compare(
                op="==", left=TokenProp(token=Binding(name=name), prop="owner"), right=SeatLiteral(seat=seat)
            ),
            bind=bind,
        ) if tokens is not None and name == bind:
            owned = {kind: number for (kind, owner), number in tokens.items() if owner == seat}
            return sum(number for kind, number in owned.items() if not types or kind in types)
        case _:
            return None  # any other set: not known


def _is_nothing(node: Expr, tokens: FirstTokens | None) -> bool:
    match node:
        case LastActor() | NoneLiteral():
            return True
        case PlayerProp() | PlayerVar() | OwnedZone():
            return _is_nothing(node.player, tokens)
        case Top() if tokens is not None and not tokens.total():
            return True
        case ZoneProp() | ZoneVar() | Top() | Step():
            return _is_nothing(node.zone, tokens)
        case TokenProp():
            return _is_nothing(node.token, tokens)
        case Arithmetic():
            return _is_nothing(node.left, tokens) or _is_nothing(node.right, tokens)
        case First():
            return _is_empty(node.query, tokens)
        case _:
            return False  # any other value: not known to be nothing


def _is_empty(node: Expr, tokens: FirstTokens | None) -> bool:
    match node:
        case Where():
            return _is_empty(node.of, tokens) or holds_at_first(node.where, tokens) is False
        case RegionZones():
            return node.player is not None and _is_nothing(node.player, tokens)
        case Tokens():
            return _counted(node, tokens) == 0
        case TokensInZone() if tokens is not None and not tokens.total():
            return True
        case TokensInZone():
            return _is_nothing(node.zone, tokens)
        case _:
            return _is_nothing(node, tokens)  # any other set: empty only if it is nothing
